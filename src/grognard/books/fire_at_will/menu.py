"""What people are asked and offered: the ask in plain words, the orders that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from ...battle import plain
from ...book import Choice
from ...values import Ask, Order
from .asking import describe_ask, describe_order, own_formations
from .barred import barred
from .brief import Brief, brief, capital, is_place, passes
from .checking import check
from .forces import Names
from .offers import Offer, manoeuvres, orders_to
from .offers_magic import offer_spells, orders_to_mage
from .refusals import explain
from .routes import characters_of, done, enemies_near, formations_near
from .shooting import is_ready
from .spell_targets import target_formation, target_strip
from .state import NOBODY, Act, Aim, AskKind, Battle
from .strips import character_of, is_lone_character
from .whim import certain
from .words import formation_piece, strip_piece

__all__ = [
    "barred",
    "choices",
    "describe_ask",
    "describe_order",
    "explain",
    "formation_offers",
    "told_choices",
]

LONGEST = 64  # letters of a title
MOST_AIMS = 6  # formations to shoot at, to speak to, to insult
MOST_PICKED = 4  # strips that one strip may pick out


def choices(b: Battle, names: Names, ask: Ask) -> list[Choice]:
    """Sensible legal orders, each with words and a key of its own."""
    offered = OFFERS[AskKind(ask.kind)](b, names, ask)
    return told_choices(b, names, ask, offered) or [last_resort(b, names, ask)]


def told_choices(b: Battle, names: Names, ask: Ask, offers: Iterable[Offer]) -> list[Choice]:
    """Those of some offers that are legal, each once."""
    found: dict[Order, Choice] = {}
    keys: set[str] = set()
    for o in offers:
        if o.order not in found and check(b, ask, o.order) == 0:
            free = o.key if o.key and o.key not in keys else next(k for k in spare_keys() if k not in keys)
            keys.add(free)
            found[o.order] = choice(b, names, ask, o._replace(key=free))
    return list(found.values())


def choice(b: Battle, n: Names, ask: Ask, offered: Offer) -> Choice:
    """An offer with all its words."""
    o = offered.order
    text = offered.text or describe_order(b, n, o)
    said = answer(b, n, ask, o, text)
    title, more = title_of(offered.title or said.title), offered.more or said.more
    place, ends = is_place(b, o), passes(ask, o)
    return Choice(o, text, offered.key, title, shorter(more), said.group, place, ends, at=aimed_at(b, n, o))


def aimed_at(b: Battle, n: Names, o: Order) -> tuple[int, ...]:
    """The piece that a spell is cast at, if it is cast at one that stands on the table."""
    if o.kind != Act.CAST or b.spells[o.how].aim in (Aim.NOTHING, Aim.PLACE, Aim.DEAD):
        return ()
    i = target_strip(b, o.how, o)
    return (strip_piece(n, i) if i >= 0 else formation_piece(target_formation(b, o.how, o)),)


def answer(b: Battle, n: Names, ask: Ask, o: Order, text: str) -> Brief:
    """What stands on the button; of a commander in chief, whether he stays or runs with the others."""
    if ask.kind == AskKind.STAY:
        return (
            Brief("stay behind, alone", "", "rout")
            if o.kind == Act.YES
            else Brief("run", "with them", "rout")
        )
    if ask.kind == AskKind.PURSUE and o.kind == Act.NO:
        return Brief("no pursuit", "they stay where they are", "pursue")
    return brief(b, n, ask, o, text)


def title_of(text: str) -> str:
    """A title that fits."""
    text = capital(text)
    return text if len(text) <= LONGEST else text[: LONGEST - 3].rstrip() + "..."


def shorter(text: str, most: int = 110) -> str:
    return text if len(text) <= most else text[: most - 3].rstrip() + "..."


def last_resort(b: Battle, n: Names, ask: Ask) -> Choice:
    """Where nothing sensible is left, what the ask always allows: nobody is left without an answer."""
    return choice(b, n, ask, Offer(certain(b, ask), key="1"))


def spare_keys() -> Iterator[str]:
    n = 1
    while True:
        yield str(n)
        n += 1


def enough(text: str) -> Offer:
    return Offer(done(), text, "0")


# One ask after another


def offer_initiative(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    yield Offer(plain(Act.FIRST, NOBODY, NOBODY), key="1")
    yield Offer(plain(Act.SECOND, NOBODY, NOBODY), key="2")


def offer_orders(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for act, key in ((Act.HOLD, "h"), (Act.ADVANCE_ORDER, "a"), (Act.CHARGE_ORDER, "c")):
        yield Offer(plain(act, ask.actor, NOBODY), key=key)


def offer_words(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Each character to his own men and those near, and at the enemies near."""
    for i in characters_of(b, ask.side):
        key, f = n.strip_ids[i].lower(), b.strips[i].formation
        own = [] if is_lone_character(b, b.formations[f]) else [f]
        for m, g in enumerate([*own, *formations_near(b, ask.side, f)[:MOST_AIMS]]):
            yield Offer(plain(Act.SPEECH, i, g), key=f"{key}-s{m}")
        for m, g in enumerate(enemies_near(b, f)[:MOST_AIMS]):
            yield Offer(plain(Act.INSULT, i, g), key=f"{key}-i{m + 1}")
    yield enough("no more speeches and insults")


def offer_tests(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for f in own_formations(b, ask.side):
        yield Offer(plain(Act.TEST, f, NOBODY), key=n.ids[f].lower())
    yield enough("no more tests: the others stay halted")


def offer_actions(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Formation by formation, the one in hand first."""
    own = own_formations(b, ask.side)
    for f in sorted(own, key=lambda f: f != ask.actor):
        yield from formation_offers(b, n, ask, f)
    yield enough("no more: the others stay where they are")


def formation_offers(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """What one formation and its character can be told, with keys that name it."""
    key = n.ids[f].lower()
    yield from (o._replace(key=f"{key}-{o.key}") for o in orders_to(b, n, ask, f))
    i = character_of(b, b.formations[f])
    if i >= 0:
        key = n.strip_ids[i].lower()
        yield from (o._replace(key=f"{key}-{o.key}") for o in orders_to_mage(b, n, ask, i))


def offer_forced(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """A manoeuvre of the enemy's."""
    if b.formations[ask.actor].n > 0:
        yield from manoeuvres(b, n, ask, ask.actor)
    yield enough("that is far enough")


def offer_shots(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for f in own_formations(b, ask.side):
        yield from shots_of(b, n, ask, f)
    yield enough("no more shots")


def shots_of(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """All of a formation at one, the nearest first; each strip at the strips that it may pick."""
    u, key = b.formations[f], n.ids[f].lower()
    ready = [i for i in u.members[: u.n] if is_ready(b, i)]
    if not ready:
        return
    aims = [g for g in enemies_near(b, f)[:MOST_AIMS] if check(b, ask, plain(Act.VOLLEY, f, g)) == 0]
    for m, g in enumerate(aims):
        yield Offer(plain(Act.VOLLEY, f, g), key=f"{key}-{m + 1}")
    foes = [j for g in aims for j in b.formations[g].members[: b.formations[g].n]]
    for k, i in enumerate(ready):
        shots = (o for j in foes if check(b, ask, o := plain(Act.SHOOT, i, j)) == 0)
        for m, order in enumerate(islice(shots, MOST_PICKED)):
            yield Offer(order, key=f"{key}-{k + 1}{'abcd'[m]}")


def offer_strips(act: int) -> Callable[[Battle, Names, Ask], Iterator[Offer]]:
    """Of whom the question is: any strip that the rules let one name."""

    def offers(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
        for j in range(b.n_strips):
            yield Offer(plain(act, ask.actor, j))

    return offers


def offer_pursuit(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for f in own_formations(b, ask.side):
        yield Offer(plain(Act.PURSUE, f, ask.other), key=n.ids[f].lower())
    yield Offer(plain(Act.NO, ask.actor, ask.other), "nobody pursues", "0")


def offer_staying(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    yield Offer(plain(Act.YES, ask.actor, ask.other), key="y")
    yield Offer(plain(Act.NO, ask.actor, ask.other), "he runs with them", "n")


OFFERS: dict[AskKind, Callable[[Battle, Names, Ask], Iterator[Offer]]] = {
    AskKind.SPELLS: offer_spells,
    AskKind.INITIATIVE: offer_initiative,
    AskKind.ORDERS: offer_orders,
    AskKind.SPEECH: offer_words,
    AskKind.TEST: offer_tests,
    AskKind.ACTION: offer_actions,
    AskKind.FORCED: offer_forced,
    AskKind.SHOOT: offer_shots,
    AskKind.FIGHT: offer_strips(Act.JOIN_FIGHT),
    AskKind.LEAD: offer_strips(Act.LEAD),
    AskKind.VICTIM: offer_strips(Act.STRIKE),
    AskKind.PURSUE: offer_pursuit,
    AskKind.STAY: offer_staying,
    AskKind.DUEL: offer_strips(Act.JOIN_FIGHT),
}
