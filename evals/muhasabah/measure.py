"""How many valid outputs pass the gate, how many invalid ones do, and whether it was for the right rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.muhasabah_gate import examine
from casewright.evidence.muhasabah.enforcer import MuhasabahEnforcer
from evals.muhasabah.corpus import cases, more_cases
from evals.muhasabah.deal import CITABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.muhasabah_gate import Enforcer
    from casewright.evidence.muhasabah.violations import MuhasabahValidationResult
    from evals.muhasabah.corpus import Case

SETS = {
    "fitted": "Written before the detector (99.2 % and 2 of 443 when first asked), which was then mended by it",
    "mended": "Written after the detector (95.8 % of its sentences and 1 of 84 when first asked; both were mended)",
    "unseen": "Written when the detector was finished; nothing was changed for it",
    "words": "Written after it knew metrics, people and crimes by name (49 of 60 valid sentences and 5 of 75 invalid "
    "ones passed when first asked; it was then mended by them)",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """One output, and what the gate says of it."""

    case: Case
    found: MuhasabahValidationResult

    @property
    def right(self) -> bool:
        """Whether it passed as it should, or was refused by the rule that it breaks."""
        if self.case.rule is None:
            return self.found.valid
        return not self.found.valid and self.case.rule in {one.rule.value for one in self.found.violations}


@dataclass(frozen=True, slots=True)
class MuhasabahReport:
    """What one set of outputs gave."""

    name: str
    judged: tuple[Judged, ...]

    @property
    def passed(self) -> tuple[int, int]:
        """Valid outputs that passed, and all of them."""
        valid = [one for one in self.judged if one.case.rule is None]
        return sum(one.found.valid for one in valid), len(valid)

    @property
    def slipped(self) -> tuple[int, int]:
        """Invalid outputs that passed, and all of them."""
        invalid = [one for one in self.judged if one.case.rule is not None]
        return sum(one.found.valid for one in invalid), len(invalid)

    @property
    def by_problem(self) -> dict[str, tuple[int, int]]:
        """Invalid outputs that were refused by the right rule, and all, by rule and problem."""
        found: dict[str, tuple[int, int]] = {}
        for one in self.judged:
            if one.case.rule is not None:
                key = f"{one.case.rule}: {one.case.problem}"
                right, total = found.get(key, (0, 0))
                found[key] = (right + one.right, total + 1)
        return found

    @property
    def misses(self) -> tuple[Judged, ...]:
        """The outputs that were judged wrongly."""
        return tuple(one for one in self.judged if not one.right)

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "set": self.name,
            "written": SETS[self.name],
            "outputs": len(self.judged),
            "valid": {"passed": self.passed[0], "of": self.passed[1]},
            "invalid": {"passed": self.slipped[0], "of": self.slipped[1]},
            "by_problem": {key: {"refused": right, "of": total} for key, (right, total) in self.by_problem.items()},
            "misses": [
                {
                    "name": one.case.name,
                    "expected": one.case.rule,
                    "content": one.case.output.content[:500],
                    "violations": [violation.to_dict() for violation in one.found.violations],
                }
                for one in self.misses
            ],
        }


def measure(enforcer: Enforcer | None = None) -> tuple[MuhasabahReport, ...]:
    """Each set through the gate, with the enforcer that ships or another one."""
    enforcer = enforcer or MuhasabahEnforcer()
    return tuple(
        MuhasabahReport(name, _judged(outputs, enforcer))
        for name, outputs in (
            ("fitted", cases()),
            ("mended", more_cases("mended.toml")),
            ("unseen", more_cases("unseen.toml")),
            ("words", more_cases("words.toml")),
        )
    )


def _judged(outputs: Sequence[Case], enforcer: Enforcer) -> tuple[Judged, ...]:
    return tuple(Judged(one, examine(one.output, CITABLE, enforcer)) for one in outputs)
