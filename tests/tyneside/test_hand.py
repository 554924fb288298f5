"""Men picked up, put down, and clicked: areas lie where the rules allow, gestures mean what people mean."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Any

import pytest
from shapely.geometry import Point, Polygon

from grognard.battle import General
from grognard.books.tyneside import cards, gestures, hand, picking, scene
from grognard.books.tyneside.figures import centre
from grognard.books.tyneside.legality import check
from grognard.books.tyneside.names import PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER, Names
from grognard.books.tyneside.risk import risk_factor
from grognard.books.tyneside.state import EngineKind, Gait, Limber, Lost
from grognard.books.tyneside.telling import losses
from grognard.scene import Band, Hand, Scene
from grognard.values import Ask, Order

from .field import CATALOGUE, NOBODY, Act, AskKind, Field, asked, order


def named(f: Field) -> Names:
    b = f.b
    return Names(
        groups=[f"Group {g}" for g in range(b.n_groups)],
        group_ids=[f"A{g}" for g in range(b.n_groups)],
        figures=[f"Man {i}" for i in range(b.n_figures)],
        figure_ids=[f"M{i}x" for i in range(b.n_figures)],
        engines=[f"The gun {k}" for k in range(b.n_engines)],
        engine_ids=[f"E{k}" for k in range(b.n_engines)],
        terrain=[f"The wood {k}" for k in range(b.ground.n)],
        armies=["Blue", "Red"],
        qualities=f.member.qualities,
    )


def moving(f: Field, *groups: int) -> Ask:
    """It is Blue's to order these groups."""
    for g in groups:
        f.g(g).commander = g
    f.ready()
    return asked(AskKind.MOVE)


def polygon(band: Band) -> Any:
    return Polygon(band.outlines[0].points).buffer(0)


def reach(f: Field, ask: Ask, piece: int) -> dict[str, Band]:
    return {b.kind: b for b in hand.hand(f.b, named(f), ask, piece).reach}


def held(f: Field, ask: Ask | None, piece: int) -> Hand:
    return hand.hand(f.b, named(f), ask, piece)


def drag(f: Field, ask: Ask, pieces: list[int], *pose: float) -> Order | None:
    x, y, fx, fy = pose
    return gestures.drag(f.b, named(f), ask, pieces, (x, y, fx, fy), None)


def click(f: Field, ask: Ask, piece: int, target: int) -> list[Order]:
    return gestures.click(f.b, named(f), ask, [piece], target)


def seen(f: Field) -> Scene:
    return scene.scene(f.b, named(f))


# Where they can go


@pytest.mark.rule("TY-039")
def test_in_the_open_a_group_reaches_its_move_all_round() -> None:
    f = Field()
    g = f.group("blue", 6, 90, 60, ranks=2)
    area = polygon(reach(f, moving(f, g), PIECE_GROUP + g)["move"])
    x, y = centre(f.b, g)
    far = [hypot(px - x, py - y) for px, py in area.exterior.coords]
    assert min(far) == pytest.approx(25.0, abs=0.05) and max(far) == pytest.approx(25.0, abs=0.05)
    f.f(0).spent = 0.5
    assert reach(f, moving(f, g), PIECE_GROUP + g)["move"].distance == pytest.approx(12.5)


@pytest.mark.rule("TY-042", "TY-043", "TY-R19")
@pytest.mark.parametrize("kind", ["wood", "marsh", "wall", "river"])
def test_the_reach_of_a_group_is_where_the_rules_let_it_go(kind: str) -> None:
    f = Field()
    shape: dict[str, Any] = {"rectangle": (80, 66, 100, 80)}
    f.terrain(kind, **({"line": [(60, 68), (120, 68)]} if kind == "wall" else shape))
    f.corners()
    g = f.group("blue", 6, 90, 60, ranks=2)
    f.group("red", 4, 74, 66, facing="south")
    ask = moving(f, g)
    area = polygon(reach(f, ask, PIECE_GROUP + g)["move"])
    x, y = centre(f.b, g)
    counted = {True: 0, False: 0}
    for k in range(24):
        dx, dy = cos(k * pi / 12), sin(k * pi / 12)
        for far in (3.0, 8.0, 14.0, 20.0, 29.0):
            p = Point(x + dx * far, y + dy * far)
            if area.exterior.distance(p) > 2.5:
                legal = check(f.b, ask, order(Act.MARCH, g, how=1, x=p.x, y=p.y, fy=1.0)) == 0
                assert legal or not area.contains(p), (p.x, p.y)
                counted[legal] += 1
    assert counted[True] > 10 and counted[False] > 20


@pytest.mark.rule("EC-057", "EC-058", "EC-059", "EC-060")
def test_horse_reaches_farther_at_every_gait_and_walks_if_it_is_blown() -> None:
    f = Field()
    g = f.group("blue", 4, 90, 60, kind="shock", mounted=True, arms=("sword",))
    found = reach(f, moving(f, g), PIECE_GROUP + g)
    assert [found[k].distance for k in ("move", "half", "dash")] == [30.0, 40.0, 50.0]
    assert [found[k].label for k in ("move", "half", "dash")] == ["walk", "canter", "gallop"]
    ahead = Point(90, 60 + 49)
    assert polygon(found["dash"]).contains(ahead) and not polygon(found["half"]).contains(ahead)
    f.g(g).must_walk = True
    assert set(reach(f, moving(f, g), PIECE_GROUP + g)) == {"move"}


@pytest.mark.rule("TY-037")
def test_who_is_not_commanded_has_a_card_only() -> None:
    f = Field()
    g, other = f.group("blue", 6, 40, 20), f.group("blue", 6, 90, 20)
    foe = f.group("red", 6, 40, 100, facing="south")
    ask = moving(f, g)
    for piece in (PIECE_GROUP + other, PIECE_GROUP + foe, f.of(foe)[0]):
        found = held(f, ask, piece)
        assert not found.can_act and not found.reach and not found.targets
    assert held(f, ask, PIECE_GROUP + g).can_act and held(f, ask, f.of(g)[0]).can_act


@pytest.mark.rule("TY-R03", "TY-R19")
@pytest.mark.parametrize("far", [0.5, 1.0, 2.5, 4.0])
def test_ranks_close_behind_one_another_go_together(far: float) -> None:
    f = Field()
    g = f.group("blue", 6, 90, 60, ranks=2)
    ask = moving(f, g)
    for dx, dy in ((far, 0.0), (0.0, far), (-far, 0.0), (0.0, -far)):
        assert check(f.b, ask, order(Act.MARCH, g, how=1, x=90 + dx, y=60 + dy, fy=1.0)) == 0
    f.group("red", 1, 90, 70)
    f.group("blue", 1, 86, 66)
    blocked = order(Act.MARCH, g, how=1, x=88.5, y=64.75, fy=1.0)
    assert CATALOGUE.rule_id(check(f.b, ask, blocked)) == "TY-R03", "a friend of another group is in the way"


# Cards


def rules_on(found: Hand) -> set[str]:
    facts = [*found.card.facts, *found.card.notes]
    assert all(fact.label and 0 < len(fact.value) <= 12 and fact.rules for fact in found.card.facts), facts
    bands = [*found.reach, *found.ranges]
    return {rule for part in (*facts, *bands) for rule in part.rules}


@pytest.mark.parametrize("book", ["ec", "ps"])
def test_every_rule_on_a_card_is_one_of_the_book(book: str) -> None:
    f = Field(book)
    other = {"ec": "PS", "ps": "EC"}[book]
    g = f.group("blue", 6, 60, 20, wounded=True, loaded=False)
    riders = f.group("blue", 4, 100, 20, kind="dutch", mounted=True, arms=("pistol", "sword"))
    captain = f.leader("blue", 60, 16, pc=True, arms=("pistol",))
    gun, crew = f.gun("blue", 120, 20)
    f.group("red", 6, 60, 40, facing="south", group={"router": True, "threat": 3})
    f.b.n_markers = 1
    f.b.markers[0].side, f.b.markers[0].edge, f.b.markers[0].x = 1, 0, 20.0
    ask = moving(f, g, riders, captain)
    for p in seen(f).pieces:
        rules = rules_on(held(f, ask, p.number))
        assert rules and all(rule in CATALOGUE for rule in rules), rules
        assert not any(rule.startswith(other) for rule in rules), (p.spoken, rules)
    assert {PIECE_ENGINE + gun, PIECE_GROUP + crew, PIECE_MARKER} <= {p.number for p in seen(f).pieces}


@pytest.mark.rule("TY-068")
def test_the_risk_on_a_card_is_what_the_rules_add_up() -> None:
    f = Field()
    g = f.group("blue", 10, 60, 20, quality="low", wounded=False)
    for i in f.of(g)[:3]:
        f.f(i).wounded = True
    f.group("red", 6, 60, 34, facing="south")
    f.group("red", 6, 90, 20, facing="west")
    f.ready()
    before = f.b.log.n
    found = held(f, None, PIECE_GROUP + g).card
    risk = next(fact for fact in found.facts if fact.label == "Risk")
    assert f.b.log.n == before, "nobody throws while somebody looks"
    total = risk_factor(f.b, g)
    assert int(risk.value) == total > 0
    events = list(f.b.log.events[before : f.b.log.n])
    notes = [note for note in found.notes if note.label == "Risk"]
    assert len(notes) == len(events) >= 4
    assert [note.rules for note in notes] == [[CATALOGUE.rule_id(int(e.rule))] for e in events]
    [die] = [note.value for note in found.notes if note.label == "Die"]
    assert die.startswith("1") and "run (binding)" in die


def test_a_card_says_who_is_loaded_and_what_command_costs() -> None:
    f = Field()
    g = f.group("blue", 6, 60, 20)
    captain = f.leader("blue", 60, 16, pc=True)
    f.loyal(g, captain)
    for i in f.of(g)[:2]:
        f.f(i).loaded = False
    f.g(captain).points = 9
    f.ready()
    facts = {fact.label: fact for fact in held(f, None, PIECE_GROUP + g).card.facts}
    assert "4 of 6 loaded" in facts["Fire"].more and "one in 2 shoots" in facts["Fire"].more
    assert (
        facts["Command"].value == "uncommanded" and "6 points for Group 1, he has 9" in facts["Command"].more
    )
    f.g(g).commander = captain
    facts = {fact.label: fact for fact in held(f, None, PIECE_GROUP + g).card.facts}
    assert (facts["Command"].value, facts["Command"].more) == ("commanded", "by Group 1")
    assert "shoots" not in facts["Fire"].more
    told = {fact.label: fact for fact in held(f, None, PIECE_GROUP + captain).card.facts}
    assert told["Command"].value == "3 dice" and told["Reach"].value == "50 cm"


# Ranges


def test_a_weapon_has_three_bands_a_leader_two_rings_and_a_gun_a_lane() -> None:
    f = Field()
    g = f.group("blue", 3, 60, 20)
    captain = f.leader("blue", 60, 10, pc=True)
    k, crew = f.gun("blue", 120, 20)
    ask = moving(f, g)
    fire = [band for band in held(f, ask, PIECE_GROUP + g).ranges if band.kind == "fire"]
    r = f.b.rules
    musket = 2
    assert [band.distance for band in fire] == [
        r.weapon_short[musket],
        r.weapon_medium[musket],
        r.weapon_long[musket],
    ]
    assert all(len(band.outlines) == 3 for band in fire)
    rings = [band.distance for band in held(f, ask, PIECE_GROUP + captain).ranges if band.kind == "command"]
    assert rings == [50.0, 25.0]
    for piece in (PIECE_ENGINE + k, PIECE_GROUP + crew):
        lanes = held(f, ask, piece).ranges
        assert [band.distance for band in lanes][:2] == [50.0, 100.0]
        xs = [x for x, _ in lanes[0].outlines[0].points]
        assert min(xs) == pytest.approx(117.5) and max(xs) == pytest.approx(122.5)


@pytest.mark.rule("EC-106")
def test_a_gatling_has_an_arc() -> None:
    f = Field()
    k, _ = f.gun("blue", 90, 20, crew=2, kind="gatling")
    [band] = held(f, moving(f), PIECE_ENGINE + k).ranges
    area = polygon(band)
    assert (
        area.contains(Point(90, 60)) and area.contains(Point(118, 50)) and not area.contains(Point(130, 40))
    )


# Drags


def test_a_group_is_moved_by_its_skin_and_one_man_of_it_by_himself() -> None:
    f = Field()
    g = f.group("blue", 6, 60, 20, ranks=2)
    ask = moving(f, g)
    x, y = centre(f.b, g)
    whole = drag(f, ask, [PIECE_GROUP + g], x + 3, y + 9, 0.0, 1.0)
    assert whole == order(Act.MARCH, g, NOBODY, int(Gait.WALK), x=x + 3, y=y + 9, fy=1.0)
    assert check(f.b, ask, whole) == 0
    i = f.of(g)[0]
    man = drag(f, ask, [i], f.f(i).x, f.f(i).y + 6, 0.0, 1.0)
    assert man == order(Act.STEP, i, NOBODY, x=f.f(i).x, y=f.f(i).y + 6, fy=1.0) and check(f.b, ask, man) == 0
    every = drag(f, ask, f.of(g), f.f(i).x, f.f(i).y + 6, 0.0, 1.0)
    assert (
        every is not None and (every.kind, every.actor) == (Act.MARCH, g) and every.y == pytest.approx(y + 6)
    )
    assert drag(f, ask, [PIECE_MARKER], 1.0, 1.0, 0.0, 1.0) is None


@pytest.mark.rule("EC-R03", "PS-R08")
@pytest.mark.parametrize(
    ("book", "far", "gait"),
    [("ec", 20, 1), ("ec", 36, 2), ("ec", 47, 3), ("ps", 20, 1), ("ps", 40, 2), ("ps", 55, 3), ("ps", 90, 3)],
)
def test_horse_goes_at_the_gait_that_the_distance_takes(book: str, far: float, gait: int) -> None:
    f = Field(book)
    g = f.group("blue", 4, 90, 10, kind="swedish" if book == "ps" else "shock", mounted=True, arms=("sword",))
    ask = moving(f, g)
    o = drag(f, ask, [PIECE_GROUP + g], 90.0, 10.0 + far, 0.0, 1.0)
    assert o is not None and o.how == gait and (check(f.b, ask, o) == 0) is (far < 90)


def test_a_gun_is_pivoted_where_it_stands_manhandled_and_driven() -> None:
    f = Field()
    k, crew = f.gun("blue", 90, 20)
    f.e(k).pounds = 3
    ask = moving(f, crew)
    turn = drag(f, ask, [PIECE_ENGINE + k], 90.2, 20.0, 0.5, 0.8660254037844386)
    assert turn is not None and turn.kind == Act.PIVOT and check(f.b, ask, turn) == 0
    push = drag(f, ask, [PIECE_ENGINE + k], 90.0, 28.0, 0.0, 1.0)
    assert push is not None and push.kind == Act.MANHANDLE and check(f.b, ask, push) == 0
    assert gestures.preview(f.b, named(f), ask, push).distance == pytest.approx(8.0)
    f.e(k).limber = int(Limber.LIMBERED)
    drive = drag(f, ask, [PIECE_ENGINE + k], 90.0, 32.0, 0.0, 1.0)
    assert drive is not None and drive.kind == Act.DRIVE and check(f.b, ask, drive) == 0
    f.e(k).kind = int(EngineKind.WAGON)
    whole = drag(f, ask, [PIECE_GROUP + crew], *centre(f.b, crew), 0.0, 1.0)
    assert whole is not None and whole.kind == Act.DRIVE


def test_an_order_that_is_drawn_up_keeps_what_it_is() -> None:
    f = Field()
    g = f.group("blue", 6, 60, 20, ranks=2)
    ask = moving(f, g)
    for like in (order(Act.FORM, g, 3, 1, fy=1.0), order(Act.MARCH, g, -1, 1, fy=1.0), order(Act.HOLD, g)):
        got = gestures.drag(f.b, named(f), ask, [PIECE_GROUP + g], (62.0, 30.0, 1.0, 0.0), like)
        assert got is not None and got[:4] == like[:4]
        assert (got.x, got.y, got.fx) == ((62.0, 30.0, 1.0) if like.kind != Act.HOLD else (0.0, 0.0, 0.0))


# Clicks


def test_points_are_spent_on_whom_one_clicks() -> None:
    f = Field()
    captain = f.leader("blue", 60, 16, pc=True)
    g, nco = f.group("blue", 6, 60, 20), f.leader("blue", 64, 16, role="nco")
    f.loyal(g, captain)
    f.loyal(nco, captain)
    f.g(captain).points = 10
    ask = asked(AskKind.SPEND, 0, captain, 10)
    assert gestures.click(f.b, named(f), ask, [], f.of(g)[2]) == [order(Act.ACTIVATE, captain, g)]
    both = gestures.click(f.b, named(f), ask, [], PIECE_GROUP + nco)
    assert [o.how for o in both] == [0, 1] and all(check(f.b, ask, o) == 0 for o in both)
    assert drag(f, ask, [PIECE_GROUP + g], 60.0, 30.0, 0.0, 1.0) == order(Act.ACTIVATE, captain, g)
    assert held(f, ask, PIECE_GROUP + g).can_act and not held(f, ask, PIECE_GROUP + captain).can_act


@pytest.mark.rule("TY-087")
def test_a_click_on_an_enemy_is_a_charge_and_on_friends_joins_them() -> None:
    f = Field()
    g, own = f.group("blue", 3, 60, 20), f.group("blue", 6, 70, 20)
    foe = f.group("red", 6, 60, 35, facing="south")
    ask = moving(f, g)
    [charge] = click(f, ask, PIECE_GROUP + g, f.of(foe)[1])
    assert charge == order(Act.CHARGE, g, foe, 1) and check(f.b, ask, charge) == 0
    [join] = click(f, ask, f.of(g)[0], PIECE_GROUP + own)
    assert join == order(Act.JOIN, g, own) and check(f.b, ask, join) == 0
    found = held(f, ask, PIECE_GROUP + g).targets
    assert PIECE_GROUP + foe in found and PIECE_GROUP + own in found
    f.f(f.of(foe)[0]).lost = int(Lost.KILLED)
    assert click(f, ask, PIECE_GROUP + g, f.b.n_figures + 3) == []


@pytest.mark.rule("PS-099")
def test_pikes_may_charge_at_their_length_and_horse_at_every_gait() -> None:
    f = Field("ps")
    pikes = f.group("blue", 6, 60, 20, arms=("pike",))
    horse = f.group("blue", 4, 100, 20, kind="swedish", mounted=True, arms=("sword",))
    foe = f.group("red", 6, 62, 34, facing="south")
    ask = moving(f, pikes, horse)
    assert [o.how for o in click(f, ask, PIECE_GROUP + pikes, PIECE_GROUP + foe)] == [1, 9]
    assert [o.how for o in click(f, ask, PIECE_GROUP + horse, PIECE_GROUP + foe)] == [3, 2, 1]


@pytest.mark.rule("TY-R83")
def test_men_in_contact_serve_a_gun_that_is_clicked() -> None:
    f = Field()
    k, crew = f.gun("blue", 90, 20)
    for i in f.of(crew):
        f.f(i).lost = int(Lost.KILLED)
    g = f.group("blue", 2, 90, 16.4)
    ask = moving(f, g)
    [serve] = click(f, ask, PIECE_GROUP + g, PIECE_ENGINE + k)
    assert serve == order(Act.SERVE, g, k) and check(f.b, ask, serve) == 0


@pytest.mark.rule("TY-048", "TY-049")
def test_a_click_is_fire_and_a_player_character_picks_his_man() -> None:
    f = Field()
    g = f.group("blue", 6, 60, 20)
    captain = f.leader("blue", 72, 20, pc=True, arms=("pistol",), group={"declared": True})
    foe = f.group("red", 4, 64, 28, facing="south")
    f.g(g).commander = captain
    f.ready()
    ask = asked(AskKind.SHOOT)
    [fire] = click(f, ask, PIECE_GROUP + g, PIECE_GROUP + foe)
    assert fire == order(Act.FIRE, g, foe) and check(f.b, ask, fire) == 0
    man = f.of(foe)[3]
    pick, fire = click(f, ask, PIECE_GROUP + captain, man)
    assert pick == order(Act.PICK, captain, man) and fire.kind == Act.FIRE
    assert check(f.b, ask, pick) == 0
    assert man in held(f, ask, PIECE_GROUP + captain).targets
    assert held(f, ask, PIECE_GROUP + g).targets == [PIECE_GROUP + foe]


def test_orders_for_picked_men_are_those_of_their_group_and_steps_of_their_own() -> None:
    f = Field()
    g, other = f.group("blue", 6, 60, 20), f.group("blue", 6, 90, 20)
    ask = moving(f, g, other)
    found = picking.offers(f.b, named(f), ask, [f.of(g)[0]])
    steps = [c for c in found if c.order.kind == Act.STEP]
    assert [c.title for c in steps if c.order.actor == f.of(g)[0]][:2] == ["One man forward", "One man back"]
    assert all(check(f.b, ask, c.order) == 0 for c in found)
    assert not any(c.order.actor == other for c in picking.offers(f.b, named(f), ask, [PIECE_GROUP + g]))


# Ghosts, the tape, the line


@pytest.mark.rule("TY-042")
def test_a_ghost_is_where_the_plan_puts_the_men_and_says_what_it_costs() -> None:
    f = Field()
    g = f.group("blue", 4, 60, 20)
    f.terrain("marsh", rectangle=(40, 24, 80, 40))
    ask = moving(f, g)
    o = drag(f, ask, [PIECE_GROUP + g], 60.0, 30.0, 0.0, 1.0)
    assert o is not None
    ghost = gestures.preview(f.b, named(f), ask, o)
    assert len(ghost.poses) == 5 and ghost.distance == pytest.approx(10.0) and ghost.allowed == 25.0
    assert ghost.cost == pytest.approx(16.0) and [p.label for p in ghost.parts] == ["way", "ground", "left"]
    assert [p.value for p in ghost.parts] == ["10.0 cm", "6.0 cm", "9.0 cm"]
    first = next(p for p in ghost.poses if p.number == f.of(g)[0])
    assert (first.x, first.y) == pytest.approx((f.f(0).x, f.f(0).y + 10))
    far = gestures.preview(f.b, named(f), ask, o._replace(y=60.0))
    assert far.cost is not None and far.allowed is not None and far.cost > far.allowed


def test_a_charge_shows_where_its_men_come_to_stand_and_changes_nothing() -> None:
    f = Field()
    g = f.group("blue", 3, 60, 20)
    foe = f.group("red", 3, 60, 35, facing="south")
    ask = moving(f, g)
    before = [(m.x, m.y, m.spent) for m in f.b.figures[: f.b.n_figures]]
    logged = f.b.log.n
    ghost = gestures.preview(f.b, named(f), ask, order(Act.CHARGE, g, foe, 1))
    assert [(m.x, m.y, m.spent) for m in f.b.figures[: f.b.n_figures]] == before and f.b.log.n == logged
    men = [p for p in ghost.poses if p.number < PIECE_GROUP]
    assert len(men) == 3 and all(p.y == pytest.approx(33.0, abs=0.5) for p in men)


@pytest.mark.rule("TY-057", "TY-058", "TY-R55")
def test_the_line_of_sight_names_what_is_in_it() -> None:
    f = Field()
    a = f.group("blue", 1, 60, 20)
    mate = f.group("blue", 1, 60, 30)
    foe = f.group("red", 1, 60, 50, facing="south")
    f.ready()
    line = gestures.sight(f.b, named(f), PIECE_GROUP + a, PIECE_GROUP + foe)
    assert line.clear is False and [k.piece for k in line.blockers] == [f.of(mate)[0]]
    f.f(f.of(mate)[0]).x = 90.0
    assert gestures.sight(f.b, named(f), PIECE_GROUP + a, f.of(foe)[0]).clear is True
    f.terrain("wood", rectangle=(50, 28, 70, 45))
    line = gestures.sight(f.b, named(f), f.of(a)[0], f.of(foe)[0])
    assert line.clear is False and [k.name for k in line.blockers] == ["the wood 0"]
    assert "28.0 cm" in line.text


@pytest.mark.rule("TY-044", "TY-R57")
def test_who_has_not_been_spotted_is_not_in_sight() -> None:
    f = Field()
    a = f.group("blue", 1, 60, 20)
    f.terrain("scrub", rectangle=(50, 45, 70, 60))
    foe = f.group("red", 1, 60, 50, facing="south")
    f.ready()
    line = gestures.sight(f.b, named(f), PIECE_GROUP + a, PIECE_GROUP + foe)
    assert line.clear is False and "not been spotted" in line.blockers[0].name
    assert "not spotted" in next(p for p in seen(f).pieces if p.number == PIECE_GROUP + foe).states
    f.g(foe).spotted = 1 << a
    assert gestures.sight(f.b, named(f), PIECE_GROUP + a, PIECE_GROUP + foe).clear is True


@pytest.mark.rule("TY-R03")
def test_the_tape_runs_between_the_nearest_bases() -> None:
    f = Field()
    g = f.group("blue", 3, 60, 20)
    foe = f.group("red", 1, 60, 40)
    k, _ = f.gun("red", 60, 80, facing="south")
    tape = gestures.measure(f.b, named(f), PIECE_GROUP + g, PIECE_GROUP + foe)
    assert tape.distance == pytest.approx(18.0) and tape.text == "18.0 cm"
    assert gestures.measure(f.b, named(f), (60.0, 45.0), f.of(foe)[0]).distance == pytest.approx(4.0)
    assert gestures.measure(f.b, named(f), PIECE_ENGINE + k, f.of(foe)[0]).distance == pytest.approx(36.5)


# Odds and losses


def test_an_order_by_itself_is_carried_out_by_the_rules() -> None:
    f = Field()
    g, foe = f.group("blue", 6, 60, 20), f.group("red", 4, 60, 28, facing="south")
    ask = moving(f, g)
    o = order(Act.MARCH, g, how=1, x=60.0, y=22.0, fy=1.0)
    rules = gestures.alone(ask, o)
    assert rules is not None
    rules(f.b)
    assert centre(f.b, g) == pytest.approx((60.0, 22.0))
    f.ready()
    shot = gestures.alone(asked(AskKind.SHOOT), order(Act.FIRE, g, foe))
    assert shot is not None
    f.dice(8, 8, 8, 1, 1, 1, 1, 1, 1, 6, 6, 6)
    shot(f.b)
    assert losses(f.b) == (0, 1) and not any(m.slain for m in f.b.figures[: f.b.n_figures])
    assert gestures.alone(ask, order(Act.DONE)) is None
    assert gestures.alone(asked(AskKind.FOLLOW), order(Act.STAY)) is None


def test_the_odds_of_a_charge_are_those_of_its_melee() -> None:
    f = Field()
    g, foe = f.group("blue", 1, 60, 20), f.group("red", 1, 60, 28, facing="south")
    ask = moving(f, g)
    o = order(Act.CHARGE, g, foe, how=1)
    assert check(f.b, ask, o) == 0
    rules = gestures.alone(ask, o)
    assert rules is not None
    f.b.generals = [int(General.DRILL)] * 2  # they answer whether to follow up
    f.dice(6, 1)  # both throw, and a winner's 6 kills
    rules(f.b)
    f.used_up()
    assert losses(f.b) == (0, 1)


def test_broken_are_those_who_run_or_are_gone() -> None:
    f = Field()
    ran, gone, well = f.group("blue", 2, 60, 20), f.group("blue", 2, 80, 20), f.group("blue", 2, 100, 20)
    late = f.group("blue", 2, 120, 20)
    f.g(ran).router = True
    for i in f.of(gone):
        f.f(i).lost = int(Lost.KILLED)
    for i in f.of(late):
        f.f(i).lost = int(Lost.AWAITED)
    assert gestures.broken(f.b) == {PIECE_GROUP + ran, PIECE_GROUP + gone}
    assert PIECE_GROUP + well not in gestures.broken(f.b)


# The table


def test_every_piece_has_a_sentence_that_says_what_it_is_and_how_it_does() -> None:
    f = Field()
    g = f.group("blue", 3, 60, 20, facing="east", group={"shot": 1, "router": True})
    f.f(0).wounded, f.f(1).loaded = True, False
    captain = f.leader("blue", 66, 20, pc=True, mounted=True, group={"points": 5})
    k, _ = f.gun("red", 60, 80, facing="south")
    f.e(k).loaded, f.e(k).charge = False, 4.0
    late = f.group("red", 2, 60, 110)
    for i in f.of(late):
        f.f(i).lost = int(Lost.AWAITED)
    f.g(late).enters = 3
    f.ready()
    told = {p.number: p for p in seen(f).pieces}
    assert told[PIECE_GROUP + g].spoken == (
        "Group 0, Blue, formed infantry, 3 of 3 figures, veteran, facing east, 1 wounded, 2 of 3 loaded, running, fired"
    )
    assert {"routing", "fired"} <= set(told[PIECE_GROUP + g].marks)
    assert told[0].spoken.endswith("veteran, musket, facing east, wounded") and told[0].marks == ["wounded"]
    assert told[1].marks == ["acted"] and told[1].within == PIECE_GROUP + g
    chief = told[PIECE_GROUP + captain]
    assert "Player Character, 5 command points left" in chief.spoken and "with Group 0" in chief.spoken
    assert chief.bases[0].mark == "rider" and chief.within == PIECE_GROUP + g and chief.rings == [50.0, 25.0]
    assert f.of(captain)[0] not in told, "he is one piece, not two"
    assert "4 of 12 of its loading done" in told[PIECE_ENGINE + k].spoken
    [waiting] = seen(f).waiting
    assert waiting.number == PIECE_GROUP + late and waiting.note == "comes on in turn 3"
    assert held(f, None, waiting.number).card.facts[1].value == "turn 3"


def test_civilians_have_a_way_out_to_be_seen() -> None:
    f = Field()
    f.group("blue", 3, 60, 20, role="civilians")
    f.b.aims.rescuer, f.b.aims.exit_y, f.b.aims.rescue_win = 0, -1.0, 2
    [place] = seen(f).places
    assert (place.x, place.y) == (90.0, 0.0) and place.name == "The way out: 0 of 3 civilians safe, 2 win"
    f.b.saved, f.b.aims.rescue_draw = 1, 1
    [place] = seen(f).places
    assert place.name == "The way out: 1 of 3 civilians safe, 2 win, 1 is a draw"


def test_what_a_die_would_say_is_told_cell_by_cell() -> None:
    f = Field()
    rows = [cards.dice_told(f.b, row) for row in range(5)]
    assert rows[0] == "1 to 5: carry on, 6: toward the nearest enemy"
    assert len(set(rows)) == 5 and all(text.startswith("1") for text in rows)
    assert "run (binding)" in rows[4]
