"""Queries and facts over corpora of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("bulk")


@TOOLKIT.tool(CAUTIOUS, "documents", "queries")
def run_corpus_query(given: Materials) -> Tool:
    from casewright.bootstrap.bulk import corpus_query

    return corpus_query(given)
