"""What evaluations print, of made-up models over made-up sets: real reports, so that their shape is the real one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.facts.decoding import SHAPE
from casewright.adapters.facts.fact_model import FactModel, save
from evals.acord import measure_acord
from evals.contractnli import measure_contractnli
from evals.cuad import measure_cuad
from evals.fact_values import Judged, ValueReport, ValueRow
from evals.facts.measure import measure_facts
from evals.facts.readers import MeasuredReader
from evals.facts.spans import measure_spans
from evals.kept import Kept
from evals.learning import LearnedFigures, LearningReport
from evals.named_documents import JudgedQuestion, as_json
from evals.named_questions import NamedQuestion
from evals.scorers import Bm25Ranker
from tests.fakes.plain_reader import PlainReader
from tests.unit.evals.facts.tiny import ToldReader, write_tiny
from tests.unit.evals.labelled import write_acord, write_nli, write_spans
from tests.unit.evals.law_scorer import LawScorer
from training.evaluated import Ships

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SHIPS = Ships("embedded-0.3+1a2b3c4d", "facts-0.3+1a2b3c4d")
BY_FOLD, NEVER_TAUGHT = "embedded-0.3-fold-0+12345678", "embedded-0.3-fold-g0+12345678"
FACTS_BY_FOLD = "facts-0.3-fold-0+12345678"
FIELDS = ("governing_law", "agreement_date", "parties")
FOUND = (
    ("agreement_date", "May 8, 2014", 0.95),
    ("governing_law", "It is governed by the law of Ohio.", 0.6),
    ("parties", "Alpha Inc", 0.92),
    ("parties", "Gamma", 0.91),
)
REPORT = {
    "model": SHIPS.scorer,
    "bytes": 1_234,
    "heads": 2,
    "texts": 46_759,
    "contracts": 406,
    "joined": {"governing law clause": True, "payment clause": False},
    "silver": {"payment clause": {"positives": 12.0, "average_precision": 0.5, "f1": 0.625, "threshold": 0.45}},
    "routing": {"statements": 78, "first": 0.8, "among": 0.9, "wrong": 0.05, "free_when_none": 0.75},
}


def reports(folder: Path) -> dict[str, Mapping[str, object]]:
    """By name, what each evaluation prints as JSON."""
    scorer, never_taught = LawScorer(model=BY_FOLD), LawScorer(model=NEVER_TAUGHT)
    files, kept = PlainReader(), Kept(None)
    readers = [MeasuredReader(ToldReader(FOUND, version=FACTS_BY_FOLD))]
    spans, tiny = write_spans(_new(folder, "cuad")), write_tiny(folder / "tiny")
    bm25 = [Bm25Ranker()]
    figures = tuple(LearnedFigures(count, 34, count / 100, 0.4, 0.5, 0.3, 0.1, (0.05, 0.5)) for count in (8, 32))
    asked = NamedQuestion("who?", None, ("a.txt",), "Governing Law", "title")
    ways = {"given": True, "only named": False, "with names read": True}
    values = (ValueRow("governing_law", 9, 1, 0),)
    return {
        "cuad": measure_cuad(spans, scorers=[scorer], reader=files, baselines=bm25).as_json(),
        "left_out": measure_cuad(spans, scorers=[never_taught], reader=files, baselines=bm25).as_json(),
        "contractnli": measure_contractnli(
            write_nli(_new(folder, "nli")), scorers=[scorer], reader=files, baselines=bm25
        ).as_json(),
        "acord": measure_acord(
            write_acord(_new(folder, "acord")), scorers=[LawScorer(model=SHIPS.scorer)], baselines=bm25
        ).as_json(),
        "learning": LearningReport(BY_FOLD, 81, 9_000, figures, (("Insurance", 8, 0.08),), "By hand.").as_json(),
        "facts": measure_facts(tiny, readers=readers, reader=files, kept=kept).report.as_json(),
        "cuad_spans": measure_spans(tiny, readers=readers, reader=files, kept=kept).as_json(),
        "fact_values": ValueReport("unseen", 10, values, (Judged("a", "b", "equal", "c", "d", "e"),)).as_json(),
        "named_documents": {"halves": [as_json("unseen", [JudgedQuestion(asked, "right", ("a.txt",), ways)])]},
    }


def write(folder: Path, told: Mapping[str, object]) -> Path:
    """The files of a folder of figures."""
    folder.mkdir()
    for name, one in told.items():
        (folder / f"{name}.json").write_text(json.dumps(one), "utf-8")
    return folder


def write_model(folder: Path) -> Path:
    """A folder with what a card reads of a model: governing law may say *high*, and rules read the parties."""
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"vocab": {"a": 0, "b": 1}}}), "utf-8")
    (folder / "encoder.json").write_text(json.dumps({"window": 384}), "utf-8")
    row = np.zeros(len(FIELDS), np.float32)
    save(
        FactModel(
            "0.3",
            "",
            FIELDS,
            frozenset({"parties"}),
            lines=row,
            anew=row,
            whole=row == 1,
            weights=np.zeros((len(FIELDS), SHAPE + 1), np.float32),
            least=row,
            most=np.array([1.0, 0.89, 0.89], np.float32),
        ),
        folder,
    )
    return folder


def _new(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name
