"""Outside the rules: morale tests, adjudicated on their own."""

from __future__ import annotations

from collections.abc import Callable

from ...book import Situation
from ...inputs import choice, flag, inches, number
from ...problems import Problem
from . import morale as morales
from .nerves import exempt
from .ruling_melee import result_of_rout
from .situations import (
    BLUE,
    MIDDLE,
    NORTH,
    RED,
    SOUTH,
    Given,
    Result,
    Scene,
    figure,
    is_character_figure,
    last,
    procedure,
)
from .state import Battle, Check, Ev, Nerve, Posted, Trigger

MOST = 6  # strips of a formation
ENEMIES = 18
FAR = 40.0  # inches
CHECKS = {
    "loss": Check.AFTER_MELEE,
    "choice": Check.CHOSEN,
    "halted": Check.TO_ADVANCE,
    "running": Check.TO_STOP,
}
CHARACTERS = ("nobody", "leader", "hero")


@procedure(
    "morale",
    "FW-122 FW-123 FW-125 FW-126 FW-127 FW-128 FW-129 FW-130 FW-131 FW-132 FW-133 FW-134 FW-135 FW-136 FW-137 FW-138 "
    "FW-139 FW-140 FW-141 FW-R54 FW-R58 FW-R59 FW-R60 FW-R61 FW-R62 FW-R63",
    "result",
    figure("", "Blue, who test", "axemen"),
    number("strips", "of Blue that are left", 5, "strips", 1, MOST),
    choice("why", "why they test: a loss, their player's choice, halted or running [FW-R63]", tuple(CHECKS)),
    choice("character", "who is with them [FW-134]", CHARACTERS),
    number("casualties", "strips of theirs lost this turn [FW-129]", 1, "strips", 0, MOST),
    number("heroes_lost", "heroes and leaders lost in their sight this turn [FW-127]", 0, "heroes", 0, MOST),
    flag("speech", "a stirring speech [FW-135]"),
    flag("insult", "an insult of the enemy's [FW-136]"),
    flag("spell", "an enemy spell was aimed at them [FW-137]"),
    figure("enemy_", "Red, before them", "orc_infantry"),
    number("enemy_strips", "of Red; 0: nobody is there [FW-130]", 6, "strips", 0, ENEMIES),
    inches("distance", "from Red; 0: they fight [FW-R59]", 0.0, FAR, 0.0),
)
def morale(scene: Scene, given: Given) -> Situation:
    """A morale test, with what fights and faces the formation, and what it leads to."""
    blue = scene.formation(BLUE, "Blue", given["figure"], given["strips"])
    if given["character"] != "nobody":
        if is_character_figure(given["figure"]):
            raise Problem(f"character: {given['figure']} is a character himself [FW-009]")
        scene.attach(blue, given["character"], Posted.RIGHT)
    scene.put(blue, MIDDLE, MIDDLE, NORTH)
    enemies(scene, given)
    u = scene.u(blue)
    u.casualties, u.heroes_lost = given["casualties"], given["heroes_lost"]
    u.speech, u.insulted, u.spelled = given["speech"], given["insult"], given["spell"]
    u.nerve = int({"halted": Nerve.HALTED, "running": Nerve.RUNNING}.get(given["why"], Nerve.CALM))
    if exempt(scene.b, blue):
        raise Problem(f"figure: {given['figure']} never tests [FW-142]")
    return scene.situation(rules_of(blue, CHECKS[given["why"]]), lambda b: result_of_test(b, blue))


def enemies(scene: Scene, given: Given) -> None:
    """Red in bodies of six at most, three strips wide, side by side, the first before Blue."""
    left, one_by_one = given["enemy_strips"], is_character_figure(given["enemy_figure"])
    if one_by_one and left > 1:
        raise Problem(f"enemy_strips: {left} given, but {given['enemy_figure']} stands by himself [FW-009]")
    for n, aside in enumerate((0.0, 1.0, -1.0)):
        strips = min(left, MOST)
        if strips > 0:
            red = scene.formation(RED, f"Red {n + 1}", given["enemy_figure"], strips, min(strips, 3))
            wide = 3 * scene.strip(red).width + 0.5
            scene.put(red, MIDDLE + aside * wide, MIDDLE + given["distance"], SOUTH)
        left -= strips


def rules_of(f: int, check: Check) -> Callable[[Battle], None]:
    """The test of a formation, by why it tests."""

    def run(b: Battle) -> None:
        if check == Check.TO_STOP:
            morales.try_to_stop(b, f)
        elif check == Check.AFTER_MELEE:
            b.formations[f].test_due = int(Trigger.CASUALTY)
            morales.settle_due(b, f, check)
        else:
            morales.chosen_test(b, f, check)

    return run


def result_of_test(b: Battle, f: int) -> Result:
    """The score, what they do now, and what became of those who run."""
    said, u = last(b, Ev.MORALE), b.formations[f]
    words = {Nerve.CALM: "calm", Nerve.HALTED: "halted", Nerve.RUNNING: "runs"}
    ran = last(b, Ev.ROUTS) or last(b, Ev.ROUTED) or last(b, Ev.DESTROYED)
    out: Result = {"score": int(said.b) if said else 0, "result": "runs" if ran else words[Nerve(u.nerve)]}
    return out | ({"fate": result_of_rout(b, f)["fate"]} if ran else {"fate": "none"})
