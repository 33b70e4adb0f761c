"""Contracts made up for the tests, labelled as CUAD is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PLACES = ("Ohio", "Texas", "Maine", "Iowa", "Utah", "Idaho")
FILLER = (
    "The Supplier delivers the goods to the warehouse in {place} and the Customer inspects them there.",
    "The Customer pays the price within thirty days of the invoice by transfer to the account in {place}.",
    "Notices are sent by post to the office in {place} and are received on the third day thereafter.",
)
LAW = "This Agreement shall be governed by and construed in accordance with the laws of the State of {place}."
INSURANCE = "The Supplier shall maintain liability insurance with an insurer in {place} of one million dollars."


def contract(place: str, number: int) -> tuple[str, dict[str, list[list[int]]]]:
    """A contract's text and its spans."""
    paragraphs = [part.format(place=place) + f" This is paragraph {number}." for part in FILLER]
    law, insurance = LAW.format(place=place), INSURANCE.format(place=place)
    text = "\n\n".join([paragraphs[0], law, paragraphs[1], insurance, paragraphs[2]])
    return text, {
        "Governing Law": [[text.index(law), text.index(law) + len(law)]],
        "Insurance": [[text.index(insurance), text.index(insurance) + len(insurance)]],
    }


def write_spans(folder: Path) -> Path:
    """The contracts as a folder with ``spans.jsonl`` and ``contracts/``."""
    (folder / "contracts").mkdir()
    lines = []
    for number, place in enumerate(PLACES):
        text, spans = contract(place, number)
        (folder / "contracts" / f"{place}.txt").write_text(text, "utf-8")
        lines.append(json.dumps({"file": f"{place}.txt", "spans": spans}))
    (folder / "spans.jsonl").write_text("\n".join(lines), "utf-8")
    return folder


def write_squad(file: Path) -> Path:
    """The contracts in the layout of CUAD v1's own JSON file."""
    data = []
    for number, place in enumerate(PLACES):
        text, spans = contract(place, number)
        questions = [
            {
                "id": f"{place}__{name}",
                "answers": [{"text": text[low:high], "answer_start": low} for low, high in places],
            }
            for name, places in spans.items()
        ]
        data.append({"title": place, "paragraphs": [{"context": text, "qas": questions}]})
    file.write_text(json.dumps({"version": "x", "data": data}), "utf-8")
    return file
