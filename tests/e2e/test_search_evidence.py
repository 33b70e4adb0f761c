"""``search_evidence`` through the whole door: passages and registered evidence, filtered and ranked."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

import pytest

from casewright.adapters.database.claims import SqlClaims
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.evidence import Grade, SourceSpan, SourceType, VerificationStatus
from casewright.domain.ids import MatterId
from casewright.toolbox.claims.claim_building import evidence_id
from casewright.tools.calls import Status
from tests.deal_room import DealRoom
from tests.example_claims import item

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ACCOUNTS = ("Revenue for the year 2025 was EUR 12,500,000.", "The company employs 42 people.", "Rent is paid monthly.")
DECK = ("Our revenue reached EUR 14.0m in 2025.", "The team is second to none.")


@pytest.fixture
def room(tmp_path: Path, sqlite_template: Path) -> Iterator[DealRoom]:
    """A deal with two documents, of which one is described."""
    shutil.copy(sqlite_template, tmp_path / "casewright.db")
    room = DealRoom(tmp_path)
    room.put("accounts.txt", *ACCOUNTS)
    room.put("deck.txt", *DECK)
    room.do("describe_source", deal_id=room.deal, document="accounts.txt", source_type="audited_accounts")
    yield room
    room.close()


def search(room: DealRoom, query: str = "revenue in 2025", **arguments: object) -> dict[str, Any]:
    """What the risk officer is told."""
    result = room.call("risk_officer", "search_evidence", {"query": query, "deal_id": room.deal, **arguments})
    assert isinstance(result.structured, dict), result.content
    return result.structured


def excerpts(found: dict[str, Any]) -> list[str]:
    return [one["text_excerpt"] for one in found["results"]]


@pytest.mark.requirement("six-tools-search")
def test_result_has_the_seeds_keys(room: DealRoom) -> None:
    """Passages about the query, best first, each with id, place, grade and relevance; what they say stands there."""
    found = search(room)
    assert list(found) == ["results", "total_count"]
    assert set(excerpts(found)[:2]) == {ACCOUNTS[0], DECK[0]}
    relevance = [one["relevance_score"] for one in found["results"]]
    assert relevance == sorted(relevance, reverse=True)
    assert all(0 <= one <= 1 for one in relevance)
    for one in found["results"]:
        assert list(one) == ["evidence_id", "source_span", "source_grade", "relevance_score", "text_excerpt"]
        span = one["source_span"]
        whole = room.do("get_document_text", matter_id=room.deal, document_id=span["document_id"])["text"]
        assert whole[span["start"] : span["end"]] == one["text_excerpt"]
        assert one["evidence_id"] == str(uuid5(UUID(span["document_id"]), f"{span['start']}-{span['end']}"))
    assert found["total_count"] >= len(found["results"])


@pytest.mark.requirement("six-tools-search")
def test_registered_excerpt_is_found_with_its_passage(room: DealRoom) -> None:
    """What a claim rests on is found beside the passage it stands in; one that is the passage takes its place."""
    before = search(room)
    part = room.claim("Revenue was 12.5m", "accounts.txt", "EUR 12,500,000")
    assert excerpts(search(room)).count("EUR 12,500,000") == 1
    whole = room.claim("Revenue was 14.0m", "deck.txt", DECK[0], source_type="board_deck")
    found = search(room)
    assert excerpts(found).count(DECK[0]) == 1
    assert found["total_count"] == before["total_count"] + 1
    rested = {
        item["evidence_id"]
        for claim in (part, whole)
        for item in room.do("lookup_claim", claim_id=claim, include_evidence=True)["evidence"]
    }
    assert rested <= {one["evidence_id"] for one in found["results"]}


@pytest.mark.requirement("six-tools-search-filters")
@pytest.mark.parametrize(
    ("grade", "names"), [("A", {ACCOUNTS[0]}), ("B", {ACCOUNTS[0]}), ("C", {ACCOUNTS[0], DECK[0]})]
)
def test_grade_filters_passages_by_their_document(room: DealRoom, grade: str, names: set[str]) -> None:
    """A passage counts what its document was described as; one that nobody described counts C."""
    found = search(room, min_grade=grade)
    assert {one for one in excerpts(found) if "evenue" in one} == names
    assert {one["source_grade"] for one in found["results"]} <= {"A", "C"}
    assert all(one["source_grade"] <= grade for one in found["results"])


@pytest.mark.requirement("six-tools-search-filters")
def test_undescribed_document_counts_as_what_was_registered_from_it(room: DealRoom) -> None:
    """What an import said of a source grades the passages of its document."""
    room.claim("The team is good", "deck.txt", "second to none", claim_class="TEAM", source_type="board_deck")
    assert DECK[0] in excerpts(search(room, min_grade="B"))


@pytest.mark.requirement("six-tools-search-filters")
def test_class_filters_by_the_claims_that_rest_there(room: DealRoom) -> None:
    """Only what claims of the class rest on and the passages that hold it; a passage without claims has no class."""
    assert search(room, claim_class="FINANCIAL") == {"results": [], "total_count": 0}
    room.claim("Revenue was 12.5m", "accounts.txt", "EUR 12,500,000")
    room.claim("42 people", "accounts.txt", "42 people", claim_class="TEAM")
    assert set(excerpts(search(room, claim_class="FINANCIAL"))) == {ACCOUNTS[0], "EUR 12,500,000"}
    assert set(excerpts(search(room, "how many people", claim_class="TEAM"))) == {ACCOUNTS[1], "42 people"}


@pytest.mark.requirement("six-tools-search")
def test_limit_and_bounds(room: DealRoom) -> None:
    """As many as asked for; more than 50, none, and a query without a word are refused."""
    assert len(search(room, limit=1)["results"]) == 1
    for changed in ({"limit": 0}, {"limit": 51}, {"query": "…"}, {"min_grade": "E"}, {"claim_class": "MONEY"}):
        arguments = {"query": "revenue", "deal_id": room.deal, **changed}
        assert room.call("arbiter", "search_evidence", arguments, 2).status is Status.INVALID_ARGUMENTS


@pytest.mark.requirement("six-tools-search")
def test_other_deals_are_not_searched(room: DealRoom) -> None:
    """A deal that holds nothing finds nothing; a model cannot search another deal than its own."""
    other = MatterId(room.do("create_matter", title="Project Birch", kind="deal")["matter_id"])
    assert room.do("search_evidence", query="revenue", deal_id=other) == {"results": [], "total_count": 0}
    result = room.call("arbiter", "search_evidence", {"query": "revenue", "deal_id": other})
    assert result.metadata.error_kind == "NotFound"


@pytest.mark.requirement("six-tools-search")
def test_what_stands_in_no_document_is_found_by_its_words(room: DealRoom) -> None:
    """A registered answer of a public register has no place; half of the query's words are enough, none are not."""
    database = open_database(room.home / "casewright.db")
    kept = replace(item("11111111-1111-4111-8111-111111111111", deal=room.deal, tenant=LOCAL_TENANT), span=None)
    SqlClaims(database).add_evidence([replace(kept, excerpt="GLEIF: Alder Ltd, jurisdiction Ireland")])
    database.close()
    [found] = [one for one in search(room, "jurisdictions of Alder")["results"] if one["source_span"] is None]
    assert (found["evidence_id"], found["relevance_score"]) == (kept.id, 1.0)
    assert all(one["source_span"] for one in search(room, "monthly rent", min_grade="D")["results"])


@pytest.mark.requirement("six-tools-search-filters")
@pytest.mark.parametrize("excerpt", [ACCOUNTS[0], "EUR 12,500,000"])
def test_what_a_person_rejected_counts_least(room: DealRoom, excerpt: str) -> None:
    """A rejected excerpt counts D, in a document of grade A too; one that is a whole passage takes that along."""
    database = open_database(room.home / "casewright.db")
    [document] = [
        one for one in SqlDocuments(database).of_matter(LOCAL_TENANT, room.deal) if "accounts" in one.filename
    ]
    start = ACCOUNTS[0].index(excerpt)
    span = SourceSpan(document.id, start, start + len(excerpt))
    name = evidence_id(document.id, span.start, span.end)
    rejected = replace(item(name, deal=room.deal, tenant=LOCAL_TENANT), status=VerificationStatus.REJECTED)
    kept = replace(rejected, span=span, excerpt=excerpt, source_type=SourceType.AUDITED_ACCOUNTS, source_grade=Grade.A)
    SqlClaims(database).add_evidence([kept])
    database.close()
    graded = {one["evidence_id"]: one["source_grade"] for one in search(room)["results"]}
    assert graded[name] == "D"
    assert excerpt not in excerpts(search(room, min_grade="C"))
