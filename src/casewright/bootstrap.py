"""How the system is put together: the only module that knows tools and adapters both.

Functions import what they need when they need it, so that nothing heavy loads before it is used.
"""

from __future__ import annotations

import asyncio
import getpass
import os
import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from importlib.resources import files
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import uuid4

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import BadPolicy, BadSettings, InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from langchain_core.language_models import BaseChatModel

    from casewright.adapters.blobs.local import LocalBlobs
    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.checkpoints import SqlCheckpoints
    from casewright.adapters.database.engine import Database
    from casewright.adapters.exports.audit_zip import AuditZips
    from casewright.adapters.ingest.reader import FileReader
    from casewright.adapters.models.choice import ModelChoice
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.adapters.scoring.cached import CachedScores
    from casewright.adapters.scoring.embedded import EmbeddedScorer
    from casewright.adapters.scoring.encoder import Encoder
    from casewright.adapters.scoring.lazy import LazyEmbeddedScores
    from casewright.adapters.scoring.measured import MeasuredEmbedded
    from casewright.adapters.vault.signing import AuditKeys
    from casewright.agents.document.agent import DocumentAgent
    from casewright.agents.document.graph import Mind
    from casewright.agents.document.streaming import Listener
    from casewright.audit.chain import Head
    from casewright.audit.checkpoint import Checkpoint
    from casewright.audit.proof import Proof
    from casewright.config import ModelRole, Settings
    from casewright.domain.ids import MatterId
    from casewright.domain.questions import Question
    from casewright.domain.threads import Thread
    from casewright.iql.plain_words import Translation
    from casewright.policy.policy import Policy
    from casewright.toolbox.documents.passages import PassageSearch
    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.decisions import Decision
    from casewright.tools.definition import Tool
    from casewright.tools.executor import Executor
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.audit_log import AuditLog
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.consents import ConsentStore
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.journal import CallJournal
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore, UserStore
    from casewright.tools.ports.queries import QueryStore
    from casewright.tools.ports.reading import DocumentReader
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import AnswerReader, WordSearch
    from casewright.tools.ports.templates import ExampleScores, TemplateStore
    from casewright.tools.ports.threads import ThreadStore
    from casewright.tools.registry import Registry
    from casewright.tools.sign_in import SignIn
    from casewright.tools.visibility import Visibility

T = TypeVar("T")

LOCAL_TENANT = TenantId("local")
_PROMPT = "agents/document/prompts/document_agent.md"
_FRAGMENTS = (
    "policy/roles.toml",
    "policy/debate.toml",
    "policy/to_come.toml",
    "toolbox/matters/policy.toml",
    "toolbox/people/policy.toml",
    "toolbox/documents/policy.toml",
    "toolbox/templates/policy.toml",
)


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _Proofs:
    """The audit, and what proves it."""

    log: SqlAuditLog
    checkpoints: SqlCheckpoints
    keys: AuditKeys
    exports: AuditZips


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is open while a home is open."""

    database: Database
    proofs: _Proofs
    blobs: LocalBlobs
    reader: FileReader
    registry: Registry
    policy: Policy
    executor: Executor
    sign_in: SignIn
    assistant: _Assistant
    asked: _AskedScores

    def close(self) -> None:
        """Let go of everything; what was acknowledged is on disk."""
        self.reader.close()
        self.executor.close()
        self.assistant.close()
        self.asked.close()
        self.proofs.log.close()
        self.database.close()


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
    def open(
        cls,
        home: str | Path | None = None,
        *,
        actor: Actor | None = None,
        user_key: str | Path | None = None,
        assistant: BaseChatModel | None = None,
    ) -> Self:
        """Open a home folder, made where it is missing, with its database and policy.

        Calls are made by ``actor``; left out, by the user whose personal key file is ``user_key`` (or the setting of
        that name), in the role that is stored; without either, by the operating system's user, role ADMIN, tenant
        ``local``. ``assistant`` is a chat model to answer questions with, in place of the one that is set.

        Raises ``Refused`` for a key that is not an active user's, ``BadSettings``, ``BadPolicy``,
        ``Unavailable``, ``SchemaTooNew`` or ``IntegrityError``.
        """
        from casewright.config import read_settings

        settings = read_settings(home=home, user_key=user_key)
        _make_folder(settings.home)
        parts = _open_parts(settings, assistant)
        try:
            return cls(settings, parts, actor or _person(settings, parts.sign_in))
        except BaseException:
            parts.close()
            raise

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

    def ask(self, arguments: Mapping[str, object], listener: Listener | None = None) -> ToolResult:
        """Ask a matter's documents (the tool ``ask_matter``); ``listener`` hears text and steps as they come."""
        from casewright.agents.document.streaming import heard_by
        from casewright.tools.calls import ToolCall

        async def heard() -> ToolResult:
            # Inside the task: the runner's tasks share a context of their own.
            with heard_by(listener):
                return await self.executor.execute(ToolCall(str(uuid4()), "ask_matter", arguments), self.context())

        return self.wait(heard())

    def translate(self, words: str, consents: Sequence[str]) -> Translation:
        """Plain words as a query: by the chat model that is set, where ``consents`` allow to ask it; else by rules.

        Raises ``InvalidInput`` for a text without a word, ``BadSettings`` for a model that cannot be loaded.
        """
        from casewright.agents.document.plain_words_model import translate_by
        from casewright.iql.plain_words import translate

        choice = model_choice(self.settings)
        if choice is None or (choice.consent is not None and choice.consent not in consents):
            return translate(words)

        async def asked() -> Translation:
            model = load_chat_model(self.settings)
            assert model is not None, "it was chosen"
            try:
                return await translate_by(model, words)
            finally:
                await model.aclose()

        return self.wait(asked())

    def decide(self, request: str, decision: Decision) -> ToolResult:
        """Take this home's actor's decision on a call that waits; approved, it runs, and its result comes back."""
        return self.wait(self.executor.decide(request, decision, self.context()))

    def add_user(self, name: str, role: str, key_file: Path | None = None) -> tuple[Path, ToolResult]:
        """Make a key, write it into a personal file, and have ``add_user`` add whoever holds it.

        The file (default ``<home>/keys/NAME.key``) is the only place where the key stands; it is removed again where
        the call does not succeed. Raises ``InvalidInput`` for a name that is none and for a file that is there.
        """
        from casewright.adapters.vault.personal_keys import write_personal
        from casewright.domain.people import is_user_name
        from casewright.tools.calls import Status
        from casewright.tools.user_keys import KEY_BYTES, hash_key, write_key

        if not is_user_name(name):
            raise InvalidInput(f"{name!r} is no user's name: use 1 to 63 of a-z, 0-9, dot, dash and underscore")
        path = key_file or self.settings.personal_keys / f"{name}.key"
        key = secrets.token_bytes(KEY_BYTES)
        write_personal(path, write_key(key))
        result = self.call("add_user", {"name": name, "role": role, "key_hash": hash_key(key)})
        # Where the user may be there after all, the key must be, too; a key of nobody opens nothing.
        if result.status not in (Status.SUCCESS, Status.TIMEOUT, Status.UNKNOWN_OUTCOME):
            path.unlink(missing_ok=True)
        return path, result

    def wait(self, work: Coroutine[object, object, T]) -> T:
        """Run a coroutine of this home's to its end. Ctrl-C cancels it and raises ``KeyboardInterrupt``."""
        return self._runner.run(work)

    def verify_audit(self, expected: Head | None = None, held: Sequence[Checkpoint] = ()) -> Proof:
        """Walk the tenant's audit chain and hold it to every stored checkpoint, and to ``held`` ones kept elsewhere."""
        from casewright.adapters.vault.signing import verify
        from casewright.audit.proof import prove

        proofs, tenant = self._parts.proofs, self.actor.tenant
        checkpoints = [*proofs.checkpoints.all(tenant), *held]
        return prove(proofs.log, tenant, checkpoints, proofs.keys.public_keys(), verify, expected=expected)

    def export_place(self, filename: str) -> Path:
        """Where the file is that ``export_audit`` wrote under this name."""
        return self._parts.proofs.exports.folder(self.actor.tenant) / filename

    def close(self) -> None:
        """Let go of everything; what was acknowledged is on disk."""
        self._runner.run(self._parts.assistant.disconnect())
        self._parts.close()
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


def load_chat_model(settings: Settings, role: ModelRole = "assistant") -> ProviderChat | None:
    """The chat model that the settings name for a role, "assistant" or "reasoner"; None where they name none.

    Nothing is sent until it is asked; ``choice.consent`` says what a matter's consent has to name before that. Raises
    ``BadSettings`` saying what to set or install. Tracing by LangChain's libraries is off in this process from here on.
    """
    from casewright.adapters.models.chat_model import chat_model

    choice = model_choice(settings, role)
    if choice is None:
        return None
    return chat_model(choice, timeout=settings.model_timeout, max_tokens=settings.model_max_tokens)


def model_choice(settings: Settings, role: ModelRole = "assistant") -> ModelChoice | None:
    """Which chat model the settings name for a role, None where they name none. Raises ``BadSettings``."""
    from casewright.adapters.models.choice import choose

    given = settings.chat_model(role)
    if given.spec is None:
        return None
    return choose(given.spec, role=role, key=given.key, base_url=given.base_url, usual_keys=given.usual_keys)


def load_measured(folder: Path | None = None) -> list[MeasuredEmbedded]:
    """The shipped model for an evaluation, the model of this folder, or each model in the folder's own folders.

    Raises ``InvalidInput`` for a folder that holds none, ``IntegrityError`` for a damaged model.
    """
    from casewright.adapters.scoring.measured import MeasuredEmbedded

    if folder is None:
        return [MeasuredEmbedded.from_folder()]
    if (folder / "embedded.json").exists():
        return [MeasuredEmbedded.from_folder(folder)]
    found = sorted(path.parent for path in folder.glob("*/embedded.json"))
    if not found:
        raise InvalidInput(
            f"{str(folder)!r} holds no models: give a folder with an embedded.json, or one whose folders each hold one."
        )
    return [MeasuredEmbedded.from_folder(path) for path in found]


def load_encoder(folder: Path) -> Encoder:
    """The encoder in a folder. Raises ``IntegrityError`` where its files are missing or damaged."""
    from casewright.adapters.scoring.encoder import Encoder

    return Encoder.from_folder(folder)


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


def _person(settings: Settings, sign_in: SignIn) -> Actor:
    if settings.user_key is None:
        return local_user()
    from casewright.adapters.vault.personal_keys import read_personal

    return sign_in.actor(LOCAL_TENANT, read_personal(settings.user_key))


def shipped_policy() -> Mapping[str, str]:
    """The texts of the policy that comes with the package, by name."""
    root = files("casewright")
    return {name: root.joinpath(name).read_text(encoding="utf-8") for name in _FRAGMENTS}


def catalogue() -> tuple[Tool, ...]:
    """Every tool there is, over a temporary home."""
    return compiled_policy()[1]


def compiled_policy(file: Path | None = None) -> tuple[Policy, tuple[Tool, ...]]:
    """The policy of this file, checked like at a start, and every tool there is; touches no home.

    Left out: the policy that is set, or the shipped one. Raises ``BadPolicy`` saying what is wrong with it.
    """
    from casewright.config import read_settings

    with TemporaryDirectory(prefix="casewright-") as folder:
        settings = read_settings(home=folder, policy=file).model_copy(update={"database_url": None})
        parts = _open_parts(settings)
        try:
            return parts.policy, tuple(parts.registry.tools.values())
        finally:
            parts.close()


def _open_parts(settings: Settings, model: BaseChatModel | None = None) -> _Parts:
    from casewright.adapters.blobs.local import LocalBlobs
    from casewright.adapters.database.approvals import SqlApprovals
    from casewright.adapters.database.consents import SqlConsents
    from casewright.adapters.database.documents import SqlDocuments
    from casewright.adapters.database.effects import SqlEffects
    from casewright.adapters.database.journal import SqlJournal
    from casewright.adapters.database.matters import SqlMatters
    from casewright.adapters.database.people import SqlParticipants, SqlUsers
    from casewright.adapters.database.queries import SqlQueries
    from casewright.adapters.database.templates import SqlTemplates
    from casewright.adapters.database.threads import SqlThreads
    from casewright.adapters.vault.key_files import kept_key
    from casewright.policy.catalogue import known_tools
    from casewright.tools.executor import Executor
    from casewright.tools.registry import Registry
    from casewright.tools.sign_in import SignIn
    from casewright.tools.visibility import Visibility

    key = kept_key(settings.key_file)
    signing = _signing_keys(settings)
    policy = _policy(settings)
    database = _open_database(settings)
    clock = SystemClock()
    proofs = _proofs(settings, database, signing, clock)
    matters, documents = SqlMatters(database), SqlDocuments(database)
    users, participants = SqlUsers(database), SqlParticipants(database)
    approvals, journal = SqlApprovals(database), SqlJournal(database)
    effects = SqlEffects(database, proofs.log, now=clock.now)
    effects.recover()
    blobs, reader = LocalBlobs(settings.blob_folder), load_reader()
    threads = SqlThreads(database)
    assistant = _Assistant(settings, threads, clock, model)
    templates = SqlTemplates(database)
    scores = _embedded_scores(database, settings.score_cache_mb)
    asked = _AskedScores(scores) if settings.scorer == "embedded" else _isaacus_scores(settings, database, clock)
    consents = SqlConsents(database)
    words = _words(database)
    search = _passage_search(documents, words)
    registry = Registry(
        [
            *_question_tools(assistant, matters, documents, threads),
            *_tools(matters, participants, documents, blobs, reader, scores, words, clock),
            *_search_tools(documents, search, scores),
            *_query_tools(documents, asked, templates, scores),
            *_saved_query_tools(SqlQueries(database), clock),
            *_consent_tools(consents, clock),
            *_people_tools(matters, participants, users, clock, policy),
            *_template_tools(templates, scores, clock),
            *_call_tools(approvals, journal, proofs.log, Visibility(matters, participants)),
            *_audit_tools(proofs),
        ]
    )
    policy.require_known(known_tools(registry.names))
    executor = Executor(
        registry,
        policy=policy,
        audit=proofs.log,
        clock=clock,
        matters=matters,
        participants=participants,
        users=users,
        key=key,
        approvals=approvals,
        journal=journal,
        effects=effects,
        consents=consents,
    )
    assistant.governed = (executor, registry, policy)
    sign_in = SignIn(users=users, audit=proofs.log, clock=clock, policy_hash=policy.hash)
    return _Parts(database, proofs, blobs, reader, registry, policy, executor, sign_in, assistant, asked)


def _tools(
    matters: MatterStore,
    participants: ParticipantStore,
    documents: DocumentStore,
    blobs: BlobStore,
    reader: DocumentReader,
    scores: ClauseScores,
    words: WordSearch,
    clock: Clock,
) -> list[Tool]:
    from casewright.toolbox.documents.get_document_text import get_document_text
    from casewright.toolbox.documents.list_matter_documents import list_matter_documents
    from casewright.toolbox.matters.add_document import add_document
    from casewright.toolbox.matters.create_matter import create_matter
    from casewright.toolbox.matters.delete_document import delete_document
    from casewright.toolbox.matters.find_documents import find_documents
    from casewright.toolbox.matters.list_matters import list_matters
    from casewright.toolbox.matters.set_matter_status import set_matter_status
    from casewright.tools.visibility import Visibility

    return [
        create_matter(matters=matters, clock=clock),
        list_matters(visibility=Visibility(matters, participants)),
        set_matter_status(matters=matters, clock=clock),
        add_document(documents=documents, blobs=blobs, reader=reader, scores=scores, words=words, clock=clock),
        delete_document(documents=documents, blobs=blobs),
        find_documents(documents=documents),
        list_matter_documents(documents=documents),
        get_document_text(documents=documents),
    ]


def _search_tools(documents: DocumentStore, search: PassageSearch, scores: ClauseScores) -> list[Tool]:
    from casewright.adapters.answers.lazy import LazyReader
    from casewright.toolbox.documents.isaacus_classify import isaacus_classify
    from casewright.toolbox.documents.isaacus_extract import isaacus_extract
    from casewright.toolbox.documents.isaacus_search import isaacus_search

    return [
        isaacus_search(documents=documents, search=search),
        isaacus_extract(documents=documents, search=search, reader=LazyReader(_answer_reader)),
        # Fifteen statements over every chunk: by the embedded scorer, whatever queries are scored with.
        isaacus_classify(documents=documents, scores=scores),
    ]


def _query_tools(
    documents: DocumentStore, asked: _AskedScores, templates: TemplateStore, examples: ExampleScores
) -> list[Tool]:
    from casewright.toolbox.documents.estimate_query import estimate_query
    from casewright.toolbox.documents.isaacus_iql import MODELS, isaacus_iql

    models = dict.fromkeys(MODELS, asked.scores)
    return [
        isaacus_iql(
            documents=documents, models=models, templates=templates, examples=examples, providers=asked.providers
        ),
        estimate_query(documents=documents, scores=asked.scores, templates=templates),
    ]


def _consent_tools(consents: ConsentStore, clock: Clock) -> list[Tool]:
    from casewright.toolbox.matters.grant_provider_consent import grant_provider_consent
    from casewright.toolbox.matters.list_provider_consents import list_provider_consents
    from casewright.toolbox.matters.revoke_provider_consent import revoke_provider_consent

    return [
        grant_provider_consent(consents=consents, clock=clock),
        revoke_provider_consent(consents=consents),
        list_provider_consents(consents=consents),
    ]


def _question_tools(
    assistant: _Assistant, matters: MatterStore, documents: DocumentStore, threads: ThreadStore
) -> list[Tool]:
    from casewright.toolbox.documents.ask_matter import ask_matter
    from casewright.toolbox.documents.list_threads import list_threads

    return [
        ask_matter(
            assistant=assistant,
            matters=matters,
            documents=documents,
            threads=threads,
            providers=assistant.providers,
        ),
        list_threads(assistant=assistant, threads=threads),
    ]


class _Assistant:
    """The document agent, put together when the first question is asked. Fits ``tools.ports.assistant.Assistant``."""

    governed: tuple[Executor, Registry, Policy]
    """Set once they are there: the agent's calls go through the same executor that runs it."""

    def __init__(self, settings: Settings, threads: ThreadStore, clock: Clock, model: BaseChatModel | None) -> None:
        self._settings = settings
        self._threads = threads
        self._clock = clock
        self._model = model
        self._provider: ProviderChat | None = None
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    @property
    def providers(self) -> tuple[str, ...]:
        """Those that the set model sends text to; none for the embedded mind and for a model that was handed in."""
        try:
            choice = None if self._model is not None else model_choice(self._settings)
        except BadSettings:
            return ()  # such a model sends nothing: the first question says what is wrong with the setting
        return () if choice is None or choice.consent is None else (choice.consent,)

    async def ask(self, question: Question) -> dict[str, Any]:
        """The answer to a question."""
        return await self._agent.ask(question)

    async def history(self, thread: Thread) -> Sequence[dict[str, Any]]:
        """The thread's questions and answers."""
        return await self._agent.history(thread)

    async def disconnect(self) -> None:
        """Close the connections to the model's provider, where there are any."""
        if self._provider is not None:
            await self._provider.aclose()

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    @cached_property
    def _agent(self) -> DocumentAgent:
        from casewright.agents.document.agent import DocumentAgent
        from casewright.agents.document.budget import Budget

        settings = self._settings
        self._checkpoints = _checkpoints(settings)
        mind, called = self._mind()
        return DocumentAgent(
            mind=mind,
            called=called,
            executor=self.governed[0],
            checkpoints=self._checkpoints,
            threads=self._threads,
            clock=self._clock,
            new_id=lambda: str(uuid4()),
            budget=Budget(
                tokens=settings.matter_tokens,
                dollars=settings.matter_dollars,
                input_price=settings.assistant_input_price,
                output_price=settings.assistant_output_price,
            ),
        )

    def _mind(self) -> tuple[Mind, str]:
        from casewright.agents.document.calling import ROLE
        from casewright.agents.document.graph import Mind
        from casewright.tools.calls import SafetyLevel
        from casewright.tools.schemas import export

        _, registry, policy = self.governed
        tools = registry.select(role=ROLE, policy=policy)
        model, called, bare = self._chosen()
        mind = Mind(
            model=model,
            instructions=files("casewright").joinpath(_PROMPT).read_text(encoding="utf-8"),
            tools=[export(tool, "openai") for tool in tools],
            bare=bare,
            changes=frozenset(tool.name for tool in tools if tool.safety_level is not SafetyLevel.SAFE),
        )
        return mind, called

    def _chosen(self) -> tuple[BaseChatModel, str, bool]:
        """The model, what answers call it, and whether it reads results without boundaries."""
        if self._model is not None:
            return self._model, type(self._model).__name__, False
        self._provider = load_chat_model(self._settings)
        if self._provider is not None:
            return self._provider, self._provider.choice.name, False
        from casewright.agents.document.minds.assistant import RuleBasedAssistant

        return RuleBasedAssistant(), "rules, no language model", True


def _checkpoints(settings: Settings) -> SqliteCheckpoints | PostgresCheckpoints:
    if settings.database_url is not None and not settings.database_url.startswith("sqlite"):
        from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints

        # The driver's own address: without the name of the driver that SQLAlchemy's may have.
        _, separator, rest = settings.database_url.partition("://")
        return PostgresCheckpoints(f"postgresql{separator}{rest}")
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints

    return SqliteCheckpoints(settings.checkpoint_file, busy_timeout=settings.busy_timeout)


def _saved_query_tools(queries: QueryStore, clock: Clock) -> list[Tool]:
    from casewright.toolbox.matters.list_saved_queries import list_saved_queries
    from casewright.toolbox.matters.save_query import save_query

    return [save_query(queries=queries, clock=clock), list_saved_queries(queries=queries)]


def _people_tools(
    matters: MatterStore, participants: ParticipantStore, users: UserStore, clock: Clock, policy: Policy
) -> list[Tool]:
    from casewright.toolbox.people.add_user import add_user
    from casewright.toolbox.people.deactivate_user import deactivate_user
    from casewright.toolbox.people.list_participants import list_participants
    from casewright.toolbox.people.list_users import list_users
    from casewright.toolbox.people.share_matter import share_matter
    from casewright.toolbox.people.unshare_matter import unshare_matter

    return [
        add_user(users=users, clock=clock, roles=policy.people),
        list_users(users=users),
        deactivate_user(users=users),
        share_matter(matters=matters, participants=participants, users=users),
        unshare_matter(matters=matters, participants=participants),
        list_participants(matters=matters, participants=participants),
    ]


def _template_tools(templates: TemplateStore, examples: ExampleScores, clock: Clock) -> list[Tool]:
    from casewright.toolbox.templates.define_template import define_template
    from casewright.toolbox.templates.list_templates import list_templates
    from casewright.toolbox.templates.remove_template import remove_template
    from casewright.toolbox.templates.show_template import show_template
    from casewright.toolbox.templates.train_template import train_template

    return [
        define_template(templates=templates, examples=examples, clock=clock),
        train_template(templates=templates, examples=examples, clock=clock),
        list_templates(templates=templates, examples=examples),
        show_template(templates=templates, examples=examples),
        remove_template(templates=templates),
    ]


def _audit_tools(proofs: _Proofs) -> list[Tool]:
    from casewright.toolbox.matters.checkpoint_audit import checkpoint_audit
    from casewright.toolbox.matters.export_audit import export_audit
    from casewright.toolbox.matters.read_audit import read_audit
    from casewright.toolbox.matters.rotate_audit_key import rotate_audit_key

    return [
        read_audit(audit=proofs.log),
        checkpoint_audit(checkpoints=proofs.log),
        export_audit(exports=proofs.exports),
        rotate_audit_key(keys=proofs.keys, checkpoints=proofs.log),
    ]


def _signing_keys(settings: Settings) -> AuditKeys:
    from casewright.adapters.vault.signing import AuditKeys

    given = settings.audit_signing_key
    return AuditKeys(settings.audit_key_folder, given=None if given is None else given.get_secret_value())


def _proofs(settings: Settings, database: Database, keys: AuditKeys, clock: Clock) -> _Proofs:
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.checkpoints import SqlCheckpoints
    from casewright.adapters.exports.audit_zip import AuditZips

    checkpoints = SqlCheckpoints(database, signer=keys.current, now=clock.now, every=settings.checkpoint_every)
    log = SqlAuditLog(database, durability=settings.audit_durability, checkpoints=checkpoints)
    exports = AuditZips(settings.export_folder, log=log, checkpoints=checkpoints.all, keys=keys.public_keys)
    return _Proofs(log, checkpoints, keys, exports)


def _call_tools(approvals: ApprovalStore, journal: CallJournal, audit: AuditLog, visibility: Visibility) -> list[Tool]:
    from casewright.toolbox.matters.list_approvals import list_approvals
    from casewright.toolbox.matters.list_unresolved_calls import list_unresolved_calls
    from casewright.toolbox.matters.resolve_call import resolve_call

    return [
        list_approvals(approvals=approvals, visibility=visibility),
        list_unresolved_calls(audit=audit, journal=journal),
        resolve_call(audit=audit, journal=journal),
    ]


@dataclass(frozen=True, slots=True)
class _AskedScores:
    """What queries are scored with, whom that sends text to, and how it is let go of."""

    scores: ClauseScores
    providers: tuple[str, ...] = ()
    close: Callable[[], None] = lambda: None


def _isaacus_scores(settings: Settings, database: Database, clock: Clock) -> _AskedScores:
    from casewright.adapters.scoring.lazy import LazyScores

    opened: list[Callable[[], None]] = []

    def load() -> ClauseScores:
        from casewright.adapters.database.score_cache import SqlScoreCache
        from casewright.adapters.database.spend import SqlSpendLedger
        from casewright.adapters.scoring.paid import BoughtScores

        try:
            from casewright.adapters.scoring.isaacus.client import IsaacusClient
            from casewright.adapters.scoring.isaacus.scorer import IsaacusScorer
            from casewright.adapters.scoring.isaacus.spend import Spending
        except ModuleNotFoundError as error:
            raise BadSettings("its client library is missing: pip install 'casewright[isaacus]'") from error
        if settings.isaacus_api_key is None:
            raise BadSettings("there is no API key: put yours into CASEWRIGHT_ISAACUS_API_KEY")
        client = IsaacusClient(
            key=settings.isaacus_api_key.get_secret_value(), base_url=settings.isaacus_base_url, now=clock.now
        )
        opened.append(client.close)
        ledger = SqlSpendLedger(database)

        def purse(tenant: TenantId) -> Spending:
            caps = (settings.isaacus_query_tokens, settings.isaacus_month_tokens)
            return Spending(tenant, ledger, per_query=caps[0], per_month=caps[1], now=clock.now)

        return BoughtScores(
            IsaacusScorer(client, base_url=settings.isaacus_base_url),
            SqlScoreCache(database, megabytes=settings.score_cache_mb),
            purse,
        )

    def close() -> None:
        for let_go in opened:
            let_go()

    return _AskedScores(LazyScores(load), ("isaacus",), close)


def _embedded_scores(database: Database, megabytes: float) -> LazyEmbeddedScores:
    """The embedded scorer with its caches in the database."""
    from casewright.adapters.scoring.lazy import LazyEmbeddedScores

    def load() -> CachedScores:
        from casewright.adapters.database.feature_store import SqlFeatureStore
        from casewright.adapters.database.score_cache import SqlScoreCache
        from casewright.adapters.scoring.cached import CachedScores

        cache = SqlScoreCache(database, megabytes=megabytes)
        return CachedScores(load_scorer(), cache, SqlFeatureStore(database))

    return LazyEmbeddedScores(load)


def _words(database: Database) -> WordSearch:
    """Search by words over the database; the rules of languages load when a word is first stemmed."""
    from casewright.adapters.search.lazy import LazyWords

    def load() -> WordSearch:
        from casewright.adapters.database.word_store import SqlWordStore
        from casewright.adapters.search.word_shares import WordShares

        return WordShares(SqlWordStore(database))

    return LazyWords(load)


def _answer_reader() -> AnswerReader:
    from casewright.adapters.answers.reader import RuleReader

    return RuleReader()


def _passage_search(documents: DocumentStore, words: WordSearch) -> PassageSearch:
    from casewright.adapters.scoring.lazy import LazyScorer
    from casewright.toolbox.documents.passages import PassageSearch

    return PassageSearch(documents, words, reranker=LazyScorer(load_scorer))


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


def _policy(settings: Settings) -> Policy:
    from casewright.policy.policy import compile_policy

    if settings.policy is None:
        fragments = shipped_policy()
    else:
        try:
            fragments = {str(settings.policy): settings.policy.read_text(encoding="utf-8")}
        except (OSError, UnicodeDecodeError) as error:
            raise BadPolicy(f"the policy file {str(settings.policy)!r} cannot be read: {error}") from error
    return compile_policy(fragments)


def _make_folder(home: Path) -> None:
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSettings(f"the home folder {str(home)!r} cannot be made: {error.strerror}; choose another") from error
