"""Which sources were invented, asked of a corpus with the shipped examples and an act that is not invented."""

from __future__ import annotations

import pytest

from casewright.adapters.corpora.corpus_inventions import CorpusInventions
from casewright.domain.ids import TenantId
from casewright.errors import Unavailable
from casewright.tools.ports.research import Hits

TENANT = TenantId("tenant")
ACTS = [
    {"doc_id": "exemplu-contraventii", "title": "Ordonanța-exemplu nr. 2/2001 privind regimul contravențiilor"},
    {"doc_id": "exemplu-j-termen", "title": "Plângere tardivă"},
]


class SomeResearch:
    """Fits ``Research``: answers with the documents whose ids the query names, or with all."""

    backend = "some"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def find(self, tenant: TenantId, query: str, table: str) -> Hits:
        self.asked.append(query)
        if table != "legislatie":
            return Hits([])
        return Hits([act for act in ACTS if " IN (" not in query or f"'{act['doc_id']}'" in query])


@pytest.mark.requirement("draft-synthetic")
@pytest.mark.parametrize(
    ("doc_ids", "text", "invented"),
    [
        (["exemplu-contraventii"], "", True),
        (["lege-287"], "", False),
        ([], "potrivit EXEMPLU-CONTRAVENTII, art. 31", True),
        ([], "art. 31 din ordonanta-exemplu nr. 2/2001 a fost încălcat", True),
        ([], "art. 31 din Ordonanța nr. 2/2001", False),
        ([], "ordonanța-exemplu nr. 2/20015", False),
        ([], "o plângere tardivă", False),
        ([], "exemplu-contraventii-2", False),
        (["'; DROP TABLE x", "exemplu-contraventii"], "", True),
    ],
)
def test_an_invented_source_is_known(doc_ids: list[str], text: str, invented: bool) -> None:
    """By its id, or by its id or numbered title in the text; ids that are none are not asked about."""
    research = SomeResearch()
    assert CorpusInventions(research).any_in(TENANT, doc_ids, text) is invented
    assert not any("DROP" in query for query in research.asked)


def test_a_corpus_that_cannot_be_asked_is_told() -> None:
    """Nobody is left to believe that no source was invented."""

    class Gone(SomeResearch):
        def find(self, tenant: TenantId, query: str, table: str) -> Hits:
            raise Unavailable("the corpus is gone")

    with pytest.raises(Unavailable, match="gone"):
        CorpusInventions(Gone()).any_in(TENANT, [], "x")
