"""A named set of columns as the tools show it, and the names that sets can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BaseModel, Field

from casewright.domain.column_sets import SET_NAME_LIMIT
from casewright.toolbox.reviews.columns import ColumnView

if TYPE_CHECKING:
    from casewright.domain.column_sets import ColumnSet


def _visible(name: str) -> str:
    folded = " ".join(name.split())
    if not folded:
        raise ValueError("a name needs a visible character")
    return folded


SetName = Annotated[
    str, AfterValidator(_visible), Field(description="What the set is called", min_length=1, max_length=SET_NAME_LIMIT)
]


class ColumnSetView(BaseModel):
    """A named set of columns, in their order."""

    name: str
    columns: list[ColumnView]
    saved_by: str
    saved_at: str

    @classmethod
    def of(cls, kept: ColumnSet) -> ColumnSetView:
        """The set as it is shown."""
        return cls(
            name=kept.name,
            columns=[ColumnView.of(one) for one in kept.columns],
            saved_by=kept.saved_by,
            saved_at=kept.saved_at.isoformat(),
        )
