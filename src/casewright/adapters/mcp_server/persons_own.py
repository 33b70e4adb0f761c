"""What is refused at this door: what stays with people, and what leaves the matter that a caller is confined to."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status
from casewright.tools.matter_names import MATTER_NAMES, named_matters
from casewright.tools.persons_own import stays_with_people

if TYPE_CHECKING:
    from casewright.tools.definition import Tool
    from casewright.tools.gates.gate import Candidate

ABOUT_NO_MATTER = frozenset(
    {
        "check_quota",
        "flag_defect",
        "list_cases",
        "list_matters",
        "list_templates",
        "lookup_calc",
        "lookup_claim",
        "query_bigquery",
        "query_enrichment",
        "request_human_review",
        "show_plans",
        "show_template",
    }
)
"""Tools whose arguments name no matter and that tell and change nothing of another one than the context's."""


over_mcp: ContextVar[bool] = ContextVar("casewright_over_mcp", default=False)
"""Whether what is done was asked for over this protocol, in a process that also serves people."""


def refuse_persons_own_over_mcp(candidate: Candidate) -> None:
    """As ``refuse_persons_own``, for calls that come over this protocol alone."""
    if over_mcp.get():
        refuse_persons_own(candidate)


def refuse_persons_own(candidate: Candidate) -> None:
    """A gate of the executor. Raises ``Stop``, ``denied``, where the call stays with people."""
    if stays_with_people(candidate.tool):
        message = (
            f"Tool {candidate.tool.name!r} stays with people and is not offered over MCP: "
            "a person calls it on the command line"
        )
        raise Stop(Status.DENIED, message, Refused)


class WithinMatter:
    """A gate for callers who are confined to a matter: what does not name it may be about all of them."""

    def keeps(self, tool: Tool) -> bool:
        """Whether the tool stays out: its arguments name no matter, and it is not known to keep to one."""
        known = tool.input_schema.get("properties", {})
        return tool.name not in ABOUT_NO_MATTER and not any(name in known for name in MATTER_NAMES)

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``denied``, for a call within a matter that names none."""
        named = named_matters(candidate.call.arguments)
        if candidate.context.matter is None or named or candidate.tool.name in ABOUT_NO_MATTER:
            return
        message = f"Tool {candidate.tool.name!r} is about more than the one matter that this server or your key is for"
        raise Stop(Status.DENIED, message, Refused)
