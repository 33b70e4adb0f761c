"""What tools are made of: all that a toolkit may take from a home, each opened when it is first asked for."""

from __future__ import annotations

from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from casewright.bootstrap import scoring
from casewright.bootstrap.clock import SystemClock
from casewright.bootstrap.lazy import lazy, once
from casewright.bootstrap.scoring import (
    AskedScores,
    asked_scores,
    cached_scores,
    load_reader,
    own_scores,
    passage_search,
    word_search,
)
from casewright.bootstrap.stores import Stores
from casewright.bootstrap.vault import Vault, open_vault
from casewright.bootstrap.ways import provider_ways

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel

    from casewright.adapters.blobs.held import HeldBlobs
    from casewright.adapters.database.engine import Database
    from casewright.adapters.ingest.reader import FileReader
    from casewright.adapters.scoring.cached_scores import CachedScores
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.agents.cases.mind import CaseMinds
    from casewright.agents.debate.mind import Mind
    from casewright.bootstrap.proofs import Proofs
    from casewright.config import Settings
    from casewright.domain.actors import Actor
    from casewright.domain.debates import AgentRole
    from casewright.policy.policy import Policy
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.toolbox.deals.sight import Sight
    from casewright.toolbox.document_naming import DocumentNaming
    from casewright.toolbox.documents.originals import Originals
    from casewright.toolbox.documents.passages import PassageSearch
    from casewright.tools.definition import Tool
    from casewright.tools.executor import Executor
    from casewright.tools.gates.gate import Gate
    from casewright.tools.hooks import Hook
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.consents import Ways
    from casewright.tools.ports.scoring import Scorer
    from casewright.tools.ports.search import WordSearch
    from casewright.tools.ports.telemetry import Telemetry
    from casewright.tools.registry import Registry
    from casewright.tools.tenant_limits import Limits, ModelMoney, Storage
    from casewright.tools.visibility import Visibility

T = TypeVar("T")
Minds: TypeAlias = "Mapping[str, Mapping[AgentRole, Mind]]"
"""By the name that a debate asks for them by, one for each role."""


class Governed:
    """Set once they are there, before the first call: an agent's calls go through the same executor that runs it."""

    executor: Executor
    registry: Registry
    policy: Policy


@dataclass(frozen=True, slots=True)
class Own:
    """What who opened the home adds to it: tools, and what stands around every call."""

    tools: tuple[Tool, ...] = ()
    rules: str = ""
    """The text of a policy for the tools, added to the one that is set."""
    gates: tuple[Gate, ...] = ()
    hooks: tuple[Hook, ...] = ()
    telemetry: Telemetry | None = None
    scorer: Scorer | None = None
    """To score queries with, in place of the one that is set."""
    stores: Mapping[str, object] = field(default_factory=dict)
    """In place of the database's, by name (``bootstrap.stores.REPLACEABLE``)."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What was handed in by who opened the home: what thinks here, and for whom."""

    chat_model: BaseChatModel | None = None
    """To be asked in place of the assistant that is set."""
    minds: Minds = field(default_factory=dict)
    """Minds of debates, by name."""
    case_minds: CaseMinds | None = None
    """Minds of cases, in place of those that the settings name."""
    actor: Actor | None = None
    """Whom the home is opened for, where that is no stored user."""
    model: Path | None = None
    """The folder of a model to score and read with in place of the shipped one."""
    clock: Clock | None = None
    """The time, in place of the machine's: for what is played as of another day."""
    own: Own = field(default_factory=Own)
    migrate: bool = True
    """Whether a PostgreSQL database is brought up to date where its schema is behind."""
    corpora: bool = False
    """Whether runs over corpora read and write anywhere, and not only where the settings let them."""


@dataclass(frozen=True, slots=True)
class Closing:
    """What has to be let go of when the home is closed, whenever it was opened; in each, the last opened first."""

    awaited: AsyncExitStack = field(default_factory=AsyncExitStack)
    """First, on the event loop that the calls ran on: connections of the loop's."""
    readers: ExitStack = field(default_factory=ExitStack)
    """Before the executor, which waits for handlers that still read."""
    parts: ExitStack = field(default_factory=ExitStack)
    """After the executor: no handler uses them any more."""


class Materials:
    """What is there before the tools are. What a family alone needs, its toolkit opens itself."""

    def __init__(
        self,
        settings: Settings,
        policy: Policy,
        *,
        database: Database,
        proofs: Proofs,
        handed_in: HandedIn = HandedIn(),
        closing: Closing | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.settings = settings
        self.policy = policy
        self.database = database
        self.proofs = proofs
        self.minds = handed_in.minds
        self.chat_model = handed_in.chat_model
        self.case_minds = handed_in.case_minds
        self.closing = closing or Closing()
        self.clock: Clock = clock or SystemClock()
        self.stores = Stores(database, settings, handed_in.own.stores)
        self.governed = Governed()
        """Filled after the tools are declared: for agents, whose calls go through the executor that runs them."""
        self.model = handed_in.model
        self.corpora_anywhere = handed_in.corpora
        self.scorer = handed_in.own.scorer
        scorer = lazy(lambda: scoring.load_scorer(marks=settings.facts_at_ingest > 0, folder=handed_in.model))
        self.embedded: EmbeddedScorer = scorer
        """The embedded model, whose encoder reads facts as well."""
        self.scores: CachedScores = lazy(lambda: cached_scores(scorer, self.stores))
        """By the embedded model, whatever queries are scored with."""
        self.words: WordSearch = word_search(self.stores)
        self.search: PassageSearch = passage_search(self.stores, self.words, scorer)
        self._shared: dict[object, object] = {}
        self._sharing = RLock()

    def share(self, open_part: Callable[[Materials], T]) -> T:
        """What ``open_part`` opens, opened once however many tools are made of it."""
        with self._sharing:
            if open_part not in self._shared:
                self._shared[open_part] = open_part(self)
            # Kept under the function that made it.
            return cast("T", self._shared[open_part])

    @once
    def ways(self) -> Ways:
        """How providers are reached from here."""
        return provider_ways(self.settings)

    @once
    def vault(self) -> Vault:
        """Sealed personal data. Raises as ``open_vault`` does."""
        return open_vault(self.settings, self.stores)

    @once
    def blobs(self) -> HeldBlobs:
        """The original bytes of documents."""
        from casewright.adapters.blobs.counted import CountedBlobs
        from casewright.adapters.blobs.held import HeldBlobs
        from casewright.adapters.blobs.opening import open_blobs

        return HeldBlobs(CountedBlobs(open_blobs(self.settings.blob_place), self.storage))

    @once
    def drafts(self) -> BlobStore:
        """The drafts of cases."""
        from casewright.adapters.blobs.counted import CountedBlobs
        from casewright.adapters.blobs.opening import open_blobs

        return CountedBlobs(open_blobs(self.settings.draft_place), self.storage)

    @once
    def limits(self) -> Limits:
        """What holds for each tenant."""
        from casewright.tools.tenant_limits import Limits

        return Limits(self.stores.tenant_limits, self.settings.tenant_limits())

    @once
    def storage(self) -> Storage:
        """The room that tenants' originals and drafts take."""
        from casewright.tools.tenant_limits import Storage

        return Storage(self.limits, self.stores.stored_bytes)

    @once
    def model_money(self) -> ModelMoney:
        """What tenants spend on models."""
        from casewright.tools.tenant_limits import ModelMoney

        return ModelMoney(self.limits, self.stores.model_money, self.clock)

    @once
    def originals(self) -> Originals:
        """The originals of documents: kept, and removed."""
        from casewright.toolbox.documents.originals import Originals

        return Originals(self.blobs, self.stores.original_removals, self.clock)

    @once
    def reader(self) -> FileReader:
        """The reader of document files."""
        reader = load_reader(ocr_seconds=self.settings.ocr_seconds)
        self.closing.readers.callback(reader.close)
        return reader

    @once
    def naming(self) -> DocumentNaming:
        """Which documents words name."""
        from casewright.toolbox.document_naming import DocumentNaming

        return DocumentNaming(self.stores.documents)

    @once
    def asked(self) -> AskedScores:
        """What queries are scored with."""
        if self.scorer is not None:
            return own_scores(self.scorer, self.stores)
        return asked_scores(self.settings, self.stores, self.clock, self.scores, self.closing.parts, self.model_money)

    @once
    def visibility(self) -> Visibility:
        """Which matters the caller of a tool may see."""
        from casewright.tools.visibility import Visibility

        return Visibility(self.stores.matters, self.stores.participants)

    @once
    def deal_stores(self) -> DealStores:
        """What is kept of deals."""
        from casewright.toolbox.deals.deal_stores import DealStores

        stores = self.stores
        return DealStores(
            matters=stores.matters,
            documents=stores.documents,
            claims=stores.claims,
            defects=stores.defects,
            gates=stores.gates,
            calculations=stores.calculations,
            sources=stores.sources,
            assessments=stores.assessments,
            transaction=self.database,
            clock=self.clock,
            facts=stores.facts,
        )

    @once
    def sight(self) -> Sight:
        """Which claims and calculations the caller of a tool may see."""
        from casewright.toolbox.deals.sight import Sight

        return Sight(self.stores.claims, self.stores.calculations, self.visibility)

    @once
    def case_stores(self) -> CaseStores:
        """What is kept of cases."""
        from casewright.toolbox.cases.case_stores import CaseStores

        return CaseStores(
            matters=self.stores.matters,
            cases=self.stores.cases,
            parties=self.stores.parties,
            transaction=self.database,
            clock=self.clock,
        )
