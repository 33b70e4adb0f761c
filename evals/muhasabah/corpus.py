"""The corpus: outputs that must pass and outputs that must not, made of ``fitted.toml`` and the tables below.

Every sentence is an output of its own, with a right account; every invalid one is also hidden among valid ones; facts
are told by every role; and every rule about the account is broken in several ways.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.state import AgentOutput
from casewright.domain.debates import AgentRole
from casewright.evidence.muhasabah.citable import is_weak
from casewright.evidence.muhasabah.record import FalsifiabilityTest, MuhasabahRecord, Uncertainty
from evals.muhasabah.deal import CITABLE, OTHER_DEAL, calc_id, claim_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import CalcId, ClaimId

_SLOT = re.compile(r"<(bare )?(calc )?([a-z_]+)>")
_TEST = FalsifiabilityTest("Read the bank statements", "the statements", "It fails where they say something else")
_DOUBT = Uncertainty("One source alone says so", "The figure may be lower", "Ask for the audited accounts")
_COUNTER = "Another period is meant"

_OPENINGS = {
    AgentRole.ADVOCATE: "The thesis rests on what follows.",
    AgentRole.SANAD_BREAKER: "The chain of <arr_deck> ends in a slide.",
    AgentRole.CONTRADICTION_FINDER: "Two claims were compared: <arr> and <arr_deck>.",
    AgentRole.RISK_OFFICER: "The downside was looked at first.",
    AgentRole.ARBITER: "The challenges of this round were ruled on.",
}
_FACTS = (
    "ARR was EUR 12.5m in FY2025 <arr>.",
    "Revenue grew by 25 % in FY2025 <growth>.",
    "Cash was EUR 4.2m on 31 December 2025 <cash>, and burn EUR 350k a month <burn>.",
    "Runway is 12 months <calc runway>.",
    "The gross margin is 62 % <calc margin>.",
    "It has 423 customers <customers> and 87 employees <employees>.",
    "The deck puts ARR at EUR 14m <arr_deck>.",
    "The market is put at EUR 3.4bn <market>.",
    "LTV to CAC is 3.2x <ltv_cac>.",
    "The company was founded on 12 March 2015 <founded>.",
    "The company raised USD 2m in June 2021 <seed>.",
    "The valuation is EUR 40m to EUR 50m <valuation>.",
)


@dataclass(frozen=True, slots=True)
class Case:
    """One output. ``rule`` is the one that has to refuse it, None where it is valid; ``problem`` says what is wrong."""

    name: str
    output: AgentOutput
    rule: str | None = None
    problem: str | None = None


def cases() -> tuple[Case, ...]:
    """The whole corpus, always in the same order."""
    sentences = _read("fitted.toml")
    return (*_valid(sentences["valid"]), *_told(), *_invalid(sentences), *_broken_accounts())


def more_cases(name: str) -> tuple[Case, ...]:
    """Another set of sentences, each alone, and the invalid ones hidden among valid ones too."""
    sentences = _read(name)
    return (*_valid(sentences["valid"]), *_invalid(sentences))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("evals.muhasabah").joinpath(name).read_text(encoding="utf-8"))


def output(text: str, role: AgentRole = AgentRole.ADVOCATE) -> AgentOutput:
    """An output of this text, slots filled, with a right account of what it cites."""
    slots = [match.groups() for match in _SLOT.finditer(text)]
    calcs = tuple(dict.fromkeys(calc_id(name) for _, calc, name in slots if calc))
    cited = [claim_id(name) for _, calc, name in slots if not calc]
    inputs = [one.claim for calc in calcs if calc in CITABLE.calculations for one in CITABLE.calculations[calc].inputs]
    claims = tuple(one for one in dict.fromkeys(cited + inputs) if one in CITABLE.claims)
    claims = tuple(one for one in claims if CITABLE.claims[one].deal != OTHER_DEAL)
    return AgentOutput(
        agent_id=role.value,
        role=role,
        content=_SLOT.sub(_reference, text),
        claim_refs=claims,
        calc_refs=tuple(calc for calc in calcs if calc in CITABLE.calculations),
        round_number=1,
        muhasabah_record=_account(claims, tuple(calc for calc in calcs if calc in CITABLE.calculations)),
    )


def _reference(match: re.Match[str]) -> str:
    bare, calc, name = match.groups()
    found = calc_id(name) if calc else claim_id(name)
    return found if bare else f"[{'calc' if calc else 'claim'}:{found}]"


def _account(claims: tuple[ClaimId, ...], calcs: tuple[CalcId, ...]) -> MuhasabahRecord:
    weak = any(is_weak(CITABLE.claims[one]) for one in claims)
    return MuhasabahRecord(
        supported_claim_ids=claims,
        confidence=0.6,
        supported_calc_ids=calcs,
        falsifiability_tests=(_TEST,),
        uncertainties=(_DOUBT,) if weak else (),
    )


def _valid(sentences: list[str]) -> Iterator[Case]:
    for number, sentence in enumerate(sentences, 1):
        yield Case(f"valid sentence {number}", output(sentence))
    for first in range(0, len(sentences), 4):
        lines = "\n".join(sentences[first : first + 4])
        yield Case(f"valid sentences from {first + 1}", output(lines))


def _told() -> Iterator[Case]:
    for role, opening in _OPENINGS.items():
        for number, fact in enumerate(_FACTS, 1):
            yield Case(f"{role} tells fact {number}", output(f"{opening} {fact} Nothing else is known.", role))
        yield Case(f"{role} tells everything", output(" ".join((opening, *_FACTS)), role))
    for name, changes in _RIGHT_ACCOUNTS.items():
        yield Case(name, _changed(_STRONG, changes))
    for role in (AgentRole.SANAD_BREAKER, AgentRole.CONTRADICTION_FINDER, AgentRole.RISK_OFFICER, AgentRole.ARBITER):
        yield Case(f"{role} cites what it challenges", _challenging(role))


def _invalid(sentences: dict[str, Any]) -> Iterator[Case]:
    for group in sentences["invalid"]:
        rule, problem = group["rule"], group["problem"]
        for number, sentence in enumerate(group["sentences"], 1):
            name = f"{problem} {number}"
            yield Case(name, _supported(output(sentence)), rule, problem)
            hidden = f"{_FACTS[number % len(_FACTS)]} {sentence}\n{_FACTS[(number + 5) % len(_FACTS)]}"
            yield Case(f"{name}, hidden among valid ones", output(hidden), rule, problem)


def _supported(one: AgentOutput) -> AgentOutput:
    """The output with an account that supports something, so that it is not for want of that that it is refused."""
    if one.muhasabah_record.supported_claim_ids:
        return one
    return replace(one, muhasabah_record=replace(one.muhasabah_record, supported_claim_ids=(claim_id("arr"),)))


_STRONG = output("ARR was EUR 12.5m <arr>.")
_WEAK = output("The deck puts ARR at EUR 14m <arr_deck>.")
_CALCULATED = output("Runway is 12 months <calc runway>.")
_RULING = output("The challenge is upheld.", AgentRole.ARBITER)

_RIGHT_ACCOUNTS: dict[str, dict[str, Any]] = {
    "half sure without tests": {"confidence": 0.50, "falsifiability_tests": ()},
    "unsure without tests": {"confidence": 0.0, "falsifiability_tests": ()},
    "just surer, with a test": {"confidence": 0.51},
    "very sure with doubts": {"confidence": 0.95, "uncertainties": (_DOUBT,)},
    "very sure with a counter-hypothesis": {"confidence": 0.95, "counter_hypothesis": _COUNTER},
    "quite sure without doubts": {"confidence": 0.80},
    "certain with both": {"confidence": 1, "uncertainties": (_DOUBT,), "counter_hypothesis": _COUNTER},
}
_BLANK_TEST, _BLANK_DOUBT = FalsifiabilityTest("  "), Uncertainty("")
_BROKEN: tuple[tuple[str, str, AgentOutput, dict[str, Any]], ...] = (
    ("NO_FREE_FACTS", "supports nothing", _STRONG, {"supported_claim_ids": ()}),
    ("NO_FREE_FACTS", "supports something else", _STRONG, {"supported_claim_ids": (claim_id("cash"),)}),
    ("NO_FREE_FACTS", "supports what is not there", _STRONG,
     {"supported_claim_ids": (claim_id("arr"), claim_id("unknown"))}),
    ("NO_FREE_FACTS", "supports another deal's claim", _STRONG,
     {"supported_claim_ids": (claim_id("arr"), claim_id("foreign"))}),
    ("NO_FREE_FACTS", "supports a calculation that is not there", _STRONG,
     {"supported_calc_ids": (calc_id("unknown"),)}),
    ("NO_FREE_FACTS", "a calculation without its inputs", _CALCULATED, {"supported_claim_ids": ()}),
    ("NO_FREE_FACTS", "a calculation with one of its inputs", _CALCULATED,
     {"supported_claim_ids": (claim_id("cash"),)}),
    ("NO_FREE_FACTS", "a free fact in the summary", _STRONG, {"evidence_summary": "It has 500 customers."}),
    ("NO_FREE_FACTS", "a wrong figure in the summary", _RULING,
     {"evidence_summary": f"ARR was EUR 13m [claim:{claim_id('arr')}]."}),
    ("FALSIFIABILITY_MISSING", "sure without tests", _STRONG, {"falsifiability_tests": ()}),
    ("FALSIFIABILITY_MISSING", "just sure without tests", _STRONG, {"falsifiability_tests": (), "confidence": 0.5001}),
    ("FALSIFIABILITY_MISSING", "certain without tests", _WEAK, {"falsifiability_tests": (), "confidence": 1.0}),
    ("FALSIFIABILITY_MISSING", "a blank test", _STRONG, {"falsifiability_tests": (_BLANK_TEST,)}),
    ("FALSIFIABILITY_MISSING", "a ruling without tests", _RULING, {"falsifiability_tests": ()}),
    ("UNCERTAINTIES_MISSING", "a weak source", _WEAK, {"uncertainties": ()}),
    ("UNCERTAINTIES_MISSING", "a weak source, unsure", _WEAK, {"uncertainties": (), "confidence": 0.1}),
    ("UNCERTAINTIES_MISSING", "a weak source with a counter-hypothesis", _WEAK,
     {"uncertainties": (), "counter_hypothesis": _COUNTER}),
    ("UNCERTAINTIES_MISSING", "a blank uncertainty", _WEAK, {"uncertainties": (_BLANK_DOUBT,)}),
    ("UNCERTAINTIES_MISSING", "a weak source among strong ones", _STRONG,
     {"supported_claim_ids": (claim_id("arr"), claim_id("market"))}),
    ("OVERCONFIDENCE", "very sure of everything", _STRONG, {"confidence": 0.81}),
    ("OVERCONFIDENCE", "certain of everything", _STRONG, {"confidence": 1.0}),
    ("OVERCONFIDENCE", "just over the line", _STRONG, {"confidence": 0.8000001}),
    ("OVERCONFIDENCE", "a blank counter-hypothesis", _STRONG, {"confidence": 0.9, "counter_hypothesis": " \n"}),
    ("OVERCONFIDENCE", "a blank doubt", _STRONG, {"confidence": 0.9, "uncertainties": (_BLANK_DOUBT,)}),
    ("RECORD_INVALID", "a confidence that is no number", _STRONG, {"confidence": float("nan")}),
    ("RECORD_INVALID", "a confidence above one", _STRONG, {"confidence": 1.01}),
    ("RECORD_INVALID", "a confidence below nothing", _STRONG, {"confidence": -0.01}),
    ("RECORD_INVALID", "a confidence without end", _STRONG, {"confidence": float("inf")}),
)  # fmt: skip
_TEXTS = {
    "nothing": "",
    "white space": " \n\t ",
    "a million characters": "The challenge is upheld. " * 40_000,
    "a million digits": "9" * 1_000_000,
}


def _broken_accounts() -> Iterator[Case]:
    for rule, problem, right, changes in _BROKEN:
        yield Case(problem, _changed(right, changes), rule, "account")
    advocates = _challenging(AgentRole.ADVOCATE)
    yield Case("an advocate that relies on nothing it cites", advocates, "NO_FREE_FACTS", "account")
    for problem, text in _TEXTS.items():
        yield Case(problem, replace(_RULING, content=text), "RECORD_INVALID", "text")
    for name in ("unknown", "foreign"):
        yield Case(
            f"refers to an {name} claim", replace(_RULING, claim_refs=(claim_id(name),)), "NO_FREE_FACTS", "account"
        )
    yield Case(
        "another confidence in the text",
        replace(_RULING, content="The confidence of this output is 0.9."),
        "NO_FREE_FACTS",
        "value differs",
    )


def _challenging(role: AgentRole) -> AgentOutput:
    """An output that cites the deck's figure without relying on it."""
    right = output("The deck says EUR 14m <arr_deck>, the accounts say EUR 12.5m <arr>.", role)
    listed = {"challenged_claim_ids": [claim_id("arr_deck")]}
    return _changed(replace(right, structured_content=listed), {"supported_claim_ids": (claim_id("arr"),)})


def _changed(right: AgentOutput, changes: dict[str, Any]) -> AgentOutput:
    return replace(right, muhasabah_record=replace(right.muhasabah_record, **changes))
