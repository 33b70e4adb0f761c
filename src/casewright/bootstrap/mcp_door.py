"""The doors for MCP clients: who acts behind them, what they have of the home, and how they are served."""

from __future__ import annotations

import hmac
from contextlib import contextmanager
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.listening import is_loopback, listening, parse_address
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.bootstrap.proofs import secret_key
from casewright.domain.ids import MatterId, is_uuid
from casewright.errors import BadSettings, InvalidInput
from casewright.tools.accounts import KeyHolder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from casewright.adapters.mcp_server.door import Block, Door
    from casewright.adapters.mcp_server.http import McpPlaces
    from casewright.tools.gates.gate import Gate

_PROMPT = "agents/document/prompts/document_agent.md"
_STATE = b"casewright.mcp.state.v1"
_BLOCKS = (
    (
        "document_tools",
        "Which tool of a matter's documents to use when, and where the person is",
        ("When to use which tool", "When not to use isaacus_iql", "Context awareness"),
    ),
    ("context_awareness", "What a [CONTEXT] message says, and where the person is", ("Context awareness",)),
)
"""Name, line and sections of each block of instructions that is offered."""


def serve_stdio(home: Path | None, user_key: Path | None, role: str | None = None, matter: str | None = None) -> None:
    """Serve one client over standard input and output, as the person who started it, until it closes them.

    With ``role``, a role of models, that model calls on the person's behalf; ``matter`` confines every call to it.
    Raises as ``Casewright.open`` does, and ``InvalidInput`` for a role or a matter that there is not.
    """
    _require_library()
    from casewright.adapters.mcp_server import stdio

    with open_door(home, user_key, role, matter) as (casewright, door):
        casewright.wait(stdio.serve_stdio(door))


@contextmanager
def open_door(
    home: Path | None, user_key: Path | None = None, role: str | None = None, matter: str | None = None
) -> Iterator[tuple[Casewright, Door]]:
    """The home, open for one person, and the door for their client. Raises as ``serve_stdio`` does."""
    with _open(home, user_key) as casewright:
        confined = None if matter is None else casewright.find_matter(matter)
        yield casewright, _door(casewright, lambda: KeyHolder(casewright.actor), role, confined)


def serve_http(
    home: Path | None,
    address: str,
    role: str | None = None,
    matter: str | None = None,
    told: Callable[[str, str], None] = lambda _url, _listens: None,
) -> None:
    """Serve clients over HTTP at ``HOST:PORT``, or a port of this machine, each as the person whose key it brings.

    ``told`` hears the address for clients, and where the server listens. Raises ``InvalidInput`` for an address that
    is none, ``BadSettings`` for one that other machines reach without CASEWRIGHT_MCP_URL, ``Unavailable`` where it is
    taken; otherwise as ``serve_stdio``.
    """
    _require_library()
    from casewright.adapters.mcp_server import http

    host, port = parse_address(address)
    if matter is not None and not is_uuid(matter):
        raise InvalidInput(f"{matter!r} is no matter's id: over HTTP give the UUID that 'casewright matter list' shows")
    confined = None if matter is None else MatterId(matter.lower())
    with _open(home, None) as casewright, listening(host, port) as socket:
        settings = casewright.settings
        port = socket.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        place = http.Place(host, port, settings.mcp_url or f"http://{shown}:{port}{http.PATH}")
        if settings.mcp_url is None and not is_loopback(host):
            raise BadSettings(
                f"{host!r} can be reached from other machines: name the address that clients use in "
                "CASEWRIGHT_MCP_URL, and put a server with TLS in front, because keys travel there"
            )
        sign_in = casewright.parts.sign_in
        door = _door(casewright, http.bearer, role, confined)
        # Made now, so that no client waits for it.
        _ = casewright.registry.tools
        told(place.url, f"{shown}:{port}")

        def holder(key: str, _address: str) -> KeyHolder:
            return KeyHolder(sign_in.actor(LOCAL_TENANT, key))

        casewright.wait(http.serve_http(door, place, holder, socket))


def mcp_places(
    casewright: Casewright, url: str, host: str, port: int, sign_in: Callable[[str, str], KeyHolder]
) -> McpPlaces | None:
    """What a server of this home answers MCP clients with, at ``url``; None where the library is not there.

    ``sign_in`` says who holds a key, which came from an address, or raises ``Refused``. The home must have been opened
    with ``mcp_gates``.
    """
    if find_spec("mcp") is None:
        return None
    from casewright.adapters.mcp_server import http

    door = _door(casewright, http.bearer, None, None)
    return http.McpPlaces(door, http.Place(host, port, url), sign_in)


def mcp_gates() -> Sequence[Gate]:
    """What a home that serves people and MCP clients is opened with; without the library, what keys need of it."""
    from casewright.adapters.mcp_server.persons_own import WithinMatter, refuse_persons_own_over_mcp

    return [refuse_persons_own_over_mcp, WithinMatter()]


def _open(home: Path | None, user_key: Path | None) -> Casewright:
    from casewright.adapters.mcp_server.persons_own import WithinMatter, refuse_persons_own

    return Casewright.open(home, user_key=user_key, gates=[refuse_persons_own, WithinMatter()])


def _door(casewright: Casewright, caller: Callable[[], KeyHolder], role: str | None, matter: MatterId | None) -> Door:
    from casewright.adapters.mcp_server.approval_page import ApprovalPage
    from casewright.adapters.mcp_server.door import Door
    from casewright.adapters.mcp_server.persons_own import WithinMatter
    from casewright.agents.context import compose_context

    models = sorted(casewright.policy.models)
    if role is not None and role not in models:
        raise InvalidInput(f"{role!r} is no role of models: the policy has {', '.join(models) or 'none'}")
    if role is not None and matter is None:
        raise InvalidInput("A model sees one matter and no other: name it with --matter")
    materials, settings = casewright.parts.materials, casewright.settings
    return Door(
        executor=casewright.executor,
        registry=casewright.registry,
        policy=casewright.policy,
        people=casewright.parts.people,
        caller=caller,
        within_matter=WithinMatter(),
        approvals=ApprovalPage(
            materials.stores.approvals,
            materials.stores.journal,
            materials.clock,
            settings.approvals_url,
            settings.mcp_approval_wait,
        ),
        blocks=_blocks(),
        compose_context=compose_context,
        visibility=materials.visibility,
        state_key=hmac.new(secret_key(settings), _STATE, sha256).digest(),
        model_role=role,
        matter=matter,
    )


def _blocks() -> list[Block]:
    """The blocks of instructions, taken by their headings from those that the document agent is given."""
    from casewright.adapters.mcp_server.door import Block

    text = files("casewright").joinpath(_PROMPT).read_text(encoding="utf-8")
    sections = {part.partition("\n")[0]: part.strip() for part in text.split("\n## ")[1:]}
    return [Block(name, line, "\n\n".join(f"## {sections[one]}" for one in wanted)) for name, line, wanted in _BLOCKS]


def _require_library() -> None:
    if find_spec("mcp") is None:
        raise BadSettings("The MCP library is missing: pip install 'casewright[mcp]'")
