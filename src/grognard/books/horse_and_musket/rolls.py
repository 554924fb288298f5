"""What the dice of this book are for, as people are told who throw them."""

from __future__ import annotations

from ...chronicle import within
from ...purpose import Noun, Phrase, phrase
from .words import leader, unit

UNIT = Noun(unit, lambda _, i: i)
THE_UNIT = Noun(lambda n, i: within(unit(n, i)), lambda _, i: i)
LEADER = Noun(leader, lambda n, k: len(n.ids) + k)


ROLLS: dict[str, Phrase] = {
    "sequence.roll_initiative": phrase("initiative, Blue's die and then Red's"),
    "deployment.lower_roller": phrase("who deploys first, Blue's die and then Red's", "FH-R90"),
    "fire.roll_hits": phrase("{i}, fire at {j}", i=UNIT, j=THE_UNIT),
    "fire.fire_gun": phrase("{i}, to hit {j}", i=UNIT, j=THE_UNIT),
    "fire.roll_damage": phrase("{i}, what the shot does to {j}", i=UNIT, j=THE_UNIT),
    "fire.counter_battery": phrase("{i}, counter-battery fire at {j}", i=UNIT, j=THE_UNIT),
    "casualties.roll_saves": phrase("{j}, saves", j=UNIT),
    "casualties.lose_by_dice": phrase("{j}, figures lost", j=UNIT),
    "casualties.leaders_at_risk": phrase("{k}, whether he is hit", k=LEADER),
    "casualties.commander_at_risk": phrase("{j}, whether its commander is hit", j=UNIT),
    "casualties.overrun": phrase("{k}, overrun: killed or taken, or away", k=LEADER),
    "melee.melee_hits": phrase("{i}, melee against {j}", i=UNIT, j=THE_UNIT),
    "melee.reroll": phrase("{i}, the die that is thrown again", i=UNIT),
    "melee.pursuit_distance": phrase("{i}, how far they pursue {j}", i=UNIT, j=THE_UNIT),
    "morale.stray_round": phrase("{k}, whether a stray round hits him", k=LEADER),
    "morale.roll_check": phrase("{i}, morale", i=UNIT),
}
