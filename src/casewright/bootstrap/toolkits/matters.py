"""Matters: made, listed and closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, DANGEROUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("matters")


@TOOLKIT.tool(CAUTIOUS, "matters")
def create_matter(given: Materials) -> Tool:
    from casewright.toolbox.matters.create_matter import create_matter

    return create_matter(matters=given.stores.matters, clock=given.clock)


@TOOLKIT.tool(SAFE, "matters")
def list_matters(given: Materials) -> Tool:
    from casewright.toolbox.matters.list_matters import list_matters

    return list_matters(visibility=given.visibility)


@TOOLKIT.tool(SAFE, "matters")
def show_matter(given: Materials) -> Tool:
    from casewright.toolbox.matters.show_matter import show_matter

    return show_matter(visibility=given.visibility)


@TOOLKIT.tool(CAUTIOUS, "matters")
def set_matter_status(given: Materials) -> Tool:
    from casewright.toolbox.matters.set_matter_status import set_matter_status

    return set_matter_status(matters=given.stores.matters, clock=given.clock)


@TOOLKIT.tool(DANGEROUS, "matters")
def delete_matter(given: Materials) -> Tool:
    from casewright.bootstrap.matter_checkpoints import SettledCheckpoints
    from casewright.toolbox.matters.delete_matter import delete_matter

    return delete_matter(
        matters=given.stores.matters,
        cases=given.stores.cases,
        rows=given.stores.matter_rows,
        checkpoints=SettledCheckpoints(given.settings, given.stores),
        originals=given.originals,
        drafts=given.drafts,
        requests=given.stores.approvals,
        journal=given.stores.journal,
        audit=given.proofs.log,
        scrub=lambda: given.database.scrub(),
    )
