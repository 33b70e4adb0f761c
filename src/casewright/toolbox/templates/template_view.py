"""How a tenant's own template is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.templates import Defined
from casewright.toolbox.templates.own_templates import to_template

if TYPE_CHECKING:
    from casewright.domain.templates import OwnTemplate


class TemplateView(BaseModel):
    """A template of the tenant's own, without the texts of its examples."""

    name: str
    kind: Literal["defined", "trained"]
    usage: str = Field(description="How a query writes it")
    query: str | None = Field(description="What it stands for; null for a trained one")
    argument: str | None = Field(description="What its argument is called; null where it takes none")
    positive: int = Field(description="How many examples fit")
    negative: int = Field(description="How many examples do not fit")
    model: str | None = Field(description="The model that it was trained on; null for a defined one")
    current: bool = Field(description="False where it was trained on another model than the one in use")
    made_by: str
    made_at: str

    @classmethod
    def of(cls, own: OwnTemplate, model: str) -> TemplateView:
        """The view of one template, where ``model`` is in use."""
        body = own.body
        defined, trained = (body, None) if isinstance(body, Defined) else (None, body)
        return cls(
            name=own.name,
            kind="defined" if defined else "trained",
            usage=to_template(own).usage,
            query=defined.query if defined else None,
            argument=defined.parameter if defined else None,
            positive=len(trained.positive) if trained else 0,
            negative=len(trained.negative) if trained else 0,
            model=trained.model if trained else None,
            current=trained is None or trained.model == model,
            made_by=own.made_by,
            made_at=own.made_at.isoformat(),
        )
