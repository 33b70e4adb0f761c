"""The chat model that proposes claims, loaded when it is asked and let go of afterwards."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.bootstrap.chat_models import load_chat_model, model_choice
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.language_models import BaseChatModel

    from casewright.config import Settings
    from casewright.evidence.extraction.extract import Source
    from casewright.tools.ports.claims import Proposed


class ModelProposer:
    """Asks the assistant's model. Fits ``tools.ports.claims.Proposer``; called from threads without a loop."""

    def __init__(self, settings: Settings, model: BaseChatModel | None = None) -> None:
        """``model`` is asked in place of the one that is set."""
        self._settings = settings
        self._model = model

    @property
    def providers(self) -> tuple[str, ...]:
        """Whom the set model sends text to; nobody for one that was handed in. Raises ``BadSettings``."""
        choice = None if self._model is not None else model_choice(self._settings)
        return () if choice is None or choice.consent is None else (choice.consent,)

    def propose(self, sources: Sequence[Source]) -> Sequence[Proposed]:
        """What the model proposes, one document after the other."""
        return asyncio.run(self._propose(sources))

    async def _propose(self, sources: Sequence[Source]) -> list[Proposed]:
        from casewright.agents.evidence.proposing import propose_by

        loaded = None if self._model is not None else load_chat_model(self._settings)
        model = self._model or loaded
        if model is None:
            raise BadSettings("No chat model is set: set CASEWRIGHT_ASSISTANT, or extract by rules alone")
        try:
            return [await propose_by(model, source, lambda: str(uuid4())) for source in sources]
        finally:
            if loaded is not None:
                await loaded.aclose()
