"""The table as it is drawn: strips, persons, monsters, spells in force, fog, objectives; and as text."""

from __future__ import annotations

import pytest

from grognard.book import HOME
from grognard.books.fire_at_will import houses, places, scene, sequence, setup, sketch
from grognard.books.fire_at_will.charms import add_charm
from grognard.books.fire_at_will.forces import Names
from grognard.books.fire_at_will.state import NOBODY, Battle, Lost, Nerve, Phase, Posted, Spell, Terrain
from grognard.scene import Scene, Seen

SCENARIOS = sorted((HOME / "fire_at_will" / "scenarios").glob("*.toml"))
CHAPEL, SIEGE, WORM = SCENARIOS
ALL = {"scenario.allies": True, "fw.magic": True}


def battle(path: object, **house: object) -> tuple[Battle, Names]:
    b, n, _ = setup.new_battle(path, house or ALL)  # type: ignore[arg-type]
    return b, n


def piece(of: Scene, handle: str) -> Seen:
    found = [p for p in of.pieces if p.handle == handle]
    assert len(found) == 1, handle
    return found[0]


def number(n: Names, id: str) -> int:
    return n.ids.index(id)


def cast(b: Battle, spell: Spell, f: int = NOBODY, i: int = NOBODY) -> None:
    add_charm(b, int(spell), NOBODY, f, i, 3)


def test_everybody_on_the_table_is_there_once() -> None:
    for path in SCENARIOS:
        b, n = battle(path)
        seen = scene.scene(b, n).pieces
        numbers = [k for p in seen for k in (p.number, *p.also)]
        assert len(numbers) == len(set(numbers))
        strips = {len(n.ids) + i for i in range(b.n_strips)}
        assert strips == {k for k in numbers if k >= len(n.ids)}
        assert sum(len(p.bases) for p in seen) == b.n_strips
        assert all(p.handle == n.pieces[p.number] for p in seen)


def test_a_formation_is_its_strips_where_they_stand() -> None:
    b, n = battle(CHAPEL)
    f = number(n, "M2")
    p = piece(scene.scene(b, n), "M2")
    of = [b.strips[i] for i in b.formations[f].members[:7]]
    assert [(q.x, q.y, q.width, q.depth, q.figures) for q in p.bases] == [
        (s.x, s.y, 1.0, 0.5, 5) for s in of if s.posted == Posted.RANKS
    ]
    assert {q.mark for q in p.bases} == {"pike"} and p.strength == p.full == 6
    assert [p.x, p.y] == pytest.approx([29.0, 7.5 - 0.75])  # three ranks behind the middle of its front
    assert p.spoken == (
        "The Pikemen, Blue, 6 of 6 strips, Pikemen, 2 files by 3 ranks, facing north, with the Captain of Pikes"
    )


def test_orders_go_by_the_front_and_drawings_by_the_middle() -> None:
    for path in (CHAPEL, WORM):
        b, n = battle(path)
        for f in range(b.n_formations):
            u = b.formations[f]
            x, y = scene.middle_of(b, f)
            assert [*scene.front_at(u, x, y, u.fx, u.fy)] == pytest.approx([u.x, u.y])
    f = number(n, "K2")
    assert scene.front_at(b.formations[f], 10.0, 10.0, 1.0, 0.0) == (10.5, 10.0)  # two ranks of half an inch


def test_an_attached_character_is_part_of_his_formation_and_one_alone_is_a_piece_that_faces() -> None:
    b, n = battle(CHAPEL)
    table = scene.scene(b, n)
    captain, general = piece(table, "M2L-1"), piece(table, "M0-1")
    assert (captain.role, captain.within, captain.also) == ("leader", number(n, "M2"), [])
    assert (general.role, general.within, general.also) == ("unit", -1, [number(n, "M0")])
    assert captain.number not in piece(table, "M2").also
    assert general.spoken == "The General, Blue, leader, 3 of 3 hits left, facing north, commander in chief"


def test_tokens_tell_what_stands_there() -> None:
    tokens: dict[str, set[str]] = {}
    for path in SCENARIOS:
        b, n = battle(path)
        tokens |= {p.name: {q.mark for q in p.bases} for p in scene.scene(b, n).pieces}
    assert tokens["The Dragon"] == tokens["The Old Worm"] == {"dragon"}
    assert tokens["The Trolls"] == {"troll"} and tokens["The Ogres"] == {"ogre"}
    assert tokens["The Giant"] == {"giant"} and tokens["The Behemoth"] == {"behemoth"}
    assert tokens["The Wolf Chariots"] == tokens["The War Wagon"] == {"chariot"}
    assert tokens["The Bombard"] == {"engine"} and tokens["The Grey Wolves"] == {"wolf"}
    assert tokens["The General"] == {"crown"} and tokens["The Champion"] == {"hero"}
    assert tokens["The Wizard"] == tokens["The Necromancer"] == {"wizard"}
    assert tokens["The Captain of Pikes"] == {"leader"} and tokens["The Outriders"] == {"horse"}
    assert tokens["The Skirmishers"] == {"bow"} and tokens["The Arquebusiers"] == {"musket"}
    assert tokens["The Chieftain's Own"] == {"sword", "banner"} and tokens["The Drowned"] == {"undead"}


def test_knights_ride_armoured_with_lances() -> None:
    b, n = battle(WORM)
    p = piece(scene.scene(b, n), "K1")
    assert {"lance", "armour", "strips"} <= set(p.marks) and p.bases[0].figures == scene.RIDERS


def test_hits_are_seen_where_several_are_borne() -> None:
    b, n = battle(CHAPEL)
    b.strips[b.formations[number(n, "MA1")].members[0]].wounds = 3
    p = piece(scene.scene(b, n), "MA1")
    assert (p.bases[0].hits, p.bases[0].hurt, p.strength, p.full) == (1, 3, 1, 4)
    assert "hits" in p.marks and "1 of 4 hits left" in p.spoken
    axes = piece(scene.scene(b, n), "M1")
    assert all(q.hits == q.hurt == 0 for q in axes.bases) and "hits" not in axes.marks


def test_nerve_spells_and_melee_are_words_and_marks() -> None:
    b, n = battle(CHAPEL)
    halted, runs, frozen = number(n, "M1"), number(n, "O2"), number(n, "O1")
    b.formations[halted].nerve, b.formations[runs].nerve = Nerve.HALTED, Nerve.RUNNING
    cast(b, Spell.FREEZE, frozen)
    table = scene.scene(b, n)
    assert (piece(table, "M1").note, "halted" in piece(table, "M1").marks) == ("halted", True)
    assert (piece(table, "O2").note, "routing" in piece(table, "O2").marks) == ("running", True)
    assert (piece(table, "O1").note, "spell" in piece(table, "O1").marks) == ("frozen", True)
    u, v = b.formations[number(n, "M5")], b.formations[number(n, "OA2")]
    places.put(b, number(n, "OA2"), u.x, u.y, 0.0, -1.0)
    assert v.n == 1
    table = scene.scene(b, n)
    assert piece(table, "M5").note == piece(table, "OA2").note == "in melee"


def test_a_spell_for_the_next_turn_is_not_there_yet() -> None:
    b, n = battle(CHAPEL)
    b.turn = 2
    cast(b, Spell.BLINDED, number(n, "M4"))
    assert piece(scene.scene(b, n), "M4").note == ""
    b.turn = 3
    assert piece(scene.scene(b, n), "M4").note == "blinded"


def test_a_spell_on_a_character_is_his_and_not_his_formations() -> None:
    b, n = battle(CHAPEL)
    cast(b, Spell.HARM_HIM_NOT, NOBODY, b.formations[number(n, "M2")].character)
    table = scene.scene(b, n)
    assert piece(table, "M2L-1").note == "unharmable" and piece(table, "M2").note == ""


def test_a_garrison_lines_its_walls() -> None:
    b, n = battle(SIEGE)
    p = piece(scene.scene(b, n), "W1")
    box = houses.building_box(b, n.terrain.index("The Ford House"))
    assert "inside" in p.marks and (p.x, p.y) == (box.x, box.y)
    assert sorted((q.fx, q.fy) for q in p.bases) == [
        (-1.0, 0.0),
        (0.0, 1.0),
        (0.0, 1.0),
        (0.0, 1.0),
        (0.0, 1.0),
        (1.0, 0.0),
    ]
    assert "in the Ford House" in p.states and "facing" not in p.spoken


def test_fog_lies_on_the_table_and_goes() -> None:
    b, n = battle(WORM)
    assert not [f for f in scene.scene(b, n).features if f.look == "fog"]
    for x in (15.0, 30.0):
        cast(b, Spell.FOG_BANK)
        b.charms[b.n_charms - 1].x, b.charms[b.n_charms - 1].y = x, 12.0
    banks = [f for f in scene.scene(b, n).features if f.look == "fog"]
    assert [f.outlines[0].points for f in banks] == [[(15.0, 12.0)], [(30.0, 12.0)]]
    assert (
        banks[0].name != banks[1].name and banks[0].outlines[0].radius == b.rules.spell_radius[Spell.FOG_BANK]
    )


def test_the_ground_has_its_looks_and_one_name_for_a_stream() -> None:
    b, n = battle(CHAPEL)
    found = {f.name: f for f in scene.scene(b, n).features}
    assert found["The ford"].look == "ford" and found["The Chapel"].look == "house"
    assert {found[name].label for name in ("Grimwater", "Grimwater, west", "Grimwater, east")} == {
        "Grimwater"
    }
    bridge = found["The bridge"].outlines
    assert len(bridge) == 1 and len(bridge[0].points) == 4  # it bends, but is one bridge
    assert {x for x, _ in bridge[0].points} & {23.0}
    assert set(scene.LOOKS) == set(Terrain)


def test_the_objective_and_who_holds_it() -> None:
    b, n = battle(SIEGE)
    (place,) = scene.scene(b, n).places
    assert (place.name, place.holder, place.x, place.y) == (
        "Hold the Ford House at the end of turn 16",
        0,
        20.0,
        18.0,
    )
    b.formations[number(n, "W1")].nerve = Nerve.RUNNING
    assert scene.scene(b, n).places[0].holder == -1


def test_a_scene_says_where_in_the_turn_it_is() -> None:
    b, n = battle(CHAPEL)
    assert scene.scene(b, n).step == "before the first turn" and "orders" not in scene.scene(b, n).phases
    for phase in Phase:
        b.turn, b.phase, b.phase_side = 1, phase, 1
        table = scene.scene(b, n)
        if phase != Phase.ORDERS:
            assert table.phase in table.phases and len(set(table.phases)) == len(table.phases)
    b.phase = Phase.MOVES
    assert scene.scene(b, n).step == "Red, moves and spells"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_a_battle_can_be_drawn_from_beginning_to_end(path: object) -> None:
    b, n = battle(path)
    setup.seed(b, 3)
    b.generals[0] = b.generals[1] = 2
    while b.winner < 0:
        sequence.play_turn(b)
        table = scene.scene(b, n)
        assert sum(len(p.bases) for p in table.pieces) == sum(
            s.lost == Lost.NO for s in b.strips[: b.n_strips]
        )
        assert all(len(line) <= 90 for line in sketch.draw(b, n, 90).splitlines())
    assert table.losses == (table.score[1], table.score[0])


# As text


def test_the_map_of_a_terminal() -> None:
    b, n = battle(CHAPEL)
    cast(b, Spell.FOG_BANK)
    b.charms[0].x, b.charms[0].y = 20.0, 23.0
    b.formations[number(n, "M1")].nerve = Nerve.RUNNING
    text = sketch.draw(b, n, 100)
    lines = text.splitlines()
    assert all(len(line) <= 100 for line in lines)
    assert "A The Axemen 6/6 soldier, runs" in text and " The Crow Wood Wolves 3/3 wolf rider, hidden" in text
    assert "4 The Wizard 3/3 wizard, 12 points" in text and "% fog" in text
    assert "To be held: The Chapel (held by nobody)." in text
    grid = [line for line in lines if line.startswith("|")]
    assert any("%%%" in row for row in grid) and any("~:::~" in row for row in grid)
    dragon = [row for row in grid if "II" in row]
    assert len(dragon) == 2 and all("I I" not in row for row in dragon)


def test_letters_leave_no_gap_where_somebody_hides() -> None:
    b, n = battle(CHAPEL)
    f = number(n, "O6")
    b.formations[f].n = 0
    shown = sketch.signs_of(b)
    red = [sign for g, sign in shown.items() if b.formations[g].side == 1]
    assert red == list("abcdefghijklmnopqrstuvwxyz"[: len(red)])
