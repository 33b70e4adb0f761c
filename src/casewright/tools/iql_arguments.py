"""Arguments of tools that are IQL, where braces have a meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

if TYPE_CHECKING:
    from pydantic import BaseModel


class _Iql:
    """Marks an argument that is an IQL query."""


IqlText: TypeAlias = Annotated[str, _Iql()]
"""The type of an argument that is an IQL query."""


def iql_arguments(model: type[BaseModel]) -> frozenset[str]:
    """The names of the model's arguments that are IQL queries."""
    fields = model.model_fields.items()
    return frozenset(name for name, field in fields if any(isinstance(mark, _Iql) for mark in field.metadata))
