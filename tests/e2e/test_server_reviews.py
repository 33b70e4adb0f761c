"""A grid's cells reviewed over HTTP, and queries looked at before they run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from pathlib import Path

LEASE = b"LEASE\n\n1. Law\nThis lease is governed by the laws of Romania.\n"


@pytest.mark.requirement("reviews-cells", "queries-looked-at")
def test_a_cell_is_reviewed_by_whoever_works_there(tmp_path: Path) -> None:
    """Reviews are made once, listed page by page, seen by observers, made by counsel; a client has no grid."""
    with serving(tmp_path / "home") as served:
        ada = served.join()
        people = {name: served.invited(ada, name, role) for name, role in (("olga", "ANALYST"), ("carl", "CLIENT"))}
        with served.client(ada) as client:
            matter = json_of(client.post(f"{API}/matters", json={"title": "Lease"}))["matter_id"]
            place = f"{API}/matters/{matter}"
            document = json_of(client.post(f"{place}/documents?filename=lease.txt", content=LEASE))["document_id"]
            for name, role in (("olga", "observer"), ("carl", "client")):
                json_of(client.post(f"{place}/participants", json={"user": name, "role": role}))
            reviews = f"{place}/documents/{document}/reviews"
            law = {"column": {"kind": "fact", "asks": "governing_law"}, "state": "disputed", "comment": "Which?"}
            made = client.post(reviews, json=law, headers={"Idempotency-Key": "once"})
            assert made.status_code == 201
            again = client.post(reviews, json=law, headers={"Idempotency-Key": "once"})
            assert (again.json(), again.headers["casewright-replayed"]) == (made.json(), "true")
            asked = {"column": {"kind": "question", "asks": "Which law?"}, "state": "reviewed"}
            other = json_of(client.post(reviews, json=asked))
            assert (other["number"], other["stale"]) == (2, False)
            page = json_of(client.get(f"{place}/reviews?limit=1"))
            after = json_of(client.get(f"{place}/reviews?cursor={page['next_cursor']}"))
            assert [one["id"] for one in (*page["reviews"], *after["reviews"])] == [made.json()["id"], other["id"]]
            found = json_of(client.get(f"{place}/reviews?states=disputed&stale=false"))["reviews"]
            assert [(one["comment"], one["reviewer"]) for one in found] == [("Which?", "ada")]
            wrong = client.post(reviews, json={**law, "column": {"kind": "query", "asks": "{a} AND"}})
            assert (wrong.status_code, "AND has no right side" in wrong.json()["detail"]) == (400, True)
        for name, seen in (("olga", 200), ("carl", 403)):
            with served.client(people[name]) as client:
                assert client.get(f"{place}/reviews").status_code == seen
                assert client.post(reviews, json=law).status_code == 403


@pytest.mark.requirement("queries-looked-at")
def test_queries_are_looked_at_before_they_run(tmp_path: Path) -> None:
    """A mistake with its place, words as a query, and the templates with their forms."""
    with serving(tmp_path / "home") as served, served.client(served.join()) as client:
        mistake = json_of(client.post(f"{API}/queries/validation", json={"query": "{a} AND\n  rent"}))
        assert (mistake["valid"], mistake["error"]["line"], mistake["error"]["column"]) == (False, 2, 3)
        made = json_of(client.post(f"{API}/queries/translation", json={"words": "uncapped liability"}))
        checked = json_of(client.post(f"{API}/queries/validation", json={"query": made["query"]}))
        assert (checked["valid"], made["how"]) == (True, "rules")
        forms = json_of(client.get(f"{API}/queries/templates?limit=200"))["templates"]
        assert {"name": "party", "required": True} in [form for one in forms for form in one["arguments"]]
        # The names of saved queries are no part of these.
        json_of(client.post(f"{API}/queries", json={"name": "templates", "query": "{a}"}))
        assert client.delete(f"{API}/queries/templates").status_code == 200
