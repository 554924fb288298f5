"""What people are asked, offered and refused: choices are legal, refusals have a reason and a way out."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from grognard.books.fire_at_will import (
    gestures,
    hand,
    menu,
    offers_magic,
    picking,
    refusals,
    refusals_fire,
    refusals_magic,
)
from grognard.books.fire_at_will.legality import check
from grognard.books.fire_at_will.state import FIGURE, Aim, R, Spell, Troop
from grognard.values import Ask, Order

from . import moments
from .field import CATALOGUE, FOLDER, NOBODY, Act, AskKind, Field, order

SENTENCE = re.compile(r"unknown|None|<|>|[A-Za-z]\.[A-Z]|_|\bnan\b|  ")
MOMENTS = moments.seldom("fire-at-will-men")
NORTH = (0.0, 1.0)
FOOT = 2  # four strips of foot in the open field: 1 is kept for the leader of the first
RULE_OF = ("overlap_rule", "in_the_way_rule", "barred_rule", "stop_rule")


# Choices


@pytest.mark.parametrize("k", range(len(MOMENTS)))
def test_every_choice_is_legal_worded_and_has_a_key_of_its_own(k: int) -> None:
    b, names, ask = MOMENTS[k]
    offered = menu.choices(b, names, ask)
    assert offered
    assert all(check(b, ask, choice.order) == 0 for choice in offered)
    assert (
        len({choice.key for choice in offered}) == len({choice.order for choice in offered}) == len(offered)
    )
    said = [menu.describe_ask(b, names, ask), *(c.text for c in offered), *(c.title for c in offered)]
    assert not [text for text in said if SENTENCE.search(text)]
    assert re.fullmatch(r"(Blue|Red): .+ \[FW-R?\d+(, FW-R?\d+)*\]", said[0]), said[0]


def test_nobody_alone_is_offered_to_speak_to_himself() -> None:
    f = Field()
    alone = f.character("blue", "leader", 24, 10)
    f.formation("blue", "axemen", 24, 14, strips=3)
    f.ready()
    offered = menu.choices(f.b, moments.names_of(f), f.ask(AskKind.SPEECH, "blue"))
    spoken_to = {c.order.other for c in offered if c.order.kind == Act.SPEECH}
    assert spoken_to and f.home(alone) not in spoken_to


def test_every_ask_has_a_question_and_choices_and_every_act_words() -> None:
    assert set(menu.OFFERS) == set(AskKind)
    b, names, _ = MOMENTS[0]
    for act in Act:
        said = menu.describe_order(b, names, Order(int(act), 0, 1, 1, 3.0, 4.0, *NORTH))
        assert said and "no order" not in said and not SENTENCE.search(said), (act, said)


def test_walls_that_no_building_has_are_manned_by_nobody() -> None:
    f = moments.by_a_house()
    said = menu.describe_order(f.b, moments.names_of(f), order(Act.ENTER, 0, 0, how=2**31))
    assert said == "Formation 1 enters the ground 0: nobody"


def test_the_moves_of_foot_in_the_open() -> None:
    f = moments.open_field()
    names = moments.names_of(f)
    said = {c.key: c.text for c in menu.choices(f.b, names, f.action("blue"))}
    assert said["f1-a1"] == f"Formation 1 charges {names.formations[-1]}"
    assert said["f1-h"] == "Formation 1 advances 2.0 inches"
    assert said["f1-ta"] == "Formation 1 turns about"
    assert said["f1-k6"] == "Formation 1 forms 6 files"
    assert said["0"] == "no more: the others stay where they are"


@pytest.mark.rule("FW-065", "FW-068")
def test_a_wizard_is_offered_each_of_his_spells_at_its_own_kind_of_target() -> None:
    f = moments.open_field()
    casts = [c for c in menu.choices(f.b, moments.names_of(f), f.action("blue")) if c.order.kind == Act.CAST]
    by_spell: dict[int, set[int]] = {}
    for c in casts:
        by_spell.setdefault(c.order.how, set()).add(c.order.other)
    foes = {i for i in range(f.b.n_strips) if f.c(i).side == 1}
    assert by_spell[Spell.LIGHTNING_BOLT] and by_spell[Spell.LIGHTNING_BOLT] <= foes
    assert by_spell[Spell.FIRE_IN_THE_SKY] == {0, 1, 2, 3, 4}
    assert all(o == NOBODY for o in by_spell[Spell.FOG_BANK])
    assert Spell.HEAL not in by_spell  # nobody is wounded
    assert all(c.place == (c.order.how == Spell.FOG_BANK) and c.group == "cast" for c in casts)


@pytest.mark.rule("FW-068")
def test_what_a_spell_is_cast_at_is_marked() -> None:
    f = moments.open_field()
    names = moments.names_of(f)
    casts = [c for c in menu.choices(f.b, names, f.action("blue")) if c.order.kind == Act.CAST]
    for c in casts:
        aim = f.b.spells[c.order.how].aim
        if aim in (Aim.NOTHING, Aim.PLACE):
            assert c.at == ()
        else:
            of_strip = aim in (Aim.STRIP, Aim.CHARACTER)
            named = names.strips[c.order.other] if of_strip else names.formations[c.order.other]
            (piece,) = c.at
            assert (names.formations + names.strips)[piece] == named
    assert {f.b.spells[c.order.how].aim for c in casts} > {Aim.STRIP, Aim.ENEMY, Aim.PLACE, Aim.NOTHING}


@pytest.mark.rule("FW-085", "FW-095")
def test_what_helps_is_offered_for_ones_own_and_what_hinders_for_the_enemy() -> None:
    f = Field(magic="true")
    wizard = f.character("blue", "wizard", 24, 10)
    f.mage(wizard, "MAGICAL_SHIELD", "GO_SLOW", "FLASH", points=20)
    mine = f.formation("blue", "axemen", 18, 10, strips=2)
    foe = f.formation("red", "axemen", 24, 18, "south", strips=2)
    f.ready()
    casts = [
        c.order for c in menu.choices(f.b, moments.names_of(f), f.action("blue")) if c.order.kind == Act.CAST
    ]
    at = {
        spell: {o.other for o in casts if o.how == spell} for spell in (Spell.MAGICAL_SHIELD, Spell.GO_SLOW)
    }
    assert at == {Spell.MAGICAL_SHIELD: {f.home(wizard), mine}, Spell.GO_SLOW: {foe}}


@pytest.mark.rule("FW-064", "FW-R87")
def test_the_six_are_the_usual_or_six_of_a_kind_or_any_of_the_list() -> None:
    f = moments.open_field()
    names, ask = moments.names_of(f), f.ask(AskKind.SPELLS, "blue", 0)
    sets = [c.order.how for c in menu.choices(f.b, names, ask)]
    assert sets[0] == f.m(0).spells and len(sets) == 4 and all(how.bit_count() == 6 for how in sets)
    assert sets[1] | sets[2] | sets[3] == (1 << 18) - 1
    found = offers_magic.picks(f.b, names, ask)
    assert found is not None and found.order.how == sets[0] and found.number == 6
    bolt = found.items[Spell.LIGHTNING_BOLT]
    assert (bolt.name, bolt.rule) == (names.spells[Spell.LIGHTNING_BOLT], "FW-094")
    assert bolt.text.startswith("kills a strip") and bolt.more.startswith("1 point, 6")
    assert [item.rule for item in found.items] == [f"FW-{80 + k:03}" for k in range(18)]
    assert offers_magic.picks(f.b, names, f.action("blue")) is None


def test_what_is_picked_is_offered_what_it_can_do_itself() -> None:
    f = moments.open_field()
    names = moments.names_of(f)
    leader = f.u(0).character
    own = picking.offers(f.b, names, f.action("blue"), [len(names.ids) + leader])
    assert {c.order.kind for c in own} == {Act.DETACH, Act.POST}
    foot = picking.offers(f.b, names, f.action("blue"), [0])
    assert {c.order.actor for c in foot if c.order.kind in (Act.ADVANCE, Act.CHARGE)} == {0}


# Refusals


def cited_numbers() -> set[int]:
    """Every rule that the rules modules can refuse an order by, read from their text."""
    found: set[int] = set()
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                found |= numbers_in(node.args[1])
            elif isinstance(node, ast.FunctionDef) and node.name in RULE_OF:
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and inner.value is not None:
                        found |= numbers_in(inner.value)
    return found


def numbers_in(node: ast.expr) -> set[int]:
    """57, R + 9, 33 if water else 30."""
    if isinstance(node, ast.Constant):
        return {int(node.value)}  # type: ignore[arg-type]
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
        return {R + int(node.right.value)}  # type: ignore[arg-type]
    return numbers_in(node.body) | numbers_in(node.orelse) if isinstance(node, ast.IfExp) else set()


def test_every_rule_that_refuses_has_its_words() -> None:
    numbers = cited_numbers()
    assert len(numbers) > 70
    worded = {*refusals.REASONS, *refusals_fire.FIRE_REASONS, *refusals_magic.MAGIC_REASONS}
    assert sorted(CATALOGUE.rule_id(number) for number in numbers - worded) == []


def explained(f: Field, ask: Ask, o: Order) -> tuple[str, str, Order | None]:
    rule = check(f.b, ask, o)
    assert rule != 0
    r = menu.explain(f.b, moments.names_of(f), ask, o, rule)
    assert r.nearest is None or check(f.b, ask, r.nearest) == 0
    return r.rule, r.text, r.nearest


@pytest.mark.parametrize(
    ("given", "rule", "said"),
    [
        (
            {"act": Act.ADVANCE, "actor": FOOT, "x": 9},
            "FW-023",
            "that costs 9.0 inches; Formation 3 has 4.0 inches left",
        ),
        (
            {"act": Act.ADVANCE, "actor": 1, "x": 1},
            "FW-017",
            "choose a formation of Blue's that is on the table",
        ),
        (
            {"act": Act.RESHAPE, "actor": 0, "other": 9},
            "FW-R17",
            "Formation 1 can form 1 to 6 files, and is in 3 now",
        ),
        (
            {"act": Act.CAST, "actor": 12, "other": 0, "how": Spell.FLASH},
            "FW-065",
            "has not written that spell down",
        ),
        ({"act": Act.DETACH, "actor": 0, "x": 9, "y": 9, "fy": 1}, "FW-R10", "stay with their formation"),
    ],
)
def test_a_refusal_says_what_was_measured(given: dict[str, Any], rule: str, said: str) -> None:
    f = moments.open_field()
    given = dict(given)
    found, text, nearest = explained(f, f.action("blue"), order(given.pop("act"), **given))
    assert (found, said in text) == (rule, True), (found, text)
    assert nearest is not None


def test_the_nearest_to_a_move_too_far_is_as_far_as_it_goes() -> None:
    f = moments.open_field()
    _, _, nearest = explained(f, f.action("blue"), order(Act.ADVANCE, FOOT, x=9))
    assert nearest is not None and nearest.kind == Act.ADVANCE and nearest.x == pytest.approx(4.0, abs=0.01)


@pytest.mark.rule("FW-R41")
def test_a_shot_out_of_range_says_how_far() -> None:
    f = Field()
    f.formation("blue", "orc_archers", 24, 10, strips=2)
    f.formation("red", "axemen", 24, 40, "south", strips=2)
    f.ready()
    rule, text, _ = explained(f, f.ask(AskKind.SHOOT, "blue"), order(Act.VOLLEY, 0, 1))
    assert rule == "FW-R41" and "30.0 inches away; the range is" in text


# Gestures


def moved(f: Field, n: int, x: float, y: float, facing: tuple[float, float] = NORTH) -> Order | None:
    """A formation carried by so much."""
    names, u = moments.names_of(f), f.u(n)
    half = u.ranks * u.cell_depth / 2
    pose = (u.x - u.fx * half + x, u.y - u.fy * half + y, *facing)
    return gestures.drag(f.b, names, f.action("blue"), [n], pose, None)


def test_a_drag_is_an_advance_a_wheel_a_step_or_a_charge() -> None:
    f = moments.open_field()
    for dx, dy, act, far in ((0, 2, Act.ADVANCE, 2), (0, -1, Act.BACK, 1), (-1, 0, Act.SIDESTEP, -1)):
        o = moved(f, 0, dx, dy)
        assert o is not None and o.kind == act and o.x == pytest.approx(far)
    wheel = moved(f, 0, 0, 0, (0.6, 0.8))
    assert wheel is not None and (wheel.kind, wheel.fx, wheel.fy) == (Act.WHEEL, 0.6, 0.8)
    charge = moved(f, 0, 0, 4.2)
    assert charge is not None and charge.kind == Act.CHARGE and check(f.b, f.action("blue"), charge) == 0
    assert moved(f, 0, 0.05, 0.05) is None
    dragon = f.home(next(i for i in range(f.b.n_strips) if f.c(i).troop == Troop.DRAGON))
    march = moved(f, dragon, 1, 1)
    assert march is not None and march.kind == Act.MARCH


@pytest.mark.rule("FW-041")
def test_a_drop_on_a_house_is_entering_and_off_it_leaving() -> None:
    f = moments.by_a_house()
    enter = moved(f, 0, 0, 1.5)
    assert enter is not None and enter.kind == Act.ENTER and check(f.b, f.action("blue"), enter) == 0
    f = moments.in_a_house()
    leave = gestures.drag(f.b, moments.names_of(f), f.action("blue"), [0], (23.0, 10.0, 0.0, -1.0), None)
    assert leave is not None and leave.kind == Act.LEAVE and leave.fy == -1.0


def test_a_character_joins_those_he_is_dropped_on_or_leaves_his_own() -> None:
    f = moments.open_field()
    names = moments.names_of(f)
    alone = next(i for i in range(f.b.n_strips) if f.c(i).role == 1 and f.u(f.home(i)).n == 1)
    joins = gestures.drag(f.b, names, f.action("blue"), [len(names.ids) + alone], (14, 19.8, *NORTH), None)
    assert joins is not None and (joins.kind, joins.other) == (Act.JOIN, FOOT)
    leads = f.u(0).character
    leaves = gestures.drag(f.b, names, f.action("blue"), [len(names.ids) + leads], (28, 19, *NORTH), None)
    assert leaves is not None and leaves.kind == Act.DETACH


def test_a_click_of_a_wizard_on_an_enemy_offers_his_spells() -> None:
    f = moments.open_field()
    names = moments.names_of(f)
    wizard = f.m(0).strip
    enemy = next(g for g in range(f.b.n_formations) if f.u(g).n and f.u(g).side == 1)
    meant = gestures.click(f.b, names, f.action("blue"), [len(names.ids) + wizard], enemy)
    assert {o.how for o in meant if o.kind == Act.CAST} >= {Spell.LIGHTNING_BOLT, Spell.FREEZE}
    assert all(o.other in (enemy, *f.members(enemy), *(FIGURE + i for i in f.members(enemy))) for o in meant)


def test_a_shot_is_aimed_by_a_drop_or_a_click() -> None:
    f = moments.shots()
    names, ask = moments.names_of(f), f.ask(AskKind.SHOOT, "blue")
    volley = order(Act.VOLLEY, 0, 1)
    assert gestures.drag(f.b, names, ask, [0], (24, 24.2, *NORTH), None) == volley
    assert gestures.click(f.b, names, ask, [0], 1) == [volley]
    assert hand.hand(f.b, names, ask, 0).targets == [1]


# Ghosts, tapes, hands


def test_a_ghost_stands_where_the_order_ends_and_says_what_it_costs() -> None:
    f = moments.open_field()
    names, ask = moments.names_of(f), f.action("blue")
    before = (f.u(FOOT).x, f.u(FOOT).y)
    shown = gestures.preview(f.b, names, ask, order(Act.ADVANCE, FOOT, x=3))
    assert (shown.distance, shown.cost, shown.allowed) == pytest.approx((3.0, 3.0, 4.0))
    assert shown.poses[0].number == FOOT and len(shown.poses[0].bases) == 4
    assert (f.u(FOOT).x, f.u(FOOT).y) == before
    far = gestures.preview(f.b, names, ask, order(Act.ADVANCE, FOOT, x=9))
    assert (far.cost, far.allowed) == pytest.approx((9.0, 4.0)) and far.poses


def test_a_tape_goes_from_base_to_base_and_sight_is_stopped_by_a_house() -> None:
    f = moments.by_a_house()
    names = moments.names_of(f)
    assert gestures.measure(f.b, names, 0, 1).distance == pytest.approx(16.0)
    line = gestures.sight(f.b, names, 0, 1)
    assert not line.clear and [k.name for k in line.blockers] == ["the ground 0"]


def test_an_order_alone_is_carried_out_by_the_rules() -> None:
    f = moments.shots()
    ask = f.ask(AskKind.SHOOT, "blue")
    run = gestures.alone(ask, order(Act.VOLLEY, 0, 1))
    assert run is not None and gestures.alone(ask, order(Act.DONE)) is None
    f.dice(6, 6, 6)
    run(f.b)
    f.used_up()
    assert f.u(1).n < 3


def test_broken_are_those_who_run_or_are_gone() -> None:
    f = moments.rout()
    assert gestures.broken(f.b) == {1}


def test_looking_changes_nothing() -> None:
    from grognard.book import book
    from grognard.engines import Plain

    plain = Plain(book("fire-at-will-men"))
    for b, names, ask in MOMENTS:
        state = plain.state(b)
        for c in menu.choices(b, names, ask):
            gestures.preview(b, names, ask, c.order)
        menu.barred(b, names, ask)
        assert plain.state(b) == state
