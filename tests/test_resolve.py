"""grognard resolve: the list, every procedure with dice by hand, the odds, and what is said of bad input."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from grognard.book import book

from .conftest import Say

BOOK = "horse-and-musket"


def resolved(say: Say, *words: str) -> dict[str, Any]:
    code, out, err = say("resolve", BOOK, *words, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


# The list


def test_the_list_names_every_procedure_with_its_inputs(say: Say) -> None:
    code, out, _ = say("resolve", BOOK, "--list", "--json")
    listed = json.loads(out)
    assert code == 0
    wanted = "initiative musketry artillery counter-battery saves charge melee rally charged lost-melee"
    wanted += " leader-risk stray-round general-overrun pursuit deployment"
    assert {p["name"] for p in listed} == set(wanted.split())
    for p in listed:
        assert p["title"] and p["rules"] and p["headline"]
        for i in p["inputs"]:
            check_input(i)


def check_input(i: dict[str, Any]) -> None:
    assert i["help"] and i["type"] in ("int", "float", "bool", "choice")
    if i["type"] == "choice":
        assert len(i["choices"]) > 1 and i["default"] in i["choices"]
    elif i["type"] == "bool":
        assert isinstance(i["default"], bool)
    else:
        assert i["unit"] and i["least"] <= i["default"] <= i["most"]


def test_the_list_reads_well(say: Say) -> None:
    _, out, _ = say("resolve", BOOK, "--list")
    assert "musketry: A volley of infantry, with saves [FH-056" in out
    assert "range=2  from its front edge to the target [FH-R23]; a number of inches, 0 to 48" in out
    assert "weapon=musket  what it shoots with; musket, rifle" in out


def test_the_rules_of_procedures_and_inputs_are_in_the_catalogue() -> None:
    from grognard.catalogue import load

    b = book(BOOK)
    known = {rule.id for rule in load(b.folder / "rules.md").rules}
    for p in b.procedures.values():
        helps = " ".join(i.help for i in p.inputs)
        assert set(p.rules) | set(re.findall(r"FH-R?\d+", helps)) <= known, p.name


# Every procedure, with dice by hand

HAND: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("initiative", "3,3,2,5", {"winner": "red"}, ["FH-010"]),
    ("deployment", "2,5", {"first": "blue"}, ["FH-R90"]),
    (
        "musketry figures=14 range=1",
        "1,4,5,6,5,1,1,2",
        {"hits": 5, "saved": 2, "casualties": 3, "left": 21, "destroyed": False},
        ["FH-059", "FH-057", "FH-058", "FH-106", "FH-006"],
    ),
    (
        "musketry disordered=true flank=yes range=8 target_general=attached",
        "3,3,3,3,3,2,1,1,1,1,1,1,6,6",
        {"hits": 8, "casualties": 6, "general_falls": True},
        ["FH-061", "FH-060", "FH-118"],
    ),
    (
        "musketry formation=garrison target_troop=lancers target_figures=12 target_formation=squadrons",
        "4,4,4,6,6,1,1,1,1,1,1,1,1,1,1,1,1",
        {"hits": 12, "left": 0, "destroyed": True},
        ["FH-R91"],
    ),
    (
        "artillery troop=field_guns range=16 target_formation=square",
        "2,4,1,1,1,5,6,2",
        {"hit": True, "hits": 6, "casualties": 4},
        ["FH-063", "FH-064", "FH-067", "FH-070"],
    ),
    ("artillery range=50", "4", {"hit": False, "casualties": 0, "left": 24}, ["FH-063"]),
    (
        "counter-battery target_cover=earthworks",
        "2,5,6,3,2,2",
        {"hit": True, "result": "three men", "crew_lost": 2, "crew_left": 2, "gun_destroyed": False},
        ["FH-069", "FH-106"],
    ),
    (
        "counter-battery range=40",
        "4,6,6",
        {"result": "gun", "gun_destroyed": True, "destroyed": True},
        ["FH-069"],
    ),
    (
        "saves hits=3 target_troop=light target_formation=extended",
        "4,3,5",
        {"saved": 2, "casualties": 1},
        ["FH-107"],
    ),
    ("saves hits=2 melee=true target_cover=building", "4,3", {"saved": 1, "casualties": 1}, ["FH-108"]),
    (
        "charge charger_troop=heavy_horse charger_figures=12 target_formation=square",
        "2,1,1,3",
        {"charge": "goes in", "casualties": 2, "left": 10},
        ["FH-017", "FH-062", "FH-087", "FH-091", "FH-R48"],
    ),
    (
        "charge charger_troop=heavy_horse charger_figures=12 target_formation=square",
        "2,1,1,2",
        {"charge": "stops short", "casualties": 2},
        ["FH-R48"],
    ),
    ("charge", "4,2,6,6,6,1,1,1,1,1,1", {"charge": "halted", "casualties": 6}, ["FH-088", "FH-089"]),
    (
        "charge first_fire=false support=field_guns general=attached modifier=2 charger_grade=militia",
        "5,1,1,1,1",
        {"charge": "stops short", "casualties": 3, "general_falls": False},
        ["FH-085", "FH-086", "FH-112"],
    ),
    (
        "charge first_fire=false support=musket support_figures=24 support_range=2 support_flank=true",
        "5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6",
        {"charge": "goes in", "casualties": 0},
        ["FH-061", "FH-086"],
    ),
    (
        "charge target_troop=field_guns target_figures=4",
        "1,1,6,6",
        {"charge": "goes in", "casualties": 0},
        ["FH-052"],
    ),
    (
        "charged target_due=true",
        "3",
        {"rally": "no rally", "result": "wavers", "melee": True, "first_fire": False},
        ["FH-043", "FH-111"],
    ),
    (
        "charged charger_troop=heavy_horse charger_figures=12",
        "4",
        {"result": "stands", "melee": True, "square": True},
        ["FH-044"],
    ),
    (
        "charged target_troop=light target_formation=extended",
        "",
        {"result": "evades", "melee": False, "caught": False},
        ["FH-047"],
    ),
    (
        "charged target_troop=light target_formation=extended evade=false",
        "5",
        {"result": "stands fires", "melee": True, "first_fire": True},
        ["FH-043"],
    ),
    ("charged counter=true", "6", {"result": "counters", "counter_charge": True}, ["FH-045"]),
    (
        "charged target_grade=militia target_general=near target_modifier=-1",
        "1,1",
        {"result": "breaks", "melee": False, "general_falls": True},
        ["FH-112", "FH-119", "FH-114"],
    ),
    (
        "melee",
        "1,1,1,1,1,6,6,6,6,6,6,6,6,6,6,1,3",
        {"loser": "attacker", "loser_result": "routs", "attacker_inflicts": 0, "attacker_left": 21},
        ["FH-075", "FH-077", "FH-092", "FH-095", "FH-096", "FH-R72"],
    ),
    (
        "melee attacker_troop=guard attacker_grade=guard attacker_figures=5",
        "5,4,1,1,1,1,6,6,6,6,6,6",
        {"loser": "defender", "loser_result": "falls back disordered", "attacker_inflicts": 4},
        ["FH-084", "FH-094"],
    ),
    (
        "melee attacker_troop=guard attacker_grade=guard attacker_figures=5 reroll=never",
        "5,6,6,6,6,6,1,2",
        {"loser": "defender", "loser_result": "routs", "defender_left": 22},
        ["FH-094"],
    ),
    (
        "melee attacker_troop=heavy_horse attacker_figures=12 defender_formation=square",
        "4,4,1,1,1,6,6,6",
        {"loser": "attacker", "loser_result": "beaten off", "attacker_inflicts": 3, "attacker_left": 12},
        ["FH-097", "FH-100", "FH-101", "FH-102"],
    ),
    (
        "melee first_fire=true first_fire_casualties=3 attacker_figures=21 attacker_general=attached",
        "4,6,6,6,1,1,1,1,4",
        {"loser": "defender", "attacker_inflicts": 4, "defender_inflicts": 3, "general_falls": False},
        ["FH-093"],
    ),
    (
        "melee start=pursuit attacker_troop=light_horse attacker_figures=12 defender_troop=heavy_horse"
        " defender_figures=12",
        "2,1,1,1,6,6,6,5,3",
        {"loser": "defender", "attacker_inflicts": 2, "defender_left": 7},
        ["FH-080", "FH-116", "FH-R79"],
    ),
    (
        "rally troop=light_horse figures=12 grade=militia enemy=line enemy_distance=7 recall=true",
        "4",
        {"result": "rallies", "row": 4, "recalled": True},
        ["FH-124"],
    ),
    (
        "rally general=near modifier=1 enemy=line enemy_distance=6",
        "3,1",
        {"result": "rallies half", "row": 5, "general_falls": True},
        ["FH-112", "FH-119"],
    ),
    (
        "rally routing=true enemy=line enemy_distance=20",
        "4",
        {"result": "rallies half", "routing": False},
        ["FH-R73"],
    ),
    (
        "lost-melee grade=militia",
        "1,4",
        {"result": "routs", "left": 20, "routing": True},
        ["FH-114", "FH-R72"],
    ),
    ("lost-melee troop=field_guns figures=4", "", {"result": "captured", "lost_unit": True}, ["FH-R91"]),
    (
        "pursuit troop=heavy_horse figures=12 spent=9 impetuous=true routing=true beaten_distance=6",
        "2,3,4",
        {"inches": 6.0, "ridden_down": True, "lost": 4},
        ["FH-116", "FH-R79"],
    ),
    (
        "pursuit fresh_distance=3 beaten_distance=12",
        "4",
        {"inches": 3.0, "melee_next_turn": True, "lost": 0},
        ["FH-115", "FH-R79"],
    ),
    (
        "leader-risk commander=true",
        "2,3",
        {"commander_falls": True, "general_falls": False},
        ["FH-118", "FH-123"],
    ),
    ("leader-risk hits=5", "", {"rolled": False, "general_falls": False}, []),
    ("stray-round", "1", {"rolled": True, "general_falls": True}, ["FH-119"]),
    ("stray-round enemy_distance=9", "", {"rolled": False}, []),
    (
        "stray-round enemy=field_guns enemy_distance=8",
        "2",
        {"rolled": True, "general_falls": False},
        ["FH-119"],
    ),
    ("general-overrun", "4", {"general_falls": False, "joins_friends": True}, ["FH-121"]),
    ("general-overrun friends=false", "4", {"general_falls": True, "joins_friends": False}, ["FH-121"]),
]


@pytest.mark.parametrize(("words", "dice", "result", "cited"), HAND)
def test_by_hand(say: Say, words: str, dice: str, result: dict[str, Any], cited: list[str]) -> None:
    found = resolved(say, *words.split(), "--dice", dice)
    assert list(found) == ["book", "procedure", "inputs", "dice", "steps", "result"]
    assert found["book"] == BOOK
    assert found["dice"] == [int(d) for d in dice.split(",") if d]
    assert {k: found["result"].get(k) for k in result} == result
    rules = {r for step in found["steps"] for r in step["rules"]}
    assert set(cited) <= rules
    for step in found["steps"]:
        assert step["text"] and step["rule"] == step["rules"][0]


def test_every_procedure_is_adjudicated_by_hand_once() -> None:
    assert {words.split()[0] for words, *_ in HAND} == set(book(BOOK).procedures)


# Dice rolled here, and text


def test_dice_not_given_are_rolled_and_shown_and_can_be_given_back(say: Say) -> None:
    rolled = resolved(say, "melee", "--seed", "4")
    assert all(1 <= d <= 6 for d in rolled["dice"])
    again = resolved(say, "melee", "--dice", ",".join(map(str, rolled["dice"])))
    assert again == rolled


def test_without_a_seed_the_dice_differ_from_time_to_time(say: Say) -> None:
    assert len({tuple(resolved(say, "saves", "hits=20")["dice"]) for _ in range(3)}) > 1


def test_the_steps_are_told_with_their_rules(say: Say) -> None:
    code, out, _ = say("resolve", BOOK, "musketry", "figures=14", "range=1", "--dice", "1 4 5 6 5 1 1 2")
    assert code == 0
    assert out.startswith("A volley of infantry, with saves. Dice: 1 4 5 6 5 1 1 2\n")
    assert "1 4 5 at 4 or less: 5 hits [FH-058]" in out
    assert out.endswith("Result: hits 5; saved 2; casualties 3; left 21; destroyed no\n")


def test_house_rules_pass_through(say: Say, tmp_path: Any) -> None:
    words = ("musketry", "figures=5", "range=1", "--dice", "4")
    assert resolved(say, *words, "--set", "musket_target[0]=3")["result"]["hits"] == 0
    house = tmp_path / "house.toml"
    house.write_text("musket_target = [2, 2, 2]\n")
    assert resolved(say, *words, "--house", str(house))["result"]["hits"] == 0
    shot = resolved(
        say, "charge", "target_formation=column", "--set", "fh.first_fire=melee_dice", "--dice", "6,6,6,6"
    )
    assert shot["result"]["casualties"] == 0  # three ranks of a column, four dice


# Odds


def test_odds_as_json(say: Say) -> None:
    found = resolved(say, "rally", "grade=militia", "--odds", "--dice", "6")["odds"]
    assert found["exact"] and found["how"].startswith("exact: every fall of the dice, ")
    rows = found["results"]["row"]
    assert rows["mean"] == pytest.approx(3.5)
    assert [v["value"] for v in rows["values"]] == [1, 2, 3, 4, 5, 6]
    assert {v["fraction"] for v in rows["values"]} == {"1/6"}
    for result in found["results"].values():
        assert sum(v["chance"] for v in result["values"]) == pytest.approx(1)


def test_odds_as_a_table(say: Say) -> None:
    code, out, _ = say("resolve", BOOK, "musketry", "figures=5", "range=1", "--odds")
    assert code == 0
    assert out.startswith("A volley of infantry, with saves. Odds exact: every fall of the dice,")
    assert "casualties: 1.11 on average" in out
    assert "  0   41.56 %  100.00 % or more  █████████████████" in out
    assert "Result:" not in out  # nothing was rolled


# What is wrong

BAD = [
    ("resolve nobody musketry", "unknown book 'nobody'"),
    ("resolve horse-and-muskett musketry", "Did you mean 'horse-and-musket'?"),
    ("resolve horse-and-musket", "which procedure of horse-and-musket? initiative, "),
    ("resolve horse-and-musket musketri", "unknown procedure 'musketri'. Did you mean 'musketry'?"),
    ("resolve horse-and-musket musketry --list", "leave out 'musketry'"),
    (
        "resolve horse-and-musket musketry figurs=3",
        "unknown input of musketry 'figurs'. Did you mean 'figures'?",
    ),
    ("resolve horse-and-musket musketry figures", "write an input as name=value"),
    ("resolve horse-and-musket initiative x=1", "unknown input of initiative 'x'"),
    ("resolve horse-and-musket musketry figures=3 figures=4", "figures: given twice"),
    (
        "resolve horse-and-musket musketry figures=many",
        "figures: 'many' given, a whole number of figures wanted",
    ),
    ("resolve horse-and-musket musketry figures=2.5", "figures: '2.5' given, a whole number"),
    ("resolve horse-and-musket musketry figures=0", "figures: 0 given, 1 to 96 figures allowed"),
    ("resolve horse-and-musket musketry range=nan", "range: nan given, 0 to 48 inches allowed"),
    ("resolve horse-and-musket musketry disordered=maybe", "disordered: 'maybe' given, yes or no wanted"),
    (
        "resolve horse-and-musket musketry weapon=rifel",
        "unknown value for weapon: 'rifel'. Did you mean 'rifle'?",
    ),
    (
        "resolve horse-and-musket musketry range=9",
        "no such shot is allowed [FH-059]: 9 inches, and it reaches 8",
    ),
    (
        "resolve horse-and-musket musketry formation=column figures=9",
        "cannot be in column; allowed: line, march",
    ),
    (
        "resolve horse-and-musket musketry target_formation=garrison",
        "give target_cover=building or stronghold",
    ),
    (
        "resolve horse-and-musket musketry target_troop=lancers target_cover=building",
        "only infantry holds buildings",
    ),
    ("resolve horse-and-musket musketry target_formation=square flank=true", "has none [FH-R26]"),
    ("resolve horse-and-musket artillery shots=0", "without ammunition"),
    ("resolve horse-and-musket rally general=near modifier=2", "a general near lends 1 at most"),
    ("resolve horse-and-musket charge target_troop=lancers", "infantry may not charge cavalry [FH-042]"),
    ("resolve horse-and-musket charged distance=7", "no such charge is allowed [FH-R18]"),
    ("resolve horse-and-musket melee first_fire=true start=counter", "charged infantry that fires first"),
    (
        "resolve horse-and-musket musketry --dice 1,2",
        'too few dice (2 given): 3 more D6 wanted for "Dice above the number are thrown away, the pips of the rest are hits" [FH-058',
    ),
    (
        "resolve horse-and-musket musketry --dice 1,2,5,5,5,1",
        '2 more D6 wanted for "One die a hit; the save number or more cancels it" [FH-106, FH-R58]',
    ),
    ("resolve horse-and-musket initiative --dice 1,2,3,4", "2 dice left over (3, 4): 2 were wanted"),
    ("resolve horse-and-musket initiative --dice 1,7", "die 2 is 7, but a D6 shows 1 to 6"),
    ("resolve horse-and-musket initiative --dice 0,3", "die 1 is 0, but a D6 shows 1 to 6"),
    ("resolve horse-and-musket initiative --dice 1,x", "'x' is no die"),
    ("resolve horse-and-musket musketry --set figures_a_dye=4", "Did you mean 'figures_a_die'?"),
    ("resolve horse-and-musket musketry --set figures_a_die", "write it as name=value"),
    ("resolve horse-and-musket musketry --house nowhere.toml", "nowhere.toml: there is no such file"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_bad_input_is_one_helpful_line(say: Say, words: str, said: str) -> None:
    code, out, err = say(*words.split())
    assert (code, out) == (2, "")
    assert err.startswith("grognard: ") and err.count("\n") == 1
    assert said in err
