"""The rules as a page reads them: found by words, with rulings, options and neighbours; options and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from ..book import BOOKS, Book, book
from ..catalogue import Catalogue, Rule, of_book
from ..finding import search, snippet
from ..options import About, amounts_of, options_of
from ..problems import Problem
from ..prose import full_text
from ..saved import write_value
from ..tables import Override, option_words
from .eyes import Eyes
from .messages import (
    CitedTold,
    Numbers,
    NumberTold,
    OptionTold,
    RuleFound,
    RuleNow,
    RulesFound,
    RuleTold,
    ValueTold,
)

MOST_CITED = 40  # pieces to which a rule applies now


def catalogue_of(of: Book) -> Catalogue:
    return of_book(of.folder, of.prefix)


def rules_found(of: Book, wanted: str) -> RulesFound:
    """The rules that are meant by some words, the likeliest first."""
    return RulesFound(found=[in_list(rule, wanted) for rule in search(of.folder, of.prefix, wanted)])


def in_list(rule: Rule, wanted: str = "") -> RuleFound:
    return RuleFound(id=rule.id, chapter=rule.section or rule.chapter, text=snippet(rule, wanted))


def rule_told(of: Book, id: str, values: dict[str, str] | None = None) -> RuleTold:
    """A rule with all that belongs to it; values: the options in force, by their bare names."""
    catalogue = catalogue_of(of)
    if id not in catalogue:
        return rule_of_sister(of, id)
    rule, rules = catalogue[id], catalogue.rules
    at = rules.index(rule)
    own = {*rule.options, *chain.from_iterable(catalogue[i].options for i in rule.sees if i in catalogue)}
    return RuleTold(
        id=rule.id,
        chapter=rule.section or rule.chapter,
        text=full_text(rule),
        listed=snippet(rule, ""),
        options=list(rule.options),
        rulings=list(rule.sees),
        sees=[full(catalogue[i]) for i in rule.sees if i in catalogue],
        seen_by=[in_list(r) for r in rules if id in r.sees],
        choices=[
            option_told(of, a, values) for a in options_of(of.folder, of.prefix) if a.option.name in own
        ],
        previous=in_list(rules[at - 1]) if at > 0 else None,
        next=in_list(rules[at + 1]) if at + 1 < len(rules) else None,
    )


def rule_of_sister(of: Book, id: str) -> RuleTold:
    """A rule that only another book of the same family has: texts that they share may speak of it."""
    sisters = [other for other in map(book, BOOKS) if other.package == of.package]
    other = next((other for other in sisters if id in catalogue_of(other)), None)
    if other is None:
        raise Problem(f"{of.id} has no rule {id}")
    told = rule_told(other, id)
    return told.model_copy(update={"chapter": f"{other.title}: {told.chapter}"})


def full(rule: Rule) -> RuleFound:
    return RuleFound(id=rule.id, chapter=rule.section or rule.chapter, text=full_text(rule))


# Options and numbers


def options_told(of: Book) -> list[OptionTold]:
    return [option_told(of, about) for about in options_of(of.folder, of.prefix)]


def option_told(of: Book, about: About, values: dict[str, str] | None = None) -> OptionTold:
    option = about.option
    bare = option.name.removeprefix(of.prefix + ".")
    return OptionTold(
        name=option.name,
        ruling=option.ruling,
        default=option.default,
        values=list(option.values),
        label=about.label,
        readings=[ValueTold(value=r.value, means=r.means) for r in about.readings],
        number=option.open,
        value="" if values is None else values.get(bare, option.default),
    )


def in_force(of: Book, battle: Any, house: Override) -> dict[str, str]:
    """The options of a game, and the numbers it has changed."""
    changed = {name.removeprefix(of.prefix + "."): str(value) for name, value in house.items()}
    return changed | option_words(battle.options)


def numbers_told(of: Book) -> Numbers:
    """The book's own numbers, which house rules may change."""
    return Numbers(
        numbers=[
            NumberTold(name=a.name, value=write_value(a.value), label=a.label, rules=list(a.rules))
            for a in amounts_of(of.folder, of.prefix)
        ]
    )


# A rule on the table


def rule_now(eyes: Eyes, id: str, house: Override) -> RuleNow:
    """A rule, and where it applies now: the pieces whose cards cite it, the orders it forbids."""
    told = rule_told(eyes.book, id, in_force(eyes.book, eyes.battle, house))
    cited = [*cards(eyes, id), *forbidden(eyes, id)]
    return RuleNow(
        rule=told, cited=cited[:MOST_CITED], asked=f"{id}," in f"{eyes.question},".replace("]", ",")
    )


def cards(eyes: Eyes, id: str) -> Iterator[CitedTold]:
    """What has happened to pieces first, then what they are."""
    found = [(p.number, eyes.card(p.number)) for p in eyes.scene.pieces]
    for piece, card in found:
        yield from (CitedTold(piece=piece, text=f.value) for f in card.notes if id in f.rules)
    for piece, card in found:
        facts = (f for f in card.facts if id in f.rules)
        yield from (CitedTold(piece=piece, text=f"{f.label} {f.value} {f.more}".strip()) for f in facts)


def forbidden(eyes: Eyes, id: str) -> Iterator[CitedTold]:
    """Orders that this rule stands against now."""
    if eyes.yours:
        pieces = {p.handle: p.number for p in eyes.scene.pieces}
        for c in eyes.barred:
            if c.rule == id:
                yield CitedTold(piece=actor_of(eyes, c.order.kind, c.order.actor, pieces), text=c.text)


def actor_of(eyes: Eyes, act: int, actor: int, pieces: dict[str, int]) -> int:
    """The piece that an order is for, or -1."""
    kind = eyes.book.nouns(eyes.asked().kind, act).actor
    handles = [] if kind == "number" else eyes.names.handles(kind)
    return pieces.get(handles[actor], -1) if 0 <= actor < len(handles) else -1
