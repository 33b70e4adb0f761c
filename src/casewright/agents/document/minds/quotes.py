"""Quotes as answers carry them: the document's own words with a link to exactly where they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from casewright.agents.document.ledger import skipped_in
from casewright.domain.skipping import padded, show_skipped, within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SENTENCE_END = re.compile(r"(?<=[a-z)\]”\"]{2}[.;])\s+|\n\s*\n")
_LONGEST = 240
_SHORTEST = 60


def write_quote(citation: Mapping[str, Any], longest: int = _LONGEST, chunk: object = None) -> str:
    """``“words” [Contract.pdf, p. 12, § 7.2](cite:id#chunk@start-end)``; a long quote and its link end at a word."""
    start, skipped = int(citation["start"]), skipped_in(citation)
    quote = padded(str(citation["quote"]), start, skipped)
    lead = len(quote) - len(quote.lstrip())
    words = _cut(quote.strip(), longest)
    low = start + lead
    opening, closing = ("“", "”") if words.count("“") == words.count("”") else ('"', '"')
    of_chunk = f"#{chunk}" if chunk is not None else ""
    link = f"cite:{citation['document_id']}{of_chunk}@{low}-{low + len(words)}"
    shown = show_skipped(words, low, within(low, low + len(words), skipped))
    return f"{opening}{' '.join(shown.split())}{closing} [{place(citation)}]({link})"


def whole_items(items: object) -> list[dict[str, Any]]:
    """Those of the ``items`` of a result that have a citation with all its parts: a result may have been cut off."""
    found = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return [item for item in found if {"document_id", "start", "end", "quote"} <= (item.get("citation") or {}).keys()]


def sentence_around(citation: Mapping[str, Any], passages: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """A citation of the sentence that ``citation`` stands in, cut out of the passage that holds it, where one does."""
    start, end = int(citation["start"]), int(citation["end"])
    for passage in passages:
        low, skipped = int(passage["start"]), skipped_in(passage)
        text = padded(str(passage["quote"]), low, skipped)
        if passage["document_id"] != citation["document_id"] or not low <= start < end <= int(passage["end"]):
            continue
        before = [hit.end() for hit in _SENTENCE_END.finditer(text, 0, start - low)]
        after = _SENTENCE_END.search(text, end - low)
        first, last = (before[-1] if before else 0), (after.start() if after else len(text))
        inside = within(low + first, low + last, skipped)
        shown = show_skipped(text[first:last], low + first, inside)
        return {**passage, "start": low + first, "end": low + last, "quote": shown, "skipped": inside}
    return None


def place(citation: Mapping[str, Any]) -> str:
    """``Contract.pdf, p. 12, § 7.2``, as far as it is known, and ``OCR`` where text was recognised on a picture."""
    parts = [_plain(str(citation.get("filename") or "document"))]
    if citation.get("page") is not None:
        parts.append(f"p. {citation['page']}")
    if citation.get("section"):
        parts.append(f"§ {_plain(str(citation['section']))}")
    if citation.get("ocr") is not None:
        parts.append("OCR")
    return ", ".join(parts)


def _plain(name: str) -> str:
    """A name within a link's label, which square brackets and line ends would break."""
    return " ".join(name.replace("[", "(").replace("]", ")").split())


def _cut(words: str, longest: int) -> str:
    """``words`` up to the end of a sentence, or at least of a word, within ``longest`` characters."""
    if len(words) <= longest:
        return words
    beginning = words[:longest]
    sentence = max(beginning.rfind(mark) for mark in (". ", "; ", ".\n", ";\n"))
    if sentence >= _SHORTEST:
        return beginning[: sentence + 1]
    word = max(beginning.rfind(" "), beginning.rfind("\n"))
    return beginning[:word].rstrip() if word >= _SHORTEST else beginning
