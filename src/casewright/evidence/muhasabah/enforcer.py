"""The rules that every output must keep before it counts (agent framework §7.1): structure, not prompts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

from casewright.domain.ids import CalcId, ClaimId, is_uuid
from casewright.evidence.muhasabah.citable import is_weak
from casewright.evidence.muhasabah.free_facts import check_facts
from casewright.evidence.muhasabah.violations import MuhasabahValidationResult, MuhasabahViolation, Rule
from casewright.evidence.muhasabah.wording import is_blank

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.evidence.muhasabah.citable import Citations
    from casewright.evidence.muhasabah.free_facts import Facts
    from casewright.evidence.muhasabah.record import MuhasabahRecord

LONGEST = 50_000
"""Characters of one output's text; a longer one is not read."""
CHALLENGED = "challenged_claim_ids"
"""Under this name ``structured_content`` lists claims that the text cites to challenge them, not to rely on them."""
AGAINST = "against_claim_ids"
"""Under this name it lists claims that the text relies on and says to speak against the deal, or not to hold."""


class Output(Protocol):
    """What the enforcer reads of a role's output."""

    @property
    def role(self) -> str:
        """Which role says it."""
        ...

    @property
    def content(self) -> str:
        """What it says."""
        ...

    @property
    def claim_refs(self) -> Sequence[ClaimId]:
        """The claims that it is about."""
        ...

    @property
    def calc_refs(self) -> Sequence[CalcId]:
        """The calculations that it is about."""
        ...

    @property
    def structured_content(self) -> Mapping[str, Any]:
        """What it says as data."""
        ...

    @property
    def muhasabah_record(self) -> MuhasabahRecord:
        """Its account."""
        ...


class MuhasabahEnforcer:
    """Validates that an output and its account meet the requirements. It never raises for what a model wrote."""

    def validate(self, output: Output, context: Citations) -> MuhasabahValidationResult:
        """Everything that is wrong with ``output``, where ``context`` is what it may cite."""
        violations = tuple(_form(output))
        if not violations:
            violations = (*_facts(output, context), *_account(output.muhasabah_record, context))
        return MuhasabahValidationResult(valid=not violations, violations=violations)


def _form(output: Output) -> Iterator[MuhasabahViolation]:
    """What makes it unfit to be looked at any further."""
    record = output.muhasabah_record
    if not output.content.strip():
        yield MuhasabahViolation(Rule.RECORD_INVALID, "The output says nothing")
    for name, text in (("content", output.content), ("evidence_summary", record.evidence_summary)):
        if len(text) > LONGEST:
            detail = f"{name} has {len(text):,} characters, at most {LONGEST:,} are read"
            yield MuhasabahViolation(Rule.RECORD_INVALID, detail)
    if not (math.isfinite(record.confidence) and 0 <= record.confidence <= 1):
        detail = f"The confidence {record.confidence!r} is not a number from 0 to 1"
        yield MuhasabahViolation(Rule.RECORD_INVALID, detail)
    for one in (*record.supported_claim_ids, *record.supported_calc_ids, *output.claim_refs, *output.calc_refs):
        if not is_uuid(one):
            yield MuhasabahViolation(Rule.RECORD_INVALID, f"{one[:60]!r} is no UUID")


def _facts(output: Output, known: Citations) -> Iterator[MuhasabahViolation]:
    """Rule 1: no free facts, in the text and in the account's summary of the evidence."""
    record = output.muhasabah_record
    supported = {ClaimId(one.lower()) for one in record.supported_claim_ids}
    read = [check_facts(text, known, record.confidence) for text in (output.content, record.evidence_summary)]
    if any(one.any for one in read) and not supported:
        yield MuhasabahViolation(Rule.NO_FREE_FACTS, "Factual assertions without claim_ids")
    for one in read:
        yield from one.violations
    details = [*_missing(output, known), *_unsupported(read, supported | _challenged(output), supported, known)]
    yield from (MuhasabahViolation(Rule.NO_FREE_FACTS, detail) for detail in dict.fromkeys(details))


def _missing(output: Output, known: Citations) -> Iterator[str]:
    """Ids that are not in this deal, wherever the output lists them."""
    record = output.muhasabah_record
    for claim_id in (*record.supported_claim_ids, *output.claim_refs):
        claim = known.claims.get(ClaimId(claim_id.lower()))
        if claim is None or claim.deal != known.deal:
            yield f"There is no claim {claim_id} in this deal"
    for calc_id in (*record.supported_calc_ids, *output.calc_refs):
        calc = known.calculations.get(CalcId(calc_id.lower()))
        if calc is None or calc.deal != known.deal:
            yield f"There is no calc {calc_id} in this deal"


def _unsupported(
    read: Sequence[Facts], listed: set[ClaimId], supported: set[ClaimId], known: Citations
) -> Iterator[str]:
    """What the text takes for a fact and the account does not answer for."""
    for one in (reference for facts in read for reference in facts.cited):
        if one.kind == "claim" and ClaimId(one.id) not in listed:
            yield f"Claim {one.id} is cited for a fact and not among supported_claim_ids"
        calc = known.calculations.get(CalcId(one.id)) if one.kind == "calc" else None
        for needed in () if calc is None else calc.inputs:
            if needed.claim not in supported:
                yield f"Claim {needed.claim}, an input of calc {one.id}, is not among supported_claim_ids"


def _challenged(output: Output) -> set[ClaimId]:
    """The claims that the output challenges. The advocate relies on what it cites and challenges nothing."""
    listed = output.structured_content.get(CHALLENGED, ())
    if output.role == "advocate" or not isinstance(listed, list | tuple):
        return set()
    return {ClaimId(one.lower()) for one in listed if isinstance(one, str)}


def _account(record: MuhasabahRecord, known: Citations) -> Iterator[MuhasabahViolation]:
    """Rules 2 to 4, in the seed's words. What is blank is not there."""
    tested = any(not is_blank(one.test_description) for one in record.falsifiability_tests)
    doubted = any(not is_blank(one.uncertainty) for one in record.uncertainties)
    if record.confidence > 0.50 and not tested:
        yield MuhasabahViolation(Rule.FALSIFIABILITY_MISSING, "High confidence without falsifiability tests")
    claims = (known.claims.get(ClaimId(one.lower())) for one in record.supported_claim_ids)
    if not doubted and any(is_weak(claim) for claim in claims if claim is not None):
        yield MuhasabahViolation(Rule.UNCERTAINTIES_MISSING, "Weak sources without uncertainty acknowledgment")
    if record.confidence > 0.80 and not doubted and is_blank(record.counter_hypothesis):
        detail = "Very high confidence without uncertainty or counter-hypothesis"
        yield MuhasabahViolation(Rule.OVERCONFIDENCE, detail)
