"""Reading contracts labelled in the shape of CUAD, and saying which chunks a labelled span makes positive."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from evals.data_files import find, json_file, json_lines, shaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.domain.documents import Chunk, OffsetMap

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

SAME = {
    "Governing Law": "governing law clause",
    "Non-Compete": "non-compete clause",
    "Termination For Convenience": "termination for convenience clause",
}
"""Categories that a template of the language means; the other heads bear the categories' own names."""

LEARNED_FROM = {
    **dict.fromkeys(
        (
            "Affiliate License-Licensee",
            "Affiliate License-Licensor",
            "Ip Ownership Assignment",
            "Irrevocable Or Perpetual License",
            "License Grant",
            "Non-Transferable License",
            "Unlimited/All-You-Can-Eat-License",
        ),
        ("ip assignment or license",),
    ),
    "Cap On Liability": ("liability cap clause", "liability limitation clause"),
    "Liquidated Damages": ("remedial clause",),
    "No-Solicit Of Customers": ("non-solicitation",),
    "No-Solicit Of Employees": ("non-solicitation",),
    "Termination For Convenience": ("termination clause",),
}
"""Concepts whose heads were taught by a category's labels besides its own."""

_SPELLED = {re.sub(r"\W", "", name).lower(): name for name in (*CATEGORIES, *NAMES_AND_DATES)}


@dataclass(frozen=True, slots=True)
class LabelledContract:
    """One contract's text and, by category, the [start, end) spans that people marked in it.

    ``answers`` are what they made of the spans, by category: "5/8/14", "30 days"; empty where the data have none.
    """

    name: str
    text: str
    spans: Mapping[str, Sequence[tuple[int, int]]]
    answers: Mapping[str, str] = field(default_factory=dict)


def fingerprint(text: str) -> str:
    """Sixteen hexadecimal digits that know a contract again, whatever its white space."""
    return hashlib.sha256("".join(text.split()).encode("utf-8", "replace")).hexdigest()[:16]


def label_spans(
    chunks: Sequence[Chunk], spans: Sequence[Sequence[int]], offsets: OffsetMap | None = None
) -> NDArray[np.int8]:
    """Labels (chunks,): 1 where a span covers enough, -1 (left out) where one only touches, else 0.

    ``offsets`` leads from the chunks' places to those in the text that the spans were marked in, where they differ.
    """
    raw = (lambda place: place) if offsets is None else offsets.raw
    labels = np.zeros(len(chunks), np.int8)
    start = np.array([raw(chunk.start) for chunk in chunks], np.int64)
    end = np.array([raw(chunk.end) for chunk in chunks], np.int64)
    touched = np.zeros(len(chunks), bool)
    for low, high in spans:
        shared = np.minimum(end, high) - np.maximum(start, low)
        share = shared / np.maximum(np.minimum(high - low, end - start), 1)
        labels[(shared > 0) & (share >= COVERED)] = 1
        touched |= shared > 0
    labels[touched & (labels == 0)] = -1
    return labels


def read_contracts(data: Path) -> Iterator[LabelledContract]:
    """The contracts under ``data``: a folder with ``spans.jsonl`` and ``contracts/``, or CUAD v1 as published.

    Published CUAD is one JSON file, ``CUAD_v1.json`` or ``CUADv1.json``: give the file, or a folder that holds it.
    Raises ``InvalidInput`` where it is neither; the sentence names the file, and the line or entry.
    """
    found = find(data, ("spans.jsonl", "CUAD*v1.json"), GIVE)
    yield from _from_spans(found) if found.suffix == ".jsonl" else _from_squad(found)


GIVE = "give a folder with spans.jsonl and contracts/, or CUAD v1 as published (the file CUAD_v1.json)"


def _from_spans(file: Path) -> Iterator[LabelledContract]:
    for place, entry in json_lines(file, "CUAD", GIVE):
        with shaped(file, place, "CUAD", GIVE):
            text = (file.parent / "contracts" / entry["file"]).read_text("utf-8")
            spans = {_spelling(name): [(int(a), int(b)) for a, b in pairs] for name, pairs in entry["spans"].items()}
            answers = {_spelling(name): str(said) for name, said in entry.get("answers", {}).items() if said}
        yield LabelledContract(entry["file"], text, spans, answers)


def _from_squad(file: Path) -> Iterator[LabelledContract]:
    """CUAD v1 as published: SQuAD's layout, the category in each question's id after ``__``."""
    with shaped(file, "", "CUAD", GIVE):
        entries = list(enumerate(json_file(file, "CUAD", GIVE)["data"], start=1))
    for number, entry in entries:
        spans: dict[str, list[tuple[int, int]]] = {}
        with shaped(file, f"contract {number}", "CUAD", GIVE):
            paragraph = entry["paragraphs"][0]
            for question in paragraph["qas"]:
                name = _spelling(question["id"].rpartition("__")[2])
                places = [(a["answer_start"], a["answer_start"] + len(a["text"])) for a in question["answers"]]
                spans.setdefault(name, []).extend(places)
            read = LabelledContract(str(entry["title"]), str(paragraph["context"]), spans)
        yield read


def _spelling(name: str) -> str:
    return _SPELLED.get(re.sub(r"\W", "", name).lower(), name)
