"""Asking a matter, and the threads of what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.assistant import DocumentAssistant

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def question_tools(given: Materials) -> list[Tool]:
    """``ask_matter`` with its assistant, and ``list_threads``."""
    from casewright.adapters.database.threads import SqlThreads
    from casewright.toolbox.documents.ask_matter import ask_matter
    from casewright.toolbox.documents.list_threads import list_threads

    threads = SqlThreads(given.database)
    assistant = DocumentAssistant(given.settings, threads, given.clock, given.governed, given.chat_model)
    given.closing.callback(assistant.close)
    given.disconnecting.push_async_callback(assistant.disconnect)
    return [
        ask_matter(
            assistant=assistant,
            matters=given.stores.matters,
            documents=given.stores.documents,
            threads=threads,
            providers=assistant.providers,
        ),
        list_threads(assistant=assistant, threads=threads),
    ]
