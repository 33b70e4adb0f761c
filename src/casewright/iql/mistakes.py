"""The mistakes that people make when they write a query, each with its place and its remedy."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.iql.excerpt import show_excerpt
from casewright.iql.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_STATEMENTS
from casewright.iql.syntax_error import mistake

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.iql.syntax_error import IqlSyntaxError

_DIVIDE = "Shorten it, or split it into several queries."
OPERAND = ("a statement in curly brackets", "NOT", "(")
OPERATOR = ("AND", "OR", ">", "<", "+")

_MEANT: Mapping[str, str] = MappingProxyType(
    {
        "&": "AND",
        "&&": "AND",
        "but": "AND",
        "|": "OR",
        "||": "OR",
        "!": "NOT",
        "~": "NOT",
        "-": "AND NOT",
        "without": "AND NOT",
        "but not": "AND NOT",
        "and not": "AND NOT",
        "or not": "OR NOT",
        "except": "AND NOT",
        "plus": "+",
    }
)
"""What people write between statements, and the operator that says it."""


def quote_excerpt(text: str) -> str:
    """``text`` as it is shown inside a message: quoted, escaped, and cut to 40 characters."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def empty_query(text: str) -> IqlSyntaxError:
    """Nothing but white space."""
    hint = "Write a statement such as {IS confidentiality clause}, or what a clause should say in plain words."
    return mistake(text, 0, "The query is empty.", hint, ("a statement",))


def too_long(text: str, characters: int) -> IqlSyntaxError:
    """More characters than a query may have, as it stands or in canonical text."""
    as_it_stands = len(text) > MAX_CHARACTERS
    how = "The query has" if as_it_stands else "Written out canonically the query has"
    message = f"{how} {characters:,} characters; at most {MAX_CHARACTERS:,} are allowed."
    return mistake(text, MAX_CHARACTERS if as_it_stands else 0, message, _DIVIDE)


def too_long_expanded(text: str, position: int) -> IqlSyntaxError:
    """More characters than a query may have, with its templates expanded."""
    message = f"With its templates expanded the query has more than {MAX_CHARACTERS:,} characters."
    return mistake(text, position, message, _DIVIDE)


def too_many_statements(text: str, position: int) -> IqlSyntaxError:
    """One statement more than a query may have, templates expanded."""
    message = f"The query has more than {MAX_STATEMENTS} statements, counted with what its templates expand to."
    return mistake(text, position, message, _DIVIDE)


def too_deep(text: str, position: int) -> IqlSyntaxError:
    """One level more than a query may have."""
    message = f"The query is nested deeper than {MAX_DEPTH} levels of parentheses, NOTs and templates."
    return mistake(text, position, message, "Remove parentheses and double NOTs, or split it into several queries.")


def empty_statement(text: str, position: int) -> IqlSyntaxError:
    """``{}``."""
    hint = "Write a statement between the brackets, such as {IS confidentiality clause}, or remove them."
    return mistake(text, position, "The curly brackets hold no statement.", hint, ("a statement",))


def empty_parentheses(text: str, position: int) -> IqlSyntaxError:
    """``()``."""
    hint = "Write statements and operators between the parentheses, or remove them."
    return mistake(text, position, "The parentheses hold nothing.", hint, OPERAND)


def statement_not_closed(text: str, position: int) -> IqlSyntaxError:
    """``{`` without ``}``."""
    hint = r"Add '}' where the statement ends"
    hint += r"; '\}' is a bracket of the text and closes nothing." if r"\}" in text[position:] else "."
    return mistake(text, position, "The statement that begins here is never closed.", hint, ("}",))


def bracket_inside_statement(text: str, opened: int, position: int) -> IqlSyntaxError:
    """``{`` before the statement that is open was closed."""
    message = f"A '{{' stands inside the statement that begins at character {opened + 1} and is not yet closed."
    hint = r"Close that statement with '}' first; a curly bracket that belongs to the text is written '\{'."
    return mistake(text, position, message, hint, ("}",))


def nothing_to_close(text: str, position: int) -> IqlSyntaxError:
    """``}`` without ``{``."""
    hint = r"Remove it, or put '{' where its statement begins; a bracket that belongs to the text is written '\}'."
    return mistake(text, position, "This '}' closes no statement.", hint, (*OPERAND, *OPERATOR))


def escaped_bracket_outside(text: str, position: int) -> IqlSyntaxError:
    """``\\{`` where no statement is open."""
    message = "A bracket is escaped with a backslash outside a statement, where it has no meaning."
    hint = r"Put the whole statement in curly brackets, such as {notices \{if any\}}, or remove the backslash."
    return mistake(text, position, message, hint, OPERAND)


def parenthesis_not_closed(text: str, position: int) -> IqlSyntaxError:
    """``(`` without ``)``."""
    hint = "Add ')' where the group ends, or remove this '('."
    return mistake(text, position, "This '(' is never closed.", hint, (")",))


def no_parenthesis_to_close(text: str, position: int) -> IqlSyntaxError:
    """``)`` without ``(``."""
    hint = "Remove it, or put '(' where the group begins."
    return mistake(text, position, "This ')' closes no '('.", hint, (*OPERATOR, "the end of the query"))


def no_left_side(text: str, position: int, operator: str) -> IqlSyntaxError:
    """A binary operator with nothing before it."""
    hint = f"Write a statement before it, such as {{…}} {operator} {{…}}, or remove it."
    return mistake(text, position, f"{_named(operator)} has no left side.", hint, OPERAND)


def no_right_side(text: str, position: int, operator: str) -> IqlSyntaxError:
    """A binary operator, or NOT, with nothing after it."""
    if operator == "NOT":
        return mistake(text, position, "NOT has nothing to negate.", "Write a statement after it: NOT {…}.", OPERAND)
    hint = f"Write a statement after it, such as {{…}} {operator} {{…}}, or remove it."
    return mistake(text, position, f"{_named(operator)} has no right side.", hint, OPERAND)


def not_before_operator(text: str, position: int, operator: str) -> IqlSyntaxError:
    """``NOT`` directly before a binary operator."""
    hint = f"Write {operator} NOT {{…}}." if operator in {"AND", "OR"} else "Write NOT before a statement: NOT {…}."
    message = f"NOT stands before {_named(operator)}, with nothing to negate between them."
    return mistake(text, position, message, hint, OPERAND)


def not_after_symbol(text: str, position: int, operator: str) -> IqlSyntaxError:
    """``NOT`` as the right side of ``>``, ``<`` or ``+``, all of which bind tighter."""
    hint = f"Put NOT and what it negates in parentheses: {{…}} {operator} (NOT {{…}})."
    message = f"NOT stands directly after {_named(operator)}, which binds tighter."
    return mistake(text, position, message, hint, ("a statement in curly brackets", "("))


def no_operator(text: str, position: int, *, negated: bool) -> IqlSyntaxError:
    """Two operands side by side."""
    hint = "Write AND between them if both must hold, OR if one is enough"
    hint += ": {…} AND NOT {…}." if negated else "."
    return mistake(text, position, "Two statements stand side by side with no operator between them.", hint, OPERATOR)


def text_outside(text: str, start: int, end: int, *, after_operand: bool) -> IqlSyntaxError:
    """Words outside curly brackets in a query that has some."""
    words = text[start:end]
    expected = OPERATOR if after_operand else OPERAND
    first = words.split()[0]
    if first.upper() in {"AND", "OR", "NOT"}:
        message = f"{quote_excerpt(first)} is not an operator: operators are written in capitals."
        return mistake(text, start, message, f"Write {first.upper()}.", expected)
    if first.startswith("=") and text[start - 1 : start] in {">", "<"}:
        sign = text[start - 1]
        return mistake(text, start - 1, f"There is no operator '{sign}='.", f"Write {sign} alone.", (sign,))
    meant = _MEANT.get(" ".join(words.lower().split()))
    if meant:
        return mistake(text, start, f"{quote_excerpt(words)} is not an operator.", f"Write {meant}.", expected)
    hint = f"Put it in curly brackets if it is a statement: {{{show_excerpt(words)}}}; "
    hint += "the operators are AND, OR, NOT, >, < and +."
    return mistake(text, start, f"The text {quote_excerpt(words)} stands outside curly brackets.", hint, expected)


def _named(operator: str) -> str:
    return operator if operator.isalpha() else f"'{operator}'"
