"""Tests of casewright.iql.plain_words and of the modules that it reads words with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.errors import InvalidInput
from casewright.iql import BUILTIN, IqlSyntaxError, parse
from casewright.iql.plain_words import MAX_WORDS, Translation, check_translation, iql_inside, translate
from casewright.iql.spelling import correct
from casewright.iql.wording import CONCEPTS, fold_words, mentions
from tests.hanging import must_end
from tests.unit.iql.cases import Case, cases

WORDS = (
    "find clauses that without a an no not and or but both more less than about onerous for the Customer Supplier "
    "indemnity termination convenience liability cap force majeure one-sided mutual contracts with where cannot which "
    'clause called "Notices" \'x\' { } ( ) IS NOT AND \\ " > < + fără ț ? .'
)
PIECES = st.sampled_from(WORDS.split())


@pytest.mark.requirement("iql-plain-words")
@pytest.mark.parametrize("case", cases("plain_words", called="words"))
def test_words_become_the_query(case: Case) -> None:
    """Each case's words become exactly its query, read in its scope."""
    found = translate(case["words"])
    assert (found.iql, found.scope) == (case["iql"], case.get("scope", "chunk"))
    assert parse(found.iql) == parse(case["iql"])


@pytest.mark.requirement("iql-plain-words")
@given(st.one_of(st.text(), st.lists(PIECES, max_size=25).map(" ".join)))
def test_any_words_become_a_query_that_parses(words: str) -> None:
    """Whatever is written becomes a query that the parser takes; only a text without a word in it is refused."""
    if not any(character.isalnum() or character == "_" for character in words):
        with pytest.raises(InvalidInput):
            translate(words)
        return
    found = translate(words)
    query = parse(found.iql)
    assert found.explanation
    assert 0 < found.confidence <= 1
    assert set(found.templates_used) <= BUILTIN.keys()
    assert query.warnings == ()


@pytest.mark.requirement("iql-plain-words")
def test_reply_holds_what_the_contract_names() -> None:
    """The reply has the query, its scope, an explanation, the templates in order and a confidence."""
    assert translate("uncapped indemnity") == Translation(
        iql="{IS indemnity clause} AND NOT {IS liability cap clause}",
        scope="document",
        explanation=("Finds documents that have an indemnity clause somewhere, and a liability cap clause nowhere."),
        templates_used=("indemnity clause", "liability cap clause"),
        confidence=0.95,
    )


def test_confidence_falls_with_what_is_left_to_the_askers_own_words() -> None:
    """IQL is certain, templates are likely, one's own words are a guess, and slips of spelling cost a little."""
    order = ["{IS right}", "indemnity clauses", "indemnty clauses", "exclusivity clauses"]
    found = [translate(words).confidence for words in order]
    assert found == sorted(found, reverse=True)
    assert found[0] == 1.0
    assert found[-1] < 0.5


@pytest.mark.parametrize("words", ["", "   ", "?!", "{}"])
def test_no_word_is_refused_with_a_sentence(words: str) -> None:
    """Where there is no word there is nothing to translate, and the error says what to write."""
    with pytest.raises(InvalidInput, match="such as 'uncapped indemnity'"):
        translate(words)


@pytest.mark.parametrize("piece", ["indemnity ", "the Supplier must ", "more than ", "no ", 'a" ', "aaaaaaaaaa "])
def test_long_text_is_read_to_its_limit(piece: str) -> None:
    """Of 100,000 characters no more is read than of so many as the limit allows, and the explanation says so."""
    text = piece * (100_000 // len(piece))
    with must_end():
        found = translate(text)
    assert found.iql == translate(text[:MAX_WORDS]).iql
    assert str(parse(found.iql))
    assert f"first {MAX_WORDS:,} characters" in found.explanation


def test_checked_refuses_what_is_no_query() -> None:
    """A query that a person or a model wrote passes the same parser."""
    with pytest.raises(IqlSyntaxError):
        check_translation("{IS indemnity clause", "chunk", 1.0)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("run {IS right}, please", "{IS right}"),
        ("NOT {IS right}", "NOT {IS right}"),
        ("please ({IS right} OR {a}) now", "({IS right} OR {a})"),
        ("{IS no such template}", None),
        ("no brackets", None),
        ("} backwards {", None),
    ],
)
def test_iql_within_words_is_found(text: str, inside: str | None) -> None:
    """IQL is taken as it stands, with the NOT and the parentheses that belong to it; anything else is not IQL."""
    assert iql_inside(text) == inside


@given(st.text())
def test_folding_keeps_every_place(text: str) -> None:
    """Folding changes characters and never where they stand."""
    assert len(fold_words(text)) == len(text)


def test_every_concept_stands_for_templates_that_there_are() -> None:
    """No pattern leads to a template that the language has not."""
    assert {name for concept in CONCEPTS for name in concept.templates} <= BUILTIN.keys()


@pytest.mark.parametrize("name", sorted(name for name, template in BUILTIN.items() if template.parameter is None))
def test_every_template_is_reached_by_its_own_name(name: str) -> None:
    """Who writes a template's name in plain words gets that template."""
    assert name in translate(f"find every {name}").templates_used or name == "clause"


def test_overlapping_mentions_leave_the_longer() -> None:
    """ "Liability cap" is one thing and not a cap beside a limitation."""
    found = mentions("a liability cap and force majeure termination")
    assert [one.concept.templates for one in found] == [
        ("liability cap clause",),
        ("force majeure termination clause",),
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("terminaton", "termination"),
        ("Confidentialty", "Confidential"),
        ("complete", "complete"),
        ("causes", "causes"),
        ("teh", "the"),
        ("quantum", "quantum"),
    ],
)
def test_slips_are_mended_and_words_are_left(written: str, meant: str) -> None:
    """A slip becomes the word it is nearest to; a word that is another word stays."""
    known = frozenset({"termination", "confidential", "compete", "clauses"})
    assert correct(written, known) == meant
