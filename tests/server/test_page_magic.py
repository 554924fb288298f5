"""A whole game with magic through the page itself: spells are picked from the list, and cast by key, button and click."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .browser import AXE, needs_axe, needs_browser
from .browsing import Server, page_of
from .episodes import MOST, Ends, begin
from .players import Person, Sight
from .typist import Typist

pytestmark = needs_browser
TITLE, SCENARIO = "Fire At Will, Men", "The Worm of Bleak Tarn"
WIZARD = "The Court Wizard"
SIX = ("GREAT STORM", "FIRE IN THE SKY", "FOG BANK", "LIGHTNING BOLT", "FREEZE!", "MAGICAL SHIELD")
UNAIMED = ("FIRE IN THE SKY", "FOG BANK")
ANOTHER = "PHEONIX DOWN"
RUN = "async () => (await axe.run()).violations.map(v => `${v.impact} ${v.id}: ${v.nodes.map(n => n.html).join(' ')}`)"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.stop()
    assert found.errors() == []


def picker(page: Page) -> Locator:
    return page.get_by_role("form", name="Pick 6")


def box(page: Page, spell: str) -> Locator:
    return picker(page).get_by_role("checkbox", name=re.compile(f"^{re.escape(spell)} "))


def pick_six(page: Page) -> None:
    """Just these six; as long as there are not six, that is said and nothing can be given."""
    form, button = picker(page), picker(page).get_by_role("button", name="Write these down")
    expect(form.get_by_role("checkbox")).to_have_count(18)
    expect(form.get_by_role("status")).to_have_text("6 of 6 picked")
    for _ in SIX:
        form.get_by_role("checkbox", checked=True).first.uncheck()
    expect(form.get_by_role("status")).to_have_text("0 of 6 picked, 6 more to pick")
    expect(button).to_be_disabled()
    for spell in (*SIX, ANOTHER):
        box(page, spell).check()
    expect(form.get_by_role("status")).to_have_text("7 of 6 picked, one too many: take one away")
    expect(button).to_be_disabled()
    box(page, ANOTHER).uncheck()
    button.click()
    expect(form).to_have_count(0)


class Mage:
    """Casts what his wizard can cast, by another means each time, and lets all else pass."""

    def __init__(self, page: Page) -> None:
        self.page, self.person = page, Person(page, seed=5)
        self.cast: Counter[str] = Counter()
        self.means: Counter[str] = Counter()
        self.tried = -1

    def play(self) -> None:
        for _ in range(MOST):
            seen = self.person.look()
            if seen.over:
                return
            if seen.changes == self.tried or not self.casts(seen):
                self.tried = seen.changes
                self.goes_on()

    def goes_on(self) -> None:
        """The step is over; or a question is answered that must be."""
        seen = self.person.look()
        if seen.end:
            self.page.keyboard.press("e")
            assert self.person.settle(seen)
        else:
            self.person.act(seen)

    def casts(self, seen: Sight) -> bool:
        """Where he is asked who acts, his wizard is picked, and casts what he has cast least."""
        wizard = self.page.locator(f'g.can[data-n][role=button][aria-label^="{WIZARD}"]')
        if "moves, charges or casts" not in seen.prompt or not wizard.count():
            return False
        self.page.keyboard.press("Escape")
        wizard.first.focus()
        self.page.keyboard.press("Enter")
        sort = self.page.locator(".orders .sort", has_text="Cast")
        if not sort.count():
            return False
        sort.click()
        offers = self.page.locator(".orders .ord:enabled:not(.barred)").all()
        spells = [(o, s) for o in offers for s in SIX if o.locator("b").inner_text().startswith(s)]
        if not spells:
            return False
        self.casts_one(*min(spells, key=lambda pair: self.cast[pair[1]]))
        return True

    def casts_one(self, offer: Locator, spell: str) -> None:
        """What is looked at is marked on the table; then it is cast, and the chronicle tells it."""
        seen = self.person.look()
        offer.hover()
        at_somebody = spell not in UNAIMED and WIZARD.lower() not in offer.inner_text().lower()
        expect(self.page.locator("[data-target].on")).to_have_count(int(at_somebody))
        ways = {"key": self.by_key, "button": self.by_button}
        if at_somebody:
            ways["target"] = self.by_target
        means = min(ways, key=lambda way: self.means[way])
        ways[means](offer)
        assert self.person.settle(seen), f"{spell} was not cast by {means}"
        self.means[means] += 1
        told = self.page.locator(".entries > .entry", has_text=f"{WIZARD} casts").first.text_content() or ""
        said = next((s for s in SIX if f"casts {s}" in told), "")
        assert said == spell or (said and means == "target"), f"{spell} by {means}: {told}"
        self.cast[said] += 1

    def by_key(self, offer: Locator) -> None:
        key = offer.get_attribute("aria-keyshortcuts")
        assert key is not None
        self.page.keyboard.press(key)

    def by_button(self, offer: Locator) -> None:
        offer.click()

    def by_target(self, offer: Locator) -> None:
        """With the spells open, one of those in brackets on the table: once to see what it is, once to do it."""
        number = int(self.page.locator("[data-target].on").get_attribute("data-target") or -1)
        grip = next(p["grip"] for p in self.person.look().pieces if p["n"] == number)
        self.page.mouse.click(*grip)
        expect(self.page.locator(".orders .ord.on")).to_have_count(1)
        expect(self.page.get_by_role("region", name="Odds")).to_contain_text(
            re.compile("expected|Nobody is lost")
        )
        self.page.mouse.click(*grip)


def test_a_whole_game_with_magic(server: Server, browser: Browser, tmp_path: Path) -> None:
    with page_of(browser, server) as page:
        begin(page, server, TITLE, "Drill book", scenario=SCENARIO)
        pick_six(page)
        expect(page.locator(".entries > .entry", has_text="writes down 6 spells")).to_have_count(
            2
        )  # the other mage too, and which is his secret
        mage = Mage(page)
        mage.play()
        Ends(tmp_path).check(page)
    assert len(mage.cast) >= 3, mage.cast
    assert {"key", "button", "target"} <= set(mage.means), (mage.means, mage.cast)


def test_spells_are_picked_without_a_mouse(server: Server, browser: Browser) -> None:
    with page_of(browser, server) as page:
        begin(page, server, TITLE, "Drill book", scenario=SCENARIO)
        status = picker(page).get_by_role("status")
        expect(status).to_have_text("6 of 6 picked")
        typist = Typist(page, seed=1)
        page.keyboard.press("2")
        expect(box(page, "HEAL")).to_be_checked()
        typist.tab_to("BEGONE!")
        page.keyboard.press("Space")
        expect(status).to_have_text("7 of 6 picked, one too many: take one away")
        typist.tab_to("HEAL")
        page.keyboard.press("Space")
        expect(status).to_have_text("6 of 6 picked")
        typist.tab_to("Write these down", back=True)
        page.keyboard.press("Enter")
        expect(picker(page)).to_have_count(0)


def test_on_one_screen_the_picks_of_one_are_covered_from_the_other(server: Server, browser: Browser) -> None:
    with page_of(browser, server) as page:
        begin(page, server, TITLE, "Somebody here", scenario=SCENARIO)
        curtain = page.get_by_role("dialog", name="Hand over the screen")
        for army, mage in (("King's Hunt", WIZARD), ("Host of Bleak Tarn", "The Necromancer")):
            expect(curtain).to_contain_text(army)
            expect(picker(page)).to_have_count(0)
            curtain.get_by_role("button").click()
            expect(page.locator(".prompt h1")).to_contain_text(mage.replace("The ", "the "))
            picker(page).get_by_role("button", name="Write these down").click()
        assert Person(page, seed=3).look().turn.startswith("Turn 1 ")


@needs_axe
@pytest.mark.parametrize(("scheme", "size"), [("light", (1440, 900)), ("dark", (420, 900))])
def test_axe_finds_no_fault_in_the_picker(
    server: Server, browser: Browser, scheme: str, size: tuple[int, int]
) -> None:
    view = {"width": size[0], "height": size[1]}
    with page_of(browser, server, viewport=view, color_scheme=scheme, bypass_csp=True) as page:
        begin(page, server, TITLE, "Drill book", scenario=SCENARIO)
        expect(picker(page)).to_be_visible()
        page.add_script_tag(path=AXE)
        assert page.evaluate(RUN) == []
