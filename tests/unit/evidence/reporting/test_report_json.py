"""Tests of casewright.evidence.reporting.report_json and of what is asked for."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import jsonschema
import pytest

from casewright.canonical import canonical_json
from casewright.domain.claims import Materiality, Verdict
from casewright.evidence.reporting.parts import Paragraph, Section, figure, ours
from casewright.evidence.reporting.report import AskKind, EvidenceReport, to_look_at
from casewright.evidence.reporting.report_json import report_json
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import parts_of
from tests.deal_reports import golden_reports

SCHEMA = json.loads((files("casewright.evidence.reporting") / "report.schema.json").read_text(encoding="utf-8"))
REPORTS = [*golden_reports("small"), *golden_reports("adversarial")]


@pytest.mark.requirement("report-formats")
def test_the_json_is_what_its_schema_says() -> None:
    """Of every golden deal, sound or broken."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for report in REPORTS:
        validator.validate(json.loads(canonical_json(report_json(report))))


@pytest.mark.requirement("ocr-marked")
def test_what_was_recognised_on_a_picture_says_so() -> None:
    """In the data and in the entry of the excerpt; every other excerpt is as it was."""
    report = golden_reports("small")[0]
    first, *others = report.contexts
    seen = {**report.contexts, first: replace(report.contexts[first], ocr=True)}
    data = json.loads(canonical_json(report_json(replace(report, contexts=seen))))

    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert {one["evidence_id"] for one in data["evidence"] if "ocr" in one} == {first}
    printed = [part.text for part in parts_of(sections(replace(report, contexts=seen))) if "OCR" in part.text]
    assert len(printed) == 1
    assert others


def test_sections_in_front_are_in_the_json() -> None:
    """What a debate adds comes along, part by part with its source."""
    said = Paragraph((ours("Claims: "), figure("1", "count:claims")))
    report = golden_reports("small")[0]
    front = EvidenceReport(
        report.deal, report.number, report.title, report.record, (), (), front=(Section("section:x", "X", (said,)),)
    )
    data = json.loads(canonical_json(report_json(front)))
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert data["front"][0]["blocks"][0]["line"][1] == {"text": "1", "source": "count:claims"}


def test_every_reference_is_to_something_in_the_report() -> None:
    """A reader of the data can follow each claim to its evidence and that to its document."""
    for report in REPORTS:
        data = json.loads(canonical_json(report_json(report)))
        there = {f"claim:{one['claim_id']}" for one in data["claims"]}
        there |= {f"evidence:{one['evidence_id']}" for one in data["evidence"]}
        there |= {f"calc:{one['calc_id']}" for one in data["calculations"]}
        assert all(reference in there for claim in data["claims"] for reference in claim["rests_on"])


def test_absent_documents_and_weighty_unverified_claims_are_asked_for() -> None:
    """Each absent document, and something for every weighty claim that is contradicted, inflated or unverified."""
    kinds = set()
    for report in REPORTS:
        kinds |= {ask.kind for ask in report.asks}
        assert {ask.name for ask in report.asks if ask.kind is AskKind.ABSENT} == {
            absent.name for absent in report.record.absent
        }
        asked = {ask.claim for ask in report.asks}
        for claim in report.record.claims:
            weighty = claim.materiality in (Materiality.HIGH, Materiality.CRITICAL)
            bad = claim.standing.verdict in (Verdict.CONTRADICTED, Verdict.INFLATED, Verdict.UNVERIFIED)
            if weighty and bad:
                assert claim.id in asked
    assert kinds == set(AskKind)


def test_what_to_look_at_first_is_weighty() -> None:
    """Nothing of low weight takes the reader's first minute."""
    for report in REPORTS:
        assert all(claim.materiality in (Materiality.HIGH, Materiality.CRITICAL) for claim in to_look_at(report))
