"""The one error that reading a query can raise: what, where, and how to mend it."""

from __future__ import annotations

from casewright.errors import InvalidInput
from casewright.iql.excerpt import draw, place


class IqlSyntaxError(InvalidInput):
    """A query cannot be read. Its attributes are the data; its text adds a caret line.

    ``position`` counts code points of the query from 0; ``line`` and ``column`` count from 1. ``expected`` lists
    what could have stood there, ``hint`` says how to mend it, ``excerpt`` is the line with a caret below it.
    """

    def __init__(
        self,
        message: str,
        position: int,
        line: int,
        column: int,
        expected: tuple[str, ...] = (),
        hint: str = "",
        excerpt: str = "",
    ) -> None:
        super().__init__(message, position, line, column, expected, hint, excerpt)
        self.message = message
        self.position = position
        self.line = line
        self.column = column
        self.expected = expected
        self.hint = hint
        self.excerpt = excerpt

    @property
    def summary(self) -> str:
        """What, where and how to mend it, in one line."""
        return " ".join(part for part in (self.message, f"(line {self.line}, column {self.column})", self.hint) if part)

    def __str__(self) -> str:
        lines = [self.message, f"line {self.line}, column {self.column}{':' if self.excerpt else ''}"]
        lines += [f"  {line}" for line in self.excerpt.splitlines()]
        if self.expected:
            lines.append(f"Expected: {', '.join(self.expected)}")
        if self.hint:
            lines.append(f"Hint: {self.hint}")
        return "\n".join(lines)


def mistake(text: str, position: int, message: str, hint: str, expected: tuple[str, ...] = ()) -> IqlSyntaxError:
    """The error for a mistake at ``position`` of ``text``, with its line, column and excerpt worked out."""
    line, column = place(text, position)
    excerpt = "" if not text or text.isspace() else draw(text, position)
    return IqlSyntaxError(message, position, line, column, expected, hint, excerpt)
