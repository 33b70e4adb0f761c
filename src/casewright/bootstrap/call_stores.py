"""What the executor asks of every call: what waits for a person, what ran before, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import once

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.journal import CallJournal
    from casewright.tools.ports.limits import CallCounts, Rates
    from casewright.tools.ports.tenant_limits import LimitStore, MoneyLedger, StoredBytes


class CallStores:
    """Over a database. Each is opened, with the tables it needs, when it is first asked for."""

    _database: Database

    @once
    def approvals(self) -> ApprovalStore:
        """Calls that wait for a person."""
        from casewright.adapters.database.approvals import SqlApprovals

        return SqlApprovals(self._database)

    @once
    def journal(self) -> CallJournal:
        """Results of calls with an idempotency key."""
        from casewright.adapters.database.journal import SqlJournal

        return SqlJournal(self._database)

    @once
    def call_counts(self) -> CallCounts:
        """Calls that are counted against the limits of rounds."""
        from casewright.adapters.database.limits import SqlCallCounts

        return SqlCallCounts(self._database)

    @once
    def rates(self) -> Rates:
        """Requests that are counted against rates: in the database where several processes share it."""
        if self._database.dialect == "sqlite":
            from casewright.tools.memory_limits import MemoryRates

            return MemoryRates()
        from casewright.adapters.database.limits import SqlRates

        return SqlRates(self._database)

    @once
    def tenant_limits(self) -> LimitStore:
        """Limits that tenants have of their own."""
        from casewright.adapters.database.tenant_limits import SqlTenantLimits

        return SqlTenantLimits(self._database)

    @once
    def stored_bytes(self) -> StoredBytes:
        """What tenants' originals and drafts take."""
        from casewright.adapters.database.tenant_limits import SqlStoredBytes

        return SqlStoredBytes(self._database)

    @once
    def model_money(self) -> MoneyLedger:
        """What tenants spent on models."""
        from casewright.adapters.database.tenant_limits import SqlModelMoney

        return SqlModelMoney(self._database)
