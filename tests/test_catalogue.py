"""The catalogue: the committed rules.md, and small samples of the ways in which books write theirs."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from grognard.catalogue import Catalogue, CatalogueError, Option, load, parse, stated_options
from grognard.finding import by_id, search

HORSE_AND_MUSKET = Path(str(files("grognard"))) / "books" / "horse_and_musket" / "rules.md"


@pytest.fixture(scope="module")
def book() -> Catalogue:
    return load(HORSE_AND_MUSKET)


# The first book


def test_horse_and_musket_is_whole(book: Catalogue) -> None:
    rules = [rule.id for rule in book.rules if rule.kind == "rule"]
    rulings = [rule.id for rule in book.rules if rule.kind == "ruling"]
    assert rules == [f"FH-{n:03}" for n in range(1, 125)]
    assert rulings == [f"FH-R{n:02}" for n in range(1, 92)]
    assert book.title.startswith("Horse and Musket")
    assert book.prefixes == ("FH",)


def test_options_of_the_index_are_those_of_the_rulings(book: Catalogue) -> None:
    stated = [
        Option(option.name, option.default, (option.default, *option.others), rule.id)
        for rule in book.rules
        for option in stated_options(rule.text)
    ]
    assert sorted(stated, key=lambda option: option.name) == sorted(book.options, key=lambda o: o.name)
    assert len(book.options) == 24
    assert all(len(option.values) == 2 for option in book.options)
    assert all(option.name in book[option.ruling].options for option in book.options)


def test_an_option(book: Catalogue) -> None:
    assert book.option("fh.rally_timing") == Option(
        "fh.rally_timing", "own_charge_subphase", ("own_charge_subphase", "turn_start"), "FH-R02"
    )
    assert book["FH-R41"].options == ("fh.light_15", "fh.light_15_vs_square")


def test_every_ruling_is_pointed_to_or_stands_alone(book: Catalogue) -> None:
    pointed_to = {id for rule in book.rules for id in rule.sees}
    alone = {rule.id for rule in book.rules if rule.kind == "ruling"} - pointed_to
    assert alone == {"FH-R88", "FH-R89", "FH-R90"}  # victory, turns, deployment: the book is silent


def test_a_table_belongs_to_its_rule(book: Catalogue) -> None:
    rates = book["FH-026"]
    assert rates.section == "2.3 Movement"
    assert rates.chapter == "2. Rules"
    assert '| Infantry, line | 6" |' in rates.text
    assert rates.sees == ("FH-R12", "FH-R13")
    assert "|" not in book["FH-027"].text
    assert "E1" not in book["FH-124"].text


def test_no_rule_is_marked_as_advice_or_scenery(book: Catalogue) -> None:
    assert [rule.id for rule in book.rules if rule.mark is not None] == []


def test_numbers_of_events(book: Catalogue) -> None:
    assert book.rule_number("FH-057") == 57
    assert book.rule_number("FH-R36") == 1036
    assert all(book.rule_id(rule.number) == rule.id for rule in book.rules)


@pytest.mark.parametrize("wanted", ["FH-057", "fh-57", "fh57", "57", "057", "[FH-057]", " FH 57 "])
def test_find_by_the_id_of_a_rule(book: Catalogue, wanted: str) -> None:
    assert [rule.id for rule in by_id(book, wanted)] == ["FH-057"]


@pytest.mark.parametrize("wanted", ["FH-R36", "r36", "R36", "fh-r36", "fhr36"])
def test_find_by_the_id_of_a_ruling(book: Catalogue, wanted: str) -> None:
    assert [rule.id for rule in by_id(book, wanted)] == ["FH-R36"]


@pytest.mark.parametrize("wanted", ["canister close", "square 2", "57 inches", "ZZ-57", ""])
def test_what_is_no_id_is_none(book: Catalogue, wanted: str) -> None:
    assert by_id(book, wanted) == []


def test_find_by_words(book: Catalogue) -> None:
    place = (HORSE_AND_MUSKET.parent, "fh")
    assert {"FH-065", "FH-R34"} < {rule.id for rule in search(*place, "canister Close")[:3]}
    assert "FH-082" in [rule.id for rule in search(*place, "squares lancers")[:2]]
    assert search(*place, "fh.first_fire")[0].id == "FH-R05"
    assert search(*place, "zebra") == search(*place, "") == []


def test_rulings_of_a_rule_go_both_ways(book: Catalogue) -> None:
    rulings = [rule.id for rule in book.rulings_of(book["FH-049"])]
    assert rulings == ["FH-R20", "FH-R22"]  # it points to the first, the second points to it
    assert "FH-R07" not in [rule.id for rule in book.rulings_of(book["FH-R07"])]


# The second book


@pytest.fixture(scope="module")
def irregular() -> Catalogue:
    return load(HORSE_AND_MUSKET.parents[1] / "most_irregular" / "rules.md")


def test_most_irregular_is_whole(irregular: Catalogue) -> None:
    rules = [rule.id for rule in irregular.rules if rule.kind == "rule"]
    rulings = [rule.id for rule in irregular.rules if rule.kind == "ruling"]
    assert rules == [f"MI-{n:03}" for n in range(1, 140)]
    assert rulings == [f"MI-R{n:02}" for n in range(1, 76)]
    assert irregular.title.startswith("Most Irregular")
    assert [(rule.id, rule.mark) for rule in irregular.rules if rule.mark] == [("MI-003", "advice")]


def test_options_of_most_irregular_are_those_of_its_rulings(irregular: Catalogue) -> None:
    stated = {
        (option.name, option.default, tuple(value for value in option.others if value != "any"), rule.id)
        for rule in irregular.rules
        for option in stated_options(rule.text)
    }
    assert stated == {(o.name, o.default, o.values[1:], o.ruling) for o in irregular.options}
    assert len(irregular.options) == 34
    assert [o.name for o in irregular.options if o.name not in irregular[o.ruling].options] == []


def test_the_terrain_classes_belong_to_their_ruling(irregular: Catalogue) -> None:
    assert "| Building, pond | impassable | impassable |" in irregular["MI-R24"].text


# The other ways of writing

ONE_FIGURE_ONE_MAN = """\
# Small Wars (SW): rule catalogue

## 2. Rules

### B. Quality

- **SW-001** There are two grades (table B). (see SW-R01) [L43-51,313]

**Table B**

| Grade | Target number |
|---|---|
| Rabble | 5+ |
| Elite | 2+ |

- **SW-002** Grades count for every test. [L53]

## 4. Rulings

Each says what the text leaves open.

- **SW-R01 Measuring, "in or behind"** (invention). *Ruling:* Edge to edge. *Option:* `base` = **0.75** \
(alternative: any); `riders` = **off** (alternative: on: +4" to Move, Scurry; never in woods).
- **SW-R02 Order of dice** (invention). *Ruling:* See below.

Pure inventions: SW-R01 and SW-R02.

### Dice order (SW-R02)

1. Initiative.
2. Fire.

### Options

| Option | Default | Alternative | Ruling |
|---|---|---|---|
| `base` | 0.75 | any | SW-R01 |
| `riders` | off | on: +4" to Move, Scurry; never in woods | SW-R01 |
"""


def test_titles_captions_and_bold_defaults() -> None:
    book = parse(ONE_FIGURE_ONE_MAN)
    assert [rule.id for rule in book.rules] == ["SW-001", "SW-002", "SW-R01", "SW-R02"]
    assert "**Table B**\n\n| Grade |" in book["SW-001"].text
    assert "Elite" not in book["SW-002"].text
    assert book["SW-R01"].text.startswith('**Measuring, "in or behind"** (invention).')
    assert book["SW-R01"].options == ("base", "riders")
    assert book.options == (
        Option("base", "0.75", ("0.75",), "SW-R01", open=True),
        Option("riders", "off", ("off", "on"), "SW-R01"),
    )


def test_a_heading_that_names_an_entry_carries_it_on() -> None:
    book = parse(ONE_FIGURE_ONE_MAN)
    assert book["SW-R02"].text.endswith("1. Initiative.\n2. Fire.")
    assert "Pure inventions" not in book["SW-R02"].text


ROWS_AS_RULES = """\
# Strips (ST): rule catalogue

## 2. Atomic rules

### 2.9 Shooting

- **ST-001** Roll 1d6; ST-002 to ST-004 say what hits. → ST-R01

**Archers** (range column = up to)

| Id | Target | 4" | 8" |
|---|---|---|---|
| **ST-002** | Soldiers (→ ST-R01) | 4,5,6 | – |
| **ST-003** | Giants | 6 | 6 |

**Crossbows**

| Id | Target | 5" | 10" |
|---|---|---|---|
| **ST-004** | Giants | 5,6 | 6 |

- **ST-005** Cover counts.

## Rulings

- **ST-R01 No row.** [gap] *Open:* the rest. *Ruling:* As soldiers. Options `st.big` = 4 | 6; `st.sight` = \
`far` | `near` (2" or less) | `none`.

### Options index

| Option | Default | Other values | Ruling |
|---|---|---|---|
| `st.big` | 4 | 6, any | ST-R01 |
| `st.sight` | `far` | `near`, `none` | ST-R01 |
"""


def test_rows_of_a_table_may_be_rules() -> None:
    book = parse(ROWS_AS_RULES)
    assert [rule.id for rule in book.rules if rule.kind == "rule"] == [f"ST-00{n}" for n in range(1, 6)]
    assert book["ST-001"].sees == ("ST-002", "ST-003", "ST-004", "ST-R01")
    assert "**Crossbows**" in book["ST-001"].text
    row = book["ST-004"].text
    assert row.splitlines() == [
        "**Crossbows**",
        "",
        '| Target | 5" | 10" |',
        "| --- | --- | --- |",
        "| Giants | 5,6 | 6 |",
    ]
    assert book["ST-002"].sees == ("ST-R01",)


def test_values_in_a_list_or_between_bars() -> None:
    book = parse(ROWS_AS_RULES)
    assert book.option("st.big") == Option("st.big", "4", ("4", "6"), "ST-R01", open=True)
    assert book.option("st.sight").values == ("far", "near", "none")


SEVERAL_PREFIXES = """\
# A family of books (AA and BB)

Action codes used in all tables:

| Code | Meaning |
|---|---|
| RUN | Runs |

## Common rules

### Shooting

- **CO-001** RF is the sum of the factors below.

| Id | RF | Factor |
|---|---|---|
| CO-002 | -4 | No enemy in sight (see CO-R01) |

## Second book

### Shooting

- **BB-001** Bows. (WE-1 shows it.)

## First book

- **AA-001** Muskets.

## Rulings

- **CO-R01 [INT]** *Full tens?* Only full tens. `tens = floor` (nearest, ceil).
- **AA-R01 [INV]** *Calm?* No. `calm = false` (true: only the 6 binds).

| Option | Default | Other values | Ruling |
|---|---|---|---|
| `tens` | floor | nearest, ceil | CO-R01 |
| `calm` | false | true: only the 6 binds | AA-R01 |
"""


def test_prefixes_are_numbered_as_they_appear() -> None:
    book = parse(SEVERAL_PREFIXES)
    assert book.prefixes == ("CO", "BB", "AA")
    numbers = [book.rule_number(id) for id in ("CO-002", "CO-R01", "BB-001", "AA-001", "AA-R01")]
    assert numbers == [2, 1001, 10_001, 20_001, 21_001]
    assert [book.rule_id(number) for number in numbers] == ["CO-002", "CO-R01", "BB-001", "AA-001", "AA-R01"]
    assert [rule.id for rule in by_id(book, "1")] == ["CO-001", "BB-001", "AA-001"]
    assert [rule.id for rule in by_id(book, "bb-1")] == ["BB-001"]
    assert (book["BB-001"].chapter, book["BB-001"].section) == ("Second book", "Shooting")


def test_default_within_the_quotes() -> None:
    book = parse(SEVERAL_PREFIXES)
    assert book.option("tens").values == ("floor", "nearest", "ceil")
    assert book.option("calm").values == ("false", "true")
    assert book["CO-R01"].options == ("tens",)
    assert book["CO-R01"].text.startswith("[INT] *Full tens?*")


# Marks and mistakes


def test_marks() -> None:
    book = parse(
        "# T\n\n- **AA-001** Trees look fine. {scenery: nothing to decide}\n"
        "- **AA-002** Be kind. {advice: manners}\n"
        "\n| Id | What |\n|---|---|\n| AA-003 | Paint them. {advice: a hobby} |\n- **AA-004** Roll a die.\n"
    )
    marks = [(rule.mark, rule.mark_reason) for rule in book.rules]
    assert marks == [
        ("scenery", "nothing to decide"),
        ("advice", "manners"),
        ("advice", "a hobby"),
        (None, ""),
    ]
    assert book["AA-001"].text == "Trees look fine."
    assert book["AA-003"].text.endswith("| Paint them. |")


INDEX = "\n| Option | Default | Ruling |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("# T\n- **AA-001** a\n- **AA-001** b\n", 3, "AA-001 is already defined on line 2"),
        ("# T\n- **AA-001** a\n- **AA-01** b\n", 3, "AA-01 has the number of AA-001"),
        ("# T\n- **AA-001** a → AA-R07\n", 2, "AA-R07 is named here but not defined"),
        ("# T\n- **AA-001** see AA-2\n", 2, "AA-2 is named here but not defined"),
        ("# T\n- **AA-001** see BB-001\n", 2, "BB-001 is named here but not defined"),
        ("# T\n\nSee AA-003.\n\n- **AA-001** a\n", 3, "AA-003 is named here but not defined"),
        ("# T\n- **AA-001** a {advice}\n", 2, "AA-001 is marked advice without a reason"),
        ("# T\n- **AA-001** a {scenery: }\n", 2, "AA-001 is marked scenery without a reason"),
        ("# T\n- **AA-001** a {advise: x}\n", 2, "the mark is 'advise': it may be advice or scenery"),
        ("# T\n- **AA-001** a {advice: x} b\n", 2, "AA-001: a mark stands at the end of its entry"),
        ("# T\n- **AA-001**\n", 2, "AA-001 says nothing"),
        ("# T\n- **AA-1000** a\n", 2, "AA-1000: numbers go from 1 to 999"),
        ("# T\n- **AA-R01** a `aa.x` = `b`\n", 2, "AA-R01 names aa.x, which the index of options has not"),
        (
            f"# T\n- **AA-R01** a `aa.x` = `b` (default) | `c`\n{INDEX}| `aa.x` | `c` | AA-R01 |\n",
            2,
            "AA-R01 gives aa.x the default 'b', the index 'c'",
        ),
        (
            f"# T\n- **AA-R01** a\n{INDEX}| `aa.x` | `c` | none |\n",
            6,
            "aa.x: 'none' is no entry of this book",
        ),
        (
            f"# T\n- **AA-R01** a\n{INDEX}| `aa.x` | AA-R01 |\n",
            6,
            "the index of options has 3 columns, this row 2",
        ),
    ],
)
def test_a_bad_catalogue_says_where_and_what(text: str, line: int, what: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        parse(text, Path("books/t/rules.md"))
    assert str(caught.value) == f"books/t/rules.md:{line}: {what}"
    assert (caught.value.line, caught.value.what) == (line, what)
