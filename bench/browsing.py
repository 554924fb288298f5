"""The page in a real Chromium: what comes over the wire, how soon there is a table, and the work a frame of a drag.

    python bench/browsing.py

Two hundred figures stand on the table: those of a big battle as they are, and, where a book's men stand by
themselves and are fewer, as many more put beside them on their way into the page.  The hand goes to and fro for some
seconds, sixty times a second, as the browser hears a mouse: no script of the driver runs in the page meanwhile.
Chromium's own trace tells how long the main thread worked from one frame to the next, in its own time, so that what
else the machine did does not count; the tracing itself does."""

from __future__ import annotations

import argparse
import itertools
import json
import math
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from serving import Running, post, server
from websockets.sync.client import connect

FIGURES = 200
HZ = 60
SIZE = {"width": 1440, "height": 900}
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--no-first-run"]  # fmt: skip
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
BATTLES = {"horse-and-musket": "the-guns-of-ebersdorf", "most-irregular": "the-mill-bridge"}

# Put more men beside those there are; note when the first piece is drawn.
CROWD = """
const parse = JSON.parse;
JSON.parse = (text, reviver) => {
  const told = parse(text, reviver);
  if (told && told.type === "table" && told.scene) crowd(told.scene);
  return told;
};
function crowd(scene) {
  const figures = scene.pieces.reduce((n, p) => n + p.bases.reduce((k, b) => k + b.figures, 0), 0);
  const men = scene.pieces.filter((p) => p.role === "figure");
  for (let k = 0; k < FIGURES - figures; k++) {
    const p = men[k % men.length], x = scene.width - p.x, y = (p.y + scene.depth / 2 + k / 9) % scene.depth;
    const bases = p.bases.map((b) => ({ ...b, x, y }));
    scene.pieces.push({ ...p, number: 100000 + k, handle: `more-${k}`, x, y, bases, within: -1 });
  }
  window.figures = Math.max(FIGURES, figures);
}
new MutationObserver((_, me) => {
  if (!document.querySelector("svg.map [data-n]")) return;
  me.disconnect();
  requestAnimationFrame(() => performance.mark("first table"));
}).observe(document, { childList: true, subtree: true });
"""


def quantile(values: list[float], share: float) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


@dataclass
class Loaded:
    """The first visit."""

    kilobytes: float  # over the wire, compressed: the page, its style and its script
    milliseconds: float  # until there is a table


@dataclass
class Dragged:
    """Main-thread work from one frame to the next, in milliseconds."""

    book: str
    figures: int
    pieces: int
    frames: list[float]
    answers: list[float]  # how long the server took over what a place means, in milliseconds

    def quantile(self, share: float) -> float:
        return quantile(self.frames, share)


# --- a table on which something can be dragged -----------------------------------------------------------------------


def moment(running: Running, scenario: str) -> tuple[str, str, int]:
    """A game, its secret, and a piece that may be moved: some way into a battle of generals."""
    whole = post(running, "/api/games", {"scenario": scenario, "blue": "drill", "red": "drill"})
    for at in range(4, 200, 3):
        body = {"at": at, "blue": "person", "red": "person", "one_screen": True}
        made = post(running, f"/api/games/{whole['game']}/fork", body, whole["tokens"]["watch"])
        piece = movable(running, made["game"], made["tokens"]["both"])
        if piece >= 0:
            return made["game"], made["tokens"]["both"], piece
    raise RuntimeError(f"{scenario}: nothing to be moved")


def movable(running: Running, game: str, token: str) -> int:
    """The piece of the first choice that is a place on the table; -1 if there is none."""
    with connect(f"ws://{running.at}/api/games/{game}/socket", max_size=2**24) as socket:
        socket.send(json.dumps({"type": "hello", "token": token, "lines": 0}))
        table = next(told for told in map(json.loads, socket) if told["type"] == "table")
    whole = {p["number"] for p in table["scene"]["pieces"] if p["role"] in ("unit", "formation")}
    choices = (table["ask"] or {"choices": []})["choices"]
    found = (n for c in choices if c["place"] for n in c["pieces"] if n in whole)
    return int(next(found, -1))


# --- the page ---------------------------------------------------------------------------------------------------------


@contextmanager
def chromium() -> Iterator[Browser]:
    own = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=own, args=QUIET)
        try:
            yield browser
        finally:
            browser.close()


def opened(browser: Browser, running: Running, game: str, token: str) -> tuple[Page, Loaded]:
    """The table in a browser that was never here before."""
    page = browser.new_context(viewport={"width": SIZE["width"], "height": SIZE["height"]}).new_page()
    page.add_init_script(CROWD.replace("FIGURES", str(FIGURES)))
    wire: list[float] = []
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.on("Network.loadingFinished", lambda e: wire.append(e["encodedDataLength"]))
    page.goto(f"http://{running.at}/game/{game}#{token}")
    page.wait_for_selector("svg.map [data-n]", state="attached")
    page.wait_for_timeout(1500)
    took = page.evaluate("performance.getEntriesByName('first table')[0].startTime")
    return page, Loaded(sum(wire) / 1000, took)


def mouse(page: Page) -> Callable[[float, float], None]:
    """A mouse whose button is held: the driver's own would run script in the page with every move."""
    cdp = page.context.new_cdp_session(page)

    def moved(x: float, y: float) -> None:
        held = {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
        cdp.send("Input.dispatchMouseEvent", held)

    return moved


def drag(browser: Browser, page: Page, piece: int, seconds: float) -> bytes:
    """Take a piece up and move it about; the trace of that."""
    box = page.locator(f'[data-n="{piece}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    moved = mouse(page)
    for k in range(1, 20):
        moved(x + k, y)
    browser.start_tracing(page=page, categories=TRACED)
    began = time.perf_counter()
    while (t := time.perf_counter() - began) < seconds:
        moved(x + 20 + 120 * math.sin(t), y + 80 * math.sin(2.3 * t))
        time.sleep(max(0.0, math.ceil(t * HZ + 0.01) / HZ - (time.perf_counter() - began)))
    trace = browser.stop_tracing()
    page.keyboard.press("Escape")
    page.mouse.up()
    return trace


# --- the trace --------------------------------------------------------------------------------------------------------


def frames_of(trace: bytes) -> list[float]:
    """Milliseconds of work of the page's main thread in each frame that it drew."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (e["pid"], e["tid"])
        for e in events
        if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"
    }
    of: dict[tuple[int, int], list[dict[str, Any]]] = {who: [] for who in mains}
    for e in events:
        if (e["pid"], e["tid"]) in mains:
            of[e["pid"], e["tid"]].append(e)
    page = max(of.values(), key=lambda found: sum(e["name"] == "EventDispatch" for e in found))
    tasks = sorted((e["ts"], e.get("tdur", e.get("dur", 0))) for e in page if is_task(e))
    cuts = sorted(e["ts"] for e in page if e["name"] == "Commit")
    return [work / 1000 for work in between(cuts, tasks)]


def is_task(e: dict[str, Any]) -> bool:
    return bool(e["name"] == "RunTask" and e["ph"] == "X")


def between(cuts: list[float], tasks: list[tuple[float, float]]) -> Iterator[float]:
    """The work that falls between each frame and the next."""
    k = 0
    for start, end in itertools.pairwise(cuts):
        while k < len(tasks) and tasks[k][0] < start:
            k += 1
        work = 0.0
        while k < len(tasks) and tasks[k][0] < end:
            work += tasks[k][1]
            k += 1
        yield work


def run(seconds: float = 6.0) -> tuple[Loaded, list[Dragged]]:
    """Both books: the first visit, and a drag."""
    out, loads = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        server(f"sqlite:///{folder}/games.db", False) as running,
        chromium() as browser,
    ):
        for book, scenario in BATTLES.items():
            game, token, piece = moment(running, scenario)
            page, loaded = opened(browser, running, game, token)
            loads.append(loaded)
            page.evaluate(ANSWERS)
            trace = drag(browser, page, piece, seconds)
            answers = page.evaluate("window.answers")
            pieces = page.locator("[data-n]").count()
            figures = page.evaluate("window.figures")
            out.append(Dragged(book, figures, pieces, frames_of(trace), answers))
            page.context.close()
    return Loaded(max(v.kilobytes for v in loads), statistics.median(v.milliseconds for v in loads)), out


# Time the questions of a drag, from being asked to being answered.
ANSWERS = """() => {
  window.answers = [];
  const asked = new Map(), send = WebSocket.prototype.send, parse = JSON.parse;
  WebSocket.prototype.send = function (text) {
    const m = parse(text);
    if (m.query && m.query.kind === "drag") asked.set(m.request, performance.now());
    return send.call(this, text);
  };
  JSON.parse = (text, reviver) => {
    const m = parse(text, reviver), at = m && asked.get(m.request);
    if (at) { window.answers.push(performance.now() - at); asked.delete(m.request); }
    return m;
  };
}"""


def main() -> int:
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    loaded, dragged = run()
    print(f"first visit: {loaded.kilobytes:.0f} kB, a table after {loaded.milliseconds:.0f} ms")
    for d in dragged:
        a = d.answers
        print(
            f"{d.book}: {d.figures} figures, {d.pieces} pieces, {len(d.frames)} frames: "
            f"median {d.quantile(0.5):.1f}, p95 {d.quantile(0.95):.1f}, worst {d.quantile(1):.1f} ms; "
            f"{len(a)} questions, median {quantile(a, 0.5):.0f}, p99 {quantile(a, 0.99):.0f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
