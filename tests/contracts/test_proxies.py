"""What every client of a service promises where the environment names a proxy: this machine is reached without it."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.blobs.opening import open_blobs
from casewright.adapters.corpora.bigquery import BigqueryCorpus
from casewright.adapters.enrichment.public_service import Pace, PublicService
from casewright.adapters.models.chat_model import chat_model
from casewright.adapters.models.choice import PROVIDERS, choose
from casewright.adapters.models.retries import Tries
from casewright.adapters.payments.stripe_checkout import StripePayments
from casewright.adapters.scoring.isaacus.client import IsaacusClient, NoAnswer
from casewright.casework.research_sql import guard
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.payments import Payment, PaymentId, PaymentStatus
from casewright.errors import CasewrightError
from tests.providers.asking import HELLO, Waits
from tests.recorder import recording
from tests.s3_server import s3_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.recorder import Recorder

KEY = "key-that-stays"
OURS = TenantId("ours")
PAYMENT = Payment(
    PaymentId("p"), OURS, MatterId("c"), 1, 2900, "EUR", "stripe", None, None, PaymentStatus.OPEN, ActorId("ana"),
    datetime(2026, 1, 1, tzinfo=UTC),
)  # fmt: skip
NAMES = ("http_proxy", "https_proxy", "all_proxy", "openai_proxy", "anthropic_proxy")


def by_chat_model(provider: str, streamed: bool) -> Callable[[str], None]:
    def ask(address: str) -> None:
        async def go() -> None:
            choice = choose(f"{provider}:m", role="assistant", key=KEY, base_url=address)
            model = chat_model(choice, tries=Tries(sleep=Waits(), chance=lambda: 0.0))
            try:
                if streamed:
                    async for _ in model.astream(HELLO):
                        pass
                else:
                    await model.ainvoke(HELLO)
            finally:
                await model.aclose()

        asyncio.run(go())

    return ask


def by_isaacus(address: str) -> None:
    client = IsaacusClient(key=KEY, base_url=address, now=lambda: datetime.now(UTC))
    found = client.classify("a law", ["a text"], is_iql=False)
    client.close()
    assert isinstance(found, NoAnswer)
    raise found.error


def by_stripe(address: str) -> None:
    payments = StripePayments(
        key=KEY, webhook_secret="s", return_url="http://localhost/paid", base_url=address, retries=0
    )
    try:
        payments.request(PAYMENT)
    finally:
        payments.close()


def by_register(address: str) -> None:
    service = PublicService("GLEIF", address, pace=Pace(0.0), user_agent=KEY, sleep=lambda _seconds: None)
    service.get("/lei-records")
    service.close()


def by_bigquery(address: str) -> None:
    corpus = BigqueryCorpus("p", "d", most_bytes=10_000_000, endpoint=address)
    corpus.answer(OURS, guard("SELECT title FROM legislatie", "legislatie"))


def by_s3(address: str) -> None:
    open_blobs("s3://bucket/folder", s3_options(address)).put(OURS, b"an original")


def by_s3_of_the_environment(address: str) -> None:
    os.environ["AWS_ENDPOINT_URL_S3"] = address  # taken away again with the other variables
    options = {name: value for name, value in s3_options(address).items() if name != "endpoint_url"}
    open_blobs("s3://bucket/other", options).put(OURS, b"an original")


BY_HTTPX: dict[str, Callable[[str], None]] = {
    **{f"{name}-{how}": by_chat_model(name, how == "streamed") for name in PROVIDERS for how in ("whole", "streamed")},
    "isaacus": by_isaacus,
    "stripe": by_stripe,
    "register": by_register,
}
CLIENTS: dict[str, Callable[[str], None]] = {
    **BY_HTTPX,
    "bigquery": by_bigquery,
    "s3": by_s3,
    "s3-environment": by_s3_of_the_environment,
}


@pytest.fixture(params=["upper", "lower"])
def proxy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """A proxy that every variable names, in upper or lower case; it lets nothing through."""
    for name in [*NAMES, "no_proxy", "aws_endpoint_url_s3"]:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "")
    monkeypatch.delenv("AWS_ENDPOINT_URL_S3")
    with recording() as proxy:
        for name in NAMES:
            monkeypatch.setenv(name.upper() if request.param == "upper" else name, proxy.address)
        yield proxy


@pytest.mark.requirement("network-own-machine")
@pytest.mark.parametrize("client", CLIENTS)
def test_this_machine_is_reached_without_a_proxy(client: str, proxy: Recorder) -> None:
    """Whatever the environment says: what is for this machine, and its key, goes to no proxy."""
    with recording(404) as server:
        with suppress(CasewrightError):  # 404 is an error for most
            CLIENTS[client](server.address)
        assert server.received
    assert proxy.received == []


@pytest.mark.requirement("network-own-machine")
@pytest.mark.parametrize("client", CLIENTS)
def test_no_redirect_is_followed(client: str, proxy: Recorder) -> None:
    """A server of this machine cannot send a question on to somewhere else, with or without the key."""
    with recording() as elsewhere, recording(307, {"location": f"{elsewhere.address}/there"}) as server:
        with pytest.raises(CasewrightError):
            CLIENTS[client](server.address)
        assert server.received
        assert elsewhere.received == proxy.received == []


@pytest.mark.requirement("network-proxies")
@pytest.mark.parametrize("client", BY_HTTPX)
def test_other_machines_are_reached_by_the_proxy(client: str, proxy: Recorder) -> None:
    """The proxy is told the host to connect to, and no key: what follows is encrypted from end to end."""
    with pytest.raises(CasewrightError):
        CLIENTS[client]("https://service.example/v1")
    assert proxy.received
    for told in proxy.received:
        assert told.startswith("CONNECT service.example:443 ")
        assert KEY not in told
