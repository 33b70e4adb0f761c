"""What a sentence tells people to do next, for those who ask over HTTP: the request in place of the command.

Sentences of tools that fail name commands of the terminal, in quotes. What a problem says passes here, and nothing
else does: results are never changed, so what they say about a next step names the tool. Every command that a sentence
names has its row, or is the operator's.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

REQUESTS: Mapping[str, str] = MappingProxyType(
    {
        "approvals approve": "POST /approvals/{approval_id}/decision",
        "approvals list": "GET /approvals",
        "audit accept-restored": "POST /audit/restored",
        "audit rotate-key --lost": "POST /audit/key",
        "audit verify": "POST /audit/verification",
        "calc list": "GET /deals/{deal_id}/calculations",
        "calls unresolved": "GET /unresolved-calls",
        "case close": "POST /cases/{case_id}/closing",
        "case create": "POST /cases",
        "case drafts": "GET /cases/{case_id}/drafts",
        "case message": "POST /cases/{case_id}/turns",
        "case parties": "GET /parties",
        "case pay": "POST /cases/{case_id}/payment",
        "case remask": "POST /cases/remasking",
        "claims list": "GET /deals/{deal_id}/claims",
        "deal create": "POST /matters",
        "deal extract": "POST /deals/{deal_id}/claims/extraction",
        "deal import-claims": "POST /deals/{deal_id}/claims/import",
        "deal source": "POST /deals/{deal_id}/sources",
        "debate list": "GET /deals/{deal_id}/debates",
        "debate resume": "POST /deals/{deal_id}/debates/resumption",
        "debate run": "POST /deals/{deal_id}/debates",
        "defects list": "GET /deals/{deal_id}/defects",
        "documents amendments": "GET /matters/{matter_id}/amendments",
        "documents list": "GET /matters/{matter_id}/documents",
        "documents reread": "POST /matters/{matter_id}/documents/reread",
        "documents text": "GET /matters/{matter_id}/documents/{document_id}/text",
        "facts": "GET /matters/{matter_id}/facts",
        "gates decide": "POST /deals/{deal_id}/gates/{gate_id}/decision",
        "gates list": "GET /deals/{deal_id}/gates",
        "ingest": "POST /matters/{matter_id}/documents",
        "jobs list": "GET /jobs",
        "matter consent": "POST /matters/{matter_id}/consents",
        "matter list": "GET /matters",
        "matter participants": "GET /matters/{matter_id}/participants",
        "matter share": "POST /matters/{matter_id}/participants",
        "plans show": "GET /plans",
        "queries list": "GET /queries",
        "templates": "GET /templates",
        "templates train": "POST /templates/{name}/training",
        "threads list": "GET /matters/{matter_id}/threads",
        "tools list": "GET /tools",
        "users add": "POST /users",
        "users list": "GET /users",
    }
)
"""By the words of the command; a request's path is below ``/api/v1``."""
OPERATORS = frozenset(
    {"backup", "corpus import", "database migrate", "doctor --all", "mcp", "tenants limits", "tenants list"}
)
"""Commands for whoever runs the server, on its machine: there is no request in their place."""

_PREFIX = "/api/v1"
_COMMAND = re.compile(r"(?P<before>['`(])casewright (?P<said>[a-z][^'`()]*)(?P<after>['`)])")

_PART = re.compile(r"(?<=[:;.]) ")


def for_requests(sentence: str) -> str:
    """The sentence with requests in place of commands."""
    return _COMMAND.sub(_request, sentence)


def for_pages(sentence: str) -> str:
    """The sentence without the parts that name commands: who reads a page has no terminal, and the page its ways."""
    kept = [one for one in _PART.split(sentence) if not _COMMAND.search(one)]
    text = " ".join(kept).strip().rstrip(":;,")
    return text or sentence


def command_of(said: str) -> str | None:
    """The known command that these words, without the program's name, begin with; None where there is none."""
    words = said.split()
    known = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((one for one in known if one in REQUESTS or one in OPERATORS), None)


def _request(found: re.Match[str]) -> str:
    request = REQUESTS.get(command_of(found["said"]) or "")
    if request is None:
        return found[0]
    method, _, path = request.partition(" ")
    return f"{found['before']}{method} {_PREFIX}{path}{found['after']}"
