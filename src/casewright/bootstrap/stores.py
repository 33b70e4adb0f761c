"""Where records are kept: SQLite in the home, or the PostgreSQL that is set."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.bootstrap.call_stores import CallStores
from casewright.bootstrap.lazy import once
from casewright.bootstrap.people_stores import PeopleStores
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.adapters.database.cases import SqlCases
    from casewright.adapters.database.engine import Database
    from casewright.adapters.database.sealed_values import SqlSealedValues
    from casewright.adapters.database.word_store import SqlWordStore
    from casewright.config import Settings
    from casewright.tools.ports.amendments import AmendmentStore
    from casewright.tools.ports.assessments import AssessmentStore
    from casewright.tools.ports.billing import GrantStore, PaymentStore, SubscriptionStore
    from casewright.tools.ports.calculations import CalculationStore
    from casewright.tools.ports.claims import ClaimStore
    from casewright.tools.ports.consents import ConsentStore
    from casewright.tools.ports.debates import DebateStore
    from casewright.tools.ports.defects import DefectStore
    from casewright.tools.ports.documents import DocumentStore, ThreadStore
    from casewright.tools.ports.evidence import EvidencePlaces, SourceStore
    from casewright.tools.ports.facts import FactStore
    from casewright.tools.ports.gates import GateStore
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.originals import OriginalRemovals
    from casewright.tools.ports.parties import BlindIndex, PartyStore, PersonNumbers
    from casewright.tools.ports.queries import QueryStore
    from casewright.tools.ports.removal import MatterRows
    from casewright.tools.ports.reviews import ColumnSetStore, ReviewStore
    from casewright.tools.ports.scoring import FeatureStore, ScoreCache, SpendLedger
    from casewright.tools.ports.support import PlanApprovals, TicketStore
    from casewright.tools.ports.templates import TemplateStore


REPLACEABLE = frozenset({"queries", "templates", "threads", "score_cache"})
"""Stores that nothing else is written with in one transaction."""
NO_STORES: Mapping[str, object] = MappingProxyType({})


def open_database(settings: Settings, *, migrate: bool = True) -> Database:
    """Open the database that the settings name, and bring its schema up to date; PostgreSQL's where ``migrate``.

    Raises ``Unavailable`` where it cannot be opened or its schema is behind, ``SchemaTooNew`` for one of a later
    version.
    """
    from casewright.adapters.database.engine import open_database as open_engine

    database = open_engine(
        settings.database_url or settings.database_file,
        busy_timeout=settings.busy_timeout,
        max_page_count=settings.database_pages,
        connections=settings.database_connections,
    )
    try:
        if database.schema_state() != "current":
            if database.dialect == "postgresql" and not migrate:
                from casewright.adapters.database.revision import too_old

                raise too_old(database.name, database.revision())
            from casewright.bootstrap.migration import migrate_database

            migrate_database(settings, database)
    except BaseException:
        database.close()
        raise
    return database


class Stores(CallStores, PeopleStores):
    """Every store, over a database. Each is opened, with the tables it needs, when it is first asked for.

    ``own`` stand in place of the database's, by name. Raises ``BadSettings`` for one that cannot.
    """

    def __init__(self, database: Database, settings: Settings, own: Mapping[str, object] = NO_STORES) -> None:
        super().__init__(database, settings)
        strange = sorted(set(own) - REPLACEABLE)
        if strange:
            known = ", ".join(sorted(REPLACEABLE))
            raise BadSettings(f"stores={{{strange[0]!r}: …}}: only {known} may be kept elsewhere; take it out")
        vars(self).update(own)

    @once
    def matters(self) -> MatterStore:
        """Matters."""
        from casewright.adapters.database.matters import SqlMatters

        return SqlMatters(self._database)

    @once
    def consents(self) -> ConsentStore:
        """Consents that text is sent to a provider."""
        from casewright.adapters.database.consents import SqlConsents

        return SqlConsents(self._database)

    @once
    def matter_rows(self) -> MatterRows:
        """Everything of a matter, to be removed at once."""
        from casewright.adapters.database.matter_rows import SqlMatterRows

        return SqlMatterRows(self._database)

    @once
    def documents(self) -> DocumentStore:
        """Documents and their texts."""
        from casewright.adapters.database.documents import SqlDocuments

        return SqlDocuments(self._database)

    @once
    def amendments(self) -> AmendmentStore:
        """Which documents amend which."""
        from casewright.adapters.database.amendments import SqlAmendments

        return SqlAmendments(self._database)

    @once
    def facts(self) -> FactStore:
        """Facts of documents."""
        from casewright.adapters.database.facts import SqlFacts

        return SqlFacts(self._database)

    @once
    def reviews(self) -> ReviewStore:
        """What people said to cells of review grids."""
        from casewright.adapters.database.reviews import SqlReviews

        return SqlReviews(self._database)

    @once
    def column_sets(self) -> ColumnSetStore:
        """Columns of review grids that are kept together."""
        from casewright.adapters.database.column_sets import SqlColumnSets

        return SqlColumnSets(self._database)

    @once
    def original_removals(self) -> OriginalRemovals:
        """Which originals are to be removed."""
        from casewright.adapters.database.original_removals import SqlOriginalRemovals

        return SqlOriginalRemovals(self._database)

    @once
    def threads(self) -> ThreadStore:
        """Conversations with the document assistant."""
        from casewright.adapters.database.threads import SqlThreads

        return SqlThreads(self._database)

    @once
    def words(self) -> SqlWordStore:
        """The words of chunks, for search."""
        from casewright.adapters.database.word_store import SqlWordStore

        return SqlWordStore(self._database)

    @once
    def features(self) -> FeatureStore:
        """Features of chunks."""
        from casewright.adapters.database.feature_store import SqlFeatureStore

        return SqlFeatureStore(self._database)

    @once
    def score_cache(self) -> ScoreCache:
        """Scores that were computed."""
        from casewright.adapters.database.score_cache import SqlScoreCache

        return SqlScoreCache(self._database, megabytes=self._settings.score_cache_mb)

    @once
    def spend(self) -> SpendLedger:
        """Tokens that were paid for."""
        from casewright.adapters.database.provider_spend import SqlSpendLedger

        return SqlSpendLedger(self._database)

    @once
    def queries(self) -> QueryStore:
        """Saved queries."""
        from casewright.adapters.database.queries import SqlQueries

        return SqlQueries(self._database)

    @once
    def templates(self) -> TemplateStore:
        """Templates of a tenant's own."""
        from casewright.adapters.database.templates import SqlTemplates

        return SqlTemplates(self._database)

    @once
    def claims(self) -> ClaimStore:
        """Claims of deals."""
        from casewright.adapters.database.claims import SqlClaims

        return SqlClaims(self._database)

    @once
    def evidence_places(self) -> EvidencePlaces:
        """Evidence by the places where it stands."""
        from casewright.adapters.database.evidence_places import SqlEvidencePlaces

        return SqlEvidencePlaces(self._database)

    @once
    def sources(self) -> SourceStore:
        """What the documents of deals are."""
        from casewright.adapters.database.evidence_sources import SqlSources

        return SqlSources(self._database)

    @once
    def assessments(self) -> AssessmentStore:
        """What deals were last assessed over."""
        from casewright.adapters.database.assessments import SqlAssessments

        return SqlAssessments(self._database)

    @once
    def defects(self) -> DefectStore:
        """Defects of claims."""
        from casewright.adapters.database.defects import SqlDefects

        return SqlDefects(self._database)

    @once
    def calculations(self) -> CalculationStore:
        """Calculations over claims."""
        from casewright.adapters.database.calculations import SqlCalculations

        return SqlCalculations(self._database)

    @once
    def gates(self) -> GateStore:
        """Gates for people."""
        from casewright.adapters.database.gates import SqlGates

        return SqlGates(self._database)

    @once
    def debates(self) -> DebateStore:
        """Debates and what came of them."""
        from casewright.adapters.database.debates import SqlDebates

        return SqlDebates(self._database)

    @once
    def cases(self) -> SqlCases:
        """Cases."""
        from casewright.adapters.database.cases import SqlCases

        return SqlCases(self._database)

    @once
    def parties(self) -> PartyStore:
        """Parties of cases."""
        from casewright.adapters.database.parties import SqlParties

        return SqlParties(self._database)

    @once
    def sealed_values(self) -> SqlSealedValues:
        """Sealed personal data."""
        from casewright.adapters.database.sealed_values import SqlSealedValues

        return SqlSealedValues(self._database)

    @once
    def blind_index(self) -> BlindIndex:
        """Hashes by which sealed values are known again."""
        from casewright.adapters.database.blind_index import SqlBlindIndex

        return SqlBlindIndex(self._database)

    @once
    def person_numbers(self) -> PersonNumbers:
        """Numbers of undeclared persons."""
        from casewright.adapters.database.blind_index import SqlPersonNumbers

        return SqlPersonNumbers(self._database)

    @once
    def subscriptions(self) -> SubscriptionStore:
        """Which plan a tenant has."""
        from casewright.adapters.database.billing import SqlSubscriptions

        return SqlSubscriptions(self._database)

    @once
    def grants(self) -> GrantStore:
        """Units that cases were given."""
        from casewright.adapters.database.billing import SqlGrants

        return SqlGrants(self._database)

    @once
    def payments(self) -> PaymentStore:
        """Payments."""
        from casewright.adapters.database.billing_payments import SqlPayments

        return SqlPayments(self._database)

    @once
    def tickets(self) -> TicketStore:
        """Support tickets."""
        from casewright.adapters.database.support_tickets import SqlTickets

        return SqlTickets(self._database)

    @once
    def plan_approvals(self) -> PlanApprovals:
        """The reasoner's approvals of plans."""
        from casewright.adapters.database.support_plan_approvals import SqlPlanApprovals

        return SqlPlanApprovals(self._database)
