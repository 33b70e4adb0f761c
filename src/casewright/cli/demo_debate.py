"""The second half of ``casewright demo deal``: the deal debated, and one sentence of it followed to its bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.cli.debate_result import show_result
from casewright.cli.number_trace import OpenedEvidence, open_evidence, show_place, show_stands
from casewright.cli.state import answer, checked
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.debate.events import DebateEvent
    from casewright.agents.streaming import Listener
    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.cli.state import Answer
    from casewright.toolbox.claims.claim_view import ClaimView
    from casewright.toolbox.debates.debate_view import DebateView

_CLAIM = re.compile(r"\[claim:([0-9a-f-]{36})\]")


@dataclass(frozen=True, slots=True)
class SentenceTrace:
    """A sentence, the claim that it cites, and the claim's evidence; ``data`` is the same as JSON data."""

    sentence: str
    claim: ClaimView
    opened: OpenedEvidence
    # Any: printed as it is.
    data: dict[str, Any]


def debated(casewright: Casewright, deal: str, listener: Listener[DebateEvent] | None) -> Answer[DebateView]:
    """The deal's newest debate; where none was held yet, one by rules is held now."""
    from casewright.toolbox.debates.debate_view import DebateView
    from casewright.toolbox.debates.list_debates import ListDebatesOutput

    if answer(casewright, ListDebatesOutput, "list_debates", {"deal_id": deal}).output.debates:
        return answer(casewright, DebateView, "show_debate", {"deal_id": deal})
    return checked(casewright.debate("run_debate", {"deal_id": deal}, listener), DebateView)


def follow_sentence(
    casewright: Casewright, deal: str, debate: DebateView, digests: Mapping[str, str]
) -> SentenceTrace | None:
    """The way of the recommendation's first sentence that cites a claim: claim, evidence, place, bytes.

    ``digests`` are the SHA-256 of the files that were put in, by name. None where no sentence cites a claim.
    """
    from casewright.toolbox.claims.lookup_claim import ClaimLookupResult
    from casewright.toolbox.debates.result_view import DebateResultView

    result = None if debate.result is None else DebateResultView.model_validate(debate.result)
    if result is None or result.recommendation is None:
        return None
    lines = result.recommendation.rationale.splitlines()
    sentence = next((line for line in lines if _CLAIM.search(line)), None)
    if sentence is None:
        return None
    [claim, *_] = _CLAIM.findall(sentence)
    found = answer(casewright, ClaimLookupResult, "lookup_claim", {"claim_id": claim, "include_evidence": True})
    opened = open_evidence(casewright, deal, found, digests)
    data = {
        "sentence": sentence,
        "claim": found.data["claim"],
        "evidence": opened.data,
        "sha256": opened.sha256,
        "stands": opened.stands,
    }
    return SentenceTrace(sentence, found.output.claim, opened, data)


def show_debated(output: Output, debate: DebateView, followed: SentenceTrace | None) -> None:
    """What the debate came to, and the way of its sentence, a line a step."""
    output.heading("The debate")
    show_result(output, debate, whole=False)
    if followed is None:
        return
    claim = followed.claim
    output.heading("One sentence of it, followed to its bytes")
    output.line(show_line(followed.sentence))
    output.line(f"  claim {claim.claim_id}, grade {claim.claim_grade}: {show_line(claim.claim_text)}")
    show_place(output, followed.opened)
    show_stands(output, followed.opened)
