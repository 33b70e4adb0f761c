"""What is open while a home is open, and the order in which it is opened."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.bootstrap.accounts import open_accounts
from casewright.bootstrap.catalogue import declare_tools
from casewright.bootstrap.clock import SystemClock
from casewright.bootstrap.firewall import case_firewall
from casewright.bootstrap.lazy import lazy
from casewright.bootstrap.local_actors import LOCAL_TENANT, local_user
from casewright.bootstrap.materials import Closing, HandedIn, Materials, Own
from casewright.bootstrap.outside import load_plans, payment_provider
from casewright.bootstrap.policies import load_policy
from casewright.bootstrap.proofs import open_proofs, secret_key
from casewright.bootstrap.stores import open_database
from casewright.bootstrap.telemetry import process_telemetry

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from casewright.adapters.database.effects import SqlEffects
    from casewright.config import Settings
    from casewright.toolbox.billing.payment_entrance import PaymentEntrance
    from casewright.toolbox.support.paused_statuses import PausedStatuses
    from casewright.tools.accounts import Accounts
    from casewright.tools.active_people import ActivePeople
    from casewright.tools.executor import Executor
    from casewright.tools.registry import Registry
    from casewright.tools.sign_in import SignIn


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an open home that it is worked with by."""

    materials: Materials
    registry: Registry
    executor: Executor
    people: ActivePeople
    sign_in: SignIn
    accounts: Accounts
    payments: PaymentEntrance
    closing: ExitStack

    @property
    def disconnecting(self) -> AsyncExitStack:
        """To be closed first, on the event loop that the calls ran on."""
        return self.materials.closing.awaited

    def close(self) -> None:
        """Let go of everything; what was acknowledged is on disk."""
        self.closing.close()


def open_parts(settings: Settings, handed_in: HandedIn | None = None) -> Parts:
    """Open what the settings name, and declare every tool. Tools and what stands behind them load when they are used.

    Raises ``BadSettings``, ``BadPolicy``, ``Unavailable``, ``SchemaTooNew``, ``Refused`` or ``IntegrityError``; nothing
    stays open then.
    """
    closing = ExitStack()
    try:
        return _open(settings, handed_in or HandedIn(), closing)
    except BaseException:
        closing.close()
        raise


def _open(settings: Settings, handed_in: HandedIn, closing: ExitStack) -> Parts:
    from casewright.tools.sign_in import SignIn

    key, policy = secret_key(settings), load_policy(settings, handed_in.own.rules)
    clock = handed_in.clock or SystemClock(recorded=lambda: proofs.last_recorded())
    database = open_database(settings, migrate=handed_in.migrate)
    closing.callback(database.close)
    proofs = open_proofs(settings, database, key, clock, policy.hash)
    closing.callback(proofs.log.close)
    proofs.notice_clock(clock)
    stages = Closing()
    materials = Materials(
        settings, policy, database=database, proofs=proofs, handed_in=handed_in, closing=stages, clock=clock
    )
    _check_what_is_set(materials)
    closing.enter_context(stages.parts)
    effects = _recover_effects(materials)
    _finish_removals(materials)
    registry = declare_tools(materials)
    for tool in handed_in.own.tools:
        registry.register(tool)
    policy.require_known(registry.names)
    people = _people(materials, handed_in)
    executor = _executor(materials, registry, effects, key, people, handed_in.own)
    closing.callback(executor.close)
    closing.enter_context(stages.readers)
    governed = materials.governed
    governed.executor, governed.registry, governed.policy = executor, registry, policy
    sign_in = SignIn(users=materials.stores.users, audit=proofs.log, clock=clock, policy_hash=policy.hash)
    return Parts(
        materials=materials,
        registry=registry,
        executor=executor,
        people=people,
        sign_in=sign_in,
        accounts=lazy(lambda: open_accounts(materials, sign_in)),
        payments=_payment_entrance(materials, executor),
        closing=closing,
    )


def _check_what_is_set(materials: Materials) -> None:
    """Find now what would otherwise fail in the middle of work: a vault whose key is missing, plans that are none."""
    if materials.settings.vault_key is not None or materials.stores.sealed_values.check_value() is not None:
        _ = materials.vault.keys
    if materials.settings.plans is not None:
        load_plans(materials.settings)


def _recover_effects(materials: Materials) -> SqlEffects:
    from casewright.adapters.database.effects import SqlEffects

    effects = SqlEffects(materials.database, materials.proofs.log, now=materials.clock.now)
    effects.recover()
    return effects


def _finish_removals(materials: Materials) -> None:
    """Remove what a process that is gone left half-written, and originals that it left to be removed."""
    from casewright.adapters.blobs.opening import open_blobs

    for place in (materials.settings.blob_place, materials.settings.draft_place):
        open_blobs(place).sweep()
    if materials.stores.original_removals.due(materials.clock.now()):
        materials.originals.finish()


def _executor(
    materials: Materials, registry: Registry, effects: SqlEffects, key: bytes, people: ActivePeople, own: Own
) -> Executor:
    from casewright.toolbox.cases.case_entry import CaseEntry
    from casewright.toolbox.cases.case_words import CASE_WORDS
    from casewright.toolbox.cases.payment_lock import PaymentLock
    from casewright.tools.executor import Executor

    def statuses() -> PausedStatuses:
        from casewright.toolbox.support.paused_statuses import PausedStatuses

        return PausedStatuses(materials.stores.cases, materials.stores.tickets)

    entry = CaseEntry(materials.stores.matters, materials.share(case_firewall), key)
    stores = materials.stores
    return Executor(
        registry,
        policy=materials.policy,
        audit=materials.proofs.log,
        clock=materials.clock,
        matters=stores.matters,
        participants=stores.participants,
        people=people,
        key=key,
        approvals=stores.approvals,
        journal=stores.journal,
        effects=effects,
        consents=stores.consents,
        ways=materials.ways,
        gates=[PaymentLock(lazy(statuses), entry.case_of), *own.gates],
        entry=entry,
        matter_words=[CASE_WORDS],
        hooks=own.hooks,
        telemetry=own.telemetry or process_telemetry(),
        threads=materials.settings.threads,
        admission="threads",
        sharing=materials.database.sharing,
        limits=stores.call_counts,
    )


def _people(materials: Materials, handed_in: HandedIn) -> ActivePeople:
    """Who may act: stored users, and whom the home was opened for."""
    from casewright.tools.active_people import ActivePeople

    users = materials.stores.known_users
    materials.closing.parts.callback(users.close)
    return ActivePeople(users, [local_user(), *([] if handed_in.actor is None else [handed_in.actor])])


def _payment_entrance(materials: Materials, executor: Executor) -> PaymentEntrance:
    """Where messages of who takes the money come in."""

    def load() -> PaymentEntrance:
        from casewright.toolbox.billing.payment_entrance import PaymentEntrance

        return PaymentEntrance(
            provider=materials.share(payment_provider),
            payments=materials.stores.payments,
            executor=executor,
            audit=materials.proofs.log,
            clock=materials.clock,
            policy_hash=materials.policy.hash,
            home=LOCAL_TENANT,
        )

    return lazy(load)
