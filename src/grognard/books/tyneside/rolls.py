"""What the dice of the family are for, as people are told who throw them."""

from __future__ import annotations

from ...chronicle import catalogue, within
from ...purpose import Noun, Phrase, Purpose, Roller, about, phrase
from .names import Names
from .state import Battle
from .status import table_of
from .telling import RULES
from .throws import row_of, rule_of_row
from .words import TABLES, engine, engine_piece, figure, group, group_piece, the_group

GROUP = Noun(group, lambda _, g: group_piece(g))
THE_GROUP = Noun(the_group, lambda _, g: group_piece(g))
FIGURE = Noun(figure, lambda _, i: i)
ENGINE = Noun(engine, lambda _, k: engine_piece(k))
THE_ENGINE = Noun(lambda n, k: within(engine(n, k)), lambda _, k: engine_piece(k))


def actions_table(n: Names, b: Battle, r: Roller) -> Purpose:
    """The die of a group, the table it is for, and the row that its risk finds [TY-076]."""
    g = r["g"]
    table, risk = table_of(b, g), b.groups[g].risk
    rule = catalogue(RULES).rule_id(rule_of_row(row_of(b, table, risk)))
    text = f"{group(n, g)}, Actions Table of {TABLES[table]} at risk {minus(risk)}"
    return Purpose(text, (rule,), (group_piece(g),))


def to_hit(n: Names, b: Battle, r: Roller) -> Purpose:
    """A group's volley at another, or the shot at one man [TY-052]."""
    aim = (FIGURE, r["j"]) if r.within("volleys.pick_off") else (THE_GROUP, r["h"])
    return about("{g}, to hit {aim}", n, r, g=(GROUP, r["g"]), aim=aim)


def where_a_marker_lies(n: Names, b: Battle, r: Roller) -> Purpose:
    """Everybody sees it laid [TY-101]."""
    return Purpose(f"Where marker {r['m'] + 1} is laid", r.rules)


def minus(value: int) -> str:
    return str(value).replace("-", "−")


ROLLS: dict[str, Phrase] = {
    "sequence.settle_initiative": phrase("who goes first, Blue's die and then Red's"),
    "spotting.lay_markers": where_a_marker_lies,
    "spotting.look_for": phrase("{g}, to spot {h}", g=GROUP, h=THE_GROUP),
    "commanding.throw_command": phrase("{g}, command dice", g=GROUP),
    "commanding.extra": phrase("{g}, what music adds to the command dice", g=GROUP),
    "throws.shared_die": actions_table,
    "volleys.roll_to_hit": to_hit,
    "volleys.draw": phrase("who of {h} is hit", h=THE_GROUP),
    "volleys.roll_damage": phrase("{j} is hit: graze, wound or kill", "TY-053", j=FIGURE),
    "guns.shot_at": phrase("{k}, the shot at {h}", k=ENGINE, h=THE_GROUP),
    "guns.draw": phrase("who of {h} is struck by {k}", h=THE_GROUP, k=THE_ENGINE),
    "gatling.burst": phrase("{k}, the burst at {h}", k=ENGINE, h=THE_GROUP),
    "melee.throw": phrase("{i}, melee", i=FIGURE),
}
