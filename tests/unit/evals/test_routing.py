"""Tests of evals.routing: the set, the judge, and what the assistant reaches on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.agents.document.minds.assistant import RuleBasedAssistant
from casewright.errors import InvalidInput
from evals.routing import SETS, measure, questions, read
from evals.routing_conversation import calls_for
from evals.routing_judge import Called, Expected, judge, same_query

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.routing import Asked

DOCUMENT_TOOLS = {
    "isaacus_search",
    "isaacus_extract",
    "isaacus_classify",
    "isaacus_iql",
    "list_matter_documents",
    "get_document_text",
}


@pytest.mark.requirement("routing-eval")
def test_sets_are_what_was_asked_for() -> None:
    """At least 200 questions and a later third, over all six tools, contexts and registers, none twice."""
    fitted, mended, unseen = (questions(name) for name in SETS)
    assert len(fitted) >= 200
    assert len(mended) >= len(fitted) // 3
    assert len(unseen) >= 70
    for asked in (fitted, mended, unseen):
        assert {one.tool for one in asked} == DOCUMENT_TOOLS
        assert {one.context for one in asked} == {"matter", "document", "several"}
        assert {"terse", "lawyerly", "chatty", "typos", "plain"} <= {one.register for one in asked}
    every = [(one.words, one.context, one.after) for one in (*fitted, *mended, *unseen)]
    assert len(every) == len(set(every))


@pytest.mark.requirement("routing-eval")
@pytest.mark.requirement("context-lifecycle")
def test_assistant_reaches_the_promise_on_the_fitted_set() -> None:
    """Tool and arguments are right for at least 95 %, and every call about an open document targets it."""
    assistant = RuleBasedAssistant()
    report = measure(SETS[0], lambda asked: calls_for(asked, assistant))
    right, total = report.share()["all"]
    assert right / total >= 0.95
    targeted, about = report.open_document
    assert targeted == about > 50


@pytest.mark.requirement("routing-eval")
def test_another_answer_is_a_miss_with_its_reason() -> None:
    """What calls the same for every question is right only where that is asked, and each miss is told."""

    def same(asked: Asked) -> Sequence[Called]:
        return [Called("list_matter_documents", {}, None)]

    report = measure(SETS[0], same)
    expected = report.share("tool")["list_matter_documents"]
    assert expected[0] == expected[1]
    assert report.share()["all"][0] == expected[0]
    assert len(report.misses) == len(report.judged) - expected[0]
    assert report.open_document[0] == 0
    told = report.as_json()
    assert {miss["why"] for miss in told["misses"]} == {"another tool, or more or fewer calls"}
    assert told["confusion"]["isaacus_iql"].keys() == {"list_matter_documents"}
    assert measure(SETS[0], lambda _: []).confusion["isaacus_iql"].keys() == {"none"}


@pytest.mark.parametrize(
    ("wanted", "given", "same"),
    [
        ("{IS right} AND {a}", "{a} AND {IS right}", True),
        ("{IS right} AND {a}", "{a} OR {IS right}", False),
        ("{IS right} AND {a}", "{a}", False),
        ("{a} > {b}", "{b} > {a}", False),
        ("NOT {a}", "NOT {A}", True),
        ("NOT {a}", "{a}", False),
        ("{a} + {b}", "{b}+{a}", True),
        ('{IS clause obligating "Customer"}', '{IS clause obligating "customer"}', True),
        ('{IS clause that "~insurance"}', '{IS clause that "concerns insurance"}', True),
        ('{IS clause that "~insurance"}', '{IS clause that "concerns tax"}', False),
        ("{IS right}", "{IS no such}", False),
    ],
)
def test_queries_are_compared_by_what_they_ask(wanted: str, given: str, *, same: bool) -> None:
    """Order counts only where it means something, and an argument that only holds words holds any others too."""
    assert same_query(wanted, given) is same


def test_judge_weighs_each_part() -> None:
    """The tool, the documents, the scope and the words each have to be right; any accepted answer will do."""
    search = Expected("isaacus_search", ("a.pdf",), queries=("late payment",))
    assert judge([[search]], [Called("isaacus_search", {"query": "the late payment"}, ("a.pdf",))]).right
    assert judge([[search]], [Called("isaacus_search", {"query": "payment"}, ("a.pdf",))]).why == "other arguments"
    assert judge([[search]], [Called("isaacus_search", {"query": "late payment"}, None)]).why == "other documents"
    query = Expected("isaacus_iql", None, queries=("{a}",), scope="document")
    assert not judge([[query]], [Called("isaacus_iql", {"query": "{a}"}, None)]).right
    assert judge([[search], [query]], [Called("isaacus_iql", {"query": "{a}", "scope": "document"}, None)]).right
    two = [search, Expected("isaacus_extract", ("a.pdf",), about="notice period")]
    assert not judge([two], [Called("isaacus_search", {"query": "late payment"}, ("a.pdf",))]).right


def test_unknown_context_in_a_set_is_refused() -> None:
    """A set that says a context that there is none is refused with the three there are."""
    broken = {"matter": "A", "documents": [], "open": "a", "chosen": [], "group": [{"context": "page", "tool": "x"}]}
    with pytest.raises(InvalidInput, match="matter, document, several"):
        read(broken)
