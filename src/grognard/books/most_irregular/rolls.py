"""What the dice of this book are for, as people are told who throw them."""

from __future__ import annotations

from ...purpose import Noun, Phrase, Purpose, Roller, about, capital, phrase
from .setup import PIECE_COMMANDER, PIECE_FORMATION, Names
from .state import OFFICER, Battle
from .words import commander, figure, figures, formation

FORMATION = Noun(formation, lambda _, f: PIECE_FORMATION + f)
FIGURE = Noun(figure, lambda _, g: piece_of(g))
COMMANDER = Noun(commander, lambda _, k: PIECE_COMMANDER + k)


def piece_of(g: int) -> int:
    """A man or a commander."""
    return g if g < OFFICER else PIECE_COMMANDER + g - OFFICER


def some(n: Names, r: Roller, what: str, men: list[int]) -> Purpose:
    """A phrase about some men or commanders."""
    return Purpose(capital(f"{figures(n, men)}, {what}"), r.rules, tuple(piece_of(g) for g in men))


def men_of(b: Battle, side: int, men: int) -> list[int]:
    """The men of a set."""
    return [b.first_man[side] + k for k in range(b.men_of[side]) if men >> k & 1]


def fire(n: Names, b: Battle, r: Roller) -> Purpose:
    """A unit's, or that of stragglers [MI-060, MI-061]."""
    if r["f"] >= 0:
        return about("{f}, fire", n, r, f=(FORMATION, r["f"]))
    return some(n, r, "fire", men_of(b, r["side"], r["men"]))


def hits(n: Names, b: Battle, r: Roller) -> Purpose:
    """A die for each who is hit, in order [MI-077]."""
    men = [b.paper.listed[(r["done"] + k) % r["n"]] for k in range(r["run"])]
    return some(n, r, "shock, wound or worse", list(dict.fromkeys(men)))


def mending(n: Names, b: Battle, r: Roller) -> Purpose:
    """The wounded who are seen to [MI-084]."""
    return some(n, r, "whether the wounded mend", men_of(b, r["side"], r["hurt"]))


def running_home(n: Names, b: Battle, r: Roller) -> Purpose:
    """Stragglers who bail [MI-135]."""
    return some(n, r, "who is lost on the way", men_of(b, r["side"], r["o.how"]))


ROLLS: dict[str, Phrase] = {
    "sequence.roll_initiative": phrase("initiative, Blue's die and then Red's"),
    "shooting.fire_effect": fire,
    "shooting.suffer": hits,
    "shooting.test_unit": phrase("{f}, test under fire", f=FORMATION),
    "shooting.snipe": phrase("{k}, whether a sniper kills him", k=COMMANDER),
    "assault.nerve": phrase("{f}, nerve", f=FORMATION),
    "assault.roll_deserters": phrase("{f}, deserters", f=FORMATION),
    "assault.passes_test": phrase("{g}, test", g=FIGURE),
    "assault.meet_straggler": phrase("{g}, shock, wound or worse", g=FIGURE),
    "assault.total_of": phrase("{f}, combat", f=FORMATION),
    "assault.strike": phrase("{f}, hits in combat", f=FORMATION),
    "forced.wounded_dice": phrase("{f}, who of the wounded is left behind", f=FORMATION),
    "formed.mend": mending,
    "loose.bail": running_home,
}
