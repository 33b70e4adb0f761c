"""What a tenant may keep and spend, over HTTP: what is refused, what is told, and whoever raises it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Turn
from tests.served import API, Served, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.requirement("limits-of-tenants")
BYTES = {"Content-Type": "application/octet-stream"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new home."""
    return tmp_path_factory.mktemp("limited") / "home"


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedOpenAI]:
    """A chat model that answers twice."""
    with ScriptedOpenAI(Turn("EUR 1,000 a month."), Turn("EUR 1,000 a month.")) as server:
        yield server


@pytest.fixture(scope="module")
def served(home: Path, model: ScriptedOpenAI) -> Iterator[Served]:
    """A server whose tenants may keep 2,000 bytes and spend 20 dollars a month."""
    settings = {
        "CASEWRIGHT_TENANT_STORAGE_GB": "0.000002",
        "CASEWRIGHT_TENANT_MODEL_MONEY": "20",
        "CASEWRIGHT_ASSISTANT": "openai:m",
        "CASEWRIGHT_ASSISTANT_API_KEY": "k",
        "CASEWRIGHT_ASSISTANT_BASE_URL": model.base_url,
        "CASEWRIGHT_ASSISTANT_INPUT_PRICE": "100",
        "CASEWRIGHT_ASSISTANT_OUTPUT_PRICE": "100000",
        "CASEWRIGHT_MODEL_MAX_TOKENS": "100",
    }
    with serving(home, settings=settings) as found:
        yield found


@pytest.fixture(scope="module")
def ada(served: Served) -> Iterator[httpx.Client]:
    """The ADMIN's client."""
    with served.client(served.join()) as client:
        yield client


def test_storage_is_limited_until_it_is_raised(ada: httpx.Client, home: Path) -> None:
    """What does not fit is 507 and leaves nothing; the operator raises the limit while the server runs."""
    matter = json_of(ada.post(f"{API}/matters", json={"title": "A"}))["matter_id"]
    put = f"{API}/matters/{matter}/documents?filename="
    assert json_of(ada.post(f"{put}a.txt", content=b"A lease. " * 200, headers=BYTES))["status"] == "ready"
    usage = json_of(ada.get(f"{API}/usage"))
    assert usage["storage"] == {"used_bytes": 1_800, "limit_bytes": 2_000}

    refused = ada.post(f"{put}b.txt", content=b"Another. " * 200, headers=BYTES)
    assert (refused.status_code, refused.json()["code"]) == (507, "storage_full")
    assert "2.00 KB of originals and drafts, 1.80 KB are used" in refused.json()["detail"]
    assert json_of(ada.get(f"{API}/usage"))["storage"]["used_bytes"] == 1_800

    told = limit(home, "--storage-gb", "1")
    assert (told["storage_bytes"], told["storage_used_bytes"]) == (10**9, 1_800)
    assert json_of(ada.post(f"{put}b.txt", content=b"Another. " * 200, headers=BYTES))["status"] == "ready"
    events = json_of(ada.get(f"{API}/audit/events", params={"tool_name": "limit_tenant"}))["events"]
    assert sum(one["event_type"] == "auth.tenant_limited" for one in events) == 1
    figures = ada.get("/metrics").text
    assert 'casewright_tenant_usage{kind="storage_bytes"} 3600.0' in figures
    assert 'casewright_jobs{state="queued"} 0.0' in figures


def test_model_money_is_limited_until_it_is_raised(ada: httpx.Client, home: Path, model: ScriptedOpenAI) -> None:
    """Each answer may cost a little over ten dollars, and costs 0.7: the second is not sent once one is spent."""
    matter = json_of(ada.post(f"{API}/matters", json={"title": "B"}))["matter_id"]
    json_of(ada.post(f"{API}/matters/{matter}/consents", json={"provider": model.base_url.split("/")[2]}))
    limit(home, "--model-money", "12")
    ask = f"{API}/matters/{matter}/ask"
    assert "EUR" in json_of(ada.post(ask, json={"question": "What is the rent?"}))["answer"]
    spent = json_of(ada.get(f"{API}/usage"))["model_money"]
    assert spent == {"used_dollars": pytest.approx(0.7011), "limit_dollars": 12.0}

    limit(home, "--model-money", "10.5")
    refused = ada.post(ask, json={"question": "And the law?"})
    assert (refused.status_code, refused.json()["code"]) == (429, "limited")
    assert "$10.50 a month" in refused.json()["detail"]
    assert len(model.requests) == 1
    assert json_of(ada.get(f"{API}/usage"))["model_money"]["used_dollars"] == pytest.approx(0.7011)

    limit(home, "--model-money", "default")
    assert "EUR" in json_of(ada.post(ask, json={"question": "And the law?"}))["answer"]


def test_usage_is_for_administrators(served: Served, ada: httpx.Client) -> None:
    """Nobody else is told."""
    key = ada.headers["Authorization"].removeprefix("Bearer ")
    with served.client(served.invited(key, "ben", "PARTNER")) as ben:
        assert ben.get(f"{API}/usage").status_code == 403


def limit(home: Path, *options: str) -> Any:  # plain JSON data
    """Give the home's own tenant a limit, as its operator."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "--json", "tenants", "limits", "local"]
    command += options
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
