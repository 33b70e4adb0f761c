"""The state of a case's session: plain data only, so that a checkpoint holds nothing that has to be trusted to be read.

The case file is what is known of the case; the state is the turn under way, and what a turn leaves for the next one.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

CallRecord = dict[str, Any]
"""``{"name", "arguments"}``."""


class Event(TypedDict):
    """What a turn begins with: a message, or None where the case is to go on; ``at`` is when it came.

    ``id`` is that of the message in the case file, where it was kept as it came.
    """

    message: str | None
    at: str
    id: NotRequired[str]


class MadeRecord(TypedDict):
    """A call of this turn and what came of it."""

    name: str
    arguments: dict[str, Any]
    status: str
    content: str
    structured: Any


class FailureRecord(TypedDict):
    """A call that did not succeed, and how far up the error path it has come.

    ``answer`` is what the user said to ``question``; ``advised`` says whether the reasoner was asked, whatever came of
    it; ``alternative`` whether what it proposed was tried; ``answered`` whether the user's answer was.
    """

    name: str
    arguments: dict[str, Any]
    status: str
    errors: list[str]
    retries: int
    advised: bool
    advice: str | None
    alternative: bool
    question: str | None
    answer: str | None
    answered: bool
    ticket: str | None


class StepRecord(TypedDict, total=False):
    """What the assistant proposed: ``kind`` is ``act``, ``ask`` or ``tell``."""

    kind: str
    name: str
    arguments: dict[str, Any]
    text: str
    about: str | None
    recommendations: list[str]
    next_steps: list[str]


class State(TypedDict, total=False):
    """What a checkpoint holds."""

    # Where the session stands.
    turn: str
    place: int
    """How many nodes have ended in this session: with ``turn`` it names a checkpoint, whoever rewrites it."""
    at: str
    inbox: list[Event]
    again: bool
    """The turn goes on from ``start`` without another message."""

    # The turn.
    said: str | None
    said_at: str
    said_id: str | None
    """Of the message in the case file."""
    lawyer: bool
    """Whether it asks for a lawyer, and that was not answered yet."""
    status: str
    tier: int | None
    thoughts: int
    route: str
    done: bool
    made: list[MadeRecord]
    step: StepRecord | None
    stage: str
    tiering: dict[str, Any] | None
    activation: dict[str, Any] | None

    # What is kept from turn to turn.
    taken: list[str]
    """Ids of the latest messages that the session was given."""
    language: str | None
    """The user's, by their latest message that says; None where none did."""
    romanian_told: bool
    """Whether a user who writes English was told that documents are Romanian."""
    advice: str | None
    followed: bool
    """Whether what the advice asks for was done."""
    held: list[Event]
    """Said while the case file was locked."""
    failure: FailureRecord | None
    owed: bool
    """Whether the user was told last that the case has to be covered first."""
    setbacks: int
    """Turns in a row that could not find the tier or ask for the quota."""
    unsaved: dict[str, Any]
    """What is to be written into the case file next, by dot paths."""

    # What the user is told, since they were told something last.
    outcome: str
    told: list[str]
    recommendations: list[str]
    next_steps: list[str]
    drafts: list[dict[str, Any]]
    research: list[dict[str, Any]]
    payment: dict[str, Any] | None
    completed: list[str]
    errors: list[dict[str, Any]]


def fresh_turn(turn: str) -> State:
    """What a new turn begins with; what is kept from turn to turn stays as it is."""
    return State(
        turn=turn,
        route="start",
        again=False,
        outcome="success",
        told=[],
        recommendations=[],
        next_steps=[],
        drafts=[],
        research=[],
        payment=None,
        completed=[],
        errors=[],
    )
