"""The pictures of docs/pictures: home, tables in the middle of a battle, odds, a refusal, rules and the end.

    python tools/pictures.py [--only WORD]

Each battle is that of a fixed seed, played by the drill book to the moment that is shown; the page is the built
one, in a real Chromium.  The colours are counted down to a palette, so that a picture stays small."""

from __future__ import annotations

import argparse
import base64
import hashlib
import re
import shutil
import socket
import struct
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from grognard.book import book_of, find_scenario
from grognard.game import Game
from grognard.notation import Move
from grognard.server.app import make_app
from grognard.server.host import Host, Made, Wanted
from grognard.server.page import FOLDER
from grognard.server.store import Heading, Store

OUT = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (420, 900)}
SEED, SALT = 1815, bytes(range(32))
COLOURS, FEWER = 160, 48  # of a palette; and of one whose picture would be too large
MOST = 250_000  # bytes of a picture


# --- battles ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """A battle of the drill book against itself, stopped when Blue is asked something in a turn."""

    name: str
    scenario: str
    turn: int
    words: str  # in the question
    house: tuple[tuple[str, bool], ...] = ()


ALLIES = (("scenario.allies", True), ("fw.magic", True))
BATTLES = [
    Scene("horse-and-musket", "the-chateau-road", 4, "move"),
    Scene("most-irregular", "the-mill-bridge", 3, "what does"),
    Scene("early-19th-century", "the-mill-at-valdespino", 3, "does what"),
    Scene("pike-and-shot", "saxby-bridge", 2, "does what"),
    Scene("fire-at-will-men", "the-chapel-by-grimwater", 4, "moves, charges", ALLIES),
]
SHOOTING = [
    Scene("odds-horse-and-musket", "the-chateau-road", 4, "fire"),
    Scene("odds-most-irregular", "the-mill-bridge", 3, "what does"),
    Scene("odds-early-19th-century", "the-mill-at-valdespino", 4, "shoot"),
    Scene("odds-pike-and-shot", "saxby-bridge", 1, "shoot"),
    Scene("odds-fire-at-will-men", "the-chapel-by-grimwater", 4, "shoot", ALLIES),
]
SPELLS = Scene("spells", "the-worm-of-bleak-tarn", 0, "spells")
MAGIC = Scene("magic", "the-worm-of-bleak-tarn", 2, "moves, charges")
SIEGE = Scene("siege", "the-siege-of-the-ford-house", 5, "moves, charges")
FOUGHT = Scene("chronicle", "the-chateau-road", 5, "")
MARKERS = Scene("markers", "the-mill-at-valdespino", 1, "does what")
ENDS = [
    Scene("end-horse-and-musket", "the-chateau-road", 99, ""),
    Scene("end-most-irregular", "the-mill-bridge", 99, ""),
    Scene("end-early-19th-century", "the-mill-at-valdespino", 99, ""),
    Scene("end-pike-and-shot", "saxby-bridge", 99, ""),
    Scene("end-fire-at-will-men", "the-chapel-by-grimwater", 99, "", ALLIES),
]


def battle(scene: Scene, blue: str) -> Game:
    path = find_scenario(scene.scenario)
    of, house = book_of(path), dict(scene.house)
    return Game(of, of.set_up(path, house), seed=SEED, blue=blue, red="drill", house=house)


def played(scene: Scene) -> Game:
    """Blue's orders are those that the drill book gave in the same battle."""
    plan = battle(scene, "drill")
    mine = [
        e.order
        for e, ask in zip(plan.entries, plan.asks, strict=True)
        if isinstance(e, Move) and ask and ask.side == 0
    ]
    game = battle(scene, "person")
    for order in mine:
        if game.turn >= scene.turn and scene.words in game.question:
            break
        game.give(order)
    return game


def staged(host: Host, scene: Scene) -> Made:
    """The battle on the host, with a seat for Blue."""
    game = played(scene)
    wanted = Wanted(scene.scenario)
    heading = Heading(
        hashlib.blake2b(scene.name.encode(), digest_size=8).hexdigest(),
        game.book.id,
        game.book.version,
        scene.scenario,
        game.house,
        SEED,
        SALT,
        wanted.dice,
        wanted.blue,
        wanted.red,
    )
    return host.open(heading, game, wanted)


# --- the page -----------------------------------------------------------------------------------------------


@contextmanager
def serving() -> Iterator[tuple[str, Host]]:
    """A server of one's own, on a port of its own."""
    with tempfile.TemporaryDirectory() as folder, closing(socket.socket()) as s:
        app = make_app(Store(f"sqlite:///{folder}/games.db"))
        s.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [s]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        yield f"http://127.0.0.1:{s.getsockname()[1]}", app.state.server.host
        server.should_exit = True
        thread.join(10)


def settled(page: Page) -> None:
    expect(page.locator(".mapbox")).to_be_visible()
    expect(page.locator(".side")).to_have_attribute("aria-busy", "false")


def show_home(title: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.locator(".book", has_text=title).click()
        expect(page.get_by_role("button", name="Begin the battle")).to_be_visible()

    return act


def pick_one(page: Page) -> None:
    """A piece that can act, with its card and its reach."""
    settled(page)
    if not page.locator(".ucard").count():
        page.keyboard.press("]")
    expect(page.locator(".stats")).to_be_visible()


def show_odds(page: Page) -> None:
    settled(page)
    if not page.locator(".ucard").count():
        page.keyboard.press("]")
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="Odds")).to_contain_text("expected", timeout=30_000)


def show_refusal(page: Page) -> None:
    """A drag that goes too far."""
    pick_one(page)
    for _ in range(30):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Refused", timeout=20_000)


def show_marker(page: Page) -> None:
    """A hidden marker, with all that anybody knows of it."""
    settled(page)
    page.locator('g[data-n][aria-label*="hidden marker"]').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ucard .stats")).to_be_visible()


def show_picker(page: Page) -> None:
    """Six of eighteen spells are to be picked."""
    settled(page)
    expect(page.locator(".picker .items input:checked")).to_have_count(6)


def show_mage(page: Page) -> None:
    """The wizard in hand, with how far his spells carry, and those he can cast."""
    settled(page)
    page.locator('g[data-n][aria-label*="Wizard"]').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ucard .stats")).to_be_visible()
    sort = page.locator(".orders .sort", has_text="Cast")
    if sort.count():
        sort.click()


def show_rules(page: Page) -> None:
    pick_one(page)
    page.keyboard.press("/")
    page.keyboard.type("woods")
    expect(page.locator(".near mark").first).to_be_visible()


def show_chronicle(page: Page) -> None:
    settled(page)
    page.get_by_role("tab", name="Chronicle").click()


def show_end(page: Page) -> None:
    expect(page.locator(".graph")).to_be_visible(timeout=60_000)
    expect(page.locator(".keymoments")).to_be_visible(timeout=60_000)


@dataclass(frozen=True)
class Picture:
    name: str
    scene: Scene | None  # else home
    sizes: tuple[str, ...]
    act: Callable[[Page], None]

    @property
    def files(self) -> list[tuple[str, str, str]]:
        """Its names, each with the size and the theme."""
        both = ((size, theme) for size in self.sizes for theme in ("light", "dark"))
        return [(f"{self.name}-{size}-{theme}.png", size, theme) for size, theme in both]


def link(host: Host, scene: Scene | None) -> str:
    """Where a page shows it."""
    if scene is None:
        return "/"
    made = staged(host, scene)
    return f"/game/{made.game}#{made.tokens['blue']}"


def pictures() -> list[Picture]:
    every = tuple(SIZES)
    out = [Picture(f"home-{name}", None, every, show_home(title)) for name, title in (
        ("horse-and-musket", "Horse and Musket"), ("most-irregular", "Most Irregular"),
        ("early-19th-century", "Early 19th Century"), ("pike-and-shot", "Pike and Shot"),
        ("fire-at-will-men", "Fire At Will, Men"))]  # fmt: skip
    out += [Picture(f"table-{scene.name}", scene, every, pick_one) for scene in BATTLES]
    out += [Picture(scene.name, scene, every, show_odds) for scene in SHOOTING]
    out.append(Picture("refusal", BATTLES[0], ("desk", "phone"), show_refusal))
    out.append(Picture("rules", BATTLES[0], ("desk", "phone"), show_rules))
    out.append(Picture("chronicle", FOUGHT, ("phone",), show_chronicle))
    out.append(Picture("markers", MARKERS, ("desk", "phone"), show_marker))
    out.append(Picture("spells", SPELLS, every, show_picker))
    out.append(Picture("magic", MAGIC, every, show_mage))
    out.append(Picture("siege", SIEGE, ("desk", "phone"), pick_one))
    out += [Picture(scene.name, scene, ("desk", "phone"), show_end) for scene in ENDS]
    return out


def take(browser: Browser, url: str, act: Callable[[Page], None], size: str, theme: str) -> bytes:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url)
    act(page)
    page.wait_for_load_state("networkidle")
    png = page.screenshot()
    context.close()
    return png


# --- small files --------------------------------------------------------------------------------------------

PIXELS = """async data => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const bytes = pen.getImageData(0, 0, image.width, image.height).data;
  let text = '';
  for (let k = 0; k < bytes.length; k += 32768) text += String.fromCharCode(...bytes.subarray(k, k + 32768));
  return [image.width, image.height, btoa(text)];
}"""


def pixels(page: Page, png: bytes) -> np.ndarray[Any, Any]:
    """The colours of a picture, as the browser reads them."""
    width, height, data = page.evaluate(PIXELS, base64.b64encode(png).decode())
    return np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, width, 4)[:, :, :3]


def palette(image: np.ndarray[Any, Any], colours: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """So many colours that stand for all of them (median cut), and which is which."""
    flat = image.reshape(-1, 3)
    bins = (flat >> 3).astype(np.int64) @ np.array([1024, 32, 1])
    used, back, counts = np.unique(bins, return_inverse=True, return_counts=True)
    means = np.stack([np.bincount(back, flat[:, c]) / counts for c in range(3)], axis=1)
    boxes = [np.arange(len(used))]
    while len(boxes) < colours:
        spread = [
            float(np.ptp(means[b], axis=0).max()) * float(counts[b].sum()) ** 0.35 if len(b) > 1 else 0.0
            for b in boxes
        ]
        widest = int(np.argmax(spread))
        if spread[widest] <= 0.0:
            break
        boxes[widest : widest + 1] = halves(boxes[widest], means, counts)
    chosen = np.array([np.average(means[b], axis=0, weights=counts[b]) for b in boxes])
    which = np.empty(len(used), np.uint8)
    for k, b in enumerate(boxes):
        which[b] = k
    return chosen.round().astype(np.uint8), which[back].reshape(image.shape[:2])


def halves(
    box: np.ndarray[Any, Any], means: np.ndarray[Any, Any], counts: np.ndarray[Any, Any]
) -> list[np.ndarray[Any, Any]]:
    """A box of colours cut across its longest side, half of the pixels on each."""
    axis = int(np.argmax(np.ptp(means[box], axis=0)))
    order = box[np.argsort(means[box, axis], kind="stable")]
    middle = int(np.searchsorted(np.cumsum(counts[order]), counts[order].sum() / 2))
    cut = min(max(middle, 1), len(order) - 1)
    return [order[:cut], order[cut:]]


def written(image: np.ndarray[Any, Any], colours: int) -> bytes:
    """A PNG with a palette."""
    chosen, which = palette(image, colours)
    height, width = which.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), which], axis=1).tobytes()

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"PLTE", chosen.tobytes()) + chunk(b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + parts + chunk(b"IEND", b"")


def small(page: Page, png: bytes) -> bytes:
    image = pixels(page, png)
    made = written(image, COLOURS)
    return made if len(made) <= MOST else written(image, FEWER)


# --- all of them --------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="pictures whose name has this word")
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    if CHROMIUM is None or not (FOLDER / "index.html").is_file():
        print("pictures: Chromium and the built page are wanted", file=sys.stderr)
        return 1
    given.out.mkdir(parents=True, exist_ok=True)
    with serving() as (url, host), sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        desk = browser.new_page()
        paths: dict[Scene | None, str] = {}
        for picture in pictures():
            for name, size, theme in picture.files:
                if re.search(given.only, name):
                    if picture.scene not in paths:
                        paths[picture.scene] = link(host, picture.scene)
                    made = small(desk, take(browser, url + paths[picture.scene], picture.act, size, theme))
                    (given.out / name).write_bytes(made)
                    print(f"{name}: {len(made) // 1000} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
