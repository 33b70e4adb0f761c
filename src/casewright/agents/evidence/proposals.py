"""Claims proposed by a chat model. Each stands on a quote that is in the document, and never counts as sure.

The document's text goes between boundaries that it cannot cross; what comes back is data of an untrusted writer: a
quote that is not there word for word, a value that the quote does not state and a field that is not one are refused.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from langchain_core.messages import HumanMessage, SystemMessage

from casewright.agents.document.boundary import draw_mark, enclosed
from casewright.domain.claims import Basis, ClaimClass, Materiality
from casewright.domain.values import Count, Date, Monetary, Percentage, Text
from casewright.errors import InvalidInput
from casewright.evidence.extraction.figures import figures
from casewright.evidence.extraction.proposal import WRITTEN, Proposal
from casewright.evidence.extraction.source import style_and_dollars
from casewright.evidence.extraction.times import times
from casewright.evidence.metrics import metric_name
from casewright.evidence.period_names import read_period
from casewright.evidence.value_struct import from_struct
from casewright.tools.ports.claims import Proposed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from langchain_core.language_models import BaseChatModel

    from casewright.domain.periods import Period
    from casewright.domain.values import Value
    from casewright.evidence.extraction.source import Source

PART = 12_000
"""How many characters a model is shown at once."""
MOST_PARTS = 20
"""How many parts of one document are sent: what is longer is left to the rules, and told."""
_LONGEST_QUOTE = 300
_LONGEST_SAID = 500
_LONGEST_NAME = 100
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


async def propose_by(model: BaseChatModel, source: Source, new_id: Callable[[], str]) -> Proposed:
    """What the model proposes for a document, and why the rest of what it said was refused.

    Raises what the model raises: whoever asks decides whether the rules' own proposals are enough.
    """
    found: list[Proposal] = []
    refused: list[str] = []
    parts = list(_parts(source.text))
    for start, end in parts[:MOST_PARTS]:
        text = source.text[start:end]
        mark = draw_mark(text, new_id)
        asked = [
            SystemMessage(_instructions()),
            HumanMessage(f"The mark is {mark}. The document, called {source.name!r}:\n{enclosed(text, mark)}"),
        ]
        said = await model.ainvoke(asked)
        for given in _claims(str(said.text), refused):
            try:
                found.append(_checked(given, source, start, end))
            except InvalidInput as error:
                refused.append(str(error))
    if len(parts) > MOST_PARTS:
        refused.append(f"only its first {parts[MOST_PARTS - 1][1]:,} characters were shown to the model")
    return Proposed(tuple(found), tuple(refused))


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of the text, cut where a paragraph or a line ends."""
    start = 0
    while start < len(text):
        end = min(start + PART, len(text))
        if end < len(text):
            cut = max(text.rfind("\n\n", start + PART // 2, end), text.rfind("\n", start + PART // 2, end))
            end = cut if cut > start else end
        if text[start:end].strip():
            yield start, end
        start = end


def _claims(said: str, refused: list[str]) -> list[dict[str, Any]]:
    found = _OBJECT.search(said)
    try:
        answer = json.loads(found[0]) if found else None
    except (ValueError, RecursionError):
        answer = None
    claims = answer.get("claims") if isinstance(answer, dict) else None
    if not isinstance(claims, list):
        refused.append("the model's answer was no JSON object with a list of claims")
        return []
    refused += ["a claim of the model was no object" for one in claims if not isinstance(one, dict)]
    return [one for one in claims if isinstance(one, dict)]


def _checked(given: dict[str, Any], source: Source, low: int, high: int) -> Proposal:
    """The proposal. Raises ``InvalidInput`` saying what is wrong with it."""
    quote = _words(given, "quote", _LONGEST_QUOTE)
    said = _words(given, "claim_text", _LONGEST_SAID)
    if quote is None or said is None:
        raise InvalidInput("a claim of the model has no quote or no text")
    start = source.text.find(quote, low, high)
    if start < 0:
        raise InvalidInput(f"the quote {quote[:60]!r} does not stand in what the model was shown")
    value = _value(given, quote, source)
    metric, period = _words(given, "metric", _LONGEST_NAME), _period(given, quote)
    return Proposal(
        start=start,
        end=start + len(quote),
        figure_start=start,
        figure_end=start + len(quote),
        said=said,
        metric=None if metric is None else metric_name(metric),
        value=value,
        period=period,
        entity=_words(given, "entity", _LONGEST_NAME) or source.entity,
        claim_class=_choice(given, ClaimClass),
        materiality=Materiality.MEDIUM,
        basis=Basis.FORECAST if given.get("basis") == "forecast" else Basis.ACTUAL,
        confidence=WRITTEN,
    )


def _words(given: dict[str, Any], name: str, most: int) -> str | None:
    found = given.get(name)
    if found is None:
        return None
    if not isinstance(found, str) or not found.strip() or len(found) > most or "\x00" in found:
        raise InvalidInput(f"the field {name!r} of a claim of the model is not text of at most {most} characters")
    return found.strip()


def _choice(given: dict[str, Any], kind: type[ClaimClass]) -> ClaimClass:
    try:
        return kind(str(given.get("claim_class")))
    except ValueError as error:
        raise InvalidInput(f"the claim class {str(given.get('claim_class'))[:40]!r} is none") from error


def _period(given: dict[str, Any], quote: str) -> Period | None:
    text = _words(given, "period", _LONGEST_NAME)
    if text is None:
        return None
    found = read_period(text)
    if found is None:
        raise InvalidInput(f"the period {text[:40]!r} is none")
    named = [time.period for time in times(quote)]
    if named and not any(period.end.year == found.end.year for period in named):
        raise InvalidInput(f"the quote {quote[:60]!r} speaks of another time than {text[:40]!r}")
    return found


def _value(given: dict[str, Any], quote: str, source: Source) -> Value | None:
    """The value, which the quote must state. Raises ``InvalidInput`` where it does not."""
    struct = given.get("value_struct")
    if struct is None:
        return None
    value = from_struct(struct)
    if not _stated(value, quote, source):
        raise InvalidInput(f"the quote {quote[:60]!r} does not state the value that the model gives")
    return value


def _stated(value: Value, quote: str, source: Source) -> bool:
    """Whether one of the quote's figures, by its own unit, is the value; a loss may be told without its sign."""
    style, dollars = style_and_dollars(source)
    match value:
        case Monetary(amount, currency):
            return any(
                figure.unit is not None
                and figure.unit.currency == currency
                and abs(figure.number * figure.unit.scale) == abs(amount)
                for figure in figures(quote, style, dollars)
            )
        case Percentage(fraction):
            return any(
                figure.unit is not None and figure.unit.currency is None and abs(figure.number) == abs(fraction * 100)
                for figure in figures(quote, style, dollars)
            )
        case Count(number, _):
            return any(abs(figure.number) == abs(Decimal(number)) for figure in figures(quote, style, dollars))
        case Date(day):
            return any(time.period.end == day for time in times(quote))
        case Text(text):
            return text in quote
        case _:
            return False


def _instructions() -> str:
    return files("casewright").joinpath("agents/evidence/prompts/proposing.md").read_text(encoding="utf-8")
