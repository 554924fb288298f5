"""Outside the rules: what figures cost, item by item [PS-109]."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from .state import Armour, Battle, EngineKind, Kind, NcoPrice, Options, Role, Rules, Weapon

ITEMS = 64  # an item of the points table is its sort times this, and which of the sort


class Sort(IntEnum):
    """What is paid for."""

    OFFICER = 0  # which: Quality
    SOLDIER = 1
    MOUNT = 2  # which: 0 a horse, 1 a dragoon's
    WEAPON = 3  # which: Weapon
    ARMOUR = 4  # which: Armour
    TARGE = 5
    CREWMAN = 6
    GUN = 7
    UNPRICED = 8  # which: Role


@dataclass(frozen=True)
class Part:
    """One item of a price."""

    sort: Sort
    which: int
    points: int
    rule: str

    @property
    def item(self) -> int:
        return self.sort * ITEMS + self.which


@dataclass(frozen=True)
class Man:
    """What a figure is and has, as far as his price goes."""

    role: int
    quality: int
    kind: int
    mounted: bool
    armour: int
    targe: bool
    arms: tuple[int, ...]


OFFICER_RULES = ("PS-114", "PS-112", "PS-110")
SOLDIER_RULES = ("PS-120", "PS-118", "PS-116")
WEAPON_RULES = {
    Weapon.PIKE: "PS-111",
    Weapon.HALBERT: "PS-113",
    Weapon.PARTISAN: "PS-113",
    Weapon.SWORD: "PS-115",
    Weapon.CLUB: "PS-117",
    Weapon.FIRELOCK: "PS-126",
    Weapon.MUSKET: "PS-128",
    Weapon.DRAGOON_MUSKET: "PS-130",
    Weapon.CARABIN: "PS-130",
    Weapon.RIFLED_MUSKET: "PS-131",
    Weapon.PISTOL: "PS-132",
    Weapon.RIFLED_PISTOL: "PS-133",
    Weapon.BOW: "PS-R14",
}
ARMOUR_RULES = {Armour.BUFF: "PS-123", Armour.HALF: "PS-121", Armour.CUIRASSIER: "PS-119"}
ARMOURS = {Armour.BUFF: "buff coat", Armour.HALF: "half armour", Armour.CUIRASSIER: "cuirassier armour"}


def item_name(item: int, qualities: tuple[str, str, str]) -> str:
    """What an item of the points table is called."""
    sort, which = divmod(item, ITEMS)
    if sort in (Sort.OFFICER, Sort.SOLDIER):
        return f"{qualities[which].capitalize()} {Sort(sort).name.lower()}"
    if sort == Sort.MOUNT:
        return ("horse", "dragoon horse")[which]
    if sort == Sort.WEAPON:
        return Weapon(which).name.lower().replace("_", " ")
    if sort == Sort.ARMOUR:
        return ARMOURS[Armour(which)]
    return Role(which).name.lower() if sort == Sort.UNPRICED else Sort(sort).name.lower()


def has_points(r: Rules) -> bool:
    """Early 19th Century has no points system."""
    return any(r.price_soldier)


def grade_price(r: Rules, o: Options, man: Man) -> Part:
    """The man himself: an officer, or a soldier; NCOs and musicians as officers unless a game has it otherwise.

    [PS-110, PS-112, PS-114, PS-116, PS-118, PS-120, PS-R35, PS-R36]"""
    q, junior = man.quality, Role.NCO <= man.role <= Role.BUGLER
    if man.role == Role.OFFICER or (junior and o.nco_price == NcoPrice.OFFICER):
        return Part(Sort.OFFICER, q, r.price_officer[q], "PS-R35" if junior else OFFICER_RULES[q])
    return Part(Sort.SOLDIER, q, r.price_soldier[q], SOLDIER_RULES[q])


def parts_of(r: Rules, o: Options, man: Man) -> list[Part]:
    """All that a figure costs: man, mount, weapons and armour; a gun's crewman is complete.

    One price a weapon however many he has of it [PS-109, PS-125, PS-129, PS-R36]."""
    if man.role == Role.CREW:
        return [Part(Sort.CREWMAN, 0, r.price_crewman, "PS-129")]
    if man.role in (Role.CIVILIANS, Role.DRIVER):
        return [Part(Sort.UNPRICED, man.role, 0, "PS-109")]
    out = [grade_price(r, o, man)]
    if man.mounted:
        out.append(mount_price(r, man.kind))
    out += [weapon_price(r, w) for w in dict.fromkeys(man.arms) if w != Weapon.NONE]
    if man.armour != Armour.NONE:
        out.append(armour_price(r, man.armour))
    if man.targe:
        out.append(Part(Sort.TARGE, 0, r.price_targe, "PS-125"))
    return out


def mount_price(r: Rules, kind: int) -> Part:
    """A horse, or the nag of a dragoon [PS-122, PS-124]."""
    if kind == Kind.DRAGOONS:
        return Part(Sort.MOUNT, 1, r.price_dragoon_horse, "PS-124")
    return Part(Sort.MOUNT, 0, r.price_horse, "PS-122")


def weapon_price(r: Rules, w: int) -> Part:
    """A weapon [PS-111, PS-113, PS-115, PS-117, PS-126, PS-128, PS-130, PS-131, PS-132, PS-133, PS-R13, PS-R14]."""
    return Part(Sort.WEAPON, w, r.price_weapon[w], WEAPON_RULES.get(Weapon(w), "PS-109"))


def armour_price(r: Rules, armour: int) -> Part:
    """Buff coat, half or cuirassier armour [PS-119, PS-121, PS-123]."""
    return Part(Sort.ARMOUR, armour, r.price_armour[armour], ARMOUR_RULES[Armour(armour)])


def gun_price(r: Rules, kind: int) -> Part:
    """An artillery piece of whatever size; the book has no price for a wagon [PS-127]."""
    return Part(Sort.GUN, 0, r.price_gun if kind != EngineKind.WAGON else 0, "PS-127")


def man_of(b: Battle, i: int) -> Man:
    """A figure, as far as his price goes."""
    f = b.figures[i]
    u = b.groups[f.group]
    return Man(u.role, f.quality, u.kind, f.mounted, f.armour, f.targe, tuple(f.arms))


def price(r: Rules, o: Options, man: Man) -> int:
    """What a figure costs [PS-109]."""
    return sum(part.points for part in parts_of(r, o, man))
