"""What is kept of a case, and the one answer to an id that is no case's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.casework.details import update_details
from casewright.domain.aliases import alias_number
from casewright.domain.ids import MatterId, is_uuid
from casewright.errors import CasewrightError, InvalidInput, NotFound, Unavailable
from casewright.toolbox.cases.case_words import CASE_NOT_FOUND
from casewright.tools.calls import Failure, error_object

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from typing import Any

    from casewright.domain.cases import Case
    from casewright.domain.ids import PartyId, TenantId
    from casewright.domain.parties import Attachment
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.cases import CaseStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.parties import PartyStore
    from casewright.tools.ports.together import Together

_TRIES = 100
"""How often a change is made anew because another came first."""


@dataclass(frozen=True, slots=True)
class CaseStores:
    """The stores that hold a case's parts; ``transaction`` is what they have in common."""

    matters: MatterStore
    cases: CaseStore
    parties: PartyStore
    transaction: Together
    clock: Clock

    def case_of(self, context: CallContext, text: str) -> Case | Failure:
        """The case of that id, else the seed's failure."""
        case = self.cases.get(context.tenant, MatterId(text.lower()))
        return no_case() if case is None else case

    def part(self, tenant: TenantId, case: MatterId, text: str) -> Attachment:
        """The part of a party that is named by its id or its alias. Raises ``NotFound``."""
        found = self.parties.of_case(tenant, case)
        part = next((one for one in found if text.lower() in (one.party, one.alias)), None)
        if part is None:
            shown = f"Party {text!r}" if is_uuid(text) or alias_number(text) is not None else "That party"
            raise NotFound(f"{shown} is not attached to this case: 'casewright case parties' shows who is")
        return part

    def update(self, case: Case, updates: Mapping[str, Any]) -> Case:
        """Change the case's details by dot paths, as the newest version has them; what others change stays.

        Raises ``InvalidField``, and ``Unavailable`` where others come first again and again.
        """
        return self.change(case, lambda details: update_details(details, updates))

    def change(self, case: Case, changed: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Case:
        """As ``update``, by a function of the newest details."""

        def altered(before: Case, now: datetime) -> Case:
            return replace(before, details={**changed(before.details), "last_updated": now.isoformat()})

        return self.alter(case, altered)

    def alter(self, case: Case, altered: Callable[[Case, datetime], Case]) -> Case:
        """Change anything of a case but its version, by a function of its newest state and the time.

        The function may raise, and nothing is changed. Raises ``Unavailable`` as ``update`` does.
        """
        with self.transaction.together():
            for _ in range(_TRIES):
                before = self.cases.get(case.tenant, case.id)
                if before is None:
                    raise NotFound(CASE_NOT_FOUND)
                now = self.clock.now()
                after = replace(altered(before, now), version=before.version + 1, updated_at=now)
                if self.cases.replace(before.version, after):
                    return after
        raise Unavailable("The case is being changed by others all the time: try again")


def failed(message: str, kind: type[CasewrightError] = InvalidInput) -> Failure:
    """The seed's failure shape, ``{"status": "error", "error_message": message}``."""
    return Failure(message, error_object(message), kind)


def no_case() -> Failure:
    """The seed's answer to an id that is no case's, or not one that the caller may see."""
    return failed(CASE_NOT_FOUND, NotFound)


def party_place(party: PartyId) -> str:
    """Where the vault keeps a party's details."""
    return f"party/{party}"


def person_place(case: MatterId, placeholder: str) -> str:
    """Where the vault keeps what stood in place of a ``{{person_n…}}``."""
    return f"case/{case}/{placeholder.strip('{}')}"


def original_place(document: str) -> str:
    """Where the vault keeps a document's bytes and name."""
    return f"original/{document}"
