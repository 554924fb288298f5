"""What stands on the buttons of orders."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import brief
from grognard.books.fire_at_will.forces import Names
from grognard.books.fire_at_will.state import FIGURE, Act, AskKind, Battle, Colour, Edge, Posted, Spell
from grognard.values import Ask, Order

from .field import order
from .test_scene import CHAPEL, SIEGE, WORM, battle, number

ASK = Ask(int(AskKind.ACTION), 0, -1, -1)


def told(b: Battle, n: Names, o: Order) -> tuple[str, str]:
    said = brief.brief(b, n, ASK, o, "as it is")
    assert said.group
    return said.title, said.more


def test_every_order_but_yes_no_and_done_has_words_of_its_own() -> None:
    assert set(Act) - set(brief.BRIEFS) == {Act.DONE, Act.YES, Act.NO}
    b, n = battle(CHAPEL)
    assert told(b, n, order(Act.DONE)) == ("as it is", "")


def test_moves_in_the_words_of_the_men() -> None:
    b, n = battle(CHAPEL)
    f, red, dragon = number(n, "M1"), number(n, "O1"), number(n, "MA1")
    assert told(b, n, order(Act.ADVANCE, f, x=3)) == ("advance", "3 inches north")
    assert told(b, n, order(Act.ADVANCE, red, x=3)) == ("advance", "3 inches south")
    assert told(b, n, order(Act.BACK, f, x=1.5)) == ("step back", "1.5 inches south")
    assert told(b, n, order(Act.SIDESTEP, f, x=-1)) == ("step left", "1 inch to the left")
    assert told(b, n, order(Act.WHEEL, f, fx=0.6, fy=0.8)) == ("wheel half right", "37°, to face north-east")
    assert told(b, n, order(Act.TURN, f, how=Edge.REAR)) == ("turn about", "its rear becomes its front")
    assert told(b, n, order(Act.RESHAPE, f, 4)) == ("form 4 files", "2 ranks deep")
    u = b.formations[dragon]
    assert told(b, n, order(Act.MARCH, dragon, x=u.x + 6, y=u.y, fx=0, fy=1)) == (
        "go right",
        "6 inches east, facing north",
    )
    assert told(b, n, order(Act.MARCH, dragon, x=u.x, y=u.y, fx=-1, fy=0)) == ("face west", "turn left")


def test_contact_names_the_enemy_and_how_far_he_is() -> None:
    b, n = battle(CHAPEL)
    f, foe = number(n, "M3"), number(n, "O1")
    b.formations[foe].original = 6
    assert told(b, n, order(Act.CHARGE, f, foe)) == (
        "charge the Chieftain's Own",
        "6 strips, 20.5 inches away",
    )
    assert told(b, n, order(Act.VOLLEY, f, foe)) == (
        "all at the Chieftain's Own",
        "each strip at the nearest, 20.5 inches away",
    )
    title, more = told(b, n, order(Act.VOLLEY, number(n, "M8"), foe))
    assert title == "shoot at the Chieftain's Own" and more.startswith("at its nearest strip, ")
    giant = b.formations[number(n, "OA2")].members[0]
    b.strips[giant].wounds = 1
    title, more = told(b, n, order(Act.SHOOT, b.formations[f].members[0], giant))
    assert title == "shoot at the Giant" and more.endswith("away, 1 of 2 hits taken")
    assert told(b, n, order(Act.STRIKE, 0, giant)) == ("The Giant", "1 of 2 hits taken")


def test_speeches_and_insults_say_what_they_are_worth() -> None:
    b, n = battle(CHAPEL)
    general = b.formations[number(n, "M0")].members[0]
    assert told(b, n, order(Act.SPEECH, general, number(n, "M1"))) == (
        "speak to the Axemen",
        "The General, +2 to its nerve",
    )
    title, more = told(b, n, order(Act.INSULT, general, number(n, "O1")))
    assert title == "insult the Chieftain's Own" and more.endswith("inches away, −1 to its nerve")


def test_buildings_and_characters() -> None:
    b, n = battle(SIEGE)
    f, house = number(n, "W5"), n.terrain.index("The barn")
    assert told(b, n, order(Act.ENTER, f, house, 4 + 8)) == ("enter the barn", "4 north and 1 east")
    guard = number(n, "W1")
    assert told(b, n, order(Act.LEAVE, guard, 3, fx=0, fy=-1)) == (
        "leave the Ford House",
        "3 files, facing south",
    )
    warden = b.formations[guard].character
    assert told(b, n, order(Act.JOIN, warden, f, Posted.LEFT)) == (
        "join the Levy",
        "The Warden, at the left end of the front rank",
    )
    assert told(b, n, order(Act.FLEE_DUEL, warden, f, x=b.strips[warden].x, y=b.strips[warden].y + 2)) == (
        "break off the duel",
        "2 inches, to the Levy, and take 1 hit",
    )


def test_a_spell_says_its_price_its_die_and_its_time() -> None:
    b, n = battle(WORM)
    mage, foe = b.formations[number(n, "K8")].members[0], number(n, "D3")
    row = b.spells[Spell.FREEZE]
    title, more = told(b, n, order(Act.CAST, mage, foe, Spell.FREEZE))
    assert title == "FREEZE!: the Drowned" and more.startswith(f"1 point, {20 - row.cost} left")
    assert more.count(f"works on {row.needs} or more") == (row.needs > 1)
    slayer = b.formations[number(n, "K7")].members[0]
    assert told(b, n, order(Act.CAST, mage, slayer, Spell.HEAL))[0] == "HEAL: the Dragon Slayer"
    assert told(b, n, order(Act.CAST, mage, FIGURE + slayer, Spell.BE_GONE))[0].endswith(
        ": the Dragon Slayer"
    )
    assert told(b, n, order(Act.CAST, mage, Colour.RED, Spell.FIRE_IN_THE_SKY))[0] == "FIRE IN THE SKY, red"
    b.mages[b.strips[mage].mage].points = 5
    assert told(b, n, order(Act.MEDITATE, mage))[1] == "1 point if nothing disturbs him, 5 of 20 now"
    assert told(b, n, order(Act.PICK, 0, how=1 << Spell.HEAL | 1 << Spell.FREEZE))[1] == "FREEZE!, HEAL"


@pytest.mark.parametrize("spell", Spell)
def test_who_picks_reads_what_a_spell_is(spell: Spell) -> None:
    b, _ = battle(WORM)
    words = brief.spell_words(b, int(spell))
    row = b.spells[spell]
    assert words.startswith(f"{row.cost} point") and ("as far as one sees" in words) == (row.reach == 0)


def test_which_orders_are_places_and_which_let_the_question_pass() -> None:
    b, _ = battle(WORM)
    assert brief.is_place(b, order(Act.MARCH)) and brief.is_place(b, order(Act.CAST, how=Spell.FOG_BANK))
    assert not brief.is_place(b, order(Act.ADVANCE)) and not brief.is_place(
        b, order(Act.CAST, how=Spell.HEAL)
    )
    assert brief.passes(ASK, order(Act.DONE)) and not brief.passes(ASK, order(Act.MARCH))
