"""Civilians: saved by whatever way they leave, and not shot at by troops left to themselves."""

from __future__ import annotations

import pytest

from grognard.books.tyneside.moves import flee_group
from grognard.books.tyneside.shooting import nearest_target
from grognard.books.tyneside.state import Gait, Lost
from grognard.books.tyneside.status import nearest_seen

from .field import Ev, Field


def rescue(f: Field) -> int:
    """Two women whom blue is to bring off by the south edge."""
    women = f.group("blue", 2, 60, 8, "south", role="civilians", arms=(), quality="low")
    f.b.aims.rescuer, f.b.aims.exit_y = 0, -1.0
    return women


@pytest.mark.rule("TY-R89", "TY-099")
def test_civilians_who_run_off_by_the_way_out_are_saved() -> None:
    f = Field("ec")
    women = rescue(f)
    flee_group(f.b, women, 0.0, -1.0, int(Gait.WALK))
    assert f.b.saved == 2
    assert all(f.f(i).lost == Lost.SAVED for i in range(2))
    assert len(f.events(Ev.SAVED)) == 2


@pytest.mark.rule("TY-R89")
def test_civilians_who_run_off_by_another_edge_are_lost() -> None:
    f = Field("ec")
    women = rescue(f)
    for k, i in enumerate(f.of(women)):
        f.f(i).x, f.f(i).y = 5.0, 40.0 + 4 * k
    flee_group(f.b, women, -1.0, 0.0, int(Gait.WALK))
    assert f.b.saved == 0
    assert all(f.f(i).lost == Lost.OFF_TABLE for i in range(2))


@pytest.mark.rule("TY-R91", "TY-060")
def test_uncommanded_troops_do_not_shoot_at_unarmed_civilians_who_are_nobodys_nearest_enemy() -> None:
    f = Field("ec")
    women = rescue(f)
    line = f.group("blue", 6, 60, 2)
    fusiliers = f.group("red", 6, 60, 24, "south")
    f.ready()
    assert nearest_target(f.b, fusiliers) == line == nearest_seen(f.b, fusiliers)[0]
    f.set(f.f(f.of(women)[0]), arms=("musket",))
    assert nearest_target(f.b, fusiliers) == women
