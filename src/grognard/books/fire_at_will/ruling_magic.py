"""Outside the rules: the spells that dice are thrown for, adjudicated on their own."""

from __future__ import annotations

from collections.abc import Callable

from ...battle import with_how
from ...book import Input, Situation
from ...inputs import choice, flag, inches, number
from ...problems import Problem
from ...values import Ask
from .casting import cast, wear_off
from .charms import add_charm, lies_on
from .places import rectangle_of
from .shields import shield_holds
from .situations import (
    BLUE,
    FIGURES,
    MIDDLE,
    NORTH,
    RED,
    SOUTH,
    Given,
    Result,
    Scene,
    events,
    figure,
    is_character_figure,
    last,
    losses_alike,
    lost_of,
    procedure,
)
from .state import NOBODY, Act, Aim, AskKind, Battle, Ev, Lasts, Posted, Spell
from .strips import on_table

MOST = 6  # strips of a formation
SPELLS, TURNS = 12, 12  # that one looks at, at most
FAR = 40.0  # inches
NEAR = 6.0
CHARACTERS = ("nobody", "leader", "hero")
SHIELDED = flag("shielded", "a MAGICAL SHIELD is on the target [FW-095, FW-R105]")


def away(default: float = NEAR) -> Input:
    return inches("range", "from the mage's base to the target [FW-R89]", default, FAR)


def strips(default: int = MOST) -> Input:
    return number("strips", "of the target", default, "strips", 1, MOST)


# The scene


def enemy(scene: Scene, given: Given) -> int:
    """The formation that Blue's mage casts at, with its shield if it has one."""
    n = given.get("strips", 1)
    red = scene.formation(RED, "Red", given["figure"], n, min(n, 3))
    if given.get("character", "nobody") != "nobody":
        if is_character_figure(given["figure"]):
            raise Problem(f"character: {given['figure']} is a character himself [FW-009]")
        scene.attach(red, given["character"], Posted.RIGHT)
    s = scene.strip(red)
    s.wounds = given.get("wounds", 0)
    if s.wounds >= scene.b.rules.hits[s.fights]:
        raise Problem(f"wounds: {s.wounds} given, but {given['figure']} is dead by then")
    if given.get("shielded"):
        add_charm(scene.b, Spell.MAGICAL_SHIELD, NOBODY, red, NOBODY, 0)
    return red


def casting(
    scene: Scene, given: Given, spell: Spell, red: int, result: Callable[[Battle], Result]
) -> Situation:
    """A mage of Blue's, at the range, casts it at Red; only what the rules allow is ruled on."""
    mage = scene.formation(BLUE, "The mage", "wizard")
    scene.facing_off(mage, red, given["range"])
    i = scene.u(mage).members[0]
    scene.mage(i, spell)
    other = scene.u(red).members[0] if scene.b.spells[spell].aim == Aim.STRIP else red
    ask = Ask(AskKind.ACTION, BLUE, NOBODY, NOBODY)
    order = scene.lawful(ask, with_how(Act.CAST, i, other, int(spell)))
    return scene.situation(lambda b: cast(b, order), result, losses_alike)


def how_it_went(b: Battle) -> Result:
    """Stopped by the shield, failed by its die, or it worked."""
    said = last(b, Ev.SHIELDED)
    if said is not None and said.b == 0:
        return {"spell": "shielded"}
    return {"spell": "works" if any(events(b, Ev.SPELL_WORKS)) else "fails"}


def what_is_left(b: Battle) -> Result:
    """Of Red."""
    left = [s for s in b.strips[: b.n_strips] if s.side == RED and on_table(s)]
    return {"killed": lost_of(b, RED), "left": len(left), "wounds": sum(int(s.wounds) for s in left)}


# Spells with a die


def shooters() -> tuple[str, ...]:
    """Whom BLINDED is for [FW-R94]."""
    scene = Scene({})
    return tuple(of for of in FIGURES if scene.strip(scene.formation(RED, "Red", of)).weapon in (1, 2))


@procedure(
    "blinded",
    "FW-081 FW-075 FW-R88 FW-R94",
    "spell",
    figure("", "the target", "skirmishers", shooters()),
    away(),
    SHIELDED,
)
def blinded(scene: Scene, given: Given) -> Situation:
    """BLINDED: bowmen or crossbowmen who cannot shoot next turn."""
    return casting(scene, given, Spell.BLINDED, enemy(scene, given), how_it_went)


@procedure(
    "freeze",
    "FW-087 FW-075 FW-R91 FW-R98",
    "spell turns",
    figure("", "the target", "orc_infantry"),
    away(),
    SHIELDED,
)
def freeze(scene: Scene, given: Given) -> Situation:
    """FREEZE!: an enemy who neither moves nor shoots, and for how many turns."""
    red = enemy(scene, given)

    def result(b: Battle) -> Result:
        k = lies_on(b, Spell.FREEZE, red)
        return how_it_went(b) | {"turns": int(b.charms[k].left) if k >= 0 else 0}

    return casting(scene, given, Spell.FREEZE, red, result)


@procedure(
    "turn-undead",
    "FW-082 FW-076 FW-R95 FW-R108",
    "spell",
    figure("", "the target", "undead"),
    strips(),
    away(),
    SHIELDED,
)
def turn_undead(scene: Scene, given: Given) -> Situation:
    """TURN UNDEAD: they run a full move from the mage."""

    def result(b: Battle) -> Result:
        ran = last(b, Ev.ROUTED)
        return how_it_went(b) | {"inches": round(float(ran.d), 2) if ran else 0.0}

    return casting(scene, given, Spell.TURN_UNDEAD, enemy(scene, given), result)


@procedure(
    "lightning-bolt",
    "FW-094 FW-075 FW-078 FW-R104",
    "spell killed",
    figure("", "the strip that is struck", "orc_infantry"),
    number("wounds", "hits that it bears already", 0, "hits", 0, 3),
    away(),
    SHIELDED,
)
def lightning_bolt(scene: Scene, given: Given) -> Situation:
    """LIGHTNING BOLT: kills a strip, or hits one of the great."""
    return casting(scene, given, Spell.LIGHTNING_BOLT, enemy(scene, given), outcome)


def outcome(b: Battle) -> Result:
    return how_it_went(b) | what_is_left(b)


@procedure(
    "you-are-mine",
    "FW-097 FW-075 FW-R107",
    "spell",
    figure("", "the strip that is called", "orc_infantry"),
    strips(),
    away(),
    SHIELDED,
)
def you_are_mine(scene: Scene, given: Given) -> Situation:
    """YOU ARE MINE: an enemy strip changes sides."""
    return casting(scene, given, Spell.YOU_ARE_MINE, enemy(scene, given), outcome)


# Storms


@procedure(
    "death-and-decay",
    "FW-083 FW-077 FW-078 FW-R96",
    "killed wounds",
    figure("", "the target", "orc_infantry"),
    strips(),
    choice("character", "who is with it", CHARACTERS),
    away(12.0),
    SHIELDED,
)
def death_and_decay(scene: Scene, given: Given) -> Situation:
    """DEATH AND DECAY: a die for every strip of a formation."""
    return casting(scene, given, Spell.DEATH_AND_DECAY, enemy(scene, given), outcome)


@procedure(
    "great-storm",
    "FW-091 FW-077 FW-078 FW-R101 FW-R105",
    "killed own_killed",
    figure("", "the target", "orc_infantry"),
    strips(),
    choice("character", "who is with it", CHARACTERS),
    figure("own_", "Blue's own, an inch behind it", "axemen"),
    number("own_strips", "of Blue's there, 0: nobody", 0, "strips", 0, MOST),
    away(12.0),
    SHIELDED,
)
def great_storm(scene: Scene, given: Given) -> Situation:
    """GREAT STORM: a die for everybody under it, friend or foe."""
    red = enemy(scene, given)
    scene.put(red, MIDDLE, MIDDLE, SOUTH)
    if given["own_strips"] > 0:
        own = scene.formation(BLUE, "Blue", given["own_figure"], given["own_strips"])
        box = rectangle_of(scene.b, red)
        scene.put(own, MIDDLE, box.y + box.depth / 2 + 1.0 + scene.strip(own).depth, NORTH)
    return casting(scene, given, Spell.GREAT_STORM, red, storm_result)


def storm_result(b: Battle) -> Result:
    return what_is_left(b) | {"own_killed": lost_of(b, BLUE)}


# Spells that last


def lasting_spells() -> tuple[str, ...]:
    """Those that a die ends [FW-074]."""
    lasts = Scene({}).b.rules.spell_lasts
    return tuple(spell.name.lower() for spell in Spell if lasts[spell] == Lasts.LASTING)


@procedure(
    "lasting",
    "FW-074 FW-085 FW-088 FW-089 FW-092 FW-R91",
    "turns",
    choice("spell", "which of the lasting spells", lasting_spells()),
    number("turns", "after the casting, that one looks at", 6, "turns", 1, TURNS),
)
def lasting(scene: Scene, given: Given) -> Situation:
    """How long a lasting spell works: a die each turn after the first."""
    who = scene.formation(BLUE, "Blue", "hero")
    spell = Spell[given["spell"].upper()]
    add_charm(scene.b, spell, NOBODY, NOBODY, scene.u(who).members[0], 0)

    def run(b: Battle) -> None:
        for _ in range(given["turns"]):
            if b.n_charms > 0:
                b.turn += 1
                wear_off(b)

    return scene.situation(run, result_of_clock, lambda b: (b.turn, b.n_charms))


def result_of_clock(b: Battle) -> Result:
    """The turns it worked, that of casting counted; and whether it works still."""
    return {"turns": b.turn - (0 if b.n_charms else 1), "works_still": b.n_charms > 0}


@procedure(
    "magical-shield",
    "FW-095 FW-R105",
    "stopped broken",
    number("spells", "that the enemy casts at the shielded", 3, "spells", 1, SPELLS),
)
def magical_shield(scene: Scene, given: Given) -> Situation:
    """MAGICAL SHIELD: a die for each enemy spell, until one breaks it."""
    red = scene.formation(RED, "Red", "orc_infantry", MOST, 3)
    mage = scene.formation(BLUE, "The mage", "wizard")
    scene.facing_off(mage, red, NEAR)
    add_charm(scene.b, Spell.MAGICAL_SHIELD, NOBODY, red, NOBODY, 0)
    i = scene.u(mage).members[0]

    def run(b: Battle) -> None:
        for _ in range(given["spells"]):
            shield_holds(b, i, red)

    return scene.situation(run, result_of_shield, lambda b: b.n_charms)


def result_of_shield(b: Battle) -> Result:
    """How many spells came to nothing, and whether it is gone."""
    return {"stopped": sum(e.b == 0 for e in events(b, Ev.SHIELDED)), "broken": b.n_charms == 0}
