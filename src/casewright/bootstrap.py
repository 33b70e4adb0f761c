"""How the system is put together: the only module that knows tools and adapters both.

Functions import what they need when they need it, so that nothing heavy loads before it is used.
"""

from __future__ import annotations

import asyncio
import errno
import getpass
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from importlib.resources import files
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self, TypeVar
from uuid import uuid4

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import BadPolicy, BadSettings, StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from casewright.adapters.blobs.local import LocalBlobs
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.engine import Database
    from casewright.adapters.ingest.reader import FileReader
    from casewright.adapters.scoring.embedded import EmbeddedScorer
    from casewright.audit.chain import Flaw, Head
    from casewright.config import Settings
    from casewright.domain.ids import MatterId
    from casewright.policy.policy import Policy
    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.decisions import Decision
    from casewright.tools.definition import Tool
    from casewright.tools.executor import Executor
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.audit_log import AuditLog
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.journal import CallJournal
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.reading import DocumentReader
    from casewright.tools.ports.scoring import ClauseScores, FloatArray, IntArray, Tier
    from casewright.tools.registry import Registry

T = TypeVar("T")

LOCAL_TENANT = TenantId("local")
_FRAGMENTS = ("policy/roles.toml", "toolbox/matters/policy.toml", "toolbox/documents/policy.toml")
_KEY_BYTES = 32


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is open while a home is open."""

    database: Database
    audit: SqlAuditLog
    blobs: LocalBlobs
    reader: FileReader
    registry: Registry
    policy: Policy
    executor: Executor


class Casewright:
    """An open home: every act on it goes through ``call``.

    Use as a context manager, or ``close`` it. ``call`` is for synchronous code; where an event loop runs,
    ``await`` the ``executor`` itself.
    """

    def __init__(self, settings: Settings, parts: _Parts, actor: Actor) -> None:
        self.settings = settings
        self.actor = actor
        self.registry = parts.registry
        self.policy = parts.policy
        self.executor = parts.executor
        self.blobs = parts.blobs
        self.formats = parts.reader.extensions()
        self._parts = parts
        self._runner = asyncio.Runner()

    @classmethod
    def open(cls, home: str | Path | None = None, *, actor: Actor | None = None) -> Self:
        """Open a home folder, made where it is missing, with its database and policy.

        Without ``actor``, calls are made by the operating system's user, role ADMIN, tenant ``local``. Raises
        ``BadSettings``, ``BadPolicy``, ``Unavailable``, ``SchemaTooNew`` or ``IntegrityError``.
        """
        from casewright.config import read_settings

        settings = read_settings(home=home)
        _make_folder(settings.home)
        return cls(settings, _open_parts(settings), actor or local_user())

    def context(self, matter: MatterId | None = None) -> CallContext:
        """What this home's own calls are made within."""
        from casewright.tools.calls import CallContext

        return CallContext(actor=self.actor, matter=matter)

    def call(
        self,
        tool: str,
        arguments: Mapping[str, object] | None = None,
        *,
        key: str | None = None,
        why: str | None = None,
    ) -> ToolResult:
        """Run one tool call and wait for its result; refusals and failures are results too.

        With ``key`` it runs once, however often it is called; ``why`` is shown to whoever has to approve it.
        """
        from casewright.tools.calls import ToolCall

        call = ToolCall(id=str(uuid4()), name=tool, arguments=arguments or {})
        context = replace(self.context(), idempotency_key=key, why=why)
        return self.wait(self.executor.execute(call, context))

    def decide(self, request: str, decision: Decision) -> ToolResult:
        """Take this home's actor's decision on a call that waits; approved, it runs, and its result comes back."""
        return self.wait(self.executor.decide(request, decision, self.context()))

    def wait(self, work: Coroutine[object, object, T]) -> T:
        """Run a coroutine of this home's to its end. Ctrl-C cancels it and raises ``KeyboardInterrupt``."""
        return self._runner.run(work)

    def verify_audit(self, expected: Head | None = None) -> tuple[Head, Flaw | None]:
        """Walk the tenant's audit chain: how far it holds, and the first flaw (None where there is none)."""
        from casewright.audit.chain import verify_log

        return verify_log(self._parts.audit, self.actor.tenant, expected=expected)

    def close(self) -> None:
        """Let go of everything; what was acknowledged is on disk."""
        self._parts.reader.close()
        self._parts.executor.close()
        self._parts.audit.close()
        self._parts.database.close()
        self._runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def load_scorer(name: str = "embedded") -> EmbeddedScorer:
    """A scorer by name. Raises ``BadSettings`` for an unknown one, ``IntegrityError`` for a damaged model."""
    if name != "embedded":
        raise BadSettings(f"there is no scorer {name!r}: use 'embedded'")
    from casewright.adapters.scoring.embedded import EmbeddedScorer

    return EmbeddedScorer.from_folder()


def load_reader() -> FileReader:
    """The reader of document files."""
    from casewright.adapters.ingest.reader import FileReader

    return FileReader()


def local_user() -> Actor:
    """The operating system's user as a person of the tenant ``local``, role ADMIN."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        name = f"uid-{os.getuid()}"
    return Actor(tenant=LOCAL_TENANT, id=ActorId(name), role="ADMIN", kind=ActorKind.PERSON)


def shipped_policy() -> Mapping[str, str]:
    """The texts of the policy that comes with the package, by name."""
    root = files("casewright")
    return {name: root.joinpath(name).read_text(encoding="utf-8") for name in _FRAGMENTS}


def catalogue(home: str | Path | None = None) -> tuple[Tool, ...]:
    """Every tool there is, over a home that is opened for it: a temporary one where none is given."""
    with TemporaryDirectory(prefix="casewright-") as folder, Casewright.open(home or folder) as casewright:
        return tuple(casewright.registry.tools.values())


def _open_parts(settings: Settings) -> _Parts:
    from casewright.adapters.blobs.local import LocalBlobs
    from casewright.adapters.database.approvals import SqlApprovals
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.documents import SqlDocuments
    from casewright.adapters.database.journal import SqlJournal
    from casewright.adapters.database.matters import SqlMatters
    from casewright.tools.executor import Executor
    from casewright.tools.registry import Registry

    key = _key(settings.key_file)
    database = _open_database(settings)
    audit = SqlAuditLog(database, durability=settings.audit_durability)
    matters, documents = SqlMatters(database), SqlDocuments(database)
    approvals, journal = SqlApprovals(database), SqlJournal(database)
    blobs, reader, clock = LocalBlobs(settings.blob_folder), load_reader(), SystemClock()
    scores = _EmbeddedScores(database)
    registry = Registry(
        [
            *_tools(matters, documents, blobs, reader, scores, audit, clock),
            *_call_tools(approvals, journal, audit),
        ]
    )
    policy = _policy(settings, registry)
    executor = Executor(
        registry,
        policy=policy,
        audit=audit,
        clock=clock,
        matters=matters,
        key=key,
        approvals=approvals,
        journal=journal,
    )
    return _Parts(database, audit, blobs, reader, registry, policy, executor)


def _tools(
    matters: MatterStore,
    documents: DocumentStore,
    blobs: BlobStore,
    reader: DocumentReader,
    scores: ClauseScores,
    audit: AuditLog,
    clock: Clock,
) -> list[Tool]:
    from casewright.toolbox.documents.get_document_text import get_document_text
    from casewright.toolbox.documents.isaacus_iql import MODELS, isaacus_iql
    from casewright.toolbox.documents.list_matter_documents import list_matter_documents
    from casewright.toolbox.matters.add_document import add_document
    from casewright.toolbox.matters.create_matter import create_matter
    from casewright.toolbox.matters.delete_document import delete_document
    from casewright.toolbox.matters.find_documents import find_documents
    from casewright.toolbox.matters.list_matters import list_matters
    from casewright.toolbox.matters.read_audit import read_audit

    return [
        create_matter(matters=matters, clock=clock),
        list_matters(matters=matters),
        add_document(documents=documents, blobs=blobs, reader=reader, scores=scores, clock=clock),
        delete_document(documents=documents, blobs=blobs),
        find_documents(documents=documents),
        list_matter_documents(documents=documents),
        get_document_text(documents=documents),
        isaacus_iql(documents=documents, models=dict.fromkeys(MODELS, scores)),
        read_audit(audit=audit),
    ]


def _call_tools(approvals: ApprovalStore, journal: CallJournal, audit: AuditLog) -> list[Tool]:
    from casewright.toolbox.matters.list_approvals import list_approvals
    from casewright.toolbox.matters.list_unresolved_calls import list_unresolved_calls
    from casewright.toolbox.matters.resolve_call import resolve_call

    return [
        list_approvals(approvals=approvals),
        list_unresolved_calls(audit=audit, journal=journal),
        resolve_call(audit=audit, journal=journal),
    ]


class _EmbeddedScores:
    """The embedded scorer with its caches in the database, loaded when a score is first asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @cached_property
    def _loaded(self) -> ClauseScores:
        from casewright.adapters.database.feature_store import SqlFeatureStore
        from casewright.adapters.database.score_cache import SqlScoreCache
        from casewright.adapters.scoring.cached import CachedScores

        return CachedScores(load_scorer(), SqlScoreCache(self._database), SqlFeatureStore(self._database))

    @property
    def model(self) -> str:
        """The scorer's model."""
        return self._loaded.model

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        return self._loaded.tier(statement)

    def prepare(self, tenant: TenantId, content: IntArray, texts: Callable[[IntArray], Sequence[str]]) -> None:
        """Compute and keep the chunks' features."""
        self._loaded.prepare(tenant, content, texts)

    def scores(
        self, tenant: TenantId, statement: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        """The statement's scores for the chunks."""
        return self._loaded.scores(tenant, statement, content, texts)


def _open_database(settings: Settings) -> Database:
    from casewright.adapters.database.engine import open_database

    database = open_database(
        settings.database_url or settings.database_file,
        busy_timeout=settings.busy_timeout,
        max_page_count=settings.database_pages,
    )
    try:
        if database.schema_state() != "current":
            from casewright.adapters.database.migrate import upgrade

            upgrade(database)
    except BaseException:
        database.close()
        raise
    return database


def _policy(settings: Settings, registry: Registry) -> Policy:
    from casewright.policy.policy import compile_policy

    if settings.policy is None:
        fragments = shipped_policy()
    else:
        try:
            fragments = {str(settings.policy): settings.policy.read_text(encoding="utf-8")}
        except (OSError, UnicodeDecodeError) as error:
            raise BadPolicy(f"the policy file {str(settings.policy)!r} cannot be read: {error}") from error
    policy = compile_policy(fragments)
    policy.require_known(registry.names)
    return policy


def _make_folder(home: Path) -> None:
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSettings(f"the home folder {str(home)!r} cannot be made: {error.strerror}; choose another") from error


def _key(path: Path) -> bytes:
    """The key in this file; a new one, readable by its owner only, where there is none.

    It is written whole before it gets its name, so that two processes that start at once agree on one.
    """
    with suppress(FileNotFoundError):
        return _checked_key(path)
    draft = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
        with suppress(FileExistsError):
            os.link(draft, path)
    except OSError as error:
        kind = StorageFull if error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT) else Unavailable
        raise kind(f"the key file {str(path)!r} cannot be written: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)
    return _checked_key(path)


def _checked_key(path: Path) -> bytes:
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Unavailable(f"the key file {str(path)!r} cannot be read: {error.strerror}") from error
    if len(key) < _KEY_BYTES:
        raise BadSettings(f"the key file {str(path)!r} is damaged: restore it from a backup, or move it away")
    return key
