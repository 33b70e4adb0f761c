"""``python -m training reader --data DIR``: teach the reader of answers and write it where it ships.

Two stages, each kept in ``training/work``: what sentences ask for themselves (``--stage sentences``), then what people
wrote and lawyers marked (``--stage people``); ``--stage weigh`` fits how sure it is and writes
``casewright/adapters/answers/model``. The contracts that answers are measured over are left out of the first two.
"""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from casewright.adapters.answers.spans import MANIFEST, SHIPPED, SpanReader
from casewright.adapters.scoring import model_file
from casewright.adapters.scoring.encoder import Encoder
from evals.answers_asked import CHOSEN, chosen, makes_bands
from evals.cuad_data import read_contracts
from training.corpus import HERE, WORK
from training.reader import weighing
from training.reader.export import write
from training.reader.glossed import of_romanian
from training.reader.learn import learn
from training.reader.model import ASKED as ASKED_TOKENS
from training.reader.model import READ, Reader
from training.reader.pairs import of_marks, of_sentences, of_written
from training.reader.passages import cut, stands
from training.reader.written import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from training.reader.pairs import Item

ASKED = HERE / "reader"
SENTENCES, PEOPLE = WORK / "reader-sentences.pt", WORK / "reader-people.pt"
MOST_SENTENCES = 45_000
MARKS_AGAIN = 400
LONGEST = 120_000
"""Characters of a contract whose marks are learned from."""
APART = 5
"""One document in so many of those written for the reader teaches nothing, but how sure it is."""
_SHARES = {True: 0.5, False: 0.05}
"""How many of the categories of a contract are asked about that it has, and that it lacks."""


def main() -> None:
    """Run the stages that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m training reader", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with spans.jsonl and contracts/")
    parser.add_argument("--stage", choices=("sentences", "people", "weigh"), action="append")
    given = parser.parse_args()
    stages = given.stage or ["sentences", "people", "weigh"]
    if "sentences" in stages:
        of_all_sentences(given.data)
    if "people" in stages:
        of_people(given.data)
    if "weigh" in stages:
        weigh(given.data)


def apart(data: Path) -> frozenset[str]:
    """The files of the contracts of which answers are measured."""
    contracts = list(read_contracts(data))
    halves = [[one for one in contracts if makes_bands(one) is table] for table in (True, False)]
    return frozenset(one.name for half in halves for one in chosen(half, CHOSEN))


def of_all_sentences(data: Path) -> None:
    """Learn from sentences with a part asked for; 300 of the questions say how well."""
    left = apart(data)
    paths = sorted(path for path in (data / "contracts").iterdir() if path.name not in left)
    items = list(of_sentences(paths, 0, 0.8))
    random.Random(1).shuffle(items)
    model = Reader()
    learn(model, items[300 : 300 + MOST_SENTENCES], 1, seed=0, rate=2e-4, negatives=0.6, checked=items[:300])
    torch.save(model.state_dict(), SENTENCES)


def of_people(data: Path) -> None:
    """Learn from what people wrote, Romanian in English words, and from what lawyers marked."""
    contracts = list(of_written(read(ASKED / "questions.jsonl"), data / "contracts"))
    english, english_apart = parted(of_written(read(ASKED / "english.jsonl"), ASKED / "documents" / "english"))
    romanian, romanian_apart = parted(
        of_romanian(of_written(read(ASKED / "romanian.jsonl"), ASKED / "documents" / "romanian"))
    )
    marks = list(marked(data, apart(data)))
    print(f"{len(contracts)} over contracts, {len(english)} and {len(romanian)} over documents, {len(marks)} marks")
    model = Reader()
    model.load_state_dict(torch.load(SENTENCES))
    checked = random.Random(3).sample([*english_apart, *romanian_apart], 200)
    first = [*contracts * 2, *english * 3, *marks]
    learn(model, first, 2, seed=5, rate=2e-4, negatives=1.3, checked=checked, keep=PEOPLE)
    then = [*contracts, *english * 2, *romanian * 2, *marks[:MARKS_AGAIN]]
    learn(model, then, 1, seed=6, rate=1.2e-4, negatives=1.5, checked=checked, keep=PEOPLE)


def parted(items: Iterator[Item]) -> tuple[list[Item], list[Item]]:
    """Those over documents that teach, and those over the others."""
    listed = list(items)
    kept = set(sorted({one.document.name for one in listed})[::APART])
    taught = [one for one in listed if one.document.name not in kept]
    return taught, [one for one in listed if one.document.name in kept]


def marked(data: Path, left: frozenset[str]) -> Iterator[Item]:
    """What lawyers marked, each category asked for as paraphrases name it; in an order of its own."""
    phrases = tomllib.loads((HERE / "paraphrases.toml").read_text("utf-8"))
    random_ = random.Random(3)
    found: list[Item] = []
    for line in (data / "spans.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        path = data / "contracts" / entry["file"]
        if entry["file"] in left or len((document := cut(path)).text) > LONGEST:
            continue
        raw = path.read_text("utf-8", errors="replace")
        for category, spans in entry["spans"].items():
            if category not in phrases or random_.random() > _SHARES[bool(spans)]:
                continue
            marks = [place for low, high in spans[:3] if (place := stands(document.text, raw[low:high])) is not None]
            if marks or not spans:
                found += of_marks(path, marks, phrases[category])
    random_.shuffle(found)
    yield from found


def weigh(data: Path) -> None:
    """Fit how sure an answer is over documents that taught nothing; write the reader and its card."""
    model = Reader()
    model.load_state_dict(torch.load(PEOPLE))
    model.eval()
    tokenizer = (WORK / "tokenizer.json").read_text("utf-8")
    write(model, tokenizer, {}, SHIPPED)
    asking = weighing.Asking(SpanReader.from_folder(SHIPPED), Encoder.from_folder(model_file.SHIPPED))
    parts = {
        "contracts": list(weighing.said(asking, read(ASKED / "weighing.jsonl"), data / "contracts")),
        "English documents": list(_apart(asking, "english", romanian=False)),
        "Romanian documents": list(_apart(asking, "romanian", romanian=True)),
    }
    every = [one for listed in parts.values() for one in listed]
    told, low = weighing.held_out(every), 0
    lines = [*weighing.HEAD]
    for name, listed in parts.items():
        lines += weighing.lines(name, listed, told[low : low + len(listed)])
        low += len(listed)
    size = write(model, tokenizer, weighing.fitted(every), SHIPPED)
    figures = "\n".join(lines)
    print(figures)
    (SHIPPED / "MODEL_CARD.md").write_text(_card(data, size, figures), "utf-8")


def _card(data: Path, size: int, figures: str) -> str:
    listed = {name: read(ASKED / f"{name}.jsonl") for name in ("questions", "english", "romanian", "weighing")}
    taught = [*listed["questions"], *listed["english"], *listed["romanian"]]
    left = apart(data)
    return (
        (ASKED / "card.md")
        .read_text("utf-8")
        .format(
            version=json.loads((SHIPPED / MANIFEST).read_text("utf-8"))["version"],
            bytes=f"{size:,}",
            window=READ,
            asked=ASKED_TOKENS,
            contracts=f"{len(listed['questions']):,}",
            english=f"{len(listed['english']):,}",
            romanian=f"{len(listed['romanian']):,}",
            absent=f"{sum(one.answer is None for one in taught):,}",
            marks=len(list(marked(data, left))),
            apart=len(left),
            apart_contracts=len({one.file for one in listed["weighing"]}),
            figures=figures,
        )
    )


def _apart(asking: weighing.Asking, language: str, *, romanian: bool) -> Iterator[weighing.Said]:
    questions = read(ASKED / f"{language}.jsonl")
    kept = set(sorted({one.file for one in questions})[::APART])
    listed = [one for one in questions if one.file in kept]
    yield from weighing.said(asking, listed, ASKED / "documents" / language, romanian=romanian)
