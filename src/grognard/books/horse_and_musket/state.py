"""The records and vocabularies of Horse and Musket."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ...battle import Log, Refusal, Script
from ...dice import Dice
from ...records import many, one, option
from ...table.terrain import Ground, Scratch

UNITS = 32
LEADERS = 8
OBJECTIVES = 8
R = 1000  # R + 36 is the ruling FH-R36
NOBODY = -1


class Arm(IntEnum):
    INFANTRY = 0
    CAVALRY = 1
    ARTILLERY = 2


class Troop(IntEnum):
    """The kinds of troops [FH-007]."""

    LINE = 0
    LIGHT = 1
    GRENADIER = 2
    GUARD = 3
    HEAVY_HORSE = 4
    ARMOURED_HORSE = 5
    LIGHT_HORSE = 6
    LANCERS = 7
    HEAVY_GUNS = 8
    FIELD_GUNS = 9
    HORSE_GUNS = 10


class Grade(IntEnum):
    """Morale grades [FH-008, FH-R64]: guards, veterans and elites are one grade."""

    MILITIA = 0
    REGULAR = 1
    GUARD = 2


class Weapon(IntEnum):
    NONE = 0
    MUSKET = 1
    RIFLE = 2


class Formation(IntEnum):
    LINE = 0
    COLUMN = 1  # infantry in assault column
    MARCH = 2
    EXTENDED = 3
    SQUARE = 4
    SQUADRONS = 5
    BATTERY = 6
    GARRISON = 7


class Terrain(IntEnum):
    """The terrain list [FH-R14]."""

    ROAD = 0
    WOOD = 1
    ROUGH = 2
    MARSH = 3
    BUILDING = 4
    STRONGHOLD = 5  # a fortified building, a chateau
    WALL = 6
    HEDGE = 7
    STREAM = 8
    FENCE = 9
    EARTHWORKS = 10
    HILL = 11


class Pace(IntEnum):
    INFANTRY_LINE = 0
    INFANTRY_COLUMN = 1
    INFANTRY_EXTENDED = 2
    INFANTRY_MARCH = 3
    HEAVY_HORSE = 4
    LIGHT_HORSE = 5
    HEAVY_GUNS = 6
    FIELD_GUNS = 7
    HORSE_GUNS = 8
    GENERAL = 9


class Band(IntEnum):
    SHORT = 0
    MEDIUM = 1
    LONG = 2
    OUT = 3


class GunBand(IntEnum):
    CANISTER = 0
    SHORT = 1
    MEDIUM = 2
    LONG = 3
    EXTREME = 4
    OUT = 5


class Gun(IntEnum):
    HEAVY = 0
    LIGHT = 1  # field or horse


class Column(IntEnum):
    """The columns of the morale table [FH-111]."""

    RALLY = 0
    CHARGED = 1
    LOST_MELEE = 2


class Result(IntEnum):
    """The cells of the morale table [FH-111]."""

    DISPERSES = 0
    ROUTS = 1
    FALLS_BACK = 2
    NO_RALLY = 3
    RALLIES = 4
    RALLIES_HALF = 5
    RALLIES_FULL = 6
    RALLIES_CHARGES = 7
    BREAKS = 8
    FALLS_BACK_DISORDERED = 9
    WAVERS = 10
    STANDS = 11
    STANDS_FIRES = 12
    COUNTERS = 13


class CounterBattery(IntEnum):
    NOTHING = 0
    ONE_MAN = 1
    TWO_MEN = 2
    THREE_MEN = 3
    GUN = 4


class Lost(IntEnum):
    """How a unit left the battle."""

    NO = 0
    DESTROYED = 1
    DISPERSED = 2
    OFF_TABLE = 3
    CAPTURED = 4
    RESERVE = 5  # not yet deployed, or no room to deploy it


class Leave(IntEnum):
    """How far a unit may move this turn after its rally check [FH-R74]."""

    FULL = 0
    HALF = 1
    NONE = 2


class Step(IntEnum):
    """What the initiative is chosen for [FH-R01]."""

    GENERALS = 0
    CHARGES = 1
    MOVES = 2
    COMBAT = 3


class Phase(IntEnum):
    """Where in the turn the battle is, for people who look."""

    DEPLOYMENT = 0
    INITIATIVE = 1
    GENERALS = 2
    RALLY = 3
    CHARGES = 4
    MOVES = 5
    FIRST_FIRE = 6
    MELEE = 7
    AFTERMATH = 8


class AskKind(IntEnum):
    INITIATIVE = 0
    GENERAL = 1
    RALLY = 2
    INFLUENCE = 3
    RECALL = 4
    CHARGE = 5
    EVADE = 6
    ANSWER = 7
    MOVE = 8
    GIVE_GROUND = 9
    SHELTER = 10
    FIRST_FIRE = 11
    TARGET = 12
    STRIKE = 13
    REROLL = 14
    MELEE_ORDER = 15
    RETREAT = 16
    PURSUE = 17
    DEPLOY = 18
    FACE = 19


class Act(IntEnum):
    DONE = 0
    FIRST = 1
    SECOND = 2
    MOVE = 3
    HALF_MOVE = 4
    FORM = 5
    ENTER = 6
    LEAVE = 7
    CHARGE = 8
    ATTACH = 9
    RALLY = 10
    INFLUENCE = 11
    YES = 12
    NO = 13
    COUNTER = 14
    STAND = 15
    SHELTER = 16
    FIRE = 17
    HOLD = 18
    STRIKE = 19
    REROLL = 20
    MELEE = 21
    RETREAT = 22
    DEPLOY = 23
    FACE = 24


class Ev(IntEnum):
    """What can happen.  actor and other are units (-1: nobody) and faces the dice, unless it says otherwise."""

    TURN = 0  # a: turn
    INITIATIVE = 1  # actor: side that won, -1 for a tie; a, b: dice of side 0 and side 1
    GOES_FIRST = 2  # actor: side; a: step
    MOVED = 3  # actor; a: act; b: compass; d: inches of its centre
    FORMED = 4  # actor; a: formation; b: files
    ENTERED = 5  # actor; other: piece
    LEFT = 6  # actor; other: piece
    ROAD = 7  # actor; d: inches along it
    GENERAL_MOVED = 8  # actor: leader; d: inches
    ATTACHED = 9  # actor: leader; other: unit
    DETACHED = 10  # actor: leader; other: unit
    MODIFIER = 11  # actor: unit, or -1 and other: side; a: value; b: Why; other: leader if b is GENERAL
    MORALE = 12  # actor; other: enemy; a: column; b: row; faces
    RESULT = 13  # actor; other: enemy; a: Result; b: column
    FELL_BACK = 14  # actor; other: enemy; d: inches
    ROUTED = 15  # actor; other: enemy; d: inches
    DISPERSED = 16  # actor; other: enemy
    OFF_TABLE = 17  # actor; d: inches
    LOST_FIGURES = 18  # actor; a: figures lost; b: pips rolled
    DISPLACED = 19  # actor: by whom; other: displaced; d: inches
    MARKED = 20  # actor
    DISORDERED = 21  # actor
    RALLIED = 22  # actor
    RECALLED = 23  # actor
    CHARGES = 24  # actor; other: target; d: distance
    EVADES = 25  # actor; other: charger; d: inches
    CAUGHT = 26  # actor; other: charger
    FALLS_SHORT = 27  # actor; other: target, -1 if it is gone; d: inches
    CONTACT = 28  # actor: charger; other: charged; d: inches
    COUNTERS = 29  # actor; other: charger
    SQUARE = 30  # actor
    GIVES_GROUND = 31  # actor; other: enemy; d: inches
    SHELTERS = 32  # actor: battery; other: friend
    GENERAL_SHELTERS = 33  # actor: leader; other: friend
    OVERRUN = 34  # actor: leader; other: friends he makes for; a: die; b: 1 removed
    STRAY = 35  # actor: leader; other: unit; a: die; b: 1 killed
    LEADER_HIT = 36  # actor: leader or -1 for the unit's commander; other: unit; a: die; b: 1 removed
    FIRES = 37  # actor; other: target; a: dice; b: target number; d: range
    FLANK = 38  # actor; other: target; a: what it adds to the target number
    HITS = 39  # actor; other: target; a: hits; b: target number; faces
    HALVED = 40  # actor; other: target; a: before; b: after
    GUN_FIRES = 41  # actor; other: target; a: band; b: to-hit number; d: range
    GUN_ROLL = 42  # actor; other: target; a: 1 hit; b: to-hit number; faces
    DAMAGE = 43  # actor; other: target; a: hits; b: added; faces
    COUNTER_BATTERY = 44  # actor; other: target; a: total; b: CounterBattery; faces
    SAVES = 45  # actor: target; other: save number; a: hits; b: saved; faces
    CASUALTIES = 46  # actor: target; a: removed; b: left
    GUN_DESTROYED = 47  # actor: battery; other: by whom
    CAPTURED = 48  # actor: battery; other: captor
    HALTED = 49  # actor: charger; other: its target; a: lost; b: figures it charged with
    CHARGE_GOES_IN = 50  # actor; other: target
    STRIKES = 51  # actor; other; a: dice; b: figures
    IMPETUS = 52  # actor; other; a: figures or dice before; b: after
    REROLL = 53  # actor; a: from; b: to
    SCORE = 54  # actor: side; other: melee; a: score; b: its first unit
    MELEE_LOST = 55  # actor: side; other: melee; a: its first unit; b: the first of the winner's
    AUTO_LOSS = 56  # actor: cavalry; other: square; a: casualties; b: needed
    RETREATS = 57  # actor: cavalry; other: square; d: inches its player chose
    PURSUES = 58  # actor; other: the beaten; a: dice; b: pips; faces
    RIDDEN_DOWN = 59  # actor: fleeing unit; other: pursuer
    LOCKED = 60  # actor: pursuer; other: fresh enemy
    RETURNS = 61  # actor: battery whose crew is back at its gun
    SHOT_SPENT = 62  # actor: battery; other: target; a: shots left
    DEPLOYED = 63  # actor; a: formation
    DEPLOY_ROLL = 64  # actor: side that deploys first; a, b: dice of side 0 and side 1
    POINTS = 65  # actor: side; a: points
    BROKEN = 66  # actor: side; a: lost; b: of
    OVER = 67  # actor: winner, 2 for a draw; a, b: points of side 0 and side 1
    DESTROYED = 68  # actor; a: Lost
    OBJECTIVE = 69  # actor: side that holds it or -1; other: objective; a: points
    IMPETUOUS = 70  # actor; other: target
    SUPPORTS = 71  # actor fires in support at other
    CHECKS = 72  # actor; other: enemy; a: column
    FIGURES = 73  # actor; a: figures that fire or fight; b: dice
    RANGE = 74  # actor; other: target; a: band; b: target number
    HURRIED = 75  # actor; other: charging horse; b: target number
    DAMAGE_ADDED = 76  # actor; other: target; a: added; b: its formation
    SAVE_NUMBER = 77  # actor: target; other: piece or -1; a: save number; b: its arm
    IN_COVER = 78  # actor: battery; other: by whom it is shot at
    PURSUED = 79  # actor; other: the beaten; d: inches
    FACES = 80  # actor; b: compass
    NO_ROOM = 81  # actor: stays in reserve


class Why(IntEnum):
    """What a morale modifier, or an addition to a melee score, is for."""

    GRADE = 0
    GENERAL = 1
    LOSSES = 2
    CANISTER = 3
    CONTACT = 4
    COMMANDER = 5
    INFLICTED = 6
    LEADER = 7


class InitiativeChoice(IntEnum):
    EACH_STEP = 0
    ONCE_PER_TURN = 1


class RallyTiming(IntEnum):
    OWN_CHARGE_SUBPHASE = 0
    TURN_START = 1


class CasualtyDisorder(IntEnum):
    NEXT_RALLY = 0
    IMMEDIATE = 1


class FirstFire(IntEnum):
    SHOT = 0
    MELEE_DICE = 1


class RangeFrom(IntEnum):
    NEAREST = 0
    CENTRE = 1


class ArtyClose(IntEnum):
    CLOSE_CANISTER = 0
    CANISTER = 1


class GunMoveFire(IntEnum):
    BOTH = 0
    EITHER = 1


class Light15(IntEnum):
    CHARGE_ONLY = 0
    ALWAYS = 1


class SupportHalf(IntEnum):
    HITS = 0
    FIGURES = 1


class CavLongFire(IntEnum):
    ALL_FIRE = 0
    SUPPORT_ONLY = 1


class LeaderMelee(IntEnum):
    OWN_SIDE = 0
    LOSING_UNIT_ONLY = 1


class SquareHalving(IntEnum):
    HITS_BEFORE_SAVES = 0
    CASUALTIES_AFTER_SAVES = 1


class LightSave(IntEnum):
    FORMATION = 0
    TYPE = 1


class GeneralTiming(IntEnum):
    BEFORE = 0
    AFTER = 1


class GeneralQuality(IntEnum):
    FREE = 0
    RATED = 1


class RallyCanister(IntEnum):
    CANISTER = 0
    CLOSE = 1


class Impetuous(IntEnum):
    RALLY7 = 0
    ANY_CHARGE = 1


class LeaderHits(IntEnum):
    PER_ATTACK = 0
    PER_TURN = 1


class UnitCommanders(IntEnum):
    OFF = 0
    ON = 1


class Victory(IntEnum):
    SCENARIO = 0
    BREAK = 1


class No(IntEnum):
    """A question of yes or no whose default is no."""

    FALSE = 0
    TRUE = 1


class Yes(IntEnum):
    """A question of yes or no whose default is yes (so that 0 is the default of every option)."""

    TRUE = 0
    FALSE = 1


@dataclass(slots=True)
class Options:
    """The readings of the rules a game may choose; the first of each is the default."""

    initiative_choice: int = option(InitiativeChoice)
    rally_timing: int = option(RallyTiming)
    casualty_disorder: int = option(CasualtyDisorder)
    first_fire: int = option(FirstFire)
    cav_march_stack: int = option(Yes)
    premeasure: int = option(Yes)
    range_from: int = option(RangeFrom)
    arty_close: int = option(ArtyClose)
    gun_move_fire: int = option(GunMoveFire)
    light_15: int = option(Light15)
    light_15_vs_square: int = option(No)
    support_half: int = option(SupportHalf)
    cav_long_fire: int = option(CavLongFire)
    leader_melee: int = option(LeaderMelee)
    square_halving: int = option(SquareHalving)
    light_save: int = option(LightSave)
    cover_in_melee: int = option(Yes)
    general_timing: int = option(GeneralTiming)
    general_quality: int = option(GeneralQuality)
    rally_canister: int = option(RallyCanister)
    impetuous: int = option(Impetuous)
    leader_hits: int = option(LeaderHits)
    unit_commanders: int = option(UnitCommanders)
    victory: int = option(Victory)


@dataclass(slots=True)
class Rules:
    """Every number of the book, from tables.toml (or a house rule, or a sweep)."""

    # units and stands
    stand_figures: list[int] = many(int, Arm)
    stand_width: list[float] = many(float, Arm)
    stand_depth: list[float] = many(float, Arm)
    general_base: float = 0.0
    battery_crew: int = 0
    cavalry_share: float = 0.0
    grade: list[int] = many(int, Grade)
    # movement
    rate: list[float] = many(float, Pace)
    general_ignores_area: bool = False
    area_factor: float = 0.0
    obstacle_toll: float = 0.0
    road_bonus: float = 0.0
    cavalry_march_bonus: float = 0.0
    artillery_road_factor: float = 0.0
    half_move: float = 0.0
    forward_cosine: float = 0.0
    keep_off: float = 0.0
    building_edge: float = 0.0
    # formations
    line_ranks: int = 0
    column_files: int = 0
    column_ranks: int = 0
    squadron_ranks: int = 0
    square_stands: int = 0
    # shooting
    arc_cosine: float = 0.0
    figures_a_die: int = 0
    leftover_die: int = 0
    fire_ranks: int = 0
    musket_range: list[list[float]] = many(float, Weapon, 3)
    musket_target: list[int] = many(int, 3)
    flank_target: int = 0
    square_sides: int = 0
    wood_sight: float = 0.0
    cover_reach: float = 0.0
    charging_horse_target: int = 0
    # artillery
    gun_range: list[list[float]] = many(float, Gun, 5)
    gun_to_hit: list[int] = many(int, 5)
    close_canister: float = 0.0
    close_canister_dice: int = 0
    canister_dice: int = 0
    column_damage: int = 0
    massed_damage: int = 0
    counter_battery_open: list[int] = many(int, 13, words=CounterBattery)
    counter_battery_cover: list[int] = many(int, 13, words=CounterBattery)
    shots: int = 0
    gun_move: float = 0.0
    gun_turn_cosine: float = 0.0
    crew_move_or_fire: int = 0
    crew_slow: int = 0
    # charges
    skirmish_distance: float = 0.0
    shelter_reach: float = 0.0
    halt_share: float = 0.0
    halt_short: float = 0.0
    # melee
    melee_ranks: list[int] = many(int, Arm)
    melee_target: int = 0
    heavy_impetus: int = 0
    light_impetus: float = 0.0
    square_share: float = 0.0
    square_casualties: int = 0
    leader_near: int = 0
    leader_attached: int = 0
    # saves
    save_formed: int = 0
    save_skirmish: int = 0
    save_gunners: int = 0
    save_building: int = 0
    save_wall: int = 0
    save_works: int = 0
    save_armour: int = 0
    wood_bonus: int = 0
    # morale
    morale: list[list[int]] = many(int, Column, 8, words=Result)
    lost_step: float = 0.0
    lost_penalty: int = 0
    contact_penalty: int = 0
    commander_penalty: int = 0
    general_near: int = 0
    general_attached: int = 0
    general_reach: float = 0.0
    rout_moves: int = 0
    rout_dice: int = 0
    stands_row: int = 0
    pursuit_dice: int = 0
    impetuous_dice: int = 0
    ridden_down_dice: int = 0
    # leaders
    hits_at_leader: int = 0
    leader_dies: int = 0
    stray_dies: int = 0
    safe_distance: float = 0.0
    overrun_dies: int = 0
    # recall, victory
    recall_distance: float = 0.0
    turns: int = 0
    deployment_depth: float = 0.0
    break_share: float = 0.0
    contact: float = 0.0


@dataclass(slots=True)
class Unit:
    x: float = 0.0
    y: float = 0.0
    fx: float = 0.0  # facing: a unit vector
    fy: float = 1.0
    width: float = 0.0
    depth: float = 0.0
    side: int = 0
    lost: int = 0
    arm: int = 0
    formation: int = 0
    figures: int = 0
    troop: int = 0
    grade: int = 0
    weapon: int = 0
    original: int = 0
    then: int = 0  # figures at the start of the step [FH-R06]
    files: int = 0  # width in stands
    building: int = NOBODY  # the piece it garrisons
    shots: int = 0
    sheltering: int = NOBODY  # a crew: with whom
    commander: bool = False
    commander_killed: bool = False
    # lasting states
    marker: bool = False  # owes a rally check
    disordered: bool = False
    routing: bool = False
    locked: int = NOBODY  # in contact after a pursuit: melee next turn
    pursuing: bool = False  # came into that contact by pursuit: the attacker of the melee
    impetuous_before: bool = False
    fired_before: bool = False
    # this turn
    checked: bool = False
    leave: int = 0
    moved: bool = False
    gun_spoiled: bool = False  # moved or turned too far to fire
    spent: float = 0.0  # movement used
    impetuous: bool = False
    eager: bool = False  # rallied with a 7: it charges as soon as it may
    charging: bool = False
    target: int = NOBODY  # of its charge
    in_contact: bool = False  # its charge reached home, or it was reached
    charge_figures: int = 0
    charge_lost: int = 0
    line_x: float = 0.0  # the line of its charge
    line_y: float = 0.0
    gone_home: bool = False  # the skirmishers it charged got away: it may shoot
    halted: bool = False
    charged: bool = False
    first_fire: bool = False  # may shoot first at its charger
    fired_first: bool = False
    counter: bool = False
    evaded: bool = False
    caught: bool = False
    fired: bool = False
    aims: list[int] = many(int, 4)  # targets, one a side for a square
    foe: int = NOBODY  # whom it strikes in melee
    melee: int = NOBODY  # which melee it is in
    inflicted: int = 0
    auto_lost: bool = False
    suffered: int = 0
    hits_taken: int = 0


@dataclass(slots=True)
class Leader:
    x: float = 0.0
    y: float = 0.0
    side: int = 0
    rating: int = 0
    attached: int = NOBODY
    alive: bool = False
    moved: bool = False
    spent: bool = False  # overrun: no influence until the turn ends


@dataclass(slots=True)
class Objective:
    piece: int = 0
    points: int = 0
    owner: int = NOBODY
    touched: bool = False


@dataclass(slots=True)
class Aims:
    """What the scenario wants [section 5 of the catalogue]."""

    attacker: int = 0
    margin: int = 0  # points by which the attacker must lead
    level_is_draw: bool = False
    a_unit: int = 1  # points for an enemy unit destroyed, a gun taken, a general removed
    places_given: bool = True
    n_objectives: int = 0
    objectives: list[Objective] = many(Objective, OBJECTIVES)


@dataclass(slots=True)
class Battle:
    dice: Dice = one(Dice)
    whim: Dice = one(Dice)  # what generals toss coins with: never the dice of the battle
    rules: Rules = one(Rules)
    options: Options = one(Options)
    ground: Ground = one(Ground)
    aims: Aims = one(Aims)
    turn: int = 0
    winner: int = NOBODY  # 0 or 1, 2 for a draw
    broken: int = NOBODY
    decisions: int = 0
    check_column: int = 0  # the morale check in hand, for whoever lends his influence
    check_base: int = 0
    check_die: int = 0  # 0: not yet rolled
    initiative: int = 0
    first: int = 0
    phase: int = 0
    phase_side: int = 0
    n_units: int = 0
    n_leaders: int = 0
    n_melees: int = 0
    generals: list[int] = many(int, 2)
    points: list[int] = many(int, 2)
    melee_attacker: list[int] = many(int, UNITS)  # of each melee, the side that charged
    melee_done: list[int] = many(int, UNITS)  # 1: its aftermath is over
    units: list[Unit] = many(Unit, UNITS)
    leaders: list[Leader] = many(Leader, LEADERS)
    # no part of the state from here on
    script: Script = one(Script)
    log: Log = one(Log)
    scratch: Scratch = one(Scratch)
    refusal: Refusal = one(Refusal)
