"""How well answers are found: token F1 and exact spans where there is one, false answers where there is none."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_TOKEN = re.compile(r"[^\W_]+|[%$£€]")
_ARTICLES = frozenset({"a", "an", "the"})


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one document. ``spans`` are the places that answer it, none where the document does not."""

    document: str
    ask: str
    group: str
    spans: tuple[tuple[int, int], ...] = ()
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """What was answered, and where it stands."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One question's outcome; ``f1`` and ``exact`` are 0 where nothing was found."""

    question: Question
    given: Given | None
    f1: float
    exact: bool
    overlaps: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of a group of questions: shares of those with an answer, and of the ``absent`` ones without."""

    group: str
    answerable: int
    found: float
    right: float
    exact: float
    f1: float
    absent: int
    false_answers: float


def judge(question: Question, given: Given | None) -> Judged:
    """The outcome: the best F1 over the places that answer, whether one is met exactly, whether one is touched."""
    if given is None or not question.spans:
        return Judged(question, given, 0.0, exact=False, overlaps=False)
    f1 = max(token_f1(given.text, answer) for answer in question.answers)
    touched = any(given.start < end and start < given.end for start, end in question.spans)
    exact = touched and any(_tokens(given.text) == _tokens(answer) for answer in question.answers)
    return Judged(question, given, f1 if touched else 0.0, exact=exact, overlaps=touched)


def figures(group: str, judged: Iterable[Judged]) -> Figures:
    """The figures of these outcomes."""
    outcomes = list(judged)
    answerable = [one for one in outcomes if one.question.spans]
    absent = [one for one in outcomes if not one.question.spans]
    return Figures(
        group=group,
        answerable=len(answerable),
        found=_mean(one.given is not None for one in answerable),
        right=_mean(one.overlaps for one in answerable),
        exact=_mean(one.exact for one in answerable),
        f1=_mean(one.f1 for one in answerable),
        absent=len(absent),
        false_answers=_mean(one.given is not None for one in absent),
    )


def token_f1(given: str, expected: str) -> float:
    """The harmonic mean of the shares of tokens in common; case, articles and punctuation do not count."""
    ours, theirs = Counter(_tokens(given)), Counter(_tokens(expected))
    common = sum((ours & theirs).values())
    if not common:
        return 0.0
    return 2 * common / (sum(ours.values()) + sum(theirs.values()))


def sample_questions(text: str, documents: Mapping[str, str]) -> list[Question]:
    """The questions of a TOML file such as ``sample_questions.toml``, each answer found at its place in its document.

    Raises ``InvalidInput`` for a place that does not stand exactly once in the document, ``NotFound`` for a document
    that is not there.
    """
    found: list[Question] = []
    for document in tomllib.loads(text)["documents"]:
        name = document["file"]
        if name not in documents:
            raise NotFound(f"the questions are about {name!r}, which is not among the documents")
        group = "kept" if document.get("kept") else "seen"
        for ask, place, answer in document["asked"]:
            start, end = _once(documents[name], place, name)
            low, high = _once(documents[name][start:end], answer, name)
            span = (start + low, start + high)
            found.append(Question(name, ask, group, (span,), (documents[name][span[0] : span[1]],)))
        found += [Question(name, ask, group) for ask in document["absent"]]
    return found


def table(rows: Sequence[Figures]) -> list[list[str]]:
    """The figures as rows of text under a head."""
    head = ["questions", "with answer", "found", "right place", "exact", "token F1", "without", "false answers"]
    lines = [head]
    for row in rows:
        with_answer = [_share(one) if row.answerable else "" for one in (row.found, row.right, row.exact)]
        f1 = f"{row.f1:.2f}" if row.answerable else ""
        false = _share(row.false_answers) if row.absent else ""
        lines.append([row.group, str(row.answerable), *with_answer, f1, str(row.absent), false])
    return lines


def as_json(rows: Sequence[Figures], judged: Sequence[Judged]) -> dict[str, Any]:
    """The figures, and every question with what was answered."""
    return {
        "figures": [{name: getattr(row, name) for name in Figures.__slots__} for row in rows],
        "questions": [
            {
                "document": one.question.document,
                "question": one.question.ask,
                "expected": list(one.question.answers),
                "answered": None if one.given is None else one.given.text,
                "f1": one.f1,
                "exact": one.exact,
            }
            for one in judged
        ],
    }


def _once(text: str, quote: str, name: str) -> tuple[int, int]:
    """Where the quote stands, white space aside."""
    places = list(re.finditer(r"\s+".join(map(re.escape, quote.split())), text))
    if len(places) != 1:
        raise InvalidInput(f"{quote!r} stands {len(places)} times in {name!r}: a place must stand there once")
    return places[0].span()


def _tokens(text: str) -> list[str]:
    return [token for token in _TOKEN.findall(text.casefold()) if token not in _ARTICLES]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def _share(value: float) -> str:
    return f"{100 * value:.0f} %"
