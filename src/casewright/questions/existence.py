"""Questions for whether there is a clause about something, and sentences that say that there is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.questions.alike import alike, says_little, words_in
from casewright.questions.frame import frame_of
from casewright.questions.yes_no import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

_DOCUMENT: Final = (
    r"(?:(?:this|the|our|that|any of (?:the|these|our))(?: [\w'-]+){0,3}? (?:agreement|contract|lease|licen[cs]e"
    r"|document|nda|msa|deed|letter|policy|file|one)s?|thedoc|it|we|contractul\w*|acordul|acesta|documentul"
    r"|[\w.-]+\.(?:pdf|docx?|txt|md|html?))"
)
_ASKS: Final = re.compile(
    r"^(?:and |so |but |please |si |dar )*(?:"
    r"(?:is|are) there (?:an?|any|some)\b"
    rf"|(?:does|do|has|have) {_DOCUMENT} (?:contain|include|have|provide for|carry|come with)? ?(?:an?|any|some)\b"
    r"|(?:exista|avem) (?:o|un|vreo|vreun|ceva)\b|exista (?:clauz|prevederi)"
    rf"|(?:are|contine|prevede|include) (?:{_DOCUMENT} )?(?:o|un|vreo|vreun|clauz\w*)\b"
    rf"|{_DOCUMENT} (?:are|contine|prevede|include) (?:o|un|vreo|vreun|clauz\w*)\b"
    r")"
)
_NONE: Final = re.compile(
    r"\b(?:there (?:is|are|shall be) (?:no|not)|nu exista|no (?P<of>(?:[\w'-]+ ?){1,3})"
    r"|without any (?P<any>(?:[\w'-]+ ?){1,3})"
    r"|nicio? (?P<nici>(?:[\w'-]+ ?){1,3})"
    r"|do(?:es)? not (?:grant|provide|contain|include|create|impose|apply|give|confer)|shall not apply|waive[sd]?"
    r"|nu (?:prevede|contine|include|se aplica))\b"
)


def begins_so(question: str) -> bool:
    """Whether the question begins as those do that ask whether there is something."""
    return _ASKS.match(plain(question)) is not None


def asks_existence(question: str) -> bool:
    """Whether the question asks if there is a clause about something, and nothing more of it.

    A word that nothing looks for makes it another question.
    """
    if not begins_so(question):
        return False
    frame = frame_of(question)
    if frame.not_asked or frame.unread:
        return False
    plainly = all(one.operator == "has" and not one.negated for one in frame.conditions if one.kind != "left_out")
    return plainly and not any(one.kind == "left_out" for one in frame.conditions)


def denies(sentence: str, about: Sequence[str]) -> bool:
    """Whether the sentence says that there is none of what it is about: such a sentence is no "yes"."""
    for hit in _NONE.finditer(plain(sentence)):
        named = hit["of"] or hit["any"] or hit["nici"]
        if named is None:
            return True
        if any(alike(word, other) for word in words_in(named) if not says_little(word) for other in about):
            return True
    return False
