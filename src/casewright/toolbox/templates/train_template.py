"""The tool ``train_template``: a template of the tenant's own, learned from examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.templates import FEWEST, MOST, OwnTemplate, Trained
from casewright.errors import InvalidInput
from casewright.toolbox.templates.own_templates import MAX_NAME_CHARS, admit, fold_name
from casewright.toolbox.templates.template_view import TemplateView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.templates import ExampleScores, TemplateStore

MAX_NEGATIVE = 64
MAX_EXAMPLE_CHARS = 10_000


class TrainTemplateInput(Arguments):
    """Input of the ``train_template`` tool."""

    name: str = Field(description=f"What queries call it, up to {MAX_NAME_CHARS} characters; case does not matter")
    positive: list[str] | None = Field(
        default=None,
        description=f"{FEWEST} to {MOST} texts that fit, one clause each. "
        "If not provided, the stored examples of this template are learned from again.",
    )
    negative: list[str] | None = Field(
        default=None, description=f"Up to {MAX_NEGATIVE} texts that do not fit, best such as might be mistaken for it"
    )
    replace: bool = Field(default=False, description="True: replace a template of this name")


def train_template(*, templates: TemplateStore, examples: ExampleScores, clock: Clock) -> Tool:
    """The tool over this store and this model."""

    def run(arguments: TrainTemplateInput, context: CallContext) -> TemplateView:
        name = fold_name(arguments.name)
        again = arguments.positive is None
        if arguments.positive is None:
            positive, negative = _stored(templates, context.tenant, name)
            if arguments.negative:
                raise InvalidInput("Negative examples need positive ones beside them: give both.")
        else:
            positive, negative = _checked(arguments.positive, arguments.negative or ())
        head = examples.learn(positive, negative)
        body = Trained(positive, negative, examples.model, head)
        new = OwnTemplate(context.tenant, name, body, context.actor.id, clock.now())
        admit(new, templates, replace=again or arguments.replace)
        return TemplateView.of(new, examples.model)

    return Tool(
        name="train_template",
        description="Train a clause template of one's own on examples, for the whole tenant.",
        arguments=TrainTemplateInput,
        output=TemplateView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("templates",),
        sensitive=frozenset({"positive", "negative"}),
        writes=("a template",),
    )


def _stored(templates: TemplateStore, tenant: TenantId, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = templates.get(tenant, name)
    if found is None or not isinstance(found.body, Trained):
        raise InvalidInput(f"There is no trained template {name!r} to train again: give positive examples.")
    return found.body.positive, found.body.negative


def _checked(positive: Sequence[str], negative: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The examples without white space around them, each once, or what is wrong with them."""
    fitting, other = (tuple(dict.fromkeys(text.strip() for text in texts)) for texts in (positive, negative))
    if not FEWEST <= len(fitting) <= MOST:
        raise InvalidInput(f"{len(fitting)} different positive examples were given: give {FEWEST} to {MOST}.")
    if len(other) > MAX_NEGATIVE:
        raise InvalidInput(f"{len(other)} negative examples were given: give at most {MAX_NEGATIVE}.")
    for number, text in enumerate((*fitting, *other), start=1):
        if len(text) > MAX_EXAMPLE_CHARS:
            raise InvalidInput(
                f"Example {number} has {len(text):,} characters: give one clause, {MAX_EXAMPLE_CHARS:,}."
            )
    both = set(fitting) & set(other)
    if both:
        raise InvalidInput(f"{min(both)[:60]!r} is a positive and a negative example: it can be only one.")
    return fitting, other
