"""Reads what stands inside one pair of curly brackets: a plain statement, or a template and its argument."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.iql import invocation_mistakes, mistakes
from casewright.iql.escapes import invokes_template, is_escaped, read_argument, read_statement
from casewright.iql.templates import find, fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.iql.syntax_error import IqlSyntaxError
    from casewright.iql.templates import Template

_OTHER_QUOTES = "'‘’‚‛“”„‟«»‹›`´′″＂＇"
_OTHER_OPENING = re.compile(rf"(?<=\s)[{_OTHER_QUOTES}]")


@dataclass(frozen=True, slots=True)
class PlainStatement:
    """A plain statement; ``position`` is where its token begins."""

    text: str
    position: int


@dataclass(frozen=True, slots=True)
class TemplateUse:
    """An invocation of ``template``, found under ``name``, not expanded yet."""

    name: str
    template: Template
    argument: str | None
    position: int


def read_braces(text: str, start: int, end: int, templates: Mapping[str, Template]) -> PlainStatement | TemplateUse:
    """What ``text[start:end]`` says: a statement with its two brackets, or a whole query that has none.

    Raises IqlSyntaxError for an empty statement and for an invocation that cannot be read.
    """
    bracketed = text.startswith("{", start)
    low, high = (start + 1, end - 1) if bracketed else (start, end)
    inner = text[low:high]
    raw = inner.strip()
    if not raw:
        raise mistakes.empty_statement(text, start)
    if not invokes_template(raw):
        return PlainStatement(read_statement(raw, bracket_follows=bracketed and not inner[-1].isspace()), start)
    first = low + len(inner) - len(inner.lstrip())
    name, template, argument = _read_invocation(text, first + len("IS"), first + len(raw), templates)
    return TemplateUse(name, template, argument, start)


def _read_invocation(
    text: str, start: int, end: int, templates: Mapping[str, Template]
) -> tuple[str, Template, str | None]:
    """The folded name, the template and the argument in ``text[start:end]``, which follows ``IS``."""
    opening = text.find('"', start, end)
    opening = end if opening < 0 else opening
    name = fold(text[start:opening])
    name_start = opening - len(text[start:opening].lstrip())
    if not name:
        raise invocation_mistakes.no_name(text, name_start)
    template = find(name, templates)
    if template is None:
        raise _why_unknown(text, name_start, opening, end, templates)
    arguments = _read_arguments(text, opening, end)
    wanted = 0 if template.parameter is None else 1
    if len(arguments) != wanted:
        place = arguments[wanted][0] if len(arguments) > wanted else name_start
        raise invocation_mistakes.wrong_count(text, place, template, len(arguments))
    if not arguments:
        return name, template, None
    place, argument = arguments[0]
    if not argument.strip():
        raise invocation_mistakes.argument_empty(text, place, template)
    return name, template, argument


def _read_arguments(text: str, start: int, end: int) -> list[tuple[int, str]]:
    """Where each argument's quote opens and what it holds, for all that stand in ``text[start:end]``."""
    arguments = []
    position = start
    while position < end:
        if text[position] != '"':
            raise invocation_mistakes.text_after_argument(text, position)
        closing = text.find('"', position + 1, end)
        while closing >= 0 and is_escaped(text, closing, position + 1):
            closing = text.find('"', closing + 1, end)
        if closing < 0:
            raise invocation_mistakes.argument_not_closed(text, position, text[position + 1 : end])
        arguments.append((position, read_argument(text[position + 1 : closing])))
        position = closing + 1
        while position < end and text[position].isspace():
            position += 1
    return arguments


def _why_unknown(text: str, start: int, opening: int, end: int, templates: Mapping[str, Template]) -> IqlSyntaxError:
    """The error for the name ``text[start:opening]``, that no template has: often its argument is to blame."""
    words = text[start:opening]
    if opening < end and words.endswith("\\"):
        return invocation_mistakes.quotes_escaped(text, opening - 1)
    quote = _OTHER_OPENING.search(words)
    if quote:
        template = find(fold(words[: quote.start()]), templates)
        if template is None:
            return invocation_mistakes.unknown_template(text, start, words[: quote.start()].rstrip(), templates)
        if template.parameter is None:
            return invocation_mistakes.wrong_count(text, start + quote.start(), template, 1)
        argument = words[quote.start() :].strip(_OTHER_QUOTES + " ")
        return invocation_mistakes.argument_not_quoted(text, start + quote.start(), template, argument)
    template = _that_begins(fold(words), templates)
    if template and opening == end:
        argument = words.split(maxsplit=len(fold(template.name).split()))[-1]
        return invocation_mistakes.argument_not_quoted(text, end - len(argument), template, argument)
    return invocation_mistakes.unknown_template(text, start, words.rstrip(), templates)


def _that_begins(name: str, templates: Mapping[str, Template]) -> Template | None:
    """The template with the longest name that begins ``name`` and takes an argument."""
    fitting = [t for t in templates.values() if t.parameter is not None and name.startswith(fold(t.name) + " ")]
    return max(fitting, key=lambda template: len(template.name), default=None)
