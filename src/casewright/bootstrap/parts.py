"""What is open while a home is open, and the order in which it is opened."""

from __future__ import annotations

from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.bootstrap.casework import case_documents, case_firewall
from casewright.bootstrap.materials import HandedIn, open_materials
from casewright.bootstrap.payments import open_entrance
from casewright.bootstrap.toolkits.collected import open_registry

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from casewright.adapters.blobs.held import HeldBlobs
    from casewright.adapters.database.effects import SqlEffects
    from casewright.adapters.ingest.reader import FileReader
    from casewright.agents.cases.mind import CaseMinds
    from casewright.bootstrap.materials import Materials, Minds
    from casewright.bootstrap.proofs import Proofs
    from casewright.config import Settings
    from casewright.policy.policy import Policy
    from casewright.tools.executor import Executor
    from casewright.tools.payment_entrance import PaymentEntrance
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.registry import Registry
    from casewright.tools.sign_in import SignIn


_NO_MINDS: Minds = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an open home that it is worked with by."""

    proofs: Proofs
    blobs: HeldBlobs
    entrance: DocumentFirewall
    reader: FileReader
    registry: Registry
    policy: Policy
    executor: Executor
    sign_in: SignIn
    payments: PaymentEntrance
    closing: ExitStack
    disconnecting: AsyncExitStack
    """To be closed first, on the event loop that the calls ran on."""

    def close(self) -> None:
        """Let go of everything; what was acknowledged is on disk."""
        self.closing.close()


def open_parts(
    settings: Settings,
    model: BaseChatModel | None = None,
    minds: Minds = _NO_MINDS,
    case_minds: CaseMinds | None = None,
) -> Parts:
    """Open what the settings name, with every tool.

    ``model`` answers questions in place of the one that is set; ``minds`` can be asked for in debates; ``case_minds``
    think in cases in place of those that are set.
    """
    closing, disconnecting = ExitStack(), AsyncExitStack()
    try:
        return _opened(settings, HandedIn(model, minds, case_minds), closing, disconnecting)
    except BaseException:
        closing.close()
        raise


def _opened(settings: Settings, handed_in: HandedIn, closing: ExitStack, disconnecting: AsyncExitStack) -> Parts:
    from casewright.adapters.vault.key_files import kept_key
    from casewright.tools.sign_in import SignIn

    key = kept_key(settings.key_file)
    materials = open_materials(settings, handed_in, closing, disconnecting)
    policy, proofs = materials.policy, materials.proofs
    effects = _recovered_effects(materials)
    registry = open_registry(materials)
    policy.require_known(registry.names)
    executor = _executor(materials, registry, effects, key)
    closing.callback(executor.close)
    closing.callback(materials.reader.close)  # before the executor, which waits for whoever still reads
    governed = materials.governed
    governed.executor, governed.registry, governed.policy = executor, registry, policy
    return Parts(
        proofs=proofs,
        blobs=materials.blobs,
        entrance=case_documents(materials),
        reader=materials.reader,
        registry=registry,
        policy=policy,
        executor=executor,
        payments=open_entrance(materials, executor),
        sign_in=SignIn(users=materials.stores.users, audit=proofs.log, clock=materials.clock, policy_hash=policy.hash),
        closing=closing,
        disconnecting=disconnecting,
    )


def _recovered_effects(materials: Materials) -> SqlEffects:
    from casewright.adapters.database.effects import SqlEffects

    effects = SqlEffects(materials.database, materials.proofs.log, now=materials.clock.now)
    effects.recover()
    return effects


def _executor(materials: Materials, registry: Registry, effects: SqlEffects, key: bytes) -> Executor:
    from casewright.adapters.database.cases import SqlCases
    from casewright.adapters.database.support_tickets import SqlTickets
    from casewright.toolbox.support.paused_statuses import PausedStatuses
    from casewright.tools.executor import Executor

    stores = materials.stores
    return Executor(
        registry,
        policy=materials.policy,
        audit=materials.proofs.log,
        clock=materials.clock,
        matters=stores.matters,
        participants=stores.participants,
        users=stores.users,
        key=key,
        approvals=stores.approvals,
        journal=stores.journal,
        effects=effects,
        consents=stores.consents,
        firewall=case_firewall(materials),
        cases=PausedStatuses(SqlCases(materials.database), SqlTickets(materials.database)),
    )
