"""Facts found by rules in English and Romanian contracts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.domain.documents import Chunk
from casewright.domain.facts import FIELD, FIELDS, FactHow, FactText
from casewright.evidence.facts.rules.clauses import clauses
from casewright.evidence.facts.rules.measured import LEAST, PRECISION, UNMEASURED
from casewright.evidence.facts.rules.reader import RuleReader
from tests.marked_facts import read_text, unmarked

ROMANIAN = sorted((Path(__file__).parents[3] / "cases" / "facts" / "romanian").glob("*.txt"))
MASKED = "imprumut_mascat.txt"

ENGLISH = (ROMANIAN[0].parents[1] / "english.txt").read_text("utf-8")


def found(text: str, *, masked: bool = False) -> tuple[FactText, dict[str, list[str]]]:
    read = read_text(text, masked=masked)
    facts: dict[str, list[str]] = {}
    for one in RuleReader().read(read):
        facts.setdefault(one.field, []).append(" ".join(read.text[one.start : one.end].split()))
    return read, facts


def one_chunk(text: str) -> FactText:
    return FactText(text, (Chunk(0, 0, len(text), ""),) if text else (), ())


@pytest.mark.requirement("facts-by-rules")
def test_an_english_contract() -> None:
    """The title is none of the filing's words, parties come with what they are called, and provisions whole."""
    text, marks = unmarked(ENGLISH)
    _, facts = found(text)
    assert {field: Counter(one.rstrip(".") for one in words) for field, words in facts.items()} == {
        field: Counter(one.rstrip(".") for one in words) for field, words in marks.items()
    }


@pytest.mark.requirement("facts-by-rules-romanian")
@pytest.mark.parametrize("path", ROMANIAN, ids=lambda path: path.stem)
def test_a_romanian_contract(path: Path) -> None:
    """What is marked is found, and nothing else: no representative is a party, no number is part of a name."""
    text, marks = unmarked(path.read_text("utf-8"))
    _, facts = found(text, masked=path.name == MASKED)
    assert {field: Counter(words) for field, words in facts.items()} == {
        field: Counter(words) for field, words in marks.items()
    }


@pytest.mark.requirement("facts-by-rules-romanian")
@pytest.mark.parametrize("other", [str.maketrans("șțȘȚ", "şţŞŢ"), str.maketrans("șțăâîȘȚĂÂÎşţŞŢ", "staaiSTAAIstST")])
@pytest.mark.parametrize("path", ROMANIAN, ids=lambda path: path.stem)
def test_cedillas_and_missing_diacritics_change_nothing(path: Path, other: dict[int, int]) -> None:
    """The same places are found with cedillas and with plain letters."""
    text, _ = unmarked(path.read_text("utf-8"))
    places = [(one.field, one.start, one.end) for one in RuleReader().read(read_text(text))]
    assert places == [(one.field, one.start, one.end) for one in RuleReader().read(read_text(text.translate(other)))]


@pytest.mark.requirement("facts-by-rules")
def test_what_a_rule_says_is_measured_or_low() -> None:
    """No rule says more than was measured of it; where nothing was measured it stays below the middle band."""
    assert UNMEASURED < 0.7
    assert all(field in FIELD and LEAST < share < 1 for (field, _), share in PRECISION.items())
    romanian = {(rule.field, rule.name) for rule in clauses("romanian")}
    assert not romanian & set(PRECISION)
    english = {(rule.field, rule.name) for rule in clauses("english")}
    own = {"term", "notice_of_termination", "venue", "payment_period"}
    assert {pair for pair in english if pair[0] not in own} <= set(PRECISION)


@pytest.mark.requirement("facts-by-rules")
def test_every_rule_states_a_field_and_can_be_reached() -> None:
    """Fields are those of the domain, and no two rules of a field have one name."""
    for language in ("english", "romanian"):
        rules = clauses(language)
        assert all(rule.field in FIELD for rule in rules)
        assert len({(rule.field, rule.name) for rule in rules}) == len(rules)


@pytest.mark.requirement("facts-by-rules")
def test_furniture_is_not_read() -> None:
    """A provision that stands in page furniture is nobody's."""
    text = "This Agreement shall be governed by the laws of the State of Ohio."
    whole = FactText(text, (Chunk(0, 0, len(text), ""),), ())
    assert [one.field for one in RuleReader().read(whole)] == ["governing_law"]
    assert RuleReader().read(FactText(text, whole.chunks, (), ((0, len(text)),))) == ()


@pytest.mark.requirement("facts-by-rules")
def test_what_is_looked_for() -> None:
    """Nothing is found that was not looked for; each language has its own fields."""
    english = read_text(unmarked(ENGLISH)[0])
    romanian = read_text(unmarked(ROMANIAN[0].read_text("utf-8"))[0])
    for text in (english, romanian):
        asked = RuleReader().looks_for(text)
        assert asked >= {one.field for one in RuleReader().read(text)}
    assert "joint_ip_ownership" in RuleReader().looks_for(english)
    assert "joint_ip_ownership" not in RuleReader().looks_for(romanian)
    assert "volume_restriction" not in RuleReader().looks_for(english)


WORDS = st.sampled_from([
    "AGREEMENT", "This Agreement", "between", '("Supplier")', "Acme, Inc.", "S.R.L.", "and", "\n\n", "\n", "1.1", "(a)",
    "shall not assign", "terminate", "thirty (30) days", "CONTRACT DE", "încheiat între", "domnul", "{{person_1}}",
    "durata", "contractul", "prelungește", "March 3, 2020", "12.03.2024", '"', "(", "„", "”", "the term", "renew",
    "laws of", "governed", "ﬁ", "İ", "\u2028", "\ufeff", "é",
])  # fmt: skip
TEXTS = st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=60).map(" ".join))


@pytest.mark.requirement("facts-by-rules")
@settings(max_examples=300, deadline=None)
@given(text=TEXTS, cut=st.integers(0, 300))
def test_whatever_the_text(text: str, cut: int) -> None:
    """Nothing is raised, places lie inside and hold something, order is by field and sureness, twice the same."""
    read = one_chunk(text)
    if 0 < cut < len(text):
        read = FactText(text, (Chunk(0, 0, cut, ""), Chunk(1, cut, len(text), "")), (), ((cut // 2, cut),))
    facts = RuleReader().read(read)
    assert facts == RuleReader().read(read)
    order = [one.name for one in FIELDS]
    keys = [(order.index(one.field), -one.confidence, one.start, one.end) for one in facts]
    assert keys == sorted(set(keys))
    for one in facts:
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start : one.end].strip()
        assert 0 < one.confidence < 1
        assert one.how is FactHow.RULE


ENGLAND = """This Agreement is made between Acme Limited, a company registered in England and Wales, ("Seller") and
Beta Stores LLC ("Buyer")."""
TEMPLATE = 'An Order is an agreement between an Affiliate and Provider naming these terms, with that one as "Customer".'
PEOPLE = 'This Agreement is made between Jan van der Berg ("Seller") and Mary of Kent ("Buyer").'


@pytest.mark.requirement("facts-by-rules")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ENGLAND, ["Acme Limited", "Beta Stores LLC", "Buyer", "Seller"]),
        (TEMPLATE, []),
        (PEOPLE, ["Buyer", "Jan van der Berg", "Mary of Kent", "Seller"]),
    ],
)
def test_who_is_a_party(text: str, expected: list[str]) -> None:
    """No half of a place, and no words of a sentence that begin with a capital; names may have small words in them."""
    _, facts = found(text)
    assert sorted(facts.get("parties", [])) == expected
