"""Two processes that serve one database: whatever was done at one is so at the other, at its next request."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from casewright.adapters.database.schema import load_schema
from tests.databases import as_role
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Hang, Reply, Turn
from tests.served import API, PASSWORD, Served, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

pytestmark = [pytest.mark.postgresql, pytest.mark.requirement("server-two-processes")]
A_MINUTE = 150
"""Requests that each person may make."""
LATER = {"Prefer": "respond-async"}
HANGS = "Which day never ends?"


def _answer(body: Any) -> Reply:
    """Of the question alone, so that each test is right without the others."""
    return Hang() if HANGS in str(body) else Turn("EUR 1,000 a month.")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two servers. The first does no jobs, so that those begun there are done by the other. ``ada`` is ADMIN."""

    first: Served
    second: Served
    key: str
    model: ScriptedOpenAI

    def clients(self, key: str | None = None) -> tuple[httpx.Client, httpx.Client]:
        """A client of each, with this key, or ada's."""
        return self.first.client(key or self.key), self.second.client(key or self.key)

    def matter(self, title: str) -> str:
        """A new matter of ada's."""
        with self.first.client(self.key) as ada:
            return str(json_of(ada.post(f"{API}/matters", json={"title": title}))["matter_id"])


@pytest.fixture(scope="module")
def pair(migrated_postgresql: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Both, over a database with nothing in it; a model answers, but hangs where it is asked to."""
    with psycopg.connect(as_role(migrated_postgresql, "postgres")) as connection:
        connection.execute(f"TRUNCATE {', '.join(load_schema().tables)}".encode())
    home = tmp_path_factory.mktemp("two") / "home"
    with ScriptedOpenAI(always=_answer) as model:
        settings = {
            "CASEWRIGHT_DATABASE_URL": migrated_postgresql,
            "CASEWRIGHT_REQUESTS_A_MINUTE": str(A_MINUTE),
            **model.environment(),
        }
        with (
            serving(home, settings={**settings, "CASEWRIGHT_WORKERS": "0"}) as first,
            serving(home, settings=settings) as second,
        ):
            yield Pair(first, second, first.join(second.link), model)  # the newest link is the only one


def test_a_session_is_open_at_both_and_ends_at_both(pair: Pair) -> None:
    """Signed in at one, known at the other; signed out there, nobody here."""
    link = pair.second.invitation(pair.key, "ben", "PARTNER")
    headers = pair.first.signed_in(link, None)
    first, second = pair.clients("none")
    with first, second:
        for client in (first, second):
            del client.headers["Authorization"]
            client.headers.update(headers)
        assert json_of(second.get(f"{API}/session"))["name"] == "ben"
        assert second.delete(f"{API}/session").status_code == 204
        assert (first.get(f"{API}/session").status_code, second.get(f"{API}/session").status_code) == (401, 401)
        signed_in = {"tenant": "local", "name": "ben", "password": PASSWORD}
        assert first.post(f"{API}/session", json=signed_in).is_success


def test_a_key_that_is_revoked_at_one_is_out_at_the_other(pair: Pair) -> None:
    """At its next request."""
    first, second = pair.clients()
    with first, second:
        made = json_of(first.post(f"{API}/keys", json={"name": "brief", "tools": "*"}))
        with pair.second.client(made["key"]) as brief:
            assert brief.get(f"{API}/matters").status_code == 200
            assert first.delete(f"{API}/keys/{made['key_id']}").is_success
            assert brief.get(f"{API}/matters").status_code == 401


def test_requests_are_counted_for_both_together(pair: Pair) -> None:
    """Whoever asks them in turn may make no more than at one."""
    key = pair.first.invited(pair.key, "carol", "PARTNER")
    first, second = pair.clients(key)
    with first, second:
        at, begun = cycle((first, second)), time.monotonic()
        answers = [next(at).get(f"{API}/session") for _ in range(A_MINUTE + 40)]
        took = time.monotonic() - begun
    allowed = sum(one.status_code == 200 for one in answers)
    limited = [one for one in answers if one.status_code == 429]
    assert A_MINUTE - 5 <= allowed <= A_MINUTE + 1 + took * A_MINUTE / 60
    assert limited
    assert all(int(one.headers["Retry-After"]) >= 1 for one in limited)


def test_what_is_asked_at_one_is_decided_at_the_other(pair: Pair) -> None:
    """And the call has run once, whichever is asked what came of it."""
    matter = pair.matter("To be deleted")
    dana = pair.first.invited(pair.key, "dana", "PARTNER")
    first, second = pair.clients()
    with first, second, pair.second.client(dana) as other:
        json_of(first.post(f"{API}/matters/{matter}/participants", json={"user": "dana", "role": "counsel"}))
        asked = first.delete(f"{API}/matters/{matter}")
        assert asked.status_code == 202
        decision = f"{API}/approvals/{asked.json()['approval_id']}/decision"
        decided = [other.post(decision, json={"decision": "approve"}) for _ in range(2)]
        assert [one.is_success for one in decided] == [True, False]
        assert [one.get(f"{API}/matters/{matter}").status_code for one in (first, second)] == [404, 404]


def test_a_job_that_is_begun_at_one_is_followed_at_the_other(pair: Pair) -> None:
    """From any number on, at both alike; the first process does none itself."""
    matter = pair.matter("Asked")
    first, second = pair.clients()
    with first, second:
        put = f"{API}/matters/{matter}/documents?filename=lease.txt"
        assert first.post(put, content=b"LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n").is_success
        asked = first.post(f"{API}/matters/{matter}/ask", json={"question": "What is the rent?"}, headers=LATER)
        job = asked.json()["job_id"]
        told = events(first, job)
        assert [one["id"] for one in told] == [str(number) for number in range(1, len(told) + 1)]
        assert told == events(second, job)
        assert told[2:] == events(first, job, after=2)
        assert "EUR 1,000" in str(json_of(second.get(f"{API}/jobs/{job}")))


def test_a_job_that_runs_at_one_is_cancelled_at_the_other(pair: Pair) -> None:
    """Its worker gives it up, and whoever follows it hears so."""
    matter = pair.matter("Hanging")
    first, second = pair.clients()
    with first, second:
        asked = first.post(f"{API}/matters/{matter}/ask", json={"question": HANGS}, headers=LATER)
        job = asked.json()["job_id"]
        assert pair.model.hanging.wait(60)
        assert json_of(first.post(f"{API}/jobs/{job}/cancellation"))["job_id"] == job
        assert '"cancelled"' in events(first, job)[-1]["data"]
        assert json_of(second.get(f"{API}/jobs/{job}"))["state"] == "cancelled"


def test_a_key_of_a_call_is_one_at_both(pair: Pair) -> None:
    """Sent to both at once and again, it is made once; another call under it is refused by either."""
    first, second = pair.clients()
    once, body = {"Idempotency-Key": "one-of-both"}, {"title": "Once"}
    with first, second, ThreadPoolExecutor(6) as pool:
        sent = list(pool.map(lambda to: to.post(f"{API}/matters", json=body, headers=once), [first, second] * 3))
        sent += [one.post(f"{API}/matters", json=body, headers=once) for one in (first, second)]
        assert {one.status_code for one in sent} <= {200, 201, 409}
        assert len({one.json()["matter_id"] for one in sent if one.is_success}) == 1
        assert all(one.is_success and one.headers["Casewright-Replayed"] == "true" for one in sent[-2:])
        for client in (first, second):
            assert not client.post(f"{API}/matters", json={"title": "Twice"}, headers=once).is_success
        listed = json_of(second.get(f"{API}/matters?limit=200"))["matters"]
        assert sum(one["title"] in ("Once", "Twice") for one in listed) == 1


def test_both_write_one_audit(pair: Pair) -> None:
    """At once, without a gap or a fork: each verifies all of it, and every acknowledged call is in it once."""
    key = pair.first.invited(pair.key, "eve", "PARTNER")
    first, second = pair.clients(key)
    with first, second, ThreadPoolExecutor(8) as pool:
        to = [first, second] * 30
        made = list(pool.map(lambda at: to[at].post(f"{API}/matters", json={"title": f"Both {at}"}), range(len(to))))
    assert {one.status_code for one in made} == {201}
    numbers = [int(one.headers["Casewright-Audit-Seq"]) for one in made]
    ours, theirs = pair.clients()
    with ours, theirs:
        found = [json_of(client.post(f"{API}/audit/verification")) for client in (ours, theirs)]
        assert [(one["verified"], one["flaw"]) for one in found] == [(True, None)] * 2
        told = json_of(theirs.get(f"{API}/audit/events?last=10000&agent_id=eve&tool_name=create_matter"))["events"]
    by_number = {one["seq"]: one for one in told}
    assert len(by_number) == len(told) == 2 * len(made)
    assert len(set(numbers)) == len(made)
    assert set(numbers) <= set(by_number)


def events(client: httpx.Client, job: str, after: int = 0) -> list[dict[str, Any]]:
    """The job's events behind that number, to its end."""
    found: list[dict[str, Any]] = []
    with client.stream("GET", f"{API}/jobs/{job}/events", headers={"Last-Event-ID": str(after)}) as stream:
        assert stream.status_code == 200, stream.read()
        current: dict[str, Any] = {}
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            if not line:
                found += [current] if "id" in current else []  # the first, which says which job it is, has no number
                current = {}
            elif name in ("id", "event", "data"):
                current[name] = value
    return found
