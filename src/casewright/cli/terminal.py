"""The console that everything for a person is printed on: no text that it prints can steer it."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Span, Text

from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import ConsoleOptions, RenderableType
    from rich.segment import Segment


class Terminal(Console):
    """A console on which text is text: no markup, no pictures for words between colons, no control characters."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, highlight=False, emoji=False, markup=False)

    # Any: styles and the like, handed on as they come.
    def render_str(self, text: str, **how: Any) -> Text:
        """The text as it may be shown."""
        return super().render_str(show_text(text), **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Every piece that is printed, by itself or in a table or a bar, comes through here."""
        return super().render(show_styled(renderable) if isinstance(renderable, Text) else renderable, options)


def show_styled(text: Text) -> Text:
    """The text as it may be shown, its styles where they were."""
    shown = [show_text(sign) for sign in text.plain]
    whole = "".join(shown)
    if whole == text.plain:
        return text
    places = [0, *accumulate(map(len, shown))]
    copy = text.blank_copy(whole)
    copy.spans = [Span(places[span.start], places[min(span.end, len(shown))], span.style) for span in text.spans]
    return copy
