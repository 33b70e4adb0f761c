"""Tests of casewright.toolbox.documents.isaacus_search and what it stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from casewright.domain.ids import MatterId
from casewright.toolbox.documents import passages
from casewright.toolbox.documents.isaacus_search import IsaacusSearchInput, IsaacusSearchOutput
from casewright.toolbox.queries import six_tools
from casewright.tools.calls import CallContext, Status
from tests.fakes.governed import AGENT, TENANT
from tests.fakes.memory_matter import MemoryMatter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import FloatArray, IntArray

LEASE = "1. The Tenant pays rent monthly.\n2. Rent is paid in euros.\n3. Notices go by post.\n4. The roof is red."
SALE = "1. The price is paid at once.\n2. Notices go by courier and by post."


class Near:
    """Nearness of 1 to every text with the word "roof", else 0."""

    def nearness(
        self, tenant: TenantId, question: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        found = texts(np.arange(len(content)))
        return np.array(["roof" in text for text in found], np.float32)

    def feedback(
        self, tenant: TenantId, question: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]], best: int
    ) -> FloatArray:
        """Where a roof is among the best, what goes by post is nearer."""
        found = texts(np.arange(len(content)))
        assert best == passages.BEST
        meant = any("roof" in text for text in found[:best])
        return np.array([0.5 * (meant and "post" in text) for text in found], np.float32)


class Longest:
    """Scores a text by its length, against one of a hundred characters."""

    def rerank(self, tenant: TenantId, question: str, content: IntArray, texts: Sequence[str]) -> FloatArray:
        return np.array([min(1.0, len(text) / 100) for text in texts], np.float32)


def two_documents(**parts: Any) -> MemoryMatter:
    """A matter with lease.txt and, newer, sale.txt."""
    matter = MemoryMatter(**parts)
    matter.add("lease.txt", LEASE)
    matter.add("sale.txt", SALE)
    return matter


def found(matter: MemoryMatter, query: str, **arguments: object) -> dict[str, Any]:
    result = matter.call("isaacus_search", query=query, **arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


def texts(answer: dict[str, Any]) -> list[str]:
    return [one["chunk_text"] for one in answer["results"]]


@pytest.mark.requirement("search-tool")
def test_result_has_the_shape_of_the_contract() -> None:
    """Passages carry exactly the contract's keys, best first, and say whether they were reranked."""
    answer = found(two_documents(), "rent")
    assert list(answer) == ["results", "total_found", "reranked", "message", "named", "which"]
    assert texts(answer) == ["1. The Tenant pays rent monthly.", "2. Rent is paid in euros."]
    [first, _] = answer["results"]
    assert list(first) == [
        *("document_id", "chunk_id", "filename", "chunk_text", "similarity", "rerank_score", "citation"),
        "parent_content",
    ]
    assert (first["chunk_id"], first["filename"], first["similarity"]) == ("0", "lease.txt", 1.0)
    assert (answer["total_found"], answer["reranked"], answer["message"]) == (2, False, None)


@pytest.mark.requirement("search-citation")
def test_every_passage_stands_at_its_offsets() -> None:
    """A passage is the text at its citation's offsets, and its surroundings stand in the document as well."""
    matter = two_documents()
    for one in found(matter, "notices post rent", threshold=0.0, max_results=20)["results"]:
        whole = matter.call("get_document_text", document_id=one["document_id"]).structured
        assert isinstance(whole, dict)
        citation = one["citation"]
        assert whole["text"][citation["start"] : citation["end"]] == citation["quote"] == one["chunk_text"]
        assert one["parent_content"] in whole["text"]
        assert one["chunk_text"] in one["parent_content"]


@pytest.mark.requirement("search-score")
def test_score_is_the_weighted_mean_of_meaning_and_words() -> None:
    """Score = weight · semantic + (1 − weight) · lexical; by default 0.7 of it is meaning."""
    matter = two_documents(nearness=Near())
    by_default = found(matter, "rent", threshold=0.0)["results"]
    scores = {one["chunk_text"][:2] + one["filename"][0]: one["similarity"] for one in by_default}
    assert scores["4.l"] == pytest.approx(0.7)
    assert scores["1.l"] == pytest.approx(0.3)
    words = found(matter, "rent", semantic_weight=0.0)
    assert texts(words) == ["1. The Tenant pays rent monthly.", "2. Rent is paid in euros."]
    assert texts(found(matter, "rent", semantic_weight=1.0)) == ["4. The roof is red."]


@pytest.mark.requirement("search-feedback")
def test_best_passages_say_what_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is near to the best passages goes before what is as near to the question; the similarity stays the same."""
    few = texts(found(two_documents(nearness=Near()), "rent", threshold=0.0, max_results=20))
    assert few.index("3. Notices go by post.") > few.index("1. The Tenant pays rent monthly.")
    monkeypatch.setattr(passages, "ENOUGH", 1)
    answer = found(two_documents(nearness=Near()), "rent", threshold=0.0, max_results=20)
    by_text = {text: one["similarity"] for text, one in zip(texts(answer), answer["results"], strict=True)}
    order = list(by_text)
    assert order.index("3. Notices go by post.") < order.index("1. The Tenant pays rent monthly.")
    assert by_text["3. Notices go by post."] < by_text["1. The Tenant pays rent monthly."]


def test_without_a_model_of_meaning_words_stand_in() -> None:
    """Where no model knows meanings the weight changes nothing."""
    matter = two_documents()
    assert found(matter, "rent", semantic_weight=1.0) == found(matter, "rent", semantic_weight=0.0)


def test_numbers_that_are_forgotten_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more chunks' numbers are known than are kept, searches go on finding what they found."""
    monkeypatch.setattr(passages, "MOST_NUMBERS", 1)
    matter = two_documents(nearness=Near())
    first = found(matter, "rent", threshold=0.0)
    matter.add("more.txt", "1. A roof over one's head.")
    again = found(matter, "rent", threshold=0.0, max_results=20)["results"]
    assert {one["chunk_text"] for one in first["results"]} < {one["chunk_text"] for one in again}
    assert sum(one["similarity"] == pytest.approx(0.7) for one in again) == 2


@pytest.mark.requirement("search-meaning")
@pytest.mark.parametrize("question", ["chiria și plata", "plata la timp pentru casa"])
def test_meaning_has_no_say_in_romanian(question: str) -> None:
    """Words stand in for meaning where the question looks Romanian, by a letter or by its function words."""
    matter = two_documents(nearness=Near())
    assert texts(found(matter, question, threshold=0.5)) == []
    assert texts(found(matter, "plata", threshold=0.5)) == ["4. The roof is red."]


@pytest.mark.requirement("search-rerank")
def test_candidates_are_reranked() -> None:
    """The scorer's say joins the similarity's: the mean of both orders the passages and is told."""
    answer = found(two_documents(reranker=Longest()), "notices post")
    assert answer["reranked"] is True
    assert texts(answer) == ["2. Notices go by courier and by post.", "3. Notices go by post."]
    first = answer["results"][0]
    assert first["rerank_score"] == pytest.approx((first["similarity"] + 0.37) / 2)


@pytest.mark.parametrize(("wanted", "candidates"), [(1, 3), (5, 15), (20, 20)])
def test_number_of_candidates(wanted: int, candidates: int) -> None:
    """Up to min(3n, 20) candidates are reranked, and n of them returned; the total counts all."""
    asked: list[int] = []

    class Counting(Longest):
        def rerank(self, tenant: TenantId, question: str, content: IntArray, texts: Sequence[str]) -> FloatArray:
            asked.append(len(texts))
            return super().rerank(tenant, question, content, texts)

    matter = MemoryMatter(reranker=Counting())
    matter.add("many.txt", "\n".join(f"Rent number {number}" for number in range(30)))
    answer = found(matter, "rent", max_results=wanted)
    assert asked == [candidates]
    assert len(texts(answer)) == wanted
    assert answer["total_found"] == 30


def test_threshold_leaves_weak_passages_out() -> None:
    """A passage below the threshold is neither returned nor counted."""
    matter = two_documents()
    assert len(texts(found(matter, "notices courier", threshold=0.9))) == 1
    assert len(texts(found(matter, "notices courier", threshold=0.1))) == 2


def test_document_ids_choose_documents() -> None:
    """Only the documents asked for are searched; rarity is still that of the whole matter."""
    matter = two_documents()
    lease = matter.add("lease.txt", LEASE)["document_id"]
    everywhere = found(matter, "notices post")["results"]
    chosen = found(matter, "notices post", document_ids=[lease.upper()])["results"]
    assert [one["filename"] for one in chosen] == ["lease.txt"]
    assert chosen[0] in everywhere


@pytest.mark.requirement("search-nothing-found")
def test_nothing_found_says_what_was_searched_and_what_to_try() -> None:
    """The message names the ready documents, those that are not, unknown ids, and another way."""
    matter = two_documents()
    broken = matter.add("broken.txt", "BROKEN")["document_id"]
    answer = found(matter, "zebra")
    assert texts(answer) == []
    message = str(answer["message"])
    for part in ("'zebra'", "sale.txt, lease.txt", "Not ready yet: broken.txt (error)", "isaacus_iql"):
        assert part in message
    unknown = "00000000-0000-4000-8000-000000000000"
    message = str(found(matter, "rent", document_ids=[broken, unknown])["message"])
    assert "broken.txt (error)" in message
    assert f"Document not found in this matter: '{unknown}'" in message


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"query": " ?! "}, "a query needs a word"),
        ({"query": ""}, "query"),
        ({"query": "x" * 2_001}, "2000"),
        ({"query": "rent", "max_results": 21}, "max_results"),
        ({"query": "rent", "max_results": 0}, "max_results"),
        ({"query": "rent", "threshold": 1.5}, "threshold"),
        ({"query": "rent", "semantic_weight": -0.1}, "semantic_weight"),
    ],
)
def test_arguments_out_of_bounds_are_told(arguments: dict[str, object], said: str) -> None:
    """A blank or endless query and numbers out of bounds are refused with the field's name."""
    result = two_documents().call("isaacus_search", **arguments)
    assert result.status is Status.INVALID_ARGUMENTS
    assert said in result.content


@pytest.mark.parametrize("tool", ["isaacus_search", "isaacus_extract", "isaacus_classify"])
def test_seeds_failures(tool: str) -> None:
    """An id that is none, and a matter without ready documents, get the seed's objects, word for word."""
    matter = MemoryMatter()
    given = {"isaacus_search": {"query": "rent"}, "isaacus_extract": {"question": "rent?"}}.get(tool, {})
    empty = matter.call(tool, **given)
    assert empty.structured == {"error": "No ready documents found in this matter"}
    odd = matter.governed.call(tool, {"matter_id": "42", **given})
    assert odd.structured == {"error": "Invalid matter ID format"}
    assert (empty.status, odd.status) == (Status.ERROR, Status.ERROR)


@pytest.mark.requirement("search-tenants")
def test_foreign_matter_is_not_found() -> None:
    """A matter out of the call's context answers like one that does not exist."""
    matter = two_documents()
    other = matter.new_matter(TENANT)
    context = CallContext(AGENT, matter=MatterId(other))
    result = matter.governed.call("isaacus_search", {"matter_id": matter.id, "query": "rent"}, context)
    assert not result.success


@pytest.mark.requirement("isaacus-names")
def test_six_tools_in_the_seeds_order() -> None:
    """ISAACUS_TOOLS has the six under the seed's names, in its order."""
    assert [one.__name__ for one in six_tools.ISAACUS_TOOLS] == [
        *("list_matter_documents", "get_document_text", "isaacus_search", "isaacus_extract"),
        *("isaacus_classify", "isaacus_iql"),
    ]
    assert list(IsaacusSearchInput.model_fields) == [
        *("matter_id", "query", "max_results", "threshold", "semantic_weight", "include_context", "document_ids"),
        "read_names",
    ]
    defaults = {name: field.default for name, field in IsaacusSearchInput.model_fields.items()}
    assert (defaults["max_results"], defaults["threshold"], defaults["semantic_weight"]) == (5, 0.3, 0.7)
    assert defaults["include_context"] is True
    assert set(IsaacusSearchOutput.model_fields) >= {"results", "total_found", "reranked"}


def test_context_can_be_left_out() -> None:
    """Without include_context a passage comes without what stands around it."""
    [first, *_] = found(two_documents(), "rent", include_context=False)["results"]
    assert first["parent_content"] is None
