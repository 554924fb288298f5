"""What the vocabularies of Horse and Musket are called when people are spoken to."""

from __future__ import annotations

from ...chronicle import WINDS, within
from ...table.vectors import compass
from .setup import Names
from .state import (
    Battle,
    Column,
    CounterBattery,
    Formation,
    Grade,
    GunBand,
    Lost,
    Phase,
    Result,
    Step,
    Terrain,
    Troop,
    Unit,
    Weapon,
)

FORMATIONS = {
    Formation.LINE: "line",
    Formation.COLUMN: "assault column",
    Formation.MARCH: "march column",
    Formation.EXTENDED: "extended order",
    Formation.SQUARE: "square",
    Formation.SQUADRONS: "column of squadrons",
    Formation.BATTERY: "battery",
    Formation.GARRISON: "garrison",
}
TROOPS = {
    Troop.LINE: "line infantry",
    Troop.LIGHT: "light infantry",
    Troop.GRENADIER: "grenadiers",
    Troop.GUARD: "guard infantry",
    Troop.HEAVY_HORSE: "heavy horse",
    Troop.ARMOURED_HORSE: "armoured horse",
    Troop.LIGHT_HORSE: "light horse",
    Troop.LANCERS: "lancers",
    Troop.HEAVY_GUNS: "heavy guns",
    Troop.FIELD_GUNS: "field guns",
    Troop.HORSE_GUNS: "horse guns",
}
GRADES = {Grade.MILITIA: "militia", Grade.REGULAR: "regular", Grade.GUARD: "guards or elite"}
WEAPONS = {Weapon.NONE: "no firearms", Weapon.MUSKET: "muskets", Weapon.RIFLE: "rifles"}
TERRAIN = {
    Terrain.ROAD: "road",
    Terrain.WOOD: "wood",
    Terrain.ROUGH: "rough ground",
    Terrain.MARSH: "marsh",
    Terrain.BUILDING: "building",
    Terrain.STRONGHOLD: "stronghold",
    Terrain.WALL: "wall",
    Terrain.HEDGE: "hedge",
    Terrain.STREAM: "stream",
    Terrain.FENCE: "fence",
    Terrain.EARTHWORKS: "earthworks",
    Terrain.HILL: "hill",
}
COLUMNS = {Column.RALLY: "Rally", Column.CHARGED: "Charged", Column.LOST_MELEE: "Lost Melee"}
BANDS = ("short", "medium", "long")
GUN_BANDS = {
    GunBand.CANISTER: "canister",
    GunBand.SHORT: "short range",
    GunBand.MEDIUM: "medium range",
    GunBand.LONG: "long range",
    GunBand.EXTREME: "extreme range",
    GunBand.OUT: "out of range",
}
RESULTS = {  # of one, of many
    Result.DISPERSES: ("disperses", "disperse"),
    Result.ROUTS: ("routs", "rout"),
    Result.FALLS_BACK: ("falls back", "fall back"),
    Result.NO_RALLY: ("does not rally and may not move", "do not rally and may not move"),
    Result.RALLIES: ("rallies, but may not move", "rally, but may not move"),
    Result.RALLIES_HALF: ("rallies, with half a move", "rally, with half a move"),
    Result.RALLIES_FULL: ("rallies, with its full move", "rally, with their full move"),
    Result.RALLIES_CHARGES: (
        "rallies and is to charge an enemy in its reach",
        "rally and are to charge an enemy in their reach",
    ),
    Result.BREAKS: ("breaks", "break"),
    Result.FALLS_BACK_DISORDERED: ("falls back in disorder", "fall back in disorder"),
    Result.WAVERS: ("wavers: it stands, disordered", "waver: they stand, disordered"),
    Result.STANDS: ("stands", "stand"),
    Result.STANDS_FIRES: (
        "stands, and fires first unless it has moved",
        "stand, and fire first unless they have moved",
    ),
    Result.COUNTERS: (
        "is eager: it counter-charges, or stands and may fire first",
        "are eager: they counter-charge, or stand and may fire first",
    ),
}
COUNTER_BATTERY = {
    CounterBattery.NOTHING: "no effect",
    CounterBattery.ONE_MAN: "one man hit",
    CounterBattery.TWO_MEN: "two men hit",
    CounterBattery.THREE_MEN: "three men hit",
    CounterBattery.GUN: "the gun destroyed",
}
LOSSES = {
    Lost.NO: "on the table",
    Lost.DESTROYED: "destroyed",
    Lost.DISPERSED: "dispersed",
    Lost.OFF_TABLE: "off the table",
    Lost.CAPTURED: "captured",
    Lost.RESERVE: "in reserve",
}
STEPS = {
    Step.GENERALS: "Generals",
    Step.CHARGES: "Rallies and charges",
    Step.MOVES: "Moves",
    Step.COMBAT: "Combat",
}
PHASES = {
    Phase.DEPLOYMENT: "deployment",
    Phase.INITIATIVE: "initiative",
    Phase.GENERALS: "generals",
    Phase.RALLY: "rallies",
    Phase.CHARGES: "charges",
    Phase.MOVES: "moves",
    Phase.FIRST_FIRE: "fire of those who stood",
    Phase.MELEE: "moving fire and melee",
    Phase.AFTERMATH: "aftermath",
}


def unit(n: Names, i: int) -> str:
    return n.units[i] if 0 <= i < len(n.units) else "an unknown unit"


def leader(n: Names, k: int) -> str:
    return n.leaders[k] if 0 <= k < len(n.leaders) else "an unknown general"


def place(n: Names, k: int) -> str:
    """A piece of terrain in the middle of a sentence."""
    return within(n.terrain[k]) if 0 <= k < len(n.terrain) else "cover"


def objective(n: Names, k: int) -> str:
    return within(n.objectives[k]) if 0 <= k < len(n.objectives) else "the objective"


def wind(fx: float, fy: float) -> str:
    """Where a facing looks to."""
    return WINDS[compass(fx, fy)]


def formation(u: Unit, b: Battle, n: Names) -> str:
    """The formation of a unit, or where it has gone to ground."""
    if u.building >= 0:
        return f"in {place(n, u.building)}"
    return FORMATIONS[Formation(u.formation)]
