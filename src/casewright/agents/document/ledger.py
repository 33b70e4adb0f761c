"""Which passages of documents a model was shown: read off the results of its calls."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from casewright.domain.skipping import blanked, padded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.agents.document.state import Passage

_TRUNCATED = "[... text truncated ...]"


def passages(structured: object, content: str, call: str) -> list[Passage]:
    """Every passage with its place that stands in a result, each once, in order.

    A passage is a citation (``document_id, filename, start, end, quote``) wherever it stands, or the text that
    ``get_document_text`` returns. What was cut off the ``content`` was not shown and is not listed.
    """
    found: dict[tuple[str, int, int], Passage] = {}
    for citation, is_whole in _citations(structured):
        quote, skipped = _shown_part(citation["quote"], content), skipped_in(citation)
        quote = blanked(quote, skipped) if is_whole else padded(quote, citation["start"], skipped)
        if quote:
            citation.update({"quote": quote, "end": citation["start"] + len(quote), "call": call})
            found.setdefault((citation["document_id"], citation["start"], citation["end"]), citation)
    return list(found.values())


def holding(shown: list[Passage], document_id: str, start: int, end: int) -> Passage | None:
    """A shown passage that holds this place whole."""
    for passage in shown:
        if passage["document_id"] == document_id and passage["start"] <= start < end <= passage["end"]:
            return passage
    return None


def skipped_in(citation: Mapping[str, Any]) -> list[tuple[int, int]]:
    """The places inside the citation that its quote leaves out."""
    return [(start, end) for start, end in citation.get("skipped") or ()]


def _shown_part(quote: str, content: str) -> str:
    """The longest beginning of the quote that stands in the content, in which it may be escaped as in JSON."""
    if quote in content or _in_json(quote) in content:
        return quote
    low, high = 0, len(quote)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _in_json(quote[:middle]) in content else (low, middle)
    return quote[:low]


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _citations(value: object) -> Iterator[tuple[Passage, bool]]:
    """Every citation or text, and whether it is a whole text with the furniture in it."""
    if isinstance(value, list):
        for item in value:
            yield from _citations(item)
    elif isinstance(value, dict):
        if _is_citation(value):
            # The keys are a passage's, and a tool's own schema gives the types of what stands under them.
            yield cast("Passage", {name: value[name] for name in _FIELDS if value.get(name) is not None}), False
        elif {"text", "document_id", "character_count"} <= value.keys():
            yield _whole_text(value), True
        else:
            for item in value.values():
                yield from _citations(item)


_FIELDS = ("document_id", "filename", "start", "end", "quote", "skipped", "page", "section", "ocr")


def _is_citation(value: dict[str, Any]) -> bool:
    return (
        isinstance(value.get("quote"), str)
        and isinstance(value.get("document_id"), str)
        and isinstance(value.get("start"), int)
        and isinstance(value.get("end"), int)
    )


def _whole_text(value: dict[str, Any]) -> Passage:
    text = str(value["text"])
    if value.get("truncated"):
        text = text.removesuffix(_TRUNCATED)
    passage: Passage = {
        "document_id": value["document_id"],
        "filename": value.get("filename", ""),
        "start": 0,
        "end": len(text),
        "quote": text,
    }
    furniture = [[start, end] for start, end, _kind in value.get("furniture") or () if end <= len(text)]
    return {**passage, "skipped": furniture} if furniture else passage
