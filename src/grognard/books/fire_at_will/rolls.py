"""What the dice of this book are for, as people are told who throw them."""

from __future__ import annotations

from ...purpose import Noun, Phrase, Purpose, Roller, about, capital, phrase
from .forces import Names
from .state import Battle
from .words import (
    CHECKS,
    formation,
    formation_piece,
    spell,
    strip,
    strip_piece,
    the_formation,
    the_strip,
)

FORMATION = Noun(formation, lambda _, f: formation_piece(f))
THE_FORMATION = Noun(the_formation, lambda _, f: formation_piece(f))
STRIP = Noun(strip, strip_piece)
THE_STRIP = Noun(the_strip, strip_piece)


def shot(n: Names, b: Battle, r: Roller) -> Purpose:
    """One strip's at another [FW-102]."""
    i = r["i"]
    return about("{i}, to hit {j}", n, r, i=(STRIP, i), j=(THE_STRIP, b.strips[i].target))


def morale(n: Names, b: Battle, r: Roller) -> Purpose:
    """A formation's test, and why it is made [FW-126]."""
    return about(f"{{f}}, morale {CHECKS[r['check']]}", n, r, f=(FORMATION, r["f"]))


def casting(n: Names, b: Battle, r: Roller) -> Purpose:
    """The die that a spell needs [FW-075]."""
    return about(f"{{i}}, whether {spell(n, r['spell'])} works", n, r, i=(STRIP, r["i"]))


def lasting(n: Names, b: Battle, r: Roller) -> Purpose:
    """How many turns a spell lasts [FW-074]."""
    return about(f"{{i}}, for how long {spell(n, r['spell'])} lasts", n, r, i=(STRIP, r["i"]))


def wearing_off(n: Names, b: Battle, r: Roller) -> Purpose:
    """A spell that lies on somebody [FW-074]."""
    c = b.charms[r["k"]]
    ends = f"whether {spell(n, c.spell)} wears off"
    if c.formation < 0 and c.strip < 0:
        return Purpose(capital(ends), r.rules)
    on = (FORMATION, c.formation) if c.formation >= 0 else (STRIP, c.strip)
    return about(f"{{on}}, {ends}", n, r, on=on)


def toss(n: Names, b: Battle, r: Roller) -> Purpose:
    """A toss of a heroic combat: heads is Side 1's [FW-177]."""
    i, j = (STRIP, r["i"]), (THE_STRIP, r["j"])
    return about("{i} against {j}, a toss: 1 is for {who}", n, r, i=i, j=j, who=(THE_STRIP, r["i"]))


ROLLS: dict[str, Phrase] = {
    "sequence.roll_initiative": phrase("initiative, Blue's die and then Red's"),
    "shooting.shoot": shot,
    "morale.take_test": morale,
    "melee.score": phrase("{i}, melee against {j}", i=STRIP, j=THE_STRIP),
    "heroic.duel": toss,
    "casting.succeeds": casting,
    "casting.is_over": wearing_off,
    "spells.bewitch": lasting,
    "spells.rot": phrase("{j}, whether the rain rots them", j=STRIP),
    "storms.storm_on_strip": phrase("{j}, whether the storm hits them", j=STRIP),
    "shields.shield_holds": phrase("{f}, whether the shield holds", f=FORMATION),
}
