"""The records and vocabularies of Most Irregular."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ...battle import Log, Refusal, Script
from ...dice import Dice
from ...records import many, one, option
from ...table.terrain import Ground, Scratch

MEN = 124
A_SIDE = 62  # the men of a side fit a set of bits
COMMANDERS = 16
BODIES = 16  # companies, sections, mobs: what men belong to on paper
FORMATIONS = 64  # formation f is made of body f % BODIES, its party f // BODIES
OBJECTIVES = 8
OFFICER = 500  # figure OFFICER + k is commander k; below are men
R = 1000  # R + 36 is the ruling MI-R36
NOBODY = -1


class Grade(IntEnum):
    """Quality, from worst to best [MI-006]."""

    RABBLE = 0
    CONSCRIPT = 1
    REGULAR = 2
    ELITE = 3


class Weapon(IntEnum):
    """The weapon list: firearms of the period, and no artillery [MI-004, MI-057, MI-R34, MI-R70]."""

    NONE = 0
    MUSKET = 1
    EARLY_RIFLE = 2
    ADVANCED_RIFLE = 3


class Terrain(IntEnum):
    """The terrain classes [MI-R24]."""

    OPEN = 0
    ROAD = 1
    BRIDGE = 2
    FENCE = 3
    HEDGE = 4
    WALL = 5
    EARTHWORK = 6
    STREAM = 7
    MARSH = 8
    PLOUGHED = 9
    BROKEN = 10
    CROPS = 11
    SCRUB = 12
    WOODS = 13
    RUBBLE = 14
    BOULDER = 15
    TREE = 16
    BUILDING = 17
    POND = 18


class Footing(IntEnum):
    """What a piece of terrain is to those who move."""

    EASY = 0
    OBSTACLE = 1
    DIFFICULT = 2
    BREAKING = 3  # woods and rubble: nobody stays formed in them
    SMALL = 4  # men flow round it, and none ends on it
    CLOSED = 5


class Shelter(IntEnum):
    """What a man has between himself and the enemy [MI-073]."""

    NONE = 0
    CONCEALMENT = 1
    COVER = 2


class Gait(IntEnum):
    """Who pays what on the way [MI-040, MI-041, MI-122, MI-R11]."""

    FORMED = 0
    LOOSE = 1
    RIDER = 2


class Effect(IntEnum):
    """What a hit does [MI-077]."""

    SHOCK = 0
    WOUND = 1
    FATAL = 2


class Table(IntEnum):
    """The columns of the hit table [MI-077, MI-131]."""

    STANDARD = 0
    SKIRMISH = 1


class Lost(IntEnum):
    """How a figure left the battle [MI-R71]."""

    NO = 0
    KILLED = 1
    SECOND_WOUND = 2
    CAPTURED = 3  # killed or taken by an assault
    REAR = 4  # sent to the rear
    BAILED = 5
    OFF_TABLE = 6
    SNIPED = 7
    PROMOTED = 8  # no loss: he commands now


class Phase(IntEnum):
    """Where in the turn the battle is, for people who look."""

    INITIATIVE = 0
    COMMANDER = 1
    FORMED = 2
    STRAGGLERS = 3
    ASSAULT = 4
    END = 5


class AskKind(IntEnum):
    COMMANDER = 0  # side: whose turn among its commanders
    STEP = 1  # actor: commander, before anything else
    OFFICER = 2  # actor: commander near whom officers without troops may move
    ACTIVATE = 3  # actor: commander
    ACTION = 4  # actor: formation; other: actions left
    LEAD = 5  # actor: commander, carried along with formation other?
    REROLL = 6  # actor: formation whose test failed; other: the die
    RUN = 7  # actor: formation; other: how many men run
    REACT = 8  # actor: formation assaulted; other: formation that assaults
    EVADE = 9  # actor: figure contacted; other: formation that assaults
    FALL = 10  # actor: commander of those who bail; other: how many are lost
    SUCCESSOR = 11  # side: who takes command


class Act(IntEnum):
    DONE = 0
    STAY = 1
    COMMAND = 2  # actor: commander
    MOVE = 3  # commander: x, y.  formation: x, y its centre, facing; how: who moves; other: merge with
    DASH = 4  # x, y
    UNIT = 5  # actor: formation to activate
    WHEEL = 6  # actor: formation; other: the man it pivots on; facing; x: straight on, inches
    DISPERSE = 7  # x: the gap, inches
    REPOSITION = 8  # other: files; x, y front centre; facing
    FIRE = 9  # other: formation, or nobody and a direction: stragglers
    RAPID = 10
    ASSAULT = 11  # other: formation, or nobody: stragglers; direction
    REGROUP = 12  # other: 1 if the wounded roll; how: stragglers taken in
    SCURRY = 13  # how: who; x, y: the way they go; fx: how they spread (0 not, -0.5 closing in)
    FORM_RANKS = 14  # how: who; other: files; x, y front centre; facing
    JOIN = 15  # how: who; other: formation
    SKIRMISH = 16  # how: who fire; other: formation, or nobody and a direction
    HARASS = 17  # the same, all as harassing fire
    ATTACK = 18  # actor: man; other: enemy figure
    BAIL = 19  # how: who; x, y: the way they go
    GATHER = 20  # how: who; other: 1 if the wounded roll; one man alone: x, y where in cover
    COVER = 21  # the same; all who can go to the nearest cover
    RALLY = 22  # how: who is called
    YES = 23  # REROLL: other: the officer
    NO = 24
    RUN = 25  # how: who
    FALL = 26  # how: who
    SUCCEED = 27  # actor: man


class Ev(IntEnum):
    """What can happen.  f: a formation, k: a commander, m: a man, g: a figure (man, or OFFICER + k)."""

    TURN = 0  # a: turn
    INITIATIVE = 1  # actor: side, -1 for a tie; a, b: dice
    COMMANDS = 2  # actor: k
    COMMANDER_MOVED = 3  # actor: k; d: inches
    DASHED = 4  # actor: k; d: inches
    SNIPED_AT = 5  # actor: k; other: g who could see him, or nobody; a: die; b: 1 dead
    UNIT_ACTIVATED = 6  # actor: f; other: k
    MOVED = 7  # actor: f; a: men; b: compass; d: inches
    WHEELED = 8  # actor: f; a: men; b: compass; d: inches of the man who went farthest
    TURNED = 9  # actor: f; b: compass
    MERGED = 10  # actor: f; other: f it joins; a: men
    FORMED = 11  # actor: f; a: men; b: compass
    SPLIT = 12  # actor: f; other: new f; a: men in it
    STRAGGLES = 13  # actor: m; other: f he leaves
    BROKEN_UP = 14  # actor: f; a: men; b: Terrain, or -1
    DISPERSED = 15  # actor: f; a: men
    REPOSITIONED = 16  # actor: f; a: files; b: compass
    CLOSED_UP = 17  # actor: f; a: men moved; d: farthest
    WOUNDED_ROLL = 18  # actor: f; a: wounded; b: left behind; faces
    LEFT_BEHIND = 19  # actor: m; other: f
    FIRES = 20  # actor: f or -1; other: target f or -1; a: men; b: 1 rapid, of stragglers first m; d: range
    SHOT = 21  # actor: firer f or -1; other: target f or -1; a: the kept die; b: dice; faces
    FIRE_SUM = 22  # a: value; b: Part; d: of threes, the men who count
    POINTS = 23  # actor: firer f or -1; other: target f or -1; a: points; b: hits
    PRICE = 24  # other: target f, or -1 and actor: g it is for (-1 for all); a: points a hit; b: Shelter
    HIT = 25  # actor: m; a: die; b: Effect
    RECOILS = 26  # actor: g; other: f he leaves, or -1; d: inches
    WOUNDED = 27  # actor: m
    LOST = 28  # actor: g; a: Lost
    TESTS = 29  # actor: f; a: die; b: target number
    GIVES_GROUND = 30  # actor: f; a: men who run
    HOLDS = 31  # actor: f
    RALLIES = 32  # actor: k; other: f
    ASSAULTS = 33  # actor: f; other: target f or -1
    NERVE = 34  # actor: f; other: number needed; a: passes; b: 1 attacker; faces
    STAYS = 35  # actor: f
    WITHDRAWS = 36  # actor: f; d: inches
    DESERTERS = 37  # actor: f; a: dice; b: men; faces
    ADVANCES = 38  # actor: f; d: inches
    FALLS_SHORT = 39  # actor: f; other: target; d: inches
    MAN_TESTS = 40  # actor: g; a: die; b: 1 passed; other: f or -1
    STANDS = 41  # actor: g: does not withdraw
    MELEE = 42  # actor: f; other: f; a: round
    COMBAT = 43  # actor: f; a: the kept die; b: total; faces
    COMBAT_SUM = 44  # actor: f; a: value; b: Part
    STRIKES = 45  # actor: f; a: hits; b: needed; faces
    WON = 46  # actor: f; other: f
    DRAW = 47  # actor: f; other: f
    REGROUPS = 48  # actor: f; a: taken in
    MENDS = 49  # actor: m; a: die
    STAYS_WOUNDED = 50  # actor: m; a: die
    JOINS = 51  # actor: m; other: f
    SCURRIES = 52  # a: men; b: compass; actor: first m; d: farthest
    ATTACKS = 53  # actor: m; other: g
    FALLS_BACK = 54  # actor: g; d: inches
    BAILS = 55  # a: men; b: lost; faces; actor: first m
    GATHERS = 56  # a: men; actor: first m
    TAKES_COVER = 57  # actor: m; d: inches
    CALLED = 58  # actor: k; a: men
    COMES = 59  # actor: m; d: inches
    NOT_RALLIED = 60  # actor: m
    SUCCEEDS = 61  # actor: m; other: k
    OBJECTIVE = 62  # actor: side or -1; other: objective; a: points
    SCORE = 63  # actor: side; a: points
    BROKEN = 64  # actor: side; a: men left; b: men it began with
    OVER = 65  # actor: winner, 2 for a draw; a, b: points
    LED = 66  # actor: k; other: f
    RANGE = 67  # actor: firer f or -1; other: target f or -1; a: 1 effective; d: effective range
    SKIRMISHES = 68  # actor: m; other: g; hand to hand is over: a: 1 both fall back
    MENDING = 69  # actor: first m; a: wounded who roll; faces


class Part(IntEnum):
    """The parts of a sum: fire effect and combat [MI-067, MI-107]."""

    DOUBLED = 0
    BREECH = 1
    QUALITY = 2
    THREES = 3
    LEVELS = 4
    OFFICERS = 5
    NUMBERS = 6


class On(IntEnum):
    """A question of on or off whose default is on (0 is the default of every option)."""

    ON = 0
    OFF = 1


class Off(IntEnum):
    """A question of on or off whose default is off."""

    OFF = 0
    ON = 1


class MixedQuality(IntEnum):
    MAJORITY = 0
    WORST = 1


class ReachFactor(IntEnum):
    TWICE = 0
    ONCE = 1


class ActivatedMen(IntEnum):
    STRICT = 0
    CARRIED = 1


class StragglerVolleys(IntEnum):
    ONE = 0
    PER_TARGET = 1


class Succession(IntEnum):
    LAST_ONLY = 0
    NEVER = 1


class FireArc(IntEnum):
    ALL_ROUND = 0
    FRONT = 1


class HarassingMax(IntEnum):
    UNLIMITED = 0
    DOUBLE = 1


class MixedCover(IntEnum):
    PER_MAN = 0
    MAJORITY = 1


class SurplusHits(IntEnum):
    LOST = 0
    WRAP = 1


class SecondWound(IntEnum):
    REMOVED = 0
    NO_EFFECT = 1


class GivesGround(IntEnum):
    MEN_ONLY = 0
    UNIT_4IN = 1


class BailDice(IntEnum):
    UNWOUNDED = 0
    ALL = 1


class BreakPoint(IntEnum):
    THIRD = 0
    OFF = 1


class WoodsProtection(IntEnum):
    CONCEALMENT = 0
    COVER = 1


class OfficerRadius(IntEnum):
    ATTACHED = 0
    NEAR = 1


@dataclass(slots=True)
class Options:
    """The readings of the rules a game may choose; the first of each is the default."""

    mixed_quality: int = option(MixedQuality)
    close_ranks: int = option(On)
    officers_targetable: int = option(Off)
    officers_lead: int = option(On)
    dash_risk: int = option(On)
    rally_reach_factor: int = option(ReachFactor, "2", "1")
    rally_test: int = option(On)
    activated_men: int = option(ActivatedMen)
    straggler_volleys: int = option(StragglerVolleys)
    succession: int = option(Succession)
    fire_arc: int = option(FireArc, "360", "180")
    harassing_max: int = option(HarassingMax)
    mixed_cover: int = option(MixedCover)
    surplus_hits: int = option(SurplusHits)
    second_wound: int = option(SecondWound)
    reposition_wounded_roll: int = option(Off)
    reaction_fire_test: int = option(On)
    gives_ground: int = option(GivesGround)
    snipe_needs_los: int = option(On)
    snipe_before_reroll: int = option(Off)
    withdraw_ends_activation: int = option(Off)
    officer_assault_radius: int = option(OfficerRadius, "0.5", "4")
    bail_dice: int = option(BailDice)
    gather_concealment: int = option(Off)
    cavalry: int = option(Off)
    break_point: int = option(BreakPoint, "1/3", "off")
    woods_protection: int = option(WoodsProtection)


@dataclass(slots=True)
class Rules:
    """Every number of the book, inches and pips, from tables.toml (or a house rule, or a sweep) [MI-002]."""

    # bases and formations
    base_diameter: float = 0.0
    mounted_base_diameter: float = 0.0
    contact: float = 0.0
    formation_gap: float = 0.0
    close_up: float = 0.0
    # quality
    target: list[int] = many(int, Grade)
    # commanders
    commander_move: float = 0.0
    commander_dash: float = 0.0
    mounted_bonus: float = 0.0
    unit_radius: float = 0.0
    straggler_radius: float = 0.0
    charismatic_radius: float = 0.0
    rally_move: float = 0.0
    # formed movement
    actions: int = 0
    move: float = 0.0
    cavalry_bonus: float = 0.0
    toll: list[float] = many(float, Gait)
    half_pace: float = 0.0
    disperse_most: float = 0.0
    disperse_max_move: float = 0.0
    assault_cone: float = 0.0  # degrees; its cosine is worked out at set-up
    assault_cosine: float = 0.0
    # fire
    base_range: list[float] = many(float, Grade)
    multiplier: list[float] = many(float, Weapon)
    effective_dice: int = 0
    harassing_dice: int = 0
    rapid_factor: int = 0
    breech_bonus: int = 0
    grade_bonus: list[int] = many(int, Grade)
    men_a_point: int = 0
    formation_price: list[int] = many(int, Shelter)
    straggler_price: list[int] = many(int, Shelter)
    sweep_cosine: float = 0.0
    woods_sight: float = 0.0
    figure_block_radius: float = 0.0
    behind: float = 0.0
    covered_share: float = 0.0
    shock_up_to: list[int] = many(int, Table)
    wound_up_to: list[int] = many(int, Table)
    recoil: float = 0.0
    keep_clear: float = 0.0
    # the wounded
    left_behind: int = 0
    mends: int = 0
    sent_back: int = 0
    # being shot at
    rally_reach: float = 0.0
    snipe_formation: float = 0.0
    snipe_straggler: float = 0.0
    snipe_kills: int = 0
    # assault
    nerve_dice: int = 0
    nerve_pass: int = 0
    nerve_stay: int = 0
    withdraw: float = 0.0
    deserts: int = 0
    desert_more: float = 0.0
    combat_dice: int = 0
    level_bonus: int = 0
    officer_bonus: int = 0
    men_a_bonus: int = 0
    winner_hits: int = 0
    loser_hits: int = 0
    beaten: float = 0.0
    officer_near: list[float] = many(float, OfficerRadius)
    # stragglers and regrouping
    regroup_reach: float = 0.0
    scurry: float = 0.0
    scurry_cosine: float = 0.0
    keep_off: float = 0.0
    form_ranks: float = 0.0
    skirmish: float = 0.0
    bail: float = 0.0
    bail_cosine: float = 0.0
    bail_lost: int = 0
    gather: float = 0.0
    # victory
    turns: int = 0
    break_share: float = 0.0
    commander_points: int = 0
    men_a_victory_point: int = 0
    decisive: int = 0


@dataclass(slots=True)
class Man:
    """One soldier [MI-001, MI-R05]."""

    x: float = 0.0
    y: float = 0.0
    side: int = 0
    lost: int = 0
    formation: int = NOBODY  # nobody: a straggler
    acted: int = 0  # the activation he acted in; 0: he has not been activated this turn
    wounded: bool = False
    grade: int = 0
    weapon: int = 0
    breech: bool = False
    horse: bool = False
    body: int = 0
    tested: int = 0  # the assault in which he was tested


@dataclass(slots=True)
class Commander:
    x: float = 0.0
    y: float = 0.0
    side: int = 0
    lost: int = 0
    grade: int = 0
    wounded: bool = False  # only where officers can be hit like others
    mounted: bool = False
    charismatic: bool = False
    officer_only: bool = False
    acted: bool = False
    moved: bool = False
    tested: int = 0


@dataclass(slots=True)
class Formation:
    fx: float = 0.0  # facing: a unit vector
    fy: float = 1.0
    side: int = 0
    size: int = 0  # 0: there is no such formation


@dataclass(slots=True)
class Objective:
    x: float = 0.0
    y: float = 0.0
    radius: float = 0.0
    points: int = 0


@dataclass(slots=True)
class Aims:
    """What the scenario wants [section 5 of the catalogue]."""

    n_objectives: int = 0
    objectives: list[Objective] = many(Objective, OBJECTIVES)


@dataclass(slots=True)
class Paper:
    """Paper for sums over men; no part of the state of a battle."""

    label: list[int] = many(int, MEN)  # which linked part a man is in
    queue: list[int] = many(int, MEN)
    listed: list[int] = many(int, MEN)  # men in an order: of allocation, of contact
    key: list[float] = many(float, MEN)
    moved: list[float] = many(float, MEN)
    x: list[float] = many(float, MEN)
    y: list[float] = many(float, MEN)
    taken: list[int] = many(int, MEN)
    formed: int = 0  # the set of men whom a plan brings into ranks


@dataclass(slots=True)
class Battle:
    """All there is to a battle; nothing of the parent game [MI-R01]."""

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
    phase: int = 0
    phase_side: int = 0
    n_men: int = 0
    n_commanders: int = 0
    n_bodies: int = 0
    activation: int = 0  # counts up: the activation in hand
    assault: int = 0  # counts up: the assault in hand
    commander: int = NOBODY  # who acts
    unit_used: bool = False  # he has activated his formed unit
    stirred: bool = False  # he has activated somebody: no rally now
    volleys: int = 0  # fired by stragglers under him
    actions: int = 0  # left to the formation in hand
    has_fired: bool = False  # it took an ordinary Fire
    test_die: int = 0  # the test in hand of a unit shot at
    sought: int = 0  # men among whom the owner chooses, a set
    generals: list[int] = many(int, 2)
    points: list[int] = many(int, 2)
    first_man: list[int] = many(int, 2)
    men_of: list[int] = many(int, 2)  # how many men each side began with
    home_x: list[float] = many(float, 2)  # the way to the own table edge
    home_y: list[float] = many(float, 2)
    volley_targets: list[int] = many(int, 16)
    formations: list[Formation] = many(Formation, FORMATIONS)
    commanders: list[Commander] = many(Commander, COMMANDERS)
    men: list[Man] = many(Man, MEN)
    # no part of the state from here on
    script: Script = one(Script)
    log: Log = one(Log)
    scratch: Scratch = one(Scratch)
    refusal: Refusal = one(Refusal)
    paper: Paper = one(Paper)
