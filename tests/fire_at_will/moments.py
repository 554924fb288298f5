"""Moments that battles seldom come to, set up by hand: each kind of order has a button in one of them."""

from __future__ import annotations

from typing import Any

from grognard.books.fire_at_will import contact, fights
from grognard.books.fire_at_will.forces import Names
from grognard.books.fire_at_will.state import Nerve
from grognard.values import Ask

from .field import Act, AskKind, Field

SISTER: dict[str, frozenset[int]] = {"fire-at-will-men": frozenset()}  # there is no other book of this family


def names_of(f: Field) -> Names:
    """What is on a bare table is called."""
    b = f.b
    n = Names(armies=["Blue", "Red"], spells=[f"SPELL {k}" for k in range(b.n_spells)])
    n.spell_ids = [f"s{k}" for k in range(b.n_spells)]
    n.ids = [f"F{k + 1}" for k in range(b.n_formations)]
    n.formations = [f"Formation {k + 1}" for k in range(b.n_formations)]
    n.strip_ids = [f"S{i + 1}" for i in range(b.n_strips)]
    n.strips = [f"Strip {i + 1}" for i in range(b.n_strips)]
    n.figures = ["figure"] * b.n_strips
    n.terrain = [f"The ground {k}" for k in range(b.ground.n)]
    return n


def seldom(name: str) -> list[tuple[Any, Any, Ask]]:
    """Battles as they stand, what is on them, and what is asked."""
    fields = [open_field(), by_a_house(), in_a_house(), held(), flanked(), lapping(), dueling()]
    moves = [(f.b, names_of(f), f.action("blue")) for f in fields]
    halted, archers, run, fight, many = halt(), shots(), rout(), brawl(), open_field()
    return [
        *moves,
        (halted.b, names_of(halted), halted.ask(AskKind.TEST, "blue")),
        (archers.b, names_of(archers), archers.ask(AskKind.SHOOT, "blue")),
        (run.b, names_of(run), run.ask(AskKind.PURSUE, "blue", 0, 1)),
        (run.b, names_of(run), run.ask(AskKind.STAY, "red", 0, 1)),
        (fight.b, names_of(fight), fight.ask(AskKind.LEAD, "red", 0, fight.b.fights[0].single)),
        (fight.b, names_of(fight), fight.ask(AskKind.VICTIM, "blue", fight.b.fights[0].single, 0)),
        *((many.b, names_of(many), many.ask(kind, "blue", 0)) for kind in WORDS),
    ]


WORDS = (AskKind.SPELLS, AskKind.INITIATIVE, AskKind.ORDERS, AskKind.SPEECH, AskKind.FORCED)


def open_field() -> Field:
    """Foot with a leader before an enemy, a hero by himself, a wizard who knows a spell, and a dragon."""
    f = Field(magic="true")
    foot = f.formation("blue", "axemen", 24, 20, strips=6, files=3)
    f.character("blue", "hero", attached=foot)
    f.formation("blue", "axemen", 14, 20, strips=4)
    f.character("blue", "hero", 14, 18)
    wizard = f.character("blue", "wizard", 19, 20)
    f.mage(wizard, "lightning_bolt", "magical_shield", "fog_bank", "fire_in_the_sky", "freeze", "heal")
    f.formation("blue", "dragon", 34, 18)
    f.formation("red", "axemen", 24, 23.5, "south", strips=4)
    f.ready()
    return f


def by_a_house() -> Field:
    f = Field()
    f.terrain("building", rectangle=(21, 14, 25, 17))
    f.formation("blue", "axemen", 23, 14, strips=3)
    f.formation("red", "axemen", 23, 30, "south", strips=3)
    f.ready()
    return f


def in_a_house() -> Field:
    f = Field()
    k = f.terrain("building", rectangle=(21, 14, 25, 17))
    foot = f.formation("blue", "axemen", 10, 10, strips=3)
    f.garrison(foot, k, south=3)
    f.ready()
    return f


def held() -> Field:
    """Riders in front of foot, who are slower."""
    f = Field()
    f.formation("blue", "wolf_riders", 24, 20, strips=2)
    f.formation("red", "axemen", 24, 20, "south", strips=2)
    f.ready()
    return f


def flanked() -> Field:
    """Hit in the flank, one turns to face."""
    f = Field()
    f.formation("blue", "axemen", 24, 20, strips=3)
    f.formation("red", "axemen", 25.5, 19.75, "west", strips=1)
    f.ready()
    return f


def lapping() -> Field:
    """The second turn of a melee, with a strip beyond the enemy's end."""
    f = Field()
    f.formation("red", "axemen", 24, 20, "south", strips=2)
    f.formation("blue", "axemen", 24, 20, strips=4)
    contact.note_melees(f.b)
    f.ready(2)
    return f


def dueling() -> Field:
    """Two heroes in heroic combat, of whom one might run."""
    f = Field()
    blue = f.character("blue", "hero", 24, 20)
    red = f.character("red", "hero", 24, 20, "south")
    f.c(blue).duel, f.c(red).duel = red, blue
    f.ready(2)
    return f


def halt() -> Field:
    f = Field()
    f.formation("blue", "axemen", 24, 20, strips=3, nerve=int(Nerve.HALTED))
    f.formation("red", "axemen", 24, 26, "south", strips=3)
    f.ready()
    return f


def shots() -> Field:
    f = Field()
    f.formation("blue", "orc_archers", 24, 20, strips=3)
    f.formation("red", "axemen", 24, 24, "south", strips=3)
    f.ready()
    return f


def rout() -> Field:
    """Runners whom somebody may pursue."""
    f = Field()
    f.formation("blue", "axemen", 24, 20, strips=3)
    f.formation("red", "axemen", 24, 24, strips=3, nerve=int(Nerve.RUNNING))
    f.ready()
    f.b.pursuers = 1
    return f


def brawl() -> Field:
    """One against two, whom he has beaten by enough."""
    f = Field()
    f.formation("blue", "axemen", 24, 20, strips=1)
    f.formation("red", ["axemen", "orc_infantry"], 24, 20, "south")
    f.ready()
    contact.note_melees(f.b)
    fights.split_fights(f.b)
    f.b.fights[0].margin = 6
    return f


__all__ = ["SISTER", "Act", "names_of", "seldom"]
