"""Reading contracts labelled in the shape of CUAD, and saying which chunks a labelled span makes positive."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.domain.documents import Chunk

COVERED = 0.4
"""The share of a span, or of a chunk, that must fall together for the chunk to be positive; less is left out."""

NAMES_AND_DATES = frozenset(
    {
        "Document Name",
        "Parties",
        "Agreement Date",
        "Effective Date",
        "Expiration Date",
        "Renewal Term",
        "Notice Period To Terminate Renewal",
    }
)
"""The categories of CUAD that are not clauses."""

CATEGORIES = (
    "Affiliate License-Licensee",
    "Affiliate License-Licensor",
    "Anti-Assignment",
    "Audit Rights",
    "Cap On Liability",
    "Change Of Control",
    "Competitive Restriction Exception",
    "Covenant Not To Sue",
    "Exclusivity",
    "Governing Law",
    "Insurance",
    "Ip Ownership Assignment",
    "Irrevocable Or Perpetual License",
    "Joint Ip Ownership",
    "License Grant",
    "Liquidated Damages",
    "Minimum Commitment",
    "Most Favored Nation",
    "No-Solicit Of Customers",
    "No-Solicit Of Employees",
    "Non-Compete",
    "Non-Disparagement",
    "Non-Transferable License",
    "Post-Termination Services",
    "Price Restrictions",
    "Revenue/Profit Sharing",
    "Rofr/Rofo/Rofn",
    "Source Code Escrow",
    "Termination For Convenience",
    "Third Party Beneficiary",
    "Uncapped Liability",
    "Unlimited/All-You-Can-Eat-License",
    "Volume Restriction",
    "Warranty Duration",
)
"""The 34 others, in alphabetical order."""

_SPELLED = {re.sub(r"\W", "", name).lower(): name for name in (*CATEGORIES, *NAMES_AND_DATES)}


@dataclass(frozen=True, slots=True)
class LabelledContract:
    """One contract's text and, by category, the [start, end) spans that people marked in it."""

    name: str
    text: str
    spans: Mapping[str, Sequence[tuple[int, int]]]


def fingerprint(text: str) -> str:
    """Sixteen hexadecimal digits that know a contract again, whatever its white space."""
    return hashlib.sha256("".join(text.split()).encode("utf-8", "replace")).hexdigest()[:16]


def label_spans(chunks: Sequence[Chunk], spans: Sequence[Sequence[int]]) -> NDArray[np.int8]:
    """Labels (chunks,): 1 where a span covers enough, -1 (left out) where one only touches, else 0."""
    labels = np.zeros(len(chunks), np.int8)
    start = np.array([chunk.start for chunk in chunks], np.int64)
    end = np.array([chunk.end for chunk in chunks], np.int64)
    touched = np.zeros(len(chunks), bool)
    for low, high in spans:
        shared = np.minimum(end, high) - np.maximum(start, low)
        share = shared / np.maximum(np.minimum(high - low, end - start), 1)
        labels[(shared > 0) & (share >= COVERED)] = 1
        touched |= shared > 0
    labels[touched & (labels == 0)] = -1
    return labels


def read_contracts(data: Path) -> Iterator[LabelledContract]:
    """The contracts under ``data``: a folder with ``spans.jsonl`` and ``contracts/``, or CUAD v1's JSON file.

    Raises ``InvalidInput`` where it is neither.
    """
    file = data / "spans.jsonl" if data.is_dir() else data
    if data.is_dir() and not file.exists():
        nested = (
            sorted(data.glob("*/spans.jsonl")) + sorted(data.glob("CUAD*.json")) + sorted(data.glob("*/CUAD*.json"))
        )
        if not nested:
            raise InvalidInput(
                f"{str(data)!r} holds no labelled contracts: give a folder with spans.jsonl and contracts/, "
                "or the file CUADv1.json."
            )
        file = nested[0]
    if not file.exists():
        raise InvalidInput(f"{str(data)!r} does not exist: give a folder with spans.jsonl, or the file CUADv1.json.")
    try:
        yield from _from_spans(file) if file.suffix == ".jsonl" else _from_squad(file)
    except (ValueError, KeyError, TypeError, UnicodeDecodeError, OSError) as problem:
        raise InvalidInput(
            f"{str(file)!r} is not labelled as CUAD is ({type(problem).__name__}: {problem}): "
            "give a folder with spans.jsonl and contracts/, or the file CUADv1.json."
        ) from problem


def _from_spans(file: Path) -> Iterator[LabelledContract]:
    for line in file.read_text("utf-8").splitlines():
        entry = json.loads(line)
        text = (file.parent / "contracts" / entry["file"]).read_text("utf-8")
        spans = {_spelling(name): [(int(a), int(b)) for a, b in pairs] for name, pairs in entry["spans"].items()}
        yield LabelledContract(entry["file"], text, spans)


def _from_squad(file: Path) -> Iterator[LabelledContract]:
    """CUAD v1 as published: SQuAD's layout, the category in each question's id after ``__``."""
    for entry in json.loads(file.read_text("utf-8"))["data"]:
        paragraph = entry["paragraphs"][0]
        spans: dict[str, list[tuple[int, int]]] = {}
        for question in paragraph["qas"]:
            name = _spelling(question["id"].rpartition("__")[2])
            places = [(a["answer_start"], a["answer_start"] + len(a["text"])) for a in question["answers"]]
            spans.setdefault(name, []).extend(places)
        yield LabelledContract(entry["title"], paragraph["context"], spans)


def _spelling(name: str) -> str:
    return _SPELLED.get(re.sub(r"\W", "", name).lower(), name)
