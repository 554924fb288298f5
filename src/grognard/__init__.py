"""Grognard: an umpire for miniature wargames.  It plays, adjudicates, explains and simulates whole rulebooks.

>>> import grognard
>>> game = grognard.open("the-chateau-road", seed=6, blue="person", red="drill")
>>> game.question
'Blue: go first or second in what comes next, generals? [FH-010, FH-R01]'
>>> [choice.text for choice in game.choices()]
['go first', 'go second']
>>> game.give("first")
>>> game.give("move GA 34.0 30.0")
Traceback (most recent call last):
grognard.game.Refused: Blue army general would ride 27.0 inches; a general's move is 15.0 inches [FH-R13]
>>> game.give("attach GA B1")
>>> game.chronicle[-1].text, game.chronicle[-1].rules
('Blue army general joins Guard Grenadiers', ('FH-R13',))
>>> game.undo()
>>> game.save("morning.battle")
>>> grognard.load("morning.battle").hash == game.hash
True
>>> game.fork(blue="drill").outcome.winner in ("blue", "red", "draw")
True

An order is an `Order`, one of `game.choices()`, or its words as a saved battle writes them.  `game.ask` is
None when nobody is asked: then the battle is over (`game.outcome`), or people roll their own dice and
`game.roll_wanted` says which (`game.give_dice([4, 1])`).  `game.odds(order)` are the chances of what an order
leads to, `grognard.replay(path)` the moments of a saved battle, one by one."""

from __future__ import annotations

from importlib.metadata import version

from .game import Game, Mismatch, Moment, Refused, Roll, replay
from .game import open_game as open
from .problems import Problem
from .values import Ask, Order

__version__ = version("grognard")

load = Game.load

__all__ = [
    "Ask",
    "Game",
    "Mismatch",
    "Moment",
    "Order",
    "Problem",
    "Refused",
    "Roll",
    "load",
    "open",
    "replay",
]
