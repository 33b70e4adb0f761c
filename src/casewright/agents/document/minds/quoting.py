"""Quotes as answers carry them: the document's own words with a link to exactly where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST = 240
_SHORTEST = 60


def quoted(citation: Mapping[str, Any], longest: int = _LONGEST, chunk: object = None) -> str:
    """``“words” [Contract.pdf, p. 12, § 7.2](cite:id#chunk@start-end)``; a long quote and its link end at a word."""
    quote, start = str(citation["quote"]), int(citation["start"])
    lead = len(quote) - len(quote.lstrip())
    words = _cut(quote.strip(), longest)
    low = start + lead
    opening, closing = ("“", "”") if words.count("“") == words.count("”") else ('"', '"')
    of_chunk = f"#{chunk}" if chunk is not None else ""
    link = f"cite:{citation['document_id']}{of_chunk}@{low}-{low + len(words)}"
    return f"{opening}{' '.join(words.split())}{closing} [{place(citation)}]({link})"


def place(citation: Mapping[str, Any]) -> str:
    """``Contract.pdf, p. 12, § 7.2``, as far as it is known."""
    parts = [_plain(str(citation.get("filename") or "document"))]
    if citation.get("page") is not None:
        parts.append(f"p. {citation['page']}")
    if citation.get("section"):
        parts.append(f"§ {_plain(str(citation['section']))}")
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
