"""Orders that one would look for and may not give now, each with the rule against it."""

from __future__ import annotations

from collections.abc import Iterator

from ...battle import plain
from ...book import Choice
from ...values import Ask
from ...wishes import Wish, Wishes, choice, refused
from .asking import own_formations
from .brief import capital
from .checking import check
from .forces import Names
from .movement import check_mover
from .refusals import RULES, reason
from .routes import casts, characters_of, charges, enemies_near, first_charge, known_spells
from .state import NOBODY, Act, AskKind, Battle, Weapon
from .words import spell, the_formation, the_strip

MOST_AIMS = 2  # enemies that one looks at


def barred(b: Battle, n: Names, ask: Ask) -> list[Choice]:
    """Each wish that a rule stands against."""
    wishes = WISHES[AskKind(ask.kind)](b, n, ask) if ask.kind in WISHES else ()
    found = refused(RULES, check, reason, b, n, ask, wishes)
    return [choice(w, capital(w.title), rule, why) for w, rule, why in found]


def actions(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """Formations that can be told nothing; charges that fail; spells that cannot be cast."""
    for f in own_formations(b, ask.side):
        if check_mover(b, ask.side, f) != 0:
            yield Wish(plain(Act.BREAK_OFF, f, NOBODY), f"order {the_formation(n, f)}", "move")
        else:
            yield from failed_charges(b, n, ask, f)
    for i in characters_of(b, ask.side):
        yield from failed_spells(b, n, ask, i)


def failed_charges(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Wish]:
    for g in enemies_near(b, f)[:MOST_AIMS]:
        if first_charge(b, ask, f, g) is None:
            order = next(charges(b, f, g), None)
            if order is not None:
                yield Wish(order, f"{the_formation(n, f)} to charge {the_formation(n, g)}", "charge")


def failed_spells(b: Battle, n: Names, ask: Ask, i: int) -> Iterator[Wish]:
    """Spells that no target is right for: why the nearest is not."""
    for k in known_spells(b, i):
        tried = list(casts(b, i, k))
        if tried and all(check(b, ask, o) != 0 for o in tried):
            yield Wish(tried[0], f"{the_strip(n, i)} to cast {spell(n, k)}", "cast")


def shots(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """Formations with bows at the nearest enemies."""
    for f in own_formations(b, ask.side):
        u = b.formations[f]
        if any(b.strips[i].weapon != Weapon.NONE for i in u.members[: u.n]):
            for g in enemies_near(b, f)[:MOST_AIMS]:
                title = f"{the_formation(n, f)} to shoot at {the_formation(n, g)}"
                yield Wish(plain(Act.VOLLEY, f, g), title, "shoot")


def words(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """Insults to those who are near, but not near enough."""
    for i in characters_of(b, ask.side):
        for g in enemies_near(b, b.strips[i].formation)[:MOST_AIMS]:
            title = f"{the_strip(n, i)} to insult {the_formation(n, g)}"
            yield Wish(plain(Act.INSULT, i, g), title, "insult")


WISHES: dict[AskKind, Wishes] = {
    AskKind.ACTION: actions,
    AskKind.SHOOT: shots,
    AskKind.SPEECH: words,
}
