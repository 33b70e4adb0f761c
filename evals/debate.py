"""How debates of the golden deals end, and whether what the contract asks of every debate holds in each of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from casewright.domain.debates import StopReason
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from evals.golden.truth import GoldenDeal


@dataclass(frozen=True, slots=True)
class Recorded:
    """One call of a role as the audit has it: its number, and whether the policy lets that role make it."""

    seq: int
    role: str
    tool: str
    status: str
    permitted: bool


@dataclass(frozen=True, slots=True)
class HeldDebate:
    """What a debate came to, and what the audit holds of it."""

    result: Mapping[str, Any]
    recorded: Sequence[Recorded]


class Room(Protocol):
    """Holds debates about golden deals, each as a deal of a home of its own."""

    def hold(self, deal: GoldenDeal, *, max_rounds: int, seed: int) -> HeldDebate:
        """The deal, brought in and debated by rules."""
        ...


@dataclass(frozen=True, slots=True)
class JudgedDebate:
    """One debate, and what of the contract it does not keep, a sentence each."""

    deal: GoldenDeal
    held: HeldDebate
    seconds: float
    wrong: tuple[str, ...]

    @property
    def stop(self) -> str:
        """Why it ended."""
        return str(self.held.result.get("stop_reason"))


@dataclass(frozen=True, slots=True)
class DebateReport:
    """What one suite gave."""

    suite: str
    judged: tuple[JudgedDebate, ...]
    stops: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "stops", Counter(one.stop for one in self.judged))

    @property
    def complete(self) -> Share:
        """Debates that ended with exactly one of the stop reasons and a recommendation or a reason for none."""
        return Share(sum(one.stop in StopReason.__members__ for one in self.judged), len(self.judged))

    @property
    def passed(self) -> Share:
        """Outputs that the gate let pass at once, of all drafts."""
        said = [one.held.result["muhasabah"] for one in self.judged]
        outputs = sum(one["outputs"] for one in said)
        return Share(outputs, outputs + sum(one["rejected_drafts"] for one in said))

    @property
    def audited(self) -> Share:
        """Calls that the debates count as made, and of them those that the audit holds: one event for each.

        Where the audit holds more than were made, what is too much counts against it.
        """
        made = [(int(one.held.result["tool_calls"]), len(one.held.recorded)) for one in self.judged]
        named = [(one, call) for one in self.judged for call in calls_named(one.held.result)]
        by_debate = {id(one): {record.seq: record.tool for record in one.held.recorded} for one in self.judged}
        amiss = sum(by_debate[id(one)].get(call["audit_seq"]) != call["name"] for one, call in named)
        return Share(sum(count - abs(count - held) for count, held in made) - amiss, sum(count for count, _ in made))

    @property
    def calls(self) -> int:
        """Calls of roles that the audit holds."""
        return sum(len(one.held.recorded) for one in self.judged)

    @property
    def violations(self) -> int:
        """Calls that got through although the policy does not permit them."""
        return sum(not call.permitted and call.status == "SUCCESS" for one in self.judged for call in one.held.recorded)

    @property
    def denied(self) -> int:
        """Calls that were refused because the role may not make them."""
        return sum(call.status == "DENIED" for one in self.judged for call in one.held.recorded)

    @property
    def seconds(self) -> float:
        """How long all of it took."""
        return sum(one.seconds for one in self.judged)

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "suite": self.suite,
            "deals": len(self.judged),
            "claims": sum(len(one.deal.record.claims) for one in self.judged),
            "seconds": round(self.seconds, 3),
            "complete": self.complete.as_json(),
            "muhasabah_pass_rate": self.passed.as_json(),
            "calls": self.calls,
            "calls_audited": self.audited.as_json(),
            "permission_violations": self.violations,
            "denied_calls": self.denied,
            "stop_reasons": {reason.value: self.stops[reason.value] for reason in StopReason},
            "recommendations": dict(sorted(Counter(_stance(one) for one in self.judged).items())),
            "rounds": dict(sorted(Counter(str(one.held.result.get("rounds")) for one in self.judged).items())),
            "wrong": [{"deal": one.deal.name, "what": what} for one in self.judged for what in one.wrong],
            "debates": [
                {
                    "deal": one.deal.name,
                    "stop_reason": one.stop,
                    "rounds": one.held.result.get("rounds"),
                    "recommendation": _stance(one),
                    "seconds": round(one.seconds, 3),
                }
                for one in self.judged
            ],
        }


def report(suite: str, golden: Iterable[GoldenDeal], room: Room, *, max_rounds: int, seed: int = 0) -> DebateReport:
    """Every deal of the suite, debated in ``room``."""
    judged = []
    for deal in golden:
        start = perf_counter()
        held = room.hold(deal, max_rounds=max_rounds, seed=seed)
        judged.append(JudgedDebate(deal, held, perf_counter() - start, tuple(_wrong(held))))
    return DebateReport(suite, tuple(judged))


def calls_named(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls that a result names, with their numbers in the audit."""
    turns = [*result["opening"], *(turn for one in result["argument"] for turn in one["turns"])]
    return [call for turn in turns for call in turn["tool_calls"]]


def _wrong(held: HeldDebate) -> list[str]:
    result = held.result
    found = []
    if result.get("stop_reason") not in StopReason.__members__:
        found.append(f"It ended with {result.get('stop_reason')!r}")
    if not result.get("stopped_because"):
        found.append("It does not say why it ended")
    if result["muhasabah"]["failed"] is not None:
        found.append(f"The gate failed: {result['muhasabah']['failed']}"[:400])
    if result["muhasabah"]["over_everything"]:
        found.append(f"Outputs do not stand at the end: {result['muhasabah']['over_everything']}"[:400])
    turns = [turn for one in result["argument"] for turn in one["turns"]]
    found += [f"{turn['role']}: {turn['refused']}" for turn in turns if turn["refused"]]
    found += [
        f"{turn['role']}'s draft was rejected: {turn['rejections'][0][:2]}"[:400]
        for turn in (*result["opening"], *turns)
        if turn["rejections"]
    ]
    return found


def _stance(one: JudgedDebate) -> str:
    recommended = one.held.result.get("recommendation") or {}
    return str(recommended.get("stance", "none"))
