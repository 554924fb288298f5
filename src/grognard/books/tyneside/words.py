"""What the vocabularies of the family are called when people are spoken to."""

from __future__ import annotations

from math import atan2, ceil, pi

from ...chronicle import WINDS, within
from .names import PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER, Names
from .state import (
    Activity,
    Band,
    Code,
    Cover,
    Gait,
    Hit,
    Lost,
    Part,
    Phase,
    Risk,
    Role,
    Shape,
    Table,
    Terrain,
    Weapon,
)

PHASES: dict[int, str] = {
    Phase.COMMAND: "command",
    Phase.DICE: "dice",
    Phase.MOVES: "moves",
    Phase.SHOOTING: "shooting",
    Phase.MELEE: "melee",
    Phase.END: "the end of the turn",
}
ROLES: dict[int, str] = {
    Role.TROOPS: "troops",
    Role.OFFICER: "officer",
    Role.NCO: "NCO",
    Role.DRUMMER: "drummer",
    Role.BUGLER: "bugler",
    Role.CREW: "gun crew",
    Role.DRIVER: "driver",
    Role.CIVILIANS: "civilians",
}
CODES: dict[int, str] = {
    Code.CALM: "calm",
    Code.COV: "into cover",
    Code.WDR: "withdraw",
    Code.RUN: "run",
    Code.HLT: "halt",
    Code.CTF: "carry on, facing the enemy",
    Code.CTC: "carry on, or charge",
    Code.ADC: "advance, or charge",
    Code.WCV: "walk into cover",
    Code.CAN: "canter away",
    Code.AGC: "advance at the gallop, or charge",
    Code.FLG: "flee at the gallop",
    Code.TRT: "trot away",
    Code.TMS: "trot to medium range and shoot",
    Code.TPG: "trot up, and pistol pikes or gallop home",
    Code.HLT_DISMOUNT: "halt, and dismount",
    Code.ADC_REMOUNT: "mount and charge",
}
RISKS: dict[int, str] = {
    Risk.UNTROUBLED: "no enemy and no retreating friends in sight",
    Risk.BEST: "good company",
    Risk.REGULARS: "regulars",
    Risk.COVER: "in cover, or at speed",
    Risk.IN_RANGE: "within an enemy's range",
    Risk.LOW: "low class and within range",
    Risk.TENTH: "losses",
    Risk.FLANK: "an enemy on flank or rear",
    Risk.SHOCK: "shock cavalry near",
    Risk.RAN: "ran, or was pushed back",
    Risk.THREAT: "gun fire",
}
TABLES: dict[int, str] = {
    Table.INFANTRY: "infantry",
    Table.CAVALRY: "cavalry",
    Table.FIREARMS: "firearms",
    Table.MELEE: "pikes and swords",
    Table.DUTCH: "Dutch horse",
    Table.SWEDISH: "Swedish horse",
}
ACTIVITIES: dict[int, str] = {
    Activity.HALTED: "halted",
    Activity.LOADING: "loading",
    Activity.DEFENDING: "defending",
    Activity.MOVING: "moving",
    Activity.ADVANCING: "advancing",
    Activity.WITHDRAWING: "withdrawing",
    Activity.RUNNING: "running",
    Activity.ENGAGED: "engaged",
}
GAITS: dict[int, dict[int, str]] = {
    0: {
        Gait.HALT: "at the halt",
        Gait.WALK: "at a walk",
        Gait.TROT: "at a canter",
        Gait.GALLOP: "at the gallop",
    },
    1: {
        Gait.HALT: "at the halt",
        Gait.WALK: "at a walk",
        Gait.TROT: "at the trot",
        Gait.GALLOP: "at the gallop",
    },
}
GAIT_NAMES: dict[int, dict[int, str]] = {
    0: {Gait.HALT: "halt", Gait.WALK: "walk", Gait.TROT: "canter", Gait.GALLOP: "gallop"},
    1: {Gait.HALT: "halt", Gait.WALK: "walk", Gait.TROT: "trot", Gait.GALLOP: "gallop"},
}
SHAPES: dict[int, str] = {Shape.OPEN: "in open order", Shape.SQUARE: "in square", Shape.CIRCLE: "in a circle"}
BANDS: dict[int, str] = {Band.SHORT: "short", Band.MEDIUM: "medium", Band.LONG: "long"}
GUN_BANDS: dict[int, str] = {Band.SHORT: "near", Band.MEDIUM: "middle", Band.LONG: "far"}
COVERS: dict[int, str] = {Cover.NONE: "in the open", Cover.SOFT: "in soft cover", Cover.HARD: "in hard cover"}
HITS: dict[int, str] = {Hit.GRAZE: "graze", Hit.WOUND: "wound", Hit.KILL: "kill"}
LOSSES: dict[int, str] = {
    Lost.NO: "on the table",
    Lost.KILLED: "killed",
    Lost.SECOND_WOUND: "killed by a second wound",
    Lost.OFF_TABLE: "off the table",
    Lost.AWAITED: "still to come",
    Lost.HIDDEN: "hidden",
    Lost.SAVED: "safe",
}
PARTS: dict[int, str] = {
    Part.LOW: "low class",
    Part.OUTNUMBERED: "outnumbered",
    Part.TOP: "top class",
    Part.WEAPON: "better weapon",
    Part.CHARGE: "charging",
    Part.ARMOUR: "the enemy's armour",
}
WEAPONS: dict[int, str] = {
    Weapon.NONE: "unarmed",
    Weapon.PISTOL: "pistol",
    Weapon.MUSKET: "musket",
    Weapon.SWORD: "sword",
    Weapon.PARTISAN: "partisan",
    Weapon.BOW: "bow",
    Weapon.CLUB: "club",
    Weapon.RIFLE: "rifle",
    Weapon.MINIE_RIFLE: "Minie rifle",
    Weapon.BREECH_RIFLE: "breech-loading rifle",
    Weapon.CARBINE: "carbine",
    Weapon.REVOLVER: "revolver",
    Weapon.BLUNDERBUSS: "blunderbuss",
    Weapon.HATCHET: "hatchet",
    Weapon.ROCKS: "rocks",
    Weapon.LANCE: "lance",
    Weapon.RIFLED_MUSKET: "rifled musket",
    Weapon.FIRELOCK: "firelock",
    Weapon.DRAGOON_MUSKET: "dragoon musket",
    Weapon.CARABIN: "carabin",
    Weapon.RIFLED_PISTOL: "rifled pistol",
    Weapon.HALBERT: "halbert",
    Weapon.PIKE: "pike",
}
TERRAIN: dict[int, str] = {kind: kind.name.lower().replace("_", " ") for kind in Terrain}


def cm(d: float) -> str:
    return f"{d:.1f} cm"


def group(n: Names, g: int) -> str:
    """A group at the beginning of a sentence."""
    return n.groups[g] if 0 <= g < len(n.groups) else "nobody"


def the_group(n: Names, g: int) -> str:
    """The same in the middle of one."""
    return within(group(n, g))


def figure(n: Names, i: int) -> str:
    return within(n.figures[i]) if 0 <= i < len(n.figures) else "nobody"


def engine(n: Names, k: int) -> str:
    return n.engines[k] if 0 <= k < len(n.engines) else "a gun"


def marker(m: int) -> str:
    return f"Marker {m + 1}"


def terrain(n: Names, k: int) -> str:
    return within(n.terrain[k]) if 0 <= k < len(n.terrain) else "the ground"


def group_piece(g: int) -> int:
    return PIECE_GROUP + g


def engine_piece(k: int) -> int:
    return PIECE_ENGINE + k


def marker_piece(m: int) -> int:
    return PIECE_MARKER + m


def wind(fx: float, fy: float) -> str:
    """Where a facing looks to."""
    return WINDS[round(atan2(fx, fy) * 4 / pi) % len(WINDS)]


def short_cm(d: float) -> str:
    """12 cm, 12.5 cm."""
    return f"{d:.1f}".removesuffix(".0") + " cm"


def exact(d: float) -> str:
    """A measurement, rounded up enough that what is refused does not look allowed."""
    return cm(ceil(d * 10 - 1e-6) / 10)
