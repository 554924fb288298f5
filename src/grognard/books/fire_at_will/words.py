"""What the vocabularies of the book are called when people are spoken to."""

from __future__ import annotations

from ...chronicle import WINDS, listed, within
from .forces import Names
from .state import (
    FIGURE,
    Aim,
    Check,
    Colour,
    Deed,
    Edge,
    Factor,
    Lasts,
    Lost,
    Nerve,
    Orders,
    Phase,
    Posted,
    Role,
    Spell,
    Terrain,
    Troop,
    Weapon,
    Why,
)

PHASES: dict[int, str] = {
    Phase.SPELLS: "spells are chosen",
    Phase.INITIATIVE: "initiative",
    Phase.ORDERS: "orders",
    Phase.SPEECHES: "speeches and insults",
    Phase.TESTS: "tests of nerve",
    Phase.MOVES: "moves and spells",
    Phase.SHOOTING: "shooting",
    Phase.MELEE: "melee",
    Phase.END: "the end of the turn",
}
TROOPS: dict[int, str] = {
    **{int(kind): kind.name.lower().replace("_", " ") for kind in Troop},
    Troop.COMMAND: "command element",
}
ROLES: dict[int, str] = {
    Role.NONE: "strip",
    Role.HERO: "hero",
    Role.LEADER: "leader",
    Role.WIZARD: "wizard",
}
WEAPONS: dict[int, str] = {
    Weapon.NONE: "nothing to shoot with",
    Weapon.BOW: "bows",
    Weapon.CROSSBOW: "crossbows",
    Weapon.BREATH: "breath of fire",
    Weapon.ENGINE: "an engine",
}
TERRAIN: dict[int, str] = {kind: kind.name.lower().replace("_", " ") for kind in Terrain}
EDGES: dict[int, str] = {
    Edge.FRONT: "front",
    Edge.RIGHT: "right flank",
    Edge.REAR: "rear",
    Edge.LEFT: "left flank",
}
WALLS: dict[int, str] = {Edge.FRONT: "north", Edge.RIGHT: "east", Edge.REAR: "south", Edge.LEFT: "west"}
POSTS: dict[int, str] = {
    Posted.RANKS: "in the ranks",
    Posted.LEFT: "at the left end of the front rank",
    Posted.RIGHT: "at the right end of the front rank",
    Posted.BEHIND: "behind the ranks",
    Posted.FLANK: "round the enemy's flank",
    Posted.SIDE: "along a wall",
}
LOSSES: dict[int, str] = {
    Lost.NO: "on the table",
    Lost.SHOT: "shot down",
    Lost.MELEE: "killed in melee",
    Lost.MAGIC: "killed by magic",
    Lost.PURSUED: "cut down in pursuit",
    Lost.DESTROYED: "destroyed in rout",
    Lost.OFF_TABLE: "off the table",
    Lost.DUEL: "slain in heroic combat",
    Lost.BROKE_OFF: "struck down breaking off",
}
NERVES: dict[int, str] = {
    Nerve.CALM: "steady",
    Nerve.HALTED: "halted: no nearer to any enemy",
    Nerve.RUNNING: "running",
}
ORDERS: dict[int, str] = {
    Orders.NONE: "no orders",
    Orders.HOLD: "hold",
    Orders.ADVANCE: "advance",
    Orders.CHARGE: "charge",
}
DEEDS: dict[int, str] = {
    Deed.NONE: "has done nothing yet",
    Deed.SPEECH: "has made a speech",
    Deed.INSULT: "has insulted the enemy",
    Deed.CAST: "has cast a spell",
    Deed.MEDITATE: "meditates",
    Deed.JOINED: "has joined a formation",
    Deed.LEFT: "has left a formation",
    Deed.RAISED: "does nothing this turn",
}
CHECKS: dict[int, str] = {
    Check.AFTER_MOVES: "after the moves",
    Check.AFTER_SHOOTING: "after the shooting",
    Check.AFTER_MELEE: "after the melee",
    Check.TO_STOP: "to stop running",
    Check.TO_ADVANCE: "to go nearer again",
    Check.CHOSEN: "by choice",
}
WHYS: dict[int, str] = {
    Why.HEROES_LOST: "heroes or leaders lost in sight",
    Why.UNDEAD: "fighting undead",
    Why.CASUALTIES: "strips lost this turn",
    Why.TWO_TO_ONE: "outnumbered two to one",
    Why.TROLLS: "facing trolls",
    Why.THREE_TO_ONE: "outnumbered three to one",
    Why.BEHEMOTH: "facing a behemoth",
    Why.GIANTS: "fighting dragons or giants with no hero or leader",
    Why.SPEECH: "a stirring speech",
    Why.INSULT: "insulted",
    Why.SPELL: "an enemy spell",
}
FACTORS: dict[int, str] = {
    Factor.TYPE: "for what it fights like",
    Factor.OUTNUMBERED: "outnumbered",
    Factor.CHARGE: "charging",
    Factor.FLANK: "in the flank",
    Factor.REAR: "in the rear",
    Factor.WALL: "against defenders of a wall or hedge",
    Factor.BUILDING: "against defenders of a building",
    Factor.PIKES: "against pikes",
    Factor.PIKES_BEHIND: "against pikes behind pikes",
}
COLOURS: dict[int, str] = {colour: colour.name.lower() for colour in Colour}
AIMS: dict[int, str] = {
    Aim.NOTHING: "needs no target",
    Aim.ENEMY: "an enemy formation",
    Aim.FRIEND: "a friendly formation",
    Aim.FORMATION: "any formation",
    Aim.STRIP: "an enemy strip",
    Aim.CHARACTER: "a hero, leader or wizard",
    Aim.PLACE: "a place",
    Aim.DEAD: "a friend who was lost",
    Aim.EITHER: "any formation, or a hero, leader or wizard",
}
DURATIONS: dict[int, str] = {
    Lasts.INSTANT: "at once",
    Lasts.LASTING: "until a 1 is rolled at the start of a turn",
    Lasts.TURNS: "so many turns",
    Lasts.DICE: "a die of turns",
    Lasts.NEXT_TURN: "the next turn",
    Lasts.THIS_TURN: "this turn",
    Lasts.UNTIL_BROKEN: "until it fails",
}
DOES: dict[int, str] = {
    Spell.BEGONE: "moves an enemy who is not in melee, as if he were yours",
    Spell.BLINDED: "bows or crossbows cannot shoot in the next turn",
    Spell.TURN_UNDEAD: "the undead turn and run from the mage",
    Spell.DEATH_AND_DECAY: "a die for each strip of an enemy: a hit on 1 or 2, on 1 for the tough",
    Spell.FIRE_IN_THE_SKY: "a signal of some colour, and no harm",
    Spell.FLASH: "moves twice as far",
    Spell.FOG_BANK: "a fog that nobody sees through",
    Spell.FREEZE: "an enemy neither moves, shoots nor speaks",
    Spell.GO_SLOW: "moves half as far",
    Spell.BE_GONE: "cannot be seen, shot at, charged or bewitched",
    Spell.FAST_STRIKE: "pushes back whom it touches, before any fight",
    Spell.GREAT_STORM: "a die for everybody near an enemy strip, friend or foe: a hit on 1 or 2, on 1 for the tough",
    Spell.HARM_HIM_NOT: "nothing hits or kills him",
    Spell.HEAL: "takes a hit away",
    Spell.LIGHTNING_BOLT: "kills a strip; the great and characters take a hit",
    Spell.MAGICAL_SHIELD: "enemy spells come to nothing, until a die shows 1",
    Spell.PHEONIX_DOWN: "one who fell stands up again, unhurt",
    Spell.YOU_ARE_MINE: "a strip changes sides for good",
}
COLUMNS = ("first", "second", "third")
ROW = 8  # strips on each side of a building: n0 + 8 n1 + 64 n2 + 512 n3


def formation(n: Names, f: int) -> str:
    """A formation at the beginning of a sentence."""
    return n.formations[f] if 0 <= f < len(n.formations) else "nobody"


def the_formation(n: Names, f: int) -> str:
    """The same in the middle of one."""
    return within(formation(n, f))


def strip(n: Names, i: int) -> str:
    """A strip at the beginning of a sentence."""
    return n.strips[i] if 0 <= i < len(n.strips) else "nobody"


def the_strip(n: Names, i: int) -> str:
    """The same in the middle of one."""
    return within(strip(n, i))


def target(n: Names, code: int) -> str:
    """What a spell is cast at, at the beginning of a sentence: a formation, or FIGURE + s."""
    return strip(n, code - FIGURE) if code >= FIGURE else formation(n, code)


def the_target(n: Names, code: int) -> str:
    return within(target(n, code))


def terrain(n: Names, k: int) -> str:
    return within(n.terrain[k]) if 0 <= k < len(n.terrain) else "the ground"


def spell(n: Names, k: int) -> str:
    return n.spells[k] if 0 <= k < len(n.spells) else "a spell"


def wind(k: int) -> str:
    """One of the eight winds, as compass numbers them."""
    return WINDS[k % len(WINDS)]


def manned(how: int) -> str:
    """The sides of a building with how many strips each: 2 north, 1 east."""
    sides = [(how // ROW**edge % ROW, word) for edge, word in WALLS.items()]
    told = [f"{n} {word}" for n, word in sides if n]
    return listed(told) if told else "nobody"


def arms(weapon: int, arquebus: bool) -> str:
    """What somebody shoots with; arquebuses are crossbows to the rules only [FW-014]."""
    return "arquebuses" if arquebus and weapon == Weapon.CROSSBOW else WEAPONS[weapon]


def column(k: int) -> str:
    return COLUMNS[k] if 0 <= k < len(COLUMNS) else "last"


def formation_piece(f: int) -> int:
    """Its place in Names.pieces."""
    return f


def strip_piece(n: Names, i: int) -> int:
    return len(n.ids) + i
