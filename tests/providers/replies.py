"""What a scripted provider can be told to say, in no provider's words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool. ``arguments`` as a string go over the wire as they are, JSON or not."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """What the model says in one turn: text, then calls. ``stop`` is why it ends, where that is not the usual end."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    stop: Literal["length", "refused", "filtered", "blocked"] | None = None
    input_tokens: int = 11
    output_tokens: int = 7

    @property
    def pieces(self) -> list[str]:
        """The text as it is streamed: cut after every space."""
        return [f"{word} " for word in self.text.split(" ")][:-1] + self.text.rsplit(" ", 1)[-1:] if self.text else []


@dataclass(frozen=True, slots=True)
class Fail:
    """An error of that HTTP status, with the provider's word for it where one is given."""

    status: int
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    retry_delay: str = ""
    """Gemini says in the body how long to wait."""
    message: str = "it failed, and the key sk-secret-words is none of your business"


@dataclass(frozen=True, slots=True)
class Hang:
    """No answer at all; with ``after``, that much of a streamed text first."""

    after: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection ends; with ``after``, when that much of a streamed text was sent."""

    after: str = ""


@dataclass(frozen=True, slots=True)
class Raw:
    """Whatever a test wants on the wire."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "application/json"})


Reply = Turn | Fail | Hang | Drop | Raw
if TYPE_CHECKING:
    Scripted = Reply | Callable[[Any], Reply]
    """A reply, or what makes one of the request's body."""
