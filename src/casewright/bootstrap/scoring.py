"""What scores, searches and reads: the embedded model, or a provider that is paid, and search by words and meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import lazy
from casewright.domain.addresses import is_own_machine
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from contextlib import ExitStack
    from pathlib import Path

    from casewright.adapters.ingest.reader import FileReader
    from casewright.adapters.scoring.cached_scores import CachedScores
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.adapters.scoring.meaning import Meaning
    from casewright.bootstrap.stores import Stores
    from casewright.config import Settings
    from casewright.domain.ids import TenantId
    from casewright.toolbox.documents.passages import PassageSearch
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.scoring import ClauseScores, Scorer
    from casewright.tools.ports.search import AnswerReader, SpanReader, WordSearch
    from casewright.tools.tenant_limits import ModelMoney

_UNPRICED = (
    "What Isaacus costs is not known, and the tenant has a limit of model money: whoever runs Casewright here sets "
    "CASEWRIGHT_ISAACUS_PRICE; nothing was sent"
)


def load_scorer(name: str = "embedded", *, marks: bool = False, folder: Path | None = None) -> EmbeddedScorer:
    """Load a scorer by name; with ``marks`` its encoder keeps what it says of tokens until facts are read.

    The model is the shipped one, or that of ``folder``.

    Raises ``BadSettings`` for an unknown one, ``IntegrityError`` for a damaged model.
    """
    if name != "embedded":
        raise BadSettings(f"there is no scorer {name!r}: use 'embedded'")
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.adapters.scoring.model_file import SHIPPED

    return EmbeddedScorer.from_folder(folder or SHIPPED, marks=marks)


def load_reader(*, ocr_seconds: float = 600.0) -> FileReader:
    """Load the reader of document files.

    With ``ocr_seconds`` above 0 and the extra ``ocr`` it recognises scanned pages, so long for a file at most.
    """
    from casewright.adapters.ingest.reader import FileReader
    from casewright.adapters.ingest.recogniser import Recogniser, is_installed

    if not is_installed():
        return FileReader(lacking="extra" if ocr_seconds else "both")
    if not ocr_seconds:
        return FileReader(lacking="seconds")
    return FileReader(recogniser=Recogniser(seconds=ocr_seconds))


def cached_scores(scorer: EmbeddedScorer, stores: Stores) -> CachedScores:
    """The embedded scorer with its caches in the database."""
    from casewright.adapters.scoring.cached_scores import CachedScores

    return CachedScores(scorer, stores.score_cache, stores.features)


@dataclass(frozen=True, slots=True)
class AskedScores:
    """What queries are scored with, and the providers that it sends text to."""

    scores: ClauseScores
    providers: tuple[str, ...] = ()


def asked_scores(
    settings: Settings,
    stores: Stores,
    clock: Clock,
    embedded: ClauseScores,
    closing: ExitStack,
    money: ModelMoney | None = None,
) -> AskedScores:
    """The scores that the settings choose; ``embedded`` are those of the embedded model.

    ``money`` is what tenants' months may cost; left out: no money is counted.
    """
    if settings.scorer == "embedded":
        return AskedScores(embedded)
    return AskedScores(lazy(lambda: _isaacus_scores(settings, stores, clock, closing, money)), ("isaacus",))


def own_scores(scorer: Scorer, stores: Stores) -> AskedScores:
    """The scores of a scorer that was handed in. Where it names ``providers``, the matter's consent has to as well."""
    from casewright.adapters.scoring.text_scores import TextScores

    return AskedScores(TextScores(scorer, stores.score_cache), tuple(getattr(scorer, "providers", ())))


def _isaacus_scores(
    settings: Settings, stores: Stores, clock: Clock, closing: ExitStack, money: ModelMoney | None
) -> ClauseScores:
    from casewright.adapters.scoring.bought_scores import BoughtScores

    try:
        from casewright.adapters.scoring.isaacus.client import IsaacusClient
        from casewright.adapters.scoring.isaacus.scorer import IsaacusScorer
        from casewright.adapters.scoring.isaacus.spend import Spending
        from casewright.tools.tenant_limits import TokenMoney
    except ModuleNotFoundError as error:
        raise BadSettings("its client library is missing: pip install 'casewright[isaacus]'") from error
    if settings.isaacus_api_key is None:
        raise BadSettings("there is no API key: put yours into CASEWRIGHT_ISAACUS_API_KEY")
    client = IsaacusClient(
        key=settings.isaacus_api_key.get_secret_value(), base_url=settings.isaacus_base_url, now=clock.now
    )
    closing.callback(client.close)

    unpriced = None if is_own_machine(settings.isaacus_base_url) else _UNPRICED

    def purse(tenant: TenantId) -> Spending:
        caps = (settings.isaacus_query_tokens, settings.isaacus_month_tokens)
        paid = None if money is None else TokenMoney(money, tenant, settings.isaacus_price, unpriced)
        return Spending(tenant, stores.spend, per_query=caps[0], per_month=caps[1], now=clock.now, money=paid)

    return BoughtScores(IsaacusScorer(client, base_url=settings.isaacus_base_url), stores.score_cache, purse)


def word_search(stores: Stores) -> WordSearch:
    """Search by words over the database; the rules of languages load when a word is first stemmed."""

    def load() -> WordSearch:
        from casewright.adapters.search.word_shares import WordShares

        return WordShares(stores.words)

    return lazy(load)


def passage_search(stores: Stores, words: WordSearch, scorer: EmbeddedScorer) -> PassageSearch:
    """Search for passages by words and by meaning; the model loads when a passage is first looked for."""

    def load_meaning() -> Meaning:
        from casewright.adapters.scoring.meaning import Meaning

        return Meaning(scorer, cached_scores(scorer, stores))

    def load() -> PassageSearch:
        from casewright.toolbox.documents.passages import PassageSearch

        meaning = lazy(load_meaning)
        return PassageSearch(stores.documents, words, nearness=meaning, reranker=meaning)

    return lazy(load)


def answer_reader() -> AnswerReader:
    """What reads an answer out of passages; its rules load when the first answer is read."""

    def load() -> AnswerReader:
        from casewright.adapters.answers.reader import RuleReader

        return RuleReader()

    return lazy(load)


def span_reader() -> SpanReader:
    """What points at the words of passages that answer a question; it loads when the first is read."""

    def load() -> SpanReader:
        from casewright.adapters.answers.spans import SpanReader as Reader

        return Reader.from_folder()

    return lazy(load)
