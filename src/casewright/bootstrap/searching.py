"""Search in a matter: by words, by meaning, and the reader of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.adapters.scoring.embedded import EmbeddedScorer
    from casewright.adapters.scoring.meaning import Meaning
    from casewright.toolbox.documents.passages import PassageSearch
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.search import AnswerReader, WordSearch


def word_search(database: Database) -> WordSearch:
    """Search by words over the database; the rules of languages load when a word is first stemmed."""
    from casewright.adapters.search.lazy import LazyWords

    def load() -> WordSearch:
        from casewright.adapters.database.word_store import SqlWordStore
        from casewright.adapters.search.word_shares import WordShares

        return WordShares(SqlWordStore(database))

    return LazyWords(load)


def passage_search(
    documents: DocumentStore, words: WordSearch, database: Database, scorer: Callable[[], EmbeddedScorer]
) -> PassageSearch:
    """Search for passages by words and by meaning; the model loads when a passage is first looked for."""
    from casewright.adapters.scoring.lazy import LazyMeaning
    from casewright.toolbox.documents.passages import PassageSearch

    def load() -> Meaning:
        from casewright.adapters.database.feature_store import SqlFeatureStore
        from casewright.adapters.database.score_cache import SqlScoreCache
        from casewright.adapters.scoring.cached import CachedScores
        from casewright.adapters.scoring.meaning import Meaning

        return Meaning(scorer(), CachedScores(scorer(), SqlScoreCache(database), SqlFeatureStore(database)))

    meaning = LazyMeaning(load)
    return PassageSearch(documents, words, nearness=meaning, reranker=meaning)


def answer_reader() -> AnswerReader:
    """What reads an answer out of passages; its rules load when the first answer is read."""
    from casewright.adapters.answers.lazy import LazyReader

    def load() -> AnswerReader:
        from casewright.adapters.answers.reader import RuleReader

        return RuleReader()

    return LazyReader(load)
