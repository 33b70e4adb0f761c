"""The tool ``get_party_id_by_name``: whom a name, a role or a placeholder means. It knows hashes, never names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.casework.firewall import parties_called
from casewright.casework.names import fold_words
from casewright.domain.parties import PartyKind
from casewright.toolbox.cases.case_stores import failed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.parties import Attachment
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.case_stores import CaseStores

NOT_FOUND = "Party reference not found in case context."
"""The seed's words."""
_PLACEHOLDER = re.compile(r"\{*(party[0-9]+)(?:\.[A-Za-z]+)?\}*")
_COMPANY = frozenset(
    {"company", "firm", "organisation", "organization", "compania", "firma", "societatea", "organizatia"}
)
_FILLERS = frozenset({"the", "a", "an", "de", "la", "al", "ai", "ale", "cel", "cea"})
_ARTICLES = ("ului", "ilor", "elor", "iei", "ul", "ei", "ii", "le", "a", "i", "e", "u")
"""Endings that a role has in Romanian beside its bare form: chiriaș, chiriașul, chiriașului."""


class GetPartyIdByNameInput(Arguments):
    """Input of the ``get_party_id_by_name`` tool."""

    case_id: str = Field(description="The ID of the current case")
    mentioned_name: str = Field(
        description='What the user called the party: a name, a role such as "the company", or a placeholder',
        min_length=1,
        max_length=500,
    )


class PartyReply(BaseModel):
    """What a name was found to mean."""

    status: Literal["success", "not_found"]


class PartyFound(PartyReply):
    """The one party that is meant."""

    status: Literal["success", "not_found"] = "success"
    partyId: str


class NobodyFound(PartyReply):
    """The seed's answer where no party is meant."""

    status: Literal["success", "not_found"] = "not_found"
    message: str = NOT_FOUND


def get_party_id_by_name(*, stores: CaseStores, firewall: CaseFirewall) -> Tool:
    """The tool over these stores."""

    def run(arguments: GetPartyIdByNameInput, context: CallContext) -> PartyReply | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        parts = stores.parties.of_case(context.tenant, case.id)
        meant = _meant(arguments.mentioned_name, context.tenant, case.id, parts)
        if not meant:
            return NobodyFound()
        if len(meant) > 1:
            listed = ", ".join(meant)
            return failed(f"More than one party of this case may be meant: {listed}. Ask the user which one.")
        return PartyFound(partyId=meant[0])

    def _meant(text: str, tenant: TenantId, case: MatterId, parts: Sequence[Attachment]) -> list[str]:
        aliases = [part.alias for part in parts]
        placeholder = _PLACEHOLDER.fullmatch(text.strip())
        if placeholder is not None:
            return [placeholder[1]] if placeholder[1] in aliases else []
        named = parties_called(text, firewall.known(tenant, case))
        here = [alias for alias in aliases if alias in named]
        if here:
            return here
        called = [part.alias for part in parts if any(_same(text, word) for word in (part.role, *part.called))]
        if called or not _COMPANY.intersection(fold_words(text)):
            return called
        kinds = {part.alias: stores.parties.get(tenant, part.party) for part in parts}
        return [alias for alias, party in kinds.items() if party is not None and party.kind is PartyKind.ORGANISATION]

    return Tool(
        name="get_party_id_by_name",
        description=(
            "The partyId (party0, party1 …) of the party that the user calls by this name, alias or role. Where two "
            "may be meant it is an error that names them: ask the user which."
        ),
        arguments=GetPartyIdByNameInput,
        output=PartyReply,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases",),
        idempotent=True,
        sensitive=frozenset({"mentioned_name"}),
        reads=("the keyed hashes of the case's parties",),
    )


def _same(mentioned: str, called: str) -> bool:
    """Whether both are the same words, whatever their case, diacritics and articles."""
    return bool(_stems(mentioned)) and _stems(mentioned) == _stems(called)


def _stems(text: str) -> tuple[str, ...]:
    words = fold_words(text)
    return tuple(_stem(word) for word in words if word not in _FILLERS) or words


def _stem(word: str) -> str:
    ending = next((one for one in _ARTICLES if word.endswith(one) and len(word) - len(one) >= 4), "")
    return word[: len(word) - len(ending)]
