"""What tools are made of: all that a toolkit may take from an open home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from casewright.bootstrap.asked_scores import asked_scores
from casewright.bootstrap.clock import SystemClock
from casewright.bootstrap.governed import Governed
from casewright.bootstrap.policies import load_policy
from casewright.bootstrap.proofs import open_proofs, signing_keys
from casewright.bootstrap.reading import load_reader
from casewright.bootstrap.scores import embedded_scores, one_scorer
from casewright.bootstrap.searching import passage_search, word_search
from casewright.bootstrap.storage import open_database, open_stores
from casewright.bootstrap.vault import open_vault

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AsyncExitStack, ExitStack

    from langchain_core.language_models import BaseChatModel

    from casewright.adapters.blobs.held import HeldBlobs
    from casewright.adapters.database.engine import Database
    from casewright.adapters.ingest.reader import FileReader
    from casewright.adapters.scoring.lazy import LazyEmbeddedScores
    from casewright.agents.cases.mind import CaseMinds
    from casewright.agents.debate.mind import Mind
    from casewright.bootstrap.asked_scores import AskedScores
    from casewright.bootstrap.proofs import Proofs
    from casewright.bootstrap.storage import Stores
    from casewright.bootstrap.vault import Vault
    from casewright.config import Settings
    from casewright.domain.debates import AgentRole
    from casewright.policy.policy import Policy
    from casewright.toolbox.documents.passages import PassageSearch
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.search import WordSearch


Minds: TypeAlias = "Mapping[str, Mapping[AgentRole, Mind]]"
"""By the name that a debate asks for them by, one for each role."""


@dataclass(frozen=True, slots=True)
class Materials:
    """What is there before the tools are. What a toolkit alone needs, it opens itself."""

    settings: Settings
    policy: Policy
    clock: Clock
    database: Database
    stores: Stores
    proofs: Proofs
    vault: Vault
    blobs: HeldBlobs
    reader: FileReader
    scores: LazyEmbeddedScores
    """By the embedded model, whatever queries are scored with."""
    asked: AskedScores
    words: WordSearch
    search: PassageSearch
    governed: Governed
    """Filled after the tools are made: for agents, whose calls go through the executor that runs them."""
    minds: Minds
    """Minds of debates that were handed in."""
    chat_model: BaseChatModel | None
    """One that was handed in, to be asked in place of the assistant that is set."""
    case_minds: CaseMinds | None
    """Minds of cases that were handed in, in place of those that the settings name."""
    closing: ExitStack
    """Takes what has to be let go of when the home is closed, the last opened first."""
    disconnecting: AsyncExitStack
    """Takes what has to be awaited before that: connections of the event loop's."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What thinks here and was handed in by whoever opened the home."""

    chat_model: BaseChatModel | None
    minds: Minds
    case_minds: CaseMinds | None


def open_materials(
    settings: Settings, handed_in: HandedIn, closing: ExitStack, disconnecting: AsyncExitStack
) -> Materials:
    """Open what the settings name; ``closing`` and ``disconnecting`` get what lets go of it."""
    from casewright.adapters.blobs.held import HeldBlobs
    from casewright.adapters.blobs.opening import open_blobs

    signing = signing_keys(settings)
    policy = load_policy(settings)
    database = open_database(settings)
    closing.callback(database.close)
    vault = open_vault(settings, database)
    clock = SystemClock()
    proofs = open_proofs(settings, database, signing, clock)
    closing.callback(proofs.log.close)
    stores = open_stores(database)
    scorer = one_scorer()
    scores = embedded_scores(database, settings.score_cache_mb, scorer)
    asked = asked_scores(settings, database, clock, scores)
    closing.callback(asked.close)
    words = word_search(database)
    return Materials(
        settings=settings,
        policy=policy,
        clock=clock,
        database=database,
        stores=stores,
        proofs=proofs,
        vault=vault,
        blobs=HeldBlobs(open_blobs(settings.blob_place)),
        reader=load_reader(),
        scores=scores,
        asked=asked,
        words=words,
        search=passage_search(stores.documents, words, database, scorer),
        governed=Governed(),
        minds=handed_in.minds,
        chat_model=handed_in.chat_model,
        case_minds=handed_in.case_minds,
        closing=closing,
        disconnecting=disconnecting,
    )
