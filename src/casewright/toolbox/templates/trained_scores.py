"""The scores of trained templates in a query: only the embedded model can answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.templates import Trained

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import TenantId
    from casewright.domain.templates import OwnTemplate
    from casewright.toolbox.documents.stored_chunks import StoredChunks
    from casewright.tools.ports.templates import ExampleScores, FloatArray


def score_trained(
    trained: Mapping[str, OwnTemplate], examples: ExampleScores, tenant: TenantId, chunks: StoredChunks
) -> dict[str, FloatArray]:
    """Each statement's score for every chunk, shape (chunks,)."""
    scores = {}
    for statement, template in trained.items():
        body = template.body
        if isinstance(body, Trained):
            head = body.head if body.model == examples.model else examples.learn(body.positive, body.negative)
            scores[statement] = examples.learned_scores(tenant, statement, head, chunks.unit, chunks.units)
    return scores


def describe_trained(trained: Mapping[str, OwnTemplate], examples: ExampleScores, backend: str) -> list[str]:
    """What the asker must know: which model answered, and which template was trained for another version of it."""
    notes = []
    for template in trained.values():
        if backend != examples.model:
            notes.append(f"{template.name!r} was trained here, so {examples.model} answered it and not {backend}")
        body = template.body
        if isinstance(body, Trained) and body.model != examples.model:
            notes.append(
                f"{template.name!r} was trained on {body.model}; for this query it was trained again on "
                f"{examples.model} from its examples: 'casewright templates train' with its name alone keeps that"
            )
    return notes
