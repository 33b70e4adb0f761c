"""One question to a chat model: masked on the way out and on the way back, told to whoever listens."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from casewright.agents.cases.events import ASKED, TurnEvent
from casewright.agents.cases.mind import Call
from casewright.agents.document.boundary import draw_mark, enclosed
from casewright.agents.streaming import tell
from casewright.casework.advice import mask_reply
from casewright.errors import CasewrightError, ToolFailed, Unavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    Mask = Callable[[str], str]
    Refuse = Callable[[int], Awaitable[str | None]]
    """Why an answer that asks for so many calls is refused whole; None where it is not."""

LONGEST_ANSWER = 100_000
"""Characters of an answer that are read; the rest is cut off."""
_CORRECTION = "Răspunsul tău anterior nu a putut fi folosit: {reason} Răspunde din nou, de la început."
_ROLES = {"system": "[instructions]\n", "human": ASKED, "ai": "[answered]\n"}


@dataclass(frozen=True, slots=True)
class Said:
    """What a model answered, masked. ``broken`` are the names of calls whose arguments could not be read."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """What was said earlier in a session, and by whom."""

    text: str
    by_model: bool = False


class Exchange:
    """Asks one model. ``mask`` is the firewall of the case; what passes it twice stays as it is."""

    def __init__(self, model: BaseChatModel, *, role: str, called: str, mask: Mask, refuse: Refuse) -> None:
        self._model = model
        self._refuse = refuse
        self._who = f"{role} ({called})"
        self.called = called
        self.mask = mask

    def remark(self, text: str) -> None:
        """Tell watchers something about the last answer."""
        tell(TurnEvent("received", self._who, text))

    def data(self, value: object) -> object:
        """Plain data with every text in it masked, names of fields too."""
        return masked_everywhere(value, self.mask)

    async def ask(
        self,
        instructions: str,
        asked: str,
        *,
        before: Sequence[Line] = (),
        tools: Sequence[Mapping[str, Any]] = (),
        correction: str = "",
    ) -> Said:
        """The answer. ``asked`` and ``before`` are masked by whoever made them of ``data`` and ``mask``.

        One that asks for too many calls is not read, and asked for once more. Raises ``Unavailable`` where the model
        cannot be had, ``ToolFailed`` for every other failure.
        """
        last = f"{asked}\n\n{_CORRECTION.format(reason=correction)}" if correction else asked
        lines = [AIMessage(one.text) if one.by_model else HumanMessage(one.text) for one in before]
        messages: list[BaseMessage] = [SystemMessage(instructions), *lines, HumanMessage(last)]
        tell(TurnEvent("sent", self._who, _shown(messages)))
        answer = await self._answer(messages, tools)
        refusal = await self._refusal(answer)
        if refusal is not None:
            tell(TurnEvent("received", self._who, refusal))
            answer = await self._answer([*messages, HumanMessage(refusal)], tools)
            if (refusal := await self._refusal(answer)) is not None:
                raise ToolFailed(refusal)
        said = await asyncio.to_thread(self._read, answer)  # the firewall asks the database
        tell(TurnEvent("received", self._who, _shown_answer(said)))
        return said

    async def _answer(self, messages: list[BaseMessage], tools: Sequence[Mapping[str, Any]]) -> object:
        try:
            if not tools:
                return await self._model.ainvoke(messages)
            return await self._model.bind_tools([dict(one) for one in tools], tool_choice="any").ainvoke(messages)
        except (Unavailable, ToolFailed):
            raise
        except CasewrightError as error:
            raise ToolFailed(str(error)) from error
        except Exception as error:
            raise ToolFailed(f"{self.called} failed ({type(error).__name__})") from error

    async def _refusal(self, answer: object) -> str | None:
        """Why an answer with that many calls is not read, whatever stands in them."""
        if not isinstance(answer, AIMessage):
            return None
        return await self._refuse(len(answer.tool_calls) + len(answer.invalid_tool_calls))

    def _read(self, answer: object) -> Said:
        if not isinstance(answer, AIMessage):
            raise ToolFailed(f"{self.called} answered with a {type(answer).__name__}, not with a message of its own")
        calls, broken = [], [str(one["name"] or "") for one in answer.invalid_tool_calls]
        for call in answer.tool_calls:
            name, arguments = call["name"], call["args"]
            if MALFORMED in arguments:
                broken.append(name)
            else:
                calls.append(Call(self.mask(name), masked_everywhere(arguments, self.mask)))
        return Said(
            mask_reply(str(answer.text)[:LONGEST_ANSWER], self.mask).strip(),
            tuple(calls),
            tuple(map(self.mask, broken)),
        )


MALFORMED = "malformed_arguments"
"""What ``adapters.models`` makes of arguments that are no JSON object."""


def bounded(text: str, *place: object) -> str:
    """The text between two lines that it cannot cross: their mark follows from place and text."""

    def mark() -> str:
        return sha256("\x00".join([*map(str, place), text]).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    return enclosed(text, draw_mark(text, mark))


def masked_everywhere(value: Any, mask: Mask) -> Any:  # JSON
    """The value with every string in it masked, at any depth."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {mask(str(name)): masked_everywhere(part, mask) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [masked_everywhere(item, mask) for item in value]
    return value


def _shown(messages: Sequence[BaseMessage]) -> str:
    return "\n\n".join(f"{_ROLES.get(one.type, '')}{one.text}" for one in messages)


def _shown_answer(said: Said) -> str:
    calls = [f"{call.name} {json.dumps(dict(call.arguments), ensure_ascii=False, default=str)}" for call in said.calls]
    broken = [f"{name} (arguments that cannot be read)" for name in said.broken]
    return "\n".join(filter(None, [said.text, *calls, *broken])) or "(nothing)"
