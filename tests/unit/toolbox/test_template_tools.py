"""Templates of one's own, made by tools and used in queries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.templates import FEWEST, MOST, Trained
from casewright.toolbox.templates.own_templates import MAX_TEMPLATES
from casewright.toolbox.templates.train_template import MAX_EXAMPLE_CHARS, MAX_NEGATIVE
from casewright.tools.calls import CallContext, Status
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter

if TYPE_CHECKING:
    from casewright.tools.calls import ToolResult

INDEMNITY, CAP = "This is an indemnity clause.", "This is a liability cap clause."
SCORES = {INDEMNITY: {"indemnif": 0.9}, CAP: {"capped": 0.8}}
TEXT = "1. The Supplier indemnifies.\n2. It indemnifies, capped at EUR 5.\n3. Late interest is due."
UNCAPPED = "{IS indemnity clause} AND NOT {IS liability cap clause}"
LATE = [f"Late interest of {number} percent is due." for number in range(FEWEST)]


def matter() -> MemoryMatter:
    """A matter with one document."""
    made = MemoryMatter(SCORES)
    made.add("a.txt", TEXT)
    return made


def call(made: MemoryMatter, tool: str, **arguments: object) -> ToolResult:
    return made.governed.call(tool, arguments)


def texts(found: dict[str, Any]) -> list[str]:
    return [match["text"] for match in found["document_results"][0]["matches"]]


@pytest.mark.requirement("templates-defined")
def test_defined_template_answers_like_its_query() -> None:
    """A query that invokes it finds what the query that it stands for finds, whatever the case of its name."""
    made = matter()
    result = call(made, "define_template", name=" Uncapped  Indemnity ", query=UNCAPPED)

    assert result.status is Status.SUCCESS, result.content
    assert isinstance(result.structured, dict)
    assert result.structured["usage"] == "{IS uncapped indemnity}"
    own, plain = made.ask("{IS UNCAPPED indemnity}"), made.ask(UNCAPPED)
    assert texts(own) == texts(plain) == ["1. The Supplier indemnifies."]
    assert own["tiers"] == plain["tiers"]


@pytest.mark.requirement("templates-defined")
def test_argument_stands_where_it_belongs() -> None:
    """A defined template may take an argument and use other templates of one's own."""
    made = matter()
    call(made, "define_template", name="uncapped", query=UNCAPPED)
    query = '{IS clause obligating "<who>"} OR {IS uncapped}'
    call(made, "define_template", name="burden", query=query, argument="who")

    found = made.ask('{IS burden "Supplier"}')

    assert list(found["tiers"]) == ["This is a clause obligating Supplier.", INDEMNITY, CAP]


@pytest.mark.requirement("templates-trained")
def test_trained_template_finds_what_is_like_its_examples() -> None:
    """A query that invokes it is answered by what was learned, and joins with what others answer."""
    made = matter()
    result = call(made, "train_template", name="late fees", positive=LATE, negative=["Rent is due.", "Interest."])

    assert result.status is Status.SUCCESS, result.content
    assert isinstance(result.structured, dict)
    assert {key: result.structured[key] for key in ("kind", "positive", "negative", "model", "current")} == {
        "kind": "trained",
        "positive": FEWEST,
        "negative": 2,
        "model": "keywords-1",
        "current": True,
    }
    found = made.ask("{IS late fees} OR {IS liability cap clause}")
    assert texts(found) == ["3. Late interest is due.", "2. It indemnifies, capped at EUR 5."]
    assert set(found["tiers"].values()) == {"head"}
    assert found["warnings"] == []
    assert made.examples.learned == 1


@pytest.mark.requirement("templates-trained")
def test_other_examples_are_another_statement() -> None:
    """Scores of a template that was trained on other examples are never taken for this one's."""
    made = matter()
    call(made, "train_template", name="x", positive=LATE)
    before = list(made.ask("{IS x}")["tiers"])
    call(made, "train_template", name="x", positive=[*LATE, "A Late fee is due."], replace=True)
    assert list(made.ask("{IS x}")["tiers"]) != before


@pytest.mark.requirement("templates-model-changed")
def test_another_version_of_the_model_trains_again_and_says_so() -> None:
    """With another model the examples are learned from again for the query; training by name keeps that."""
    made = matter()
    call(made, "train_template", name="late fees", positive=LATE)
    made.examples.model = made.scores.model = "keywords-2"

    found = made.ask("{IS late fees}")

    assert texts(found) == ["3. Late interest is due."]
    assert len(found["warnings"]) == 1
    assert "was trained on keywords-1" in found["warnings"][0]
    listed = call(made, "list_templates").structured
    assert isinstance(listed, dict)
    assert [one["current"] for one in listed["templates"]] == [False]
    assert call(made, "train_template", name="late fees").status is Status.SUCCESS
    assert made.ask("{IS late fees}")["warnings"] == []


@pytest.mark.requirement("templates-trained")
def test_another_backend_is_told_who_answered() -> None:
    """Where another model answers queries, the result says that it did not answer this template."""
    made = matter()
    call(made, "train_template", name="late fees", positive=LATE)
    made.scores.model = "paid-1"

    warnings = made.ask("{IS late fees}")["warnings"]

    assert warnings == ["'late fees' was trained here, so keywords-1 answered it and not paid-1"]


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "built-in": ({"name": "Governing LAW clause", "query": "{x}"}, "is a built-in template"),
    "no name": ({"name": " ", "query": "{x}"}, "cannot name a template"),
    "brackets": ({"name": "a{b", "query": "{x}"}, "cannot name a template"),
    "long": ({"name": "n" * 101, "query": "{x}"}, "use at most 100"),
    "syntax": ({"name": "n", "query": "{x"}, "is never closed"),
    "unknown": ({"name": "n", "query": "{IS nothing known}"}, "There is no template named 'nothing known'"),
    "itself": ({"name": "n", "query": "{IS n}"}, "leads back to itself"),
    "circle": ({"name": "first", "query": "{IS second}", "replace": True}, "leads back to itself"),
    "many": ({"name": "n", "query": " OR ".join(["{IS wide}"] * 3)}, "64 statements"),
    "taken": ({"name": "First", "query": "{x}"}, "There is a template 'first' already"),
    "unused": ({"name": "n", "query": "{x}", "argument": "who"}, "never uses it"),
    "in use": ({"name": "first", "query": "{<a>}", "argument": "a", "replace": True}, "'second' could no longer"),
}


@pytest.mark.requirement("templates-refused")
@pytest.mark.parametrize("case", REFUSED)
def test_definition_that_cannot_be(case: str) -> None:
    """What no query could use is refused with the reason, and nothing is stored."""
    made = matter()
    call(made, "define_template", name="first", query="{a}")
    call(made, "define_template", name="second", query="{IS first}")
    call(made, "define_template", name="wide", query=" OR ".join(f"{{{number}}}" for number in range(30)))
    before = list(made.templates.all(TENANT))
    arguments, reason = REFUSED[case]

    result = call(made, "define_template", **arguments)

    assert result.status is Status.ERROR
    assert reason in result.content
    assert list(made.templates.all(TENANT)) == before


BAD_EXAMPLES: dict[str, tuple[dict[str, object], str]] = {
    "few": ({"positive": LATE[:-1]}, f"give {FEWEST} to {MOST}"),
    "the same": ({"positive": [" Late interest. "] * FEWEST}, "1 different positive examples"),
    "many": ({"positive": [f"Late interest {n}" for n in range(MOST + 1)]}, f"give {FEWEST} to {MOST}"),
    "many others": ({"positive": LATE, "negative": [str(n) for n in range(MAX_NEGATIVE + 1)]}, "give at most"),
    "long": ({"positive": [*LATE, "x" * (MAX_EXAMPLE_CHARS + 1)]}, f"Example {FEWEST + 1} has"),
    "both": ({"positive": LATE, "negative": LATE[:1]}, "it can be only one"),
    "nothing stored": ({}, "give positive examples"),
    "says nothing": ({"positive": [str(n) for n in range(FEWEST)]}, "has no word"),
}


@pytest.mark.requirement("templates-refused")
@pytest.mark.parametrize("case", BAD_EXAMPLES)
def test_examples_that_cannot_be(case: str) -> None:
    """Examples that nothing can be learned from are refused with the reason, and nothing is stored."""
    made = matter()
    arguments, reason = BAD_EXAMPLES[case]

    result = call(made, "train_template", name="late fees", **arguments)

    assert result.status is Status.ERROR
    assert reason in result.content
    assert list(made.templates.all(TENANT)) == []


def test_as_many_as_there_may_be() -> None:
    """One template more than the limit is refused; replacing one is not."""
    made = matter()
    call(made, "define_template", name="t0", query="{x}")
    [first] = made.templates.all(TENANT)
    for number in range(1, MAX_TEMPLATES):
        made.templates.put(replace(first, name=f"t{number}"))

    assert "are the most" in call(made, "define_template", name="one more", query="{x}").content
    assert call(made, "define_template", name="t3", query="{y}", replace=True).success


@pytest.mark.requirement("templates-private")
def test_examples_are_not_in_the_audit() -> None:
    """Examples are a client's words: the audit has their keyed hashes alone, and the list only their number."""
    made = matter()
    call(made, "train_template", name="late fees", positive=LATE, negative=["Rent is owed."])
    call(made, "list_templates")

    assert "Late interest of" not in str(made.governed.events())
    assert "Rent is owed" not in str(made.governed.events())
    shown = call(made, "show_template", name="LATE fees").structured
    assert isinstance(shown, dict)
    assert (shown["positive"], shown["negative"]) == (LATE, ["Rent is owed."])


@pytest.mark.requirement("templates-private")
def test_another_tenant_has_its_own() -> None:
    """A template of one tenant is unknown to another, in queries and in the list."""
    made = matter()
    call(made, "define_template", name="uncapped", query=UNCAPPED)
    context = CallContext(Actor(TenantId("other"), ActorId("eve"), "ADMIN"))

    listed = made.governed.call("list_templates", {}, context).structured
    shown = made.governed.call("show_template", {"name": "uncapped"}, context)

    assert listed == {"templates": []}
    assert "Template 'uncapped' not found" in shown.content


@pytest.mark.requirement("templates-removed")
def test_removal_waits_for_a_person() -> None:
    """Removing deletes examples for good, so it is dangerous: nobody to approve, nothing removed."""
    made = matter()
    call(made, "train_template", name="late fees", positive=LATE)

    result = call(made, "remove_template", name="late fees")

    assert result.status is Status.NO_APPROVER
    [kept] = made.templates.all(TENANT)
    assert isinstance(kept.body, Trained)


@pytest.mark.requirement("templates-refused")
def test_statement_that_no_template_means_stays_plain() -> None:
    """A free statement is asked of the model as before, templates of one's own or not."""
    made = matter()
    call(made, "define_template", name="uncapped", query=UNCAPPED)
    assert list(made.ask("{uncapped}")["tiers"]) == ["uncapped"]
    assert "There is no template named 'capped'" in str(made.ask("{IS capped}"))
