"""What holds for every request: who asks, how often, once, page by page, and as a stream that can be taken up again."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from tests.served import API, PASSWORD, Served, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

LEASE = b"LEASE\n\n1. Rent\nThe Tenant shall pay the Landlord EUR 1,000 a month in advance.\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the home."""
    return tmp_path_factory.mktemp("requests") / "home"


@pytest.fixture(scope="module")
def served(home: Path) -> Iterator[Served]:
    """A server that nobody but ada has joined."""
    with serving(home) as one:
        yield one


@pytest.fixture(scope="module")
def session(served: Served) -> dict[str, str]:
    """The headers of ada's session."""
    return served.signed_in()


@pytest.fixture(scope="module")
def ada(served: Served, session: dict[str, str]) -> Iterator[httpx.Client]:
    """A client with a key of ada's."""
    with served.client() as client:
        made = client.post(f"{API}/keys", json={"name": "tests", "tools": "*"}, headers=session)
        key = json_of(made)["key"]
    with served.client(key) as client:
        yield client


def events(text: str) -> list[tuple[str, str, object]]:
    """Kind, id and data of each event of a stream."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
        if "event" in lines:
            found.append((lines["event"], lines.get("id", ""), json.loads(lines["data"])))
    return found


def test_a_session_changes_nothing_without_its_token(served: Served, session: dict[str, str]) -> None:
    """A page elsewhere can have the cookie sent, but not the token."""
    cookie = {"Cookie": session["Cookie"]}
    with served.client() as client:
        assert client.get(f"{API}/matters", headers=cookie).status_code == 200
        refused = client.post(f"{API}/matters", json={"title": "A"}, headers=cookie)
        wrong = client.post(f"{API}/matters", json={"title": "A"}, headers={**cookie, "X-CSRF-Token": "x"})
    assert (refused.status_code, wrong.status_code) == (403, 403)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(served: Served) -> None:
    """HttpOnly and SameSite, and every answer holds browsers back."""
    with served.client() as client:
        given = {"name": "ada", "password": PASSWORD}
        response = client.post(f"{API}/session", json=given)
        assert response.status_code == 201
        cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert response.headers["content-security-policy"].startswith("default-src 'self'")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cache-control"] == "no-store"


def test_wrong_passwords_and_unknown_names_read_the_same(served: Served) -> None:
    """Nobody learns who there is."""
    with served.client() as client:
        wrong = client.post(f"{API}/session", json={"name": "ada", "password": "not the password"})
        nobody = client.post(f"{API}/session", json={"name": "nobody", "password": "not the password"})
        elsewhere = client.post(f"{API}/session", json={"tenant": "x", "name": "ada", "password": "not the password"})
    assert {one.status_code for one in (wrong, nobody, elsewhere)} == {401}
    assert wrong.json() == nobody.json() == elsewhere.json()


def test_who_signed_out_is_out(served: Served, ada: httpx.Client) -> None:
    """The cookie opens nothing any more."""
    assert ada.get(f"{API}/session").status_code == 200
    with served.client() as client:
        token = json_of(client.post(f"{API}/session", json={"name": "ada", "password": PASSWORD}))["csrf_token"]
        kept = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        assert client.delete(f"{API}/session", headers={"X-CSRF-Token": token}).status_code == 204
    with served.client() as client:
        assert client.get(f"{API}/session", headers={"Cookie": kept}).status_code == 401


def test_another_host_name_is_not_answered(served: Served) -> None:
    """A name that somebody made point here reaches nothing."""
    with served.client() as client:
        response = client.get("/healthz", headers={"Host": "evil.example"})
    assert (response.status_code, response.json()["code"]) == (400, "invalid_input")


def test_a_revoked_key_is_out_at_once(served: Served, ada: httpx.Client) -> None:
    """And one for some tools calls no other."""
    made = json_of(ada.post(f"{API}/keys", json={"name": "reader", "tools": ["list_matters"]}))
    with served.client(made["key"]) as reader:
        assert reader.get(f"{API}/matters").status_code == 200
        assert reader.post(f"{API}/matters", json={"title": "A"}).status_code == 403
        assert reader.post(f"{API}/tools/create_matter", json={"arguments": {"title": "A"}}).status_code == 403
        json_of(ada.delete(f"{API}/keys/{made['key_id']}"))
        assert reader.get(f"{API}/matters").status_code == 401


def test_a_key_of_the_caller_makes_a_call_once(ada: httpx.Client) -> None:
    """Sent again it is answered from the record; for another call the key is refused."""
    once = {"Idempotency-Key": "open-it"}
    first = ada.post(f"{API}/matters", json={"title": "Once"}, headers=once)
    again = ada.post(f"{API}/matters", json={"title": "Once"}, headers=once)
    other = ada.post(f"{API}/matters", json={"title": "Twice"}, headers=once)
    assert json_of(first) == json_of(again)
    assert again.headers["casewright-replayed"] == "true"
    assert (other.status_code, other.json()["code"]) == (400, "invalid_input")


def test_lists_come_page_by_page(ada: httpx.Client) -> None:
    """What is added meanwhile moves nothing."""
    for number in range(5):
        json_of(ada.post(f"{API}/matters", json={"title": f"Page {number}"}))
    wanted = [one["matter_id"] for one in json_of(ada.get(f"{API}/matters?limit=200"))["matters"]]
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = json_of(ada.get(f"{API}/matters", params={"limit": 2, **({"cursor": cursor} if cursor else {})}))
        found += [one["matter_id"] for one in page["matters"]]
        cursor = page["next_cursor"]
        if len(found) == 2:
            json_of(ada.post(f"{API}/matters", json={"title": "In between"}))
    assert found == wanted
    assert ada.get(f"{API}/matters?cursor=zzz").status_code == 400
    assert ada.get(f"{API}/matters?limit=0").status_code == 400


def test_a_file_goes_in_once_and_comes_out_as_it_was(ada: httpx.Client) -> None:
    """Whoever has it already is not sent it again; it is never shown in place."""
    matter = json_of(ada.post(f"{API}/matters", json={"title": "Files"}))["matter_id"]
    path = f"{API}/matters/{matter}/documents"
    first = ada.post(f"{path}?filename=a%2Fl%C3%A9ase.txt", content=LEASE)
    again = ada.post(f"{path}?filename=other.txt", content=LEASE)
    assert (first.status_code, again.status_code) == (201, 200)
    original = ada.get(f"{path}/{first.json()['document_id']}/original")
    assert original.content == LEASE
    assert original.headers["content-disposition"].startswith("attachment")
    known = {"If-None-Match": original.headers["etag"]}
    assert ada.get(f"{path}/{first.json()['document_id']}/original", headers=known).status_code == 304
    assert ada.post(f"{path}?filename=e.txt", content=b"").status_code == 400
    assert ada.post(path, content=LEASE).json()["field"] == "filename"


def test_a_stream_is_taken_up_where_it_broke_off(ada: httpx.Client) -> None:
    """Each event has a number; none is lost, none comes twice."""
    matter = json_of(ada.post(f"{API}/matters", json={"title": "Streams"}))["matter_id"]
    json_of(ada.post(f"{API}/matters/{matter}/documents?filename=lease.txt", content=LEASE))
    asked = {"question": "What is the rent?"}
    whole = ada.post(f"{API}/matters/{matter}/ask", json=asked, headers={"Accept": "text/event-stream"})
    assert whole.headers["content-type"].startswith("text/event-stream")
    told = events(whole.text)
    assert [one[1] for one in told[1:]] == [str(number) for number in range(1, len(told))]
    assert told[-1][2] == {"state": "done", "attempt": 1, "status": "success"}
    job = whole.headers["casewright-job"]
    rest = events(ada.get(f"{API}/jobs/{job}/events", headers={"Last-Event-ID": "2"}).text)
    assert rest[1:] == told[3:]
    assert "1,000" in json_of(ada.get(f"{API}/jobs/{job}"))["content"]


def test_a_key_for_one_matter_stays_in_it(served: Served, ada: httpx.Client) -> None:
    """It follows no job about another, decides nothing, and puts nothing elsewhere."""
    mine, other = (json_of(ada.post(f"{API}/matters", json={"title": title}))["matter_id"] for title in "AB")
    prefer = {"Prefer": "respond-async"}
    path = f"{API}/matters/{other}/query"
    job = json_of(ada.post(path, json={"query": "{rent}"}, headers=prefer))["job_id"]
    waits = json_of(ada.delete(f"{API}/matters/{other}"))["approval_id"]
    made = json_of(ada.post(f"{API}/keys", json={"name": "one matter", "tools": "*", "matter_id": mine}))
    with served.client(made["key"]) as client:
        assert client.get(f"{API}/matters/{mine}").status_code == 200
        assert client.get(f"{API}/matters/{other}").status_code == 404
        assert client.get(f"{API}/jobs/{job}/events").status_code == 403
        decided = client.post(f"{API}/approvals/{waits}/decision", json={"decision": "reject", "reason": "no"})
        assert decided.status_code == 403
        assert client.post(f"{API}/matters/{other}/documents?filename=a.txt", content=LEASE).status_code == 404


def test_a_job_takes_no_key(ada: httpx.Client) -> None:
    """It would not be held to it, so it says so."""
    matter = json_of(ada.post(f"{API}/matters", json={"title": "Keys"}))["matter_id"]
    sent = {"Prefer": "respond-async", "Idempotency-Key": "a-job"}
    assert ada.post(f"{API}/matters/{matter}/query", json={"query": "{rent}"}, headers=sent).status_code == 400


def test_who_only_watches_leaves_no_bytes(served: Served, ada: httpx.Client, home: Path) -> None:
    """An observer's file is refused, and kept nowhere."""
    invited = json_of(ada.post(f"{API}/users", json={"name": "olaf", "role": "ANALYST"}))["link"]
    key = served.join(invited, None)
    matter = json_of(ada.post(f"{API}/matters", json={"title": "Watched"}))["matter_id"]
    json_of(ada.post(f"{API}/matters/{matter}/participants", json={"user": "olaf", "role": "observer"}))
    content = b"LEASE of an observer\n"
    with served.client(key) as watcher:
        assert watcher.get(f"{API}/matters/{matter}").status_code == 200
        refused = watcher.post(f"{API}/matters/{matter}/documents?filename=a.txt", content=content)
    assert refused.status_code == 403
    name = hashlib.sha256(content).hexdigest()
    assert not [one for one in home.rglob("*") if name[4:] in one.name or name in one.name]


def test_long_work_can_be_left_to_a_job(ada: httpx.Client) -> None:
    """The answer says where to look."""
    matter = json_of(ada.post(f"{API}/matters", json={"title": "Jobs"}))["matter_id"]
    left = ada.post(f"{API}/matters/{matter}/query", json={"query": "{rent}"}, headers={"Prefer": "respond-async"})
    assert left.status_code == 202
    assert left.headers["location"] == f"{API}/jobs/{left.json()['job_id']}"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"content": b"{", "headers": {"Content-Type": "application/json"}}, 400),
        ({"content": b"[1]", "headers": {"Content-Type": "application/json"}}, 400),
        ({"content": b"title=A", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}, 415),
        ({"json": {"title": "A", "tenant": "b"}}, 400),
        ({"json": {"title": 7}}, 400),
        ({"json": {}}, 400),
        ({"json": {"title": "A"}, "params": {"title": "B"}}, 400),
        ({"json": {"title": "A"}, "headers": {"Idempotency-Key": "a b"}}, 400),
        ({"content": b"x" * 17_000_000, "headers": {"Content-Type": "application/json"}}, 413),
    ],
)
def test_what_cannot_be_used_is_a_problem_that_says_so(ada: httpx.Client, sent: dict[str, object], status: int) -> None:
    """A sentence, a code that stays the same, and no trace."""
    response = ada.post(f"{API}/matters", **sent)  # type: ignore[arg-type]
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"]
    assert "Traceback" not in response.text


def test_requests_are_counted(served: Served) -> None:
    """Whoever brings nothing of ours is soon asked to wait."""
    with served.client("cwk.local." + "A" * 43) as stranger:
        answers = [stranger.get(f"{API}/matters") for _ in range(70)]
    assert answers[0].status_code == 401
    # One comes in again each second, and may be the last that is asked for.
    limited = [one for one in answers[60:] if one.status_code == 429]
    assert limited
    assert int(limited[-1].headers["retry-after"]) >= 1
