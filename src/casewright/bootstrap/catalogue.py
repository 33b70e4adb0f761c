"""The index of every tool there is: known by name and level before any is made. A new family is a line here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.lazy import lazy
from casewright.bootstrap.materials import Materials
from casewright.bootstrap.policies import load_policy
from casewright.bootstrap.proofs import Proofs
from casewright.bootstrap.toolkits.amendments import TOOLKIT as AMENDMENTS
from casewright.bootstrap.toolkits.approvals import TOOLKIT as APPROVALS
from casewright.bootstrap.toolkits.audit import TOOLKIT as AUDIT
from casewright.bootstrap.toolkits.billing import TOOLKIT as BILLING
from casewright.bootstrap.toolkits.bulk import TOOLKIT as BULK
from casewright.bootstrap.toolkits.calculations import TOOLKIT as CALCULATIONS
from casewright.bootstrap.toolkits.cases import TOOLKIT as CASES
from casewright.bootstrap.toolkits.claims import TOOLKIT as CLAIMS
from casewright.bootstrap.toolkits.consents import TOOLKIT as CONSENTS
from casewright.bootstrap.toolkits.deals import TOOLKIT as DEALS
from casewright.bootstrap.toolkits.debates import TOOLKIT as DEBATES
from casewright.bootstrap.toolkits.defects import TOOLKIT as DEFECTS
from casewright.bootstrap.toolkits.documents import TOOLKIT as DOCUMENTS
from casewright.bootstrap.toolkits.drafts import TOOLKIT as DRAFTS
from casewright.bootstrap.toolkits.evidence import TOOLKIT as EVIDENCE
from casewright.bootstrap.toolkits.facts import TOOLKIT as FACTS
from casewright.bootstrap.toolkits.gates import TOOLKIT as GATES
from casewright.bootstrap.toolkits.jobs import TOOLKIT as JOBS
from casewright.bootstrap.toolkits.matters import TOOLKIT as MATTERS
from casewright.bootstrap.toolkits.pages import TOOLKIT as PAGES
from casewright.bootstrap.toolkits.parties import TOOLKIT as PARTIES
from casewright.bootstrap.toolkits.people import TOOLKIT as PEOPLE
from casewright.bootstrap.toolkits.queries import TOOLKIT as QUERIES
from casewright.bootstrap.toolkits.questions import TOOLKIT as QUESTIONS
from casewright.bootstrap.toolkits.reports import TOOLKIT as REPORTS
from casewright.bootstrap.toolkits.research import TOOLKIT as RESEARCH
from casewright.bootstrap.toolkits.reviews import TOOLKIT as REVIEWS
from casewright.bootstrap.toolkits.support import TOOLKIT as SUPPORT
from casewright.bootstrap.toolkits.templates import TOOLKIT as TEMPLATES

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.policy.policy import Policy
    from casewright.tools.definition import Tool
    from casewright.tools.registry import Registry

TOOLKITS = (
    MATTERS,
    DOCUMENTS,
    PAGES,
    AMENDMENTS,
    FACTS,
    REVIEWS,
    QUESTIONS,
    QUERIES,
    BULK,
    CONSENTS,
    PEOPLE,
    TEMPLATES,
    APPROVALS,
    JOBS,
    AUDIT,
    DEALS,
    CLAIMS,
    EVIDENCE,
    DEFECTS,
    CALCULATIONS,
    GATES,
    REPORTS,
    DEBATES,
    CASES,
    PARTIES,
    DRAFTS,
    BILLING,
    SUPPORT,
    RESEARCH,
)


def declare_tools(materials: Materials) -> Registry:
    """A registry of every tool, none of which is made yet."""
    from casewright.tools.registry import Declared, Registry

    return Registry(
        Declared(one.name, one.safety_level, partial(one.make, materials), one.categories, one.sensitive)
        for toolkit in TOOLKITS
        for one in toolkit.declarations
    )


def catalogue() -> tuple[Tool, ...]:
    """Every tool there is, made over stores that are not open: to be listed and exported, not to be run."""
    return compiled_policy()[1]


def compiled_policy(file: Path | None = None) -> tuple[Policy, tuple[Tool, ...]]:
    """The policy of this file, checked like at a start, and every tool there is; touches no home.

    Left out: the policy that is set, or the shipped one. Raises ``BadPolicy`` saying what is wrong with it.
    """
    from casewright.config import read_settings

    settings = read_settings(policy=file)
    policy = load_policy(settings)
    registry = declare_tools(Materials(settings, policy, database=lazy(_not_open), proofs=_no_proofs()))
    policy.require_known(registry.names)
    return policy, tuple(registry.tools.values())


def _no_proofs() -> Proofs:
    """An audit that is not open, either."""
    closed: Any = lazy(_not_open)
    return Proofs(log=closed, checkpoints=closed, keys=closed, exports=closed, heads=closed, macs=closed, event=closed)


def _not_open() -> Any:  # whatever it stands in for
    raise AssertionError("a tool of the catalogue belongs to no home: open one to run it")
