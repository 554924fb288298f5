"""How often somebody may do something, and who somebody is: an address."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

from starlette.datastructures import Headers
from starlette.types import Scope

from .settings import Limits, Settings, is_number

MOST_ADDRESSES = 10_000  # remembered
HOUR = 3600.0


class Bucket:
    """So many a second, and a few more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.at = burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1.0:
            return False
        self.level -= 1.0
        return True


class Buckets:
    """One for each address, as far as they are remembered."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self.known.setdefault(address, Bucket(self.rate, self.burst))
        self.known.move_to_end(address)
        while len(self.known) > MOST_ADDRESSES:
            self.known.popitem(last=False)
        return bucket.take()


class Visitors:
    """What every address has taken of the server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Buckets(*limits.requests)
        self.games = Buckets(limits.games_an_hour / HOUR, limits.games_an_hour)
        self.sockets: dict[str, int] = {}

    def come(self, address: str) -> bool:
        """One more socket, if that is not too many."""
        if self.sockets.get(address, 0) >= self.limits.sockets:
            return False
        self.sockets[address] = self.sockets.get(address, 0) + 1
        return True

    def go(self, address: str) -> None:
        self.sockets[address] -= 1
        if not self.sockets[address]:
            del self.sockets[address]


def address_of(scope: Scope, settings: Settings) -> str:
    """Who asks: the last address that is no proxy of ours; of a long one its network."""
    address = str((scope.get("client") or ("unknown", 0))[0])
    given = Headers(scope=scope).getlist("x-forwarded-for")
    for said in reversed(",".join(given).split(",")):
        if not settings.trusts(address) or not is_number(said.strip()):
            break
        address = said.strip()
    return network(address)


def network(address: str) -> str:
    """Whoever has one long address has 2**64 of them."""
    if not is_number(address):
        return address
    number = ipaddress.ip_address(address)
    if isinstance(number, ipaddress.IPv4Address):
        return address
    return str(number.ipv4_mapped or ipaddress.ip_network((number, 64), strict=False))
