"""Questions: how they are understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("questions")


@TOOLKIT.tool(SAFE, "documents")
def frame_question(given: Materials) -> Tool:
    from casewright.toolbox.questions.frame_question import frame_question

    return frame_question(documents=given.stores.documents, naming=given.naming)
