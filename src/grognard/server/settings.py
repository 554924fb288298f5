"""How a server is run: under which names, behind which proxies, and with what limits."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import Any

from ..problems import Problem

LOCAL = ("localhost", "127.0.0.1", "::1")  # names under which nobody else's site can reach us
ADDRESSES = "0.0.0.0"  # as the name of a host: any number, but no name
ANY = "*"


@dataclass(frozen=True)
class Limits:
    """How much of anything; the defaults are for somebody's own machine."""

    body: int = 64 * 1024  # bytes of a request, and of a message of a page
    saved: int = 1024 * 1024  # bytes of a saved battle
    requests: tuple[float, float] = (100.0, 400.0)  # of one address: a second, and at once
    messages: tuple[float, float] = (60.0, 120.0)  # of one page: a second, and at once
    games: int = 100_000  # in the store
    games_an_hour: int = 2000  # of one address, forks and replays too
    sockets: int = 1000  # of one address
    at_table: int = 32  # sockets at one table
    queries: int = 16  # of one page, unanswered
    greeting: float = 10.0  # seconds in which a page says who it is
    patience: float = 20.0  # seconds in which a page takes what it is sent


PUBLIC = Limits(requests=(20.0, 120.0), games_an_hour=60, sockets=48)


@dataclass(frozen=True)
class Settings:
    """Hosts: names under which pages may reach the server (ADDRESSES: any number; ANY: anything).

    Proxies: addresses or networks whose word about whom they speak for is taken (X-Forwarded-For)."""

    hosts: tuple[str, ...] = LOCAL
    proxies: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            network_of(proxy)

    def serves(self, host: str) -> bool:
        """Is this host, as a request names it, one of ours?  A site elsewhere may point its name at us."""
        name = name_of(host)
        if not name:
            return False
        known = {h.lower() for h in self.hosts}
        return ANY in known or name in known or (ADDRESSES in known and is_number(name))

    def trusts(self, address: str) -> bool:
        """Is this the address of a proxy of ours?"""
        if not is_number(address):
            return False
        return any(ipaddress.ip_address(address) in network_of(proxy) for proxy in self.proxies)


def network_of(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise Problem(f"{text}: a proxy is an address or a network, like 10.0.0.0/8") from None


def is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def name_of(host: str) -> str:
    """The name in a Host header, without its port and without the brackets of a number."""
    if host.startswith("["):
        name, bracket, port = host[1:].partition("]")
        port = port.removeprefix(":") if bracket else "?"
    else:
        name, _, port = host.partition(":")
    return name.lower().removesuffix(".") if port.isdigit() or not port else ""


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn must be started, so that what is promised here holds."""
    return {
        "proxy_headers": False,  # whom a proxy speaks for is our own matter
        "access_log": False,
        "server_header": False,
        "ws_max_size": settings.limits.body,
        "ws_max_queue": 8,
        "ws_per_message_deflate": True,
        "h11_max_incomplete_event_size": 16 * 1024,
        "limit_concurrency": 4000,
        "timeout_graceful_shutdown": 5,
    }
