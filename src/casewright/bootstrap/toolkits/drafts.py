"""Drafts on paper. Beside the management of parties, the one toolkit that is given the side of the vault that opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.casework import open_case_stores
from casewright.bootstrap.toolkits.research import open_research

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def draft_tools(given: Materials) -> list[Tool]:
    """``generate_draft_pdf``; typst and the corpus are opened with the first draft."""
    from casewright.adapters.blobs.opening import open_blobs
    from casewright.adapters.corpora.invented import CorpusInventions
    from casewright.adapters.database.support_plan_approvals import SqlPlanApprovals
    from casewright.bootstrap.printing import LazyDraftPrinter, draft_printer
    from casewright.toolbox.drafts.generate_draft_pdf import generate_draft_pdf

    return [
        generate_draft_pdf(
            stores=open_case_stores(given),
            vault=given.vault.opening,
            printer=LazyDraftPrinter(draft_printer),
            blobs=open_blobs(given.settings.draft_place),
            inventions=CorpusInventions(open_research(given)),
            approvals=SqlPlanApprovals(given.database),
        )
    ]
