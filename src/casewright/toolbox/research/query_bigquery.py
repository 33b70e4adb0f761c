"""The tool ``query_bigquery``: research in acts and decisions by SQL, whatever stands behind it."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from casewright.casework.hits import mark_hit
from casewright.casework.research_tables import MOST_ROWS
from casewright.errors import CasewrightError, InvalidInput, Refused, ToolFailed, Unavailable
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.tools.ports.research import Research


class QueryBigqueryInput(Arguments):
    """Input of the ``query_bigquery`` tool."""

    query_string: str = Field(description="One SELECT in BigQuery's SQL over the table, at most 100 rows", min_length=1)
    table_name: str = Field(description='"legislatie" (acts) or "jurisprudenta" (decisions)')


class QueryBigqueryOutput(BaseModel):
    """The rows. ``backend`` says what answered."""

    status: Literal["success"] = "success"
    results: list[dict[str, Any]] = Field(
        description="One object a row; in_force false where the act came into force after the date of the facts, "
        "synthetic true where the source was written as an example"
    )
    backend: str
    facts_date: str = Field(description="The date that in_force is about")
    bytes_billed: int | None = Field(
        default=None, description="Bytes that BigQuery bills for the query; null where nobody bills, or it did not say"
    )


def query_bigquery(*, research: Research, facts_date: Callable[[CallContext], date]) -> Tool:
    """The tool over this research; ``facts_date`` is the date of the facts of the case that the call is about."""

    def run(arguments: QueryBigqueryInput, context: CallContext) -> QueryBigqueryOutput | Failure:
        try:
            found = research.find(context.tenant, arguments.query_string, arguments.table_name)
        except InvalidInput as error:
            reason = str(error)
            known = reason == "Invalid table name"
            return _failed(reason if known else f"Query execution failed: {reason}", InvalidInput)
        except Refused:
            return _failed("Unauthorized access", Refused)
        except ToolFailed as error:
            return _failed(f"Query execution failed: {error}", ToolFailed)
        except Unavailable as error:
            return _failed(f"Query execution failed: {error}", Unavailable)
        at = facts_date(context)
        results = [{name: _plain(value) for name, value in mark_hit(row, at).items()} for row in found.rows]
        return QueryBigqueryOutput(
            results=results, backend=research.backend, facts_date=at.isoformat(), bytes_billed=found.bytes_billed
        )

    return Tool(
        name="query_bigquery",
        description=(
            "Look up Romanian acts (legislatie) or decisions (jurisprudenta) by one SELECT of BigQuery's SQL. Text is "
            "compared without regard to case and diacritics. Ask for doc_id, title and summary first, and for "
            f"full_text by doc_id. At most {MOST_ROWS} rows."
        ),
        arguments=QueryBigqueryInput,
        output=QueryBigqueryOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases", "research"),
        timeout=60.0,
        idempotent=True,
        reads=("the legal corpus",),
    )


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date | datetime) else value


def _failed(message: str, kind: type[CasewrightError]) -> Failure:
    return Failure(message, {"status": "error", "error_message": message}, kind)
