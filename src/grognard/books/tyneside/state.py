"""The records and vocabularies of the Tyneside family: one battle for both books, all lengths in centimetres.

Figures are single men; a group is what is commanded, dices, shoots and is shot at [TY-014].  An officer, NCO,
drummer or bugler is a group of one, who counts as part of a group near him where the rules say so [TY-055]."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ...battle import Log, Refusal, Script
from ...dice import Dice
from ...records import many, one, option, shifted
from ...table.terrain import PIECES, Ground, Scratch

FIGURES = 200
GROUPS = 56  # a set of groups is a set of bits
ENGINES = 8  # guns and wagons
MARKERS = 16
EDGES = 8
DOORS = 8
CORNERS = 24  # where a way may turn
LEGS = 8  # of a way
SPOKES_TRIED = 12  # ways about a group that are thought of
WAYS = 64  # straight ones that are remembered
PLACES = 256  # from which the corners were measured
OBJECTIVES = 8
ARMS = 3  # weapons a man can carry
R = 1000  # R + 36 is the ruling TY-R36
OWN = 10_000  # of the early 19th century's own: OWN + 36 is EC-036, OWN + R + 6 is EC-R06
OWN_PS = 20_000  # of pike and shot's own
NOBODY = -1


class Book(IntEnum):
    """Which of the family is played."""

    EARLY_19TH = 0
    PIKE_AND_SHOT = 1


class Quality(IntEnum):
    """The classes: Raw, Veteran and Hero, or Poor, Fair and Good [TY-002]."""

    LOW = 0
    MID = 1
    TOP = 2


class Weapon(IntEnum):
    """All weapons of both books; one that a book has not has no ranges there and no factor [TY-005]."""

    NONE = 0
    PISTOL = 1
    MUSKET = 2
    SWORD = 3
    PARTISAN = 4
    BOW = 5
    CLUB = 6
    # the early 19th century's
    RIFLE = 7  # a Baker or another that loads slowly
    MINIE_RIFLE = 8
    BREECH_RIFLE = 9
    CARBINE = 10
    REVOLVER = 11
    BLUNDERBUSS = 12
    HATCHET = 13
    ROCKS = 14
    LANCE = 15
    # pike and shot's
    RIFLED_MUSKET = 16
    FIRELOCK = 17  # the Dutch pattern musket
    DRAGOON_MUSKET = 18
    CARABIN = 19
    RIFLED_PISTOL = 20
    HALBERT = 21
    PIKE = 22


class Loading(IntEnum):
    """How a weapon is loaded [TY-050, EC-R14]."""

    NONE = 0  # no loading, or ready again at once
    TURN = 1  # one halted turn
    SLOW = 2  # that, and half of the next


class Band(IntEnum):
    SHORT = 0
    MEDIUM = 1
    LONG = 2


class Cover(IntEnum):
    NONE = 0
    SOFT = 1
    HARD = 2


class Damage(IntEnum):
    """The rows of the damage charts [EC-033, EC-034, PS-037, PS-038]."""

    GUNPOWDER = 0
    OTHER = 1
    MUSKETS = 2
    PISTOL_SHOT = 3


class Hit(IntEnum):
    """What a hit does [TY-062, TY-063, TY-067]."""

    GRAZE = 0
    WOUND = 1
    KILL = 2


class Armour(IntEnum):
    NONE = 0
    BUFF = 1
    HALF = 2  # half armour of metal
    CUIRASSIER = 3


class Role(IntEnum):
    """What a group is for."""

    TROOPS = 0
    OFFICER = 1
    NCO = 2
    DRUMMER = 3
    BUGLER = 4
    CREW = 5
    DRIVER = 6
    CIVILIANS = 7


class Kind(IntEnum):
    """How a group fights; the first three are foot [EC-002, EC-003, EC-056, PS-R17]."""

    FORMED = 0
    SKIRMISHERS = 1
    IRREGULARS = 2
    SHOCK = 3
    CUIRASSIERS = 4
    SKIRMISH_HORSE = 5
    DUTCH = 6
    SWEDISH = 7
    DRAGOONS = 8


class Table(IntEnum):
    """The Actions Tables: two of the early 19th century, four of pike and shot."""

    INFANTRY = 0
    CAVALRY = 1
    FIREARMS = 2
    MELEE = 3
    DUTCH = 4
    SWEDISH = 5


class Row(IntEnum):
    """The rows of all Actions Tables, five a table, from calm to worst."""

    INFANTRY_CALM = 0
    INFANTRY_2 = 1
    INFANTRY_3 = 2
    INFANTRY_4 = 3
    INFANTRY_5 = 4
    CAVALRY_CALM = 5
    CAVALRY_2 = 6
    CAVALRY_3 = 7
    CAVALRY_4 = 8
    CAVALRY_5 = 9
    FIREARMS_CALM = 10
    FIREARMS_2 = 11
    FIREARMS_3 = 12
    FIREARMS_4 = 13
    FIREARMS_5 = 14
    MELEE_CALM = 15
    MELEE_2 = 16
    MELEE_3 = 17
    MELEE_4 = 18
    MELEE_5 = 19
    DUTCH_CALM = 20
    DUTCH_2 = 21
    DUTCH_3 = 22
    DUTCH_4 = 23
    DUTCH_5 = 24
    SWEDISH_CALM = 25
    SWEDISH_2 = 26
    SWEDISH_3 = 27
    SWEDISH_4 = 28
    SWEDISH_5 = 29


ROWS = 5  # a table


class Code(IntEnum):
    """The action codes of the tables; each is one function of actions.py."""

    CALM = 0
    COV = 1
    WDR = 2
    RUN = 3
    HLT = 4
    CTF = 5
    CTC = 6
    ADC = 7
    WCV = 8
    CAN = 9
    AGC = 10
    FLG = 11
    TRT = 12
    TMS = 13
    TPG = 14
    HLT_DISMOUNT = 15  # with an asterisk: dragoons get down [PS-059]
    ADC_REMOUNT = 16  # with an exclamation mark: dragoons mount and charge [PS-060]


class Risk(IntEnum):
    """The lines of the Risk Factor lists [TY-068]."""

    UNTROUBLED = 0  # no enemy and no retreating friends in sight
    BEST = 1  # a Hero near, or Good troops or officer
    REGULARS = 2
    COVER = 3
    IN_RANGE = 4
    LOW = 5
    TENTH = 6  # for each tenth of the group
    FLANK = 7
    SHOCK = 8
    RAN = 9
    THREAT = 10  # no line of the lists: the TL of guns, as the chart says [TY-083]


class Gait(IntEnum):
    """How a group goes; on foot it walks.  The early 19th century says canter, pike and shot trot."""

    HALT = 0
    WALK = 1
    TROT = 2
    GALLOP = 3


class Activity(IntEnum):
    """What a group is doing, for those who carry on [TY-R17]."""

    HALTED = 0
    LOADING = 1
    DEFENDING = 2
    MOVING = 3
    ADVANCING = 4
    WITHDRAWING = 5
    RUNNING = 6
    ENGAGED = 7


class Shape(IntEnum):
    """Infantry that faces all round [EC-R13]."""

    OPEN = 0
    SQUARE = 1
    CIRCLE = 2


class Lost(IntEnum):
    """How a figure left the battle [TY-067, TY-R89]."""

    NO = 0
    KILLED = 1
    SECOND_WOUND = 2
    OFF_TABLE = 3
    AWAITED = 4  # not on the table yet
    HIDDEN = 5  # under a marker
    SAVED = 6  # left the table where the scenario wants him to


class EngineKind(IntEnum):
    """Guns and wagons [EC-085, EC-092, PS-085, PS-086]."""

    MUZZLE_LOADER = 0
    BREECH_LOADER = 1
    GATLING = 2
    HEAVY = 3  # above saker size, or a frame gun
    WAGON = 4


class Limber(IntEnum):
    UNLIMBERED = 0
    LIMBERED = 1


class Terrain(IntEnum):
    """What lies on a table [TY-R39, TY-R59]."""

    OPEN = 0
    ROAD = 1
    BRIDGE = 2
    FORD = 3  # through a river: difficult; through a stream: like the ground beside it
    WOOD = 4
    SCRUB = 5
    CROPS = 6
    MARSH = 7
    ROCKS = 8
    STREAM = 9
    RIVER = 10
    BUILDING = 11
    YARD = 12
    GULLY = 13
    HEDGE = 14
    FENCE = 15
    WALL = 16
    EARTHWORK = 17
    FELLED_TREE = 18


class Trait(IntEnum):
    """What a piece of terrain is besides its cover and its going; bits of a set [TY-R39, TY-R93]."""

    ENCLOSED = 1
    FORTIFIED = 2
    NO_HORSE = 4
    BARRIER = 8
    WOODED = 16
    HIDES = 32  # those inside are spotted by dice [TY-R57]
    DOORED = 64  # entered and left by its doors only


class Phase(IntEnum):
    """Where in the turn the battle is, for people who look [TY-007]."""

    COMMAND = 0
    DICE = 1
    MOVES = 2
    SHOOTING = 3
    MELEE = 4
    END = 5


class AskKind(IntEnum):
    DECLARE = 0  # actor: the officer who throws command dice: will he load or fire?
    SPEND = 1  # actor: the officer whose points they are; other: points left
    MOVE = 2  # side: which of its commanded groups does what?
    SHOOT = 3  # side: which of its commanded groups shoots at whom?
    FOLLOW = 4  # actor: group that has won; follows it up?
    VICTIM = 5  # actor: figure that has won alone against several; other: 1 a kill, 0 a wound


class Act(IntEnum):
    DONE = 0
    YES = 1
    NO = 2
    ACTIVATE = 3  # SPEND.  other: group; how: 1 if a relay means to load or fire
    HOLD = 4  # actor: group: it halts, and loads
    MARCH = 5  # actor: group; x, y: its middle; facing; how: Gait
    FORM = 6  # actor: group; other: files; x, y: front centre; facing; how: Gait
    STEP = 7  # actor: figure; x, y; facing: one man by himself
    CHARGE = 8  # actor: group; other: enemy group; how: Gait, + 8 if its pikes fight at 5
    TAKE_COVER = 9  # actor: group: into the nearest cover
    SQUARE = 10  # actor: group
    CIRCLE = 11
    REFORM = 12  # out of square or circle
    MOUNT = 13
    DISMOUNT = 14
    JOIN = 15  # actor: group of 3 or fewer; other: group it becomes part of
    LIMBER = 16  # actor: crew
    UNLIMBER = 17
    PIVOT = 18  # actor: crew; facing
    MANHANDLE = 19  # actor: crew; x, y
    SERVE = 20  # actor: group in contact with a gun; other: engine: it stands in for the crew
    DRIVE = 21  # actor: driver, or crew of a limbered gun; x, y; facing
    HITCH_UP = 22  # actor: civilians, with a leader in contact
    FIRE = 23  # SHOOT.  actor: group; other: target group
    PICK = 24  # SHOOT.  actor: group of the officer; other: figure
    FOLLOW_UP = 25
    STAY = 26
    STRIKE = 27  # VICTIM.  other: figure


class Ev(IntEnum):
    """What can happen.  g: a group, f: a figure, e: an engine, m: a marker, k: a side."""

    TURN = 0  # a: turn
    INITIATIVE = 1  # actor: k who goes first; a, b: dice, or 0
    STEP = 2  # actor: k; a: Phase; b: step of the turn, 1 to 6
    COMMAND_DICE = 3  # actor: g; other: g whose points they are; a: dice; b: score; faces
    FEWER_DICE = 4  # actor: g; a: 1 he is in contact, 2 he loads or fires
    EXTRA_DIE = 5  # actor: g drummer or bugler; other: g; a: die
    ACTIVATED = 6  # actor: g; other: g whose points; a: price; b: points left
    POINTS_LOST = 7  # actor: g; a: points
    SPOTTING = 8  # actor: g that looks; other: g looked for; a: die; d: distance
    SPOTTED = 9  # actor: g; other: g
    HIDDEN_AGAIN = 10  # actor: g
    MARKER = 11  # actor: m; a: 1 real; other: g or -1
    ENTERS = 12  # actor: g
    RISK = 13  # actor: g; a: value; b: Risk; d: what it was reckoned from
    ACTION_DIE = 14  # actor: g; a: die; b: risk factor; other: Row
    RESULT = 15  # actor: g; a: Code; b: 1 roman; other: g whose result is copied, or -1
    IGNORES = 16  # actor: g; a: Code
    CARRIES_ON = 17  # actor: g; a: Activity
    HALTS = 18  # actor: g; b: compass
    MOVES = 19  # actor: g; a: Gait; b: compass; d: farthest any figure went
    TO_COVER = 20  # actor: g; other: piece of terrain; d
    FROM_ENEMY = 21  # actor: g; other: g of the enemy or -1; a: Code; d
    ADVANCES = 22  # actor: g; other: g of the enemy; a: Gait; d
    CHARGES = 23  # actor: g; other: g; a: Gait; b: figures in contact; d
    OUT_OF_REACH = 24  # actor: g; other: g; d: how far
    STEPS = 25  # actor: f; d
    FORMS = 26  # actor: g; a: files; b: compass
    SHAPES = 27  # actor: g; a: Shape
    MOUNTS = 28  # actor: g; a: 1 up, 0 down
    JOINS = 29  # actor: g; other: g
    BLOWN = 30  # actor: g: it may only walk
    LEAVES = 31  # actor: f; other: g: off the table
    LOADS = 32  # actor: g; a: figures ready again
    SHOOTS = 33  # actor: g; other: g; a: shots; b: Band; d: range
    TO_HIT = 34  # actor: g; a: number needed; b: Cover; other: how many shoot so
    SHOTS = 35  # actor: g; a: hits; faces
    SHIFT = 36  # actor: g; a: bands farther; b: 1 the shooter rides, 2 the target moves
    RATIO = 37  # actor: g; a: shots; b: of how many; other: one in so many
    DRAWN = 38  # actor: f who is hit; a: draw
    DAMAGE = 39  # actor: f; a: die; b: Hit; other: modifier
    HURT = 40  # actor: f; a: Hit
    LOST = 41  # actor: f; a: Lost
    GUN_LOADS = 42  # actor: e; a: points or turns so far; b: needed; d: men at work
    GUN_FIRES = 43  # actor: e; other: g; a: dice; b: Band; faces; d
    GUN_EFFECT = 44  # actor: e; other: g; a: wounds; b: kills
    THREAT = 45  # actor: g; a: TL
    JAMS = 46  # actor: e
    GUN_MOVES = 47  # actor: e; a: Act; d
    GUN_TAKEN = 48  # actor: e; other: k
    CREW_LEAVES = 49  # actor: g; other: e
    MATCH = 50  # actor: f; other: f: the first of each side; a, b: how many
    FIGHTS = 51  # actor: f; a: die; b: total
    FIGHT_SUM = 52  # actor: f; a: value; b: Part
    MATCH_WON = 53  # actor: f; other: f struck or -1; a: natural die
    MATCH_TIED = 54  # actor: f; other: f
    MELEE_SCORE = 55  # actor: g; other: g; a, b: points suffered
    PUSHED_BACK = 56  # actor: g; d
    FOLLOWS_UP = 57  # actor: g; other: g; d
    STANDS = 58  # actor: g
    BREAKS_OFF = 59  # actor: g
    RALLIES = 60  # actor: g: a router no more
    SUCCEEDS = 61  # actor: g who is a Player Character now; other: g who was
    SAVED = 62  # actor: f
    OBJECTIVE = 63  # actor: k or -1; other: objective; a: points
    SCORE = 64  # actor: k; a: points
    IN_RETREAT = 65  # actor: k
    OVER = 66  # actor: winner, 2 for a draw; a, b: points
    HITCHES = 67  # actor: g
    LONE_SHOT = 68  # actor: g officer; other: f picked
    LAID = 69  # actor: m; a: die
    PRICE = 70  # actor: g; a: points; b: item of the points table


class Part(IntEnum):
    """The parts of a melee die [TY-089, PS-102]."""

    LOW = 0
    OUTNUMBERED = 1
    TOP = 2
    WEAPON = 3
    CHARGE = 4
    ARMOUR = 5


class On(IntEnum):
    """A question of on or off whose default is on (0 is the default of every option)."""

    ON = 0
    OFF = 1


class Off(IntEnum):
    OFF = 0
    ON = 1


class PctRounding(IntEnum):
    FLOOR = 0
    NEAREST = 1
    CEIL = 2


class MeleeEnemyRange(IntEnum):
    CONTACT = 0
    CHARGE_REACH = 1


class TlStacking(IntEnum):
    MAX = 0
    SUM = 1


class Initiative(IntEnum):
    FIXED = 0
    ALTERNATE = 1
    ROLL = 2


class CommandPool(IntEnum):
    POOLED = 0
    OWN = 1


class DrummerDice(IntEnum):
    BOTH = 0
    EXTRA_ONLY = 1


class RatioRounding(IntEnum):
    DOWN = 0
    DOWN_MIN1 = 1
    UP = 2


class Spotting(IntEnum):
    DICE = 0
    OFF = 1


class ClosingFire(IntEnum):
    NONE = 0
    CHARGED = 1


class MultiMatch(IntEnum):
    BEST_DIE = 0
    PAIRWISE = 1


class MeleeScore(IntEnum):
    KILLS2_WOUNDS1 = 0
    CASUALTIES = 1
    MATCHES_WON = 2


class CavalryArc(IntEnum):
    FRONT_TO_LEFT45 = 0
    FRONT_AND_LEFT90 = 1


class MovingShift(IntEnum):
    BOTH = 0
    RF_ONLY = 1
    OFF = 2


class RegularBonus(IntEnum):
    ALL_REGULARS = 0
    FORMED_ONLY = 1


class Italics(IntEnum):
    INFERRED = 0
    TRT_ALWAYS_BINDING = 1


class PsSequence(IntEnum):
    NUMBERED = 0
    COMMANDED_FIRST = 1


class ChargeGait(IntEnum):
    DECLARED = 0
    DISTANCE = 1


class PistolRow(IntEnum):
    DRAGOON = 0
    MUSKET = 1


class GunTens(IntEnum):
    FULL = 0
    PART = 1


class NcoPrice(IntEnum):
    OFFICER = 0
    SOLDIER = 1


@dataclass(slots=True)
class Options:
    """The readings of the rules a game may choose; the first of each is the default."""

    # both books
    pct_rounding: int = option(PctRounding)
    melee_enemy_range: int = option(MeleeEnemyRange)
    drawn_counts_as_retreat: int = option(On, "true", "false")
    tl_stacking: int = option(TlStacking)
    calm_binds_commanded: int = option(Off, "false", "true")
    charge_compulsory: int = option(On, "true", "false")
    initiative: int = option(Initiative)
    command_pool: int = option(CommandPool)
    drummer_dice: int = option(DrummerDice)
    command_needs_los: int = option(Off, "false", "true")
    succession: int = option(On, "true", "false")
    ratio_rounding: int = option(RatioRounding)
    split_fire: int = option(Off, "false", "true")
    spotting: int = option(Spotting)
    closing_fire: int = option(ClosingFire)
    multi_match: int = option(MultiMatch)
    melee_score: int = option(MeleeScore)
    gun_hits_all_in_lane: int = option(Off, "false", "true")
    # the early 19th century
    cavalry_arc: int = option(CavalryArc)
    moving_cavalry_shift: int = option(MovingShift)
    regular_bonus: int = option(RegularBonus)
    half_turn_loading: int = option(Off, "false", "true")
    guns_start_loaded: int = option(On, "true", "false")
    # pike and shot
    ps_italics: int = option(Italics)
    ps_sequence: int = option(PsSequence)
    charge_gait: int = option(ChargeGait)
    ps_use_ec_cavalry_limits: int = option(Off, "false", "true")
    pistol_row: int = option(PistolRow)
    rf_any_officer: int = option(Off, "false", "true")
    armour_slows_all: int = option(Off, "false", "true")
    formed_mixed: int = option(On, "true", "false")
    early_war: int = option(Off, "false", "true")
    gun_tens: int = option(GunTens)
    ps_nearest10: int = option(Off, "false", "true")
    nco_price: int = option(NcoPrice)


@dataclass(slots=True)
class Rules:
    """Every number of a book, from the family's tables.toml and its own (or a house rule, or a sweep).

    Tables are sparse: what a book does not speak of is 0 there."""

    # bases [TY-R03]
    foot_base: float = 0.0
    mounted_base: float = 0.0
    gun_base: float = 0.0
    # command
    command_dice: list[int] = many(int, Quality)
    extra_dice: int = 0
    command_open: float = 0.0
    command_enclosed: float = 0.0
    price_loyal: int = 0
    price_disloyal: int = 0
    price_router: int = 0
    # movement
    foot_move: float = 0.0
    wounded_move: float = 0.0
    hampered_move: float = 0.0
    gait_most: list[float] = many(float, Gait)  # of horse
    gait_least: list[float] = many(float, Gait)
    difficult: float = 0.0
    barrier_share: float = 0.0  # of a move
    gallop_turns: int = 0  # in a row
    turn_share: float = 0.0  # of a move for each turn of 45 degrees
    gallop_turn_share: float = 0.0
    form_share: float = 0.0  # of a move, to form a square or circle, mount or dismount
    near: float = 0.0  # 5: attached, keeping company, moving back
    # sight and spotting
    in_cover_depth: float = 0.0  # 10 inside the edge
    spot_step: float = 0.0
    wood_sight: float = 0.0
    shoot_over: float = 0.0
    marker_sight: float = 0.0
    marker_place: float = 0.0
    flank_cosine: float = 0.0  # of 45 degrees
    shock_range: float = 0.0
    # weapons
    weapon_short: list[float] = many(float, Weapon, sparse=True)
    weapon_medium: list[float] = many(float, Weapon, sparse=True)
    weapon_long: list[float] = many(float, Weapon, sparse=True)
    weapon_factor: list[int] = many(int, Weapon, sparse=True)
    bayonet_factor: list[int] = many(int, Weapon, sparse=True)  # 0: it takes no bayonet
    weapon_damage: list[int] = many(int, Weapon, words=Damage, sparse=True)
    weapon_loading: list[int] = many(int, Weapon, words=Loading, sparse=True)
    # shooting
    to_hit: list[list[int]] = many(int, Band, Cover)  # above 8: not possible
    damage: list[list[int]] = many(int, Damage, 6, words=Hit, sparse=True)
    damage_class: list[int] = many(int, Quality)  # added to the die by the shooter's class
    damage_armour: list[int] = many(int, Armour)  # of pistol shot
    ratio_halted: list[int] = many(int, Quality)  # one in so many shoots; 0: nobody
    ratio_moving: list[int] = many(int, Quality)
    ratio_slow_halted: int = 0  # rifles that load slowly; 0: as others
    ratio_slow_moving: int = 0
    fire_move_share: float = 0.0  # how much of a move commanded men may make and still fire
    hits_among: int = 0  # the nearest so many of a larger group are hit; 0: anybody
    group_most: int = 0  # figures of a group; 0: any number
    # risk and actions
    risk: list[list[int]] = many(int, Table, Risk, sparse=True)
    row_up_to: list[int] = many(int, Row, sparse=True)  # the highest risk factor of a row
    actions: list[list[int]] = many(int, Row, 6, words=Code, sparse=True)
    roman: list[list[int]] = many(int, Row, 6, sparse=True)  # 1: binding on everybody
    lone_nominal: int = 0
    # guns
    gun_reach: list[float] = many(float, Band)  # 0: no limit
    gun_threat: list[int] = many(int, Band)
    gun_wounds: list[list[int]] = many(int, Band, 6)
    gun_kills: list[list[int]] = many(int, Band, 6)
    gun_load: list[int] = many(int, EngineKind, sparse=True)  # man-turns, or turns, to load
    gun_crew_most: list[int] = many(int, EngineKind, sparse=True)  # who can work at once; 0: no limit
    gun_crew_least: int = 0
    gun_pivot_crew: int = 0
    limber_crew: int = 0
    limber_turns: int = 0
    limbered_move: float = 0.0
    manhandle_move: float = 0.0
    manhandle_crew: int = 0
    manhandle_pounds: int = 0
    gun_pounds_most: int = 0  # of any gun; 0: whatever size
    figures_a_die: int = 0  # of a gun shot; 0: one die whatever the size
    gatling_shots: list[int] = many(int, 3)  # with no, one, two crew
    wounded_crew: float = 0.0
    replacement_crew: float = 0.0
    # melee
    melee_low: int = 0
    melee_top: int = 0
    melee_outnumbered: int = 0
    melee_weapon: int = 0
    wounds_on: int = 0
    kills_on: int = 0
    push_back: float = 0.0
    charge_bonus: list[int] = many(int, Gait)
    shock_bonus: int = 0
    cuirassier_bonus: int = 0
    armour_melee: list[int] = many(int, Armour)
    targe_melee: int = 0
    metal_and_targe: int = 0
    pike_reach: float = 0.0  # 0: pikes fight base to base
    pike_ranks: int = 0
    pike_behind_shot: int = 0
    kill_points: int = 0
    wound_points: int = 0
    # the game
    join_at: int = 0
    square_least: int = 0
    circle_least: int = 0
    square_shooters: float = 0.0
    turns: int = 0
    draw_margin: int = 0
    points_share: int = 0
    # what figures cost
    price_officer: list[int] = many(int, Quality)
    price_soldier: list[int] = many(int, Quality)
    price_weapon: list[int] = many(int, Weapon, sparse=True)
    price_armour: list[int] = many(int, Armour)
    price_targe: int = 0
    price_horse: int = 0
    price_dragoon_horse: int = 0
    price_gun: int = 0
    price_crewman: int = 0


@shifted
@dataclass(slots=True)
class Figure:
    """One man, on foot or mounted [TY-001]."""

    x: float = 0.0
    y: float = 0.0
    radius: float = 0.0  # half his base [TY-R03]
    after: int = NOBODY  # the next man of his group who is on the table
    next: int = NOBODY  # the next man of his group
    lost: int = 0
    group: int = 0
    side: int = 0
    fx: float = 0.0
    fy: float = 1.0
    quality: int = 0
    wounded: bool = False
    mounted: bool = False
    bayonet: bool = False
    targe: bool = False
    hampered: bool = False  # petticoats down, heavy armour or clothing
    loaded: bool = False
    half_loaded: int = 0  # half turns of loading done: a slow rifle has two after its first halted turn
    armour: int = 0
    points: int = 0  # what he costs [PS-109]
    base: float = 0.0  # across; 0: as the tables say
    spent: float = 0.0  # share of his move used this turn
    shot: int = 0  # the turn he last shot in
    serves: int = 0  # the turn he last served a gun in
    stepped: int = 0  # the turn he last went by himself in
    struck: int = 0  # wounds of this step that he has still to suffer
    slain: bool = False  # he falls when this step is over
    match: int = NOBODY  # the match he fights in
    supports: bool = False  # he fights in it from behind, and cannot be hit
    natural: int = 0  # his die in it, and what it came to
    total: int = 0
    arms: list[int] = many(int, ARMS)


@shifted
@dataclass(slots=True)
class Group:
    """What is commanded, dices, shoots and is shot at [TY-014]."""

    side: int = 0
    head: int = NOBODY  # its first figure
    first: int = NOBODY  # the first of them on the table
    strength: int = 0  # how many of it are on the table
    riders: int = 0  # and how many of them ride
    left: float = 0.0  # an upright box in which the middles of their bases are
    low: float = 0.0
    right: float = 0.0
    high: float = 0.0
    widest: float = 0.0  # half the widest of their bases
    stirs: int = 0  # another number whenever anybody of it has moved, come or gone
    counted: int = NOBODY  # what it was when the group was last counted off
    began: int = 0  # starting strength [TY-R04]
    dead: int = 0  # casualties among those who are gone
    role: int = 0
    kind: int = 0
    regular: bool = False
    volley: bool = False  # can fire volleys when commanded
    pc: bool = False
    civilian: bool = False
    missile_only: bool = False  # never charges [TY-R18]
    platoon: int = NOBODY  # groups that keep company, or a Formed Unit
    engine: int = NOBODY  # the gun it serves or the wagon it drives
    attached: int = NOBODY  # a leader: the group he counted as part of when the step began
    loyal: int = 0  # the set of leader groups to whom it is Loyal [TY-003]
    # what it is doing
    activity: int = 0
    to_x: float = 0.0
    to_y: float = 0.0
    gait: int = 0  # of its last move
    shape: int = 0
    galloped: int = 0  # turns in a row
    must_walk: bool = False
    moved: bool = False  # in its last move step
    ran: bool = False  # its own last throw gave a flight [TY-R13]
    gave_way: bool = False  # its last throw took it from the enemy [TY-R08]
    router: bool = False
    falling_back: bool = False
    pushed_back: bool = False  # by a melee since its last throw
    threat: int = 0  # TL to be added to its next throw
    shelled: bool = False  # by a gun since its last throw
    # command in this turn
    commander: int = NOBODY  # the Player Character who commands it
    declared: bool = False  # a leader who means to load or fire
    relay: bool = False  # a leader in the chain
    points: int = 0  # command points a Player Character (or a relay with a pool of its own) has left
    # dice and orders in this turn
    die: int = 0
    risk: int = 0
    row: int = 0
    code: int = NOBODY
    roman: bool = False
    leads: int = NOBODY  # the group whose result it copies
    ordered: bool = False
    shot: int = 0  # the last turn it fired in, for those who look
    aimed: int = 0  # the last turn it was told at whom to fire in
    charged: int = 0  # the last turn it charged in
    charge_gait: int = 0
    charge_from: float = 0.0  # how far its charge came
    at_pikes_length: bool = False
    melee: int = NOBODY  # the melee it is in
    suffered: int = 0  # points that count against it there
    halted_to_shoot: bool = False  # it rode up to medium range, and shoots though it moved [PS-R11]
    # sight
    sees: int = 0  # the set of enemy groups that it saw when it last looked about
    spotted: int = 0  # the set of enemy groups that have spotted it
    seen_x: float = 0.0  # where the nearest enemy it ever saw was last known to be
    seen_y: float = 0.0
    seen: bool = False
    # the scenario
    enters: int = 0  # the turn it comes on; 0: it is there
    enter_x: float = 0.0
    enter_y: float = 0.0
    sets_off: int = 0  # the turn from which it goes to its destination
    marker: int = NOBODY  # under which it hides
    loyal_when_met: int = 0  # to whom it is Loyal once one of its side has come near


@dataclass(slots=True)
class Engine:
    """A gun or a wagon."""

    x: float = 0.0
    y: float = 0.0
    fx: float = 0.0
    fy: float = 1.0
    base: float = 0.0
    side: int = 0
    kind: int = 0
    pounds: int = 0
    crew: int = NOBODY
    limber: int = 0
    work: int = 0  # turns spent on limbering or unlimbering
    charge: float = 0.0  # man-turns, or turns, of loading
    loaded: bool = False
    charged: int = 0  # the last turn it was loaded in
    jammed: int = 0  # the turn it jammed in
    fired: int = 0  # the last turn it fired in
    taken: int = NOBODY  # the side that has captured it
    gone: bool = False  # driven off the table


@dataclass(slots=True)
class Marker:
    """A hidden marker: a group with its leaders, or nothing [TY-101]."""

    x: float = 0.0
    y: float = 0.0
    side: int = 0
    real: bool = False
    up: bool = False  # turned over and gone
    veiled: bool = False  # in a copy for those who may not know what is under it: nobody turns it over
    edge: int = NOBODY  # where it was laid


@dataclass(slots=True)
class Edge:
    """The front edge of a piece of terrain, on which markers are laid [TY-101, TY-R90]."""

    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    piece: int = NOBODY
    defends: bool = False  # who is revealed here defends it


@dataclass(slots=True)
class Objective:
    x: float = 0.0
    y: float = 0.0
    radius: float = 0.0  # 0: the piece of terrain
    piece: int = NOBODY
    points: int = 0


@dataclass(slots=True)
class Aims:
    """What the scenario wants [TY-099]."""

    n_objectives: int = 0
    objectives: list[Objective] = many(Objective, OBJECTIVES)
    casualties: bool = False  # the enemy's lost figures count by their points
    rescuer: int = NOBODY  # the side that is to bring civilians off
    rescue_win: int = 0
    rescue_draw: int = 0
    must_live: int = NOBODY  # a group that must
    exit_x: float = 0.0  # the way out: the edge that lies this way
    exit_y: float = 0.0


@dataclass(slots=True)
class Corner:
    """A place at which a way may turn, and what it costs from there straight to the others; below 0: shut."""

    x: float = 0.0
    y: float = 0.0
    foot: list[float] = many(float, CORNERS)
    horse: list[float] = many(float, CORNERS)
    barriers: list[int] = many(int, CORNERS)


@dataclass(slots=True)
class Door:
    x: float = 0.0
    y: float = 0.0
    piece: int = NOBODY


@dataclass(slots=True)
class Volley:
    """The hits in hand, from the dice that make them to those that say what they do; else nothing [TY-R49]."""

    weapon: list[int] = many(int, FIGURES)
    quality: list[int] = many(int, FIGURES)  # of the shooter
    target: list[int] = many(int, FIGURES)  # who is hit


@dataclass(slots=True)
class Paper:
    """Paper for sums; no part of the state of a battle."""

    listed: list[int] = many(int, FIGURES)
    key: list[float] = many(float, FIGURES)
    x: list[float] = many(float, FIGURES)
    y: list[float] = many(float, FIGURES)
    pending: list[int] = many(int, FIGURES)  # 1: has still to move, and is in nobody's way
    label: list[int] = many(int, FIGURES)  # the match or the melee a figure is in
    shooters: list[int] = many(int, FIGURES)
    marks: list[int] = many(int, FIGURES)  # whom a group could shoot at
    checked: list[int] = many(int, FIGURES)  # 1: he can be shot, 0: he cannot, below: it was not asked yet
    near: list[int] = many(int, FIGURES)  # who stands about a place
    targets: list[int] = many(int, FIGURES)  # whom a charge may take, and the set of the groups about them
    n_targets: int = 0
    crowd: int = 0
    crowded: list[int] = many(int, FIGURES)  # the men of them
    n_crowded: int = 0
    apart: list[float] = many(float, FIGURES)  # how far each charger is from whom he charges
    against: list[int] = many(int, FIGURES)  # of a target: how many opponents he has
    room: list[int] = many(int, FIGURES)  # and what room there is about him for one of such a base
    room_radius: float = 0.0
    room_mounted: bool = False
    pieces: list[int] = many(int, PIECES)  # what lies about a way
    need: list[int] = many(int, FIGURES)  # what each of the shooters needs, and with what he shoots
    arm: list[int] = many(int, FIGURES)
    shortest: float = 0.0  # how far the nearest of them is from his mark
    eligible: list[int] = many(int, FIGURES)
    cost: list[float] = many(float, CORNERS)  # of the best way to a corner
    before: list[int] = many(int, CORNERS)  # the corner before it
    ahead: list[float] = many(float, CORNERS)  # how far it is at least from there
    other: list[float] = many(float, CORNERS)  # what the way to it by another corner costs
    done: list[int] = many(int, CORNERS)
    about: list[int] = many(int, CORNERS)  # the corners by which a way may be short enough
    n_about: int = 0
    way_x0: list[float] = many(float, WAYS)  # a straight way, for whom, and what it costs
    way_y0: list[float] = many(float, WAYS)
    way_x1: list[float] = many(float, WAYS)
    way_y1: list[float] = many(float, WAYS)
    way_most: list[float] = many(float, WAYS)
    way_mounted: list[int] = many(int, WAYS)
    way_cost: list[float] = many(float, WAYS)
    place_x: list[float] = many(float, PLACES)  # a place, for whom, and what it costs to go to each corner
    place_y: list[float] = many(float, PLACES)
    place_most: list[float] = many(float, PLACES)
    place_mounted: list[int] = many(int, PLACES)
    place_cost: list[float] = many(float, PLACES * CORNERS)
    legs: int = 0  # of the way in hand
    leg_x: list[float] = many(float, LEGS)
    leg_y: list[float] = many(float, LEGS)
    kept: int = 0  # legs of a way that is kept
    kept_x: list[float] = many(float, LEGS)
    kept_y: list[float] = many(float, LEGS)
    code: list[int] = many(int, GROUPS)  # what a group copies
    enemies: list[int] = many(int, GROUPS)  # the set of groups whom a group may be fighting
    matched: list[int] = many(int, FIGURES)  # who fights in a match
    n_matched: int = 0
    ease: list[float] = many(float, 2 * SPOKES_TRIED)  # how good the places about horse are to wait
    offer: list[float] = many(float, GROUPS)  # what it is worth to charge a group, or to fire at it
    chain: list[int] = many(int, GROUPS)  # the leaders through whom an officer commands
    price: int = 0  # what the group costs whose activation was last asked about
    company: list[int] = many(int, GROUPS)  # 1: a leader who goes with the group in hand
    suffered: list[int] = many(int, 2)
    mid_x: list[float] = many(float, GROUPS)  # the middle of a group, and what it is worth
    mid_y: list[float] = many(float, GROUPS)
    worth: list[float] = many(float, GROUPS)
    pair: list[int] = many(int, GROUPS * GROUPS)  # of two groups: their stirs when they were measured
    pair_gap: list[float] = many(float, GROUPS * GROUPS)
    pair_from: list[int] = many(int, GROUPS * GROUPS)
    pair_to: list[int] = many(int, GROUPS * GROUPS)
    sight: list[int] = many(int, GROUPS * GROUPS)  # and whether one saw the other then, in the last bit
    line: list[int] = many(int, GROUPS * GROUPS)  # the same, whether any line between them is open
    seer: list[int] = many(int, GROUPS * GROUPS)  # who of the one had a line, and to whom of the other
    seen: list[int] = many(int, GROUPS * GROUPS)
    box_gap: list[float] = many(float, GROUPS)  # how near the box about a group is to that about another
    centred: list[int] = many(int, GROUPS)  # one more than the stirs of a group when its centre was found
    centre_x: list[float] = many(float, GROUPS)
    centre_y: list[float] = many(float, GROUPS)
    looked_at: list[int] = many(int, GROUPS)  # the same, when the ground about it was looked at
    met: list[int] = many(int, GROUPS)  # a number for it and those whom it saw when the nearest was found
    attached: int = NOBODY  # a number for all, when leaders were last told to whom they belong
    in_open: list[int] = many(int, GROUPS)  # 1: there is none about it in which men must be spotted
    reckoned: int = NOBODY  # how things were when the worths were noted
    dread: int = NOBODY  # the enemy figure that was the nearest to a place
    foe: int = NOBODY  # an enemy figure, and how near the nearest friend is to him
    foe_near: float = 0.0
    foremost: list[int] = many(int, GROUPS)  # the figure of a group that is nearest to a place
    foes: list[int] = many(int, GROUPS)  # the groups that a leader fears, his men, and the other leaders
    n_foes: int = 0
    bodies: list[int] = many(int, GROUPS)
    n_bodies: int = 0
    leaders: list[int] = many(int, GROUPS)
    n_leaders: int = 0
    lane: list[int] = many(int, GROUPS)  # groups that may stand between two others
    n_lane: int = 0
    in_the_way: int = NOBODY  # who stood in the last line of a shot that was barred
    between: int = 0  # what of the ground may be there: a set of bits
    shot: list[int] = many(
        int, GROUPS * GROUPS
    )  # of two groups: when it was asked whether one may fire at the other
    all_men: float = 0.0  # what a place is worth to a leader at most: for the men, and beside
    beside_men: float = 0.0
    able: list[int] = many(int, GROUPS)  # 1: it has somebody to shoot at in this step


@dataclass(slots=True)
class Battle:
    """All there is to a battle."""

    dice: Dice = one(Dice)
    whim: Dice = one(Dice)  # what generals toss coins with: never the dice of the battle
    rules: Rules = one(Rules)
    options: Options = one(Options)
    ground: Ground = one(Ground)
    traits: list[int] = many(int, PIECES)  # of each piece of the ground: a set of Trait
    screens: list[int] = many(int, PIECES)  # those among them that stop a line of sight,
    coverts: list[int] = many(int, PIECES)  # those in which men must be spotted,
    fences: list[int] = many(int, PIECES)  # those that one climbs over,
    closes: list[int] = many(int, PIECES)  # those that are enclosed,
    shuts: list[int] = many(int, PIECES)  # and those that nobody enters, or nobody on horseback
    n_screens: int = 0
    n_coverts: int = 0
    n_fences: int = 0
    n_closes: int = 0
    n_shuts: int = 0
    aims: Aims = one(Aims)
    book: int = 0
    turn: int = 0
    winner: int = NOBODY  # 0 or 1, 2 for a draw
    retreat: int = NOBODY  # the side all of whose units are in retreat, 2 for both
    decisions: int = 0
    phase: int = 0
    phase_side: int = 0
    step: int = 0  # of the turn, 1 to 6
    first: int = 0  # the side that the scenario lets act first
    side_a: int = 0  # the side that acts first in this turn
    saved: int = 0  # civilians brought off
    matches: int = 0  # of the melees in hand
    n_figures: int = 0
    n_groups: int = 0
    n_engines: int = 0
    n_markers: int = 0
    n_edges: int = 0
    n_doors: int = 0
    n_corners: int = 0
    generals: list[int] = many(int, 2)
    points: list[int] = many(int, 2)
    home_x: list[float] = many(float, 2)  # the way to the own table edge
    home_y: list[float] = many(float, 2)
    groups: list[Group] = many(Group, GROUPS)
    engines: list[Engine] = many(Engine, ENGINES)
    markers: list[Marker] = many(Marker, MARKERS)
    edges: list[Edge] = many(Edge, EDGES)
    doors: list[Door] = many(Door, DOORS)
    corners: list[Corner] = many(Corner, CORNERS)
    figures: list[Figure] = many(Figure, FIGURES)
    volley: Volley = one(Volley)
    # no part of the state from here on
    script: Script = one(Script)
    log: Log = one(Log)
    scratch: Scratch = one(Scratch)
    refusal: Refusal = one(Refusal)
    paper: Paper = one(Paper)
