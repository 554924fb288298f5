"""The rotary machine gun [EC-103, EC-104, EC-105, EC-106, EC-R25]."""

from __future__ import annotations

from ....battle import emit, emit_roll
from ....dice import pool
from ....table.vectors import unit
from ..figures import FAR, NEAR, first, next_of, present
from ..guns import fit_crew, gun_gap, gun_sees, mark_serving
from ..shooting import band_of
from ..sight import cover_from
from ..state import NOBODY, OWN, Band, Battle, EngineKind, Ev, Limber, Quality, Weapon
from ..volleys import draw_and_damage


def gatling_shots(b: Battle, k: int) -> int:
    """Two crew fire it as 6 rifles, one as 3 [EC-103, EC-104]."""
    return b.rules.gatling_shots[min(2, int(fit_crew(b, k)))]


def in_gatling_arc(b: Battle, k: int, j: int) -> bool:
    """Within 45 degrees of straight ahead [EC-106]."""
    e, f = b.engines[k], b.figures[j]
    ux, uy = unit(f.x - e.x, f.y - e.y)
    return e.fx * ux + e.fy * uy >= b.rules.flank_cosine - NEAR


def gatling_target(b: Battle, k: int, h: int) -> int:
    """The nearest figure of a group that the gun can fire at, or nobody [EC-R25]."""
    best, found = FAR, NOBODY
    j = first(b, h)
    while j >= 0:
        d = gun_gap(b, k, j)
        reach = d <= b.rules.weapon_long[Weapon.BREECH_RIFLE] + NEAR
        if d < best - NEAR and reach and in_gatling_arc(b, k, j) and gun_sees(b, k, j):
            best, found = d, j
        j = next_of(b, j)
    return found


def may_fire_gatling(b: Battle, k: int, h: int) -> int:
    """0, or the rule that forbids it: jammed, without crew, nobody in its arc."""
    e = b.engines[k]
    if e.fired == b.turn or gatling_shots(b, k) == 0 or e.taken >= 0:
        return OWN + 104
    if e.limber == Limber.LIMBERED:
        return OWN + 92
    if e.jammed > 0 and b.turn - e.jammed == 1:
        return OWN + 105
    return OWN + 106 if gatling_target(b, k, h) < 0 else 0


def fire_gatling(b: Battle, k: int, h: int) -> None:
    """A burst: the D8 of so many rifles; all odd, and it jams for a turn, though the burst counts [EC-105, EC-R25]."""
    e = b.engines[k]
    aimed = gatling_target(b, k, h)
    n = gatling_shots(b, k)
    band = band_of(b, Weapon.BREECH_RIFLE, gun_gap(b, k, aimed))
    need = b.rules.to_hit[min(band, Band.LONG)][cover_from(b, aimed, e.x, e.y)]
    hits, jams = burst(b, n, need)
    emit_roll(b.log, b.dice, Ev.SHOTS, OWN + 103, e.crew, h, hits, n)
    quality = b.figures[first(b, e.crew)].quality if first(b, e.crew) >= 0 else Quality.MID
    for m in range(hits):
        b.volley.weapon[m], b.volley.quality[m] = Weapon.BREECH_RIFLE, quality
    draw_and_damage(b, hits, list_in_arc(b, k, h), NOBODY)
    if jams:
        e.jammed = b.turn
        emit(b.log, Ev.JAMS, OWN + 105, k, -1, 0, 0, 0.0)
    e.fired = b.turn
    b.groups[e.crew].shot = b.turn
    mark_serving(b, k)


def burst(b: Battle, n: int, need: int) -> tuple[int, bool]:
    """The D8 of so many rifles: how many hit, and whether all of them are odd [EC-103, EC-105]."""
    pool(b.dice, n, 8)
    hits = even = 0
    for face in range(1, 9):
        if face >= need:
            hits += b.dice.faces[face]
        if face % 2 == 0:
            even += b.dice.faces[face]
    return hits, even == 0


def list_in_arc(b: Battle, k: int, h: int) -> int:
    """The nearest ten of the group that the gun can reach [EC-037, EC-R25]."""
    m = 0
    for j in range(b.n_figures):
        f = b.figures[j]
        part = f.group == h or b.groups[f.group].attached == h
        if part and present(f) and in_gatling_arc(b, k, j) and gun_sees(b, k, j):
            at = m
            d = gun_gap(b, k, j)
            while at > 0 and b.paper.key[at - 1] > d + NEAR:
                b.paper.key[at], b.paper.eligible[at] = b.paper.key[at - 1], b.paper.eligible[at - 1]
                at -= 1
            b.paper.key[at], b.paper.eligible[at] = d, j
            m += 1
    return min(m, b.rules.hits_among)


def is_gatling(b: Battle, k: int) -> bool:
    return b.engines[k].kind == EngineKind.GATLING
