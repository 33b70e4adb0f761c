"""The embedded scorer on clauses written for the purpose, and what holds for any text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.encoder import Encoder
from casewright.adapters.scoring.model_file import SHIPPED, load
from casewright.iql.templates import BUILTIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.mark.structures import ParameterSet
    from numpy.typing import NDArray

CASES = Path(__file__).parents[3] / "cases" / "scoring"


@pytest.fixture(scope="module")
def scorer() -> EmbeddedScorer:
    """The shipped scorer."""
    return EmbeddedScorer.from_folder()


def statement_of(template: str, argument: str | None) -> str:
    """The template's expansion."""
    known = BUILTIN[template]
    return known.expansion.replace(known.slot, argument) if known.parameter and argument else known.expansion


def cases() -> Iterator[ParameterSet]:
    """Every clause of the case files: the statement, the clause, and whether it holds."""
    for path in sorted(CASES.glob("*.yml")):
        for case in yaml.safe_load(path.read_text("utf-8")):
            for truth in ("holds", "fails"):
                for place, text in enumerate(case[truth], 1):
                    name = f"{case['template']} {case.get('argument', '')} {truth} {place}"
                    yield pytest.param(statement_of(case["template"], case.get("argument")), text, truth, id=name)


@pytest.mark.requirement("scoring-templates")
@pytest.mark.parametrize(("statement", "text", "truth"), list(cases()))
def test_clause_written_for_the_purpose(scorer: EmbeddedScorer, statement: str, text: str, truth: str) -> None:
    """A clause for which the template holds scores at least the threshold of what answers it, another less."""
    assert (scorer.score(statement, [text])[0] >= scorer.threshold(statement)) == (truth == "holds")


@pytest.mark.requirement("iql-threshold-auto")
@pytest.mark.parametrize(
    ("statement", "tier", "threshold"),
    [
        ("This is a governing law clause.", "head", 0.4),
        ("This is a liability cap clause.", "head", 0.5),
        ("This is relevant to AI law.", "head", 0.5),
        ("This is a clause obligating Supplier.", "head", 0.5),
        ("The contract is governed by the law of some country.", "routed", 0.3),
        ("The tenant keeps seventeen hedgehogs.", "free", 0.2),
    ],
)
def test_threshold_is_that_of_what_answers(statement: str, tier: str, threshold: float) -> None:
    """A head has its own, a half where none was fitted; free statements have that of their path, rules a half."""
    known = {"governing law clause": 0.4, "relevant to ai law": 0.1, "clause obligating": 0.1}
    model = replace(load(), thresholds=known, free_threshold=0.2, routed_threshold=0.3)
    if tier == "free":
        model = replace(model, routing=replace(model.routing, doubt=100.0))
    scorer = EmbeddedScorer(model, lambda: Encoder.from_folder(SHIPPED))
    assert (scorer.tier(statement), scorer.threshold(statement)) == (tier, threshold)


@pytest.mark.requirement("scoring-none")
@pytest.mark.parametrize(
    ("statement", "answered"),
    [
        ("any of the", False),
        ("???", False),
        ("the tenant keeps hedgehogs", True),
        ("This is a governing law clause.", True),
    ],
)
def test_statement_that_says_nothing_is_known(scorer: EmbeddedScorer, statement: str, *, answered: bool) -> None:
    """What nothing can answer scores 0 everywhere, and the scorer says so."""
    assert scorer.answers(statement) == answered
    assert answered or scorer.score(statement, ["The tenant keeps hedgehogs."]).tolist() == [0.0]


def test_every_template_has_cases() -> None:
    """Each of the 27 templates has clauses for which it holds and clauses for which it does not."""
    listed = [case for path in CASES.glob("*.yml") for case in yaml.safe_load(path.read_text("utf-8"))]
    assert {case["template"] for case in listed} == set(BUILTIN)
    assert all(len(case["holds"]) >= 3 and len(case["fails"]) >= 3 for case in listed)


@pytest.mark.requirement("scoring-tiers")
def test_tier_says_what_answers(scorer: EmbeddedScorer) -> None:
    """A template has its own part, a known concept in free words is routed, an unknown one is left to its words."""
    assert {scorer.tier(statement_of(name, "Supplier")) for name in BUILTIN if name != "clause that"} == {"head"}
    assert scorer.tier("a party must maintain insurance") == "routed"
    assert scorer.tier(statement_of("clause that", "imposes a duty of confidentiality")) == "routed"
    assert scorer.tier("the customer likes ice cream") == "free"


def test_routed_statement_finds_its_concept(scorer: EmbeddedScorer) -> None:
    """A concept without a template is found when it is asked for in free words."""
    texts = [
        "The Contractor shall maintain commercial general liability insurance of at least $1,000,000.",
        "This Agreement is governed by the laws of Texas.",
        "The Licensee may audit the Licensor's books and records once a year.",
    ]
    assert scorer.score("insurance", texts).argmax() == 0
    assert scorer.score("right to audit books and records", texts).argmax() == 2


def test_free_statement_finds_its_words(scorer: EmbeddedScorer) -> None:
    """A statement about nothing known ranks texts by its words."""
    texts = ["The moon is made of cheese.", "The seller delivers on Monday.", "Cheese is sold by weight."]
    scores = scorer.score("the moon is made of green cheese", texts)
    assert scores[0] > scores[2] > scores[1]


@pytest.mark.requirement("scoring-any-text")
@pytest.mark.parametrize(
    "statement", ["", "   ", "…", "。", "\x00", "\ud800", "the of and", "This is a clause obligating …."]
)
def test_statement_that_says_nothing_scores_low(scorer: EmbeddedScorer, statement: str) -> None:
    """A statement without a telling word affirms nothing, and nothing breaks."""
    scores = scorer.score(statement, ["The Supplier shall deliver.", "", "\ud800 \x01 \x00"])
    assert (scores < 0.5).all()


def test_other_languages_are_answered(scorer: EmbeddedScorer) -> None:
    """A statement in a language the model does not know is left to its words."""
    statement = "contractul este guvernat de legea română"
    scores = scorer.score(statement, ["Prezentul contract este guvernat de legea romana.", "Chiria se plătește lunar."])
    assert scores[0] > scores[1]


STATEMENTS = st.one_of(
    st.sampled_from([statement_of(name, "the Supplier") for name in BUILTIN]),
    st.sampled_from(["insurance", "source code escrow", "blue whales swim"]),
    st.text(max_size=40),
)
CLAUSES = st.one_of(
    st.text(max_size=80),
    st.lists(
        st.sampled_from(
            ["The Supplier", "shall", "may", "not", "terminate", "AI", "liable", "law", "pay", "each party", "."]
        ),
        max_size=20,
    ).map(" ".join),
)


@pytest.mark.requirement("scoring-bounds")
@settings(max_examples=60)
@given(STATEMENTS, st.lists(CLAUSES, max_size=6))
def test_scores_are_probabilities(scorer: EmbeddedScorer, statement: str, texts: list[str]) -> None:
    """Whatever the statement and the texts, there is one score in [0, 1] a text, float32, never NaN."""
    scores = scorer.score(statement, texts)

    assert scores.dtype == np.float32
    assert scores.shape == (len(texts),)
    assert ((scores >= 0) & (scores <= 1)).all()


@pytest.mark.requirement("scoring-independent")
@settings(max_examples=60)
@given(STATEMENTS, st.lists(CLAUSES, max_size=6))
def test_score_depends_on_its_text_alone(scorer: EmbeddedScorer, statement: str, texts: list[str]) -> None:
    """Texts scored together, alone or in another order score the same, to the last bit."""
    together = scorer.score(statement, texts).tolist()

    assert together == [scorer.score(statement, [text])[0] for text in texts]
    assert together[::-1] == scorer.score(statement, texts[::-1]).tolist()


def test_texts_are_read_only_where_a_rule_must(scorer: EmbeddedScorer) -> None:
    """Heads, phrases and words answer from features alone; a rule about a name reads the texts that have it."""
    texts = ["The Supplier shall pay.", "The Buyer shall pay.", "Nobody pays."]
    features = scorer.features(texts)
    asked: list[int] = []

    def read(rows: NDArray[np.int64]) -> list[str]:
        asked.extend(rows.tolist())
        return [texts[row] for row in rows]

    for statement in ("This is a payment clause.", "This is relevant to AI law.", "blue whales swim"):
        scorer.score_features(statement, features, read)
    assert asked == []

    scores = scorer.score_features("This is a clause obligating Supplier.", features, read)
    assert asked == [0]
    assert scores.argmax() == 0


@pytest.mark.requirement("scoring-model-name")
def test_model_is_named_by_version_and_hash(scorer: EmbeddedScorer) -> None:
    """The name under which scores are cached changes with the model file."""
    name, _, digest = scorer.model.partition("+")
    assert name.startswith("embedded-")
    assert len(digest) == 8


@pytest.mark.requirement("scoring-any-text")
@pytest.mark.parametrize(
    "text", ["1,204.55 88 0017 2021 99.5% 14,000", "本契約は日本法に準拠する。", "Chiria se plătește lunar."]
)
def test_numbers_and_other_languages_are_no_clause(scorer: EmbeddedScorer, text: str) -> None:
    """A text of numbers alone or in another language has low confidence, and nothing breaks."""
    for statement in ("This is a governing law clause.", "This is an indemnity clause.", "a party must insure itself"):
        assert scorer.score(statement, [text])[0] < 0.5


@pytest.mark.requirement("encoder-window")
def test_long_statement_is_known_as_such(scorer: EmbeddedScorer) -> None:
    """What is read of a statement longer than the window is said; a shorter one is read whole."""
    assert scorer.cut_short("a party must maintain insurance") is None
    assert scorer.cut_short("insurance against fire and flood " * 80) == 384


def test_clause_of_another_place_is_not_meant(scorer: EmbeddedScorer) -> None:
    """Asked for the law of one state, a clause for that of another is not affirmed."""
    texts = [
        "This Agreement shall be governed by and construed in accordance with the laws of the State of Delaware.",
        "This Agreement shall be governed by and construed in accordance with the laws of the State of Texas.",
    ]
    asked, other = scorer.score("the agreement is governed by Delaware law", texts)
    assert asked >= 0.5 > other
