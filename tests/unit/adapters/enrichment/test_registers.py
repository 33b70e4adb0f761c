"""GLEIF and EDGAR over a real socket: what is asked, what is understood, and every way a request can end."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.enrichment import public_service
from casewright.adapters.enrichment.edgar import EdgarFacts
from casewright.adapters.enrichment.gleif import ACCEPT, GleifRegister
from casewright.adapters.enrichment.public_service import Pace, PublicService
from casewright.domain.enrichment import EntityType
from casewright.domain.evidence import Grade
from casewright.domain.values import Count, Date, Monetary, Text
from casewright.errors import Unavailable
from tests.fakes.fixed_clock import START, FixedClock
from tests.providers.registers import Registers, Trouble, fact, lei_record
from tests.unit.adapters.enrichment.asking import about

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.enrichment import Enrichment
    from casewright.tools.ports.evidence import EnrichmentConnector

APPLE = 320193
YEAR = {"start": "2024-10-01", "end": "2025-09-30"}


class Wire:
    """A server, the two connectors that ask it, and the seconds that they waited."""

    def __init__(self, server: Registers, *, timeout: float = 60.0) -> None:
        self.server, self.clock = server, FixedClock()
        self.slept: list[float] = []
        self._services = [
            PublicService(
                "The register",
                server.address + root,
                pace=Pace(0.0),
                user_agent="Casewright/1 Example LLP mail@example.com",
                accept=ACCEPT,
                timeout=timeout,
                sleep=self.slept.append,
            )
            for root in ("/api/v1", "")
        ]
        self.gleif: EnrichmentConnector = GleifRegister(self._services[0], now=self.clock.now)
        self.edgar: EnrichmentConnector = EdgarFacts(self._services[1], self._services[1], now=self.clock.now)

    def close(self) -> None:
        for service in self._services:
            service.close()

    def reported(self, **concepts: dict[str, list[dict[str, Any]]]) -> None:
        """Let the company report these us-gaap concepts."""
        facts = {"us-gaap": {name: {"label": name, "units": units} for name, units in concepts.items()}}
        self.server.facts[APPLE] = {"cik": APPLE, "entityName": "Apple Inc.", "facts": facts}


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A server with one company."""
    with Registers() as server:
        server.records = [lei_record("5493000000000000AB12", "Acme, S.A.")]
        server.companies = {"0": {"cik_str": APPLE, "ticker": "AAPL", "title": "Apple Inc."}}
        wire = Wire(server)
        wire.reported(Revenues={"USD": [fact(416161000000, **YEAR)]})
        yield wire
        wire.close()


def values(found: object) -> dict[str, object]:
    """What was found, by data point."""
    assert isinstance(found, list)
    answers: list[Enrichment] = found
    return {one.data_point: one.value for one in answers}


@pytest.mark.requirement("enrichment-gleif")
def test_gleif_tells_who_a_company_is(wire: Wire) -> None:
    """Each data point it knows, in the words it was asked, with the record it comes from; grade C."""
    points = ("LEI", "legal_name", "jurisdiction", "founded", "Registered address", "headquarters", "revenue")
    found = wire.gleif.ask(about("ACME SA", *points))
    assert values(found) == {
        "LEI": Text("5493000000000000AB12"),
        "legal_name": Text("Acme, S.A."),
        "jurisdiction": Text("IE"),
        "founded": Date(date(2014, 5, 6)),
        "Registered address": Text("Main Street 1, D01, Dublin, IE"),
        "headquarters": Text("Cork, IE"),
    }
    assert {one.source for one in found} == {"GLEIF, LEI 5493000000000000AB12, record of 2026-02-03"}
    assert {(one.grade, one.retrieved_at) for one in found} == {(Grade.C, START)}
    [asked] = wire.server.asked
    assert (asked.path, asked.headers["accept"]) == ("/api/v1/lei-records", "application/vnd.api+json")
    assert asked.query["filter[entity.legalName]"] == "ACME SA"


@pytest.mark.requirement("enrichment-gleif")
@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("Acme", []),
        ("Acme Holding S.A.", []),
        ("Nobody GmbH", []),
        ("Acme S.A.", [lei_record("2", "ACME SA")]),
    ],
)
def test_name_that_is_not_exactly_one_companys_is_nobodys(wire: Wire, name: str, others: list[dict[str, Any]]) -> None:
    """A part of a name, a longer one, an unknown one and one that two companies bear give nothing."""
    wire.server.records += others
    assert wire.gleif.ask(about(name, "lei")) == []


@pytest.mark.requirement("enrichment-gleif")
def test_company_that_is_alive_goes_before_its_dissolved_namesake(wire: Wire) -> None:
    """Of one name's records the only active one is meant."""
    wire.server.records.insert(0, lei_record("2", "ACME SA", status="INACTIVE"))
    assert values(wire.gleif.ask(about("Acme SA", "lei"))) == {"lei": Text("5493000000000000AB12")}


@pytest.mark.requirement("enrichment-quiet")
def test_nothing_is_sent_for_what_a_register_cannot_know(wire: Wire) -> None:
    """A data point that neither has is no reason to tell anybody the name."""
    assert wire.gleif.ask(about("Acme SA", "churn", "revenue")) == []
    assert wire.edgar.ask(about("Apple Inc.", "churn", "lei")) == []
    assert wire.server.asked == []


@pytest.mark.requirement("enrichment-quiet")
def test_edgar_is_never_told_a_name(wire: Wire) -> None:
    """Its list is fetched whole, then facts by the company's number, with the contact that it asks for."""
    wire.edgar.ask(about("Apple Inc", "revenue"))
    assert [one.path for one in wire.server.asked] == [
        "/files/company_tickers.json",
        "/api/xbrl/companyfacts/CIK0000320193.json",
    ]
    assert {one.headers["user-agent"] for one in wire.server.asked} == {"Casewright/1 Example LLP mail@example.com"}


@pytest.mark.requirement("enrichment-edgar")
def test_edgar_tells_the_newest_whole_year(wire: Wire) -> None:
    """Of annual reports the newest year, as last filed: no quarter, no other form, no older restatement."""
    wire.reported(
        Revenues={
            "USD": [
                fact(1, "2024-09-30", start="2023-10-01"),
                fact(2, **YEAR, filed="2025-11-01"),
                fact(3, **YEAR, filed="2026-01-01", form="10-K/A"),
                fact(4, "2025-09-30", start="2025-07-01"),
                fact(5, "2025-12-31", start="2025-01-01", form="10-Q"),
            ]
        },
        Assets={"USD": [fact(359241000000, "2025-09-30")]},
    )
    found = wire.edgar.ask(about("APPLE INC.", "Revenue", "total_assets", "cik"))
    assert values(found) == {
        "Revenue": Monetary(Decimal(3), "USD"),
        "total_assets": Monetary(Decimal(359241000000), "USD"),
        "cik": Text("0000320193"),
    }
    [told] = [one.source for one in found if one.data_point == "Revenue"]
    assert told == (
        "SEC EDGAR, Apple Inc. (CIK 320193), 10-K/A 0000-2025, filed 2026-01-01, Revenues 2024-10-01 to 2025-09-30"
    )
    assert {one.grade for one in found} == {Grade.C}


@pytest.mark.requirement("enrichment-edgar")
def test_edgar_reads_concepts_units_and_taxonomies(wire: Wire) -> None:
    """The concept with the newest figure counts; euros and IFRS are read; what is no money is left out."""
    years = {
        "old": fact(1, "2020-12-31", start="2020-01-01"),
        "new": fact(Decimal("2"), "2025-12-31", start="2025-01-01"),
    }
    years["new"]["val"] = 2.5
    wire.server.facts[APPLE] = {
        "facts": {
            "us-gaap": {
                "Revenues": {"units": {"USD": [years["old"]]}},
                "NetIncomeLoss": {"units": {"pure": [years["new"]]}},
            },
            "ifrs-full": {"Revenue": {"units": {"EUR": [years["new"]]}}},
            "dei": {"EntityCommonStockSharesOutstanding": {"units": {"shares": [fact(100, "2026-01-20")]}}},
        }
    }
    found = wire.edgar.ask(about("Apple Inc.", "revenue", "net_income", "shares_outstanding"))
    assert values(found) == {
        "revenue": Monetary(Decimal("2.5"), "EUR"),
        "shares_outstanding": Count(Decimal(100), "shares"),
    }


@pytest.mark.requirement("enrichment-edgar")
@pytest.mark.parametrize("title", ["Pear Inc.", "Apple"])
def test_company_that_edgar_does_not_list(wire: Wire, title: str) -> None:
    """A name that the list has not, whole, is nobody's; nothing more is fetched."""
    assert wire.edgar.ask(about(title, "revenue")) == []
    assert len(wire.server.asked) == 1


@pytest.mark.requirement("enrichment-edgar")
def test_two_companies_of_one_name_are_none(wire: Wire) -> None:
    """One company with two tickers is one; two numbers under one name are nobody."""
    wire.server.companies["1"] = {"cik_str": APPLE, "ticker": "APC", "title": "APPLE INC"}
    assert values(wire.edgar.ask(about("Apple Inc", "cik"))) == {"cik": Text("0000320193")}
    wire.server.companies["2"] = {"cik_str": 7, "ticker": "X", "title": "Apple Inc"}
    wire.clock.advance(hours=25)
    assert wire.edgar.ask(about("Apple Inc", "cik")) == []


@pytest.mark.requirement("enrichment-polite")
def test_answers_are_kept_for_a_day(wire: Wire) -> None:
    """The same question asks nobody again, and says when the answer was got; after a day it is asked anew."""
    for _ in range(3):
        wire.gleif.ask(about("Acme SA", "lei"))
        wire.edgar.ask(about("Apple Inc.", "revenue"))
        wire.clock.advance(hours=7)
    assert len(wire.server.asked) == 3
    assert {one.retrieved_at for one in wire.gleif.ask(about("acme sa", "lei"))} == {START}
    wire.clock.advance(hours=4)
    wire.gleif.ask(about("Acme SA", "lei"))
    assert len(wire.server.asked) == 4


@pytest.mark.requirement("enrichment-polite")
def test_pace_is_kept(wire: Wire) -> None:
    """Requests of all threads begin no sooner than the interval after one another."""
    slept: list[float] = []
    pace = Pace(0.11, clock=lambda: 0.0, sleep=slept.append)
    for _ in range(3):
        pace.wait()
    assert slept == [pytest.approx(0.11), pytest.approx(0.22)]


@pytest.mark.requirement("enrichment-failures")
@pytest.mark.parametrize(
    ("troubles", "slept"),
    [
        ([Trouble(500)], [1.0]),
        ([Trouble(503, headers={"retry-after": "3"}), Trouble(429, headers={"retry-after": "2"})], [3.0, 2.0]),
    ],
)
def test_what_may_pass_is_tried_again(wire: Wire, troubles: list[Trouble], slept: list[float]) -> None:
    """After 429 and 5xx it is tried again, as long as the server asks to wait."""
    wire.server.troubles += troubles
    assert values(wire.gleif.ask(about("Acme SA", "lei")))
    assert wire.slept == slept


@pytest.mark.requirement("enrichment-failures")
@pytest.mark.parametrize(
    ("troubles", "said", "requests"),
    [
        ([Trouble(403)], "refused the request (403): check the contact", 1),
        ([Trouble(301, headers={"location": "http://127.0.0.1:9/"})], "refused the request (301)", 1),
        ([Trouble(500)] * 3, "failed (500)", 3),
        ([Trouble(429, headers={"retry-after": "600"})], "asked too often (429)", 1),
        ([Trouble(200, b"<html>")], "no JSON", 1),
        ([Trouble(200, b"[" * 100_000)], "no JSON", 1),
    ],
)
def test_every_way_to_fail_is_told(wire: Wire, troubles: list[Trouble], said: str, requests: int) -> None:
    """What the server did, in our words; no redirect is followed and nothing of its own is repeated."""
    wire.server.troubles += troubles
    with pytest.raises(Unavailable, match="The register ") as failed:
        wire.gleif.ask(about("Acme SA", "lei"))
    assert said in str(failed.value)
    assert len(wire.server.asked) == requests


@pytest.mark.requirement("enrichment-failures")
def test_server_that_hangs_is_left(wire: Wire) -> None:
    """A server that never answers is asked three times, each for as long as a request may take."""
    wire.server.troubles += [Trouble(hangs=True)] * 3
    hasty = Wire(wire.server, timeout=0.5)
    with pytest.raises(Unavailable, match="The register did not answer in time"):
        hasty.gleif.ask(about("Acme SA", "lei"))
    hasty.close()
    assert len(hasty.slept) == 2


@pytest.mark.requirement("enrichment-failures")
def test_server_that_is_not_there(wire: Wire) -> None:
    """A closed port says to check the network."""
    service = PublicService("Nobody", "http://127.0.0.1:9", pace=Pace(0), user_agent="x", sleep=wire.slept.append)
    with pytest.raises(Unavailable, match="Nobody cannot be reached: check the network"):
        GleifRegister(service, now=wire.clock.now).ask(about("Acme SA", "lei"))
    service.close()


@pytest.mark.requirement("enrichment-failures")
def test_answer_without_end_is_given_up(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """More bytes than an answer may have are not read."""
    monkeypatch.setattr(public_service, "MOST_BYTES", 100)
    wire.server.troubles.append(Trouble(200, b" " * 10_000))
    with pytest.raises(Unavailable, match="more than 100 bytes"):
        wire.gleif.ask(about("Acme SA", "lei"))


@pytest.mark.requirement("enrichment-failures")
@pytest.mark.parametrize(
    "body",
    [b"[]", b"{}", b'{"data": 3}', b'{"data": [3, {"attributes": null}]}', b'{"data": [{"attributes": {"lei": 1}}]}'],
)
def test_record_of_another_shape_is_none(wire: Wire, body: bytes) -> None:
    """JSON that is not what the service promises says nothing about anybody."""
    wire.server.troubles.append(Trouble(200, body))
    assert wire.gleif.ask(about("Acme SA", "lei")) == []


@pytest.mark.requirement("enrichment-failures")
@pytest.mark.parametrize(
    "facts",
    [
        [],
        {"facts": {"us-gaap": {"Revenues": {"units": {"USD": [{"val": "1"}, 3, {"val": True, **YEAR}]}}}}},
        {"facts": {"us-gaap": {"Revenues": {"units": {"USD": [{**fact(1, **YEAR), "end": "soon"}]}}}}},
        {"facts": {"us-gaap": {"Revenues": {"units": {"XXQ": [fact(1, **YEAR)]}}}}},
    ],
)
def test_facts_of_another_shape_are_none(wire: Wire, facts: object) -> None:
    """Figures that are none, dates that are none and units that are no money are left out."""
    wire.server.facts[APPLE] = facts
    assert wire.edgar.ask(about("Apple Inc.", "revenue")) == []


def test_registers_know_companies_only(wire: Wire) -> None:
    """People and markets are never asked about in the network."""
    assert (set(wire.gleif.entity_types), set(wire.edgar.entity_types)) == ({EntityType.COMPANY}, {EntityType.COMPANY})
