"""Where a tenant's own templates are kept, and what learns from examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from casewright.domain.ids import TenantId
    from casewright.domain.templates import OwnTemplate

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]


class TemplateStore(Protocol):
    """Templates of all tenants; every question names the tenant and sees only its own."""

    def all(self, tenant: TenantId) -> Sequence[OwnTemplate]:
        """Every template of the tenant, by name."""
        ...

    def get(self, tenant: TenantId, name: str) -> OwnTemplate | None:
        """The template of this name; None where the tenant has none."""
        ...

    def put(self, template: OwnTemplate) -> None:
        """Store the template; it replaces one of the same name."""
        ...

    def remove(self, tenant: TenantId, name: str) -> bool:
        """Delete the template, with its examples; whether there was one."""
        ...


class ExampleScores(Protocol):
    """A model that learns from few examples and scores stored chunks by what it learned."""

    @property
    def model(self) -> str:
        """Name and version of the model whose features are learned on; another one cannot read the head."""
        ...

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        """A head that tells such texts apart, the same for the same examples.

        Raises ``InvalidInput`` naming the example that says nothing.
        """
        ...

    def learned_scores(
        self,
        tenant: TenantId,
        statement: str,
        head: bytes,
        content: IntArray,
        texts: Callable[[IntArray], Sequence[str]],
    ) -> FloatArray:
        """The head's scores for the chunks numbered ``content``, shape (chunks,), kept under ``statement``.

        ``texts`` is as in ``ClauseScores.scores``. Raises ``IntegrityError`` for a head that is none.
        """
        ...
