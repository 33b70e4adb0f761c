"""The state of a thread: plain data only, so that a checkpoint holds nothing that has to be trusted to be read."""

from __future__ import annotations

from operator import add
from typing import Annotated, Any, TypedDict

Message = dict[str, Any]
"""A message as ``messages.plain`` gives it: ``type`` and ``data``, JSON throughout."""


class OpenCall(TypedDict):
    """A call that the model asked for. Without ``status`` it has not run; ``approval`` names what it waits for."""

    id: str
    name: str
    arguments: dict[str, Any]
    malformed: str | None
    key: str
    status: str | None
    content: str
    structured: Any
    approval: str | None
    audit_seq: int | None
    ms: float


class Passage(TypedDict, total=False):
    """A stretch of a document that the model was shown, and by which call.

    ``quote`` is as long as its place: it has spaces in the (start, end) places ``skipped``, which are page furniture.
    """

    document_id: str
    filename: str
    start: int
    end: int
    quote: str
    skipped: list[list[int]]
    page: int
    section: str
    ocr: float
    call: str


class Lookup(TypedDict):
    """One thing that a call looked for in the documents.

    ``words`` are the call's own; ``said`` names it where it is known, else "". ``filenames`` are documents in which it
    was not found, the first few of ``number``; both are empty where the result does not say. ``by`` are facts, clauses,
    sections or search. ``found`` is None of a search, which tells only what is nearest; ``nearest`` are citations.
    """

    words: str
    said: str
    field: str
    document_ids: list[str] | None
    filenames: list[str]
    number: int
    by: list[str]
    found: bool | None
    nearest: list[dict[str, Any]]


class State(TypedDict, total=False):
    """What a checkpoint holds. All but ``messages`` and ``answers`` is about the current turn.

    ``frame`` is that of the question with the ``mark`` of its boundary, None where none was made; ``listed`` has the
    status of each document of the matter by its name, None while they were not listed.
    """

    messages: Annotated[list[Message], add]
    turn: int
    asked: str
    steps: int
    refused: bool
    open: list[OpenCall]
    calls: list[dict[str, Any]]
    shown: list[Passage]
    looked: list[Lookup]
    listed: dict[str, str] | None
    frame: dict[str, Any] | None
    usage: dict[str, int]
    stop: str | None
    answer: dict[str, Any] | None
    answers: Annotated[list[dict[str, Any]], add]
