"""Orders of the family on a button: a title, a second line, and which sort of order it is."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import NamedTuple

from ...bearings import turn, way
from ...chronicle import count, shape_words
from ...values import Ask, Order
from .asking import AT_LENGTH, dice_if, gait_words, gun_words, has_to_load, the_engine
from .command import price_of_group, purse_of, throws_as_relay
from .early_19th.gatling import gatling_shots, is_gatling
from .figures import centre, first, gap, group_gap, is_leader, strength, wounded_in
from .guns import dice_of_shot, gun_band, lane_range
from .legality import fires_gun
from .names import Names
from .plans import facing_of
from .shooting import limit_square, list_shooters, missile_at, ratio_for, share_of, to_hit, uses_ratio
from .state import Act, AskKind, Battle
from .words import GUN_BANDS, figure, short_cm, the_group, wind

HARDLY = 0.05  # cm: as good as on the spot
LONGEST = 64  # letters of a title
PLACES = (Act.MARCH, Act.FORM, Act.STEP, Act.MANHANDLE, Act.DRIVE)  # orders that say where
PASSES = (Act.DONE, Act.STAY)


class Brief(NamedTuple):
    title: str
    more: str = ""
    group: str = "answer"


def brief(b: Battle, n: Names, ask: Ask, o: Order, text: str) -> Brief:
    """What stands on the button; orders that say enough already keep their words."""
    words = BRIEFS.get(o.kind)
    return words(b, n, ask, o) if words is not None else Brief(text)


def is_place(b: Battle, o: Order) -> bool:
    """Are its x and y a place on the table?  Civilians may be told to leave it."""
    return o.kind in PLACES and 0 <= o.x <= b.ground.width and 0 <= o.y <= b.ground.depth


def passes(ask: Ask, o: Order) -> bool:
    """Does it let the question pass?"""
    return o.kind in PASSES or (o.kind == Act.NO and ask.kind == AskKind.DECLARE)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def title_of(text: str) -> str:
    """A title that fits."""
    text = capital(text)
    return text if len(text) <= LONGEST else text[: LONGEST - 3].rstrip() + "..."


# Command


def activate(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """Who, what he costs, and what is left; a leader throws dice."""
    price = price_of_group(b, ask.actor, o.other)
    left = purse_of(b, ask.actor, o.other) - price
    cost = f"{count(price, 'point')}, {left} left"
    if is_leader(b.groups[o.other]):
        also = ", and may load or fire" if o.how else ""
        throws = f", throws {dice_words(b, o)}" if throws_as_relay(b, o.other) else ""
        return Brief(the_group(n, o.other) + also, cost + throws, "leader")
    return Brief(the_group(n, o.other), f"{men_words(b, o.other)}, {cost}", "troops")


def dice_words(b: Battle, o: Order) -> str:
    return count(dice_if(b, o.other, o.how != 0), "die", "dice")


def men_words(b: Battle, g: int) -> str:
    """10 figures, 2 wounded."""
    men, hurt = strength(b, g), wounded_in(b, g)
    return count(men, "figure") + (f", {hurt} wounded" if hurt else "")


# Moves


def march(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """Forward, half right, back, as the men would say it; on the spot it is a turn."""
    x, y = centre(b, o.actor)
    fx, fy = facing_of(b, o.actor)
    dx, dy = o.x - x, o.y - y
    far = hypot(dx, dy)
    if far <= HARDLY:
        return Brief(f"face {wind(o.fx, o.fy)}", f"turn {turn(fx, fy, o.fx, o.fy)}", "turn")
    then = f", facing {wind(o.fx, o.fy)}" if wind(o.fx, o.fy) != wind(fx, fy) else ""
    pace = gait_words(b, o.actor, o.how)
    return Brief(f"move {way(fx, fy, dx, dy)}{pace}", f"{short_cm(far)} {wind(dx, dy)}{then}", "move")


def form(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"form {shape_words(strength(b, o.actor), o.other)}", f"facing {wind(o.fx, o.fy)}", "shape")


def step(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    f = b.figures[o.actor]
    dx, dy = o.x - f.x, o.y - f.y
    return Brief(f"{figure(n, o.actor)} alone", f"{short_cm(hypot(dx, dy))} {wind(dx, dy)}", "one man")


def charge(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    away = f"{short_cm(max(0.0, group_gap(b, o.actor, o.other)))} away"
    if o.how >= AT_LENGTH:
        return Brief(f"charge {the_group(n, o.other)}", f"{away}, at a pike's length", "charge")
    pace = gait_words(b, o.actor, o.how).strip()
    return Brief(f"charge {the_group(n, o.other)}", away + (f", {pace}" if pace else ""), "charge")


def join(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"join {the_group(n, o.other)}", men_words(b, o.other), "join")


def hold(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief("hold", "halt, and load" if has_to_load(b, o.actor) else "halt", "hold")


# Guns


def engine_move(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    e = b.engines[b.groups[o.actor].engine]
    dx, dy = o.x - e.x, o.y - e.y
    verb = "manhandle" if o.kind == Act.MANHANDLE else "drive"
    title = f"{verb} {gun_words(b, n, o.actor)} {way(e.fx, e.fy, dx, dy)}"
    return Brief(title, f"{short_cm(hypot(dx, dy))} {wind(dx, dy)}", "gun")


def pivot(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    e = b.engines[b.groups[o.actor].engine]
    more = f"{turn(e.fx, e.fy, o.fx, o.fy)}, to face {wind(o.fx, o.fy)}"
    return Brief(f"turn {gun_words(b, n, o.actor)}", more, "gun")


def limber(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    verb = "limber" if o.kind == Act.LIMBER else "unlimber"
    done = b.engines[b.groups[o.actor].engine].work + 1
    return Brief(f"{verb} {gun_words(b, n, o.actor)}", f"turn {done} of {b.rules.limber_turns}", "gun")


# Shooting


def fire(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    if fires_gun(b, o.actor, o.other):
        return gun_fire(b, n, o)
    return Brief(f"fire at {the_group(n, o.other)}", volley(b, o.actor, o.other), "fire")


def volley(b: Battle, g: int, h: int) -> str:
    """How many shots, how far, and what the best of them needs."""
    found = list_shooters(b, g, h)
    able = [(b.paper.shooters[k], b.paper.label[k]) for k in range(found)]
    who = those_who_shoot(b, g, able)
    shots = limit_square(b, g, len(who))
    aims = who[:shots] or able
    need = min((to_hit(b, i, j) for i, j in aims), default=0)
    near = min((gap(b, i, j) for i, j in aims), default=0.0)
    return f"{count(shots, 'shot')}, {short_cm(max(0.0, near))} away, hits on {need} or more of a D8"


def those_who_shoot(b: Battle, g: int, aims: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """All who can, or the book's proportion of them, weapon by weapon, the nearest [TY-R47, TY-R48]."""
    if not uses_ratio(b, g):
        return aims
    weapons: dict[int, list[tuple[int, int]]] = {}
    for i, j in aims:
        weapons.setdefault(missile_at(b, i, gap(b, i, j)), []).append((i, j))
    kept: set[tuple[int, int]] = set()
    for weapon, men in weapons.items():
        share = share_of(b, len(men), ratio_for(b, men[-1][0], weapon))
        kept |= set(sorted(men, key=lambda aim: gap(b, *aim))[:share])
    return [aim for aim in aims if aim in kept]


def gun_fire(b: Battle, n: Names, o: Order) -> Brief:
    k = b.groups[o.actor].engine
    title = f"fire {the_engine(n, k)} at {the_group(n, o.other)}"
    if is_gatling(b, k):
        return Brief(title, f"{count(gatling_shots(b, k), 'shot')}", "fire")
    d = lane_range(b, k, o.other)
    dice = count(dice_of_shot(b, o.other), "die", "dice")
    return Brief(title, f"{short_cm(d)} away, {GUN_BANDS.get(gun_band(b, d), 'no')} range, {dice}", "fire")


def pick(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    i = first(b, o.actor)
    more = f"{short_cm(max(0.0, gap(b, i, o.other)))} away, hits on {to_hit(b, i, o.other)} or more of a D8"
    return Brief(f"shoot at {figure(n, o.other)}", more, "pick out")


# Melee


def strike(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(figure(n, o.other), "wounded already" if b.figures[o.other].wounded else "", "victim")


def says(title: str, more: str, group: str) -> Callable[[Battle, Names, Ask, Order], Brief]:
    def words(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
        return Brief(title, more, group)

    return words


def declare(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """His dice either way."""
    yes = o.kind == Act.YES
    dice = count(dice_if(b, ask.actor, yes), "command die", "command dice")
    return Brief("yes, load or fire" if yes else "no, only command", dice)


BRIEFS: dict[int, Callable[[Battle, Names, Ask, Order], Brief]] = {
    Act.YES: declare,
    Act.NO: declare,
    Act.ACTIVATE: activate,
    Act.HOLD: hold,
    Act.MARCH: march,
    Act.FORM: form,
    Act.STEP: step,
    Act.CHARGE: charge,
    Act.TAKE_COVER: says("take cover", "the nearest", "cover"),
    Act.SQUARE: says("form square", "half a move; no flanks, and no moving", "shape"),
    Act.CIRCLE: says("form a circle", "half a move; no flanks, and no moving", "shape"),
    Act.REFORM: says("open out again", "half a move", "shape"),
    Act.MOUNT: says("mount", "half a move", "horses"),
    Act.DISMOUNT: says("dismount", "half a move", "horses"),
    Act.JOIN: join,
    Act.LIMBER: limber,
    Act.UNLIMBER: limber,
    Act.PIVOT: pivot,
    Act.MANHANDLE: engine_move,
    Act.DRIVE: engine_move,
    Act.SERVE: lambda b, n, ask, o: Brief(f"serve {the_engine(n, o.other)}", "in place of its crew", "gun"),
    Act.HITCH_UP: says("hitch up the petticoats", "half a move, and faster from then on", "shape"),
    Act.FIRE: fire,
    Act.PICK: pick,
    Act.FOLLOW_UP: says("follow up", "straight ahead, into contact", "melee"),
    Act.STAY: says("stay", "where they stand", "melee"),
    Act.STRIKE: strike,
}
