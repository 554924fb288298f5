"""Cards of the Tyneside books: what one wants to know of a group, a leader, a man, a gun or a marker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...chronicle import ARMIES, catalogue, count
from ...scene import Card, Fact
from .command import dice_of, price_of_group, purse_of
from .figures import first, is_leader, quality_of, stands, strength, wounded_in
from .guns import fit_crew, is_gun
from .moves import left_of_move
from .names import FAMILY, PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER, Names
from .risk import applies, rule_of_line
from .scene import (
    ENGINES,
    arms_of,
    engine_states,
    figure_states,
    group_states,
    is_awaited,
    kind_of,
    loads,
    members,
    what_is_under,
)
from .shooting import ratio_for, uses_ratio
from .spotting import marker_reach
from .state import Battle, Book, Code, Gait, Limber, Role
from .status import is_commanded, is_unit, table_of
from .throws import code_at, is_roman, row_of
from .ways import allowance
from .words import (
    CODES,
    GAIT_NAMES,
    RISKS,
    ROLES,
    TABLES,
    WEAPONS,
    engine,
    figure,
    group,
    marker,
    the_group,
)

RULES = FAMILY / "rules.md"
LINES = {
    "running": "TY-R23",
    "falling back": "TY-R88",
    "in square": "EC-R13",
    "in a circle": "EC-R13",
    "engaged": "TY-R60",
    "defending": "TY-R93",
    "may only walk": "EC-060",
    "not spotted": "TY-R57",
    "wounded": "TY-063",
    "half loaded": "EC-R14",
    "not loaded": "TY-050",
}


def card(b: Battle, n: Names, piece: int) -> Card:
    if piece >= PIECE_MARKER:
        return marker_card(b, n, piece - PIECE_MARKER)
    if piece >= PIECE_ENGINE:
        return engine_card(b, n, piece - PIECE_ENGINE)
    if piece < PIECE_GROUP:
        return man_card(b, n, piece)
    g = piece - PIECE_GROUP
    if is_awaited(b, g):
        return awaited_card(b, n, g)
    return leader_card(b, n, g) if is_leader(b.groups[g]) else group_card(b, n, g)


def own(b: Battle, ec: Sequence[str], ps: Sequence[str]) -> list[str]:
    """The rules of the book that is played."""
    return list(ec if b.book == Book.EARLY_19TH else ps)


def short(d: float) -> str:
    """25 cm, 12.5 cm."""
    return f"{d:.1f}".removesuffix(".0") + " cm"


# Facts


def men(b: Battle, g: int) -> Fact:
    hurt = wounded_in(b, g)
    value = f"{strength(b, g)} of {b.groups[g].began}"
    return Fact(label="Men", value=value, more=f"{hurt} wounded" if hurt else "", rules=["TY-014", "TY-R04"])


def move(b: Battle, some: Sequence[int]) -> Fact:
    """What is left of the slowest man's move; horse gait by gait."""
    i = min(some, key=lambda j: left_of_move(b, j, Gait.WALK))
    if not b.figures[i].mounted:
        left, whole = left_of_move(b, i, Gait.WALK), allowance(b, i, Gait.WALK)
        more = "" if left == whole else f"left of {short(whole)}"
        return Fact(label="Move", value=short(left), more=more, rules=["TY-039", "TY-040", "TY-041"])
    gaits = (Gait.WALK, Gait.TROT, Gait.GALLOP)
    each = [f"{GAIT_NAMES[b.book][g]} {short(left_of_move(b, i, g))}" for g in gaits]
    rules = own(b, ["EC-057", "EC-058", "EC-059", "EC-060"], ["PS-025", "PS-026", "PS-027"])
    return Fact(label="Move", value=short(left_of_move(b, i, Gait.GALLOP)), more=", ".join(each), rules=rules)


def missiles(b: Battle, some: Sequence[int]) -> tuple[int, list[int]]:
    """The missile weapon that most of some men carry, the one of the longest range first; and those who do."""
    best = {i: max(b.figures[i].arms, key=lambda w: b.rules.weapon_long[w]) for i in some}
    armed = {i: w for i, w in best.items() if b.rules.weapon_long[w] > 0.0}
    if not armed:
        return 0, []
    weapon = Counter(armed.values()).most_common(1)[0][0]
    return weapon, [i for i, w in armed.items() if w == weapon]


def fire(b: Battle, some: Sequence[int]) -> Fact:
    """The weapon, its range, who is loaded, and how many shoot."""
    weapon, armed = missiles(b, some)
    if not armed:
        return Fact(label="Fire", value="none", more="no missile weapon", rules=["TY-005"])
    short_, medium = b.rules.weapon_short[weapon], b.rules.weapon_medium[weapon]
    shot = [i for i in some if loads(b, i)]
    said = [f"{WEAPONS[weapon]}, short {short(short_)}, medium {short(medium)}"]
    if shot:
        said.append(f"{sum(b.figures[i].loaded for i in shot)} of {len(shot)} loaded")
    if uses_ratio(b, b.figures[armed[0]].group):
        one_in = ratio_for(b, armed[0], weapon)
        said.append(f"one in {one_in} shoots" if one_in else "nobody shoots on the move")
    rules = ["TY-005", "TY-050", "TY-051", *own(b, ["EC-020"], ["PS-030"])]
    return Fact(label="Fire", value=short(b.rules.weapon_long[weapon]), more=", ".join(said), rules=rules)


def quality(n: Names, value: int) -> Fact:
    return Fact(label="Class", value=n.qualities[value] or ("low", "mid", "top")[value], rules=["TY-002"])


def command(b: Battle, n: Names, g: int) -> Fact:
    """Under whose command it is, or what it would cost."""
    u = b.groups[g]
    if u.role == Role.CREW:
        return Fact(label="Command", value="always", more="it serves a gun", rules=["TY-080"])
    if u.commander >= 0:
        by = f"by {the_group(n, u.commander)}"
        return Fact(label="Command", value="commanded", more=by, rules=["TY-031", "TY-037"])
    return Fact(label="Command", value="uncommanded", more=price_told(b, n, g), rules=["TY-028", "TY-031"])


def price_told(b: Battle, n: Names, g: int) -> str:
    """What it costs through the Player Characters whose word reaches all of it."""
    told = []
    for pc in range(b.n_groups):
        u = b.groups[pc]
        if u.side == b.groups[g].side and u.pc and pc != g and stands(b, pc):
            price = price_of_group(b, pc, g)
            have = f", he has {purse_of(b, pc, g)}" if u.points > 0 else ""
            told.append(f"{count(price, 'point')} for {the_group(n, pc)}{have}" if price else "")
    return "; ".join(t for t in told if t) or "out of reach"


# Risk


def risk_lines(b: Battle, g: int) -> list[tuple[int, int, str]]:
    """The lines of the list that count now: worth, Risk, rule; as the rules add them up [TY-068]."""
    table, out = table_of(b, g), []
    for risk, worth in enumerate(b.rules.risk[table]):
        times = applies(b, g, risk, table) if worth else 0
        if times:
            out.append((worth * times, risk, rule_id(rule_of_line(b, risk, table))))
    return out


def rule_id(number: int) -> str:
    return catalogue(RULES).rule_id(number)


def risk(b: Battle, g: int) -> Fact:
    if not is_unit(b, g):
        with_ = "he is with a group" if is_leader(b.groups[g]) else "it does not throw"
        return Fact(label="Risk", value="none", more=with_, rules=["TY-055", "TY-R44"])
    total = sum(worth for worth, _, _ in risk_lines(b, g))
    table = TABLES[table_of(b, g)]
    return Fact(
        label="Risk",
        value=str(total).replace("-", "−"),
        more=f"now, on the table of {table}",
        rules=["TY-068", "TY-076"],
    )


def risk_notes(b: Battle, g: int) -> Iterator[Fact]:
    """Every factor with its rule, and what each die would say."""
    if not is_unit(b, g):
        return
    lines = risk_lines(b, g)
    for worth, kind, rule in lines:
        yield Fact(label="Risk", value=f"{worth:+d} {RISKS[kind]}".replace("-", "−", 1), rules=[rule])
    row = row_of(b, table_of(b, g), sum(worth for worth, _, _ in lines))
    yield Fact(label="Die", value=dice_told(b, row), rules=["TY-076", "TY-078"])


def dice_told(b: Battle, row: int) -> str:
    """1 to 3 halt, 4 and more run (binding)."""
    said = [cell_told(b, row, roll) for roll in range(1, 7)]
    runs: list[list[int]] = []
    for roll in range(1, 7):
        if runs and said[roll - 1] == said[runs[-1][0] - 1]:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    return ", ".join(
        f"{r[0]}: {said[r[0] - 1]}" if len(r) == 1 else f"{r[0]} to {r[-1]}: {said[r[0] - 1]}" for r in runs
    )


def cell_told(b: Battle, row: int, roll: int) -> str:
    """What a cell says; on the calm row one carries on, or goes for the enemy [EC-053, PS-076, TY-R16]."""
    code = code_at(b, row, roll)
    if code == Code.CALM:
        return "carry on" if roll < 6 else "toward the nearest enemy"
    return CODES[code] + (" (binding)" if is_roman(b, row, roll) else "")


# Cards


def group_card(b: Battle, n: Names, g: int) -> Card:
    some = list(members(b, g))
    facts = [
        men(b, g),
        move(b, some),
        fire(b, some),
        quality(n, quality_of(b, g)),
        command(b, n, g),
        risk(b, g),
    ]
    notes = [*state_notes(b, group_states(b, g)), *company(b, n, g), *risk_notes(b, g)]
    return Card(title=group(n, g), kind=kind_of(b, g), facts=facts, notes=notes)


def state_notes(b: Battle, states: Sequence[str]) -> Iterator[Fact]:
    for state in states:
        rules = [LINES[state]] if state in LINES else []
        if b.book == Book.EARLY_19TH or not any(rule.startswith("EC") for rule in rules):
            yield Fact(label="", value=state, rules=rules)


def company(b: Battle, n: Names, g: int) -> Iterator[Fact]:
    """The leaders who are with a group, and the platoon it keeps company with."""
    for h in range(b.n_groups):
        if b.groups[h].attached == g and stands(b, h):
            yield Fact(label="", value=f"{group(n, h)} is with it", rules=["TY-055", "TY-R44"])
    mates = [
        the_group(n, h)
        for h in range(b.n_groups)
        if h != g and stands(b, h) and 0 <= b.groups[g].platoon == b.groups[h].platoon
    ]
    if mates:
        yield Fact(
            label="",
            value=f"keeps company with {', '.join(mates)}",
            rules=own(b, ["EC-021"], ["PS-019", "PS-020"]),
        )


def leader_card(b: Battle, n: Names, g: int) -> Card:
    u, i = b.groups[g], first(b, g)
    dice = own(b, ["EC-017"], ["PS-021"])
    reach = f"{short(b.rules.command_enclosed)} in enclosed ground"
    facts = [
        Fact(
            label="Command",
            value=count(dice_of(b, g), "die", "dice"),
            more=f"{u.points} points left" if u.pc or u.relay else "",
            rules=["TY-020", "TY-021", "TY-022", "TY-023", *dice],
        ),
        Fact(label="Reach", value=short(b.rules.command_open), more=reach, rules=["TY-025", "TY-026"]),
        move(b, [i]),
        fire(b, [i]),
        quality(n, b.figures[i].quality),
        risk(b, g),
    ]
    states = [*figure_states(b, i), *group_states(b, g)]
    notes = [*leader_notes(b, n, g), *state_notes(b, states), *risk_notes(b, g)]
    return Card(title=group(n, g), kind=ROLES[u.role], facts=facts, notes=notes)


def leader_notes(b: Battle, n: Names, g: int) -> Iterator[Fact]:
    u, i = b.groups[g], first(b, g)
    if u.pc:
        yield Fact(label="", value="a Player Character", rules=["TY-017", "TY-019"])
    elif u.commander >= 0:
        yield Fact(label="", value=f"commands for {the_group(n, u.commander)}", rules=["TY-032", "TY-033"])
    else:
        yield Fact(label="", value=f"not activated: {price_told(b, n, g)}", rules=["TY-028", "TY-032"])
    if u.declared:
        yield Fact(label="", value="will load or fire himself", rules=["TY-023", "TY-R35"])
    if 0 <= u.attached < b.n_groups and stands(b, u.attached):
        yield Fact(label="", value=f"with {the_group(n, u.attached)}", rules=["TY-055"])
    yield Fact(label="", value=arms_of(b, i), rules=["TY-005"])


def man_card(b: Battle, n: Names, i: int) -> Card:
    f = b.figures[i]
    facts = [move(b, [i]), fire(b, [i]), quality(n, f.quality)]
    if is_commanded(b, f.group):
        facts.append(Fact(label="Command", value="commanded", more="with his group", rules=["TY-031"]))
    notes = [
        Fact(label="", value=f"of {the_group(n, f.group)}", rules=["TY-014"]),
        Fact(label="", value=arms_of(b, i), rules=["TY-005"]),
        *state_notes(b, figure_states(b, i)),
    ]
    return Card(title=figure(n, i), kind=kind_of(b, f.group), facts=facts, notes=notes)


def awaited_card(b: Battle, n: Names, g: int) -> Card:
    u = b.groups[g]
    facts = [
        Fact(label="Men", value=str(u.began), rules=["TY-014"]),
        Fact(label="Comes on", value=f"turn {u.enters}", rules=["TY-099"]),
    ]
    return Card(title=group(n, g), kind=kind_of(b, g), facts=facts)


def engine_card(b: Battle, n: Names, k: int) -> Card:
    """A gun, or a wagon."""
    e = b.engines[k]
    gun = is_gun(e)
    facts = [
        Fact(label="Crew", value=f"{fit_crew(b, k):g}", more="fit men at it", rules=["TY-080", "TY-R84"])
    ]
    if gun:
        need = b.rules.gun_load[e.kind]
        ready = "loaded" if e.loaded else f"{int(e.charge)} of {need}"
        work = own(b, ["EC-093", "EC-094", "EC-095"], ["PS-091", "PS-086"])
        facts.append(Fact(label="Loading", value=ready, more=load_told(b, k), rules=work))
    moves = own(b, ["EC-089", "EC-090", "EC-092"], ["PS-088", "PS-089"])
    facts.append(Fact(label="Move", value=engine_move(b, k), more=engine_way(b, k), rules=moves))
    notes = list(state_notes(b, engine_states(b, k)))
    return Card(title=engine(n, k), kind=ENGINES[e.kind], facts=facts, notes=notes)


def load_told(b: Battle, k: int) -> str:
    e = b.engines[k]
    if e.loaded:
        return ""
    if b.book == Book.EARLY_19TH:
        return f"man-turns, at most {b.rules.gun_crew_most[e.kind]} men at once"
    return "turns"


def engine_move(b: Battle, k: int) -> str:
    e = b.engines[k]
    if not is_gun(e) or e.limber == Limber.LIMBERED:
        return short(b.rules.limbered_move)
    small = e.pounds <= b.rules.manhandle_pounds and b.rules.manhandle_crew > 0
    return short(b.rules.manhandle_move) if small else "none"


def engine_way(b: Battle, k: int) -> str:
    e = b.engines[k]
    if not is_gun(e) or e.limber == Limber.LIMBERED:
        return "in open ground"
    small = e.pounds <= b.rules.manhandle_pounds and b.rules.manhandle_crew > 0
    return f"manhandled by {b.rules.manhandle_crew} men" if small else ""


def marker_card(b: Battle, n: Names, m: int) -> Card:
    """All that anybody may know of a marker; its own side also what is under it [TY-R90]."""
    facts = [
        Fact(label="Seen from", value=short(marker_reach(b, m)), more="in plain sight", rules=["TY-R90"]),
        Fact(label="Found at", value=short(b.rules.marker_sight), more="by anybody", rules=["TY-R90"]),
    ]
    notes = [
        Fact(label="", value=what_is_under(b, n, m), rules=["TY-101"]),
        Fact(label="", value="it is turned over when it is found", rules=["TY-102"]),
    ]
    return Card(
        title=marker(m), kind=f"hidden marker of {ARMIES[b.markers[m].side]}", facts=facts, notes=notes
    )
