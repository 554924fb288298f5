"""Outside the rules: what a figure costs, on its own."""

from __future__ import annotations

from ...battle import emit
from ...book import Input, Situation
from ...inputs import choice, flag
from ...problems import Problem
from ...tables import words_of
from .points import Man, parts_of
from .situations import BLUE, Given, Kit, Result, Scene, events, figures, procedure, rule_number
from .state import NOBODY, Armour, Battle, Book, Ev, Kind, Role, Weapon

ROLES = ("troops", "officer", "nco", "drummer", "bugler", "crew")
HORSES = ("none", "horse", "dragoon_horse")


def points_inputs(kit: Kit) -> tuple[Input, ...]:
    arms = ("none", *(w for w in words_of(Weapon) if w in kit.weapons))
    return (
        choice("role", "what he is; NCOs and musicians cost as officers [PS-R35]", ROLES),
        kit.quality("", "the figure"),
        choice("horse", "what he rides [PS-122, PS-124]", HORSES),
        *(
            choice(f"weapon{n}", "a weapon of his", arms, d)
            for n, d in ((1, "musket"), (2, "sword"), (3, "none"))
        ),
        choice("armour", "his armour", tuple(words_of(Armour))),
        flag("targe", "he has a targe or shield [PS-125]"),
        figures("", "his like", 1, 200),
    )


@procedure(
    "points",
    "PS-109 PS-110 PS-111 PS-112 PS-113 PS-114 PS-115 PS-116 PS-117 PS-118 PS-119 PS-120 PS-121 PS-122 PS-123 "
    "PS-124 PS-125 PS-126 PS-128 PS-129 PS-130 PS-131 PS-132 PS-133 PS-R13 PS-R14 PS-R35 PS-R36",
    "total",
    points_inputs,
    Book.PIKE_AND_SHOT,
)
def points(scene: Scene, given: Given) -> Situation:
    """What a figure costs, item by item; no dice."""
    if given["role"] == "crew" and given["horse"] != "none":
        raise Problem("horse: a crewman is complete, and on foot [PS-129]")
    man = Man(
        role=words_of(Role).index(given["role"]),
        quality=scene.member.qualities.index(given["quality"]),
        kind=int(Kind.DRAGOONS if given["horse"] == "dragoon_horse" else Kind.DUTCH),
        mounted=given["horse"] != "none",
        armour=words_of(Armour).index(given["armour"]),
        targe=given["targe"],
        arms=tuple(words_of(Weapon).index(given[f"weapon{n}"]) for n in (1, 2, 3)),
    )
    g = scene.group(BLUE, "The figure")

    def rules(b: Battle) -> None:
        for part in parts_of(b.rules, b.options, man):
            emit(b.log, Ev.PRICE, rule_number(part.rule), g, NOBODY, part.points, part.item, 0.0)

    def result(b: Battle) -> Result:
        each = sum(int(e.a) for e in events(b, Ev.PRICE))
        return {"each": each, "total": each * given["figures"]}

    return scene.situation(rules, result)
