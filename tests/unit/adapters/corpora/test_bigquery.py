"""What BigQuery's failures mean to the one who asked, over its own client and real sockets."""

from __future__ import annotations

import pytest

from casewright.adapters.corpora.bigquery import BigqueryCorpus
from casewright.casework.research_sql import guard
from casewright.domain.ids import TenantId
from casewright.errors import CasewrightError, Refused, ToolFailed, Unavailable
from casewright.tools.ports.research import Hits
from tests.providers.bigquery import LoopbackBigquery

QUERY = guard("SELECT title FROM legislatie WHERE an = 2001", "legislatie")


def corpus(endpoint: str, **given: float) -> BigqueryCorpus:
    """A corpus at this address."""
    return BigqueryCorpus("proiect", "date", most_bytes=10_000_000, endpoint=endpoint, **given)


@pytest.mark.requirement("research-bigquery")
@pytest.mark.parametrize(
    ("status", "reason", "kind", "told"),
    [
        (403, "accessDenied", Refused, "refuses this login"),
        (401, "authError", Refused, "refuses this login"),
        (404, "notFound", Refused, "refuses this login"),
        (400, "bytesBilledLimitExceeded", ToolFailed, "10,000,000 bytes"),
        (499, "stopped", ToolFailed, "more than the 30 s that a query may take"),
        (400, "invalidQuery", ToolFailed, "It failed"),
        (500, "internalError", Unavailable, "500"),
        (503, "backendError", Unavailable, "503"),
    ],
)
def test_a_failure_is_one_of_ours(status: int, reason: str, kind: type[CasewrightError], told: str) -> None:
    """Which error says what to do next; no failure is tried again behind the caller's back."""
    with LoopbackBigquery(failures=[(status, reason)]) as server:
        asked = corpus(server.endpoint)
        with pytest.raises(kind, match=told):
            asked.answer(TenantId("t"), QUERY)
        asked.close()
        assert len(server.asked) == 1


@pytest.mark.requirement("research-limits")
def test_the_bill_has_a_bound_and_the_table_its_full_name() -> None:
    """Every query says what it may be billed and how long it may run, and names project and dataset however written."""
    with LoopbackBigquery() as server:
        asked = corpus(server.endpoint)
        assert asked.answer(TenantId("t"), QUERY).rows == []
        asked.close()
    [body] = server.asked
    assert body["maximumBytesBilled"] == "10000000"
    assert body["jobTimeoutMs"] == "30000"
    assert body["useLegacySql"] is False
    assert "FROM `proiect`.`date`.`legislatie`" in body["query"]


@pytest.mark.requirement("research-limits")
@pytest.mark.parametrize("billed", [10_485_760, 0, None])
def test_the_bill_is_told(billed: int | None) -> None:
    """What the job's record says was billed; a record that may not be read costs nobody the rows."""
    with LoopbackBigquery() as server:
        server.billed = billed
        server.add("legislatie", [{"doc_id": "a", "title": "Legea", "an": 2001}])
        asked = corpus(server.endpoint)
        assert asked.answer(TenantId("t"), QUERY) == Hits([{"title": "Legea"}], bytes_billed=billed)
        asked.close()


def test_nobody_there() -> None:
    """A server that is down is unavailable."""
    with LoopbackBigquery() as server:
        endpoint = server.endpoint
    asked = corpus(endpoint)
    with pytest.raises(Unavailable, match="cannot be reached"):
        asked.answer(TenantId("t"), QUERY)
    asked.close()
