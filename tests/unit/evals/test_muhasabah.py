"""The corpus of outputs, and what the gate makes of it."""

from __future__ import annotations

import pytest

from casewright.evidence.muhasabah.violations import MuhasabahValidationResult, Rule
from evals.muhasabah.corpus import cases, more_cases
from evals.muhasabah.measure import measure


@pytest.mark.requirement("muhasabah-corpus")
def test_the_corpus_is_what_was_asked_for() -> None:
    """At least 300 outputs, each under its own name, valid ones, each rule of the gate broken; a later third apart."""
    first, later = cases(), more_cases("mended.toml")
    assert len(first) >= 300
    assert len(later) >= len(first) / 4
    assert {one.rule for one in first} == {None, *(rule.value for rule in Rule)} - {"CHECK_FAILED", "REASON_AGAINST"}
    assert len({one.name for one in first}) == len(first)


@pytest.mark.requirement("muhasabah-corpus")
def test_pass_rates() -> None:
    """At least 98 % of the valid outputs pass, no invalid one does, and each is refused by the rule it breaks."""
    for report in measure():
        passed, valid = report.passed
        assert passed / valid >= 0.98
        assert report.slipped[0] == 0
        assert [one.case.name for one in report.misses if one.case.rule is not None] == []


def test_a_gate_that_lets_everything_pass_is_found_out() -> None:
    """An enforcer without rules passes every output, and the report says so."""

    class Lenient:
        def validate(self, output: object, context: object) -> MuhasabahValidationResult:
            return MuhasabahValidationResult(valid=True, violations=())

    for report in measure(Lenient()):
        # What does not fit the schema is refused before the enforcer is asked.
        passed, invalid = report.slipped
        assert passed >= invalid - 4
        assert report.as_json()["invalid"] == {"passed": passed, "of": invalid}
