"""The corpus in BigQuery, by Google's own client: the same queries, the same folding, a bill with an upper bound.

What leaves this machine is the query alone. What the server says in words is not repeated beyond its first line, which
speaks of the query; the foreign error stays the cause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.api_core.client_options import ClientOptions
from google.api_core.exceptions import Forbidden, GoogleAPICallError, NotFound, RetryError, Unauthorized
from google.auth.credentials import AnonymousCredentials
from google.auth.exceptions import GoogleAuthError, TransportError
from google.auth.transport.requests import AuthorizedSession
from google.cloud import bigquery
from requests.exceptions import RequestException
from sqlglot import exp

from casewright.casework.research_folding import fold_text
from casewright.casework.research_tables import MOST_ROWS
from casewright.domain.addresses import is_own_machine
from casewright.errors import Refused, ToolFailed, Unavailable
from casewright.tools.ports.research import Hits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.cloud.bigquery.table import RowIterator

    from casewright.casework.research_sql import ResearchQuery
    from casewright.domain.ids import TenantId

TIMEOUT = 30.0
"""Seconds that a query may take."""
MOST_CHARACTERS = 1_000_000
"""Characters that the rows of one answer may hold."""
_SERVER = 500
_STOPPED = frozenset({"stopped", "timeout"})
"""Reasons that BigQuery gives where a job took longer than its ``jobTimeoutMs``."""


class BigqueryCorpus:
    """Fits ``tools.ports.research.LegalCorpus`` over ``project.dataset``; every tenant asks the same dataset.

    ``endpoint`` is another place than Google's where the API answers; one on this machine is asked without a login.
    ``most_bytes`` is what one query may be billed for: BigQuery refuses one that would read more, and stops one that
    takes longer than ``timeout`` seconds.
    """

    backend = "bigquery"

    def __init__(
        self, project: str, dataset: str, *, most_bytes: int, endpoint: str | None = None, timeout: float = TIMEOUT
    ) -> None:
        self.datasets: Sequence[tuple[str, ...]] = ((project, dataset),)
        self._dataset = (project, dataset)
        self._most_bytes = most_bytes
        self._timeout = timeout
        try:
            self._client = bigquery.Client(
                project=project,
                client_options=None if endpoint is None else ClientOptions(api_endpoint=endpoint),
                **(_here() if endpoint is not None and is_own_machine(endpoint) else {}),
            )
        except GoogleAuthError as error:
            raise Unavailable(
                "there is no login for BigQuery: run 'gcloud auth application-default login', or name a service "
                "account's file in GOOGLE_APPLICATION_CREDENTIALS"
            ) from error

    def answer(self, tenant: TenantId, query: ResearchQuery) -> Hits:  # noqa: ARG002 (one dataset)
        """The rows, and what they cost. Raises ``Refused``, ``ToolFailed`` or ``Unavailable``."""
        tree = fold_text(query, column=_normalised, computed=_normalised)
        project, dataset = self._dataset
        source = tree.args["from_"].this
        named = exp.table_(query.table, db=dataset, catalog=project, quoted=True, alias=source.alias or query.table)
        source.replace(named)
        config = bigquery.QueryJobConfig(
            maximum_bytes_billed=self._most_bytes, job_timeout_ms=int(self._timeout * 1_000), use_legacy_sql=False
        )
        try:
            rows = self._client.query_and_wait(
                tree.sql("bigquery"),
                job_config=config,
                max_results=MOST_ROWS,
                wait_timeout=self._timeout,
                api_timeout=self._timeout,
                retry=None,  # type: ignore[arg-type]
                job_retry=None,  # type: ignore[arg-type]
            )
            return Hits(_kept(rows), self._billed(rows))
        except GoogleAPICallError as error:
            raise self._failure(error) from error
        except TimeoutError as error:  # the client has cancelled the job
            raise ToolFailed(self._late()) from error
        except (RetryError, RequestException, TransportError) as error:
            raise Unavailable(f"BigQuery cannot be reached ({type(error).__name__}); try again later") from error
        except GoogleAuthError as error:
            raise Refused("BigQuery refuses this login") from error

    def _failure(self, error: GoogleAPICallError) -> Refused | ToolFailed | Unavailable:
        """What the server says, as one of ours."""
        reasons = {item.get("reason") for item in error.errors if isinstance(item, dict)}
        if "bytesBilledLimitExceeded" in reasons:
            return ToolFailed(f"it would read more than the {self._most_bytes:,} bytes that a query may")
        if reasons & _STOPPED:
            return ToolFailed(self._late())
        if isinstance(error, Forbidden | Unauthorized | NotFound):
            return Refused("BigQuery refuses this login")
        if error.code is not None and int(error.code) >= _SERVER:
            return Unavailable(f"BigQuery answers {int(error.code)}; try again later")
        return ToolFailed(_first_line(error))

    def _billed(self, rows: RowIterator) -> int | None:
        """What the job's own record says; None where there is no job or the record cannot be had."""
        if rows.job_id is None:
            return None
        try:
            job = self._client.get_job(
                rows.job_id,
                location=rows.location,
                retry=None,  # type: ignore[arg-type]
                timeout=self._timeout,
            )
        except (GoogleAPICallError, GoogleAuthError, RequestException):
            return None  # the rows are there, and paid for
        return job.total_bytes_billed if isinstance(job, bigquery.QueryJob) else None

    def _late(self) -> str:
        return f"it took more than the {self._timeout:g} s that a query may take and was ended: narrow the WHERE"

    def close(self) -> None:
        """Close the client's connections."""
        self._client.close()  # type: ignore[no-untyped-call]


def _here() -> dict[str, Any]:
    """How this machine is asked: without a login, a proxy or a file of passwords, and no redirect is followed."""
    nobody = AnonymousCredentials()  # type: ignore[no-untyped-call]
    session = AuthorizedSession(nobody)  # type: ignore[no-untyped-call]
    session.trust_env = False
    session.max_redirects = 0
    return {"credentials": nobody, "_http": session}


def _normalised(text: exp.Expr) -> exp.Expr:
    """The text in lower case without diacritics, in BigQuery's own functions."""
    plain = exp.func("NORMALIZE", exp.Lower(this=text), exp.Var(this="NFD"), dialect="bigquery")
    return exp.Anonymous(
        this="REGEXP_REPLACE", expressions=[plain, exp.Literal.string(r"\p{Mn}"), exp.Literal.string("")]
    )


def _kept(rows: Any) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    room = MOST_CHARACTERS
    for row in rows:
        values = dict(row.items())
        room -= sum(len(value) for value in values.values() if isinstance(value, str))
        if room < 0:
            raise ToolFailed(
                f"the rows hold more than {MOST_CHARACTERS:,} characters: ask for fewer of them, or leave out full_text"
            )
        kept.append(values)
        if len(kept) == MOST_ROWS:
            break
    return kept


def _first_line(error: GoogleAPICallError) -> str:
    return str(error.message).partition("\n")[0].rstrip(". ")[:300] or type(error).__name__
