"""What is said of a file whose pages were scanned: which were read, which not, and which need a look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from casewright.domain.documents import ReadingReport, ReadingState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.adapters.ingest.recogniser import Failure
    from casewright.domain.recognition import RecognisedPage

INSTALL: Final = "pip install 'casewright[ocr]'"
OTHER_WAY: Final = "run it through OCR (text recognition) and add the resulting PDF or text"
REREAD: Final = "have it read again (reread_documents)"
_MOST: Final = 20
"""Stretches of pages that are named one by one."""

Lacking = Literal["extra", "seconds", "both"]
"""Why pages are not recognised at all: the extra is not installed, the setting is 0, or both."""

_MENDED: Final[dict[Lacking, str]] = {
    "extra": f"install text recognition ({INSTALL})",
    "seconds": "set CASEWRIGHT_OCR_SECONDS above 0",
    "both": f"install text recognition ({INSTALL}), set CASEWRIGHT_OCR_SECONDS above 0",
}

_WHY: Final[dict[Failure, tuple[str, str]]] = {
    "time": (
        "there was no time left for",
        f"raise CASEWRIGHT_OCR_SECONDS and {REREAD}, or split the file and add its parts",
    ),
    "damaged": ("text recognition failed on", "scan these pages anew and add the result"),
    "memory": ("text recognition needs too much memory for", "scan these pages at 300 dpi and add the result"),
    "pixels": ("pictures too large to be opened are on", "scan these pages at 300 dpi and add the result"),
    "engine": ("text recognition is not installed as it should be for", f"install it anew ({INSTALL}) and {REREAD}"),
}


def report_of(
    pages: int,
    unread: Sequence[int],
    recognised: Sequence[RecognisedPage],
    failures: Mapping[int, Failure],
    blank: Sequence[int],
    lacking: Lacking = "extra",
) -> ReadingReport:
    """The report on a PDF of so many pages.

    ``unread`` are the pages whose text is not known, by their numbers; ``failures`` says why where recognition was
    tried, and ``blank`` are those on which it found nothing. ``lacking`` is why
    it was not tried on the others.
    """
    reasons, remedies = [], []
    missing = [number for number in unread if number not in failures]
    if missing:
        reasons.append(f"{listed(missing)} {'is a picture' if len(missing) == 1 else 'are pictures'} without text")
        remedies.append(f"{_MENDED[lacking]} and {REREAD}, or {OTHER_WAY}")
    for failure in dict.fromkeys(failures[number] for number in unread if number in failures):
        why, remedy = _WHY[failure]
        reasons.append(f"{why} {listed([number for number in unread if failures.get(number) == failure])}")
        remedies.append(remedy)
    if blank:
        reasons.append(f"no text was recognised on {listed(blank)}")
        remedies.append("look at what they show")
    doubtful = [page.number for page in recognised if page.needs_a_look]
    if doubtful:
        reasons.append(f"{listed(doubtful)} {'needs' if len(doubtful) == 1 else 'need'} a look: hardly legible")
        remedies.append("compare what was read with the pages")
    not_read = len(unread) + len(blank)
    state = ReadingState.PART if not_read else ReadingState.WHOLE
    return ReadingReport(state, "; ".join(reasons) or None, pages - not_read, "; ".join(remedies) or None)


def listed(numbers: Sequence[int]) -> str:
    """Such as "page 3" or "pages 1, 4-7 and 9"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    named = [str(first) if first == last else f"{first}-{last}" for first, last in spans[:_MOST]]
    if len(spans) > _MOST:
        named.append(f"{sum(last - first + 1 for first, last in spans[_MOST:])} more")
    word = "page" if len(numbers) == 1 else "pages"
    return f"{word} {named[0]}" if len(named) == 1 else f"{word} {', '.join(named[:-1])} and {named[-1]}"
