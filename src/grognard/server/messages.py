"""What the page and the server say to one another.  The page's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..scene import Scene

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
    seed: str  # opened now that it can do no harm
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


FromServer = Annotated[
    TableTold | Answered | RefusedTold | ProblemTold | Thinking, Field(discriminator="type")
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


FromPage = Annotated[GiveOrder | GiveDice | Undo | AnswerUndo, Field(discriminator="type")]


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
