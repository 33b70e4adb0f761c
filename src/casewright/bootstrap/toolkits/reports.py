"""Reports on deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def report_tools(given: Materials) -> list[Tool]:
    """Write the report on a deal."""
    from casewright.adapters.database.debates import SqlDebates
    from casewright.adapters.exports.files import ExportedFiles
    from casewright.bootstrap.setting_reports import ReportsWhenAsked
    from casewright.bootstrap.toolkits.claims import open_deal_stores
    from casewright.toolbox.reports.report_deal import report_deal

    files = ExportedFiles(given.settings.export_folder)
    stores, debates = open_deal_stores(given), SqlDebates(given.database)
    return [report_deal(stores=stores, setter=ReportsWhenAsked(), files=files, debates=debates)]
