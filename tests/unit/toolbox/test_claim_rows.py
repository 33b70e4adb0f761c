"""Rows become claims, whatever stands in them."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.evidence import NodeKind, SourceType
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.sources import DocumentSource
from casewright.domain.values import Monetary
from casewright.errors import CasewrightError, Refused
from casewright.evidence.chains import problems
from casewright.toolbox.claims.claim_building import Setting, build, evidence_id
from casewright.toolbox.claims.import_text import COLUMNS, RawRow, csv_rows, json_rows
from casewright.toolbox.deals.document_places import DealDocuments
from casewright.toolbox.deals.person import require_person
from casewright.tools.calls import CallContext
from tests.fakes.fixed_clock import START
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_matters import MemoryMatters
from tests.shelf import ANN, OURS, Shelf

if TYPE_CHECKING:
    from casewright.toolbox.claims.row_errors import RowError

TEXT = "ARR was EUR 12.5 million.\nARR was restated."
_MATTERS = MemoryMatters()
_SHELF = Shelf(MemoryDocuments(_MATTERS), _MATTERS)
_DECK = _SHELF.add(TEXT, name="room/deck.txt")


def setting(**described: Any) -> Setting:
    """A deal with one document; ``described`` says what it is."""
    sources = {}
    if described:
        known = {"source_system": None, "upstream_origin": None, "source_date": None, **described}
        sources[_DECK.id] = DocumentSource(OURS, _SHELF.matter, _DECK.id, described_by=ANN, described_at=START, **known)
    documents = DealDocuments(_SHELF.documents, OURS, _SHELF.matter)
    return Setting(OURS, _SHELF.matter, documents, sources, ANN, START)


def row(**fields: Any) -> dict[str, Any]:
    """A row that is right, with these fields in place of its own."""
    place = {"document": "deck.txt", "quote": "EUR 12.5 million"}
    return {"claim_text": "ARR", "claim_class": "FINANCIAL", "evidence": [place], **fields}


def built(fields: dict[str, Any], within: Setting | None = None) -> tuple[Any, list[str]]:
    """The claim and what was wrong."""
    errors: list[RowError] = []
    [raw] = json_rows(json.dumps([fields]))
    return build(raw, within or setting(), errors), [str(error) for error in errors]


def test_a_plain_chain_leads_from_the_document_to_the_claim() -> None:
    """Without a chain of its own a claim gets one that is well made, the document first."""
    made, errors = built(row())

    assert errors == []
    ingest, extract = made.claim.sanad.nodes
    assert (ingest.kind, extract.kind) == (NodeKind.INGEST, NodeKind.EXTRACT)
    assert ingest.inputs == (f"document:{_DECK.id}",)
    assert extract.outputs == (f"claim:{made.claim.id}",)
    assert problems(made.claim.sanad) == []
    [item] = made.evidence
    assert item.id == evidence_id(_DECK.id, 8, 24)
    assert (item.excerpt, item.artefact) == ("EUR 12.5 million", "room/deck.txt")


def test_ids_follow_from_the_row() -> None:
    """The same row has the same id whatever the order of its fields; another row has another."""
    fields = row()

    assert built(fields)[0].claim.id == built(dict(reversed(fields.items())))[0].claim.id
    assert built(fields)[0].claim.id != built(row(claim_text="MRR"))[0].claim.id


def test_a_quote_that_stands_twice_is_noted() -> None:
    """The first place is taken, and the reader is told."""
    made, _ = built(row(evidence=[{"document": "deck.txt", "quote": "ARR was"}]))

    assert made.claim.span.start == 0
    assert made.notes == ("'ARR was' stands 2 times in 'room/deck.txt': the first was taken",)


def test_what_a_row_leaves_out_is_taken_from_the_description() -> None:
    """A description of the document stands in for what an item does not say itself, and not for what it says."""
    within = setting(source_type=SourceType.BANK_STATEMENT, upstream_origin="the ledger")
    place = {"document": "deck.txt", "quote": "EUR 12.5 million"}

    [plain] = built(row(), within)[0].evidence
    [own] = built(row(evidence=[{**place, "source_type": "news", "upstream_origin": "an agency"}]), within)[0].evidence

    assert (plain.source_type, plain.upstream_origin, plain.source_system) == (
        "bank_statement",
        "the ledger",
        "data room",
    )
    assert (own.source_type, own.upstream_origin) == ("news", "an agency")


WRONG = [
    ({"claim_text": " "}, "claim_text: is ' '"),
    ({"claim_text": "a" * 4_001}, "claim_text: has 4,001 characters"),
    ({"claim_text": "\ud800"}, "claim_text: holds half a character"),
    ({"claim_text": "a\0b"}, "claim_text: holds a NUL character"),
    ({"value_struct": {"type": "text", "text": "a\0b"}}, "value_struct.text: holds a NUL character"),
    ({"value_struct": {"type": "text", "text": None}}, "value_struct.text: is null; it must be text"),
    ({"value_struct": {"type": "monetary", "amount": "1", "currency": "E" * 99}}, "EEE..., which is no currency"),
    ({"evidence": []}, "evidence: is missing"),
    ({"claim_type": "derived", "evidence": []}, "derived_from: is missing"),
    ({"claim_id": "7"}, "claim_id: is '7', which is no UUID"),
    ({"materiality": 3}, "materiality: is 3; it is one of LOW"),
    ({"subjective": "perhaps"}, "subjective: is 'perhaps'; it is true or false"),
    ({"confidence": 1.2}, "confidence: is 1.2"),
    ({"confidence": True}, "confidence: is true"),
    ({"confidence": None}, "confidence: is null; it is a number from 0 to 1, or left out"),
    ({"evidence": {}}, "evidence: is {}; it is a list of objects"),
    ({"evidence": [{"document": "deck.txt", "start": 3}]}, "evidence.end: is missing"),
    ({"evidence": [{"document": "deck.txt", "start": 0, "end": 3, "quote": "MRR"}]}, "has 'ARR', not the quote"),
    ({"evidence": [{"document": "deck.txt", "quote": "ARR", "page": 2}]}, "evidence.page: there is no such field"),
    ({"evidence": [{"document": "deck.txt", "quote": "ARR", "source_date": "May"}]}, "source_date: is 'May'"),
    ({"claim_type": "derived", "evidence": None}, "derived_from: is missing"),
    ({"derived_from": ["9c0d7b3e-2f4b-4d59-9a57-0d4f2ad3a001"]}, "derived_from: is for derived claims"),
    ({"sanad": [{"node_id": "a", "kind": "EXTRACT", "actor": "x", "confidence": 2}]}, "sanad.confidence: is 2"),
    ({"sanad": [{"node_id": "a", "kind": "EXTRACT", "actor": "x", "inputs": ["file:a"]}]}, "sanad: The step a names"),
    ({"value_struct": {"type": "money"}}, "value_struct.type: is 'money'"),
    (
        {"value_struct": {"type": "range", "low": {"type": "percentage", "fraction": "1"}, "high": {"type": "date"}}},
        "value_struct.high.day: is missing",
    ),
    ({"\ud800": 1}, "\\ud800: there is no such field"),
]


@pytest.mark.parametrize("start", [-5, 0.5, True])
def test_a_wrong_offset_is_not_called_missing(start: object) -> None:
    """A start that is none is told as that, and only as that."""
    _, errors = built(row(evidence=[{"document": "deck.txt", "start": start, "end": 3}]))

    [error] = errors
    assert "evidence.start: is " in error
    assert "whole number from 0" in error


@pytest.mark.parametrize(
    ("fields", "said"), WRONG, ids=lambda value: str(value)[:40].encode("ascii", "replace").decode()
)
def test_each_mistake_is_told_by_its_field(fields: dict[str, Any], said: str) -> None:
    """What is wrong is named with field and reason, and no claim is made."""
    made, errors = built(row(**fields))

    assert made is None
    assert said in "\n".join(errors)


_HALVES = st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | _HALVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_FIELDS = st.sampled_from(
    ["claim_id", "claim_text", "claim_class", "claim_type", "materiality", "value_struct", "metric", "period"]
)
_MORE = st.sampled_from(["basis", "subjective", "confidence", "evidence", "derived_from", "sanad", "colour"])


@given(
    st.dictionaries(_FIELDS, _JSON, max_size=4), st.dictionaries(st.sampled_from(["document", "quote", "cell"]), _JSON)
)
@pytest.mark.requirement("evidence-bad-rows")
def test_any_row_becomes_a_claim_or_errors(fields: dict[str, Any], place: dict[str, Any]) -> None:
    """Whatever JSON stands in a row, there is a claim or a list of what is wrong, and never both or neither."""
    evidence = [{"document": "deck.txt", **place}]

    made, errors = built(row(**{"evidence": evidence, **fields}))

    assert (made is None) == bool(errors)
    for error in errors:
        error.encode()


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
@pytest.mark.requirement("evidence-bad-rows")
def test_any_text_is_rows_or_an_error_of_ours(text: str) -> None:
    """No text of a file makes reading it fail in another way."""
    for read in (json_rows, csv_rows):
        rows: list[RawRow] = []
        with suppress(CasewrightError):
            rows = read(text)
        assert all(isinstance(one, RawRow) for one in rows)


def test_csv_is_brought_into_the_form_of_json() -> None:
    """Every column becomes the field of that name, at the depth where JSON has it."""
    cells = {
        "claim_text": "ARR",
        "claim_class": "FINANCIAL",
        "subjective": "no",
        "confidence": "0.9",
        "value_type": "monetary",
        "amount": "12500000",
        "currency": "EUR",
        "document": "deck.txt",
        "start": "8",
        "end": "24",
        "derived_from": "a b",
    }
    text = f"{','.join(cells)}\n{','.join(cells.values())}\n"

    [raw] = csv_rows(text)

    assert set(cells) <= set(COLUMNS)
    assert raw.number == 2
    assert raw.fields == {
        "claim_text": "ARR",
        "claim_class": "FINANCIAL",
        "subjective": False,
        "confidence": Decimal("0.9"),
        "value_struct": {"type": "monetary", "amount": "12500000", "currency": "EUR"},
        "evidence": [{"document": "deck.txt", "start": 8, "end": 24}],
        "derived_from": ["a", "b"],
    }


@pytest.mark.requirement("evidence-bad-rows")
def test_every_row_that_is_none_is_told_under_its_number() -> None:
    """A row of another length, and what is no object, are errors of their own; empty lines are counted, not read."""
    errors: list[RowError] = []
    rows = [*csv_rows("claim_text,claim_class\n\na,b,c\n\nd\n"), *json_rows('[{"claim_text": 1}, 7]')[1:]]

    assert [build(one, setting(), errors) for one in rows] == [None, None, None]
    assert [str(error) for error in errors] == [
        "row 3 has 3 cells and the header has 2: look for a comma",
        "row 5 has 1 cell and the header has 2: look for a comma",
        "row 2 is 7, not an object with the fields of a claim",
    ]


def test_values_stay_exact() -> None:
    """A decimal that is written as a number keeps its digits, and a period is read as people write it."""
    [raw] = json_rows(
        '[{"claim_text": "x", "claim_class": "OTHER", "period": "Q3 2025", "value_struct": '
        '{"type": "monetary", "amount": 0.10, "currency": "EUR"}, '
        '"evidence": [{"document": "deck.txt", "quote": "ARR"}]}]'
    )

    made = build(raw, setting(), [])

    assert made is not None
    assert made.claim.value == Monetary(Decimal("0.10"), "EUR")
    assert made.claim.period is not None
    assert made.claim.period.end == date(2025, 9, 30)


def test_only_a_person_decides() -> None:
    """A model is refused by the code itself, whatever a policy lets it call."""
    model = Actor(TenantId("ours"), ActorId("arbiter-1"), "ADMIN", ActorKind.MODEL)

    with pytest.raises(Refused, match="Only a person can waive"):
        require_person(CallContext(actor=model), "waive a defect")
