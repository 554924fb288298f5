"""Command: the dice of the officers, their points, and the chain that passes them on [TY-017 to TY-038]."""

from __future__ import annotations

from ...table.sweeps import beyond
from ...table.vectors import distance, length
from .figures import NEAR, first, in_contact, is_leader, next_of, radius, stands, strength
from .footing import crosses_enclosed
from .sight import line_open
from .state import Battle, DrummerDice, R, Role

# Reach


def command_reach(b: Battle, i: int, j: int) -> float:
    """50, or 25 where either is in enclosed terrain or the line crosses it [TY-025, TY-026, TY-R39]."""
    f, h = b.figures[i], b.figures[j]
    if crosses_enclosed(b, f.x, f.y, h.x, h.y):
        return b.rules.command_enclosed
    return b.rules.command_open


def commands_figure(b: Battle, i: int, j: int) -> bool:
    """Is figure j inside the command distance of leader figure i [TY-027, TY-R40]?"""
    f, h = b.figures[i], b.figures[j]
    apart = distance(f.x, f.y, h.x, h.y) - radius(b, i) - radius(b, j)
    near = min(b.rules.command_open, b.rules.command_enclosed)  # whatever the ground
    if apart > max(b.rules.command_open, b.rules.command_enclosed) + NEAR:
        return False
    if apart > near + NEAR and apart > command_reach(b, i, j) + NEAR:
        return False
    return b.options.command_needs_los == 0 or line_open(b, f.x, f.y, h.x, h.y)


def in_chain(b: Battle, pc: int, g: int) -> bool:
    """The officer himself, or a leader activated on his behalf who has not been lost [TY-032, TY-034, TY-036]."""
    u = b.groups[g]
    return g == pc or (u.relay and u.commander == pc and stands(b, g))


# Prices


def is_loyal(b: Battle, g: int, leader: int) -> bool:
    """Is a group Loyal to a leader [TY-003]?"""
    return b.groups[g].loyal >> leader & 1 != 0


def price_under(b: Battle, j: int, leader: int) -> int:
    """What a figure costs through one leader: 1 if Loyal, 2 if Disloyal or a Router [TY-028, TY-029, TY-030, TY-R37]."""
    g = b.figures[j].group
    if b.groups[g].router:
        return b.rules.price_router
    return b.rules.price_loyal if is_loyal(b, g, leader) else b.rules.price_disloyal


def price_of_figure(b: Battle, pc: int, j: int) -> int:
    """The cheapest way through the chain inside whose reach a figure stands; 0: none reaches it [TY-R36]."""
    return cheapest_price(b, list_chain(b, pc), j)


def list_chain(b: Battle, pc: int) -> int:
    """The leaders through whom an officer commands, on the paper; how many."""
    n = 0
    for k in range(b.n_groups):
        if in_chain(b, pc, k) and b.groups[k].side == b.groups[pc].side:
            b.paper.chain[n] = k
            n += 1
    return n


def cheapest_price(b: Battle, n: int, j: int) -> int:
    """What a figure costs through the leaders on the paper."""
    best = 0
    for m in range(n):
        k = b.paper.chain[m]
        if commands_figure(b, first(b, k), j):
            price = price_under(b, j, k)
            if best == 0 or price < best:
                best = price
    return best


def price_of_group(b: Battle, pc: int, g: int) -> int:
    """What all of a group cost together; 0: somebody is out of reach, so nobody is commanded [TY-031, TY-035]."""
    return price_through(b, list_chain(b, pc), g)


def price_through(b: Battle, n: int, g: int) -> int:
    """The same, through the leaders on the paper."""
    total = 0
    for m in range(n):
        if is_cheapest(b, g, b.paper.chain[m]) and has_all_near(b, b.paper.chain[m], g):
            return strength(b, g) * price_under(b, first(b, g), b.paper.chain[m])
    j = first(b, g)
    while j >= 0:
        price = cheapest_price(b, n, j)
        if price == 0:
            return 0
        total += price
        j = next_of(b, j)
    return total


def is_cheapest(b: Battle, g: int, leader: int) -> bool:
    """Is a group nowhere cheaper than through this leader?"""
    return b.groups[g].router or is_loyal(b, g, leader)


def has_all_near(b: Battle, leader: int, g: int) -> bool:
    """Are all of a group so near to a leader that he plainly commands them: in the open, or whatever the ground?"""
    f, u = b.figures[first(b, leader)], b.groups[g]
    across = max(f.x - u.left, u.right - f.x)
    along = max(f.y - u.low, u.high - f.y)
    near = min(b.rules.command_open, b.rules.command_enclosed)
    if no_close_about(b, min(f.x, u.left), min(f.y, u.low), max(f.x, u.right), max(f.y, u.high)):
        near = b.rules.command_open
    return b.options.command_needs_los == 0 and length(across, along) - f.radius <= near


def no_close_about(b: Battle, left: float, low: float, right: float, high: float) -> bool:
    """Is there no enclosed terrain in an upright box?"""
    for m in range(b.n_closes):
        if not beyond(b.ground.pieces[b.closes[m]], left, low, right, high):
            return False
    return True


def purse_of(b: Battle, pc: int, g: int) -> int:
    """The points that may pay for a group: one pool, or that of the leader who reaches it [TY-R32]."""
    if b.options.command_pool == 0:
        return b.groups[pc].points
    most = 0
    for k in range(b.n_groups):
        if in_chain(b, pc, k) and reaches_all(b, k, g):
            most = max(most, b.groups[k].points)
    return most


def reaches_all(b: Battle, leader: int, g: int) -> bool:
    j = first(b, g)
    while j >= 0:
        if not commands_figure(b, first(b, leader), j):
            return False
        j = next_of(b, j)
    return True


# Who may be activated


def may_activate(b: Battle, pc: int, g: int) -> int:
    """0, or the rule that forbids an officer to activate a group now; its price is noted on the paper."""
    return may_activate_through(b, pc, list_chain(b, pc), g)


def may_activate_through(b: Battle, pc: int, n: int, g: int) -> int:
    """The same, through the leaders on the paper."""
    if not 0 <= g < b.n_groups or b.groups[g].side != b.groups[pc].side or not stands(b, g):
        return 27
    u = b.groups[g]
    if u.pc:
        return R + 42  # officers do not activate each other
    if u.commander >= 0:
        return R + 42  # a figure is activated by one of them only
    if u.role == Role.CREW:
        return 80  # crews are commanded always
    price = price_through(b, n, g)
    b.paper.price = price
    if price == 0:
        return 35 if not is_leader(u) else 27
    return R + 31 if price > purse_of(b, pc, g) else 0


def can_activate_any(b: Battle, pc: int) -> bool:
    n = list_chain(b, pc)
    for g in range(b.n_groups):
        if b.groups[g].side == b.groups[pc].side and can_activate(b, pc, n, g):
            return True
    return False


def can_activate(b: Battle, pc: int, n: int, g: int) -> bool:
    """May an officer activate a group now, through the leaders on the paper?  The price of one that plainly costs more
    than he has is not reckoned."""
    if b.options.command_pool == 0 and least_price(b, g) > b.groups[pc].points:
        return False
    return may_activate_through(b, pc, n, g) == 0


def least_price(b: Battle, g: int) -> int:
    """What it costs at the least to activate a group, whoever does [TY-029, TY-030]."""
    return min(b.rules.price_loyal, min(b.rules.price_disloyal, b.rules.price_router)) * strength(b, g)


# Dice


def loses_a_die(b: Battle, g: int) -> int:
    """1: he is in base contact; 2: he means to load or fire; 0: neither [TY-023, TY-R35]."""
    if in_contact(b, first(b, g)):
        return 1
    return 2 if b.groups[g].declared else 0


def dice_of(b: Battle, g: int) -> int:
    """4, 3 or 2 by class, one fewer if he is busy, never none.

    [TY-020, TY-021, TY-022, TY-023, TY-R35, EC-017, PS-021, PS-R05]"""
    n = b.rules.command_dice[b.figures[first(b, g)].quality]
    if loses_a_die(b, g) != 0:
        n -= 1
    return max(1, n)


def throws_as_relay(b: Battle, g: int) -> bool:
    """NCOs and other officers; drummers and buglers unless they only add a die [TY-032, TY-033, TY-R34, TY-R41]."""
    u = b.groups[g]
    if u.role == Role.DRUMMER or u.role == Role.BUGLER:
        return b.options.drummer_dice == DrummerDice.BOTH
    return is_leader(u)


def is_musician(b: Battle, g: int) -> bool:
    return b.groups[g].role == Role.DRUMMER or b.groups[g].role == Role.BUGLER


def has_musician(b: Battle, pc: int) -> bool:
    """Has a drummer or bugler already added his die for this officer [TY-024]?"""
    for g in range(b.n_groups):
        if b.groups[g].commander == pc and is_musician(b, g):
            return True
    return False
