"""What the page and the server say to one another.  The page's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..scene import Hand, Preview, Scene, Tape

Number = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Request = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Words = Annotated[str, Field(min_length=1, max_length=4000)]


class Message(BaseModel):
    """Something said over the wire: unknown fields and numbers that are none are errors."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


# --- parts --------------------------------------------------------------------------------------------------


class OrderGiven(Message):
    """An order by its numbers, as choices and previews give it."""

    kind: Number
    actor: Number
    other: Number
    how: Number
    x: float = 0.0
    y: float = 0.0
    fx: float = 0.0
    fy: float = 0.0


class ChoiceOffered(Message):
    key: str
    text: str
    order: OrderGiven
    pieces: list[int]  # who acts, and on whom: numbers of the scene
    targets: list[int]


class LineTold(Message):
    """An entry of the chronicle."""

    text: str
    rules: list[str]
    dice: list[int]
    kind: str
    pieces: list[int]
    level: int
    turn: int


class Asked(Message):
    """The pending question."""

    side: int
    text: str
    yours: bool
    choices: list[ChoiceOffered]  # only for who is asked


class RollWanted(Message):
    n: int
    sides: int
    counts: str
    after: str


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


# --- from the server ----------------------------------------------------------------------------------------


class TableTold(Message):
    """The table as a seat may see it."""

    type: Literal["table"] = "table"
    changes: int
    seat: str
    heading: Heading
    scene: Scene
    ask: Asked | None
    roll: RollWanted | None
    ended: Ended | None
    may_undo: Literal["", "free", "by consent"]
    undo_asked_by: str | None
    lines: list[LineTold]
    lines_from: int  # how many lines the page has already


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


class Thinking(Message):
    type: Literal["thinking"] = "thinking"
    side: int


# --- what came of a query: nothing of the game changes by one -----------------------------------------------


class HandTold(Message):
    """A piece picked up."""

    kind: Literal["hand"] = "hand"
    piece: int
    hand: Hand


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


class ResultTold(Message):
    """The answer to a query."""

    type: Literal["result"] = "result"
    request: str
    changes: int  # the state of the table it is about
    result: Annotated[
        HandTold | DraftsTold | OddsTold | TapeTold | TimelineTold | LookTold, Field(discriminator="kind")
    ]


class Dropped(Message):
    """A query that is not answered: a newer one of the same kind has come."""

    type: Literal["dropped"] = "dropped"
    request: str


FromServer = Annotated[
    TableTold | Answered | RefusedTold | ProblemTold | Thinking | ResultTold | Dropped,
    Field(discriminator="type"),
]


# --- from the page ------------------------------------------------------------------------------------------


class Hello(Message):
    """The first message: the secret of the seat, and how much of the chronicle the page has."""

    type: Literal["hello"]
    token: Annotated[str, Field(max_length=64)]
    lines: Annotated[int, Field(ge=0)] = 0


class GiveOrder(Message):
    type: Literal["order"]
    request: Request
    order: OrderGiven | Words


class GiveDice(Message):
    type: Literal["throw"]
    request: Request
    faces: Annotated[list[int], Field(max_length=1024)]


class Undo(Message):
    type: Literal["undo"]
    request: Request


class AnswerUndo(Message):
    type: Literal["answer undo"]
    request: Request
    agreed: bool


Inch = Annotated[float, Field(ge=-10_000, le=10_000)]
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


class Query(Message):
    """A question about the table, which nobody but who asks hears of."""

    type: Literal["query"]
    request: Request
    query: Annotated[
        AskHand | AskDrag | AskClick | AskDraft | AskOdds | AskSight | AskMeasure | AskTimeline | AskLook,
        Field(discriminator="kind"),
    ]


FromPage = Annotated[GiveOrder | GiveDice | Undo | AnswerUndo | Query, Field(discriminator="type")]


# --- over HTTP ----------------------------------------------------------------------------------------------


class NewGame(Message):
    scenario: Annotated[str, Field(max_length=128)]
    blue: Literal["person", "drill", "random"] = "person"
    red: Literal["person", "drill", "random"] = "drill"
    dice: Literal["seeded", "by hand"] = "seeded"
    house: Annotated[
        dict[str, bool | int | float | str | list[int | float | str]], Field(max_length=200)
    ] = {}
    one_screen: bool = False


class Fork(Message):
    """Another game from a moment of this one; players as they were unless it is said."""

    at: Annotated[int, Field(ge=0, lt=2**31)] | None = None  # None: as it stands
    blue: Literal["person", "drill", "random"] | None = None
    red: Literal["person", "drill", "random"] | None = None
    one_screen: bool = False


class GameMade(Message):
    game: str
    tokens: dict[str, str]
    commitment: str


class ScenarioTold(Message):
    id: str
    title: str
    story: str
    sample: bool
    scene: Scene


class OptionTold(Message):
    name: str
    ruling: str
    default: str
    values: list[str]


class BookTold(Message):
    id: str
    title: str
    credit: str
    unit: str
    scenarios: list[ScenarioTold]
    options: list[OptionTold]


class Home(Message):
    version: str
    books: list[BookTold]


class RuleTold(Message):
    id: str
    chapter: str
    text: str
    options: list[str]
    rulings: list[str]


class Fault(Message):
    """What was wrong with a request, in one line."""

    detail: str
