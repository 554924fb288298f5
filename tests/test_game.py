"""A game in play: asked, answered, refused, undone, saved, loaded, forked, replayed, verified."""

from __future__ import annotations

import doctest
import json
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import Game, Mismatch, Order, Problem, Refused, notation
from grognard.book import book, find_scenario
from grognard.books.horse_and_musket import whim
from grognard.dice import seed_dice
from grognard.notation import Move, Reseed, Throw
from grognard.records import clone
from grognard.running import Overflow

ROAD = "the-chateau-road"


def opened(**how: Any) -> Game:
    return grognard.open(ROAD, **{"seed": 7, "blue": "person", "red": "drill", **how})


def any_order(game: Game, r: random.Random) -> Order:
    """Some legal order, found quickly."""
    battle = clone(game.battle)
    seed_dice(battle.whim, r.getrandbits(60))
    assert game.ask is not None
    return whim.at_random(battle, game.ask)


def play(game: Game, orders: int, seed: int = 1) -> Game:
    """Answer some asks at random, and roll what dice are wanted."""
    r = random.Random(seed)
    while orders and (game.ask or game.roll_wanted):
        if game.roll_wanted:
            game.give_dice([r.randint(1, game.roll_wanted.sides) for _ in range(game.roll_wanted.n)])
        else:
            game.give(any_order(game, r))
            orders -= 1
    return game


def shown(game: Game) -> tuple[Any, ...]:
    """All that can be seen of a game."""
    marks = [(s.mark, game.state(s.battle)) for s in game.snapshots]
    return game.entries[:], game.state(game.now), marks, game.ask, game.roll_wanted, game.chronicle


# --- playing ------------------------------------------------------------------------------------------------


def test_a_person_is_asked_and_a_general_is_not() -> None:
    game = play(opened(), 30)
    people = [e for e in game.entries if isinstance(e, Move) and e.by_person]
    generals = [e for e in game.entries if isinstance(e, Move) and not e.by_person]
    assert len(people) == 30
    assert generals
    assert game.ask is not None and game.ask.side == 0
    assert game.question


def test_the_same_seed_and_orders_give_the_same_battle() -> None:
    assert shown(play(opened(), 40)) == shown(play(opened(), 40))
    assert play(opened(), 40).hash != play(opened(seed=8), 40).hash


def test_a_battle_of_two_generals_is_over_at_once() -> None:
    game = opened(blue="drill")
    assert game.ask is None and game.roll_wanted is None
    assert game.outcome is not None and game.outcome.winner in ("blue", "red", "draw")
    assert game.turns == game.turn > 3
    with pytest.raises(Problem, match="over"):
        game.choices()


def test_a_refused_order_says_why_and_changes_nothing() -> None:
    game = opened()
    while game.ask and game.ask.kind != book("horse-and-musket").asks["MOVE"]:
        game.give(game.choices()[0])
    before = shown(game)
    far = Order(3, 1, -1, 0, 24.0, 40.0, 0.0, 1.0)
    with pytest.raises(Refused) as refused:
        game.give(far)
    assert refused.value.rule in str(refused.value)
    assert refused.value.refusal.text
    assert shown(game) == before
    nearest = refused.value.nearest
    assert nearest is not None
    game.give(nearest)
    assert shown(game) != before


def test_an_order_may_be_given_in_words() -> None:
    game, same = opened(red="person"), opened(red="person")
    r = random.Random(2)
    for _ in range(60):
        order = any_order(game, r)
        game.give(same.write(order))
        same.give(order)
    assert shown(game) == shown(same)
    with pytest.raises(Problem, match="unknown"):
        game.give("dance B1")


def test_places_in_words_may_be_whole_numbers() -> None:
    game = grognard.open("the-mill-bridge", seed=6, blue="person", red="drill")
    game.give("command A-C1")
    assert game.read("move A-C1 24 12") == game.read("move A-C1 24.0 12.0")
    game.give("stay")
    game.give("unit A1")
    assert game.read("reposition A1 6 24 10 0 1") == game.read("reposition A1 6 24.0 10.0 0.0 1.0")


def test_words_that_answer_another_question_are_refused_by_a_rule() -> None:
    game = grognard.open("the-mill-bridge", seed=6, blue="person", red="drill")
    with pytest.raises(Refused, match=r"nobody may pass \[MI-R08\]"):
        game.give("fire A1 B2")
    with pytest.raises(Problem, match=r"unknown commander 'Wren'.*Allowed: A-C1"):
        game.give("command Wren")
    with pytest.raises(
        Problem, match=r"unknown formation 'A9'. Allowed: A1, A2, A3, A4, B1, B2, B3, B4, A1.2"
    ):
        game.give("unit A9")


@pytest.mark.parametrize(
    "order",
    [
        (3, 1, -1, 0, "x", 0.0, 0.0, 0.0),
        (3, 1.5, -1, 0, 0.0, 0.0, 0.0, 0.0),
        (3, 2**70, -1, 0, 0.0, 0.0, 0.0, 0.0),
        (3, 1, -1, 0, 10**400, 0.0, 0.0, 0.0),
    ],
)
def test_what_is_no_order_at_all_is_a_problem(order: Any) -> None:
    game = opened()
    before = shown(game)
    with pytest.raises(Problem):
        game.give(order)
    assert shown(game) == before


@pytest.mark.parametrize("how", [{"blue": "nobody"}, {"seed": -1}, {"seed": 2**63}, {"dice": "loaded"}])
def test_a_game_is_opened_with_what_is_known(how: dict[str, Any]) -> None:
    with pytest.raises(Problem):
        opened(**how)


def test_undo_gives_every_byte_back() -> None:
    game, r = opened(), random.Random(3)
    seen: list[tuple[Any, ...]] = []
    while game.ask and len(seen) < 60:
        seen.append(shown(game))
        game.give(any_order(game, r))
    for before in reversed(seen):
        game.undo()
        assert shown(game) == before
    with pytest.raises(Problem, match="no order to take back"):
        game.undo()


def test_undo_is_free_until_dice_are_rolled_or_the_other_side_acts() -> None:
    game, r = opened(), random.Random(4)
    free, paid = 0, 0
    while game.ask and game.turn < 4:
        rolled = game.now.dice.counter
        game.give(any_order(game, r))
        since = game.asks[game.last_order_of_a_person() :]
        alone = all(ask is None or ask.side == 0 for ask in since)
        assert game.undo_is_free == (alone and game.now.dice.counter == rolled)
        free, paid = free + game.undo_is_free, paid + (not game.undo_is_free)
    assert free and paid


def test_the_battle_can_be_looked_at_after_any_turn() -> None:
    game = opened(blue="drill")
    assert [game.after_turn(n).turn for n in range(game.turns + 1)] == list(range(game.turns + 1))
    with pytest.raises(Problem, match=f"0 to {game.turns}"):
        game.after_turn(game.turns + 1)
    look = game.after_turn(3)
    look.units[0].x = -99.0
    assert game.after_turn(3).units[0].x != -99.0


def test_paper_that_runs_out_is_an_error_and_not_a_loss() -> None:
    setup = book("horse-and-musket").set_up(find_scenario(ROAD), {})
    setup.battle.log.events = setup.battle.log.events[:20]
    with pytest.raises(Overflow, match="log is full"):
        Game(book("horse-and-musket"), setup, blue="drill", red="drill")
    setup = book("horse-and-musket").set_up(find_scenario(ROAD), {})
    setup.battle.script.orders = setup.battle.script.orders[:10]
    with pytest.raises(Overflow, match="script is full"):
        Game(book("horse-and-musket"), setup, blue="drill", red="drill")


def test_an_order_that_fills_the_paper_is_a_problem_and_the_game_goes_on() -> None:
    setup = book("horse-and-musket").set_up(find_scenario(ROAD), {})
    setup.battle.log.events = setup.battle.log.events[:40]
    game, before = Game(book("horse-and-musket"), setup, red="drill"), ""
    with pytest.raises(Problem, match="more than 40 events in turn 1: the log is full; end the turn"):
        while game.turn < 2:
            before = shown(game)
            game.give(game.choices()[0])
    assert shown(game) == before and game.ask is not None and game.choices()
    game.undo()


# --- dice by hand -------------------------------------------------------------------------------------------


def test_people_roll_their_own_dice() -> None:
    game = opened(dice="by hand", blue="drill")
    assert str(game.roll_wanted) == "Initiative, Blue's die and then Red's: 1 D6 [FH-004, FH-010]"
    game.give_dice([6])
    assert game.roll_wanted is not None
    game.give_dice([2])
    assert "6" in game.chronicle[1].text and "2" in game.chronicle[1].text
    assert game.chronicle[1].dice == (6, 2)


@pytest.mark.parametrize("faces", [[], [1, 2], [0], [7], [True], [2.0], ["3"]])
def test_dice_that_cannot_be_are_refused(faces: list[Any]) -> None:
    game = opened(dice="by hand")
    before = shown(game)
    with pytest.raises(Problem, match="wanted"):
        game.give_dice(faces)
    assert shown(game) == before


def test_what_counts_of_a_roll_is_said() -> None:
    game, r = opened(dice="by hand", blue="drill"), random.Random(1)
    said: set[str] = set()
    while game.roll_wanted:
        said.add(game.roll_wanted.counts)
        game.give_dice([r.randint(1, 6) for _ in range(game.roll_wanted.n)])
    assert {"", "5 or more", "pips of 4 or less"} <= said


def test_dice_are_given_only_when_wanted() -> None:
    game = opened()
    with pytest.raises(Problem, match="no dice are wanted"):
        game.give_dice([1])
    by_hand = opened(dice="by hand")
    with pytest.raises(Problem, match="dice are wanted"):
        by_hand.choices()


def test_a_battle_with_dice_by_hand_is_undone_saved_and_loaded(tmp_path: Path) -> None:
    game = play(opened(dice="by hand"), 50)
    assert any(isinstance(e, Throw) for e in game.entries)
    r = random.Random(6)
    while game.roll_wanted:
        game.give_dice([r.randint(1, 6) for _ in range(game.roll_wanted.n)])
    before = shown(game)
    game.save(tmp_path / "a.battle")
    game.give(game.choices()[0])
    game.undo()
    assert shown(game) == before
    again = Game.load(tmp_path / "a.battle")
    assert shown(again) == before
    assert shown(play(again, 30, seed=2)) == shown(play(game, 30, seed=2))


# --- saving and loading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"blue": "drill"},
        {"blue": "random", "red": "random"},
        {},
        {"red": "person"},
        {"dice": "by hand"},
        {"house": {"rate.infantry_line": 7.5, "first_fire": "melee_dice", "musket_target": [5, 3, 2]}},
    ],
)
def test_saved_loaded_and_saved_again_is_the_same(how: dict[str, Any], tmp_path: Path) -> None:
    game = play(opened(**how), 60)
    game.save(tmp_path / "a.battle")
    again = Game.load(tmp_path / "a.battle")
    assert again.to_text() == game.to_text()
    assert shown(again) == shown(game)
    assert again.outcome == game.outcome
    assert shown(play(again, 10, seed=2)) == shown(play(game, 10, seed=2))


def test_the_file_is_one_that_a_person_can_read() -> None:
    text = play(opened(), 30).to_text()
    lines = text.splitlines()
    assert lines[:3] == ["grognard battle 1", "book = horse-and-musket 1.0", "scenario = the-chateau-road"]
    assert "turn 1" in lines
    assert any(line.startswith("p blue move B") for line in lines)
    assert any(line.startswith("g red general ") and " GC" in line for line in lines)
    assert lines[-1].startswith("here ")
    assert opened(blue="drill").to_text().splitlines()[-1].startswith("end ")


def test_a_scenario_of_ones_own_is_found_beside_the_battle(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    shutil.copy(find_scenario(ROAD), mine)
    game = grognard.open(mine, blue="drill")
    game.save(tmp_path / "a.battle")
    assert shown(Game.load(tmp_path / "a.battle")) == shown(game)
    text = (tmp_path / "a.battle").read_text().replace(str(mine), "mine.toml")
    (tmp_path / "b.battle").write_text(text)
    assert Game.load(tmp_path / "b.battle").hash == game.hash


def test_an_order_is_written_and_read_exactly() -> None:
    of = book("horse-and-musket")
    names = of.set_up(find_scenario(ROAD), {}).names
    game = opened(blue="random", red="random", seed=5)
    seen = 0
    for moment in game.replay():
        if moment.ask is not None and moment.order is not None:
            text = notation.write_order(of, names, moment.ask, moment.order)
            side, kind, order = notation.read_order(of, names, text)
            assert (side, kind) == (moment.ask.side, moment.ask.kind)
            assert list(map(repr, order)) == list(map(repr, moment.order))
            seen += 1
    assert seen > 100


# --- what is found ------------------------------------------------------------------------------------------


def saved(tmp_path: Path, change: Callable[[list[str]], None], **how: Any) -> Path:
    """A saved battle in which somebody has changed something."""
    lines = play(opened(**how), 40).to_text().splitlines()
    change(lines)
    path = tmp_path / "changed.battle"
    path.write_text("\n".join(lines) + "\n")
    return path


def at(lines: list[str], start: str, nth: int = 0) -> int:
    return [k for k, line in enumerate(lines) if line.startswith(start)][nth]


def test_a_changed_order_is_found_where_it_was_changed(tmp_path: Path) -> None:
    places = []

    def change(lines: list[str]) -> None:
        k = at(lines, "p blue move B", 3)
        places.append(k + 1)
        words = lines[k].split()
        x = next(n for n, w in enumerate(words) if "." in w)
        words[x] = repr(float(words[x]) + 0.01)
        lines[k] = " ".join(words)

    with pytest.raises(Mismatch, match=r"turn \d+, order \d+ \('p blue move B.*expected ~") as found:
        Game.load(saved(tmp_path, change))
    assert f"line {places[0]}:" in str(found.value)


def test_an_order_that_breaks_a_rule_is_found(tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        k = at(lines, "p blue move B", 3)
        words = lines[k].split()
        x = next(n for n, w in enumerate(words) if "." in w)
        words[x] = "71.5"
        lines[k] = " ".join(words)

    with pytest.raises(Mismatch, match=r"refused: .* \[FH-"):
        Game.load(saved(tmp_path, change))


def test_a_changed_seed_is_found_at_the_first_order(tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        lines[at(lines, "seed")] = "seed = 8"

    with pytest.raises(Mismatch, match="turn 1, order 1 "):
        Game.load(saved(tmp_path, change))


def test_a_changed_die_is_found_where_it_was_changed(tmp_path: Path) -> None:
    places = []

    def change(lines: list[str]) -> None:
        k = at(lines, "d ", 5)
        places.append(k + 1)
        words = lines[k].split()
        words[1] = str(7 - int(words[1]))
        lines[k] = " ".join(words)

    with pytest.raises(Mismatch, match="not what it was"):
        try:
            Game.load(saved(tmp_path, change, dice="by hand"))
        except Mismatch as e:
            assert f"line {places[0]}:" in str(e)
            raise


@pytest.mark.parametrize("what", ["p blue", "g red", "d "])
def test_a_line_that_is_gone_is_found(tmp_path: Path, what: str) -> None:
    def change(lines: list[str]) -> None:
        del lines[at(lines, what, 4)]

    with pytest.raises(Mismatch):
        Game.load(saved(tmp_path, change, dice="by hand"))


def test_a_changed_result_is_found(tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        words = lines[-1].split()
        words[2] = "99:0"
        lines[-1] = " ".join(words)

    with pytest.raises(Mismatch, match=r"at the end: .* 99:0 expected"):
        Game.load(saved(tmp_path, change, blue="drill"))


def test_a_changed_hash_of_a_turn_is_found(tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        lines[at(lines, "= ", 2)] = "= 0123456789abcdef"

    with pytest.raises(Mismatch, match=r"turn 3, after its last order .*expected 0123456789abcdef"):
        Game.load(saved(tmp_path, change, blue="drill"))


def test_a_battle_cut_short_is_found(tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        k = at(lines, "turn 3")
        last = lines[-1]
        del lines[k:]
        lines.append("here " + last.split()[-1])

    with pytest.raises(Mismatch, match="at the end"):
        Game.load(saved(tmp_path, change, blue="drill"))


def test_a_changed_table_is_found_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path, lambda lines: None)
    tables = (book("horse-and-musket").folder / "tables.toml").read_text()
    changed = tables.replace("general_reach = 4.0", "general_reach = 5.0")
    assert changed != tables
    monkeypatch.setenv("GROGNARD_TABLES", str(tmp_path))
    (tmp_path / "another_book").mkdir()
    (tmp_path / "another_book" / "tables.toml").write_text("")
    assert Game.load(path)
    (tmp_path / "horse_and_musket").mkdir()
    (tmp_path / "horse_and_musket" / "tables.toml").write_text(changed)
    with pytest.raises(Mismatch, match=r"other numbers in the tables: general_reach \(now 5.0\)$"):
        Game.load(path)


def test_a_changed_scenario_is_found_and_named(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = find_scenario(ROAD).read_text()
    mine.write_text(text)
    grognard.open(mine, blue="drill").save(tmp_path / "a.battle")
    mine.write_text(text.replace('id = "B7", at = [41, 10]', 'id = "B7", at = [41, 10.5]'))
    with pytest.raises(Mismatch, match="other units in the scenario or its forces"):
        Game.load(tmp_path / "a.battle")
    mine.write_text("# a remark is no change\n" + text)
    assert Game.load(tmp_path / "a.battle").outcome


def test_another_version_of_the_book_is_told(tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        lines[1] = "book = horse-and-musket 0.9"

    with pytest.raises(
        Problem, match=r"fought by horse-and-musket 0.9, and this is 1.0: its numbers .* the same"
    ):
        Game.load(saved(tmp_path, change))


BAD: dict[str, Callable[[list[str]], Any]] = {
    "line 1: not a saved battle": lambda b: b.__setitem__(0, "grognard battle 2"),
    "unknown book 'hrse'": lambda b: b.__setitem__(1, "book = hrse 1.0"),
    "unknown scenario": lambda b: b.__setitem__(2, "scenario = nowhere"),
    "line 4: unknown heading 'colour'": lambda b: b.insert(3, "colour = green"),
    "line 4: 'nonsense': a heading is written": lambda b: b.insert(3, "nonsense"),
    "line 4: scenario is there twice": lambda b: b.insert(3, b[2]),
    "seed: 'many'": lambda b: b.__setitem__(at(b, "seed"), "seed = many"),
    "unknown word for blue": lambda b: b.__setitem__(at(b, "blue"), "blue = napoleon"),
    "unknown word for dice": lambda b: b.__setitem__(at(b, "dice"), "dice = loaded"),
    "the heading lacks red": lambda b: b.pop(at(b, "red")),
    "unknown number or option 'wings'": lambda b: b.insert(3, "set wings = 2"),
    "turn 1 is wanted here": lambda b: b.__setitem__(at(b, "turn 1"), "turn 2"),
    "unknown beginning 'x'": lambda b: b.insert(at(b, "p blue"), "x blue move ~0000"),
    "an order ends with ~": lambda b: b.__setitem__(at(b, "p blue"), "p blue move done"),
    "unknown side 'green'": lambda b: b.__setitem__(at(b, "p blue"), "p green move done ~0000"),
    "unknown ask 'dance'": lambda b: b.__setitem__(at(b, "p blue"), "p blue dance ~0000"),
    "unknown unit 'B77'": lambda b: b.__setitem__(at(b, "p blue move B"), "p blue move B77 1.0 2.0 ~0000"),
    "an order is at most": lambda b: b.__setitem__(
        at(b, "p blue move B"), "p blue move B1 1.0 2.0 3.0 ~0000"
    ),
    "turn 1 has no hash": lambda b: b.pop(at(b, "= ")),
    "turn 1 is over": lambda b: b.insert(at(b, "= ") + 1, b[at(b, "p blue")]),
    "a hash is sixteen letters": lambda b: b.__setitem__(at(b, "= "), "= xyz"),
    "cut short": lambda b: b.pop(),
    "after the end of the battle": lambda b: b.append("turn 99"),
    "the last line is": lambda b: b.__setitem__(-1, b[-1].replace("here", "end")),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_a_problem_that_names_the_place(tmp_path: Path, what: str) -> None:
    path = saved(tmp_path, BAD[what])
    with pytest.raises(Problem) as found:
        Game.load(path)
    assert not isinstance(found.value, Mismatch)
    assert what in str(found.value)
    assert str(found.value).startswith(str(path))


def test_files_that_cannot_be_read_are_problems(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no such file"):
        Game.load(tmp_path / "nothing.battle")
    (tmp_path / "b.battle").write_bytes(b"grognard battle 1\n\xff\xfe")
    with pytest.raises(Problem, match="cannot be read"):
        Game.load(tmp_path / "b.battle")
    with pytest.raises(Problem, match="cannot be written"):
        opened().save(tmp_path / "no" / "such" / "folder.battle")


def test_no_change_of_one_letter_goes_unnoticed(tmp_path: Path) -> None:
    """Whatever is changed in the orders of a file, either it is found or it is the same order."""
    text = opened(blue="drill", seed=9, house={"turns": 2}).to_text()
    r = random.Random(11)
    body = text.index("turn 1")
    for _ in range(100):
        k = r.randrange(body, len(text))
        letter = r.choice("0123456789abcdefR. ")
        changed = text[:k] + letter + text[k + 1 :]
        if changed.split() == text.split():
            continue
        path = tmp_path / "a.battle"
        path.write_text(changed)
        with pytest.raises(Problem):
            Game.load(path)


# --- forking and replaying ----------------------------------------------------------------------------------


def test_a_fork_goes_on_as_the_game_did() -> None:
    game = play(opened(), 60)
    for k in (0, 1, 17, len(game.entries)):
        fork = game.fork(k)
        assert fork.entries[:k] == game.entries[:k]
    assert shown(game.fork()) == shown(game)
    assert shown(play(game.fork(), 20, seed=5)) == shown(play(game, 20, seed=5))


def test_a_fork_leaves_its_game_alone() -> None:
    game = play(opened(), 40)
    before = shown(game)
    play(game.fork(20), 40, seed=8)
    assert shown(game) == before


def test_a_fork_may_have_other_players() -> None:
    game = play(opened(), 40)
    fork = game.fork(blue="drill")
    assert fork.outcome is not None
    assert fork.entries[: len(game.entries)] == game.entries
    back = fork.fork(30, blue="person", red="person")
    assert back.ask is not None and len(back.entries) == 30


def test_a_fork_may_have_other_dice_from_there_on(tmp_path: Path) -> None:
    game = opened(blue="drill")
    k = game.snapshots[3].mark + 3
    forks = [game.fork(k, seed=s) for s in (1, 2)]
    assert len({game.hash, forks[0].hash, forks[1].hash}) == 3
    for fork in forks:
        assert fork.entries[:k] == game.entries[:k]
        assert isinstance(fork.entries[k], Reseed)
        fork.save(tmp_path / "a.battle")
        assert shown(Game.load(tmp_path / "a.battle")) == shown(fork)
    with pytest.raises(Problem, match="fork: 9999"):
        game.fork(9999)


def test_a_fork_is_forked_again_in_the_same_turn(tmp_path: Path) -> None:
    """Before, at and after the place where it got its dice; each time the dice are others from there on."""
    game = opened(blue="drill")
    start = game.snapshots[3].mark
    fork = game.fork(start + 3, seed=1)
    for place, seed in ((start + 1, 2), (start + 4, 3), (start + 6, 4)):
        other = fork.fork(place, seed=seed)
        assert other.entries[:place] == fork.entries[:place] and other.entries[place] == Reseed(seed)
        assert other.hash not in (game.hash, fork.hash, fork.fork(place, seed=seed + 10).hash)
        third = other.fork(place + 2, seed=7)
        assert other.entries[: place + 2] == third.entries[: place + 2] and third.hash != other.hash
        for found in (other, third):
            found.save(tmp_path / "a.battle")
            again = Game.load(tmp_path / "a.battle")
            assert shown(again) == shown(found) and again.to_text() == found.to_text()


def test_of_two_seeds_at_one_place_the_later_one_holds() -> None:
    game = opened(blue="drill")
    k = game.snapshots[2].mark + 3
    twice, once = game.fork(k, seed=1).fork(k + 1, seed=2), game.fork(k, seed=2)
    assert twice.entries[k : k + 2] == [Reseed(1), Reseed(2)]
    assert twice.hash == once.hash and twice.chronicle == once.chronicle


def test_more_forks_than_a_turn_has_paper_for_are_a_problem() -> None:
    game = opened()
    game.setup.battle.script.reseeds = game.setup.battle.script.reseeds[:2]
    fork = game.fork(0, seed=1)
    for seed in (2, 3):
        fork.give(fork.choices()[0])
        if seed == 2:
            fork = fork.fork(seed=seed)
    with pytest.raises(Problem, match="more than 2 forks in one turn"):
        fork.fork(seed=3)


def test_replay_tells_every_order_and_all_that_came_of_it(tmp_path: Path) -> None:
    game = play(opened(), 60)
    moments = list(game.replay())
    assert [m.order for m in moments if m.order] == [e.order for e in game.entries if isinstance(e, Move)]
    assert [m.index for m in moments if m.order] == list(range(len(game.entries)))
    assert [line for m in moments for line in m.lines] == game.chronicle
    assert all(m.text for m in moments if m.order)
    assert {m.by_person for m in moments if m.ask and m.ask.side == 0} == {True}
    game.save(tmp_path / "a.battle")
    assert list(grognard.replay(tmp_path / "a.battle")) == moments


# --- odds ---------------------------------------------------------------------------------------------------


def test_odds_add_up_and_nobody_peeks() -> None:
    game = opened()
    target = book("horse-and-musket").asks["TARGET"]
    while game.ask and game.ask.kind != target:
        game.give(game.choices()[0])
    choice = game.choices()[0]
    before = shown(game)
    odds = game.odds(choice, limit=300, throws=40)
    assert sum(odds.chances.values()) == 1
    assert shown(game) == before
    other = game.fork(seed=12345)  # the same battle, but its dice will fall otherwise
    assert other.odds(choice, limit=300, throws=40).chances == odds.chances


def test_odds_of_an_order_that_is_refused() -> None:
    game = opened()
    with pytest.raises(Refused):
        game.odds(Order(3, 1, -1, 0, 0.0, 0.0, 0.0, 0.0))


# --- the command line ---------------------------------------------------------------------------------------


def command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    from grognard.cli import main

    before = sys.argv
    sys.argv = ["grognard", *map(str, words)]
    try:
        main()
        code = 0
    except SystemExit as e:
        code = int(e.code or 0)
    finally:
        sys.argv = before
    said = capsys.readouterr()
    return code, said.out, said.err


def test_watch_tells_a_battle_with_its_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    code, out, err = command(capsys, "watch", ROAD, "--seed", "7", "--save", str(path), "--no-map")
    assert (code, err) == (0, "")
    assert "[FH-010" in out and "Turn 3" in out and ("wins" in out or "draw" in out)
    assert max(len(line) for line in out.splitlines() if not line.startswith("Saved")) <= 80
    assert Game.load(path).to_text() == opened(blue="drill").to_text()
    code, out, err = command(capsys, "verify", str(path))
    assert (code, err) == (0, "") and "true" in out


def test_watch_draws_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = command(capsys, "watch", ROAD, "--set", "turns=2")
    assert code == 0
    assert "north" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_chronicle_as_json_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    opened(blue="drill").save(path)
    code, out, _ = command(capsys, "replay", str(path), "--json")
    said = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert said[-1]["outcome"]["winner"] in ("blue", "red", "draw")
    assert [s["text"] for s in said[:-1]] == [line.text for line in opened(blue="drill").chronicle]
    code, out, _ = command(capsys, "replay", str(path), "--json", "--turn", "3")
    assert {json.loads(line).get("turn", 3) for line in out.splitlines()} == {3}


def test_verify_says_what_is_not_so_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = saved(tmp_path, lambda lines: lines.__setitem__(at(lines, "seed"), "seed = 8"))
    code, out, err = command(capsys, "verify", str(path))
    assert (code, out) == (1, "")
    assert "turn 1, order 1" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("watch", "nowhere"),
        ("watch", ROAD, "--blue", "person"),
        ("watch", ROAD, "--red", "napoleon"),
        ("watch", ROAD, "--set", "wings=2"),
        ("watch", ROAD, "--set", "wings"),
        ("watch", ROAD, "--house", "nothing.toml"),
        ("watch", ROAD, "--seed", "-4"),
        ("verify", "nothing.battle"),
        ("replay", "nothing.battle"),
    ],
)
def test_bad_input_is_one_line_and_two(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = command(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("grognard: ") and len(err.splitlines()) == 1


# --- the page -----------------------------------------------------------------------------------------------


def test_the_example_of_the_package_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(grognard)
    assert result.attempted >= 10
    assert result.failed == 0
