"""Our tools for LangChain: importing this loads LangChain's libraries."""

from __future__ import annotations

from casewright.adapters.langchain.artifacts import CHECKPOINT_TYPES, read_result
from casewright.adapters.langchain.tools import langchain_tools

__all__ = ["CHECKPOINT_TYPES", "langchain_tools", "read_result"]
