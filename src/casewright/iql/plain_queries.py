"""How the pieces that plain words ask for are put together as one query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from casewright.iql.plain_items import ONE_SIDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.iql.plain_items import Item, Items


def join_items(items: Items) -> tuple[str, Literal["chunk", "document"]]:
    """The query for ``items``, which hold something, and the scope that it means.

    Kinds of clause in a list are joined by OR, since a clause is rarely two of them; a condition on what was named
    before it by AND. A kind that must be absent is absent from the document, not from the clause next to it.
    """
    parts = []
    if items.averaged:
        parts.append(" + ".join(_any(item.leaves, inside=True) for item in items.positive))
        parts[0] = parts[0] if not (items.negative or items.one_sided or items.mutual) else f"({parts[0]})"
    elif items.positive:
        alone = not (items.negative or items.one_sided or items.mutual)
        parts += _all(items.positive) if items.together else [_listed(items.positive, alone=alone)]
    if items.one_sided:
        parts.append(ONE_SIDED)
    if items.mutual:
        parts = [*(parts or ["{IS clause}"]), f"NOT {ONE_SIDED}"]
    parts += [f"NOT {_any(item.leaves, inside=True)}" for item in items.negative]
    absent = any(item.absent for item in items.negative)
    both = items.together and items.documents
    return " AND ".join(parts), "document" if absent or both else "chunk"


def _all(items: Sequence[Item]) -> list[str]:
    return [_any(item.leaves, inside=True) for item in items]


def _listed(items: Sequence[Item], *, alone: bool) -> str:
    """Groups of items that belong together, one of which must hold; bracketed unless they stand ``alone``."""
    groups: list[list[Item]] = []
    for item in items:
        if groups and item.follows == "and":
            groups[-1].append(item)
        else:
            groups.append([item])
    if len(groups) == 1:
        group = groups[0]
        return " AND ".join(_any(item.leaves, inside=len(group) > 1 or not alone) for item in group)
    text = " OR ".join(" AND ".join(_any(item.leaves, inside=len(group) > 1) for item in group) for group in groups)
    return text if alone else f"({text})"


def _any(leaves: Sequence[str], *, inside: bool) -> str:
    text = " OR ".join(leaves)
    return f"({text})" if inside and len(leaves) > 1 else text
