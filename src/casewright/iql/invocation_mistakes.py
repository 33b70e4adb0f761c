"""The mistakes that people make when they invoke a template, each with its place and its remedy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.iql.excerpt import show_excerpt
from casewright.iql.mistakes import quote_excerpt
from casewright.iql.suggestions import suggestions
from casewright.iql.syntax_error import mistake

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.iql.syntax_error import IqlSyntaxError
    from casewright.iql.templates import Template

_OPERATOR = re.compile(r"\s(AND|OR|NOT|>|<|\+)\s")
_ARGUMENT = ("an argument in double quotes",)
_END = ("the end of the statement",)


def no_name(text: str, position: int) -> IqlSyntaxError:
    """``{IS "…"}``."""
    hint = 'Write the template\'s name before the argument, such as {IS clause that "…"}.'
    return mistake(text, position, "IS is followed by no template name.", hint, ("a template name",))


def unknown_template(text: str, position: int, name: str, templates: Mapping[str, Template]) -> IqlSyntaxError:
    """A name, as it was written, that is in no table."""
    near = () if _OPERATOR.search(name) else suggestions(name, templates)
    if near:
        hint = f"Did you mean {' or '.join(near)}?"
    elif _OPERATOR.search(name):
        hint = "Operators stand between statements, each in curly brackets of its own: {IS …} AND {IS …}."
    elif "clause that" in templates:
        hint = f"Describe it in your own words instead: {templates['clause that'].usage}."
    else:
        hint = "The templates are: " + (", ".join(sorted(templates)[:10]) or "none") + "."
    return mistake(
        text, position, f"There is no template named {quote_excerpt(name)}.", hint, near or ("a template name",)
    )


def argument_not_quoted(text: str, position: int, template: Template, words: str) -> IqlSyntaxError:
    """``{IS clause obligating Customer}``, or an argument in quotes of another kind."""
    message = f"The argument of the template {template.name!r} is not in double quotes."
    hint = f'Write it in double quotes: {{IS {template.name} "{show_excerpt(words)}"}}.'
    return mistake(text, position, message, hint, _ARGUMENT)


def quotes_escaped(text: str, position: int) -> IqlSyntaxError:
    r"""``{IS clause obligating \"Customer\"}``, copied from JSON or a program."""
    hint = r"Write the quotes round an argument without backslashes; '\"' is a quote inside one."
    return mistake(text, position, "A backslash stands before an argument's opening quote.", hint, _ARGUMENT)


def argument_not_closed(text: str, position: int, rest: str) -> IqlSyntaxError:
    """An opening quote without its partner in ``rest``, what follows it in the statement."""
    if set(rest) & set("“”„‟″＂"):
        hint = "Close it with a straight double quote '\"'; typographic quotes are letters of the argument."
    else:
        inside = r"a quote that belongs to it is written '\"', a curly bracket '\}'."
        hint = f"Write '\"' where it ends; {inside}"
    return mistake(text, position, "The argument that begins here is never closed.", hint, ('"',))


def argument_empty(text: str, position: int, template: Template) -> IqlSyntaxError:
    """``{IS clause obligating ""}``."""
    message = f"The argument of the template {template.name!r} is empty."
    return mistake(text, position, message, f"Write the {template.parameter} between the quotes.", _ARGUMENT)


def text_after_argument(text: str, position: int) -> IqlSyntaxError:
    """``{IS clause obligating "Customer" today}``, or an argument with unescaped quotes inside."""
    hint = r"Remove it; a quote that belongs to the argument is written '\"', and operators stand outside the brackets."
    return mistake(text, position, "Text stands after the argument.", hint, _END)


def wrong_count(text: str, position: int, template: Template, given: int) -> IqlSyntaxError:
    """An argument too many or too few."""
    takes = "1 argument" if template.parameter is not None else "no argument"
    message = f"The template {template.name!r} takes {takes}; {given or 'none'} {'were' if given > 1 else 'was'} given."
    expected = _ARGUMENT if given == 0 else _END
    return mistake(text, position, message, f"Write {template.usage}.", expected)


def cycle(text: str, position: int, names: tuple[str, ...]) -> IqlSyntaxError:
    """A template that leads back to itself."""
    message = f"The template {names[0]!r} leads back to itself: {' → '.join(names)}."
    return mistake(text, position, message, "Change one of these templates so that it no longer invokes the next.")


def broken_template(text: str, position: int, name: str, cause: IqlSyntaxError) -> IqlSyntaxError:
    """A template whose own expansion cannot be read."""
    message = f"The template {name!r} cannot be used, because its expansion is not valid: {cause.message}"
    hint = f"Mend the template at line {cause.line}, column {cause.column} of its expansion. {cause.hint}"
    return mistake(text, position, message, hint)
