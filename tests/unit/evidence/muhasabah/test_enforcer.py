"""The enforcer's rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.domain.evidence import Corroboration, Grade
from casewright.domain.ids import ClaimId
from casewright.evidence.muhasabah.citable import Citable
from casewright.evidence.muhasabah.enforcer import LONGEST, MuhasabahEnforcer
from casewright.evidence.muhasabah.record import FalsifiabilityTest, MuhasabahRecord, Uncertainty
from evals.muhasabah.corpus import output
from evals.muhasabah.deal import CITABLE, claim_id
from tests.fakes.claims_of_a_deal import DEAL, an_id, claim
from tests.hanging import must_end

_TEST = (FalsifiabilityTest("Read the statements"),)
_DOUBT = (Uncertainty("One source alone"),)
_ENFORCER = MuhasabahEnforcer()


def rules(record: MuhasabahRecord, content: str, known: Citable = CITABLE) -> list[str]:
    """The rules that an output with this account and text breaks."""
    said = replace(output("Nothing."), content=content, muhasabah_record=record)
    return [one.rule.value for one in _ENFORCER.validate(said, known).violations]


@pytest.mark.requirement("muhasabah-rules")
@pytest.mark.parametrize("confidence", [0.0, 0.5, 0.51, 0.8, 0.81, 1.0])
@pytest.mark.parametrize("tests", [(), _TEST])
@pytest.mark.parametrize("doubts", [(), _DOUBT])
@pytest.mark.parametrize("counter", ["", "Another period is meant"])
@pytest.mark.parametrize("supported", [(), ("arr",), ("arr", "market")])
@pytest.mark.parametrize("content", ["The challenge is upheld.", "It has EUR 12.5m <arr>."])
def test_muhasabah_validation_rules(
    confidence: float,
    tests: tuple[FalsifiabilityTest, ...],
    doubts: tuple[Uncertainty, ...],
    counter: str,
    supported: tuple[str, ...],
    content: str,
) -> None:
    """The seed's four rules hold exactly as it writes them, in every combination of what they look at."""
    factual = "<arr>" in content
    record = MuhasabahRecord(
        tuple(claim_id(one) for one in supported),
        confidence,
        falsifiability_tests=tests,
        uncertainties=doubts,
        counter_hypothesis=counter,
    )
    expected = {
        "NO_FREE_FACTS": factual and not supported,
        "FALSIFIABILITY_MISSING": confidence > 0.50 and not tests,
        "UNCERTAINTIES_MISSING": "market" in supported and not doubts,
        "OVERCONFIDENCE": confidence > 0.80 and not doubts and not counter,
    }
    found = rules(record, content.replace("<arr>", f"[claim:{claim_id('arr')}]"))
    assert set(found) == {rule for rule, broken in expected.items() if broken}


@pytest.mark.requirement("muhasabah-weak-source")
@pytest.mark.parametrize("grade", Grade)
@pytest.mark.parametrize("corroboration", Corroboration)
def test_weak_sources(grade: Grade, corroboration: Corroboration) -> None:
    """A source is weak unless it is of grade A and MUTAWATIR."""
    only = claim("only", grade=grade, corroboration=corroboration)
    known = Citable(DEAL, {only.id: only}, {})
    record = MuhasabahRecord((only.id,), 0.4)
    strong = grade is Grade.A and corroboration is Corroboration.MUTAWATIR
    assert rules(record, "The challenge is upheld.", known) == ([] if strong else ["UNCERTAINTIES_MISSING"])


def test_ids_match_in_either_case() -> None:
    """A reference in capitals is the same reference."""
    record = MuhasabahRecord((ClaimId(claim_id("arr").upper()),), 0.4)
    assert rules(record, f"It has EUR 12.5m [claim:{claim_id('arr').upper()}].") == []


@pytest.mark.parametrize(
    ("text", "as_one", "as_many"),
    [
        ("9" * LONGEST, True, True),
        ("9," * (LONGEST // 2), True, True),
        ("9 " * (LONGEST // 2), True, True),
        ("9-" * (LONGEST // 2), True, True),
        ("minus " * (LONGEST // 6), True, False),
        ("twenty " * (LONGEST // 7), True, True),
        ("million " * (LONGEST // 8), True, False),
        ("millions of " * (LONGEST // 12), True, True),
        ("EUR " * (LONGEST // 4), True, False),
        ("May 2025 " * (LONGEST // 9), True, True),
        ("[claim:" * (LONGEST // 7), True, True),
        ("[" * LONGEST, True, True),
        ("a.b." * (LONGEST // 4), True, True),
        (". " * (LONGEST // 2), False, False),
        ("." * LONGEST, True, True),
        (f"[claim:{an_id('arr')}] 5 " * (LONGEST // 46), True, True),
        (f"[claim:{claim_id('story')}] 5 " * (LONGEST // 46), True, True),
        ("confidence " * (LONGEST // 11), True, False),
        ("I really really believe " * (LONGEST // 24), True, False),
        ("raised a new new new " * (LONGEST // 21), True, True),
    ],
    ids=lambda part: part[:12] if isinstance(part, str) else "",
)
def test_hostile_text_does_not_hang(text: str, as_one: bool, as_many: bool) -> None:
    """The longest text of the worst kind is judged: whether it is a free fact as one sentence, and as many."""
    for said, is_fact in ((text, as_one), (text.replace(" ", ". "), as_many)):
        with must_end():
            found = rules(MuhasabahRecord((claim_id("arr"),), 0.4), said[:LONGEST])
        assert set(found) == ({"NO_FREE_FACTS"} if is_fact else set())


def test_challenged_claims_need_not_be_supported() -> None:
    """What a challenger lists as challenged it may cite without relying on it; the advocate may not."""
    cited = f"The deck says EUR 14m [claim:{claim_id('arr_deck')}]."
    record = MuhasabahRecord((claim_id("arr"),), 0.4)
    said = replace(
        output("Nothing."),
        content=cited,
        muhasabah_record=record,
        structured_content={"challenged_claim_ids": [claim_id("arr_deck")]},
    )
    by_role = {
        role: _ENFORCER.validate(replace(said, role=role), CITABLE).valid  # type: ignore[arg-type] # a role's name
        for role in ("advocate", "sanad_breaker", "arbiter")
    }
    assert by_role == {"advocate": False, "sanad_breaker": True, "arbiter": True}
