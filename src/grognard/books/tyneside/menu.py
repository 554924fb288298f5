"""What people are asked and offered: the ask in plain words, the orders that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from ...battle import plain, with_how
from ...book import Choice
from ...chronicle import count, does, listed
from ...values import Ask, Order
from .asking import describe_ask, describe_order, dice_if, own_groups, retreating
from .barred import barred
from .brief import brief, is_place, passes, title_of
from .checking import check
from .command import is_musician, may_activate, price_of_group, throws_as_relay
from .figures import centre, is_leader, present, strength
from .legality import fires_gun
from .names import Names
from .nearest import groups_near
from .offers import Offer, orders_to
from .plans import may_order
from .refusals import explain
from .state import NOBODY, Act, AskKind, Battle
from .status import is_commanded
from .whim import certain
from .words import the_group

__all__ = ["barred", "choices", "describe_ask", "describe_order", "explain", "group_offers", "told_choices"]

MOST_AIMS = 8  # enemy groups to fire at
MOST_PICKED = 8  # men whom an officer picks out


def choices(b: Battle, names: Names, ask: Ask) -> list[Choice]:
    """Sensible legal orders, each with words and a key of its own."""
    offered = OFFERS[AskKind(ask.kind)](b, names, ask)
    return told_choices(b, names, ask, offered) or [last_resort(b, names, ask)]


def told_choices(b: Battle, names: Names, ask: Ask, offers: Iterable[Offer]) -> list[Choice]:
    """Those of some offers that are legal, each once."""
    found: dict[Order, Choice] = {}
    keys: set[str] = set()
    for o in offers:
        if o.order not in found and (o.legal or check(b, ask, o.order) == 0):
            free = o.key if o.key and o.key not in keys else next(k for k in spare_keys() if k not in keys)
            keys.add(free)
            found[o.order] = choice(b, names, ask, o._replace(key=free))
    return list(found.values())


def choice(b: Battle, n: Names, ask: Ask, offered: Offer) -> Choice:
    """An offer with all its words."""
    o = offered.order
    text = offered.text or describe_order(b, n, o)
    said = brief(b, n, ask, o, text)
    title = title_of(offered.title or said.title)
    more = offered.more or said.more
    return Choice(o, text, offered.key, title, more, said.group, is_place(b, o), passes(ask, o))


def last_resort(b: Battle, n: Names, ask: Ask) -> Choice:
    """Where nothing sensible is left, what the ask always allows: nobody is left without an answer."""
    return choice(b, n, ask, Offer(certain(b, ask), key="1"))


def spare_keys() -> Iterator[str]:
    n = 1
    while True:
        yield str(n)
        n += 1


def done(text: str) -> Offer:
    return Offer(plain(Act.DONE, NOBODY, NOBODY), text, "0")


# One ask after another


def offer_declaring(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    who = the_group(n, ask.actor)
    for act, key, means in (
        (Act.NO, "n", "will neither load nor fire"),
        (Act.YES, "y", "means to load or fire"),
    ):
        dice = count(dice_if(b, ask.actor, act == Act.YES), "command die", "command dice")
        yield Offer(plain(act, ask.actor, NOBODY), f"{who} {means}, and throws {dice}", key)


def offer_commands(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Leaders first: they bring points; then the groups, the cheapest first."""
    pc = ask.actor
    able = [g for g in own_groups(b, ask.side) if may_activate(b, pc, g) == 0]
    for g in sorted(able, key=lambda g: (not is_leader(b.groups[g]), price_of_group(b, pc, g), g)):
        key = n.group_ids[g].lower()
        yield Offer(with_how(Act.ACTIVATE, pc, g, 0), command_words(b, n, pc, g, False), key)
        if is_leader(b.groups[g]) and can_fire(b, g):
            yield Offer(with_how(Act.ACTIVATE, pc, g, 1), command_words(b, n, pc, g, True), f"{key}+")
    yield done(no_more_words(b, n, ask))


def no_more_words(b: Battle, n: Names, ask: Ask) -> str:
    """What becomes of the points, and who is left to go on running."""
    text = "spend no more: what is left is lost"
    back = [the_group(n, g) for g in retreating(b, ask.side, ask.actor)]
    return f"{text}; in retreat without command: {listed(back)}" if back else text


def command_words(b: Battle, n: Names, pc: int, g: int, declares: bool) -> str:
    """Whom, for how much, and what it brings."""
    price = count(price_of_group(b, pc, g), "point")
    who = the_group(n, g)
    if not is_leader(b.groups[g]):
        return f"command {who}: {count(strength(b, g), 'figure')} for {price}"
    dice = count(dice_if(b, g, declares), "die", "dice")
    throws = (
        f", who throws {dice}" if throws_as_relay(b, g) else ", who adds a die" if is_musician(b, g) else ""
    )
    return f"command {who} for {price}{throws}{' and means to load or fire' if declares else ''}"


def can_fire(b: Battle, g: int) -> bool:
    """Has a leader anything to load or fire?"""
    return any(b.rules.weapon_long[w] > 0.0 for w in b.figures[b.groups[g].head].arms)


def offer_orders(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Group by group."""
    for g in own_groups(b, ask.side):
        yield from group_offers(b, n, ask, g)
    yield done("no more orders: the others hold")


def group_offers(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Offer]:
    """What one group can be told in the moves, with keys that name it."""
    if may_order(b, g, ask.side) == 0:
        for o in orders_to(b, n, ask, g):
            yield o._replace(key=f"{n.group_ids[g].lower()}-{o.key}")


def offer_shots(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Group by group; where several may shoot, each shot names its shooter."""
    shots = [list(shots_of_group(b, n, ask, g)) for g in own_groups(b, ask.side)]
    several = sum(bool(some) for some in shots) > 1
    for o in (o for some in shots for o in some):
        yield o._replace(title=shot_title(b, n, ask, o.order)) if several else o
    yield done("no more shots")


def shot_title(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Riflemen fire at Conscripts; a gun is named already."""
    title = brief(b, n, ask, o, "").title
    if fires_gun(b, o.actor, o.other):
        return title
    verb, _, rest = title.partition(" ")
    return f"{does(the_group(n, o.actor), f'{verb}s')} {rest}"


def shots_of_group(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Offer]:
    """At groups, the nearest first; a Player Character also at single men."""
    if not is_commanded(b, g):
        return
    key = n.group_ids[g].lower()
    aims = (plain(Act.FIRE, g, h) for h in groups_near(b, 1 - ask.side, *centre(b, g)))
    legal = (order for order in aims if check(b, ask, order) == 0)
    for m, order in enumerate(islice(legal, MOST_AIMS)):
        yield Offer(order, fire_words(b, n, ask, order), f"{key}-{m + 1}", legal=True)
    if b.groups[g].pc:
        for m, i in enumerate(men_to_pick(b, ask, g)):
            yield Offer(plain(Act.PICK, g, i), key=f"{key}-m{m + 1}", legal=True)


def fire_words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """With the number of shots and what they need."""
    return f"{describe_order(b, n, o)}: {brief(b, n, ask, o, '').more}"


def men_to_pick(b: Battle, ask: Ask, g: int) -> list[int]:
    """Enemies whom an officer may shoot at: leaders first, then the nearest."""
    x, y = centre(b, g)
    foes = [i for i in range(b.n_figures) if b.figures[i].side != ask.side and present(b.figures[i])]
    able = [i for i in foes if check(b, ask, plain(Act.PICK, g, i)) == 0]

    def worth(i: int) -> tuple[bool, float]:
        f = b.figures[i]
        return not is_leader(b.groups[f.group]), (f.x - x) ** 2 + (f.y - y) ** 2

    return sorted(able, key=worth)[:MOST_PICKED]


def offer_following(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    yield Offer(plain(Act.FOLLOW_UP, ask.actor, NOBODY), key="f")
    yield Offer(plain(Act.STAY, ask.actor, NOBODY), key="0")


def offer_victims(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for i in range(b.n_figures):
        if b.figures[i].side != ask.side and present(b.figures[i]):
            yield Offer(plain(Act.STRIKE, ask.actor, i))


OFFERS: dict[AskKind, Callable[[Battle, Names, Ask], Iterator[Offer]]] = {
    AskKind.DECLARE: offer_declaring,
    AskKind.SPEND: offer_commands,
    AskKind.MOVE: offer_orders,
    AskKind.SHOOT: offer_shots,
    AskKind.FOLLOW: offer_following,
    AskKind.VICTIM: offer_victims,
}
