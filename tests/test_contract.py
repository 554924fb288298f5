"""The contract, on every book and every scenario: what src/grognard/book.py promises to everybody else."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from grognard.book import (
    BOOKS,
    HOME,
    Book,
    Input,
    Names,
    Nouns,
    Refusal,
    book,
    book_of,
    find_scenario,
    scenario_paths,
)
from grognard.catalogue import Catalogue, Option, of_book, rules_path
from grognard.engines import Plain, rules_module
from grognard.finding import WORD, search, snippet, stem
from grognard.game import Game, as_plain_order, open_game
from grognard.lab.adjudicate import adjudicate
from grognard.lab.simulate import COMMON, pairs
from grognard.notation import read_order, write_order
from grognard.options import amounts_of, options_of, readings_of
from grognard.problems import Problem
from grognard.prose import in_words
from grognard.records import clone
from grognard.scenario import SIDES, header
from grognard.tables import flatten, parse_value, readings, tables_of
from grognard.values import Ask, Order

SCENARIOS = sorted(scenario_paths())
EVERY = 4  # of the asks of a kind, how many are looked at closely


def catalogue(name: str) -> Catalogue:
    return of_book(book(name).folder, book(name).prefix)


@cache
def random_battle(scenario: str) -> list[tuple[Any, Ask, Order]]:
    """The asks of a battle by random orders, each with the battle as it stood: some of every kind."""
    game = open_game(scenario, seed=3, blue="random", red="random")
    out: list[tuple[Any, Ask, Order]] = []
    met: dict[int, int] = {}
    for n in range(1, game.turns + 1):
        orders = [e.order for e in game.entries_of_turn(n)]  # type: ignore[union-attr]

        def visit(b: Any, k: int, ask: Ask, orders: list[Order] = orders) -> None:
            met[ask.kind] = met.get(ask.kind, 0) + 1
            if met[ask.kind] <= EVERY or met[ask.kind] % 40 == 0:
                out.append((clone(b), ask, orders[k]))

        game.walk(n, visit)
    return out


def of_scenario(scenario: str) -> tuple[Book, Any]:
    of = book_of(find_scenario(scenario))
    return of, of.set_up(find_scenario(scenario), {}).names


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_says_what_it_is(name: str) -> None:
    of = book(name)
    assert of.id == name
    assert of.title and of.version and of.credit and of.prefix
    assert of.unit in ("inch", "cm")
    assert rules_path(of.folder).is_file() and (of.folder / "tables.toml").is_file()
    assert of.folder == HOME.joinpath(*BOOKS[name].split("."))
    assert f"books.{BOOKS[name]}.".startswith(f"{of.package}.")
    assert rules_path(of.folder).parent == HOME.joinpath(*of.package.split(".")[1:])


@pytest.mark.parametrize("name", BOOKS)
def test_one_scenario_of_a_book_is_its_sample(name: str) -> None:
    heads = [header(path) for path in scenario_paths(name).values()]
    assert [head["book"] for head in heads] == [name] * len(heads)
    assert len([head for head in heads if head.get("sample")]) == 1


OPTIONS = [(name, option) for name in BOOKS for option in catalogue(name).options]


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=lambda x: getattr(x, "name", x))
def test_an_option_of_the_catalogue_is_a_reading_or_a_number(name: str, option: Option) -> None:
    of = book(name)
    bare = option.name.removeprefix(of.prefix + ".")
    words = readings(of.battle().options).get(bare)
    if words is not None:
        assert words == option.values and words[0] == option.default
        assert not option.open
    else:
        numbers = flatten(tables_of(of.folder))
        assert numbers[bare] == pytest.approx(float(Fraction(option.default)))
        assert option.open or [Fraction(value) for value in option.values[1:]]


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_has_no_option_that_its_catalogue_does_not_know(name: str) -> None:
    of = book(name)
    known = {option.name.removeprefix(of.prefix + ".") for option in catalogue(name).options}
    ours = set(readings_of(of.folder, of.prefix, of.battle().options))
    assert ours <= known
    assert not ours & set(tables_of(of.folder))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_set_up(scenario: str) -> None:
    path = find_scenario(scenario)
    setup = book_of(path).set_up(path, {})
    assert setup.id == scenario == path.stem
    assert setup.title and setup.path == path
    assert book_of(path).outcome(setup.battle) is None
    assert book_of(path).losses(setup.battle) == (0, 0)
    assert setup.names.pieces
    assert len(set(setup.names.pieces)) == len(setup.names.pieces)
    assert len(setup.names.armies) == len(SIDES)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_seed_is_all_that_dice_depend_on(scenario: str) -> None:
    path = find_scenario(scenario)
    of = book_of(path)
    states = []
    for seed in (1, 1, 2):
        battle = of.set_up(path, {}).battle
        of.seed(battle, seed)
        states.append(Plain(of).state(battle))
    assert states[0] == states[1] != states[2]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(
    "players", [("drill", "drill"), ("random", "random"), ("drill", "random"), ("random", "drill")]
)
def test_generals_finish_their_battles_and_every_line_cites_its_rule(
    scenario: str, players: tuple[str, str]
) -> None:
    game = open_game(scenario, seed=11, blue=players[0], red=players[1])
    outcome = game.outcome
    assert outcome is not None
    assert outcome.winner in ("blue", "red", "draw") and outcome.reason
    assert min(game.book.losses(game.battle)) >= 0
    assert sum(game.book.losses(game.battle)) > 0 or "random" in players
    known = catalogue(game.book.id)
    lines, pieces = game.chronicle, len(game.names.pieces)
    assert len(lines) > game.turns
    for line in lines:
        assert line.text.strip() == line.text != ""
        assert line.kind
        assert line.level in (0, 1, 2)
        assert line.rules, line
        assert all(rule in known for rule in line.rules), line
        assert all(0 <= u < pieces for u in line.units), line
        assert all(1 <= face <= line.sides for face in line.dice), line


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_choice_is_legal_and_said_in_words(scenario: str) -> None:
    of, names = of_scenario(scenario)
    check = Plain(of).check
    for battle, ask, _ in random_battle(scenario):
        state = Plain(of).state(battle)
        assert of.describe_ask(battle, names, ask).strip()
        choices = of.choices(battle, names, ask)
        assert choices, of.asks(ask.kind).name
        for choice in choices:
            assert check(battle, ask, choice.order) == 0, (of.asks(ask.kind).name, choice)
            assert choice.text.strip()
            assert of.describe_order(battle, names, choice.order).strip()
        keys = [c.key for c in choices if c.key]
        assert len(set(keys)) == len(keys), of.asks(ask.kind).name
        assert Plain(of).state(battle) == state, "looking has changed the battle"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_picked_of_a_list_may_be_given_as_it_is_proposed(scenario: str) -> None:
    of, names = of_scenario(scenario)
    for battle, ask, given in random_battle(scenario):
        picks = of.picks(battle, names, ask)
        if picks is None:
            continue
        assert picks.verb and all(item.name for item in picks.items)
        for order in (picks.order, given):
            assert Plain(of).check(battle, ask, order) == 0
            assert order.how.bit_count() == picks.number and order.how < 1 << len(picks.items)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_switches_of_a_scenario_can_be_set_either_way(scenario: str) -> None:
    path = find_scenario(scenario)
    of = book_of(path)
    for switch in of.switches(path):
        options = {o.name for o in catalogue(of.id).options}
        assert switch.label and (switch.name.startswith("scenario.") or switch.name in options)
        usual, other = (
            Plain(of).state(of.set_up(path, {switch.name: value}).battle)
            for value in (switch.default, not switch.default)
        )
        assert usual != other


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_kind_of_order_given_is_described(scenario: str) -> None:
    of, names = of_scenario(scenario)
    for battle, ask, order in random_battle(scenario):
        assert of.describe_order(battle, names, order).strip()
        assert isinstance(of.nouns(ask.kind, order.kind), Nouns)


def same_again(of: Book, names: Names, ask: Ask, order: Order) -> bool:
    """Whether an order is read as it was written, to the last bit."""
    side, kind, again = read_order(of, names, write_order(of, names, ask, order))
    return (side, kind, list(map(repr, again))) == (
        ask.side,
        ask.kind,
        list(map(repr, as_plain_order(order))),
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_order_and_every_choice_is_written_and_read_again(scenario: str) -> None:
    of, names = of_scenario(scenario)
    for battle, ask, given in random_battle(scenario):
        for order in [given, *(choice.order for choice in of.choices(battle, names, ask))]:
            assert same_again(of, names, ask, order), (of.asks(ask.kind).name, order)
            kinds = of.nouns(ask.kind, order.kind)
            for kind, value in ((kinds.actor, order.actor), (kinds.other, order.other)):
                assert kind == "number" or -1 <= value < len(names.handles(kind)), order
            if isinstance(kinds.how, str):
                assert 0 <= order.how < 1 << len(names.group(kinds.how, ask.side)), order


def wrong_orders(of: Book, ask: Ask, order: Order, r: random.Random) -> list[Order]:
    """Orders that are likely to be refused: another act, another actor, another place, too far."""
    far = order._replace(x=order.x + 50.0, y=order.y - 70.0)
    return [
        order._replace(kind=int(r.choice(list(of.acts)))),
        order._replace(actor=r.randrange(-1, 40)),
        order._replace(other=r.randrange(-1, 40)),
        order._replace(how=r.choice([-3, 5, 77])),
        far,
        order._replace(fx=3.0, fy=4.0),
        order._replace(x=float("nan")),
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_refusal_names_its_rule_and_the_nearest_legal_order(scenario: str) -> None:
    of, names = of_scenario(scenario)
    check, known, r = Plain(of).check, catalogue(of.id), random.Random(1)
    refused, nearest = 0, 0
    for battle, ask, order in random_battle(scenario):
        for wrong in wrong_orders(of, ask, order, r):
            rule = check(battle, ask, wrong)
            if rule == 0:
                continue
            refusal = of.explain(battle, names, ask, wrong, rule)
            assert isinstance(refusal, Refusal)
            assert refusal.rule == known.rule_id(rule)
            assert refusal.text.strip()
            refused += 1
            if refusal.nearest is not None:
                assert check(battle, ask, refusal.nearest) == 0, (of.asks(ask.kind).name, wrong, refusal)
                nearest += 1
    assert refused > 30
    assert nearest > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_table_is_drawn_in_any_width(scenario: str) -> None:
    of, names = of_scenario(scenario)
    for battle, _, _ in random_battle(scenario)[::10]:
        for width in (60, 79, 120):
            picture = of.draw(battle, names, width)
            assert len(picture.splitlines()) > 10
            assert max(map(len, picture.splitlines())) <= width


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_people_on_both_sides_can_play_it_to_the_end(scenario: str) -> None:
    """Through the public door only: choices and give."""
    game = open_game(scenario, seed=5, blue="person", red="person", house={"turns": 2})
    r = random.Random(5)
    given = 0
    while game.ask is not None:
        game.give(r.choice(game.choices()))
        given += 1
        assert given < 2000
    assert game.outcome is not None
    assert isinstance(game, Game)


@pytest.mark.parametrize("name", BOOKS)
def test_the_columns_of_many_battles_are_the_common_ones_and_pairs(name: str) -> None:
    columns = rules_module(book(name), "batch").Tally
    assert [int(c) for c in columns] == list(range(len(columns)))
    own = [c.name for c in columns if not c.name.startswith("OBJECTIVE_")]
    assert set(COMMON) <= set(own)
    for pair in pairs(columns):
        assert columns[f"{pair}_RED"] == columns[f"{pair}_BLUE"] + 1
    both = {f"{pair}_{side.upper()}" for pair in pairs(columns) for side in SIDES}
    assert set(own) - set(COMMON) <= both
    most = max(len(of_scenario(s)[1].objectives) for s in scenario_paths(name))
    assert [f"OBJECTIVE_{k + 1}" for k in range(len(columns) - len(own))] == [
        c.name for c in columns if c.name not in own
    ]
    assert most <= len(columns) - len(own)


PROCEDURES = [(name, procedure) for name in BOOKS for procedure in book(name).procedures]


@pytest.mark.parametrize(("name", "procedure"), PROCEDURES)
def test_a_procedure_runs_with_its_defaults(name: str, procedure: str) -> None:
    of = book(name)
    p = of.procedures[procedure]
    assert p.name == procedure and p.title
    assert p.rules and all(rule in catalogue(name) for rule in p.rules)
    defaults = {i.name: i.default for i in p.inputs}
    for i in p.inputs:
        assert i.help
        assert i.type in ("int", "float", "bool", "choice")
        assert i.type != "choice" or i.default in i.choices
    situation = p.prepare(defaults, {})
    of.seed(situation.battle, 3)
    situation.battle.log.room = len(situation.battle.log.events)
    situation.run(situation.battle)
    result = situation.result(situation.battle)
    assert result
    assert set(p.headline) <= set(result)
    log = situation.battle.log
    lines = of.tell(situation.names, log.events[: log.n])
    assert lines and all(rule in catalogue(name) for line in lines for rule in line.rules)


def fancy(i: Input, rng: random.Random) -> Any:
    """Some value of an input: its default, an end of what it allows, or anything between."""
    if rng.random() < 0.5:
        return i.default
    if i.type == "choice":
        return rng.choice(i.choices)
    if i.type == "bool":
        return rng.random() < 0.5
    least, most = float(i.least or 0), float(i.most or 0)
    value = rng.choice([least, most, *[rng.uniform(least, min(most, 60.0))] * 4])
    return round(value) if i.type == "int" else round(value, 1)


@pytest.mark.parametrize(("name", "procedure"), PROCEDURES)
def test_any_inputs_are_adjudicated_or_refused_with_a_reason(name: str, procedure: str) -> None:
    rng, of = random.Random(f"{name} {procedure}"), book(name)
    p, ruled = of.procedures[procedure], 0
    for seed in range(40):
        try:
            situation = p.prepare({i.name: fancy(i, rng) for i in p.inputs}, {})
        except Problem as e:
            assert str(e) and "\n" not in str(e)
            continue
        ruling = adjudicate(of, situation, None, seed)
        assert adjudicate(of, situation, ruling.dice) == ruling
        assert ruling.steps or not ruling.dice
        ruled += 1
    assert ruled >= 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_piece_can_be_picked_up_dragged_and_clicked_at_every_ask(scenario: str) -> None:
    """Hands, drafts and tapes are made of any battle, and change nothing of it."""
    of, names = of_scenario(scenario)
    plain, dice = Plain(of), random.Random(5)
    for battle, ask, order in dice.sample(random_battle(scenario), 12):
        before = plain.state(battle)
        seen = of.scene(battle, names).pieces
        for piece in dice.sample(seen, min(8, len(seen))):
            hand = of.hand(battle, names, ask, piece.number)
            assert hand.card.title and hand.card.facts
            assert piece.side == ask.side or not (hand.can_act or hand.reach)
            far = dice.uniform(-6, 6)
            pose = (piece.x + far, piece.y + dice.uniform(-6, 6), piece.fx, piece.fy)
            dragged = of.drag(battle, names, ask, [piece.number], pose, None)
            other = dice.choice(seen).number
            for o in [*filter(None, [dragged]), *of.click(battle, names, ask, [piece.number], other)]:
                assert plain.check(battle, ask, o) >= 0
                of.preview(battle, names, ask, o)
            assert of.measure(battle, names, piece.number, other).distance >= 0
            sight = of.sight(battle, names, piece.number, other)
            assert sight.clear or sight.blockers or piece.number == other
        for choice in of.choices(battle, names, ask)[:20]:
            of.preview(battle, names, ask, choice.order)
        of.preview(battle, names, ask, order)
        assert plain.state(battle) == before, ask


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_battle_that_hides_nothing_conceals_nothing(scenario: str) -> None:
    path = find_scenario(scenario)
    of = book_of(path)
    setup = of.set_up(path, {})
    assert of.hides or not of.hides_in(setup.battle)
    before, hides = Plain(of).state(setup.battle), of.hides_in(setup.battle)
    same = of.conceal(setup.battle, setup.names, ()) is setup.names
    assert same == (Plain(of).state(setup.battle) == before) == (not hides)


# What stands on the buttons of a page


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_choice_fits_on_a_button(scenario: str) -> None:
    """A short title, a second line, a sort; where it goes is on the table; refused ones say why."""
    of, names = of_scenario(scenario)
    check, known = Plain(of).check, catalogue(of.id)
    for battle, ask, _ in random_battle(scenario):
        state, scene = Plain(of).state(battle), of.scene(battle, names)
        choices = of.choices(battle, names, ask)
        for c in choices:
            assert 0 < len(c.title) <= 64 and c.title[0] == c.title[0].upper(), c
            assert len(c.more) <= 110 and c.group and not (c.rule or c.reason), c
            if c.place:
                assert 0 <= c.order.x <= scene.width and 0 <= c.order.y <= scene.depth, c
        assert sum(c.ends for c in choices) <= 1
        for c in of.barred(battle, names, ask):
            assert check(battle, ask, c.order) != 0, c
            assert c.rule in known and c.reason and c.title and c.group, c
        assert Plain(of).state(battle) == state, "looking has changed the battle"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scene_says_where_in_the_turn_it_is_and_what_is_lost(scenario: str) -> None:
    of, names = of_scenario(scenario)
    still_to_fall = 0
    battles = random_battle(scenario)
    for battle, _, _ in battles:
        scene = of.scene(battle, names)
        assert scene.phase in scene.phases and len(set(scene.phases)) == len(scene.phases)
        assert scene.counts
        assert scene.step
        assert all(now <= soon for now, soon in zip(scene.losses, of.losses(battle), strict=True))
        still_to_fall += scene.losses != of.losses(battle)
    assert still_to_fall < len(battles) / 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cards_are_columns_of_short_values_with_rules(scenario: str) -> None:
    of, names = of_scenario(scenario)
    known = catalogue(of.id)
    for battle, _, _ in random_battle(scenario)[::6]:
        for piece in of.scene(battle, names).pieces:
            card = of.hand(battle, names, None, piece.number).card
            assert 2 <= len(card.facts) <= 6
            for fact in card.facts:
                assert fact.label and 0 < len(fact.value) <= 12 and fact.rules, fact
            for fact in [*card.facts, *card.notes]:
                assert fact.value and all(rule in known for rule in fact.rules), fact


# Nobody needs to type words


@cache
def moments(name: str) -> list[tuple[Any, Any, Ask]]:
    """Asks of battles by random orders and by the drill-book, some of every kind."""
    found = [
        (battle, of_scenario(s)[1], ask) for s in scenario_paths(name) for battle, ask, _ in random_battle(s)
    ]
    for s in scenario_paths(name):
        game = open_game(s, seed=4, blue="drill", red="drill")
        met: dict[int, int] = {}
        for n in range(1, game.turns + 1):

            def visit(b: Any, k: int, ask: Ask, names: Any = game.names, met: dict[int, int] = met) -> None:
                met[ask.kind] = met.get(ask.kind, 0) + 1
                if met[ask.kind] <= 2:
                    found.append((clone(b), names, ask))

            game.walk(n, visit)
    return found


def posed(of: Book, battles: list[tuple[Any, Any, Ask]]) -> Iterator[tuple[Any, Any, Ask]]:
    """The asks that were put; then those that never were, as they might be, to anybody in the same battles."""
    yield from battles
    rare = [kind for kind in of.asks if all(ask.kind != kind for _, _, ask in battles)]
    for battle, names, _ in battles[::-1]:
        for kind in (*rare, *of.asks):
            for side in (0, 1):
                for actor in range(24) if kind in rare else (0,):
                    yield battle, names, Ask(int(kind), side, actor, 23 - actor)


def by_hand(name: str) -> Any:
    """Moments that battles seldom come to, where the tests of a book set some up, and orders of its family only."""
    module = f"tests.{book(name).package.removeprefix('books.')}.moments"
    return importlib.import_module(module) if importlib.util.find_spec(module) else None


def moments_of_all_kinds(of: Book, rare: Any) -> Iterator[tuple[Any, Any, Ask]]:
    """Those set up by hand first; battles are fought only for what these do not show."""
    yield from posed(of, rare.seldom(of.id)) if rare else ()
    yield from posed(of, moments(of.id))


@pytest.mark.parametrize("name", BOOKS)
def test_every_kind_of_order_has_a_button(name: str) -> None:
    """All that a book can be told is on offer somewhere: there is no exception."""
    of, rare = book(name), by_hand(name)
    wanted = {int(act) for act in of.acts} - (rare.SISTER[name] if rare else set())
    for battle, names, ask in moments_of_all_kinds(of, rare):
        wanted -= {c.order.kind for c in of.choices(battle, names, ask)}
        if not wanted:
            break
    assert [act.name for act in of.acts if int(act) in wanted] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_pieces_that_are_picked_are_offered_orders_of_their_own(scenario: str) -> None:
    """Every offer is legal; what is offered to all who can act together is offered to each by himself."""
    of, names = of_scenario(scenario)
    check, dice, offered = Plain(of).check, random.Random(7), 0
    for battle, ask, _ in dice.sample(random_battle(scenario), 12):
        state = Plain(of).state(battle)
        own = [p.number for p in of.scene(battle, names).pieces if p.side == ask.side]
        for picked in ([dice.choice(own)], dice.sample(own, min(4, len(own)))):
            for c in of.offers(battle, names, ask, picked):
                assert check(battle, ask, c.order) == 0, (of.asks(ask.kind).name, c)
                assert c.title and c.group
                offered += 1
        assert Plain(of).state(battle) == state
    assert offered > 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_choice_that_is_carried_elsewhere_stays_what_it_is(scenario: str) -> None:
    """Put down with a piece, an order is still of its kind, for the same men, and has a place if it had one."""
    of, names = of_scenario(scenario)
    dice = random.Random(8)
    for battle, ask, _ in dice.sample(random_battle(scenario), 12):
        pieces = [p for p in of.scene(battle, names).pieces if p.side == ask.side]
        choices = of.choices(battle, names, ask)
        for c in dice.sample(choices, min(6, len(choices))):
            p = dice.choice(pieces)
            pose = (p.x + 1.5, p.y - 0.5, 0.6, 0.8)
            carried = of.drag(battle, names, ask, [p.number], pose, c.order)
            if carried is not None:
                assert carried._replace(x=0, y=0, fx=0, fy=0) == c.order._replace(x=0, y=0, fx=0, fy=0)
                assert Plain(of).check(battle, ask, carried) >= 0


# Rules by words, options in words


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_is_found_by_its_id_and_by_its_words(name: str) -> None:
    of, rules = book(name), catalogue(name).rules
    for rule in rules:
        assert search(of.folder, of.prefix, rule.id)[0].id == rule.id
        assert search(of.folder, of.prefix, rule.id.lower().replace("-", ""))[0].id == rule.id
    found = [search(of.folder, of.prefix, " ".join(rule.text.split()[:30]), 5) for rule in rules[::7]]
    hits = [rule in five for rule, five in zip(rules[::7], found, strict=True)]
    assert sum(hits) >= 0.9 * len(hits)


def test_words_are_found_whatever_their_endings_and_the_best_comes_first() -> None:
    place = (book("horse-and-musket").folder, "fh")
    best = search(*place, "may infantry charge cavalry?")[0]
    assert best.id == "FH-042" and "may not charge cavalry" in snippet(best, "charging cavalry")
    assert len({stem(w) for w in ("charge", "charges", "charged", "charging", "charger")}) == 1
    assert search(*place, "charged")[:5] != [] and len(search(*place, "charge", 3)) == 3
    assert search(*place, "xyzzy") == [] and search(*place, "the") == [] and search(*place, "") == []


@pytest.mark.parametrize("name", BOOKS)
def test_one_is_found_as_many_are(name: str) -> None:
    of = book(name)
    words = {w for rule in catalogue(name).rules for w in WORD.findall(rule.text.lower())}
    pairs = [(one, many) for one in words for many in (one + "s", one[:-1] + "ies") if many in words]
    pairs = [(one, many) for one, many in pairs if one.endswith("y") and one != "ty"]  # TY is a prefix
    assert len(pairs) > 2
    for one, many in pairs:
        assert stem(one) == stem(many)
        assert search(of.folder, of.prefix, one) == search(of.folder, of.prefix, many), (one, many)


def test_volleys_are_found_by_volley() -> None:
    place = (book("pike-and-shot").folder, "ps")
    assert [r.id for r in search(*place, "volley")] == [r.id for r in search(*place, "volleys")]
    assert {"PS-022", "TY-038", "PS-R26"} <= {r.id for r in search(*place, "volley")}
    same = [
        ("play", "plays", "played"),
        ("carry", "carries", "carried"),
        ("relay", "relays"),
        ("die", "dies"),
        ("try", "tries"),
    ]
    assert all(len({stem(w) for w in words}) == 1 for words in same)


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_shown_of_a_rule_cuts_no_word(name: str) -> None:
    cut = 0
    for rule in catalogue(name).rules:
        words = in_words(rule).split()
        for wanted in words[:: max(1, len(words) // 6)]:
            shown = snippet(rule, wanted)
            assert set(shown.removeprefix("… ").removesuffix(" …").split()) <= set(words), (rule.id, wanted)
            cut += shown.startswith("…") or shown.endswith("…")
    assert cut > 100


@pytest.mark.parametrize("name", BOOKS)
def test_every_option_and_number_has_words_and_a_rule(name: str) -> None:
    of = book(name)
    for about in options_of(of.folder, of.prefix):
        assert 10 < len(about.label) < 90 and about.option.ruling in catalogue(name)
        assert about.option.open or [r.value for r in about.readings] == list(about.option.values)
        assert all(0 < len(r.means) < 80 for r in about.readings)
    for amount in amounts_of(of.folder, of.prefix):
        assert amount.label and amount.rules and all(rule in catalogue(name) for rule in amount.rules), amount


@pytest.mark.parametrize("name", BOOKS)
def test_every_option_and_number_can_be_set_by_a_house_rule(name: str) -> None:
    of = book(name)
    path = next(iter(scenario_paths(name).values()))
    for about in options_of(of.folder, of.prefix):
        for value in about.option.values:
            of.set_up(path, {about.option.name: value if not about.option.open else parse_value(value)})
    of.set_up(path, {amount.name: amount.value for amount in amounts_of(of.folder, of.prefix)})


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("turns", [0, -1, -(2**53) + 1, 1001])
def test_a_battle_lasts_a_turn_at_least_and_not_for_ever(name: str, turns: int) -> None:
    of, path = book(name), next(iter(scenario_paths(name).values()))
    for key in ("turns", f"{of.prefix}.turns"):
        with pytest.raises(Problem, match=f"{key}: {turns} given, 1 to 1000 is wanted"):
            of.set_up(path, {key: turns})
