"""What the page and the server say to one another.  The page's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..scene import Hand, Preview, Scene, Tape

Number = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Inch = Annotated[float, Field(ge=-10_000, le=10_000)]
Far = Annotated[float, Field(ge=-1e9, le=1e9)]  # off any table, but a number one can reckon with
Request = Annotated[str, Field(min_length=1, max_length=48, pattern=r"^[A-Za-z0-9_-]+$")]
Words = Annotated[str, Field(min_length=1, max_length=4000)]
Changes = Annotated[int, Field(ge=0, lt=2**53)]  # the number of the change that the page saw: what it acts on
General = Literal["drill", "random"]
Player = Literal["person", "drill", "random"]


class Message(BaseModel):
    """Something said over the wire: unknown fields and numbers that are none are errors."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, hide_input_in_errors=True)


# --- parts --------------------------------------------------------------------------------------------------


class OrderGiven(Message):
    """An order by its numbers, as choices and previews give it."""

    kind: Number
    actor: Number
    other: Number
    how: Number
    x: Far = 0.0
    y: Far = 0.0
    fx: Far = 0.0
    fy: Far = 0.0


class ChoiceOffered(Message):
    """An order one may give; or may not now, if it has a rule against it."""

    key: str
    text: str  # all of it in one sentence
    title: str  # the same on a button, and its second line
    more: str
    group: str  # orders of a sort, in a word
    place: bool  # x and y of the order are a place on the table
    ends: bool  # it lets the question pass: no more, hold, stay
    rule: str = ""
    reason: str = ""
    order: OrderGiven
    pieces: list[int]  # who acts, and on whom: numbers of the scene
    targets: list[int]


class ItemOffered(Message):
    """One thing of a list of which several are picked."""

    name: str
    text: str  # what it does
    more: str  # its numbers
    rule: str


class PicksOffered(Message):
    """A list of which some are picked: item k is bit k of the order's `how`, which is what is picked at first."""

    order: OrderGiven
    number: int  # how many are wanted
    items: list[ItemOffered]
    verb: str  # on the button


class LineTold(Message):
    """An entry of the chronicle."""

    text: str
    rules: list[str]
    dice: list[int]
    kind: str
    pieces: list[int]
    level: int
    turn: int
    weight: int  # how much it matters on a timeline: 0 nothing, 3 a rout
    count: tuple[int, int] = (0, 0)  # the lowest and highest face that counts; none: they all count alike
    saves: bool = False  # those that count cancel something
    sides: int = 6  # of each die


class Asked(Message):
    """The pending question."""

    side: int
    text: str
    yours: bool
    choices: list[ChoiceOffered]  # only for who is asked
    barred: list[ChoiceOffered]  # what one would look for, and why it is refused now
    picks: PicksOffered | None = None  # several things of a list are wanted; the choices are some such sets


class RollWanted(Message):
    n: int
    sides: int
    counts: str
    purpose: str  # what they are for, if this seat may know
    rules: list[str]
    after: str  # else after what
    how: str  # dice that nobody owns: how they are thrown with others
    thrown: int  # sides of the die that lies on the table then, whose faces are typed in
    alike: int  # how many of its faces count as one: those of a D6 in twos for a D3


class Ended(Message):
    winner: str
    reason: str
    points: tuple[int, int]
    seed: str  # opened when it can do no harm, else nothing; those that forks brought follow
    salt: str


class Heading(Message):
    """What a game is; the same for everybody who looks at it."""

    game: str
    book: str
    book_title: str
    scenario: str
    title: str
    players: tuple[str, str]
    dice: str
    house: dict[str, Any]
    commitment: str
    hides: bool  # does anybody know something here that others do not?


# --- from the server ----------------------------------------------------------------------------------------


class TableTold(Message):
    """The table as a seat may see it."""

    type: Literal["table"] = "table"
    changes: int
    seat: str
    viewpoint: list[int]  # the sides whose secrets are shown: on one screen, of who is asked
    heading: Heading
    scene: Scene  # without the pieces and the ground that the page has already
    numbers: list[int] | None  # of all pieces, in their order; None: the scene is whole
    ask: Asked | None
    roll: RollWanted | None
    ended: Ended | None
    may_undo: Literal["", "free", "by consent"]
    no_undo: str  # why there was an order and it is not taken back
    undo_asked_by: str | None
    lines: list[LineTold]
    lines_from: int  # how many lines of those the page has stay; these come after them
    mark: str  # of all its lines: to be said when it comes again


class Answered(Message):
    type: Literal["answer"] = "answer"
    request: str
    answer: dict[str, Any]


class RefusedTold(Message):
    type: Literal["refused"] = "refused"
    request: str
    rule: str
    text: str
    nearest: OrderGiven | None
    nearest_text: str


class ProblemTold(Message):
    type: Literal["problem"] = "problem"
    request: str
    text: str
    late: bool = False  # it was about a state of the table that is no more: nothing was done


class Thinking(Message):
    """A general is waited for; -1: not any more."""

    type: Literal["thinking"] = "thinking"
    side: int


class Company(Message):
    """Who is at the table now."""

    type: Literal["company"] = "company"
    seats: list[str]
    watching: int


# --- what came of a query: nothing of the game changes by one -----------------------------------------------


class HandTold(Message):
    """A piece picked up."""

    kind: Literal["hand"] = "hand"
    piece: int
    hand: Hand
    lines: list[LineTold]  # what happened to it this turn


class Draft(Message):
    """An order that is not given yet: its words, its ghost, and whether it would be taken."""

    order: OrderGiven
    text: str
    legal: bool
    preview: Preview
    rule: str = ""  # if it is refused: the rule, the reason, and the nearest order that is not
    reason: str = ""
    nearest: OrderGiven | None = None
    nearest_text: str = ""
    nearest_preview: Preview | None = None


class DraftsTold(Message):
    """What a drag or a click may mean, the likeliest first; a drag means one thing or nothing."""

    kind: Literal["drafts"] = "drafts"
    drafts: list[Draft]


class OffersTold(Message):
    """What some pieces may be ordered to do together."""

    kind: Literal["offers"] = "offers"
    choices: list[ChoiceOffered]


class Chance(Message):
    blue: int  # figures lost
    red: int
    chance: float


class Break(Message):
    """The chance that a piece breaks."""

    piece: int
    name: str
    chance: float


class OddsTold(Message):
    """What an order may lead to: by itself if it can be carried out so, else until the step of the turn is over.

    Whatever is asked on the way, the drill-book answers."""

    kind: Literal["odds"] = "odds"
    order: OrderGiven
    chances: list[Chance]  # the likeliest first
    expected: tuple[float, float]  # losses of blue and red
    alone: bool  # only what this order does; else all that is ordered in this step
    breaks: list[Break]
    exact: bool
    error: float  # the standard error of a chance at most; 0 if exact
    how: str
    sums: list[LineTold]  # what goes into it whatever the dice say, each with its rules


class TapeTold(Message):
    """A distance, or a line of sight."""

    kind: Literal["tape"] = "tape"
    tape: Tape


class MomentTold(Message):
    """An order of the past."""

    at: int  # its place in the list: look at it, or fork from it
    side: int
    text: str
    kind: str  # the weightiest thing that came of it: "fires", "routed"
    weight: int  # 0 to 3
    lines: list[LineTold]


class TimelineTold(Message):
    """The moments of one turn."""

    kind: Literal["timeline"] = "timeline"
    turn: int
    turns: int  # so far, the one in progress too
    lines: list[LineTold]  # what happens before anybody is asked
    moments: list[MomentTold]


class LookTold(Message):
    """The table as it stood when an order was asked for."""

    kind: Literal["look"] = "look"
    at: int
    turn: int
    side: int  # who was asked
    text: str
    scene: Scene
    lines: int  # how much of the chronicle had been told


# --- the rules ----------------------------------------------------------------------------------------------


class ValueTold(Message):
    """A value of an option, and what it means in plain words."""

    value: str
    means: str


class OptionTold(Message):
    """A reading of a rule that a game may choose; a number may have other values than those listed."""

    name: str
    ruling: str
    default: str
    values: list[str]
    label: str  # what it decides, in plain words
    readings: list[ValueTold]
    number: bool  # any number will do
    value: str = ""  # in force in this game, if it is asked in one


class RuleFound(Message):
    """A rule in a list."""

    id: str
    chapter: str
    text: str  # the part in which the words are


class RulesFound(Message):
    found: list[RuleFound]


class RuleTold(Message):
    id: str
    chapter: str
    text: str
    listed: str  # as lists have it: tables too are in words
    options: list[str]
    rulings: list[str]
    sees: list[RuleFound]  # the rulings and rules it names
    seen_by: list[RuleFound]  # those that name it
    choices: list[OptionTold]  # its options in words
    previous: RuleFound | None
    next: RuleFound | None


class Health(Message):
    status: Literal["ok"]
    version: str
    games: int


class CitedTold(Message):
    """A piece to which a rule applies now, and how."""

    piece: int  # -1: no piece in particular
    text: str


class RuleNow(Message):
    """A rule, and where on the table it applies now."""

    kind: Literal["rule"] = "rule"
    rule: RuleTold
    cited: list[CitedTold]
    asked: bool  # the question that is put cites it


class Standing(Message):
    """How a battle stood when a turn was over; turn 0 is before the first."""

    turn: int
    score: tuple[int, int]
    losses: tuple[int, int]


class CourseTold(Message):
    """Points and losses of every turn, for a graph."""

    kind: Literal["course"] = "course"
    standings: list[Standing]  # the last one is how it stands now


class ResultTold(Message):
    """The answer to a query."""

    type: Literal["result"] = "result"
    request: str
    changes: int  # the state of the table it is about
    result: Annotated[
        HandTold
        | DraftsTold
        | OffersTold
        | OddsTold
        | TapeTold
        | TimelineTold
        | LookTold
        | RuleNow
        | CourseTold,
        Field(discriminator="kind"),
    ]


class Dropped(Message):
    """A query that is not answered: a newer one of the same kind has come."""

    type: Literal["dropped"] = "dropped"
    request: str


FromServer = Annotated[
    TableTold | Answered | RefusedTold | ProblemTold | Thinking | Company | ResultTold | Dropped,
    Field(discriminator="type"),
]


# --- from the page ------------------------------------------------------------------------------------------


class Hello(Message):
    """The first message: the secret of the seat, and how much of the chronicle the page has, by its mark."""

    type: Literal["hello"]
    token: Annotated[str, Field(max_length=64, repr=False)]
    lines: Annotated[int, Field(ge=0, lt=2**31)] = 0
    mark: Annotated[str, Field(max_length=64)] = ""


class GiveOrder(Message):
    type: Literal["order"]
    request: Request
    changes: Changes
    order: OrderGiven | Words


class GiveDice(Message):
    type: Literal["throw"]
    request: Request
    changes: Changes
    faces: Annotated[list[int], Field(max_length=1024)]


class Undo(Message):
    type: Literal["undo"]
    request: Request
    changes: Changes


class AnswerUndo(Message):
    type: Literal["answer undo"]
    request: Request
    changes: Changes
    agreed: bool


Number32 = Annotated[int, Field(ge=0, lt=2**31)]
Pieces = Annotated[list[Number32], Field(max_length=256)]
Place = tuple[Inch, Inch]


class AskHand(Message):
    kind: Literal["hand"]
    piece: Number32


class AskDrag(Message):
    """Pieces put down so that the first stands there, so facing; like: an order that is being drawn up."""

    kind: Literal["drag"]
    pieces: Pieces
    x: Inch
    y: Inch
    fx: Inch
    fy: Inch
    like: OrderGiven | None = None


class AskClick(Message):
    """Pieces picked, and then another."""

    kind: Literal["click"]
    pieces: Pieces
    target: Number32


class AskOffers(Message):
    """Pieces picked: what they may be ordered to do together."""

    kind: Literal["offers"]
    pieces: Pieces


class AskDraft(Message):
    """What an order would do."""

    kind: Literal["draft"]
    order: OrderGiven | Words


class AskOdds(Message):
    kind: Literal["odds"]
    order: OrderGiven | Words


class AskSight(Message):
    kind: Literal["sight"]
    a: Number32
    b: Number32


class AskMeasure(Message):
    """Between pieces or places."""

    kind: Literal["measure"]
    a: Number32 | Place
    b: Number32 | Place


class AskTimeline(Message):
    kind: Literal["timeline"]
    turn: Annotated[int, Field(ge=1, lt=2**31)]


class AskLook(Message):
    kind: Literal["look"]
    at: Number32


class AskRule(Message):
    """A rule, and where it applies now."""

    kind: Literal["rule"]
    rule: Annotated[str, Field(max_length=32)]


class AskCourse(Message):
    """Points and losses, turn by turn."""

    kind: Literal["course"]


class Query(Message):
    """A question about the table, which nobody but who asks hears of."""

    type: Literal["query"]
    request: Request
    query: Annotated[
        AskHand
        | AskDrag
        | AskClick
        | AskOffers
        | AskDraft
        | AskOdds
        | AskSight
        | AskMeasure
        | AskTimeline
        | AskLook
        | AskRule
        | AskCourse,
        Field(discriminator="kind"),
    ]


FromPage = Annotated[GiveOrder | GiveDice | Undo | AnswerUndo | Query, Field(discriminator="type")]


# --- over HTTP ----------------------------------------------------------------------------------------------


Short = Annotated[str, Field(max_length=200)]
Whole = Annotated[int, Field(gt=-(2**53), lt=2**53)]
Part = Annotated[float, Field(ge=-1e9, le=1e9)]
Ruled = bool | Whole | Part | Short  # what a house rule may say


class NewGame(Message):
    scenario: Annotated[str, Field(max_length=128)]
    blue: Player = "person"
    red: Player = "drill"
    dice: Literal["seeded", "by hand"] = "seeded"
    house: Annotated[
        dict[Short, Ruled | Annotated[list[Ruled], Field(max_length=64)]], Field(max_length=200)
    ] = {}
    one_screen: bool = False


class Fork(Message):
    """Another game from a moment of this one; players as they were unless it is said."""

    at: Annotated[int, Field(ge=0, lt=2**31)] | None = None  # None: as it stands
    blue: Player | None = None
    red: Player | None = None
    one_screen: bool = False


class Replay(Message):
    """A saved battle, as it was written."""

    text: Annotated[str, Field(min_length=1, max_length=1_000_000)]


class NumberTold(Message):
    """A number of the book's tables that a house rule may change, in TOML's notation."""

    name: str
    value: str
    label: str
    rules: list[str]


class Numbers(Message):
    numbers: list[NumberTold]


class GameMade(Message):
    game: str
    tokens: Annotated[dict[str, str], Field(repr=False)]
    commitment: str


class SwitchTold(Message):
    """A choice of a scenario's own, yes or no."""

    name: str
    label: str
    default: bool


class ScenarioTold(Message):
    id: str
    title: str
    story: str
    sample: bool
    switches: list[SwitchTold]
    scene: Scene


class BookTold(Message):
    id: str
    title: str
    credit: str
    unit: str
    scenarios: list[ScenarioTold]
    options: list[OptionTold]


class PlayerTold(Message):
    """A general who can be played against."""

    id: General
    title: str
    name: str  # in the middle of a sentence
    text: str


class Home(Message):
    version: str
    books: list[BookTold]
    players: list[PlayerTold]


class Fault(Message):
    """What was wrong with a request, in one line."""

    detail: str
