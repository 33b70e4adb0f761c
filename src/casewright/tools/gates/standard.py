"""The gates that stand before every call, in their order (spec, "Executor"): cheapest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.tools.gates.active_actor import ActiveActor
from casewright.tools.gates.argument_check import ArgumentCheck
from casewright.tools.gates.before_deadline import BeforeDeadline
from casewright.tools.gates.consent import ProviderConsent
from casewright.tools.gates.kept_results import require_kept_results
from casewright.tools.gates.key_scope import require_key_scope
from casewright.tools.gates.masking import Masking
from casewright.tools.gates.matter_scope import MatterScope
from casewright.tools.gates.permission import Permission
from casewright.tools.gates.person import PersonBehind
from casewright.tools.gates.preconditions import require_preconditions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.policy.policy import Policy
    from casewright.tools.active_people import ActivePeople
    from casewright.tools.gates.gate import Gate
    from casewright.tools.matter_access import MatterWords
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.consents import ConsentStore, Ways
    from casewright.tools.ports.entry import Entry
    from casewright.tools.visibility import Visibility


def standard_gates(
    *,
    policy: Policy,
    clock: Clock,
    visibility: Visibility | None = None,
    consents: ConsentStore | None = None,
    ways: Ways | None = None,
    entry: Entry | None = None,
    words: Sequence[MatterWords] = (),
    people: ActivePeople | None = None,
    own: Sequence[Gate] = (),
) -> tuple[Gate, ...]:
    """Every gate but the limits and the approval, which wait for what these let in.

    ``own`` gates stand where the caller may see the matter, and nothing was masked or sent yet.
    """
    scope = MatterScope(visibility, words)
    return (
        *(() if people is None else (ActiveActor(people),)),
        Permission(policy),
        require_key_scope,
        require_kept_results,
        ArgumentCheck(entry),
        scope,
        PersonBehind(policy, scope),
        *own,
        ProviderConsent(consents, ways),
        *(() if entry is None else (Masking(entry),)),
        require_preconditions,
        BeforeDeadline(clock),
    )
