"""Reports on deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.outside import report_setter
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("reports")


@TOOLKIT.tool(CAUTIOUS, "evidence")
def report_deal(given: Materials) -> Tool:
    from casewright.adapters.exports.files import ExportedFiles
    from casewright.toolbox.reports.report_deal import report_deal

    files = ExportedFiles(given.settings.export_folder)
    return report_deal(stores=given.deal_stores, setter=report_setter(), files=files, debates=given.stores.debates)
