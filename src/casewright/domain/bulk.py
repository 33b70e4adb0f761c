"""A query, or facts, over a corpus of any size: what falls to one partition, and what came of it.

A corpus is a folder, a place in object storage or files of Parquet. It falls into partitions that depend on nothing but
what is in it, so that whoever works on one, wherever, makes the same rows of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Literal

Threshold = float | Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Member:
    """One object of a corpus, or ``rows`` rows of a Parquet file from row ``first`` on.

    ``path`` leads there from the corpus, with ``/``; "" where the corpus is the object. ``size`` in bytes, of rows
    about; ``stamp`` is what tells its versions apart: a time, or the entity tag of an object store.
    """

    path: str
    size: int
    stamp: str
    first: int = 0
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class Partition:
    """What one worker does at a time; ``number`` counts from 0."""

    number: int
    members: tuple[Member, ...]

    @property
    def name(self) -> str:
        """What its files are called; in the order of numbers."""
        return f"{self.number:08d}"

    @property
    def size(self) -> int:
        """Bytes, about."""
        return sum(member.size for member in self.members)

    @property
    def fingerprint(self) -> str:
        """SHA-256 over what it is made of: what was kept of another version of an object is never taken for this."""
        told = [f"{one.path}\0{one.size}\0{one.stamp}\0{one.first}\0{one.rows}" for one in self.members]
        return sha256("\n".join(told).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class BulkAsk:
    """What is asked of every document: an IQL query in canonical text, or ``fields`` of facts (None: all of them).

    ``threshold`` is one for the query's score, or one for each statement. With ``cascade`` the encoder reads only the
    texts of which words leave doubt.
    """

    kind: Literal["query", "facts"]
    query: str = ""
    threshold: Threshold = 0.5
    semantics: Literal["contract", "strict"] = "contract"
    scope: Literal["chunk", "document"] = "chunk"
    cascade: bool = False
    fields: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class BulkTask:
    """What a worker is told: the corpus, where features and scores are kept (None: nowhere), and its partition."""

    corpus: str
    kept: str | None
    ask: BulkAsk
    partition: Partition


class FailureKind(StrEnum):
    """Why something was not read."""

    SKIPPED = "skipped"
    """Its format is not one that is read."""
    UNREADABLE = "unreadable"
    PARTITION = "partition"
    """All of it failed three times."""


@dataclass(frozen=True, slots=True)
class BulkFailure:
    """What was not read, and why. ``source`` is the object's path, ``document`` the row's id where it has rows."""

    kind: FailureKind
    source: str
    document: str
    reason: str


@dataclass(frozen=True, slots=True)
class BulkOutcome:
    """What came of a partition. ``tables`` are Parquet files by name, such as ``documents`` and ``matches``.

    ``encoded`` of the ``units``, distinct texts, were read by the encoder now, ``known`` had been before; ``seconds``
    is what the worker took; ``notes`` are sentences for whoever asked.
    """

    model: str
    tables: Mapping[str, bytes]
    failures: tuple[BulkFailure, ...]
    documents: int
    chunks: int
    found: int
    units: int
    encoded: int
    known: int
    seconds: float
    notes: tuple[str, ...] = ()
