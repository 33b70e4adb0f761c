"""Tests of casewright.evidence.reporting.words: no name of a program stands where people read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from casewright.domain.calculations import CalcType
from casewright.domain.claims import ClaimAction, ClaimClass, Verdict
from casewright.domain.debates import AgentRole, Stance, StopReason
from casewright.domain.defects import CureProtocol, DefectSeverity, DefectStatus, DefectType
from casewright.domain.evidence import Corroboration, SourceType
from casewright.evidence.reporting.parts import in_words
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import parts_of
from casewright.evidence.reporting.words import _table, plain_words
from casewright.evidence.utility import ChallengeOutcome
from tests.deal_reports import golden_reports

if TYPE_CHECKING:
    from enum import StrEnum

pytestmark = pytest.mark.requirement("report-for-people")
NAMES: dict[str, type[StrEnum]] = {
    "defect": DefectType,
    "severity": DefectSeverity,
    "status": DefectStatus,
    "cure": CureProtocol,
    "verdict": Verdict,
    "action": ClaimAction,
    "corroboration": Corroboration,
    "class": ClaimClass,
    "recommendation": Stance,
    "stance": Stance,
    "role": AgentRole,
    "stop": StopReason,
    "outcome": ChallengeOutcome,
    "calculation": CalcType,
}


@pytest.mark.parametrize("kind", NAMES)
def test_each_name_has_its_words(kind: str) -> None:
    """A name that is added to a list of the domain needs its words; none is left over."""
    assert set(_table()[kind]) == {one.value for one in NAMES[kind]}


def test_each_kind_of_source_has_a_label() -> None:
    """But the unknown one, whose documents are called by their names."""
    assert set(_table()["label"]) == {one.value for one in SourceType} - {"unknown"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("One independent source (AHAD_1): the grade stays C (rule 4).", "One independent source: the grade stays C."),
        ("UNVERIFIED: grade C is below B.", "Unverified: grade C is below B."),
        ("It has an open CHRONO_IMPOSSIBLE; cure: DISCARD_CLAIM.",
         "It has an open impossible date; discard the claim, or find it another source."),
        ("It says “a FATAL error” and is FATAL.", "It says “a FATAL error” and is fatal."),
        ("NONFATAL/FATALITY", "NONFATAL/FATALITY"),
    ],
)  # fmt: skip
def test_sentences_are_told_in_plain_words(text: str, told: str) -> None:
    """What they quote stays as it stands."""
    assert plain_words(text) == told


@pytest.mark.parametrize("suite", ["small", "adversarial"])
def test_no_name_of_a_program_is_left_in_a_report(suite: str) -> None:
    """In no report on a golden deal."""
    names = {one.value for kind in NAMES.values() for one in kind if "_" in one.value and one.value.isupper()}
    for report in golden_reports(suite):
        text = " ".join(part.text for part in parts_of(sections(report)))
        assert set(re.findall(r"[A-Z]+(?:_[A-Z0-9]+)+", text)) & names == set()


def test_a_name_without_words_is_at_least_readable() -> None:
    """``REQUEST_DATA`` is ``request data``."""
    assert in_words("REQUEST_DATA") == "request data"
