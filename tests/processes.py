"""Real servers in processes of their own, for tests."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PATIENCE = 60.0  # seconds, on a busy machine


def free_port() -> int:
    with closing(socket.socket()) as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def wait_for(what: Any, why: str) -> Any:
    """Ask again and again until there is an answer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited in vain: {why}")


class Process:
    """grognard WORDS, and what it says."""

    def __init__(self, *words: str, data: Path, **env: str) -> None:
        self.said: list[str] = []
        self.complained: list[str] = []
        self.address = ""
        plain = {k: v for k, v in os.environ.items() if k not in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grognard", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**plain, "GROGNARD_DATA": str(data), "PYTHONUNBUFFERED": "1", **env},
        )
        self.readers = [
            self.read(self.process.stdout, self.said),
            self.read(self.process.stderr, self.complained),
        ]

    def __enter__(self) -> Process:
        self.ready()
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever happened, it does not go on."""
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)

    def read(self, stream: Any, into: list[str]) -> threading.Thread:
        thread = threading.Thread(target=lambda: into.extend(iter(stream.readline, "")), daemon=True)
        thread.start()
        return thread

    def ready(self) -> str:
        """Its address, once it is well."""
        self.address = wait_for(self.told_address, f"no address: {self.said} {self.complained}")
        wait_for(self.healthy, f"not well: {self.said} {self.complained}")
        return self.address

    def told_address(self) -> str:
        assert self.process.poll() is None, "".join(self.complained)
        found = re.search(r"http://[\w.]+:\d+", "".join(self.said + self.complained))
        return found[0] if found else ""

    def healthy(self) -> bool:
        try:
            return bool(self.get("/healthz")["status"] == "ok")
        except (urllib.error.URLError, ConnectionError):
            return False

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def status(self, path: str) -> int:
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as e:
            e.close()
            return e.code

    def post(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def heard(self, words: str) -> str:
        """The line with these words, once it is said."""
        return str(wait_for(lambda: next((s for s in self.said if words in s), ""), f"nobody said {words}"))

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Tell it to stop; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            code = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
        for thread in self.readers:
            thread.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code


class SeatOf:
    """A page at a table of a real server."""

    def __init__(self, process: Process, game: str, token: str) -> None:
        self.open = ExitStack()
        url = process.address.replace("http", "ws") + f"/api/games/{game}/socket"
        self.socket = self.open.enter_context(connect(url))
        self.say(type="hello", token=token, lines=0)
        self.table = self.hear("table")
        self.asked = 0

    def close(self) -> None:
        self.open.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, *types: str) -> dict[str, Any]:
        while True:
            message = dict(json.loads(self.socket.recv(PATIENCE)))
            if message["type"] == "table":
                self.table = message
            if message["type"] in types:
                return message

    def act(self, **message: Any) -> dict[str, Any]:
        """Say something that changes the table, and hear what came of it."""
        self.asked += 1
        self.say(request=f"{id(self)}-{self.asked}", changes=self.table["changes"], **message)
        answer = self.hear("answer", "refused", "problem")
        while answer["type"] == "answer" and self.table["changes"] < answer["answer"]["changes"]:
            self.hear("table")
        return answer

    def first(self) -> dict[str, Any]:
        """Answer with the first choice, as soon as there is one; a table that was looked at too late, again."""
        while True:
            while not (self.table["ended"] or (self.table["ask"] or {}).get("choices")):
                self.hear("table")
            seen = self.table["changes"]
            answer = self.offer()
            if not answer.get("late"):
                return answer
            while self.table["changes"] == seen:
                self.hear("table")

    def offer(self) -> dict[str, Any]:
        """The first choice, on the table as it was last seen."""
        return self.act(type="order", order=self.table["ask"]["choices"][0]["order"])
