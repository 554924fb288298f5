"""Cards of Fire At Will, Men: what one wants to know of a formation, a monster, a hero or a wizard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...bearings import short_inches
from ...chronicle import ARMIES, count, listed
from ...scene import Card, Fact
from .fighting import margin_needed, type_factor
from .forces import Names
from .movement import allowance, left_to_move
from .nerves import exempt
from .scene import charms_on, charms_on_strip, hit_words, kind_of, members, shape_words, strength_of
from .shooting import bound_to_stand
from .spell_targets import rule_of
from .state import Battle, Charm, Lasts, Nerve, Orders, Phase, Posted, Strip, Troop, Weapon
from .strips import bears, is_character, is_lone_character, is_single
from .touching import in_contact
from .words import (
    DEEDS,
    DURATIONS,
    NERVES,
    ORDERS,
    POSTS,
    ROLES,
    TROOPS,
    arms,
    formation,
    manned,
    spell,
    strip,
    strip_piece,
    terrain,
    the_formation,
    the_strip,
)

MOVES = ["FW-023", "FW-024", "FW-025", "FW-026", "FW-027", "FW-028", "FW-029"]
TABLES = {
    Weapon.BOW: ["FW-103", "FW-104", "FW-105", "FW-106"],
    Weapon.CROSSBOW: ["FW-107", "FW-108"],
    Weapon.BREATH: ["FW-109", "FW-110"],
    Weapon.ENGINE: ["FW-111", "FW-112"],
}


def card(b: Battle, n: Names, piece: int) -> Card:
    """Of a formation, or of a strip: a character has one of his own, another that of its formation."""
    i = piece - strip_piece(n, 0)
    if i < 0:
        u = b.formations[piece]
        return character_card(b, n, u.members[0]) if is_lone_character(b, u) else formation_card(b, n, piece)
    s = b.strips[i]
    if s.formation < 0:
        return Card(title=strip(n, i), kind=TROOPS[s.troop], facts=[])
    return character_card(b, n, i) if is_character(s) else formation_card(b, n, s.formation)


def span(values: Sequence[int]) -> str:
    """+2, or of several sorts +0 to +2."""
    shown = [f"{v:+d}".replace("-", "−") for v in (min(values), max(values))]
    return shown[0] if shown[0] == shown[1] else " to ".join(shown)


# Facts


def strength(b: Battle, f: int) -> Fact:
    left, full = strength_of(b, f)
    of = b.strips[members(b, f)[0]]
    if full > 1 and b.formations[f].original == 1:
        return Fact(label="Hits", value=f"{left} of {full}", more="left", rules=["FW-114", "FW-116"])
    told = f"of {of.figures} figures" if of.figures > 1 else ""
    return Fact(label="Strips", value=f"{left} of {full}", more=told, rules=["FW-003", "FW-005", "FW-R03"])


def move(b: Battle, f: int) -> Fact:
    """What is left of its move."""
    left, whole = max(0.0, left_to_move(b, f)), allowance(b, f)
    more = "" if left == whole else f"left of {short_inches(whole)}"
    return Fact(label="Move", value=short_inches(left), more=more, rules=MOVES)


def shooting(b: Battle, some: Sequence[Strip]) -> Fact | None:
    """The weapon and its ranges; the first that anybody has."""
    armed = next((s for s in some if s.weapon != Weapon.NONE), None)
    if armed is None:
        return None
    weapon, arquebus = armed.weapon, armed.troop == Troop.ARQUEBUS
    bands = list(dict.fromkeys(d for d in b.rules.shot_range[weapon] if d > 0))
    more = f"{arms(weapon, arquebus)}: {listed([f'{d:g}' for d in bands])} inches"
    return Fact(
        label="Shoots", value=short_inches(max(bands)), more=more, rules=["FW-102", *TABLES[Weapon(weapon)]]
    )


def melee(b: Battle, some: Sequence[int]) -> Fact:
    factors = [type_factor(b, b.strips[i].fights) for i in some]
    least = min(margin_needed(b, i) for i in some)
    verb = "hit" if any(bears(b, b.strips[i]) > 1 for i in some) else "killed"
    rules = ["FW-146", "FW-147", "FW-148", "FW-149", "FW-150", "FW-151", "FW-162", "FW-163"]
    return Fact(label="Melee", value=span(factors), more=f"{verb} when beaten by {least}", rules=rules)


def nerve(b: Battle, f: int) -> Fact:
    if exempt(b, f):
        return Fact(label="Nerve", value="no tests", rules=["FW-047", "FW-142"])
    head, _, rest = NERVES[b.formations[f].nerve].partition(": ")
    return Fact(label="Nerve", value=head, more=rest, rules=["FW-139", "FW-140", "FW-141"])


# Notes


def state_notes(b: Battle, n: Names, f: int) -> Iterator[Fact]:
    """What has befallen a formation this turn, and where it is."""
    u = b.formations[f]
    some = [b.strips[i] for i in members(b, f)]
    stands = any(s.weapon != Weapon.NONE and bound_to_stand(b, s) for s in some)
    known = [
        ("hidden: no enemy sees it", u.hidden, "FW-R114"),
        ("in contact with the enemy", in_contact(b, f), "FW-143"),
        (f"holds {terrain(n, u.building)}: {manned(u.manned)}", u.building >= 0, "FW-046"),
        (f"defends {terrain(n, u.wall)}", u.wall >= 0, "FW-R73"),
        (f"ordered to {ORDERS[u.orders]}", u.orders != Orders.NONE, "FW-R14"),
        ("has charged", u.charging, "FW-155"),
        ("shoots only if it does not move", stands and not u.moved and b.phase < Phase.SHOOTING, "FW-098"),
        ("has moved: it does not shoot", stands and u.moved, "FW-R42"),
        ("has moved", u.moved and not stands, "FW-018"),
        (f"has lost {count(u.casualties, 'strip')} this turn", u.casualties > 0, "FW-129"),
        (f"has seen {count(u.heroes_lost, 'hero', 'heroes')} fall", u.heroes_lost > 0, "FW-127"),
        ("has heard a stirring speech", u.speech, "FW-135"),
        ("has been insulted", u.insulted, "FW-136"),
        ("an enemy spell was aimed at it", u.spelled, "FW-137"),
        ("was pursued", u.pursued and u.nerve == Nerve.RUNNING, "FW-184"),
    ]
    for words, so, rule in known:
        if so:
            yield Fact(label="", value=words, rules=[rule])


def charm_notes(b: Battle, n: Names, charms: Sequence[Charm]) -> Iterator[Fact]:
    """The spells in force, who cast them, and how long they last."""
    told = dict.fromkeys(f"{spell(n, c.spell)}{by(n, c)}, {lasting(b, c)}" for c in charms)
    for words in told:
        yield Fact(label="Spell", value=words, rules=["FW-074", "FW-R91"])


def by(n: Names, c: Charm) -> str:
    return f" by {the_strip(n, c.caster)}" if c.caster >= 0 else ""


def lasting(b: Battle, c: Charm) -> str:
    lasts = b.spells[c.spell].lasts
    if lasts in (Lasts.TURNS, Lasts.DICE):
        return f"{count(c.left, 'turn')} left"
    return DURATIONS[lasts]


def trait_notes(some: Sequence[Strip]) -> Iterator[Fact]:
    known = [
        ("undead", any(s.undead for s in some), "FW-128"),
        ("elves: woods do not slow them", any(s.elf for s in some), "FW-038"),
        ("pikes", any(s.pikes for s in some), "FW-160"),
        ("moves and shoots", any(s.move_and_shoot for s in some), "FW-R42"),
    ]
    for words, so, rule in known:
        if so:
            yield Fact(label="", value=words, rules=[rule])


def flank_notes(b: Battle, n: Names, some: Sequence[int]) -> Iterator[Fact]:
    for i in some:
        if b.strips[i].posted == Posted.FLANK:
            yield Fact(label="", value=f"{strip(n, i)} is {POSTS[Posted.FLANK]}", rules=["FW-R37"])
        if b.strips[i].wounds and not is_single(b.strips[i]):
            yield Fact(label="", value=f"{strip(n, i)}: {hit_words(b, b.strips[i])}", rules=["FW-113"])


# Cards


def formation_card(b: Battle, n: Names, f: int) -> Card:
    u = b.formations[f]
    some = members(b, f)
    strips = [b.strips[i] for i in some]
    facts = [strength(b, f), move(b, f), shooting(b, strips), melee(b, some), nerve(b, f)]
    notes: list[Fact] = []
    if u.building < 0 and len(some) > 1:
        notes.append(Fact(label="", value=shape_words(u), rules=["FW-005", "FW-R09"]))
    if u.character >= 0:
        notes.append(Fact(label="", value=f"with {the_strip(n, u.character)}", rules=["FW-007", "FW-R06"]))
    notes += [*trait_notes(strips), *state_notes(b, n, f), *flank_notes(b, n, some)]
    notes += charm_notes(b, n, charms_on(b, f))
    return Card(
        title=formation(n, f), kind=kind_of(b, f), facts=[x for x in facts if x is not None], notes=notes
    )


def character_card(b: Battle, n: Names, i: int) -> Card:
    """A hero, leader or wizard, alone or with a formation."""
    s = b.strips[i]
    f = s.formation
    most = bears(b, s)
    facts = [
        Fact(label="Hits", value=f"{most - s.wounds} of {most}", more="left", rules=["FW-115"]),
        move(b, f),
        shooting(b, [s]),
        melee(b, [i]),
        power(b, s),
    ]
    alone = b.formations[f].character != i
    notes = [*character_notes(b, n, i, alone), *trait_notes([s])]
    notes += state_notes(b, n, f) if alone else ()
    notes += charm_notes(b, n, charms_on(b, f) if alone else charms_on_strip(b, i))
    notes += spell_notes(b, n, s)
    return Card(title=strip(n, i), kind=ROLES[s.role], facts=[x for x in facts if x is not None], notes=notes)


def power(b: Battle, s: Strip) -> Fact | None:
    if s.mage < 0:
        return None
    m = b.mages[s.mage]
    return Fact(
        label="Power", value=f"{m.points} of {m.stock}", more="points", rules=["FW-063", "FW-066", "FW-R86"]
    )


def character_notes(b: Battle, n: Names, i: int, alone: bool) -> Iterator[Fact]:
    s = b.strips[i]
    if s.cinc:
        yield Fact(
            label="", value=f"commander in chief of {ARMIES[s.army]}", rules=["FW-016", "FW-142", "FW-R66"]
        )
    if not alone:
        yield Fact(label="", value=f"with {the_formation(n, s.formation)}", rules=["FW-007", "FW-R06"])
        if s.posted in (Posted.LEFT, Posted.RIGHT, Posted.BEHIND):
            yield Fact(label="", value=POSTS[s.posted], rules=["FW-R06"])
    if s.deed:
        yield Fact(label="", value=DEEDS[s.deed], rules=["FW-061", "FW-067", "FW-070"])
    if s.duel >= 0:
        yield Fact(label="", value=f"in heroic combat with {the_strip(n, s.duel)}", rules=["FW-174"])


def spell_notes(b: Battle, n: Names, s: Strip) -> Iterator[Fact]:
    """The spells of a mage with what each costs, as far as the viewer may know them [FW-R87]."""
    if s.mage < 0:
        return
    m = b.mages[s.mage]
    known = [k for k in range(b.n_spells) if (m.spells >> k) % 2]
    for k in known:
        points = count(b.spells[k].cost, "point")
        yield Fact(label=spell(n, k), value=points, rules=[f"FW-{rule_of(b, k):03}"])
    if len(known) < b.rules.picks:
        missing = b.rules.picks - len(known)
        yield Fact(
            label="", value=f"{count(missing, 'spell')} that nobody has seen", rules=["FW-064", "FW-R87"]
        )
