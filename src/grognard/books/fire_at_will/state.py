"""The records and vocabularies of Fire At Will, Men."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ...battle import Log, Refusal, Script
from ...dice import Dice
from ...records import many, one, option
from ...table.terrain import PIECES, Ground, Scratch

STRIPS = 96
FORMATIONS = 60  # they fit a set of bits; a character has one of his own, for when he is alone
SLOTS = 6  # strips in a formation, at most [FW-005]
MAGES = 8
SPELLS = 24  # the eighteen of the book, and room for a group's own [FW-073]
BOOK_SPELLS = 18
CHARMS = 32
FIGHTS = 48
FOES = 12  # strips against the single one of a fight, at most
OBJECTIVES = 4
R = 1000  # R + 36 is the ruling FW-R36
NOBODY = -1
FIGURE = 500  # where a formation or a strip may be meant, FIGURE + s is strip s


# What there is


class Troop(IntEnum):
    """The types of the profile table; a figure is one, moves like one and fights like one [FW-012, FW-R08]."""

    PEASANT = 0
    GOBLIN = 1
    ARCHER = 2
    CROSSBOW = 3
    ARQUEBUS = 4
    SOLDIER = 5
    ORC = 6
    UNDEAD = 7
    MAN_AT_ARMS = 8
    PIKEMAN = 9
    COMMAND = 10  # a command element
    HORSEMAN = 11
    WOLF_RIDER = 12
    MOUNTED_CROSSBOW = 13
    KNIGHT = 14
    OGRE = 15
    CHARIOT = 16
    TROLL = 17
    BEHEMOTH = 18
    GIANT = 19
    DRAGON = 20
    HERO = 21
    WIZARD = 22
    LEADER = 23
    WAR_WAGON = 24
    ENGINE = 25
    CART = 26
    BEAST = 27


class Role(IntEnum):
    """Characters; wizards count as heroes [FW-006, FW-010]."""

    NONE = 0
    HERO = 1
    LEADER = 2
    WIZARD = 3


class Base(IntEnum):
    """The sizes of bases [FW-R04]."""

    FOOT = 0
    MOUNTED = 1
    FOOT_CHARACTER = 2
    MOUNTED_CHARACTER = 3
    BIG = 4  # troll, ogre
    HUGE = 5  # chariot, wagon, engine, cart, giant, behemoth, beast
    DRAGON = 6


class Weapon(IntEnum):
    """What a strip shoots with: the four shooting tables [FW-102]."""

    NONE = 0
    BOW = 1
    CROSSBOW = 2  # and arquebus [FW-014]
    BREATH = 3
    ENGINE = 4


class Row(IntEnum):
    """The rows of the shooting tables; each table reads them its own way.

    [FW-103, FW-104, FW-105, FW-106, FW-107, FW-108, FW-109, FW-110, FW-111, FW-112, FW-R46]"""

    STANDARD = 0
    MAN_AT_ARMS = 1
    HORSE = 2  # horsemen and ogres
    KNIGHT = 3
    HARD = 4


class Terrain(IntEnum):
    """What lies on a table [FW-015, FW-R22, FW-R25, FW-R30]."""

    HEDGE = 0
    WALL = 1
    FALLEN_TREES = 2
    FENCE = 3
    STREAM = 4
    FORD = 5
    BRIDGE = 6
    RIVER = 7  # deep: only bridges and fords cross it
    HILL = 8
    WOOD = 9
    DENSE_FOREST = 10
    SCREE = 11
    UNDERGROWTH = 12
    BUILDING = 13
    ROAD = 14


class Posted(IntEnum):
    """Where a strip stands in its formation."""

    RANKS = 0  # in its file and rank
    LEFT = 1  # a character at the left end of the front rank [FW-R06]
    RIGHT = 2
    BEHIND = 3
    FLANK = 4  # on an enemy's flank, front or rear by overlap: its own pose [FW-R37]
    SIDE = 5  # along a side of a building: its own pose [FW-046]


class Edge(IntEnum):
    """The edges of a base or a formation; also its quarters [FW-049, FW-R32].  As table.arcs.Side."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


class Lost(IntEnum):
    """How a strip left the battle."""

    NO = 0
    SHOT = 1
    MELEE = 2
    MAGIC = 3
    PURSUED = 4
    DESTROYED = 5  # routers who could not get away [FW-188, FW-189]
    OFF_TABLE = 6  # never comes back [FW-R29, FW-R106]
    DUEL = 7
    BROKE_OFF = 8  # of the hit for breaking off a heroic combat [FW-178]


class Nerve(IntEnum):
    """The standing results of morale [FW-139, FW-140, FW-141]."""

    CALM = 0
    HALTED = 1  # no nearer to any enemy
    RUNNING = 2


class Orders(IntEnum):
    """The orders of a turn, by option [FW-021, FW-R14]."""

    NONE = 0
    HOLD = 1
    ADVANCE = 2
    CHARGE = 3


class Deed(IntEnum):
    """What a character has done with his turn in place of moving [FW-061, FW-067, FW-070]."""

    NONE = 0
    SPEECH = 1
    INSULT = 2
    CAST = 3
    MEDITATE = 4
    JOINED = 5  # one join or one leave a turn [FW-R06]
    LEFT = 6
    RAISED = 7  # came back to life, or changed sides: may not act this turn [FW-R106, FW-R107]


class Check(IntEnum):
    """When morale is tested [FW-R54]."""

    AFTER_MOVES = 0  # checkpoint A
    AFTER_SHOOTING = 1  # B
    AFTER_MELEE = 2  # C
    TO_STOP = 3  # routers, at the start of their side's Phase 1
    TO_ADVANCE = 4  # halted formations
    CHOSEN = 5  # by its player [FW-125]


class Trigger(IntEnum):
    """Why a formation must test; a set of bits since the last checkpoint."""

    CASUALTY = 1
    SURPRISE = 2
    WOUND = 4  # by option
    CHARACTER = 8  # its attached character was killed [FW-R57]


class Why(IntEnum):
    """The factors of a morale test [FW-127, FW-128, FW-129, FW-130, FW-131, FW-132, FW-133, FW-134]."""

    HEROES_LOST = 0
    UNDEAD = 1
    CASUALTIES = 2
    TWO_TO_ONE = 3
    TROLLS = 4
    THREE_TO_ONE = 5
    BEHEMOTH = 6
    GIANTS = 7
    SPEECH = 8
    INSULT = 9
    SPELL = 10


class Factor(IntEnum):
    """The factors of a fight [FW-152, FW-155, FW-156, FW-157, FW-158, FW-159, FW-160, FW-161]."""

    TYPE = 0
    OUTNUMBERED = 1
    CHARGE = 2
    FLANK = 3
    REAR = 4
    WALL = 5
    BUILDING = 6
    PIKES = 7
    PIKES_BEHIND = 8


class Spell(IntEnum):
    """The spells of the book: what each does is a function of spells.py [FW-065, FW-R02, FW-R92]."""

    BEGONE = 0  # moves the enemy [FW-R92]
    BLINDED = 1
    TURN_UNDEAD = 2
    DEATH_AND_DECAY = 3
    FIRE_IN_THE_SKY = 4
    FLASH = 5
    FOG_BANK = 6
    FREEZE = 7
    GO_SLOW = 8
    BE_GONE = 9  # makes invisible [FW-R92]
    FAST_STRIKE = 10
    GREAT_STORM = 11
    HARM_HIM_NOT = 12
    HEAL = 13
    LIGHTNING_BOLT = 14
    MAGICAL_SHIELD = 15
    PHEONIX_DOWN = 16
    YOU_ARE_MINE = 17


class Aim(IntEnum):
    """What a spell is cast at."""

    NOTHING = 0
    ENEMY = 1  # an enemy formation
    FRIEND = 2
    FORMATION = 3  # any
    STRIP = 4  # any one enemy strip
    CHARACTER = 5  # a hero, leader or wizard
    PLACE = 6
    DEAD = 7  # a friendly strip that was lost
    EITHER = 8  # any formation, or FIGURE + s: a character of one


class Lasts(IntEnum):
    """How long a spell lasts [FW-074, FW-R91]."""

    INSTANT = 0
    LASTING = 1  # a die each turn after the first: on a 1 it ends
    TURNS = 2  # so many, the turn of casting being the first
    DICE = 3  # as many turns as a die says
    NEXT_TURN = 4  # the following turn only
    THIS_TURN = 5
    UNTIL_BROKEN = 6


class Colour(IntEnum):
    """Of a FIRE IN THE SKY [FW-084]."""

    RED = 0
    GREEN = 1
    BLUE = 2
    GOLD = 3
    WHITE = 4


class Phase(IntEnum):
    """Where in the turn the battle is, for people who look."""

    SPELLS = 0
    INITIATIVE = 1
    ORDERS = 2
    SPEECHES = 3
    TESTS = 4
    MOVES = 5
    SHOOTING = 6
    MELEE = 7
    END = 8


# Questions, answers, events


class AskKind(IntEnum):
    SPELLS = 0  # actor: mage who picks his six
    INITIATIVE = 1  # side: who chooses
    ORDERS = 2  # actor: formation
    SPEECH = 3  # side; actor: the last who spoke
    TEST = 4  # side: halted formations may test to advance
    ACTION = 5  # side; actor: the formation in hand, or nobody
    FORCED = 6  # side of the caster; actor: enemy formation that BEGONE! moves; other: mage
    SHOOT = 7  # side; actor: the last that took aim; other: the first strip that has a target
    FIGHT = 8  # actor: strip that may join either of two fights; other: the first of them (a single strip)
    LEAD = 9  # actor: fight; other: its single strip: which of the many leads
    VICTIM = 10  # actor: the strip that won; other: fight
    PURSUE = 11  # side; other: the routers; actor: the first formation that may pursue
    STAY = 12  # actor: commander in chief whose formation routs; other: the formation
    DUEL = 13  # actor: strip with several to duel; other: the first of them


class Act(IntEnum):
    """The orders.  f: a formation, s: a strip.  Places are front-edge centres, facings unit vectors."""

    DONE = 0
    FIRST = 1
    SECOND = 2
    PICK = 3  # actor: mage; how: the six, a set of spells
    HOLD = 4  # ORDERS
    ADVANCE_ORDER = 5
    CHARGE_ORDER = 6
    SPEECH = 7  # actor: s; other: f, a friend
    INSULT = 8  # actor: s; other: f, an enemy
    TEST = 9  # actor: f
    ADVANCE = 10  # actor: f; x: inches straight ahead
    WHEEL = 11  # actor: f; fx, fy: its new facing, about the inner front corner
    BACK = 12  # actor: f; x: inches straight back
    SIDESTEP = 13  # actor: f; x: inches to its right, or less than 0 to its left
    TURN = 14  # actor: f; how: Edge that becomes its front (RIGHT, REAR, LEFT)
    RESHAPE = 15  # actor: f; other: files
    MARCH = 16  # actor: f that turns free; x, y: its new place; fx, fy: its new facing
    CHARGE = 17  # actor: f; other: f; fx, fy: its facing after the one wheel, then straight on
    BREAK_OFF = 18  # actor: f
    OVERLAP = 19  # actor: s; other: enemy f; how: Edge of the enemy it goes to
    FACE = 20  # actor: f; other: the attacker f it turns to
    FLEE_DUEL = 21  # actor: s in heroic combat; x, y; fx, fy; other: f he joins there, or -1
    ENTER = 22  # actor: f; other: piece; how: the sides manned
    GARRISON = 23  # actor: f; how: the sides manned anew
    LEAVE = 24  # actor: f; x, y; fx, fy; other: files
    JOIN = 25  # actor: s; other: f; how: Posted
    DETACH = 26  # actor: s; x, y; fx, fy
    POST = 27  # actor: s, attached; how: Posted
    CAST = 28  # actor: s; how: spell; other: f or s as its Aim says, or Colour; x, y
    MEDITATE = 29  # actor: s
    SHOOT = 30  # actor: s; other: s
    VOLLEY = 31  # actor: f; other: f: each strip at its nearest target there
    JOIN_FIGHT = 32  # actor: s; other: the single strip it fights
    LEAD = 33  # actor: fight; other: s
    STRIKE = 34  # actor: s; other: s
    PURSUE = 35  # actor: f; other: f
    YES = 36
    NO = 37


class Ev(IntEnum):
    """What can happen.  f: a formation, s: a strip, k: a mage; -1: nobody."""

    TURN = 0  # a: turn
    INITIATIVE = 1  # actor: side, -1 for a tie; a, b: dice of side 0 and side 1
    GOES_FIRST = 2  # actor: side
    ORDERED = 3  # actor: f; a: Orders
    PICKED = 4  # actor: s; a: spells, a set
    # phase 1
    SPEECH = 5  # actor: s; other: f
    INSULT = 6  # actor: s; other: f; d: distance
    TESTS = 7  # actor: f; a: Check
    MODIFIER = 8  # actor: f; a: value; b: Why
    MORALE = 9  # actor: f; a: the die; b: total; faces
    CALM = 10  # actor: f
    HALTED = 11  # actor: f
    ROUTS = 12  # actor: f
    ROUTED = 13  # actor: f; b: compass; d: inches
    RALLIES = 14  # actor: f: it has stopped running
    OFF_TABLE = 15  # actor: f; a: strips
    ADVANCED = 16  # actor: f; b: compass; d: inches
    WHEELED = 17  # actor: f; b: compass; d: inches of the outer corner
    STEPPED_BACK = 18  # actor: f; d: inches
    SIDESTEPPED = 19  # actor: f; d: inches
    TURNED = 20  # actor: f; b: compass
    RESHAPED = 21  # actor: f; a: files; b: ranks
    MARCHED = 22  # actor: f; b: compass; d: inches
    STOPPED = 23  # actor: f; other: piece it has come to the edge of
    CROSSED = 24  # actor: f; other: piece
    CHARGES = 25  # actor: f; other: f; d: inches
    CONTACT = 26  # actor: f; other: f; a: Edge of the enemy; b: strips that got in; d: inches slid to line up
    FALLS_SHORT = 27  # actor: f; other: f; d: inches
    BROKE_OFF = 28  # actor: f; d: inches
    OVERLAPS = 29  # actor: s; other: f; a: Edge
    FACED = 30  # actor: f; other: f; b: compass
    FLED_DUEL = 31  # actor: s; d: inches
    ENTERED = 32  # actor: f; other: piece
    MANNED = 33  # actor: f; other: piece; a: the sides manned
    LEFT = 34  # actor: f; other: piece
    JOINED = 35  # actor: s; other: f
    DETACHED = 36  # actor: s; other: f
    POSTED = 37  # actor: s; a: Posted
    REVEALED = 38  # actor: f; other: f that sees it, or -1
    SURPRISED = 39  # actor: f; other: f
    # magic
    CASTS = 40  # actor: s; other: f or FIGURE + s (so all targets of spells); a: spell; b: points left
    SPELL_DIE = 41  # actor: s; other: target; a: die; b: needed (0: none); faces
    SPELL_WORKS = 42  # actor: s; other: target; a: spell
    SPELL_FAILS = 43  # actor: s; other: target; a: spell
    SHIELDED = 44  # actor: f; other: s that casts; a: die; b: 1 the shield breaks
    WEARS_OFF = 45  # actor: f or FIGURE + s; other: spell; a: die, 0 if its time is up; b: 1 it ends
    MEDITATES = 46  # actor: s
    REGAINS = 47  # actor: s; a: points; b: points he has now
    DISTURBED = 48  # actor: s: nothing for his meditation
    FORCED = 49  # actor: f; other: s that casts; d: inches
    PUSHED_BACK = 50  # actor: f; other: f that pushes; d: inches
    RAISED = 51  # actor: s; other: f
    CONVERTED = 52  # actor: s; other: its new f; a: its old f
    HEALED = 53  # actor: s; other: s that casts; a: wounds left
    STORM = 54  # actor: s under it; a: die, or if there are faces: dice that hit; b: hit up to; faces
    SIGNAL = 55  # actor: s; a: Colour
    FOG = 56  # actor: charm; other: s that cast it; a: 1 it comes, 0 it goes
    # shooting
    AIMS = 57  # actor: s; other: s; a: column; b: Weapon; d: range
    SHOT = 58  # actor: s; other: s; a: die; b: needed; faces
    COVER = 59  # actor: s shot at; other: piece; a: steps
    WOUNDED = 60  # actor: s; a: wounds; b: it bears
    KILLED = 61  # actor: s; other: f; a: Lost
    UNHARMED = 62  # actor: s: HARM HIM NOT
    CLOSED_UP = 63  # actor: f; a: files; b: ranks
    ALONE = 64  # actor: s: the last of his formation
    # melee
    FIGHT = 65  # actor: the single s; other: the lead of the others; a: how many; b: fight
    FACTOR = 66  # actor: s; a: value; b: Factor
    ROLL = 67  # actor: s that leads; a: die; b: total; faces
    WON = 68  # actor: s; other: s; a: margin; b: needed
    DRAWN = 69  # actor: s; other: s
    NO_EFFECT = 70  # actor: s; other: s; a: margin; b: needed
    DUEL = 71  # actor: s; other: s
    TOSS = 72  # actor: who wins it; other: s; a: wins; b: wins of the other
    DUEL_HIT = 73  # actor: winner; other: s
    PURSUES = 74  # actor: f; other: f; d: inches
    CUT_DOWN = 75  # actor: f; other: f; a: strips
    DESTROYED = 76  # actor: f; other: f that is in the way, or -1
    STAYS = 77  # actor: s: the commander in chief does not run
    # the end
    OBJECTIVE = 78  # actor: side or -1; other: objective
    BROKEN = 79  # actor: side; a: strips lost or running; b: strips it began with
    OVER = 80  # actor: winner, 2 for a draw; a, b: strips lost of side 0 and side 1


# Options


class No(IntEnum):
    """A question of yes or no whose default is no."""

    FALSE = 0
    TRUE = 1


class Yes(IntEnum):
    """A question of yes or no whose default is yes (so that 0 is the default of every option)."""

    TRUE = 0
    FALSE = 1


class Off(IntEnum):
    OFF = 0
    ON = 1


class BaseSizes(IntEnum):
    STANDARD = 0
    CUSTOM = 1


class MixedFormations(IntEnum):
    ALLOWED = 0
    SAME_TYPE_ONLY = 1


class Initiative(IntEnum):
    DICE = 0
    ALTERNATE = 1
    FIXED = 2


class Manoeuvre(IntEnum):
    STANDARD = 0
    FREE = 1


class BuildingCapacity(IntEnum):
    PERIMETER = 0
    UNLIMITED = 1


class Overlap(IntEnum):
    STRICT = 0
    UMPIRE = 1
    OFF = 2


class MoraleTests(IntEnum):
    PER_CHECKPOINT = 0
    ONCE_PER_TURN = 1


class OutnumberedScope(IntEnum):
    AREA12 = 0
    OWN_MELEE = 1


class GiantFear(IntEnum):
    UNLESS_CHARACTER = 0
    ALWAYS = 1


class MixedSide(IntEnum):
    LEAD_STRIP = 0
    WORST_STRIP = 1


class HorsemanFactor(IntEnum):
    TWO = 0
    ONE = 1
    NONE = 2


class PikeRanks(IntEnum):
    OWN_FILE = 0
    WHOLE_FORMATION = 1


class PikeCap(IntEnum):
    REAR_LINE_ONLY = 0
    TOTAL = 1


class HeroicTosses(IntEnum):
    BEST_OF_THREE_EACH_TURN = 0
    ONE_TOSS_PER_TURN = 1


class StormDice(IntEnum):
    PER_STRIP = 0
    PER_FIGURE = 1


class PursuitVsBig(IntEnum):
    KILL = 0
    ONE_HIT = 1


@dataclass(slots=True)
class Options:
    """The readings of the rules a game may choose; the first of each is the default."""

    magic: int = option(No)
    base_sizes: int = option(BaseSizes)
    mixed_formations: int = option(MixedFormations)
    characters_join_specials: int = option(Yes)
    initiative: int = option(Initiative)
    orders: int = option(Off)
    manoeuvre: int = option(Manoeuvre)
    stack_slow_terrain: int = option(No)
    dragon_flies_over_all: int = option(Yes)
    building_capacity: int = option(BuildingCapacity)
    overlap: int = option(Overlap)
    engine_move_and_shoot: int = option(No)
    dragon_move_and_breathe: int = option(Yes)
    cover_vs_breath: int = option(Yes)
    stand_and_shoot: int = option(Yes)
    morale_tests: int = option(MoraleTests)
    wound_triggers_morale: int = option(No)
    outnumbered_scope: int = option(OutnumberedScope)
    giant_fear: int = option(GiantFear)
    rout_at_zero: int = option(No)
    mixed_side: int = option(MixedSide)
    horseman_factor: int = option(HorsemanFactor, "2", "1", "0")
    pike_ranks: int = option(PikeRanks)
    pike_cap: int = option(PikeCap)
    leaders_heroic: int = option(No)
    heroic_tosses: int = option(HeroicTosses)
    turn_undead_any: int = option(No)
    storm_dice: int = option(StormDice)
    storm_leader_as_hero: int = option(Yes)
    convert_monsters: int = option(Yes)
    pursuit_vs_big: int = option(PursuitVsBig)


# Records


@dataclass(slots=True)
class Rules:
    """Every number of the book, inches and pips, from tables.toml (or a house rule, or a sweep) [FW-001]."""

    # bases
    base_width: list[float] = many(float, Base)
    base_depth: list[float] = many(float, Base)
    most_strips: int = 0
    strip_figures: int = 0
    # movement
    move: list[float] = many(float, Troop)
    slow_factor: float = 0.0
    obstacle_share: float = 0.0  # of the allowance, after a wall or hedge
    leave_share: float = 0.0  # of the allowance, out of a building
    manoeuvre_share: float = 0.0  # of the allowance, to turn or change shape
    step_factor: float = 0.0  # what an inch sideways or back costs
    charge_wheel_cosine: float = 0.0
    flash_factor: float = 0.0
    slow_spell_factor: float = 0.0
    line_up_share: float = 0.0  # of a strip's width, to slide in contact
    overlap_clear: float = 0.0
    tolerance: float = 0.0
    contact: float = 0.0
    frontage_share: float = 0.0  # of a strip's front that must be adjacent
    # speeches
    speech_reach: float = 0.0
    insult_reach: float = 0.0
    # shooting
    shot_range: list[list[float]] = many(float, Weapon, 3)
    bow_hits: list[list[int]] = many(int, Row, 3)  # the lowest face that hits; 0: no shot
    crossbow_hits: list[list[int]] = many(int, Row, 3)
    breath_hits: list[list[int]] = many(int, Row, 3)
    engine_hits: list[list[int]] = many(int, Row, 3)
    row: list[int] = many(int, Troop, words=Row)
    arc_cosine: float = 0.0
    ranks_that_shoot: int = 0
    ranks_on_slope: int = 0
    cover_steps: int = 0
    building_steps: int = 0
    lining: float = 0.0  # so near an obstacle one defends it
    wood_edge: float = 0.0
    wood_sight: float = 0.0
    hits: list[int] = many(int, Troop)  # that a piece bears: the last of them kills
    # morale
    calm_at: int = 0
    runs_under: int = 0
    factor: list[int] = many(int, Why)
    outnumbered_reach: float = 0.0
    outnumbered_two: int = 0
    outnumbered_three: int = 0
    # melee
    melee: list[int] = many(int, Troop, sparse=True)
    giant_factor: int = 0
    dragon_factor: int = 0
    margin: list[int] = many(int, Troop)
    outnumbered: list[int] = many(int, 5)  # by so many to one, the last for more
    charge_bonus: int = 0
    flank_bonus: int = 0
    rear_bonus: int = 0
    wall_malus: int = 0
    building_malus: int = 0
    pike_malus: int = 0
    pike_rank_malus: int = 0
    pike_most: int = 0
    # heroic combat
    tosses: int = 0
    toss_wins: int = 0
    break_off_hits: int = 0
    # magic
    magic_points: int = 0
    picks: int = 0
    meditation: int = 0
    wears_off: int = 0
    shield_breaks: int = 0
    tough_hit: int = 0  # storms hit knights and heroes up to
    soft_hit: int = 0
    storm_figures: int = 0  # figures hit that remove a strip, by option
    push_back: float = 0.0
    raise_reach: float = 0.0
    set_apart: float = 0.0
    spell_cost: list[int] = many(int, Spell)
    spell_range: list[float] = many(float, Spell)  # 0: as far as one sees
    spell_needs: list[int] = many(int, Spell, sparse=True)  # on a die, at least; 0: no die
    spell_turns: list[int] = many(int, Spell, sparse=True)
    spell_radius: list[float] = many(float, Spell, sparse=True)
    spell_aim: list[int] = many(int, Spell, words=Aim)
    spell_lasts: list[int] = many(int, Spell, words=Lasts)
    # victory
    turns: int = 0
    break_share: float = 0.0


@dataclass(slots=True)
class Strip:
    """One base: what it is, where it stands, what has befallen it [FW-002, FW-003]."""

    x: float = 0.0  # the centre of its base
    y: float = 0.0
    fx: float = 0.0
    fy: float = 1.0
    width: float = 0.0
    depth: float = 0.0
    formation: int = NOBODY
    side: int = 0
    army: int = 0  # the side it began on
    lost: int = 0
    file: int = 0  # from the left
    rank: int = 0  # from the front
    posted: int = 0
    # what it is
    troop: int = 0
    moves: int = 0  # like which type
    fights: int = 0
    role: int = 0
    weapon: int = 0
    figures: int = 0
    cinc: bool = False
    undead: bool = False
    elf: bool = False
    pikes: bool = False
    move_and_shoot: bool = False
    home: int = NOBODY  # the formation it began in; a character's own, in which he is alone
    mage: int = NOBODY
    # lasting
    wounds: int = 0
    edge: int = 0  # of the building it lines [FW-046]
    duel: int = NOBODY  # against whom it fights a heroic combat
    toss_wins: int = 0  # in that combat, by option kept from turn to turn
    # this turn
    deed: int = 0
    shot_at: bool = False
    attacked: bool = False  # in a fight, or the target of an enemy spell
    target: int = NOBODY
    column: int = 0  # of its shot
    hits: int = 0  # taken in this step, to be dealt when it ends [FW-R12]
    doomed: int = 0  # Lost, when it is to be removed at the end of the step
    fight: int = NOBODY
    engaged: bool = False  # in the melee of this turn [FW-144, FW-R69]


@dataclass(slots=True)
class Formation:
    """Strips that move, test and run together: a rectangle of files and ranks [FW-005, FW-R09]."""

    # what is looked at first comes first
    middle_x: float = 0.0  # a circle around all its bases
    middle_y: float = 0.0
    girth: float = 0.0
    n: int = 0  # its members, attached character and all; 0: it is not there
    side: int = 0
    building: int = NOBODY  # the piece it garrisons
    loose: int = 0  # how many are not in ranks
    hidden: bool = False  # [FW-R114]
    x: float = 0.0  # the centre of its front edge, attached character left out
    y: float = 0.0
    fx: float = 0.0
    fy: float = 1.0
    cell_width: float = 0.0  # what a strip takes in a rank
    cell_depth: float = 0.0
    away: int = 0  # its members, while it is taken off the table for a moment [FW-R114]
    files: int = 0
    ranks: int = 0
    character: int = NOBODY  # attached; a character alone is a strip of his own formation [FW-009]
    members: list[int] = many(int, SLOTS + 1)  # front rank first, each from the left [FW-R16]
    # noted, as is the circle, when its bases are put somewhere (places.measure): so it need not be found out by each
    ahead: float = 0.0  # the middle of the rectangle around those in ranks, from its place
    aside: float = 0.0
    width: float = 0.0
    depth: float = 0.0
    # lasting
    nerve: int = 0
    routed_by: int = NOBODY  # a mage's strip it runs from; nobody: to its own edge [FW-R95, FW-R108]
    pursued: bool = False  # pursuers reached its rear last turn [FW-184]
    pursued_before: bool = False  # it pursued last turn: not again [FW-186]
    pursuing: bool = False
    manned: int = 0  # strips on each side: n0 + 8 n1 + 64 n2 + 512 n3
    wall: int = NOBODY  # piece it lines
    wall_since: int = 0  # the turn it came there [FW-R73]
    melee_since: int = 0  # the first turn of its melee; 0: in none [FW-055]
    original: int = 0  # strips at the start
    ambush: bool = False  # it began hidden [FW-R114]
    found: int = 0  # the turn in which it was revealed
    # this turn
    orders: int = 0
    moved: bool = False  # place or facing, by whatever cause [FW-R42]
    done: bool = False  # its move is over
    began: bool = False  # its move has begun
    spent: float = 0.0  # of its allowance
    share: float = 1.0  # of its allowance that it has: after an obstacle, out of a building
    tested: bool = False  # by choice [FW-R64]
    test_due: int = 0  # Trigger, a set of bits
    casualties: int = 0  # strips lost this turn [FW-129]
    heroes_lost: int = 0  # in its sight this turn [FW-127]
    speech: bool = False
    insulted: bool = False
    spelled: bool = False  # an enemy spell was aimed at it
    charging: bool = False  # came into contact by a charge this turn
    charge_target: int = NOBODY
    charge_edge: int = 0
    seen: int = 0  # the enemy formations it saw at the start of the turn, a set
    # where it stood when the charging side's Phase 1 began: its rectangle [FW-R32]
    then_x: float = 0.0
    then_y: float = 0.0
    then_fx: float = 0.0
    then_fy: float = 1.0
    then_width: float = 0.0
    then_depth: float = 0.0


@dataclass(slots=True)
class Mage:
    """A magic user [FW-063, FW-064]."""

    strip: int = NOBODY
    points: int = 0
    stock: int = 0  # points at the start: never more [FW-R86]
    spells: int = 0  # the six, a set
    preset: int = 0
    shown: int = 0  # those that he has cast: no secret any more [FW-R87]


@dataclass(slots=True)
class SpellRow:
    """A spell as data: what it does is a function, its numbers are here [FW-073]."""

    effect: int = 0  # Spell
    cost: int = 0
    reach: float = 0.0  # 0: as far as one sees
    needs: int = 0
    aim: int = 0
    lasts: int = 0
    turns: int = 0
    radius: float = 0.0


@dataclass(slots=True)
class Charm:
    """A spell in force, in order of casting [FW-R91, FW-R13]."""

    spell: int = 0
    effect: int = 0
    caster: int = NOBODY  # strip
    formation: int = NOBODY
    strip: int = NOBODY
    x: float = 0.0  # of a fog bank
    y: float = 0.0
    since: int = 0  # turn
    left: int = 0  # turns, this one counted
    ran: bool = False  # those it lies on were running when it came [FW-R98]


@dataclass(slots=True)
class Fight:
    """One strip against one or more [FW-143]; or a heroic combat [FW-174]."""

    single: int = NOBODY
    n: int = 0
    heroic: bool = False
    lead: int = NOBODY  # of the many
    foes: list[int] = many(int, FOES)
    margin: int = 0  # by which its single strip has won


@dataclass(slots=True)
class Objective:
    piece: int = 0  # a building


@dataclass(slots=True)
class Aims:
    """What the scenario wants [FW-R113]."""

    first: int = NOBODY  # Side 1 on turn 1, or by dice
    choose_spells: bool = False
    n_objectives: int = 0
    objectives: list[Objective] = many(Objective, OBJECTIVES)


@dataclass(slots=True)
class Paper:
    """Paper for what was found out; no part of the state of a battle.

    While a general names his targets nobody moves: what he finds then holds till he is done."""

    naming: bool = False
    round: int = 0  # of naming: what was found in an earlier one does not count
    engaged: list[int] = many(int, FORMATIONS)  # whether an enemy is in contact: a round and 0 or 1
    nearest: list[int] = many(int, STRIPS * FORMATIONS)  # who of each formation to each strip: a round and he
    last: list[int] = many(int, STRIPS)  # of each strip: a formation at which it could once shoot


@dataclass(slots=True)
class Battle:
    dice: Dice = one(Dice)
    whim: Dice = one(Dice)  # what generals toss coins with: never the dice of the battle
    rules: Rules = one(Rules)
    options: Options = one(Options)
    ground: Ground = one(Ground)
    crest_x: list[float] = many(float, PIECES)  # of hills
    crest_y: list[float] = many(float, PIECES)
    aims: Aims = one(Aims)
    turn: int = 0
    winner: int = NOBODY  # 0 or 1, 2 for a draw
    broken: int = NOBODY
    decisions: int = 0
    initiative: int = 0  # who chooses
    first: int = 0  # Side 1 of this turn
    phase: int = 0
    phase_side: int = 0
    mover: int = NOBODY  # the formation in hand
    check: int = 0  # the morale test in hand
    home_x: list[float] = many(float, 2)  # which way a side's own edge lies; 0, 0: it has none
    home_y: list[float] = many(float, 2)
    original: list[int] = many(int, 2)  # strips a side began with
    n_strips: int = 0
    n_formations: int = 0
    n_mages: int = 0
    n_spells: int = 0
    n_charms: int = 0
    n_fights: int = 0
    pursuers: int = 0  # the formations that may follow the routers in hand, a set
    generals: list[int] = many(int, 2)
    strips: list[Strip] = many(Strip, STRIPS)
    formations: list[Formation] = many(Formation, FORMATIONS)
    mages: list[Mage] = many(Mage, MAGES)
    spells: list[SpellRow] = many(SpellRow, SPELLS)
    charms: list[Charm] = many(Charm, CHARMS)
    fights: list[Fight] = many(Fight, FIGHTS)
    # no part of the state from here on
    script: Script = one(Script)
    log: Log = one(Log)
    scratch: Scratch = one(Scratch)
    refusal: Refusal = one(Refusal)
    paper: Paper = one(Paper)
