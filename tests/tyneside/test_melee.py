"""Melee: matches, modifiers, who is struck, who gives way."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from grognard.books.tyneside import matches, melee
from grognard.books.tyneside.figures import group_gap
from grognard.books.tyneside.state import Code, Gait, Lost, Part

from .field import Act, AskKind, Ev, Field, order


def fight(
    book: str = "ec", own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **house: Any
) -> tuple[Field, int, int]:
    """One man against one, base to base."""
    f = Field(book, **house)
    a = f.group("blue", 1, 60, 20, **{"arms": ("sword",), **(own or {})})
    c = f.group("red", 1, 60, 22, "south", **{"arms": ("sword",), **(foe or {})})
    return f, a, c


def parts(f: Field, i: int) -> dict[Part, int]:
    """What was added to a figure's die."""
    matches.make_matches(f.b)
    f.b.log.n = 0
    total = melee.modifiers(f.b, i)
    found = {Part(e.b): int(e.a) for e in f.events(Ev.FIGHT_SUM)}
    assert sum(found.values()) == total
    return found


# Matches


def drawn_up(own: list[tuple[float, float]], foes: list[tuple[float, float]]) -> Field:
    f = Field("ec")
    f.group("blue", len(own), 0, 0, places=own)
    f.group("red", len(foes), 0, 0, "south", places=foes)
    matches.make_matches(f.b)
    return f


def sizes(f: Field) -> list[tuple[int, int]]:
    return [(fighters(f, m, 0), fighters(f, m, 1)) for m in range(f.b.matches)]


def fighters(f: Field, match: int, side: int) -> int:
    men = f.b.figures[: f.b.n_figures]
    return sum(h.match == match and h.side == side and not h.supports for h in men)


@pytest.mark.rule("TY-086", "TY-R69")
def test_one_to_one_where_contacts_allow() -> None:
    f = drawn_up([(60, 20), (62, 20)], [(60, 22), (62, 22)])
    assert sizes(f) == [(1, 1), (1, 1)]


@pytest.mark.rule("TY-086", "TY-R69")
def test_nobody_is_left_without_a_man_because_another_took_him() -> None:
    # the first could fight either enemy, the second only the first enemy
    f = drawn_up([(61, 20.3), (59, 20.3)], [(60, 22.0), (62, 22.0)])
    assert sizes(f) == [(1, 1), (1, 1)]


@pytest.mark.rule("TY-R69")
def test_surplus_figures_are_spread() -> None:
    f = drawn_up([(60, 20), (58, 22), (62, 22)], [(60, 22)])
    assert sizes(f) == [(3, 1)]


@pytest.mark.rule("TY-R78")
def test_groups_linked_by_contact_are_one_melee() -> None:
    f = Field("ec")
    a = f.group("blue", 1, 60, 20)
    c = f.group("red", 2, 0, 0, "south", places=[(60, 22), (70, 22)])
    d = f.group("blue", 1, 70, 20)
    e = f.group("red", 1, 100, 22, "south")
    g = f.group("blue", 1, 100, 20)
    matches.make_matches(f.b)
    assert f.g(a).melee == f.g(c).melee == f.g(d).melee != f.g(e).melee == f.g(g).melee


# The die


@pytest.mark.rule("TY-089", "TY-091", "PS-106")
@pytest.mark.parametrize("book", ["ec", "ps"])
@pytest.mark.parametrize(("quality", "found"), [("low", {Part.LOW: -1}), ("mid", {}), ("top", {Part.TOP: 1})])
def test_class_in_melee(book: str, quality: str, found: dict[Part, int]) -> None:
    f, a, _ = fight(book, {"quality": quality})
    assert parts(f, f.of(a)[0]) == found


@pytest.mark.rule("TY-090", "TY-R71")
def test_each_enemy_beyond_the_first() -> None:
    f = Field("ec")
    a = f.group("blue", 1, 60, 20, quality="low", arms=("sword",))
    f.group("red", 3, 0, 0, "south", places=[(60, 22), (58, 20), (62, 20)], arms=("sword",))
    assert parts(f, f.of(a)[0]) == {Part.LOW: -1, Part.OUTNUMBERED: -2}


@pytest.mark.rule("TY-092", "TY-R72", "EC-006", "EC-007", "EC-010", "PS-010", "PS-R04")
@pytest.mark.parametrize(
    ("book", "own", "foe", "better"),
    [
        ("ec", {"arms": ("sword",)}, {"arms": ("musket",)}, True),
        ("ec", {"arms": ("sword",)}, {"arms": ("musket",), "bayonet": True}, False),
        ("ec", {"arms": ("pistol", "hatchet")}, {"arms": ("pistol",)}, True),
        ("ps", {"arms": ("halbert",)}, {"arms": ("pike",)}, True),
        ("ps", {"arms": ("club",)}, {"arms": ("musket",)}, False),
        ("ps", {"arms": ()}, {"arms": ("club",)}, False),
    ],
)
def test_the_better_weapon(book: str, own: dict[str, Any], foe: dict[str, Any], better: bool) -> None:
    f, a, _ = fight(book, own, foe)
    assert (parts(f, f.of(a)[0]) == {Part.WEAPON: 1}) == better


FACTORS = [
    ("ec", {"rifle": 2, "musket": 2, "pistol": 1, "partisan": 3, "sword": 3, "hatchet": 2, "rocks": 1}, {}),
    ("ec", {"carbine": 2, "lance": 3, "bow": 2, "revolver": 1, "blunderbuss": 1, "breech_rifle": 2}, {}),
    ("ec", {"rifle": 3, "musket": 3, "minie_rifle": 3, "carbine": 2, "pistol": 1}, {"bayonet": True}),
    ("ps", {"rifled_musket": 2, "musket": 2, "dragoon_musket": 2, "bow": 2, "carabin": 2}, {}),
    (
        "ps",
        {"rifled_pistol": 2, "pistol": 2, "halbert": 4, "partisan": 4, "sword": 3, "pike": 3, "club": 2},
        {},
    ),
]


@pytest.mark.rule("TY-006", "EC-006", "EC-007", "EC-008", "EC-009", "EC-010", "EC-011", "EC-012", "EC-R02")
@pytest.mark.rule(
    "PS-004", "PS-005", "PS-006", "PS-007", "PS-008", "PS-009", "PS-010", "PS-011", "PS-012", "PS-R04"
)
@pytest.mark.parametrize(("book", "factors", "state"), FACTORS)
def test_the_melee_factor_of_every_weapon(book: str, factors: dict[str, int], state: dict[str, Any]) -> None:
    for arm, factor in factors.items():
        f, a, _ = fight(book, {"arms": (arm,), **state})
        assert matches.best_factor(f.b, f.of(a)[0]) == factor, arm


@pytest.mark.rule("TY-092")
def test_better_than_all_opponents() -> None:
    f = Field("ec")
    a = f.group("blue", 1, 60, 20, arms=("sword",))
    f.group("red", 2, 0, 0, "south", places=[(58, 20), (62, 20)], arms=("pistol",))
    f.f(2).arms = [3, 0, 0]
    assert Part.WEAPON not in parts(f, f.of(a)[0])


@pytest.mark.rule("EC-066", "EC-067", "EC-R27")
@pytest.mark.parametrize(("kind", "bonus"), [("shock", 1), ("cuirassiers", 2), ("skirmish_horse", 0)])
def test_charging_horse_of_the_early_19th_century(kind: str, bonus: int) -> None:
    f, a, _ = fight("ec", {"kind": kind, "mounted": True})
    f.f(f.of(a)[0]).y = 19.5
    f.g(a).charged, f.g(a).charge_from = 1, 5.1
    assert parts(f, f.of(a)[0]).get(Part.CHARGE, 0) == bonus
    f.g(a).charge_from = 5.0
    assert Part.CHARGE not in parts(f, f.of(a)[0])
    f.g(a).charge_from, f.b.turn = 9.0, 2
    assert Part.CHARGE not in parts(f, f.of(a)[0])


@pytest.mark.rule("PS-104", "PS-105", "PS-R09")
@pytest.mark.parametrize(("gait", "bonus"), [(Gait.WALK, 0), (Gait.TROT, 1), (Gait.GALLOP, 2)])
def test_charging_horse_of_pike_and_shot(gait: Gait, bonus: int) -> None:
    f, a, _ = fight("ps", {"kind": "swedish", "mounted": True})
    f.f(f.of(a)[0]).y = 19.5
    f.g(a).charged, f.g(a).charge_from, f.g(a).charge_gait = 1, 20.0, gait
    assert parts(f, f.of(a)[0]).get(Part.CHARGE, 0) == bonus


@pytest.mark.rule("PS-102", "PS-103", "PS-R33")
@pytest.mark.parametrize(
    ("armour", "targe", "worth"),
    [
        ("none", False, 0),
        ("buff", False, -1),
        ("none", True, -1),
        ("buff", True, -1),
        ("half", False, -2),
        ("cuirassier", False, -2),
        ("half", True, -3),
    ],
)
def test_the_armour_of_the_enemy(armour: str, targe: bool, worth: int) -> None:
    f, a, _ = fight("ps", None, {"armour": armour, "targe": targe})
    assert parts(f, f.of(a)[0]).get(Part.ARMOUR, 0) == worth


# Winning


@pytest.mark.rule("TY-088", "TY-093", "TY-094", "TY-095", "TY-R73", "TY-013")
@pytest.mark.parametrize(
    ("blue", "red", "wounded", "dead"), [(4, 1, 0, 0), (5, 1, 1, 0), (6, 1, 0, 1), (6, 6, 0, 0), (1, 6, 0, 0)]
)
def test_only_a_winner_hits_on_a_natural_five_or_six(blue: int, red: int, wounded: int, dead: int) -> None:
    f, _, c = fight()
    f.dice(blue, red)
    melee.fight_all(f.b)
    f.used_up()
    assert f.g(c).dead == dead and sum(f.f(i).wounded for i in f.of(c)) == wounded


@pytest.mark.rule("TY-094")
def test_the_natural_die_counts_whatever_is_added() -> None:
    f, _, c = fight(own={"quality": "top"})
    f.dice(4, 1)
    melee.fight_all(f.b)
    assert f.g(c).dead == 0 and not f.f(f.of(c)[0]).wounded  # 5 in all, but a natural 4


@pytest.mark.rule("TY-R70", "TY-R49")
def test_the_best_die_of_several_and_the_victim_of_one() -> None:
    f = Field("ec")
    a = f.group("blue", 1, 60, 20, arms=("sword",), quality="top")
    c = f.group("red", 2, 0, 0, "south", places=[(58, 20), (62, 20)], arms=("sword",))
    f.f(f.of(c)[0]).wounded = True
    f.dice(6, 2, 1)
    f.play(melee.fight_all, order(Act.STRIKE, f.of(a)[0], f.of(c)[1]))
    f.used_up()
    assert f.f(2).lost == Lost.KILLED and f.f(1).lost == Lost.NO


@pytest.mark.rule("TY-R70")
def test_pairwise_if_a_game_has_it_so() -> None:
    f = Field("ec", multi_match="pairwise")
    f.group("blue", 1, 60, 20, arms=("sword",))
    c = f.group("red", 2, 0, 0, "south", places=[(58, 20), (62, 20)], arms=("sword",))
    f.dice(6, 1, 1)
    melee.fight_all(f.b)
    f.used_up()
    assert f.g(c).dead == 2


# Giving way


@pytest.mark.rule("TY-096", "TY-R74", "TY-R75")
def test_who_suffered_more_moves_back_five() -> None:
    f = Field("ec")
    f.group("blue", 2, 61, 20, gap=0, arms=("sword",))
    c = f.group("red", 2, 61, 22, "south", gap=0, arms=("sword",))
    f.dice(6, 2, 1, 1)  # one dead, the other match is blue's by 2 to 1
    melee.fight_all(f.b)
    assert f.one(Ev.PUSHED_BACK).actor == c
    man = f.f(f.of(c)[0])
    assert hypot(man.x - 62, man.y - 22) == pytest.approx(5.0) or hypot(
        man.x - 60, man.y - 22
    ) == pytest.approx(5.0)
    assert man.fy == -1.0 and man.y > 26 and f.g(c).pushed_back


@pytest.mark.rule("TY-096", "TY-R75")
@pytest.mark.parametrize("base", [2.0, 14.0])
def test_who_gives_way_stops_at_friends_however_wide_the_bases(base: float) -> None:
    f = Field("ec", mounted_base=base)
    g, behind, _ = (
        f.group("blue", 1, 60, 60, mounted=True),
        f.group("blue", 1, 60, 57 - base, mounted=True),
        f.group("red", 1, 60, 60 + base, "south", mounted=True),
    )
    melee.push_back(f.b, g, False)
    assert group_gap(f.b, g, behind) == pytest.approx(0.0, abs=0.01)
    assert f.f(f.of(g)[0]).y == pytest.approx(57.0, abs=0.01)


@pytest.mark.rule("TY-096", "TY-R13", "TY-R74")
@pytest.mark.parametrize(("option", "counts"), [(True, True), (False, False)])
def test_in_a_draw_both_move_back(option: bool, counts: bool) -> None:
    f, a, c = fight(drawn_counts_as_retreat=option)
    f.dice(2, 2)
    melee.fight_all(f.b)
    assert f.f(f.of(a)[0]).y == pytest.approx(15) and f.f(f.of(c)[0]).y == pytest.approx(27)
    assert f.g(a).pushed_back == f.g(c).pushed_back == counts


@pytest.mark.rule("TY-097", "TY-R75")
@pytest.mark.parametrize(
    ("code", "follows"), [(Code.CTC, True), (Code.ADC, True), (Code.HLT, False), (Code.CTF, False)]
)
def test_uncommanded_winners_follow_by_their_result(code: Code, follows: bool) -> None:
    f = Field("ec")
    a = f.group("blue", 2, 61, 20, gap=0, arms=("sword",))
    c = f.group("red", 2, 61, 22, "south", gap=0, arms=("sword",))
    f.g(a).code = code
    f.dice(5, 2, 1, 1)
    melee.fight_all(f.b)
    assert bool(f.events(Ev.FOLLOWS_UP)) == follows
    assert (matches.has_enemy(f.b, f.of(a)[0])) == follows
    assert f.g(c).suffered == 1


@pytest.mark.rule("TY-097")
@pytest.mark.parametrize("act", [Act.FOLLOW_UP, Act.STAY])
def test_commanded_winners_follow_as_they_please(act: Act) -> None:
    f = Field("ec")
    a = f.group("blue", 2, 61, 20, gap=0, arms=("sword",))
    f.group("red", 2, 61, 22, "south", gap=0, arms=("sword",))
    f.g(a).commander = a
    f.dice(5, 2, 1, 1)
    (ask,) = f.play(melee.fight_all, order(act, a))
    assert ask.kind == AskKind.FOLLOW and bool(f.events(Ev.FOLLOWS_UP)) == (act == Act.FOLLOW_UP)


@pytest.mark.rule("PS-107", "PS-R34")
def test_horse_that_galloped_must_follow() -> None:
    f = Field("ps")
    a = f.group("blue", 2, 61.5, 19.5, gap=0, arms=("sword",), kind="swedish", mounted=True)
    f.group("red", 2, 61.5, 22, "south", gap=1, arms=("sword",))
    f.g(a).commander, f.g(a).charged, f.g(a).charge_gait, f.g(a).charge_from = a, 1, Gait.GALLOP, 30.0
    f.dice(5, 2, 1, 1)
    melee.fight_all(f.b)
    assert f.events(Ev.FOLLOWS_UP)


@pytest.mark.rule("TY-R74")
@pytest.mark.parametrize(
    ("score", "loser"), [("kills2_wounds1", "red"), ("casualties", "both"), ("matches_won", "blue")]
)
def test_how_a_melee_is_scored(score: str, loser: str) -> None:
    f = Field("ec", melee_score=score)
    a = f.group("blue", 3, 62, 20, gap=0, arms=("sword",))
    c = f.group("red", 3, 62, 22, "south", gap=0, arms=("sword",))
    f.dice(6, 1)  # red loses a man
    f.dice(1, 5)  # blue has one wounded
    f.dice(1, 2)  # and loses another match
    melee.fight_all(f.b)
    back = {int(e.actor) for e in f.events(Ev.PUSHED_BACK)}
    assert back == {"red": {c}, "blue": {a}, "both": {a, c}}[loser]


# Pikes


@pytest.mark.rule("PS-098", "PS-R30")
def test_ranks_of_pikes_support_in_the_first_turn() -> None:
    f = Field("ps")
    pikes = f.group("blue", 5, 60, 16, ranks=5, gap=0, arms=("pike",))
    f.group("red", 1, 60, 22, "south", arms=("sword",))
    f.g(pikes).charged = 1
    matches.make_matches(f.b)
    assert [i for i in f.of(pikes) if f.f(i).match == 0] == f.of(pikes)[:4]
    assert [f.f(i).supports for i in f.of(pikes)] == [False, True, True, True, False]
    f.b.turn = 2
    matches.make_matches(f.b)
    assert [i for i in f.of(pikes) if f.f(i).match == 0] == f.of(pikes)[:1]


@pytest.mark.rule("PS-097", "PS-R31")
def test_a_single_pike_behind_two_ranks_of_shot() -> None:
    f = Field("ps")
    shot = f.group("blue", 2, 60, 19, ranks=2, gap=0)
    pike = f.group("blue", 2, 60, 15, ranks=2, gap=0, arms=("pike",))
    f.group("red", 1, 60, 22, "south", arms=("sword",))
    f.b.turn = 3  # it needs no first turn
    matches.make_matches(f.b)
    assert [f.f(i).supports for i in f.of(pike)] == [True, False]
    assert [f.f(i).match for i in f.of(shot)] == [0, -1]


@pytest.mark.rule("PS-099", "PS-100", "PS-R32")
def test_pikes_at_five_are_hit_only_by_pikes() -> None:
    f = Field("ps")
    pikes = f.group("blue", 1, 60, 20, arms=("pike",))
    swords = f.group("red", 1, 60, 26.5, "south", arms=("sword",))
    f.g(pikes).at_pikes_length = True
    f.dice(1, 6)
    melee.fight_all(f.b)
    f.used_up()
    assert f.g(pikes).dead == 0
    f.dice(6, 1)
    f.g(pikes).at_pikes_length = True
    f.f(f.of(pikes)[0]).y = f.f(f.of(swords)[0]).y - 6.5
    melee.fight_all(f.b)
    assert f.g(swords).dead == 1
