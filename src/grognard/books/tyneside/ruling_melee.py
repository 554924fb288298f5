"""Outside the rules: matches and melees, adjudicated on their own."""

from __future__ import annotations

from collections.abc import Hashable
from math import cos, radians, sin

from ...book import Input, Situation
from ...inputs import choice, flag, number
from ...problems import Problem
from ...tables import words_of
from . import melee as melees
from .figures import radius
from .mustering import GAP, figures_of
from .situations import (
    BLUE,
    MIDDLE,
    RED,
    Given,
    Kit,
    Result,
    Scene,
    events,
    figures,
    last,
    procedure,
    ranks,
    suffered,
)
from .state import Armour, Battle, Ev, Gait, MeleeScore

RUNS, THROWS = 8_000, 1_000  # of the rules, for odds: a few seconds
COUNTED = 5  # men of the smaller side whose odds can be counted through in that time
FAR = 20.0  # how far a charge has come: far enough to count
ROUND = 75.0  # degrees between those who stand round one man
AROUND = 4  # of them at most
SIDES = ("blue", "red")


# Inputs


def fighter(kit: Kit, prefix: str, who: str, weapon: str) -> tuple[Input, ...]:
    """One side of a fight."""
    text = "it charged this turn from more than 5 away, at this gait [EC-066, PS-104, PS-105]"
    common = (
        choice(f"{prefix}troops", f"what {who} is", (*kit.foot, *kit.horse)),
        kit.quality(prefix, who),
        kit.weapon(prefix, f"men of {who}", weapon),
        choice(f"{prefix}charge", text, ("no", "walk", "trot", "gallop")),
    )
    if kit.is_early_19th:
        return (*common, flag(f"{prefix}bayonet", "bayonets are fixed [TY-R72]", True))
    return (
        *common,
        choice(f"{prefix}armour", f"armour of {who} [PS-102, PS-103]", tuple(words_of(Armour))),
        flag(f"{prefix}targe", "with a targe [PS-102]"),
    )


def charge(scene: Scene, g: int, gait: str) -> None:
    if gait != "no":
        u = scene.b.groups[g]
        u.charged, u.charge_gait, u.charge_from = scene.b.turn, words_of(Gait).index(gait), FAR


def both(scene: Scene, given: Given) -> tuple[int, int]:
    """The two who fight, in the middle of the table."""
    own = scene.troops(BLUE, "Blue", given)
    foe = scene.troops(RED, "Red", given, "enemy_")
    charge(scene, own, given["charge"])
    charge(scene, foe, given["enemy_charge"])
    return own, foe


def back(b: Battle) -> str:
    """Who moves back [TY-096]."""
    gone = {b.groups[e.actor].side for e in events(b, Ev.PUSHED_BACK)}
    return "both" if len(gone) == 2 else SIDES[gone.pop()] if gone else "nobody"


# A match


def match_inputs(kit: Kit) -> tuple[Input, ...]:
    pikes = (
        number("pikes_behind", "pikes in line behind Blue's pikeman [PS-098]", 0, "figures", 0, 3),
        flag("at_length", "Blue's pike fights at 5 instead of base to base [PS-099]"),
    )
    return (
        number("figures", "of Blue in the match; one side is a single man", 1, "figures", 1, AROUND),
        *fighter(kit, "", "Blue", "sword"),
        number("enemy_figures", "of Red in it", 1, "figures", 1, AROUND),
        *fighter(kit, "enemy_", "Red", "sword"),
        flag("enemy_wounded", "the first of Red is wounded already [TY-066]"),
        *(() if kit.is_early_19th else pikes),
    )


@procedure(
    "match",
    "TY-088 TY-089 TY-090 TY-091 TY-092 TY-093 TY-094 TY-095 TY-R70 TY-R71 TY-R72 TY-R73 EC-066 EC-067 "
    "PS-098 PS-100 PS-102 PS-103 PS-104 PS-105 PS-106 PS-R30 PS-R32 PS-R33",
    "winner casualty",
    match_inputs,
)
def match(scene: Scene, given: Given) -> Situation:
    """One match of a melee: man against man, or one against several."""
    if given["figures"] > 1 and given["enemy_figures"] > 1:
        raise Problem(
            "figures, enemy_figures: one side of a match is a single man here; melee takes two groups"
        )
    own, foe = both(scene, {**given, "enemy_wounded": int(given["enemy_wounded"])})
    lone, others = (own, foe) if given["figures"] == 1 else (foe, own)
    surround(scene, lone, others, 0.0)
    pikes(scene, own, foe, given)

    def result(b: Battle) -> Result:
        won = last(b, Ev.MATCH_WON)
        out: Result = {"winner": SIDES[b.figures[won.actor].side] if won else "nobody", "casualty": "none"}
        if won and won.other >= 0:
            fell = any(e.actor == won.other for e in events(b, Ev.LOST))
            out["casualty"] = f"{SIDES[b.figures[won.other].side]} {'killed' if fell else 'wounded'}"
        return out | {"back": back(b)}

    return scene.situation(melees.fight_all, result)


def surround(scene: Scene, lone: int, others: int, gap: float) -> None:
    """Some stand round one man, before him first."""
    b = scene.b
    man = b.groups[lone].head
    f, men = b.figures[man], list(figures_of(b, others))
    for k, i in enumerate(men):
        angle = radians(ROUND * (k - (len(men) - 1) / 2))
        far = radius(b, man) + radius(b, i) + gap
        h = b.figures[i]
        ux, uy = sin(angle) * f.fy, cos(angle) * f.fy
        h.x, h.y, h.fx, h.fy = f.x + ux * far, f.y + uy * far, -ux, -uy


def pikes(scene: Scene, own: int, foe: int, given: Given) -> None:
    """Ranks of pikes behind Blue's man, or his pike's length [PS-098, PS-099]."""
    behind, at_length = given.get("pikes_behind", 0), given.get("at_length", False)
    if not behind and not at_length:
        return
    if given["weapon"] != "pike" or given["figures"] != 1:
        raise Problem("pikes_behind, at_length: for one man of Blue with a pike [PS-098, PS-099]")
    if behind and at_length:
        raise Problem("pikes_behind: nobody supports a pike that fights at 5 [PS-R32]")
    front = scene.b.figures[scene.b.groups[own].head]
    if at_length:
        scene.b.groups[own].at_pikes_length = True
        surround(scene, own, foe, scene.b.rules.pike_reach)
    if behind:
        rear = scene.group(
            BLUE, "The pikes behind", behind, ranks=behind, arms=["pike"], quality=given["quality"]
        )
        first = scene.foremost(rear, 1.0)
        scene.shift(rear, 0.0, front.y - scene.half(front) - GAP - scene.half(first) - first.y)


# A melee


def melee_inputs(kit: Kit) -> tuple[Input, ...]:
    return (
        figures("", "Blue", 4, 20),
        ranks("", "Blue"),
        *fighter(kit, "", "Blue", "musket" if kit.is_early_19th else "sword"),
        figures("enemy_", "Red", 4, 20),
        ranks("enemy_", "Red"),
        *fighter(kit, "enemy_", "Red", "musket" if kit.is_early_19th else "sword"),
    )


@procedure(
    "melee",
    "TY-013 TY-086 TY-088 TY-093 TY-094 TY-095 TY-096 TY-097 TY-R69 TY-R74 TY-R75 EC-066 EC-067 PS-097 PS-098 "
    "PS-102 PS-103 PS-104 PS-105 PS-106 PS-107",
    "back blue_killed red_killed",
    melee_inputs,
)
def melee(scene: Scene, given: Given) -> Situation:
    """A melee of two groups that meet file to file, and who moves back."""
    own, foe = both(scene, given)
    b = scene.b
    wide = max(2 * radius(b, b.groups[g].head) for g in (own, foe)) + GAP
    for g, prefix in ((own, ""), (foe, "enemy_")):
        draw_up(scene, g, int(given[f"{prefix}ranks"]), wide)
    scene.apart(own, foe, 0.0)

    def result(b: Battle) -> Result:
        score = last(b, Ev.MELEE_SCORE)
        out = suffered(b, own, "blue_") | suffered(b, foe, "red_")
        points = {"blue_points": int(score.a) if score else 0, "red_points": int(score.b) if score else 0}
        return {"back": back(b)} | out | points

    alike = fighters_alike if b.options.melee_score != MeleeScore.MATCHES_WON else None
    few = min(given["figures"], given["enemy_figures"]) <= COUNTED
    return scene.situation(melees.fight_all, result, alike, RUNS if few else 0, THROWS)


def draw_up(scene: Scene, g: int, deep: int, wide: float) -> None:
    """A block whose files are as far apart as those of the enemy, its ranks as its own bases have it."""
    b = scene.b
    members = list(figures_of(b, g))
    across = -(-len(members) // deep)
    north = b.figures[members[0]].fy
    step = 2 * radius(b, members[0]) + GAP
    for k, i in enumerate(members):
        rank, file = divmod(k, across)
        b.figures[i].x = MIDDLE + (file - (across - 1) // 2) * wide
        b.figures[i].y = MIDDLE - rank * step * north


def fighters_alike(b: Battle) -> Hashable:
    """The battle between matches: what the men of each group have suffered, not who; and the dice of the match in hand."""
    now = max((f.match for f in b.figures[: b.n_figures] if f.natural > 0), default=-1)
    done, still = [], []
    for i, f in enumerate(b.figures[: b.n_figures]):
        if f.match == now:
            still.append((i, f.natural, f.total, f.struck, f.slain))
        elif f.match < now:
            done.append((f.group, f.struck, f.slain, f.wounded, f.lost))
    return tuple(sorted(done)), tuple(still), tuple(u.suffered for u in b.groups)
