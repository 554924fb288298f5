"""The drill-book general: what an officer of the period would do.

Here he answers the short questions; drill_plan says what he knows and which places are worth having, drill_command
spends his points, drill_orders tells the groups what to do (drill_fire reckons fire, drill_melee charges, drill_march
finds the way, drill_front the front to have, drill_cover a place to stand, drill_horse where horse waits), drill_lead
keeps his leaders with their men, drill_guns serves the guns and drill_rescue brings civilians off."""

from __future__ import annotations

from ...battle import plain
from ...values import Ask, Order
from .drill_command import spend
from .drill_fire import shoot
from .drill_melee import edge
from .drill_orders import next_order
from .drill_plan import is_foe, keeps_place, known_to
from .figures import is_leader, is_within
from .state import NOBODY, Act, AskKind, Battle, Gait
from .whim import certain


def drill(b: Battle, ask: Ask) -> Order:
    """His answer to any ask."""
    if ask.kind == AskKind.SPEND:
        return spend(b, ask)
    if ask.kind == AskKind.MOVE:
        return next_order(b, ask)
    if ask.kind == AskKind.SHOOT:
        return shoot(b, ask)
    if ask.kind == AskKind.FOLLOW:
        return follow(b, ask)
    return certain(b, ask)  # he neither loads nor fires himself: his dice are worth more


def follow(b: Battle, ask: Ask) -> Order:
    """Winners follow up while they are the better men; leaders never, nor who holds a place as the battle ends."""
    g = ask.actor
    if keeps_place(b, g):
        return plain(Act.STAY, g, NOBODY)
    known = known_to(b, ask.side)
    for h in range(b.n_groups):
        if is_foe(b, ask.side, h, known) and is_within(b, g, h, 2.0 * b.rules.push_back):
            if edge(b, g, h, Gait.HALT) < 0.0 or is_leader(b.groups[g]):
                return plain(Act.STAY, g, NOBODY)
    return plain(Act.FOLLOW_UP, g, NOBODY)
