"""Sets made up for the tests: labelled as CUAD, ACORD and ContractNLI are."""

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


CLAUSES = {
    "c1": "This Agreement is governed by the laws of Ohio.",
    "c2": "Insurance shall be maintained.",
    "c3": "The liability of the Supplier is limited to the price.",
    "c4": "Nobody is liable for lost profits.",
}
QUERIES = {"Governing law": "Law", "Insurance": "Cover", 'A "cap" on liability': "Liability"}
GRADES = [
    ("Governing law", "c1", 4),
    ("Governing law", "c2", 0),
    ("Governing law", "c3", 1),
    ("Insurance", "c1", 0),
    ("Insurance", "c2", 3),
    ('"A ""cap"" on liability"', "c3", 4),
    ('"A ""cap"" on liability"', "c4", 2),
    ('"A ""cap"" on liability"', "c1", 0),
]


def write_acord(folder: Path, *, published: bool = True) -> Path:
    """The set in the layout of BEIR, as it is published, or with the judgements beside the queries."""
    corpus = [json.dumps({"_id": key, "text": text}) for key, text in CLAUSES.items()]
    (folder / "corpus.jsonl").write_text("\n".join(corpus) + "\n", "utf-8")
    queries = [
        json.dumps({"_id": text, "text": text, "metadata": {"category": category}})
        for text, category in QUERIES.items()
    ]
    (folder / "queries.jsonl").write_text("\n".join(queries) + "\n", "utf-8")
    judged = folder / "qrels" if published else folder
    judged.mkdir(exist_ok=True)
    lines = ["query-id\tcorpus-id\tscore", *("\t".join(map(str, one)) for one in GRADES)]
    (judged / "valid.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


SENTENCES = (
    "Recipient {n} keeps all information secret.",
    "Recipient {n} returns copies when asked.",
    "This Agreement is governed by the laws of Ohio.",
)


def text_of(number: int) -> str:
    """An agreement of three paragraphs."""
    return "\n".join(sentence.format(n=number) for sentence in SENTENCES)


def write_nli(folder: Path, split: str = "dev", count: int = 4) -> Path:
    """Agreements in ContractNLI's layout: the second sentence decides one hypothesis, another is not mentioned."""
    documents = []
    for number in range(count):
        text = text_of(number)
        spans, start = [], 0
        for sentence in text.split("\n"):
            spans.append([start, start + len(sentence)])
            start += len(sentence) + 1
        annotations = {
            "nda-1": {"choice": "Entailment", "spans": [1]},
            "nda-2": {"choice": "NotMentioned", "spans": []},
        }
        documents.append({"text": text, "spans": spans, "annotation_sets": [{"annotations": annotations}]})
    labels = {"nda-1": {"hypothesis": "copies are returned"}, "nda-2": {"hypothesis": "price is paid"}}
    (folder / f"{split}.json").write_text(json.dumps({"documents": documents, "labels": labels}), "utf-8")
    return folder
