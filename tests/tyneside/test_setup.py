"""From scenario files to a battle: what a book knows, who is who, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.book import HOME
from grognard.books.tyneside import mustering, risk, setup, shooting, volleys
from grognard.books.tyneside.names import Names
from grognard.books.tyneside.state import (
    Activity,
    Battle,
    EngineKind,
    Kind,
    Loading,
    Lost,
    Quality,
    Role,
    Trait,
    Weapon,
)
from grognard.problems import Problem

from .field import BOOKS, Field

FOLDER = HOME / "tyneside"
SCENARIOS = {
    "ec": ("the-mill-at-valdespino", "the-wagon-road"),
    "ps": ("saxby-bridge", "copthorne-lane"),
}
FOLDERS = {"ec": "early_19th", "ps": "pike_and_shot"}

SCENARIO = """
id = "here"
book = "{book}"
title = "Here"
table = {{ width = 180, depth = 120 }}
{more}
[blue]
force = "ours"
edge = "south"
pcs = {blue_pcs}
groups = [{{ id = "A", at = [60, 20], ranks = 4 }}, {{ id = "O", at = [60, 30] }}]
[red]
force = "theirs"
edge = "north"
pcs = {red_pcs}
groups = [{{ id = "B", at = [60, 100], facing = "south" }}, {{ id = "P", at = [60, 110], facing = "south" }}]
"""
FORCE = """
id = "{id}"
name = "{id}"
groups = [
  {{ id = "{group}", name = "Men", figures = {figures}, quality = "{quality}", kind = "{kind}", arms = {arms}{more} }},
  {{ id = "{officer}", name = "The officer", role = "officer", quality = "{officer_quality}", kind = "formed", arms = ["sword"] }},
]
"""
IDS = {"ec": "early-19th-century", "ps": "pike-and-shot"}
MIDDLE = {"ec": "veteran", "ps": "fair"}


def fight(
    tmp_path: Path,
    book: str = "ec",
    scenario: str = "",
    blue_pcs: str = '["O"]',
    red_pcs: str = "[]",
    house: dict[str, Any] | None = None,
    **ours: Any,
) -> tuple[Battle, Names]:
    """A battle of two small forces written for the purpose; the rest is of blue's men."""
    fields = {
        "figures": 4,
        "quality": MIDDLE[book],
        "kind": "formed",
        "arms": '["musket"]',
        "more": "",
        **ours,
    }
    words = {"officer_quality": MIDDLE[book]}
    (tmp_path / "ours.toml").write_text(FORCE.format(id="ours", group="A", officer="O", **fields, **words))
    plain = {"figures": 4, "quality": MIDDLE[book], "kind": "formed", "arms": '["musket"]', "more": ""}
    (tmp_path / "theirs.toml").write_text(FORCE.format(id="theirs", group="B", officer="P", **plain, **words))
    path = tmp_path / "here.toml"
    path.write_text(SCENARIO.format(book=IDS[book], more=scenario, blue_pcs=blue_pcs, red_pcs=red_pcs))
    b, names, _ = setup.new_battle(BOOKS[book], path, house or {})
    return b, names


def refused(tmp_path: Path, **given: Any) -> str:
    with pytest.raises(Problem) as found:
        fight(tmp_path, **given)
    text = str(found.value)
    assert "\n" not in text
    return text


def sample(book: str, name: str, **house: Any) -> tuple[Battle, Names]:
    path = FOLDER / FOLDERS[book] / "scenarios" / f"{name}.toml"
    b, names, _ = setup.new_battle(BOOKS[book], path, house)
    return b, names


# Men, groups, classes


@pytest.mark.rule("TY-001", "TY-014", "TY-018", "TY-003", "TY-R92")
@pytest.mark.parametrize(("book", "name"), [(book, name) for book in SCENARIOS for name in SCENARIOS[book]])
def test_every_model_is_one_figure_of_one_group(book: str, name: str) -> None:
    b, names = sample(book, name)
    assert b.n_figures == sum(b.groups[g].began for g in range(b.n_groups)) == len(names.figures)
    for g in range(b.n_groups):
        own = list(mustering.figures_of(b, g))
        assert len(own) == b.groups[g].began and all(b.figures[i].group == g for i in own)
        assert all(b.figures[i].side == b.groups[g].side for i in own)
    pcs = [g for g in range(b.n_groups) if b.groups[g].pc]
    assert all(b.groups[g].began == 1 and b.groups[g].role == Role.OFFICER for g in pcs)
    assert all(sum(b.groups[g].side == side for g in pcs) <= 1 for side in (0, 1))


@pytest.mark.rule("TY-002", "EC-004", "PS-002")
@pytest.mark.parametrize(
    ("book", "words"), [("ec", ("raw", "veteran", "hero")), ("ps", ("poor", "fair", "good"))]
)
def test_three_classes_by_the_words_of_the_book(tmp_path: Path, book: str, words: tuple[str, ...]) -> None:
    for word, quality in zip(words, Quality, strict=True):
        b, _ = fight(tmp_path, book, quality=word)
        assert b.figures[0].quality == quality
    other = "good" if book == "ec" else "hero"
    assert f"class '{other}'" in refused(tmp_path, book=book, quality=other)


@pytest.mark.rule("EC-001", "PS-001", "TY-005")
@pytest.mark.parametrize(
    ("book", "arm"), [("ec", "pike"), ("ec", "firelock"), ("ps", "rifle"), ("ps", "rocks")]
)
def test_arms_of_another_period_are_refused(tmp_path: Path, book: str, arm: str) -> None:
    text = refused(tmp_path, book=book, arms=f'["{arm}"]')
    assert f"weapon '{arm}'" in text and "groups.0 (Men).arms" in text
    known = {w for w in Weapon if BOOKS[book] and Field(book).b.rules.weapon_factor[w] > 0}
    assert Weapon.MUSKET in known and Weapon.SWORD in known and Weapon[arm.upper()] not in known


@pytest.mark.rule("EC-002", "EC-003", "EC-056")
@pytest.mark.parametrize(
    ("kind", "regular", "volley"),
    [
        ("formed", True, True),
        ("skirmishers", True, True),
        ("irregulars", False, False),
        ("shock", True, True),
        ("cuirassiers", True, True),
        ("skirmish_horse", True, True),
    ],
)
def test_kinds_of_troops_of_the_early_19th_century(
    tmp_path: Path, kind: str, regular: bool, volley: bool
) -> None:
    b, _ = fight(tmp_path, kind=kind)
    u = b.groups[0]
    assert (u.kind, u.regular, u.volley) == (Kind[kind.upper()], regular, volley)
    assert risk.all_regulars(b, 0) == regular
    for other in ("dutch", "swedish", "dragoons"):
        assert "kind of troops" in refused(tmp_path, kind=other)


@pytest.mark.rule("EC-R15", "EC-018")
def test_a_group_may_be_told_that_it_can_fire_volleys(tmp_path: Path) -> None:
    b, _ = fight(tmp_path, kind="irregulars", more=", volley = true")
    assert b.groups[0].volley
    b, _ = fight(tmp_path, kind="formed", more=", volley = false")
    assert not b.groups[0].volley
    b.groups[0].commander = 0
    assert shooting.uses_ratio(b, 0)
    b.groups[0].pc = True
    assert not shooting.uses_ratio(b, 0)  # a Player Character is no part of any ratio


@pytest.mark.rule("PS-022", "PS-R25")
@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("quality", ["poor", "fair", "good"])
def test_who_fires_volleys_in_pike_and_shot(tmp_path: Path, quality: str, early: bool) -> None:
    b, _ = fight(tmp_path, "ps", quality=quality, house={"early_war": early})
    assert b.groups[0].volley == (quality != "poor" and not early)


@pytest.mark.rule("EC-016", "PS-018")
def test_how_large_a_group_may_be(tmp_path: Path) -> None:
    b, _ = fight(tmp_path, "ec", figures=60)
    assert b.groups[0].began == 60
    b, _ = fight(tmp_path, "ps", figures=40)
    assert b.groups[0].began == 40
    assert "A has 41 figures; at most 40 [PS-018]" in refused(tmp_path, book="ps", figures=41)


@pytest.mark.rule("TY-R97")
def test_a_battle_has_15_turns_unless_it_is_said(tmp_path: Path) -> None:
    assert fight(tmp_path)[0].rules.turns == 15 == Field("ec").b.rules.turns
    assert fight(tmp_path, scenario="turns = 7")[0].rules.turns == 7


# Loyalty and Player Characters


@pytest.mark.rule("TY-003", "TY-004", "EC-005", "PS-003")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_troops_are_loyal_to_their_own_leaders_and_outsiders_to_theirs(tmp_path: Path, book: str) -> None:
    b, _ = fight(tmp_path, book)
    assert b.groups[0].loyal == 1 << 1
    b, _ = fight(tmp_path, book, more=", loyal_to = []")
    assert b.groups[0].loyal == 0
    names = {
        "ec": ("the-mill-at-valdespino", "E1-G", "E1-GL", "E1-PC"),
        "ps": ("saxby-bridge", "P2-B", "", "P2-PC"),
    }
    scenario, outsiders, own, captain = names[book]
    b, found = sample(book, scenario)
    id = found.group_ids.index
    loyal = b.groups[id(outsiders)].loyal
    assert loyal == (1 << id(own) if own else 0) and not loyal >> id(captain) & 1


@pytest.mark.rule("TY-017")
def test_a_player_character_is_a_leader(tmp_path: Path) -> None:
    b, _ = fight(tmp_path, quality="raw")
    assert b.groups[1].pc and not b.groups[0].pc
    assert "A is no leader" in refused(tmp_path, blue_pcs='["A"]')


@pytest.mark.rule("TY-R30")
@pytest.mark.parametrize(
    ("blue", "red", "named", "first"),
    [
        ('["O"]', "[]", "red", 0),
        ("[]", '["P"]', "blue", 1),
        ('["O"]', '["P"]', "red", 1),
        ('["O"]', '["P"]', "blue", 0),
    ],
)
def test_side_a_has_the_player_characters(
    tmp_path: Path, blue: str, red: str, named: str, first: int
) -> None:
    b, _ = fight(tmp_path, scenario=f'first = "{named}"', blue_pcs=blue, red_pcs=red)
    assert b.first == b.side_a == first


@pytest.mark.rule("TY-100")
def test_a_side_that_somebody_plays_has_no_hidden_markers(tmp_path: Path) -> None:
    text = (FOLDER / "early_19th" / "scenarios" / "the-mill-at-valdespino.toml").read_text()
    path = tmp_path / "mill.toml"
    path.write_text(text.replace('force = "delormes-column"', 'force = "delormes-column"\npcs = ["E2-OF"]'))
    with pytest.raises(Problem, match=r"red\.hidden: .* \[TY-100\]"):
        setup.new_battle(BOOKS["ec"], path)


# Guns


@pytest.mark.rule("EC-085", "EC-086", "EC-087", "PS-085", "PS-086", "EC-R33", "EC-089")
def test_guns_have_square_bases_crews_and_a_limit() -> None:
    b, names = sample("ec", "the-mill-at-valdespino")
    for k in range(b.n_engines):
        e = b.engines[k]
        assert e.base == 5.0 and b.groups[e.crew].engine == k
        if e.kind != EngineKind.WAGON:
            assert b.groups[e.crew].role == Role.CREW and 0 < e.pounds <= 12
            assert all(
                shooting.missile_at(b, i, 10.0) == Weapon.MUSKET for i in mustering.figures_of(b, e.crew)
            )
    b, _ = sample("ps", "saxby-bridge")
    assert {EngineKind(b.engines[k].kind) for k in range(b.n_engines)} == {
        EngineKind.MUZZLE_LOADER,
        EngineKind.HEAVY,
    }
    assert names.engines


@pytest.mark.rule("EC-086", "EC-R33")
def test_no_heavier_gun_than_a_twelve_pounder(tmp_path: Path) -> None:
    crew = ', role = "crew", engine = {{ name = "The gun", kind = "muzzle_loader", pounds = {} }}'
    b, _ = fight(tmp_path, more=crew.format(12))
    assert b.engines[0].pounds == 12
    assert "12" in refused(tmp_path, more=crew.format(18))


@pytest.mark.rule("PS-085", "PS-086")
@pytest.mark.parametrize(("book", "kind"), [("ps", "gatling"), ("ps", "breech_loader"), ("ec", "heavy")])
def test_guns_of_another_period_are_refused(tmp_path: Path, book: str, kind: str) -> None:
    more = f', role = "crew", engine = {{ name = "The gun", kind = "{kind}" }}'
    assert f"kind of engine '{kind}'" in refused(tmp_path, book=book, more=more)


@pytest.mark.rule("EC-R22", "PS-R29")
@pytest.mark.parametrize("loaded", [True, False])
def test_guns_start_loaded_unless_a_game_has_it_otherwise(loaded: bool) -> None:
    for book, name in (("ec", "the-wagon-road"), ("ps", "saxby-bridge")):
        b, _ = sample(book, name, guns_start_loaded=loaded)
        for e in b.engines[: b.n_engines]:
            gun = e.kind != EngineKind.WAGON
            assert e.loaded == (loaded and gun) and (e.charge > 0) == (loaded and gun)


@pytest.mark.rule("PS-R37", "PS-108")
def test_a_crew_is_fair_unless_it_is_said(tmp_path: Path) -> None:
    crew = ', role = "crew", engine = { name = "The gun", kind = "muzzle_loader" }'
    b, _ = fight(tmp_path, "ps", quality="", more=crew)
    assert all(b.figures[i].quality == Quality.MID for i in range(4))
    b, _ = fight(tmp_path, "ps", quality="good", more=crew)
    assert all(b.figures[i].quality == Quality.TOP for i in range(4))
    assert "class ''" in refused(tmp_path, book="ps", quality="")


# Loaded, placed, laid


@pytest.mark.rule("TY-R46", "PS-R14", "EC-R02")
def test_everybody_begins_loaded_and_some_need_no_loading() -> None:
    for book in SCENARIOS:
        b, _ = sample(book, SCENARIOS[book][0])
        assert all(f.loaded for f in b.figures[: b.n_figures])
    ec, ps = Field("ec").b.rules.weapon_loading, Field("ps").b.rules.weapon_loading
    for weapon in (Weapon.BREECH_RIFLE, Weapon.REVOLVER, Weapon.BOW, Weapon.HATCHET):
        assert ec[weapon] == Loading.NONE
    assert ps[Weapon.BOW] == Loading.NONE and ec[Weapon.RIFLE] == Loading.SLOW
    assert {ec[w] for w in (Weapon.MUSKET, Weapon.MINIE_RIFLE, Weapon.CARBINE, Weapon.PISTOL)} == {
        Loading.TURN
    }


@pytest.mark.rule("PS-R14", "TY-050")
def test_an_archer_shoots_every_turn_if_he_stands() -> None:
    f = Field("ps")
    g = f.group("blue", 2, 60, 40, arms=("bow",))
    foe = f.group("red", 2, 60, 50, "south")
    f.g(g).commander = g
    f.ready()
    for turn in (1, 2):
        f.b.turn = turn
        f.dice(1, 1)
        volleys.fire(f.b, g, foe)
        f.used_up()
    f.b.turn = 3
    f.g(g).moved = True
    for i in f.of(g):
        f.f(i).spent = 0.2
    assert not shooting.can_shoot_at(f.b, g, foe)


@pytest.mark.rule("TY-R39", "TY-R93", "TY-R59", "TY-R03")
def test_the_mill_as_the_catalogue_has_it() -> None:
    b, names = sample("ec", "the-mill-at-valdespino")
    mill = names.terrain.index("The mill")
    for trait in (Trait.ENCLOSED, Trait.FORTIFIED, Trait.NO_HORSE):
        assert b.traits[mill] & trait
    assert (b.rules.foot_base, b.rules.mounted_base, b.rules.gun_base) == (2.0, 3.0, 5.0)
    late = names.group_ids.index("E2-K")
    assert b.groups[late].enters == 5 and b.groups[late].activity == Activity.ADVANCING
    assert all(b.figures[i].lost == Lost.AWAITED for i in mustering.figures_of(b, late))


@pytest.mark.rule("PS-R01")
def test_what_pike_and_shot_does_not_speak_of_it_has_not() -> None:
    r = Field("ps").b.rules
    assert not any(r.ratio_moving) and r.hits_among == 0 and r.shock_range == 0.0
    assert not any(r.gatling_shots) and not any(r.bayonet_factor) and r.square_least == 0
    assert r.shock_bonus == r.cuirassier_bonus == r.manhandle_crew == 0
    e = Field("ec").b.rules
    assert e.pike_reach == e.pike_ranks == 0 and not any(e.price_soldier) and not any(e.armour_melee)
