"""What queries are scored with: the embedded model, or a provider that is paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.config import Settings
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.scoring import ClauseScores


@dataclass(frozen=True, slots=True)
class AskedScores:
    """What queries are scored with, whom that sends text to, and how it is let go of."""

    scores: ClauseScores
    providers: tuple[str, ...] = ()
    close: Callable[[], None] = lambda: None


def asked_scores(settings: Settings, database: Database, clock: Clock, embedded: ClauseScores) -> AskedScores:
    """The scores that the settings choose; ``embedded`` are those of the embedded model."""
    return AskedScores(embedded) if settings.scorer == "embedded" else _isaacus_scores(settings, database, clock)


def _isaacus_scores(settings: Settings, database: Database, clock: Clock) -> AskedScores:
    from casewright.adapters.scoring.lazy import LazyScores

    opened: list[Callable[[], None]] = []

    def load() -> ClauseScores:
        from casewright.adapters.database.provider_spend import SqlSpendLedger
        from casewright.adapters.database.score_cache import SqlScoreCache
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

    return AskedScores(LazyScores(load), ("isaacus",), close)
