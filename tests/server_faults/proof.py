"""What a server says of everything that it acknowledged, asked from outside once the fault is over."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from tests.served import API, json_of
from tests.server_faults.books import Act, flaw_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from tests.server_faults.books import Books
    from tests.server_faults.house import House

_JOB_SECONDS = 240.0
"""A job is taken from a worker that is gone after 30 seconds, and waits 2, then 8 seconds more; three times."""
_AGAIN = 30.0


@dataclass(slots=True)
class Proof:
    """What was found. Everything in ``lost``, ``doubled``, ``stuck`` and ``wrong`` is a fault of ours."""

    acknowledged: int = 0
    replayed: int = 0
    unknown: int = 0
    """Calls of which nobody knows what they did; each is listed for a person."""
    resumed: int = 0
    notes: list[str] = field(default_factory=list)
    uncertain: set[str] = field(default_factory=set)
    """Keys whose calls, asked for again, were said to have an unknown outcome."""
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """A sentence for each."""
        found = [("lost", self.lost), ("happened twice", self.doubled), ("stuck", self.stuck), ("wrong", self.wrong)]
        return [f"{what}: {one}" for what, each in found for one in each]


def prove(client: httpx.Client, house: House, books: Books) -> Proof:
    """Ask for everything; ends once every job has ended."""
    proof = Proof(acknowledged=sum(one.acknowledged for one in books.acts), wrong=list(books.wrong))
    _ask_again(client, books, proof)
    _documents(client, house, books, proof)
    _counted(proof, "matter", books, Counter(one["title"] for one in listed(client, "/matters", "matters")))
    jobs = _jobs(client, books, proof)
    _turns(client, house, books, proof)
    _unknown(client, jobs, proof)
    _resume(client, house, proof)
    verified = json_of(client.post(f"{API}/audit/verification"))
    if not verified["verified"]:
        proof.wrong.append(f"the audit does not verify: {verified['flaw']}")
    return proof


def listed(client: httpx.Client, path: str, name: str) -> Iterator[dict[str, Any]]:
    """Every row of a list, page by page."""
    cursor: dict[str, str] = {}
    while True:
        page = json_of(client.get(f"{API}{path}", params={"limit": "200", **cursor}))
        yield from page[name]
        if not page.get("next_cursor"):
            return
        cursor = {"cursor": page["next_cursor"]}


def _ask_again(client: httpx.Client, books: Books, proof: Proof) -> None:
    """Under the same key: what was acknowledged is answered from the record, what broke off is done now or once.

    Of what was refused, every tenth: a client that is told to come back does.
    """
    refused = [act for act in books.acts if act.key is not None and act.status >= HTTPStatus.INTERNAL_SERVER_ERROR]
    left = {act.key for place, act in enumerate(refused) if place % 10}
    for act in books.acts:
        if act.key is None or act.key in left:
            continue
        response = _answered(act, client)
        if act.acknowledged:
            if not response.is_success or response.json() != act.answer:
                proof.lost.append(f"{act.kind} {act.name}, sent again: {response.status_code} {response.text[:200]}")
            elif response.headers.get("casewright-replayed") != "true":
                proof.doubled.append(f"{act.kind} {act.name} was done again")
            else:
                proof.replayed += 1
        elif response.is_success:
            act.status, act.answer = response.status_code, response.json()
        elif response.json().get("code") == "unknown_outcome":
            proof.uncertain.add(act.key)
        elif (flaw := flaw_of(response)) is not None:
            proof.wrong.append(f"{act.kind} {act.name}, sent again: {flaw}")


def _answered(act: Act, client: httpx.Client) -> httpx.Response:
    """The answer, once the call that broke off is no longer thought to run."""
    until = time.monotonic() + _AGAIN
    while True:
        response = act.ask(client)
        is_over = response.status_code not in (409, 503) or "casewright-replayed" in response.headers
        if is_over or response.json()["code"] == "unknown_outcome":
            return response
        if time.monotonic() > until:
            return response
        time.sleep(0.2)


def _documents(client: httpx.Client, house: House, books: Books, proof: Proof) -> None:
    names = Counter(one["filename"] for one in listed(client, f"/matters/{house.matter}/documents", "documents"))
    for kind in ("document", "file"):
        _counted(proof, kind, books, names)
    for act in books.of("document", "file"):
        if act.name in names:
            path = f"{API}/matters/{house.matter}/documents/{act.answer['document_id']}"
            original = client.get(f"{path}/original")
            if original.content != act.sent["content"]:
                proof.lost.append(f"document {act.name} has another original: {original.status_code}")
            if act.kind == "document" and not client.get(f"{path}/text").is_success:
                proof.lost.append(f"document {act.name} has no text")


def _counted(proof: Proof, kind: str, books: Books, there: Counter[str]) -> None:
    """Everything acknowledged is there, and nothing that was asked for is there twice."""
    proof.lost += [f"{kind} {act.name}" for act in books.of(kind) if act.name not in there]
    asked = {act.name for act in books.acts if act.kind == kind}
    proof.doubled += [f"{kind} {name}, {there[name]} times" for name in asked if there[name] > 1]


def _jobs(client: httpx.Client, books: Books, proof: Proof) -> dict[str, dict[str, Any]]:
    """Every job, once all have ended; those that were acknowledged are among them."""
    until = time.monotonic() + _JOB_SECONDS
    while True:
        jobs = {one["job_id"]: one for one in _all_jobs(client)}
        waiting = [one for one in jobs.values() if one["state"] in ("queued", "doing")]
        if not waiting or time.monotonic() > until:
            break
        time.sleep(0.5)
    proof.stuck += [f"job {one['job_id']} ({one['tool']}) is {one['state']}" for one in waiting]
    asked = [act for act in books.acts if act.acknowledged and "job_id" in act.answer]
    proof.lost += [f"job {act.answer['job_id']} ({act.kind})" for act in asked if act.answer["job_id"] not in jobs]
    for act in asked:
        job = jobs.get(act.answer["job_id"])
        if job is not None and job["state"] == "done" and job["status"] is None:
            proof.lost.append(f"job {job['job_id']} is done, and nothing came of it")
    return jobs


def _all_jobs(client: httpx.Client) -> Iterator[dict[str, Any]]:
    """Every job, page by page."""
    behind: dict[str, str] = {}
    while True:
        page = json_of(client.get(f"{API}/jobs", params={"limit": "200", **behind}))
        yield from page["jobs"]
        if page["next_cursor"] is None:
            return
        behind = {"cursor": page["next_cursor"]}


def _turns(client: httpx.Client, house: House, books: Books, proof: Proof) -> None:
    """What was said in a case stands there once; a turn that ran as a job may have been refused, and said nothing."""
    said: Counter[str] = Counter()
    for case in house.cases:
        details = json_of(client.get(f"{API}/cases/{case}/details"))["case_details"]
        said.update(one["text"] for one in details["user_statements"])
    _counted(proof, "turn", books, said)
    asked = {act.name for act in books.acts if act.kind == "turn job"}
    proof.doubled += [f"turn {text}, {said[text]} times" for text in asked if said[text] > 1]


def _unknown(client: httpx.Client, jobs: dict[str, dict[str, Any]], proof: Proof) -> None:
    """Calls whose outcome is not known are listed, the ones of lost jobs among them."""
    calls = list(listed(client, "/unresolved-calls", "calls"))
    tools = Counter(one["tool"] for one in calls)
    states = Counter(f"{one['tool']} {one['state']} {one['status'] or ''}".strip() for one in jobs.values())
    proof.notes.append(f"calls of unknown outcome: {_told(tools)}")
    proof.notes.append(f"jobs: {_told(states)}")
    proof.unknown = len(calls)
    keys = {one["idempotency_key"] for one in calls}
    lost = [one["job_id"] for one in jobs.values() if one["state"] == "lost"]
    told = [*(f"job:{job}" for job in lost), *proof.uncertain]
    proof.lost += [f"nobody knows what became of {key}, and it is not listed" for key in told if key not in keys]


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{times} {what}" for what, times in sorted(counts.items())) or "none"


def _resume(client: httpx.Client, house: House, proof: Proof) -> None:
    """A debate that was cut goes on where it stopped."""
    for deal in house.deals:
        debates = json_of(client.get(f"{API}/deals/{deal}/debates"))["debates"]
        for cut in (one["debate_id"] for one in debates if one["status"] == "running"):
            again = client.post(f"{API}/deals/{deal}/debates/resumption", json={"debate_id": cut})
            if again.is_success:
                proof.resumed += 1
            else:
                proof.stuck.append(f"debate {cut} does not go on: {again.status_code} {again.text[:200]}")
