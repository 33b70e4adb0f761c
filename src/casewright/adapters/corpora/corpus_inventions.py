"""Which documents of a corpus were written as examples, found by the corpus' own queries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.research import Research

_TABLES = ("legislatie", "jurisprudenta")
_PLAIN_ID = re.compile(r"[\w.:/ -]{1,200}")
_NUMBERED = re.compile(r".{3,60}?\bnr\. ?\d+(?:/\d+)?")
_AT_ONCE = 50


class CorpusInventions:
    """Fits ``tools.ports.drafts.InventedSources`` over research as everybody is given it."""

    def __init__(self, research: Research) -> None:
        self._research = research

    def any_in(self, tenant: TenantId, doc_ids: Collection[str], text: str) -> bool:
        """Whether one of the documents is invented, or the text names one by its id or the beginning of its title.

        The text is searched for the first hundred invented documents of each table.
        """
        return any(self._among(tenant, table, doc_ids) or self._named(tenant, table, text) for table in _TABLES)

    def _among(self, tenant: TenantId, table: str, doc_ids: Collection[str]) -> bool:
        asked = sorted({one for one in doc_ids if _PLAIN_ID.fullmatch(one)})
        for start in range(0, len(asked), _AT_ONCE):
            listed = ", ".join(f"'{one}'" for one in asked[start : start + _AT_ONCE])
            query = f"SELECT doc_id FROM {table} WHERE synthetic = TRUE AND doc_id IN ({listed})"  # noqa: S608 — plain ids
            if self._research.find(tenant, query, table).rows:
                return True
        return False

    def _named(self, tenant: TenantId, table: str, text: str) -> bool:
        query = f"SELECT doc_id, title FROM {table} WHERE synthetic = TRUE ORDER BY doc_id LIMIT 100"  # noqa: S608
        folded = fold(text)
        names = (name for row in self._research.find(tenant, query, table).rows for name in _names(row))
        return any(re.search(rf"(?<![\w-]){re.escape(fold(name))}(?![\w-])", folded) for name in names)


def _names(row: Mapping[str, object]) -> Iterator[str]:
    """What a text may call the document: its id, and how its title begins, to the number in it.

    A title without a number, such as "Plângere tardivă", is what any text may say.
    """
    numbered = _NUMBERED.match(str(row.get("title") or ""))
    yield from filter(None, (str(row.get("doc_id") or ""), "" if numbered is None else numbered[0]))
