"""Research by keywords: the queries, in the seed's form, and what is kept of their rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Act, Call
from casewright.agents.cases.minds.relevance import stems
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.cases.mind import Made
    from casewright.agents.cases.minds.case_file import CaseFile

TABLES: Mapping[str, str] = {"legislatie": "legislation", "jurisprudenta": "jurisprudence"}
"""Each table of the corpus and the list of the case file that its hits belong to."""
_COLUMNS = {
    "legislatie": "doc_id, title, summary, synthetic, data_vigoare",
    "jurisprudenta": "doc_id, title, summary, synthetic",
}
_MOST_HITS = 6
_MOST_WORDS = 4
_PLAIN_ID = re.compile(r"[\w.:/ -]{1,200}")
_WORD = re.compile(r"[^\W\d_]{5,}")
_EMPTY = frozenset(
    [
        "pentru",
        "despre",
        "privind",
        "sau",
        "care",
        "sunt",
        "este",
        "acest",
        "aceasta",
        "acestui",
        "caz",
        "cauza",
        "cazul",
        "hotarari",
        "hotararea",
        "acte",
        "actele",
        "lege",
        "legea",
        "legi",
        "text",
        "textul",
        "textele",
        "integral",
        "integrale",
        "juridic",
        "juridica",
        "practica",
        "jurisprudenta",
        "legislatie",
        "legislatia",
        "articol",
        "articole",
        "cauta",
        "cautati",
        "cerceteaza",
        "surse",
        "sursele",
        "romania",
        "roman",
        "romana",
        "procedura",
        "necesar",
        "necesare",
        "aplicabil",
        "aplicabile",
        "trebuie",
        "doc_id",
    ]
)


def search(file: CaseFile, table: str, topic: str) -> Act:
    """The query for hits: identifiers, titles and summaries first, as the seed has it."""
    words = _words(file, topic)
    conditions = " OR ".join(f"LOWER(full_text) LIKE '%{word}%'" for word in words)
    # What stands in a query is plain words and plain ids, and the tool reads each query before it runs.
    text = f"SELECT {_COLUMNS[table]} FROM `{table}` WHERE {conditions} LIMIT {_MOST_HITS}"  # noqa: S608
    return _query(text, table)


def simpler(table: str, words: Sequence[str]) -> Act:
    """A plainer query, for a corpus that refused the first."""
    word = _plain(words[0]) if words else "lege"
    text = f"SELECT doc_id, title, summary FROM `{table}` WHERE LOWER(title) LIKE '%{word}%' LIMIT {_MOST_HITS}"  # noqa: S608
    return _query(text, table)


def whole_texts(table: str, ids: Sequence[str]) -> Act:
    """The query for the full text of chosen documents."""
    listed = ", ".join(f"'{one}'" for one in ids if _PLAIN_ID.fullmatch(one))
    return _query(f"SELECT doc_id, full_text FROM `{table}` WHERE doc_id IN ({listed or 'NULL'})", table)  # noqa: S608


def find_rows(made: Sequence[Made], *, full: bool) -> dict[str, list[dict[str, Any]]]:
    """The rows of this turn's queries by table, the latest of each; those for full texts or those for hits."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in made:
        text = str(one.call.arguments.get("query_string", ""))
        table = one.call.arguments.get("table_name")
        if one.call.name != "query_bigquery" or ("SELECT doc_id, full_text" in text) is not full or table not in TABLES:
            continue
        rows = one.structured.get("results") if one.success and isinstance(one.structured, dict) else None
        found[str(table)] = [row for row in rows or () if isinstance(row, dict) and isinstance(row.get("doc_id"), str)]
    return found


def list_considered(file: CaseFile, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, Any]:
    """The lists of the case file with these hits added; what was there stays."""
    updates: dict[str, Any] = {}
    for table, found in rows.items():
        name = TABLES[table]
        known = {one.get("doc_id") for one in file.sources[name]}
        new = [_source(row) for row in found if row["doc_id"] not in known]
        if new:
            updates[f"legal_research.{name}"] = [*file.sources[name], *new]
    return updates


def named_ids(file: CaseFile, text: str) -> dict[str, list[str]]:
    """The found documents that the text names by doc_id, by table."""
    found: dict[str, list[str]] = {}
    for table, name in TABLES.items():
        ids = [
            str(one["doc_id"])
            for one in file.sources[name]
            if one.get("doc_id") and re.search(rf"(?<![\w-]){re.escape(str(one['doc_id']))}(?![\w-])", text)
        ]
        if ids:
            found[table] = ids
    return found


def settle_sources(file: CaseFile, used: Sequence[str]) -> dict[str, Any]:
    """The lists of the case file with each source applied or irrelevant; one not in force is never applied."""
    updates: dict[str, Any] = {}
    for name, sources in file.sources.items():
        if sources:
            updates[f"legal_research.{name}"] = [
                {**one, "status": "applied" if one.get("doc_id") in used and in_force(one) else "irrelevant"}
                for one in sources
            ]
    return updates


def in_force(source: Mapping[str, Any]) -> bool:
    """Whether a source was in force at the date of the facts, as far as the corpus says."""
    return source.get("in_force") is not False


def applied_sources(file: CaseFile) -> list[dict[str, Any]]:
    """The sources that the draft rests on."""
    return [one for found in file.sources.values() for one in found if one.get("status") == "applied"]


def _words(file: CaseFile, topic: str) -> list[str]:
    """The kind's own keywords, then those of the topic, folded and free of anything that SQL would read."""
    own = [_plain(word) for word in file.kind.research or sorted(stems(" ".join(file.known.values())))[:_MOST_WORDS]]
    told = [_plain(word)[:9] for word in _WORD.findall(fold(topic)) if word not in _EMPTY]
    fitting = [word for word in dict.fromkeys((*own, *told)) if len(word) > 3]
    return fitting[: max(_MOST_WORDS, len(own))] or ["lege"]


def _plain(word: str) -> str:
    return re.sub(r"[^a-z -]", "", fold(word)).strip()


def _query(text: str, table: str) -> Act:
    return Act(Call("query_bigquery", {"query_string": text, "table_name": table}))


def _source(row: Mapping[str, Any]) -> dict[str, Any]:
    kept = {
        name: row[name] for name in ("doc_id", "title", "summary", "synthetic", "in_force") if row.get(name) is not None
    }
    return {**kept, "status": "considered"}
