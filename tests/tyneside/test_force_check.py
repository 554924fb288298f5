"""Army lists: the points of every line of the table, what is not allowed, and grognard force check."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from grognard.armies import Muster, find_force
from grognard.book import BOOKS, Book, book
from grognard.books.tyneside import setup
from grognard.books.tyneside.mustering import figures_of
from grognard.problems import Problem

from ..conftest import Say

PS, EC = "pike-and-shot", "early-19th-century"


def check_force(of: Book, path: Path, house: dict[str, Any]) -> Muster:
    return of.check_force(path, house)


def written(folder: Path, of: str, *groups: dict[str, Any]) -> Path:
    """An army list of one's own; an officer leads it, unless one is given."""
    lines = [f'id = "own"\nname = "Our own"\nbook = "{of}"']
    officer = {"id": "O", "name": "The officer", "role": "officer", "arms": ["sword"]}
    for n, group in enumerate((*groups, officer)):
        entry = {"id": f"G{n}", "name": "Men", "quality": grade(of), "kind": "formed", **group}
        lines.append("[[groups]]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in entry.items()))
    path = folder / "own.toml"
    path.write_text("\n".join(lines))
    return path


def grade(of: str) -> str:
    return "fair" if of == PS else "veteran"


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def checked(folder: Path, of: str, *groups: dict[str, Any], **house: Any) -> Muster:
    return check_force(book(of), written(folder, of, *groups), house)


# Points

MAN = 4  # a Fair soldier
PRICES: list[tuple[str, dict[str, Any], int]] = [
    ("PS-110", {"role": "officer", "quality": "good"}, 12),
    ("PS-112", {"role": "officer", "quality": "fair"}, 8),
    ("PS-114", {"role": "officer", "quality": "poor"}, 4),
    ("PS-116", {"quality": "good"}, 6),
    ("PS-118", {"quality": "fair"}, 4),
    ("PS-120", {"quality": "poor"}, 2),
    ("PS-111", {"arms": ["pike"]}, MAN + 2),
    ("PS-113", {"arms": ["halbert"]}, MAN + 3),
    ("PS-113", {"arms": ["partisan"]}, MAN + 3),
    ("PS-115", {"arms": ["sword"]}, MAN + 1),
    ("PS-117", {"arms": ["club"]}, MAN),
    ("PS-119", {"armour": "cuirassier"}, MAN + 8),
    ("PS-121", {"armour": "half"}, MAN + 6),
    ("PS-123", {"armour": "buff"}, MAN + 4),
    ("PS-122", {"kind": "dutch", "mounted": True}, MAN + 8),
    ("PS-124", {"kind": "dragoons", "mounted": True}, MAN + 4),
    ("PS-125", {"targe": True}, MAN + 3),
    ("PS-126", {"arms": ["firelock"]}, MAN + 4),
    ("PS-128", {"arms": ["musket"]}, MAN + 3),
    ("PS-130", {"arms": ["dragoon_musket"]}, MAN + 2),
    ("PS-130", {"arms": ["carabin"]}, MAN + 2),
    ("PS-131", {"arms": ["rifled_musket"]}, MAN + 5),
    ("PS-132", {"arms": ["pistol"]}, MAN + 1),
    ("PS-133", {"arms": ["rifled_pistol"]}, MAN + 2),
    ("PS-R14", {"arms": ["bow"]}, MAN + 2),
    ("PS-R13", {"arms": ["firelock", "sword"]}, MAN + 4 + 1),
    ("PS-R35", {"role": "nco", "quality": "poor"}, 4),
    ("PS-R35", {"role": "drummer"}, 8),
    ("PS-R35", {"role": "bugler", "quality": "good"}, 12),
    ("PS-R36", {"arms": ["pistol", "pistol", "sword"]}, MAN + 1 + 1),
    (
        "PS-109",
        {"kind": "swedish", "mounted": True, "arms": ["pistol", "sword"], "armour": "buff"},
        4 + 8 + 1 + 1 + 4,
    ),
]


@pytest.mark.rule("PS-109", "PS-110", "PS-111", "PS-112", "PS-113", "PS-114", "PS-115", "PS-116", "PS-117")
@pytest.mark.rule("PS-118", "PS-119", "PS-120", "PS-121", "PS-122", "PS-123", "PS-124", "PS-125", "PS-126")
@pytest.mark.rule("PS-128", "PS-130", "PS-131", "PS-132", "PS-133", "PS-R13", "PS-R14", "PS-R35", "PS-R36")
@pytest.mark.parametrize(("rule", "figure", "points"), PRICES)
def test_every_line_of_the_points_table(
    rule: str, figure: dict[str, Any], points: int, tmp_path: Path
) -> None:
    muster = checked(tmp_path, PS, figure)
    assert (muster.lines[0].each, muster.breaches) == (points, ())
    assert muster.points == points + 9  # and the officer with his sword


@pytest.mark.rule("PS-127", "PS-129", "PS-R36", "PS-R37")
@pytest.mark.parametrize("kind", ["muzzle_loader", "heavy"])
def test_a_gun_and_its_crew(kind: str, tmp_path: Path) -> None:
    crew = {"role": "crew", "figures": 4, "arms": ["sword"], "engine": {"name": "The saker", "kind": kind}}
    muster = checked(tmp_path, PS, crew)
    assert [(s.count, s.each, s.total) for s in muster.lines[:2]] == [(4, 8, 32), (1, 40, 40)]
    assert muster.figures == 5 and muster.points == 72 + 9 and not muster.breaches
    poor = checked(tmp_path, PS, {**crew, "quality": "poor"})
    assert poor.points == muster.points  # one price for crewmen of any class


@pytest.mark.rule("PS-R35")
def test_a_game_may_have_ncos_cost_as_soldiers(tmp_path: Path) -> None:
    for price, each in (("officer", 8), ("soldier", 4)):
        assert checked(tmp_path, PS, {"role": "nco"}, nco_price=price).lines[0].each == each


@pytest.mark.rule("PS-109")
def test_figures_that_are_armed_otherwise_have_a_line_of_their_own(tmp_path: Path) -> None:
    group = {"figures": 10, "arms": ["musket"], "others": [{"figures": 3, "arms": ["halbert"]}]}
    muster = checked(tmp_path, PS, group)
    assert [(s.count, s.each, s.parts) for s in muster.lines[:2]] == [
        (7, 7, "4 Fair soldier + 3 musket"),
        (3, 7, "4 Fair soldier + 3 halbert"),
    ]


@pytest.mark.rule("PS-109")
@pytest.mark.parametrize(("force", "points"), [("thornes-regiment", 911), ("averills-tertia", 913)])
def test_the_forces_of_the_catalogue_add_up(force: str, points: int) -> None:
    muster = check_force(*find_force(force, None), {})
    assert muster.points == points and not muster.breaches


@pytest.mark.rule("PS-109")
def test_a_battle_knows_what_its_figures_cost() -> None:
    of = book(PS)
    b, names, _ = setup.new_battle(of.member, of.folder / "scenarios" / "saxby-bridge.toml")  # type: ignore[attr-defined]
    cost = {names.group_ids[g]: sum(b.figures[i].points for i in figures_of(b, g)) for g in range(b.n_groups)}
    assert (cost["P1-PC"], cost["P1-K"], cost["P2-D"], cost["P1-G"]) == (22, 208, 88, 32)
    assert sum(cost.values()) == 911 + 913 - 2 * 40  # without the two guns


# What is not allowed

GUN = {"role": "crew", "figures": 4, "arms": ["sword"]}
EC_GUN = {"role": "crew", "figures": 4, "arms": ["musket"]}
BREACHES: list[tuple[str, dict[str, Any], str]] = [
    (PS, {"figures": 41}, "G0: 41 figures; at most 40 in a group [PS-018]"),
    (PS, {"mounted": True}, "G0: mounted formed; those who ride are dutch, swedish, dragoons [PS-R17]"),
    (PS, {"kind": "dragoons"}, "G0: dragoons without horses [PS-R17]"),
    (EC, {"kind": "shock"}, "G0: shock without horses [EC-056]"),
    (EC, {"arms": ["carbine"], "bayonet": True}, "bayonets, and nothing to fix them on [EC-006"),
    (PS, {"arms": ["musket"], "bayonet": True}, "bayonets, and nothing to fix them on [PS-011"),
    (EC, {"armour": "half"}, "G0: the book has no armour; cuirassiers are a kind of horse [EC-067]"),
    (EC, {"targe": True}, "G0: the book has no armour"),
    (PS, {**GUN, "engine": {"name": "Gun", "kind": "wagon"}}, "G0: the book has no wagons [PS-085]"),
    (
        EC,
        {**EC_GUN, "engine": {"name": "Gun", "kind": "muzzle_loader", "pounds": 18}},
        "G0: 18 pounds; no gun is heavier than 12 pounders [EC-086, EC-R33]",
    ),
    (
        PS,
        {**GUN, "figures": 2, "engine": {"name": "Gun", "kind": "heavy"}},
        "G0: a crew of 2; a gun wants 3 at least [PS-087]",
    ),
    (
        PS,
        {**GUN, "arms": ["musket"], "engine": {"name": "Gun", "kind": "heavy"}},
        "G0: a crewman has a sword and nothing else for his 8 points [PS-129, PS-R36]",
    ),
    (
        EC,
        {"kind": "skirmishers", "platoon": "P"},
        "skirmishers in a platoon, which is of formed troops [EC-021]",
    ),
    (PS, {"quality": "poor", "volley": True}, "G0: poor troops cannot fire volleys [PS-022, PS-R25]"),
    (EC, {"role": "civilians"}, "G0: civilians are raw; veteran given [TY-R91]"),
]


@pytest.mark.rule("PS-018", "PS-R17", "EC-056", "TY-005", "EC-R02", "EC-086", "EC-R33", "PS-085", "PS-087")
@pytest.mark.rule("PS-129", "EC-021", "PS-022", "PS-R25", "TY-R91", "EC-067", "EC-006", "EC-007")
@pytest.mark.parametrize(("of", "group", "said"), BREACHES)
def test_what_is_not_allowed_is_named(of: str, group: dict[str, Any], said: str, tmp_path: Path) -> None:
    found = [breach.said for breach in checked(tmp_path, of, group).breaches]
    assert len(found) == 1 and said in found[0]


@pytest.mark.rule("PS-019", "PS-R24", "PS-108")
def test_a_unit_is_of_foot_or_of_horse_and_should_be_of_one_grade(tmp_path: Path) -> None:
    foot = {"platoon": "Ours"}
    horse = {"platoon": "Ours", "kind": "dutch", "mounted": True}
    (breach,) = checked(tmp_path, PS, foot, horse).breaches
    assert breach.said == "G1: foot and horse in one unit, Ours [PS-019, PS-R24]"
    muster = checked(tmp_path, PS, foot, {**foot, "quality": "good"})
    assert not muster.breaches
    assert [n.said for n in muster.notes] == [
        "Ours are fair and good; a company should be of one grade [PS-108]"
    ]
    pikes = {**foot, "platoon": "Ours's pikes"}
    (note,) = checked(tmp_path, PS, pikes, {**pikes, "quality": "good"}).notes
    assert note.said.startswith("Ours's pikes are fair and good; ")


@pytest.mark.rule("PS-022", "PS-R25")
def test_in_the_early_war_nobody_fires_volleys(tmp_path: Path) -> None:
    men = {"volley": True, "arms": ["musket"]}
    assert not checked(tmp_path, PS, men).breaches
    assert len(checked(tmp_path, PS, men, early_war=True).breaches) == 1


@pytest.mark.parametrize("force", ["delormes-column", "harrows-detachment", "later-war-module"])
def test_the_forces_of_the_early_19th_century_are_allowed(force: str) -> None:
    muster = check_force(*find_force(force, None), {})
    assert not muster.breaches and not muster.priced and not muster.notes


@pytest.mark.rule("EC-086", "EC-R33")
def test_a_gun_that_is_too_heavy_takes_no_field(tmp_path: Path) -> None:
    path = book(EC).folder / "scenarios" / "the-mill-at-valdespino.toml"
    with pytest.raises(Problem, match=r"pounder; at most 5 \[EC-086\]"):
        book(EC).set_up(path, {"gun_pounds_most": 5})


SISTERS: list[tuple[str, dict[str, Any], str]] = [
    (PS, {"kind": "shock", "mounted": True}, "groups.0 (Men).kind: unknown kind of troops 'shock'"),
    (EC, {"kind": "dragoons", "mounted": True}, "groups.0 (Men).kind: unknown kind of troops 'dragoons'"),
    (PS, {"arms": ["rifle"]}, "groups.0 (Men).arms: unknown weapon 'rifle'"),
    (EC, {"arms": ["pike"]}, "groups.0 (Men).arms: unknown weapon 'pike'"),
    (PS, {**GUN, "engine": {"name": "Gun", "kind": "gatling"}}, "unknown kind of engine 'gatling'"),
    (EC, {**EC_GUN, "engine": {"name": "Gun", "kind": "heavy"}}, "unknown kind of engine 'heavy'"),
]


@pytest.mark.rule("EC-001", "PS-001", "TY-005", "EC-056", "PS-085")
@pytest.mark.parametrize(("of", "group", "said"), SISTERS)
def test_what_is_the_sister_books_is_not_known(
    of: str, group: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(Problem) as e:
        checked(tmp_path, of, group)
    assert said in str(e.value)


# The command


def test_an_allowed_list(say: Say) -> None:
    code, out, _ = say("force", "check", "thornes-regiment")
    assert code == 0
    rows = out.splitlines()
    assert rows[0] == "Colonel Thorne's Regiment, Pike and Shot"
    assert rows[9].split() == [
        *("P1-K", "Pikemen", "16", "13", "208"),
        *["4", "Fair", "soldier", "+", "2", "pike", "+", "1", "sword", "+", "6", "half", "armour"],
    ]
    assert rows[-2:] == ["71 figures, 911 points", "Allowed."]


def test_a_list_that_is_not_allowed_ends_with_exit_code_1(say: Say, tmp_path: Path) -> None:
    path = written(tmp_path, PS, {"figures": 41, "arms": ["pike"]})
    code, out, err = say("force", "check", str(path))
    assert (code, err) == (1, "")
    assert "Not allowed: G0: 41 figures; at most 40 in a group [PS-018]" in out
    assert out.endswith("\nNot allowed.\n")


def test_a_limit_of_points(say: Say) -> None:
    code, out, _ = say("force", "check", "averills-tertia", "--limit", "912")
    assert code == 1 and "Not allowed: 913 points; at most 912 are allowed (--limit)" in out
    assert say("force", "check", "averills-tertia", "--limit", "913")[0] == 0


def test_as_json(say: Say) -> None:
    code, out, _ = say("force", "check", "averills-tertia", "--json", "--set", "nco_price=soldier")
    found = json.loads(out)
    assert code == 0 and found["allowed"] and found["book"] == PS
    assert found["points"] == 913 - 4 - 2 - 6  # sergeants, Fair and Poor, and a Good trumpeter
    assert found["lines"][0] == {
        "group": "P2-PC",
        "name": "Lord Averill",
        "count": 1,
        "each": 29,
        "parts": "12 Good officer + 8 horse + 1 sword + 2 rifled pistol + 6 half armour",
        "figures": True,
        "points": 29,
    }
    assert found["notes"][0]["rules"] == ["PS-108"]


def test_a_book_without_points_says_so(say: Say) -> None:
    code, out, _ = say("force", "check", "harrows-detachment")
    assert code == 0 and "52 figures; Early 19th Century has no points\nAllowed.\n" in out
    assert json.loads(say("force", "check", "harrows-detachment", "--json")[1])["points"] is None


@pytest.mark.parametrize("name", BOOKS)
def test_the_lists_of_every_book_are_read_and_those_it_comes_with_are_allowed(say: Say, name: str) -> None:
    for path in sorted((book(name).folder / "forces").glob("*.toml")):
        code, out, _ = say("force", "check", path.stem)
        assert code == 0 and out.endswith("\nAllowed.\n")
        if not name.startswith(("early", "pike")):
            assert f"; {book(name).title} has no points and no rules for army lists\n" in out


@pytest.mark.parametrize(
    ("force", "line"),
    [
        ("army-blue", "B4     Voltigeurs                 24  light, regular, musket"),
        ("army-blue", "GA     Blue army general           1  general, rating 1"),
        ("governors-column", "A4     Marines               4  regular, advanced rifle, breech loader"),
        ("governors-column", "A-C1   Captain Wren          1  commander, regular, mounted"),
        ("host-of-bleak-tarn", "D2     The Young Worm             1  1 Young worm"),
        ("host-of-bleak-tarn", "D0     The Necromancer            1  Wizard, commander in chief"),
    ],
)
def test_what_is_in_a_list_of_a_book_without_points(say: Say, force: str, line: str) -> None:
    assert line in say("force", "check", force)[1].splitlines()


def test_a_change_that_a_house_rule_makes_of_a_list_is_noted(say: Say) -> None:
    _, out, _ = say("force", "check", "orc-warband", "--set", "mixed_formations=same_type_only")
    assert "Note: " in out and "[FW-R05]" in out


OF_OTHER_BOOKS: list[tuple[str, str, str]] = [
    ("army-blue", 'troop = "light"', "units.3 (Voltigeurs).troop: unknown troop 'ligth'"),
    ("governors-column", 'quality = "elite"', "bodies.2 (Light company).quality: unknown quality 'ligth'"),
    (
        "men-of-the-west",
        'figure = "pikemen"',
        "formations.1 (The Pikemen).strips.0.figure: unknown figure 'ligth'",
    ),
]


@pytest.mark.parametrize(("force", "old", "said"), OF_OTHER_BOOKS)
def test_a_list_that_no_battle_could_read_ends_with_exit_code_2(
    say: Say, tmp_path: Path, force: str, old: str, said: str
) -> None:
    of, path = find_force(force, None)
    mine = tmp_path / "mine.toml"
    text = path.read_text()
    assert old in text
    mine.write_text(f'book = "{of.id}"\n' + text.replace(old, old.partition("=")[0] + '= "ligth"', 1))
    code, out, err = say("force", "check", str(mine))
    assert (code, out) == (2, "") and said in err
    other = next(name for name in BOOKS if name != of.id)
    mine.write_text(f'book = "{other}"\n' + text)
    assert say("force", "check", str(mine))[0] == 2
    mine.write_text(f'book = "{of.id}"\n' + text)
    assert say("force", "check", str(mine))[0] == 0


def test_bayonets_are_shown_of_those_who_can_fix_them(say: Say) -> None:
    rows = say("force", "check", "harrows-detachment")[1].splitlines()
    shown = [row.split()[0] for row in rows if row.endswith(", bayonet")]
    assert shown == ["E1-S1", "E1-S2", "E1-A", "E1-B", "E1-R"]


def test_the_book_of_a_file_of_ones_own(say: Say, tmp_path: Path) -> None:
    path = written(tmp_path, PS, {"arms": ["pike"]})
    path.write_text(path.read_text().replace(f'book = "{PS}"\n', ""))
    code, _, err = say("force", "check", str(path))
    assert code == 2 and 'of which book? Write book = "..." in it, or give --book: horse-and-musket' in err
    code, out, _ = say("force", "check", str(path), "--book", PS)
    assert code == 0 and "15 points" in out
    copy = tmp_path / "scenario.toml"
    source = book(EC).folder / "scenarios" / "the-mill-at-valdespino.toml"
    copy.write_text(source.read_text().replace('force = "harrows-detachment"', 'force = "own"'))
    written(tmp_path, PS)
    with pytest.raises(Problem, match="book: 'pike-and-shot' given, 'early-19th-century' wanted"):
        book(EC).set_up(copy, {})


@pytest.mark.parametrize("name", ["my-company", "my-warband"])
def test_the_examples_of_the_documentation(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "forces.md").read_text()
    listed = next(text for text in re.findall(r"```toml\n(.*?)```", page, re.S) if f'id = "{name}"' in text)
    shown = page.partition(f"$ grognard force check {name}.toml\n")[2].partition("```")[0]
    (tmp_path / f"{name}.toml").write_text(listed)
    monkeypatch.chdir(tmp_path)
    assert say("force", "check", f"{name}.toml") == (0, shown, "")


BAD: list[tuple[tuple[str, ...], str]] = [
    (("nobody",), "unknown force 'nobody'"),
    (("thornes-regimnt",), "Did you mean 'thornes-regiment'?"),
    (("nowhere.toml",), "nowhere.toml: there is no such file"),
    (("army-blue", "--limit", "100"), "--limit: Horse and Musket has no points"),
    (("thornes-regiment", "--book", "chess"), "unknown book 'chess'"),
    (("thornes-regiment", "--book", EC), "unknown kind of troops 'dutch'. Allowed: formed,"),
    (("harrows-detachment", "--limit", "100"), "--limit: Early 19th Century has no points"),
    (("thornes-regiment", "--set", "nco_price=free"), "nco_price"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_bad_input_is_one_helpful_line(say: Say, words: tuple[str, ...], said: str) -> None:
    code, out, err = say("force", "check", *words)
    assert (code, out) == (2, "")
    assert err.startswith("grognard: ") and err.count("\n") == 1
    assert said in err


def test_all_that_is_wrong_with_a_list_is_said_at_once(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('book = "pike-and-shot"\n[[groups]]\nid = "A"\nname = "Pikes"\nfigures = "12"\n')
    code, _, err = say("force", "check", str(path))
    assert code == 2 and err == (
        f"grognard: {path}: id, name, groups.0 (Pikes).kind: missing; "
        "groups.0 (Pikes).figures: a whole number is wanted (given: '12')\n"
    )


UNREADABLE: list[tuple[str, str]] = [
    ("id = ", "not a TOML file"),
    ('id = "x"\nname = "X"\nbook = "pike-and-shot"\ngroups = []', "groups"),
    (
        'id = "x"\nname = "X"\nbook = "pike-and-shot"\n[[groups]]\nid = "A"\nname = "A"\nkind = "formed"\n'
        'quality = "fair"\narmor = "buff"',
        "unknown field 'armor'. Did you mean 'armour'?",
    ),
    (
        'id = "x"\nname = "X"\nbook = "pike-and-shot"\n[[groups]]\nid = "A"\nname = "A"\nkind = "formed"\n'
        'quality = "fair"\narms = ["muskett"]',
        "groups.0 (A).arms: unknown weapon 'muskett'. Did you mean 'musket'?",
    ),
    (
        'id = "x"\nname = "X"\nbook = "pike-and-shot"\n[[groups]]\nid = "A"\nname = "A"\nkind = "formed"\n'
        'quality = "fair"\nloyal_to = ["B"]',
        "groups.0 (A).loyal_to: unknown group 'B'",
    ),
]


@pytest.mark.parametrize(("text", "said"), UNREADABLE)
def test_a_file_that_cannot_be_read_ends_with_exit_code_2(
    say: Say, text: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    code, out, err = say("force", "check", str(path))
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert str(path) in err and said in err
