"""Shooting: who may, at whom, how many, and what hits do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from grognard.books.tyneside import loading, shooting, volleys
from grognard.books.tyneside.hits import strike, suffer_all
from grognard.books.tyneside.sight import cover_from
from grognard.books.tyneside.state import (
    Armour,
    Band,
    Battle,
    Cover,
    Damage,
    Gait,
    Hit,
    Lost,
    Quality,
    Shape,
    Weapon,
)
from grognard.lab.odds import exact, spare
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field


def duel(
    book: str, apart: float, men: int = 6, foes: int = 6, commanded: bool = True, **more: Any
) -> tuple[Field, int, int]:
    """A group and its target so far before it, base to base."""
    house = more.pop("house", {})
    foe = more.pop("foe", {})
    f = Field(book, width=300, depth=300, **house)
    own = f.group("blue", men, 100, 20, **more)
    target = f.group("red", foes, 100, 22 + apart, "south", **foe)
    if commanded:
        f.g(own).commander = own
    f.ready()
    return f, own, target


RANGES = [
    ("ec", "rifle", (30, 90, 180)),
    ("ec", "musket", (20, 40, 120)),
    ("ec", "pistol", (4, 8, 20)),
    ("ec", "partisan", (8, 12, 24)),
    ("ec", "hatchet", (5, 10, 20)),
    ("ec", "rocks", (4, 8, 20)),
    ("ec", "bow", (10, 20, 45)),
    ("ec", "minie_rifle", (30, 90, 180)),
    ("ec", "breech_rifle", (30, 90, 180)),
    ("ec", "carbine", (20, 40, 120)),
    ("ec", "revolver", (4, 8, 20)),
    ("ec", "blunderbuss", (4, 8, 20)),
    ("ps", "rifled_musket", (25, 60, 120)),
    ("ps", "musket", (10, 30, 70)),
    ("ps", "firelock", (10, 30, 70)),
    ("ps", "dragoon_musket", (10, 20, 45)),
    ("ps", "bow", (10, 20, 45)),
    ("ps", "carabin", (10, 25, 60)),
    ("ps", "rifled_pistol", (10, 25, 50)),
    ("ps", "pistol", (4, 8, 20)),
]


@pytest.mark.rule(
    "TY-005", "TY-006", "TY-R02", "EC-006", "EC-007", "EC-008", "EC-009", "EC-011", "EC-012", "EC-R02"
)
@pytest.mark.rule("PS-004", "PS-005", "PS-006", "PS-007", "PS-008", "PS-009", "PS-R13")
@pytest.mark.parametrize(("book", "weapon", "limits"), RANGES)
def test_bands_of_every_weapon(book: str, weapon: str, limits: tuple[float, float, float]) -> None:
    f, w = Field(book), int(Weapon[weapon.upper()])
    for band, limit in enumerate(limits):
        assert shooting.band_of(f.b, w, limit) == band
        assert shooting.band_of(f.b, w, limit + 0.01) == band + 1


FACTORS = {
    "ec": {
        **dict.fromkeys(("partisan", "sword", "lance"), 3),
        **dict.fromkeys(
            ("rifle", "minie_rifle", "breech_rifle", "musket", "carbine", "hatchet", "bow", "club"), 2
        ),
        **dict.fromkeys(("pistol", "revolver", "blunderbuss", "rocks"), 1),
    },
    "ps": {
        **dict.fromkeys(("halbert", "partisan"), 4),
        **dict.fromkeys(("sword", "pike"), 3),
        **dict.fromkeys(("rifled_musket", "musket", "firelock", "dragoon_musket", "bow"), 2),
        **dict.fromkeys(("carabin", "rifled_pistol", "pistol", "club"), 2),
    },
}


@pytest.mark.rule("EC-006", "EC-007", "EC-008", "EC-009", "EC-010", "EC-011", "EC-012", "EC-R02")
@pytest.mark.rule("PS-010", "PS-011", "PS-012", "PS-R04")
@pytest.mark.parametrize("book", list(FACTORS))
def test_melee_factors_of_every_weapon(book: str) -> None:
    factors = Field(book).b.rules.weapon_factor
    found = {Weapon(w).name.lower(): factor for w, factor in enumerate(factors) if factor}
    assert found == FACTORS[book]


@pytest.mark.rule("EC-010", "PS-010", "PS-011", "PS-012", "TY-005")
@pytest.mark.parametrize(
    ("book", "weapon"), [("ec", "sword"), ("ec", "lance"), ("ps", "pike"), ("ps", "halbert"), ("ps", "club")]
)
def test_what_has_no_ranges_does_not_shoot(book: str, weapon: str) -> None:
    f, own, target = duel(book, 3, arms=(weapon,))
    assert not shooting.can_shoot_at(f.b, own, target)


CHART = {
    "ec": ((20, (2, 4, 6)), (40, (4, 6, 7)), (120, (6, 7, 8))),
    "ps": ((10, (3, 5, 7)), (30, (6, 7, 8)), (70, (7, 8, 9))),
}


@pytest.mark.rule("TY-052", "EC-030", "EC-031", "EC-032", "PS-034", "PS-035", "PS-036", "TY-R59")
@pytest.mark.parametrize("book", ["ec", "ps"])
@pytest.mark.parametrize("band", [0, 1, 2])
@pytest.mark.parametrize(("cover", "kind"), [(0, ""), (1, "hedge"), (2, "wall")])
def test_the_number_to_hit(book: str, band: int, cover: int, kind: str) -> None:
    apart, numbers = CHART[book][band]
    f, own, target = duel(book, apart, men=1, foes=1)
    if kind:
        y = f.f(f.of(target)[0]).y - 2
        f.terrain(kind, line=[(90, y), (110, y)])
    i, j = f.of(own)[0], f.of(target)[0]
    assert cover_from(f.b, j, f.f(i).x, f.f(i).y) == cover
    assert shooting.to_hit(f.b, i, j) == numbers[cover]
    assert shooting.can_shoot_at(f.b, own, target) == (numbers[cover] <= 8)


@pytest.mark.rule("TY-063")
def test_the_wounded_shoot_at_short_range_only() -> None:
    for apart, may in ((20, True), (21, False)):
        f, own, target = duel("ec", apart, men=1, foes=1, wounded=True)
        assert shooting.can_shoot_at(f.b, own, target) == may


@pytest.mark.rule("TY-050", "EC-023", "TY-R46")
def test_firing_empties_and_a_halted_turn_loads() -> None:
    f, own, target = duel("ec", 10, men=2)
    f.dice(1, 1)
    volleys.fire(f.b, own, target)
    assert not any(f.f(i).loaded for i in f.of(own))
    f.b.turn += 1
    f.ready()
    assert not shooting.can_shoot_at(f.b, own, target)
    loading.load_all(f.b)
    assert all(f.f(i).loaded for i in f.of(own)) and f.one(Ev.LOADS).a == 2


@pytest.mark.rule("TY-R46")
@pytest.mark.parametrize("state", [{"spent": 0.1}, {"shot": 1}])
def test_who_moves_or_fires_does_not_load(state: dict[str, Any]) -> None:
    f, own, _ = duel("ec", 10, men=1)
    f.set(f.f(f.of(own)[0]), loaded=False, **state)
    loading.load_all(f.b)
    assert not f.f(f.of(own)[0]).loaded


@pytest.mark.rule("EC-026", "EC-R14")
def test_a_baker_takes_a_turn_and_a_half() -> None:
    f, own, target = duel("ec", 20, men=1, arms=("rifle",))
    i = f.of(own)[0]
    f.f(i).loaded = False
    loading.load_all(f.b)
    assert f.f(i).half_loaded and not f.f(i).loaded
    f.b.turn += 1
    assert shooting.can_shoot_at(f.b, own, target)
    f.f(i).spent = 0.2  # in the turn of firing it may not move
    assert not shooting.can_shoot_at(f.b, own, target)
    f.f(i).spent = 0.0
    loading.load_all(f.b)
    assert f.f(i).loaded
    f.f(i).spent = 0.5
    assert shooting.can_shoot_at(f.b, own, target)


@pytest.mark.rule("EC-024", "EC-025", "TY-R63")
def test_half_a_move_and_a_shot() -> None:
    f, own, target = duel("ec", 10, men=1)
    for spent, may in ((0.5, True), (0.51, False)):
        f.f(f.of(own)[0]).spent = spent
        assert shooting.can_shoot_at(f.b, own, target) == may


@pytest.mark.rule("EC-R19")
def test_thrown_weapons_after_a_full_move() -> None:
    f, own, target = duel("ec", 4, men=1, arms=("hatchet",))
    f.f(f.of(own)[0]).spent = 1.0
    assert shooting.can_shoot_at(f.b, own, target)


@pytest.mark.rule("PS-028", "PS-029", "PS-R13")
def test_only_firelocks_move_and_fire() -> None:
    for arm, may in (("musket", False), ("firelock", True)):
        f, own, target = duel("ps", 10, men=1, arms=(arm,))
        f.f(f.of(own)[0]).spent, f.g(own).moved = 0.5, True
        assert shooting.can_shoot_at(f.b, own, target) == may
        f.f(f.of(own)[0]).spent = 0.6
        assert not shooting.can_shoot_at(f.b, own, target)


@pytest.mark.rule("TY-051", "TY-048", "TY-050", "PS-028")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_every_commanded_man_who_is_loaded_fires(book: str) -> None:
    f, own, target = duel(book, 10, men=6)
    for i in f.of(own)[:2]:
        f.f(i).loaded = False
    f.dice(1, 1, 1, 1)
    volleys.fire(f.b, own, target)
    f.used_up()
    assert f.one(Ev.SHOOTS).a == 4 and not f.events(Ev.RATIO)


@pytest.mark.rule("EC-018", "EC-020", "EC-027", "EC-028", "TY-038", "TY-051", "TY-R47", "TY-R48")
@pytest.mark.parametrize(("moved", "shots"), [(False, 3), (True, 2)])
def test_uncommanded_men_shoot_in_proportion(moved: bool, shots: int) -> None:
    for commanded, kind in ((False, "formed"), (True, "irregulars")):
        f, own, target = duel("ec", 10, men=7, commanded=commanded, kind=kind)
        f.g(own).moved = moved
        f.dice(*[1] * shots)
        volleys.fire(f.b, own, target)
        f.used_up()
        assert f.one(Ev.SHOOTS).a == shots


@pytest.mark.rule("EC-029", "EC-R16")
@pytest.mark.parametrize(("moved", "shots"), [(False, 4), (True, 3)])
def test_bakers_shoot_fewer(moved: bool, shots: int) -> None:
    f, own, target = duel("ec", 10, men=12, commanded=False, arms=("rifle",))
    f.g(own).moved = moved
    f.dice(*[1] * shots)
    volleys.fire(f.b, own, target)
    f.used_up()


@pytest.mark.rule("PS-030", "PS-031", "PS-032", "PS-033", "PS-022", "PS-023", "PS-R12")
@pytest.mark.parametrize(("quality", "shots"), [("low", 2), ("mid", 3), ("top", 4)])
def test_one_in_five_four_or_three(quality: str, shots: int) -> None:
    f, own, target = duel("ps", 10, men=12, commanded=False, quality=quality)
    f.dice(*[1] * shots)
    volleys.fire(f.b, own, target)
    f.used_up()
    f, own, target = duel("ps", 10, men=12, commanded=False, quality=quality)
    f.g(own).moved = True
    assert not shooting.can_shoot_at(f.b, own, target)


@pytest.mark.rule("TY-R47")
@pytest.mark.parametrize(("rounding", "shots"), [("down", 0), ("down_min1", 1), ("up", 1)])
def test_two_moving_men(rounding: str, shots: int) -> None:
    f, own, target = duel("ec", 10, men=2, commanded=False, house={"ratio_rounding": rounding})
    f.g(own).moved = True
    f.dice(*[1] * shots)
    volleys.fire(f.b, own, target)
    f.used_up()
    assert f.one(Ev.RATIO).a == shots


@pytest.mark.rule("TY-057", "TY-058", "TY-R55")
def test_two_ranks_shoot_and_three_do_not() -> None:
    f = Field("ec")
    own = f.group("blue", 3, 60, 20, ranks=3)
    target = f.group("red", 1, 60, 50, "south")
    f.g(own).commander = own
    f.ready()
    n = shooting.list_shooters(f.b, own, target)
    assert [f.b.paper.shooters[k] for k in range(n)] == f.of(own)[:2]


@pytest.mark.rule("TY-R60")
def test_who_is_in_contact_neither_shoots_nor_is_shot_at() -> None:
    f, own, target = duel("ec", 10, men=1, foes=1)
    other = f.group("blue", 1, 100, 34)
    f.ready()
    assert not shooting.can_shoot_at(f.b, own, target) and not shooting.can_shoot_at(f.b, other, target)


@pytest.mark.rule("EC-037")
def test_hits_fall_among_the_nearest_ten() -> None:
    f, own, target = duel("ec", 10, men=1, foes=14)
    n = shooting.list_shooters(f.b, own, target)
    assert volleys.list_targets(f.b, own, target, n) == 10
    f, own, target = duel("ps", 10, men=1, foes=14)
    n = shooting.list_shooters(f.b, own, target)
    assert volleys.list_targets(f.b, own, target, n) == 14


@pytest.mark.rule("TY-055", "TY-056")
def test_an_officer_within_5_may_be_hit_with_the_group() -> None:
    f, own, target = duel("ec", 10, men=3, foes=3)
    officer = f.leader("red", 100, 36)
    for away, hit in ((5.0, 4), (5.1, 3)):
        last = max(f.of(target), key=lambda i: f.f(i).x)
        f.f(f.of(officer)[0]).x, f.f(f.of(officer)[0]).y = f.f(last).x + 2.0 + away, f.f(last).y
        f.ready()
        n = shooting.list_shooters(f.b, own, target)
        assert volleys.list_targets(f.b, own, target, n) == hit


@pytest.mark.rule("TY-049", "TY-054", "TY-R54", "TY-R35")
def test_an_officer_picks_his_man() -> None:
    f = Field("ec")
    pc = f.leader("blue", 60, 20, pc=True, arms=("pistol",))
    target = f.group("red", 3, 60, 25, "south")
    f.ready()
    ask = Ask(AskKind.SHOOT, 0, -1, -1)
    third = f.of(target)[2]
    assert f.refused(ask, Act.PICK, actor=pc, other=third) == "TY-R35"  # he did not say he would fire
    f.g(pc).declared = True
    assert f.refused(ask, Act.PICK, actor=pc, other=third) == ""
    f.dice(8, 6)
    assert volleys.pick_off(f.b, pc, third) == 1
    f.used_up()
    suffer_all(f.b)
    assert third not in f.of(target)


@pytest.mark.rule("EC-033", "EC-034", "EC-R18", "PS-037", "PS-038", "PS-R15", "PS-042", "TY-053")
@pytest.mark.parametrize(
    ("book", "weapon", "hits"),
    [
        ("ec", "musket", "ggwwkk"),
        ("ec", "hatchet", "gggwwk"),
        ("ec", "bow", "gggwwk"),
        ("ps", "musket", "gggwkk"),
        ("ps", "bow", "gggwkk"),
        ("ps", "dragoon_musket", "ggwwkk"),
        ("ps", "pistol", "ggwwkk"),
    ],
)
def test_the_damage_charts(book: str, weapon: str, hits: str) -> None:
    for roll, hit in enumerate(hits, 1):
        f = Field(book)
        target = f.group("red", 1, 60, 50)
        volleys.damage(f.b, roll, int(Weapon[weapon.upper()]), Quality.MID, f.of(target)[0])
        assert Hit(f.one(Ev.DAMAGE).b).name[0].lower() == hit


FALLING = [2, 2, 1, 1, 0, 0]


@pytest.mark.rule("TY-053", "TY-R61", "PS-039", "PS-040")
@pytest.mark.parametrize("weapon", [Weapon.MUSKET, Weapon.PISTOL, Weapon.BOW])
@pytest.mark.parametrize("quality", list(Quality))
@pytest.mark.parametrize("chart", [None, FALLING])
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_odds_of_damage_are_those_of_the_six_faces(
    book: str, chart: list[int] | None, quality: Quality, weapon: Weapon
) -> None:
    f = Field(book)
    j = f.of(f.group("red", 1, 60, 50))[0]
    f.f(j).armour = int(Armour.CUIRASSIER)
    row, mod = volleys.damage_row(f.b, weapon), volleys.damage_modifier(f.b, quality, weapon, j)
    f.b.rules.damage[row] = chart or f.b.rules.damage[row]
    faces = Counter(volleys.damage_at(f.b, row, p + mod) for p in range(1, 7))

    def rules(b: Battle) -> None:
        b.volley.weapon[0], b.volley.quality[0], b.volley.target[0] = int(weapon), int(quality), j
        volleys.damage_of(b, 0)

    found = exact(lambda: spare(f.b), rules, lambda b: Hit(b.log.events[b.log.n - 1].b))
    assert found.chances == {Hit(hit): Fraction(n, 6) for hit, n in faces.items()}


@pytest.mark.rule("EC-035", "EC-036", "EC-R17", "PS-041", "TY-R61")
def test_the_class_of_the_shooter() -> None:
    f = Field("ec")
    assert [volleys.damage_modifier(f.b, q, Weapon.MUSKET, 0) for q in (0, 1, 2)] == [-1, 0, 1]
    f = Field("ps")
    assert [volleys.damage_modifier(f.b, q, Weapon.MUSKET, 0) for q in (0, 1, 2)] == [0, 0, 0]


@pytest.mark.rule("PS-039", "PS-040", "PS-R15")
def test_armour_against_pistol_shot() -> None:
    f = Field("ps")
    g = f.group("red", 4, 60, 50)
    for i, armour in zip(f.of(g), range(4), strict=True):
        f.f(i).armour = armour
    assert [volleys.damage_modifier(f.b, 1, Weapon.PISTOL, i) for i in f.of(g)] == [0, 0, -1, -2]
    assert [volleys.damage_modifier(f.b, 1, Weapon.MUSKET, i) for i in f.of(g)] == [0, 0, 0, 0]
    assert volleys.damage_row(f.b, Weapon.PISTOL) == Damage.PISTOL_SHOT
    other = Field("ps", pistol_row="musket")
    assert volleys.damage_row(other.b, Weapon.PISTOL) == Damage.MUSKETS


@pytest.mark.rule("TY-062", "TY-063", "TY-066", "TY-067", "TY-R28", "TY-R50")
def test_wounds_and_kills_are_suffered_when_the_step_is_over() -> None:
    f = Field("ec")
    g = f.group("red", 4, 60, 50)
    a, b, c, d = f.of(g)
    strike(f.b, a, Hit.GRAZE)
    strike(f.b, b, Hit.WOUND)
    strike(f.b, c, Hit.WOUND)
    strike(f.b, c, Hit.WOUND)
    strike(f.b, d, Hit.KILL)
    strike(f.b, d, Hit.WOUND)
    assert len(f.of(g)) == 4 and not f.f(b).wounded
    suffer_all(f.b)
    assert f.of(g) == [a, b] and f.f(b).wounded and not f.f(a).wounded
    assert (f.f(c).lost, f.f(d).lost, f.g(g).dead) == (Lost.SECOND_WOUND, Lost.KILLED, 2)


@pytest.mark.rule("EC-063", "EC-064", "EC-065", "EC-R06", "EC-R07")
def test_horse_shoots_to_front_and_left_and_one_band_farther() -> None:
    f = Field("ec")
    g = f.group("blue", 1, 60, 20, kind="skirmish_horse", mounted=True, arms=("pistol",))
    left = f.group("red", 1, 57, 25, "south")
    right = f.group("red", 1, 63, 25, "south")
    f.g(g).commander = g
    f.ready()
    i, j = f.of(g)[0], f.of(left)[0]
    assert shooting.band_for(f.b, i, j, Weapon.PISTOL) == Band.MEDIUM
    assert shooting.can_shoot_at(f.b, g, left) and shooting.can_shoot_at(f.b, g, right)
    f.g(g).moved, f.g(g).gait = True, Gait.WALK
    assert shooting.can_shoot_at(f.b, g, left) and not shooting.can_shoot_at(f.b, g, right)
    f.g(g).gait = Gait.GALLOP
    assert not shooting.can_shoot_at(f.b, g, left)


@pytest.mark.rule("EC-077", "EC-R08")
def test_horse_that_moved_is_harder_to_hit() -> None:
    f, own, target = duel("ec", 18, foes=1, foe={"mounted": True, "kind": "shock"})
    i, j = f.of(own)[0], f.of(target)[0]
    assert shooting.band_for(f.b, i, j, Weapon.MUSKET) == Band.SHORT
    f.g(target).moved = True
    assert shooting.band_for(f.b, i, j, Weapon.MUSKET) == Band.MEDIUM


@pytest.mark.rule("EC-R13")
def test_half_of_a_square_shoots() -> None:
    f, own, target = duel("ec", 10, men=8)
    f.g(own).shape = Shape.SQUARE
    f.dice(1, 1, 1, 1)
    volleys.fire(f.b, own, target)
    f.used_up()


@pytest.mark.rule("TY-060", "TY-061", "TY-079", "TY-R96")
def test_uncommanded_men_shoot_at_the_nearest_they_can_hit() -> None:
    f, own, near = duel("ec", 10, men=4, commanded=False)
    far = f.group("red", 3, 140, 40, "south")
    f.ready()
    assert shooting.nearest_target(f.b, own) == near
    f.terrain("building", rectangle=(90, 26, 110, 31))
    f.ready()
    assert shooting.nearest_target(f.b, own) == far


@pytest.mark.rule("PS-R19")
def test_mounted_dragoons_do_not_shoot() -> None:
    f, own, target = duel("ps", 10, kind="dragoons", mounted=True, arms=("dragoon_musket",))
    assert not shooting.can_shoot_at(f.b, own, target)
    for i in f.of(own):
        f.f(i).mounted = False
    assert shooting.can_shoot_at(f.b, own, target)


@pytest.mark.rule("TY-R59")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [("wood", 1), ("scrub", 1), ("crops", 1), ("rocks", 2), ("building", 2), ("marsh", 0), ("stream", 0)],
)
def test_cover_of_the_ground(kind: str, cover: int) -> None:
    f = Field("ec")
    g = f.group("red", 1, 60, 50)
    f.terrain(kind, rectangle=(50, 45, 70, 60))
    assert cover_from(f.b, f.of(g)[0], 60, 10) == Cover(cover)
