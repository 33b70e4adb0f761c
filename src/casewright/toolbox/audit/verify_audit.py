"""The tool ``verify_audit``: whether the tenant's audit proves itself, and how far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, Field

from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.audit.proof import Proof
    from casewright.domain.ids import TenantId

_TIMEOUT = 600.0


class Provable(Protocol):
    """Walks audits."""

    def verify(self, tenant: TenantId) -> Proof:
        """The tenant's chain, held to MACs, the remembered head and stored checkpoints."""
        ...


class VerifyAuditInput(Arguments):
    """Input of the ``verify_audit`` tool: nothing."""


class FlawView(BaseModel):
    """The first thing that does not hold."""

    kind: str
    seq: int
    reason: str


class VerifyAuditOutput(BaseModel):
    """How far the audit holds. Events of this very call are not among them."""

    verified: bool
    count: int = Field(description="Events that hold, from the first on")
    head: str = Field(description="Hash of the last of them: keep it, with the count, elsewhere")
    checkpoints: int = Field(description="Signed checkpoints that hold")
    unsigned: int = Field(description="Events that no checkpoint covers yet")
    remembered_count: int | None = Field(description="Events at the head that the installation remembered")
    flaw: FlawView | None


def verify_audit(*, proofs: Provable) -> Tool:
    """The tool over these proofs."""

    def run(_arguments: VerifyAuditInput, context: CallContext) -> VerifyAuditOutput:
        proof = proofs.verify(context.tenant)
        flaw = proof.flaw
        return VerifyAuditOutput(
            verified=proof.holds,
            count=proof.reached.count,
            head=proof.reached.hash,
            checkpoints=proof.checkpoints,
            unsigned=proof.unsigned,
            remembered_count=None if proof.remembered is None else proof.remembered.count,
            flaw=None if flaw is None else FlawView(kind=flaw.kind, seq=flaw.seq, reason=flaw.reason),
        )

    return Tool(
        name="verify_audit",
        description="Prove that no event of the audit was changed, dropped, swapped or inserted, or say which was.",
        arguments=VerifyAuditInput,
        output=VerifyAuditOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("audit",),
        timeout=_TIMEOUT,
        reads=("the audit",),
    )
