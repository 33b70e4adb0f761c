"""Evidence: where a claim's words stand, who says so, and the chain that they came along."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import DocumentId, EvidenceId, MatterId, NodeId, TenantId


class Grade(StrEnum):
    """How much a source, and with it a claim, can be relied on; A is best."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class SourceType(StrEnum):
    """What kind of document or source says so (spec/evidence-and-debate.md, Grading 1)."""

    AUDITED_ACCOUNTS = "audited_accounts"
    REGULATORY_FILING = "regulatory_filing"
    BANK_STATEMENT = "bank_statement"
    SIGNED_CONTRACT = "signed_contract"
    FINANCIAL_MODEL = "financial_model"
    INTERNAL_REPORT = "internal_report"
    BOARD_DECK = "board_deck"
    FOUNDER_EMAIL = "founder_email"
    PRESS_RELEASE = "press_release"
    THIRD_PARTY_ESTIMATE = "third_party_estimate"
    NEWS = "news"
    ANALYST_ESTIMATE = "analyst_estimate"
    FORUM = "forum"
    UNKNOWN = "unknown"


class VerificationStatus(StrEnum):
    """Whether anybody has looked at the evidence."""

    UNVERIFIED = "unverified"
    VERIFIED = "verified"
    REJECTED = "rejected"


class Corroboration(StrEnum):
    """How many independent sources say the same (spec, Grading, "Independence")."""

    NONE = "NONE"
    AHAD_1 = "AHAD_1"
    AHAD_2 = "AHAD_2"
    MUTAWATIR = "MUTAWATIR"


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A place in a document: ``text[start:end]`` in code points, with its page or cell, such as ``ARR!C7``."""

    document: DocumentId
    start: int
    end: int
    page: int | None = None
    cell: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One item of evidence. ``excerpt`` is word for word what stands at ``span``.

    ``source_system`` is where the item was got from (such as ``data room`` or ``GLEIF``), ``upstream_origin`` what its
    figures were taken from, where that is known: items of one origin are never independent. ``source_date`` is the
    date that the source itself bears; ``artefact`` the document or record that holds it.
    """

    id: EvidenceId
    tenant: TenantId
    deal: MatterId
    span: SourceSpan | None
    excerpt: str
    source_type: SourceType
    source_grade: Grade
    source_system: str
    upstream_origin: str | None
    artefact: str
    status: VerificationStatus
    source_date: datetime | None
    retrieved_at: datetime


class NodeKind(StrEnum):
    """What one step of a chain did."""

    INGEST = "INGEST"
    EXTRACT = "EXTRACT"
    NORMALIZE = "NORMALIZE"
    RECONCILE = "RECONCILE"
    CALCULATE = "CALCULATE"
    INFER = "INFER"
    HUMAN_VERIFY = "HUMAN_VERIFY"
    EXPORT = "EXPORT"


@dataclass(frozen=True, slots=True)
class TransmissionNode:
    """One step of a chain. ``inputs`` and ``outputs`` are references ``<kind>:<id>`` with the kinds ``document``,
    ``evidence``, ``node``, ``claim`` and ``calc``; ``confidence`` is from 0 to 1.
    """

    id: NodeId
    kind: NodeKind
    actor: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    at: datetime
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Sanad:
    """The chain of one claim, first step first: one root, no cycle, no node that nothing leads to or from."""

    nodes: tuple[TransmissionNode, ...]
    evidence: tuple[EvidenceId, ...]
    """What the claim rests on, the primary item first."""
