"""The options of a game: those of the catalogue, every reading of each, and what it changes."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import tables
from grognard.books.tyneside import guns, loading, matches, melee, points, risk, setup, shooting, volleys
from grognard.books.tyneside.names import Member
from grognard.books.tyneside.state import (
    Battle,
    EngineKind,
    Gait,
    Kind,
    Options,
    Part,
    Quality,
    Risk,
    Role,
    Weapon,
)
from grognard.problems import Problem
from grognard.values import Ask

from .field import BOOKS, CATALOGUE, FOLDER, Act, AskKind, Ev, Field

WORDS = tables.readings(Options)
CLOSED = [o for o in CATALOGUE.options if o.name in WORDS]
NUMBERS = [o for o in CATALOGUE.options if o.name not in WORDS]
SHOOT = Ask(int(AskKind.SHOOT), 0, -1, -1)


# As the catalogue has them


def test_the_options_are_those_of_the_catalogue_words_or_numbers() -> None:
    assert {o.name for o in CLOSED} == set(WORDS)
    assert {o.name for o in NUMBERS} == {"lone_nominal", "wounded_crew", "replacement_crew"}
    assert len(CATALOGUE.options) == 38


def test_every_default_is_in_force_unless_the_game_says_otherwise() -> None:
    for book in BOOKS:
        b = Field(book).b
        chosen = tables.option_words(b.options)
        assert {o.name: chosen[o.name] for o in CLOSED} == {o.name: o.default for o in CLOSED}
        assert [getattr(b.rules, o.name) for o in NUMBERS] == [float(o.default) for o in NUMBERS]


@pytest.mark.parametrize("option", CLOSED, ids=lambda o: o.name)
def test_every_reading_of_every_option_can_be_chosen(option: Any) -> None:
    for prefix in ("", "ec."):
        for n, value in enumerate(WORDS[option.name]):
            b = Battle()
            tables.apply(b.rules, b.options, FOLDER / "early_19th", "ec", {prefix + option.name: value})
            assert getattr(b.options, option.name) == n
    assert WORDS[option.name][0] == option.default
    assert {value.partition(":")[0] for value in option.values} == set(WORDS[option.name])


def test_an_option_of_the_sister_book_is_refused() -> None:
    for book, other in (("ec", "ps_sequence"), ("ps", "cavalry_arc")):
        m = BOOKS[book]
        own = Member(m.id, m.book, m.prefix, m.folder, m.qualities, m.options - {other})
        with pytest.raises(Problem, match=other):
            setup.lay_rules(Battle(), own, {other: WORDS[other][1]})


# What they change


def lines(f: Field, g: int) -> dict[Risk, int]:
    f.ready()
    f.b.log.n = 0
    risk.risk_factor(f.b, g)
    return {Risk(e.b): int(e.a) for e in f.events(Ev.RISK)}


@pytest.mark.rule("TY-R05")
@pytest.mark.parametrize(("nominal", "tenths"), [(10, 1), (5, 2), (1, 10)])
def test_the_nominal_strength_of_a_lone_man(nominal: int, tenths: int) -> None:
    f = Field("ec", lone_nominal=nominal)
    g = f.leader("blue", 60, 20)
    f.f(f.of(g)[0]).wounded = True
    assert risk.tenths(f.b, g) == tenths


@pytest.mark.rule("TY-R10")
@pytest.mark.parametrize(
    ("reading", "mounted", "reach"),
    [("contact", False, 0.0), ("charge_reach", False, 25.0), ("charge_reach", True, 50.0)],
)
def test_how_far_men_without_missiles_threaten(reading: str, mounted: bool, reach: float) -> None:
    for apart, within in ((reach - 0.05, True), (reach + 0.1, False)):
        f = Field("ec", melee_enemy_range=reading)
        g = f.group("blue", 1, 60, 20)
        radii = 1.0 + (1.5 if mounted else 1.0)
        f.group("red", 1, 60, 20 + radii + apart, "south", arms=("sword",), mounted=mounted, kind="shock")
        assert (Risk.IN_RANGE in lines(f, g)) == within


@pytest.mark.rule("TY-R82", "EC-093")
@pytest.mark.parametrize(("worth", "men"), [(0.0, 2.0), (0.5, 3.0)])
def test_what_wounded_gunners_are_worth(worth: float, men: float) -> None:
    f = Field("ec", wounded_crew=worth)
    k, crew = f.gun("blue", 60, 20, crew=4)
    for i in f.of(crew)[:2]:
        f.f(i).wounded = True
    assert guns.fit_crew(f.b, k) == men
    f.e(k).loaded, f.e(k).charge = False, 0.0
    guns.work_on(f.b, k)
    assert f.e(k).charge == men


@pytest.mark.rule("TY-R79")
@pytest.mark.parametrize("everybody", [False, True])
def test_a_gun_may_hit_all_in_its_lane(everybody: bool) -> None:
    f = Field("ec", gun_hits_all_in_lane=everybody)
    k, _ = f.gun("blue", 60, 20)
    near, far = f.group("red", 4, 60, 50, "south"), f.group("red", 4, 60, 60, "south")
    aside = f.group("red", 4, 100, 50, "south")
    f.ready()
    assert guns.may_fire_gun(f.b, k, near) == 0
    f.dice(1, 1, *([1, 1] if everybody else []))
    guns.fire_gun(f.b, k, near)
    f.used_up()
    assert [g for g in (near, far, aside) if f.g(g).shelled] == ([near, far] if everybody else [near])


@pytest.mark.rule("TY-R60")
@pytest.mark.parametrize("reading", ["none", "charged"])
def test_the_charged_may_fire_at_their_chargers(reading: str) -> None:
    f = Field("ec", closing_fire=reading)
    g = f.group("blue", 2, 60, 40, gap=0)
    foe = f.group("red", 2, 60, 42, "south", gap=0, arms=("sword",))
    other = f.group("red", 2, 60, 60, "south")
    f.g(g).commander, f.g(foe).charged, f.g(foe).charge_from = g, 1, 20.0
    f.ready()
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=foe) == ("" if reading == "charged" else "TY-R60")
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=other) == "TY-R60"  # they have other cares
    f.b.turn = 2
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=foe) == "TY-R60"  # only in the turn of the charge
    f.g(g).charged = f.g(foe).charged = 2
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=foe) == "TY-R60"  # who charges does not fire


@pytest.mark.rule("EC-R06", "EC-063")
@pytest.mark.parametrize("reading", ["front_to_left45", "front_and_left90"])
@pytest.mark.parametrize(
    ("x", "y", "both"),
    [
        (60, 10, (True, True)),
        (53, 7, (True, True)),
        (50, 2, (False, True)),
        (66, 9, (False, True)),
        (70, 2, (False, False)),
        (55, -4, (False, False)),
    ],
)
def test_the_arc_of_moving_horse(reading: str, x: float, y: float, both: tuple[bool, bool]) -> None:
    f = Field("ec", cavalry_arc=reading)
    g = f.group("blue", 1, 60, 40, kind="skirmish_horse", mounted=True, arms=("pistol",))
    h = f.group("red", 1, x, 40 + y, "south")
    f.g(g).moved = True
    found = shooting.in_arc(f.b, f.of(g)[0], f.of(h)[0])
    assert found == both[reading == "front_and_left90"]
    f.g(g).moved = False
    assert shooting.in_arc(f.b, f.of(g)[0], f.of(h)[0])


@pytest.mark.rule("EC-R08", "EC-077")
@pytest.mark.parametrize(
    ("reading", "shot_at", "in_range"), [("both", 1, False), ("rf_only", 0, False), ("off", 0, True)]
)
def test_what_moving_does_for_horse(reading: str, shot_at: int, in_range: bool) -> None:
    f = Field("ec", moving_cavalry_shift=reading)
    g = f.group("blue", 1, 60, 20, kind="shock", mounted=True)
    f.group("red", 1, 60, 82, "south")  # muskets at long range
    f.g(g).moved = True
    assert (Risk.IN_RANGE in lines(f, g)) == in_range
    assert shooting.shift_of_target(f.b, g) == shot_at
    f.g(g).moved = False
    assert Risk.IN_RANGE in lines(f, g) and shooting.shift_of_target(f.b, g) == 0


@pytest.mark.rule("EC-R14", "EC-025", "EC-026")
@pytest.mark.parametrize("halves", [False, True])
@pytest.mark.parametrize(
    ("arm", "turns", "plain", "by_halves"),
    [
        ("musket", [0.5, 0.5], False, True),  # half a turn beside each half move
        ("musket", [0.6, 0.6], False, False),
        ("musket", [0.0], True, True),
        ("rifle", [0.0], False, False),
        ("rifle", [0.0, 0.5], False, True),
        ("rifle", [0.0, 0.0], True, True),
    ],
)
def test_loading_by_half_turns(
    arm: str, turns: list[float], plain: bool, by_halves: bool, halves: bool
) -> None:
    f = Field("ec", half_turn_loading=halves)
    g = f.group("blue", 1, 60, 40, arms=(arm,))
    i = f.of(g)[0]
    f.f(i).loaded = False
    for n, spent in enumerate(turns, 2):
        f.b.turn, f.f(i).spent = n, spent
        loading.load_all(f.b)
    assert f.f(i).loaded == (by_halves if halves else plain)


@pytest.mark.rule("EC-R14", "EC-025")
@pytest.mark.parametrize("halves", [False, True])
def test_a_halted_man_loads_beside_his_shot_only_by_half_turns(halves: bool) -> None:
    f = Field("ec", half_turn_loading=halves)
    g = f.group("blue", 1, 60, 40)
    foe = f.group("red", 1, 60, 50, "south")
    f.g(g).commander = g
    f.ready()
    fired = []
    for turn in (1, 2, 3):
        f.b.turn = turn
        fired.append(shooting.can_shoot_at(f.b, g, foe))
        if fired[-1]:
            f.dice(1)
            volleys.fire(f.b, g, foe)
        loading.load_all(f.b)
    assert fired == ([True, True, True] if halves else [True, False, True])


@pytest.mark.rule("PS-R09", "PS-104", "PS-105")
@pytest.mark.parametrize(
    ("reading", "far", "bonus"),
    [("declared", 20, 2), ("distance", 20, 0), ("distance", 40, 1), ("distance", 50, 2), ("declared", 5, 0)],
)
def test_the_gait_of_a_charge(reading: str, far: float, bonus: int) -> None:
    f = Field("ps", charge_gait=reading)
    g = f.group("blue", 1, 60, 19.5, kind="swedish", mounted=True, arms=("sword",))
    f.group("red", 1, 60, 22, "south", arms=("sword",))
    f.set(f.g(g), charged=1, charge_from=float(far), charge_gait=int(Gait.GALLOP))
    matches.make_matches(f.b)
    f.b.log.n = 0
    melee.modifiers(f.b, f.of(g)[0])
    found = {Part(e.b): int(e.a) for e in f.events(Ev.FIGHT_SUM)}
    assert found.get(Part.CHARGE, 0) == bonus


@pytest.mark.rule("PS-R10", "PS-R01")
@pytest.mark.parametrize("limits", [False, True])
def test_the_cavalry_of_pike_and_shot_has_no_limits_of_the_other_book(limits: bool) -> None:
    f = Field("ps", ps_use_ec_cavalry_limits=limits)
    g = f.group("blue", 1, 60, 40, kind="swedish", mounted=True, arms=("pistol",))
    h = f.group("red", 1, 64, 44, "south", arms=("musket",))
    f.ready()
    i, j = f.of(g)[0], f.of(h)[0]
    assert shooting.shift_of_shooter(f.b, i) == limits
    f.g(g).moved = True
    assert shooting.in_arc(f.b, i, j) != limits
    assert shooting.shift_of_target(f.b, g) == limits
    f.g(g).gait, f.g(g).halted_to_shoot = int(Gait.GALLOP), True
    assert shooting.still_enough(f.b, i, Weapon.PISTOL) != limits


@pytest.mark.rule("PS-R28", "EC-037")
@pytest.mark.parametrize(("nearest", "among"), [(False, 14), (True, 10)])
def test_hits_in_pike_and_shot_fall_anywhere_or_among_the_nearest_ten(nearest: bool, among: int) -> None:
    f = Field("ps", ps_nearest10=nearest, width=300)
    g = f.group("blue", 1, 100, 20)
    h = f.group("red", 14, 100, 40, "south")
    f.g(g).commander = g
    f.ready()
    n = shooting.list_shooters(f.b, g, h)
    assert volleys.list_targets(f.b, g, h, n) == among


@pytest.mark.rule("PS-R26", "PS-023", "PS-R25", "PS-022")
def test_commanded_troops_without_volleys_do_not_fire_when_they_moved() -> None:
    f = Field("ps")
    g = f.group("blue", 8, 60, 40, arms=("firelock",), group={"volley": False})
    h = f.group("red", 4, 60, 48, "south")
    f.g(g).commander = g
    f.ready()
    f.dice(1, 1)  # one in four of Fair men
    volleys.fire(f.b, g, h)
    f.used_up()
    f.b.turn, f.g(g).moved = 2, True
    assert not shooting.can_shoot_at(f.b, g, h)
    f.g(g).volley = True
    for i in f.of(g):
        f.f(i).loaded, f.f(i).spent = True, 0.5
    assert shooting.can_shoot_at(f.b, g, h)  # firelocks who fire volleys go half a move


@pytest.mark.rule("PS-R15", "PS-038")
@pytest.mark.parametrize(("row", "hit"), [("dragoon", 1), ("musket", 0)])
def test_the_row_of_pistols(row: str, hit: int) -> None:
    f = Field("ps", pistol_row=row)
    g = f.group("red", 1, 60, 40)
    for weapon, found in ((Weapon.PISTOL, hit), (Weapon.CARABIN, hit), (Weapon.DRAGOON_MUSKET, 1)):
        f.b.log.n = 0
        volleys.damage(f.b, 3, int(weapon), int(Quality.MID), f.of(g)[0])
        assert f.one(Ev.DAMAGE).b == found


# Mixed targets


@pytest.mark.rule("TY-R51")
def test_each_shooter_has_the_range_and_cover_of_the_nearest_he_sees() -> None:
    f = Field("ec")
    g = f.group("blue", 2, 0, 0, places=[(40, 40), (100, 40)])
    h = f.group("red", 2, 0, 0, "south", places=[(40, 55), (100, 75)])
    f.terrain("wall", line=[(90, 73), (110, 73)])
    f.terrain("building", rectangle=(65, 30, 75, 90))
    f.g(g).commander = g
    f.ready()
    n = shooting.list_shooters(f.b, g, h)
    aimed = [(f.b.paper.shooters[k], f.b.paper.label[k]) for k in range(n)]
    assert aimed == list(zip(f.of(g), f.of(h), strict=True))
    assert [shooting.to_hit(f.b, i, j) for i, j in aimed] == [2, 7]  # short and open; medium and hard
    f.f(f.of(g)[0]).loaded = False
    n = shooting.list_shooters(f.b, g, h)
    m = volleys.list_targets(f.b, g, h, n)
    assert [f.b.paper.eligible[k] for k in range(m)] == [f.of(h)[1]]  # nobody sees the other


# Prices

PRICES = [
    ("PS-110", {"role": Role.OFFICER, "quality": Quality.TOP}, 12),
    ("PS-112", {"role": Role.OFFICER, "quality": Quality.MID}, 8),
    ("PS-114", {"role": Role.OFFICER, "quality": Quality.LOW}, 4),
    ("PS-116", {"quality": Quality.TOP}, 6),
    ("PS-118", {"quality": Quality.MID}, 4),
    ("PS-120", {"quality": Quality.LOW}, 2),
    ("PS-111", {"arms": (Weapon.PIKE,)}, 4 + 2),
    ("PS-113", {"arms": (Weapon.HALBERT,)}, 4 + 3),
    ("PS-113", {"arms": (Weapon.PARTISAN,)}, 4 + 3),
    ("PS-115", {"arms": (Weapon.SWORD,)}, 4 + 1),
    ("PS-117", {"arms": (Weapon.CLUB,)}, 4),
    ("PS-126", {"arms": (Weapon.FIRELOCK,)}, 4 + 4),
    ("PS-128", {"arms": (Weapon.MUSKET,)}, 4 + 3),
    ("PS-130", {"arms": (Weapon.DRAGOON_MUSKET,)}, 4 + 2),
    ("PS-130", {"arms": (Weapon.CARABIN,)}, 4 + 2),
    ("PS-131", {"arms": (Weapon.RIFLED_MUSKET,)}, 4 + 5),
    ("PS-132", {"arms": (Weapon.PISTOL,)}, 4 + 1),
    ("PS-132", {"arms": (Weapon.PISTOL, Weapon.PISTOL)}, 4 + 1),
    ("PS-133", {"arms": (Weapon.RIFLED_PISTOL,)}, 4 + 2),
    ("PS-R14", {"arms": (Weapon.BOW,)}, 4 + 2),
    ("PS-119", {"armour": 3}, 4 + 8),
    ("PS-121", {"armour": 2}, 4 + 6),
    ("PS-123", {"armour": 1}, 4 + 4),
    ("PS-125", {"targe": True}, 4 + 3),
    ("PS-122", {"mounted": True, "kind": Kind.SWEDISH}, 4 + 8),
    ("PS-124", {"mounted": True, "kind": Kind.DRAGOONS}, 4 + 4),
    ("PS-129", {"role": Role.CREW, "arms": (Weapon.SWORD,)}, 8),
]


@pytest.mark.rule("PS-109", "PS-110", "PS-111", "PS-112", "PS-113", "PS-114", "PS-115", "PS-116", "PS-117")
@pytest.mark.rule("PS-118", "PS-119", "PS-120", "PS-121", "PS-122", "PS-123", "PS-124", "PS-125", "PS-126")
@pytest.mark.rule("PS-127", "PS-128", "PS-129", "PS-130", "PS-131", "PS-132", "PS-133", "PS-R14", "PS-R36")
@pytest.mark.parametrize(("rule", "state", "cost"), PRICES)
def test_what_a_figure_costs(rule: str, state: dict[str, Any], cost: int) -> None:
    f = Field("ps")
    assert points.price(f.b.rules, f.b.options, man(**state)) == cost
    assert rule in {part.rule for part in points.parts_of(f.b.rules, f.b.options, man(**state))}
    assert points.gun_price(f.b.rules, EngineKind.HEAVY).points == 40


def man(**state: Any) -> points.Man:
    usual = {"role": Role.TROOPS, "quality": Quality.MID, "kind": Kind.FORMED, "mounted": False}
    return points.Man(**{**usual, "armour": 0, "targe": False, "arms": (), **state})


@pytest.mark.rule("PS-R35", "PS-R36", "PS-R37")
@pytest.mark.parametrize(("price", "nco"), [("officer", 8), ("soldier", 4)])
def test_what_ncos_and_musicians_cost(price: str, nco: int) -> None:
    f = Field("ps", nco_price=price)
    for role in (Role.NCO, Role.DRUMMER, Role.BUGLER):
        assert points.price(f.b.rules, f.b.options, man(role=role)) == nco
    assert points.price(f.b.rules, f.b.options, man(role=Role.OFFICER)) == 8  # not 8 and 4
    for quality in Quality:  # a crewman is complete, whatever his class
        assert points.price(f.b.rules, f.b.options, man(role=Role.CREW, quality=quality)) == 8
