"""How values, periods, spans and chains stand in the columns of claims: short JSON, read back equal."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.domain.evidence import NodeKind, SourceSpan, TransmissionNode
from casewright.domain.ids import DocumentId, NodeId
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.values import Value


def pack_value(value: Value | None) -> str | None:
    """A value as JSON that begins with its kind."""
    return None if value is None else dump_json(_value_parts(value))


def unpack_value(text: str | None) -> Value | None:
    """The value that was packed."""
    return None if text is None else value_of(load_json(text))


def _value_parts(value: Value) -> list[object]:
    match value:
        case Monetary(amount, currency):
            return ["m", str(amount), currency]
        case Percentage(fraction):
            return ["p", str(fraction)]
        case Count(number, unit):
            return ["c", str(number), unit]
        case Date(day):
            return ["d", day.isoformat()]
        case Range(low, high):
            return ["r", _value_parts(low), _value_parts(high)]
        case Text(text):
            return ["t", text]


def value_parts(value: Value | None) -> list[object] | None:
    """A value as a list that begins with its kind, to stand in a longer JSON text."""
    return None if value is None else _value_parts(value)


def value_of(parts: Sequence[Any]) -> Value:
    """The value that these parts are of. Raises ``IntegrityError`` for parts that are none."""
    if parts[0] == "r":
        return Range(_plain_value(parts[1]), _plain_value(parts[2]))
    if parts[0] == "t":
        return Text(parts[1])
    return _plain_value(parts)


def _plain_value(parts: Sequence[Any]) -> Monetary | Percentage | Count | Date:
    match parts:
        case ["m", amount, currency]:
            return Monetary(Decimal(amount), currency)
        case ["p", fraction]:
            return Percentage(Decimal(fraction))
        case ["c", number, unit]:
            return Count(Decimal(number), unit)
        case ["d", day]:
            return Date(date.fromisoformat(day))
    raise IntegrityError(f"The database holds {parts!r} where a claim's value should stand: it was changed.")


def pack_period(period: Period | None) -> str | None:
    """A period as its kind and its last day."""
    return None if period is None else f"{period.kind.value}/{period.end.isoformat()}"


def unpack_period(text: str | None) -> Period | None:
    """The period that was packed."""
    if text is None:
        return None
    kind, _, end = text.partition("/")
    return Period(PeriodKind(kind), date.fromisoformat(end))


def pack_span(span: SourceSpan | None) -> str | None:
    """A span as a list."""
    return None if span is None else dump_json([span.document, span.start, span.end, span.page, span.cell])


def unpack_span(text: str | None) -> SourceSpan | None:
    """The span that was packed."""
    if text is None:
        return None
    document, start, end, page, cell = load_json(text)
    return SourceSpan(DocumentId(document), start, end, page, cell)


def pack_chain(nodes: Sequence[TransmissionNode]) -> str:
    """The nodes of a chain, in order."""
    return dump_json(
        [
            [node.id, node.kind.value, node.actor, node.inputs, node.outputs, _written(node.at), node.confidence]
            for node in nodes
        ]
    )


def unpack_chain(text: str) -> tuple[TransmissionNode, ...]:
    """The chain that was packed."""
    return tuple(
        TransmissionNode(
            id=NodeId(node),
            kind=_KINDS[kind],
            actor=actor,
            inputs=tuple(inputs),
            outputs=tuple(outputs),
            at=datetime.fromisoformat(at),
            confidence=confidence,
        )
        for node, kind, actor, inputs, outputs, at, confidence in load_json(text)
    )


_KINDS = {kind.value: kind for kind in NodeKind}


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="microseconds")
