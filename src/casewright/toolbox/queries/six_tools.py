"""The six document tools under the seed's names, in the seed's order."""

from __future__ import annotations

from casewright.toolbox.documents.get_document_text import get_document_text
from casewright.toolbox.documents.isaacus_classify import isaacus_classify
from casewright.toolbox.documents.isaacus_extract import isaacus_extract
from casewright.toolbox.documents.isaacus_search import isaacus_search
from casewright.toolbox.documents.list_matter_documents import list_matter_documents
from casewright.toolbox.queries.isaacus_iql import isaacus_iql

ISAACUS_TOOLS = (
    list_matter_documents,
    get_document_text,
    isaacus_search,
    isaacus_extract,
    isaacus_classify,
    isaacus_iql,
)
"""What makes each of them over its parts; a tool's name is its maker's."""
