"""The tool ``reveal_text``: a case's text with the names in place of placeholders, on a person's own screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.casework.firewall import PLACEHOLDER, restore
from casewright.toolbox.cases.case_stores import person_place
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.cases import Case
    from casewright.toolbox.parties.party_files import PartyFiles

_LONGEST = 200_000


class RevealTextInput(Arguments):
    """Input of the ``reveal_text`` tool."""

    case_id: str = Field(description="The ID of the case")
    text: str = Field(description="Text with placeholders such as {{party0.lastName}}", max_length=_LONGEST)


class RevealTextOutput(BaseModel):
    """The text as a person reads it; placeholders that stand for nothing stay."""

    text: str


def reveal_text(*, files: PartyFiles) -> Tool:
    """The tool over these files."""

    def run(arguments: RevealTextInput, context: CallContext) -> RevealTextOutput | Failure:
        case = files.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        named = {found[0][2:-2] for found in PLACEHOLDER.finditer(arguments.text)}
        return RevealTextOutput(text=restore(arguments.text, {**_of_parties(case), **_of_persons(case, named)}))

    def _of_parties(case: Case) -> dict[str, str]:
        parts = files.stores.parties.of_case(case.tenant, case.id)
        return {
            f"{part.alias}.{name}": value
            for part in parts
            for name, value in files.open(case.tenant, part.party).items()
        }

    def _of_persons(case: Case, named: set[str]) -> dict[str, str]:
        places = {person_place(case.id, name): name for name in named if name.startswith("person_")}
        found = files.reader.open(case.tenant, list(places))
        return {places[place]: value["value"] for place, value in found.items()}

    return Tool(
        name="reveal_text",
        description="Put names and numbers in place of placeholders. For people only; who asked is recorded.",
        arguments=RevealTextInput,
        output=RevealTextOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("parties", "cases"),
        reads=("the vault",),
        reveals=True,
    )
