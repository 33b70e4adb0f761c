"""The object that stands for an open home: every act on it goes through one call."""

from __future__ import annotations

import asyncio
import logging
import secrets
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Self, TypeVar

from casewright.bootstrap.home_folder import make_home
from casewright.bootstrap.local_actors import person
from casewright.bootstrap.materials import HandedIn, Minds, Own
from casewright.bootstrap.opening import open_parts
from casewright.bootstrap.session import Session
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence
    from types import ModuleType, TracebackType

    from langchain_core.language_models import BaseChatModel

    from casewright.adapters.blobs.held import HeldBlobs
    from casewright.agents.cases.events import TurnEvent
    from casewright.agents.cases.mind import CaseMinds
    from casewright.agents.debate.events import DebateEvent
    from casewright.agents.document.events import AnswerEvent
    from casewright.agents.streaming import Listener
    from casewright.audit.chain import Head
    from casewright.audit.checkpoint import Checkpoint
    from casewright.audit.proof import Proof
    from casewright.bootstrap.opening import Parts
    from casewright.bootstrap.workspace import Workspace
    from casewright.config import Settings
    from casewright.domain.actors import Actor
    from casewright.domain.ids import BlobId, DocumentId, MatterId
    from casewright.iql.plain_words import Translation
    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.decisions import ApprovalHandler, Decision
    from casewright.tools.definition import Tool
    from casewright.tools.gates.gate import Gate
    from casewright.tools.hooks import Hook
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.scoring import Scorer
    from casewright.tools.ports.telemetry import Telemetry

E = TypeVar("E")
T = TypeVar("T")
_log = logging.getLogger("casewright.masking")
_OLDER_MASKING = (
    "%d cases have texts that were masked by older rules, which left names that the rules of today mask: "
    "an ADMIN masks them again with 'casewright case remask'"
)


class Casewright:
    """An open home: every act on it goes through ``call``.

    Use as a context manager, or ``close`` it. ``call`` is for synchronous code; where an event loop runs,
    ``await`` the ``executor`` itself.
    """

    def __init__(self, settings: Settings, parts: Parts, actor: Actor) -> None:
        self.settings = settings
        self.actor = actor
        self.registry = parts.registry
        self.policy = parts.materials.policy
        self.executor = parts.executor
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
        minds: Minds = MappingProxyType({}),
        case_minds: CaseMinds | None = None,
        model: Path | None = None,
        clock: Clock | None = None,
        tools: Sequence[Tool] = (),
        rules: str = "",
        gates: Sequence[Gate] = (),
        hooks: Sequence[Hook] = (),
        telemetry: Telemetry | None = None,
        scorer: Scorer | None = None,
        stores: Mapping[str, object] = MappingProxyType({}),
        migrate: bool | None = None,
        corpora: bool = False,
    ) -> Self:
        """Open a home folder, made where it is missing, with its database and policy.

        Calls are made by ``actor``; left out, by the user whose personal key file is ``user_key`` (or the setting of
        that name), in the role that is stored; without either, by the operating system's user, role ADMIN, tenant
        ``local``. ``assistant`` is a chat model to answer questions with, in place of the one that is set; ``minds``
        can be asked for in debates, by their names; ``case_minds`` think in cases in place of those that are set;
        ``model`` is the folder of a model to score and read with in place of the shipped one; ``clock`` tells the time
        in place of the machine's.

        ``tools`` of your own are called, approved and recorded as the shipped ones are; ``rules`` is the text of a
        policy for them (TOML), added to the one that is set. ``gates`` and ``hooks`` are an ``Executor``'s.
        ``telemetry`` watches calls; left out, OpenTelemetry's providers do that this process has set, if any. Queries
        are scored by ``scorer`` in place of the one that is set; ``stores`` are kept elsewhere, by name. ``migrate``
        says whether a PostgreSQL database is brought up to date where its schema is behind; left out, it is where the
        settings name no owner of it. The home's own is in any case. With ``corpora`` runs over corpora read and write
        wherever they are told to; left out, where the setting ``bulk_places`` lets them.

        Raises ``Refused`` for a key that is not an active user's, ``BadSettings``, ``BadPolicy``,
        ``BadToolDefinition`` for a tool whose name is taken, ``Unavailable``, ``SchemaTooNew`` or ``IntegrityError``.
        """
        from casewright.config import read_settings

        settings = read_settings(home=home, user_key=user_key)
        make_home(settings.home)
        if migrate is None:
            migrate = settings.database_owner_url is None
        own = Own(tuple(tools), rules, tuple(gates), tuple(hooks), telemetry, scorer, stores)
        parts = open_parts(settings, HandedIn(assistant, minds, case_minds, actor, model, clock, own, migrate, corpora))
        try:
            return cls(settings, parts, actor or person(settings, parts.sign_in))
        except BaseException:
            parts.close()
            raise

    @property
    def parts(self) -> Parts:
        """What the home is made of, for a door that serves others."""
        return self._parts

    @property
    def blobs(self) -> HeldBlobs:
        """The original bytes of documents."""
        return self._parts.materials.blobs

    @property
    def formats(self) -> Sequence[str]:
        """The endings of files that can be read."""
        return self._parts.materials.reader.extensions()

    def holds_files(self, data: bytes, filename: str) -> bool:
        """Whether ``open_container`` may take files out of it: an archive, or an e-mail with attachments."""
        return self._parts.materials.reader.holds_files(data, filename)

    def session(self, matter: MatterId | None = None) -> Session:
        """This home's actor's work on it, for code on an event loop; ``matter`` confines it to that matter."""
        return Session(self._parts, self.actor, matter)

    def context(self, matter: MatterId | None = None) -> CallContext:
        """What this home's own calls are made within."""
        return self.session(matter).context()

    def call(
        self,
        tool: str,
        arguments: Mapping[str, object] | None = None,
        *,
        key: str | None = None,
        why: str | None = None,
        matter: MatterId | None = None,
    ) -> ToolResult:
        """Run one tool call and wait for its result; refusals and failures are results too.

        With ``key`` it runs once, however often it is called; ``why`` is shown to whoever has to approve it;
        ``matter`` confines it to that matter.
        """
        return self.wait(self.session(matter).call(tool, arguments, key=key, why=why))

    def find_matter(self, text: str, *, kind: str | None = None) -> MatterId:
        """The id of the matter that is meant by its id, its number or its title (``bootstrap.references``).

        Raises ``NotFound`` with the nearest ones, ``InvalidInput`` where several have that title.
        """
        from casewright.bootstrap.references import find_matter

        return find_matter(self.call, text, kind=kind)

    def find_document(self, matter: MatterId, text: str) -> DocumentId:
        """The id of the matter's document that is meant by its id or its file name. Raises as ``find_matter`` does."""
        from casewright.bootstrap.references import find_document

        return find_document(self.call, matter, text)

    def keep(self, matter: str, data: bytes) -> BlobId:
        """Keep bytes that are to become a document of the matter (``Session.keep``)."""
        return self.session().keep(matter, data)

    def lend(self, data: bytes) -> BlobId:
        """Keep bytes that a call reads and that become no document: within an hour, or they are removed again."""
        return self.session().lend(data)

    def ask(self, arguments: Mapping[str, object], listener: Listener[AnswerEvent] | None = None) -> ToolResult:
        """Ask a matter's documents (the tool ``ask_matter``); ``listener`` hears text and steps as they come."""
        from casewright.agents.document.events import AnswerEvent

        return self._heard("ask_matter", arguments, AnswerEvent, listener)

    def debate(
        self, tool: str, arguments: Mapping[str, object], listener: Listener[DebateEvent] | None = None
    ) -> ToolResult:
        """Hold or resume a debate (``run_debate``, ``resume_debate``); ``listener`` hears of what happens in it."""
        from casewright.agents.debate.events import DebateEvent

        return self._heard(tool, arguments, DebateEvent, listener)

    def converse(
        self, case_id: str, message: str | None = None, listener: Listener[TurnEvent] | None = None
    ) -> ToolResult:
        """Say something in a case (the tool ``message_case``), or have it go on; ``listener`` hears of each step."""
        from casewright.agents.cases.events import TurnEvent

        arguments = {"case_id": case_id} if message is None else {"case_id": case_id, "message": message}
        return self._heard("message_case", arguments, TurnEvent, listener)

    def _heard(
        self, tool: str, arguments: Mapping[str, object], kind: type[E], listener: Listener[E] | None
    ) -> ToolResult:
        # Heard inside the task: the runner's tasks share a context of their own.
        return self.wait(self.session().call_heard(tool, arguments, kind, listener))

    def translate(self, words: str, consents: Sequence[str]) -> Translation:
        """Plain words as a query: by the chat model that is set, where ``consents`` allow to ask it; else by rules.

        Raises ``InvalidInput`` for a text without a word, ``BadSettings`` for a model that cannot be loaded.
        """
        from casewright.agents.document.plain_words_model import translate_by
        from casewright.bootstrap.models import load_chat_model, model_choice
        from casewright.iql.plain_words import translate

        choice = model_choice(self.settings)
        if choice is None or (choice.consent is not None and choice.consent not in consents):
            return translate(words)

        async def asked() -> Translation:
            model = load_chat_model(self.settings, money=self._parts.materials.model_money)
            assert model is not None, "it was chosen"
            try:
                with acting_in(self.actor.tenant):
                    return await translate_by(model, words)
            finally:
                await model.aclose()

        return self.wait(asked())

    def decide(self, request: str, decision: Decision) -> ToolResult:
        """Take this home's actor's decision on a call that waits; approved, it runs, and its result comes back."""
        return self.wait(self.session().decide(request, decision))

    def payment_event(self, payload: bytes, signature: str) -> ToolResult:
        """Take a payment provider's message, as it came, with its signature; ``denied`` where it is not its own.

        Nothing but ``success`` is to be answered as taken: the provider then sends it again.
        """
        return self.wait(self._parts.payments.take(payload, signature))

    def add_user(self, name: str, role: str, key_file: Path | None = None) -> tuple[Path, ToolResult]:
        """Make a key, write it into a personal file, and have ``add_user`` add whoever holds it.

        The file (default ``<home>/keys/NAME.key``) is the only place where the key stands; it is removed again where
        the call does not succeed. Raises ``InvalidInput`` for a name that is none and for a file that is there.
        """
        from casewright.adapters.vault.personal_keys import write_personal
        from casewright.domain.people import require_user_name
        from casewright.tools.calls import Status
        from casewright.tools.user_keys import KEY_BYTES, hash_key, write_key

        require_user_name(name)
        path = key_file or self.settings.personal_keys / f"{name}.key"
        key = secrets.token_bytes(KEY_BYTES)
        write_personal(path, write_key(key))
        result = self.call("add_user", {"name": name, "role": role, "key_hash": hash_key(key)})
        # Where the user may be there after all, the key must be, too; a key of nobody opens nothing.
        if result.status not in (Status.SUCCESS, Status.TIMEOUT, Status.UNKNOWN_OUTCOME):
            path.unlink(missing_ok=True)
        return path, result

    def invite_user(self, name: str, role: str) -> tuple[str, ToolResult]:
        """Have ``invite_user`` invite somebody; the path of the link, whose secret stands nowhere else.

        Raises ``InvalidInput`` for a name that is none.
        """
        from casewright.domain.people import require_user_name
        from casewright.tools.credentials import JOIN_PATH, Credential, CredentialKind

        require_user_name(name)
        made = Credential.make(CredentialKind.INVITATION, self.actor.tenant)
        arguments = {"name": name, "role": role, "invitation_hash": made.hash}
        return JOIN_PATH + made.text, self.call("invite_user", arguments)

    def open_workspace(
        self,
        root: str | Path,
        *,
        approver: ApprovalHandler | None = None,
        package: ModuleType | None = None,
        policy: Path | None = None,
    ) -> Workspace:
        """A session of a developer's own tools over a project folder and this process (``bootstrap.workspace``)."""
        from casewright.bootstrap.workspace import Workspace

        return Workspace(
            self._parts,
            Path(root),
            actor=self.actor,
            wait=self.wait,
            approver=approver,
            package=package,
            policy=policy,
        )

    def wait(self, work: Coroutine[object, object, T]) -> T:
        """Run a coroutine of this home's to its end. Ctrl-C cancels it and raises ``KeyboardInterrupt``."""
        return self._runner.run(work)

    def verify_audit(self, expected: Head | None = None, held: Sequence[Checkpoint] = ()) -> Proof:
        """Walk the tenant's audit chain; hold it to all that is known of it, and to ``held`` checkpoints."""
        return self._parts.materials.proofs.verify(self.actor.tenant, expected, held)

    def warn_of_older_masking(self) -> None:
        """Log a warning where cases of the user's tenant have texts that older rules masked."""
        with acting_in(self.actor.tenant):
            older = self._parts.materials.case_stores.cases.masked_by_older_rules(self.actor.tenant)
        if older:
            _log.warning(_OLDER_MASKING, older)

    def export_place(self, filename: str) -> Path:
        """Where the file is that ``export_audit`` wrote under this name."""
        return self._parts.materials.proofs.exports.folder(self.actor.tenant) / filename

    def close(self) -> None:
        """Let go of everything; what was acknowledged is on disk."""
        self._runner.run(self._parts.disconnecting.aclose())
        self._parts.close()
        self._runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
