"""Every route of the server, made of its own description: nobody without a key, nothing of another tenant or matter.

A new route needs one row in ``GIVEN`` (``tests/server_rows.py``): what it is sent, with ``{document_id}`` and the like
wherever it names a thing, in its path, its query or its body. From that row follow all of the tests here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from starlette.routing import Route

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.telemetry import prometheus_calls
from casewright.policy.decisions import Deny
from casewright.server.app import make_app
from casewright.server.pages.page_routes import asset_route, page_answers
from casewright.server.routes.table import NOT_OFFERED, ROUTES
from casewright.server.serving import Serving
from tests.databases import DATABASES, create_migrated
from tests.served import API, json_of, serving
from tests.server_rows import GIVEN, Given, id_of, row_of
from tests.server_world import MARK, make_things, make_world

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import httpx

CALLS: Mapping[str, str] = {"get_original": "show_document", "follow_job": "show_job", "message_agent": "message_case"}
"""Which tool an operation of another name calls first."""
CALLS_NONE = {
    *("call_tool", "change_password", "decide_approval", "join", "list_tools", "live", "metrics", "ready"),
    *("finish_provider_sign_in", "start_provider_sign_in", "show_invitation", "show_session", "sign_in", "sign_out"),
}
"""Operations that call no tool of their own."""
OF_AUDITOR = {"read_audit", "checkpoint_audit", "export_audit", "verify_audit", "list_unresolved_calls"}
"""Tools that an AUDITOR may call: the audit's, and no others."""
_ID = re.compile(r"_ids?$")
_GROWS = re.compile(r'"total_count":\d+,"head":"[0-9a-f]+"')
"""What the audit says of its own length, which grows by each call."""
NOT_DESCRIBED = {("GET", f"{API}/openapi.json"), ("GET", asset_route().path)}
"""The description itself, and what pages are made of. MCP's own places are not part of the application here."""
NOT_SENT: Mapping[tuple[str, str], str] = {
    ("ask_matter", "document_id"): "document_ids are sent",
    ("import_claims", "blob_id"): "the content is sent",
    ("list_approvals", "approval_id"): "the other route of the tool has it in its path",
    ("search_everywhere", "matter_id"): "the other route of the tool has it in its path",
    ("read_audit", "agent_id"): "it is somebody's name, and finds what they did in matters that one sees",
}
"""Ids that no request of ours holds, and why."""
ROLES: Mapping[str, str] = {"rolf": "ANALYST", "carl": "CLIENT", "aude": "AUDITOR"}
NO_THINGS = {"mark", "page", "provider", "tool"}
"""Names in a path that are nobody's things."""
OF_THE_TENANT = {"user", "robot", "template"}
"""Kinds of things that everybody in a tenant may know of."""
MAKES_WHAT_IT_NAMES = {"train_template"}
"""Operations that make a thing by the name in their path, in one's own tenant."""
WAYS_IN = {"secret", "unused"}
"""What lets in by itself: whoever has it may use it."""


@dataclass(frozen=True)
class House:
    """A server with two tenants: clients, None's without a key, and ids of own things, by the name of who has them."""

    clients: Mapping[str | None, httpx.Client]
    ids: Mapping[str, Mapping[str, str]]
    # Any: a description is JSON.
    description: Mapping[str, Any]

    def operations(self) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Method, path and description of each operation."""
        for path, methods in self.description["paths"].items():
            for method, operation in methods.items():
                yield method.upper(), path, operation

    def ask(
        self, who: str | None, method: str, path: str, operation: Mapping[str, Any], ids: Mapping[str, str]
    ) -> httpx.Response:
        """The answer to an operation that is sent what it needs, with these ids."""
        filled, sent = row_of(operation).sent(path, ids)
        return self.clients[who].request(method, filled, **sent)


@pytest.fixture(scope="module", params=DATABASES)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Tenant ``local`` with one thing of each kind, all ada's; tenant ``b`` with the same of eve's."""
    home = tmp_path_factory.mktemp("isolation") / "home"
    chosen = {"CASEWRIGHT_STRANGERS_A_MINUTE": "1000000"}
    if request.param == "postgresql":
        chosen["CASEWRIGHT_DATABASE_URL"] = create_migrated(request.getfixturevalue("postgresql_socket"), "isolation")
    with serving(home, settings=chosen) as served:
        world = make_world(served)
        command = [sys.executable, "-m", "casewright", "--home", str(home), "--json", "tenants", "add", "b"]
        added = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **chosen})
        assert added.returncode == 0, added.stderr
        link = next(part for part in added.stdout.split('"') if part.startswith("/join/"))
        eve = served.join(link, "eve")
        brought: dict[str | None, str | None] = {
            None: None,
            "ada": world.key,
            "eve": eve,
            "rolf": served.invited(world.key, "rolf", "ANALYST"),
            "carl": served.invited(world.key, "carl", "CLIENT"),
        }
        ids: dict[str, dict[str, str]] = {"ada": dict(world.ids)}
        for who in ("eve", "rolf", "carl"):
            with served.client(brought[who]) as client:
                ids[who] = make_things(client, who)
        ids["eve"]["user"] = "bob"
        served.invited(eve, "bob", "ANALYST")
        with ExitStack() as stack:
            clients = {who: stack.enter_context(served.client(key)) for who, key in brought.items()}
            # Who reads the audit alone has no keys: they sign in.
            clients["aude"] = stack.enter_context(served.client())
            clients["aude"].headers = served.signed_in(served.invitation(world.key, "aude", "AUDITOR"), None)
            yield House(clients, ids, json_of(clients["ada"].get(f"{API}/openapi.json")))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casewright]:
    """A home in this process, for its policy and its application."""
    with Casewright.open(tmp_path_factory.mktemp("own") / "home") as casewright:
        yield casewright


def test_every_operation_has_a_row(house: House) -> None:
    """A new route must say what it is sent, or nothing shows that it keeps to its own; no row is left behind."""
    described = {operation["operationId"].partition("_at_")[0] for _, _, operation in house.operations()}
    assert described == set(GIVEN)


def test_every_id_that_is_taken_stands_in_the_row(house: House) -> None:
    """Where a body or a query takes an id, the row gives one: foreign ones are tried there too."""
    schemas, left = house.description["components"]["schemas"], set()
    for _, _, operation in house.operations():
        given = row_of(operation)
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        while "$ref" in body:
            body = schemas[body["$ref"].rpartition("/")[2]]
        asked = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
        taken = {name for name in asked | body.get("properties", {}).keys() if _ID.search(name)}
        left |= {(operation["operationId"], name) for name in taken - {*(given.body or {}), *given.query}}
    assert left == set(NOT_SENT)


def test_every_route_is_described(house: House, own: Casewright) -> None:
    """What the application answers is what the description says, and nothing beside it."""
    serving_it = Serving(own.parts, "http://127.0.0.1", (), prometheus_calls())
    pages = {(method, path) for path, answers in page_answers(serving_it).items() for method in answers}
    served = set()
    for route in make_app(serving_it).router.routes:
        assert isinstance(route, Route), route
        served |= {(method, route.path) for method in (route.methods or set()) - {"HEAD"}}
    described = {(method, path) for method, path, _ in house.operations()}
    assert served - described <= pages | NOT_DESCRIBED
    assert described <= served


def test_nobody_is_answered_without_a_key(house: House) -> None:
    """Where the description does not say that it is open to all, a request without a key is 401."""
    asked = 0
    for method, path, operation in house.operations():
        if operation["security"]:
            response = house.ask(None, method, path, operation, house.ids["ada"])
            assert response.status_code == 401, (method, path, response.status_code)
            assert response.json()["code"] == "not_signed_in"
            asked += 1
    assert asked > 130


def test_lists_hold_nothing_of_others(house: House) -> None:
    """What is listed without naming anything has no id and no word of another tenant's, nor of matters of others."""
    known = {one for kind, one in house.ids["ada"].items() if kind not in OF_THE_TENANT | NO_THINGS}
    for who in ("eve", "rolf", "carl"):
        for method, path, operation in house.operations():
            if method == "GET" and "{" not in path and operation["security"]:
                text = house.ask(who, method, path, operation, house.ids[who]).text
                assert who != "eve" or MARK not in text, (who, path)
                assert not any(one in text for one in known), (who, path)


@pytest.mark.parametrize("who", ["eve", "rolf", "carl"])
def test_foreign_things_read_like_missing_ones(house: House, who: str) -> None:
    """In a path, a query or a body, alone or with others: the answer is that to what is not there.

    Asked are another tenant's ADMIN, and people of the same tenant who take no part. What stands in the path is 403 or
    404; a search among documents of which none is there finds nothing in them, and says so.
    """
    theirs, mine = house.ids["ada"], house.ids[who]
    shared = NO_THINGS | WAYS_IN | (set() if who == "eve" else OF_THE_TENANT)
    shown, told = 0, []
    for method, path, operation in house.operations():
        name, given = operation["operationId"].partition("_at_")[0], row_of(operation)
        kinds = given.kinds(path) - shared
        if not operation["security"] or name in MAKES_WHAT_IT_NAMES:
            continue
        placed = kinds & Given(path=given.path).kinds(path)
        for tried in [{kind} for kind in sorted(kinds)] + ([set(kinds)] if len(kinds) > 1 else []):
            rest = {kind: one for kind, one in mine.items() if kind not in tried}
            real = {kind: theirs[kind] for kind in tried if kind in theirs}
            found, none = (house.ask(who, method, path, operation, ids) for ids in ({**rest, **real}, rest))
            same = found.status_code == none.status_code and _plain(found, real) == _plain(none, real)
            closed = found.status_code in (403, 404) or not tried & placed
            if not (same and closed):
                told.append(f"{method} {path} {sorted(tried)}: {found.text[:300]} / {none.text[:300]}")
            shown += 1
    assert told == [], "\n".join(told)
    assert shown > 150


def _plain(answer: httpx.Response, real: Mapping[str, str]) -> str:
    """What is said, whatever the thing was called that was asked for."""
    text = _GROWS.sub("", answer.text)
    for kind, one in real.items():
        text = text.replace(one, "it").replace(id_of(kind, {}), "it")
    return text


@pytest.mark.parametrize("who", ["carl", "aude", "rolf"])
def test_roles_are_kept_to(house: House, own: Casewright, who: str) -> None:
    """What the policy denies to a role is refused to it on every route, whatever it names."""
    policy, role = own.parts.executor.policy, ROLES[who]
    refused = 0
    for method, path, operation in house.operations():
        tool = _tool(operation)
        if tool is None or not isinstance(policy.decide(role, tool), Deny):
            continue
        for ids in (house.ids["ada"], house.ids.get(who, {})):
            response = house.ask(who, method, path, operation, ids)
            assert response.status_code == 403, (method, path, response.text)
            assert response.json()["code"] == "refused"
        refused += 1
    assert refused >= {"carl": 30, "aude": 100, "rolf": 10}[who]


def test_auditor_reads_the_audit_and_nothing_else(own: Casewright) -> None:
    """The role has these tools and no others."""
    policy = own.parts.executor.policy
    assert set(policy.tools_of("AUDITOR")) == OF_AUDITOR


def test_every_tool_has_a_route_or_a_reason(house: House, own: Casewright) -> None:
    """A tool that is added is offered, or the table says why it is not; whatever calls none is known."""
    tools, routed = set(own.registry.tools), {route.tool for route in ROUTES}
    assert tools - routed <= set(NOT_OFFERED)
    assert not routed & set(NOT_OFFERED)
    named = {_tool(operation) for _, _, operation in house.operations()}
    assert named - {None} <= tools


def _tool(operation: Mapping[str, Any]) -> str | None:
    name = operation["operationId"].partition("_at_")[0]
    return None if name in CALLS_NONE else CALLS.get(name, name)
