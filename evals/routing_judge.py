"""Holds the calls that were made for a question to those that answer it. Queries are compared by their meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.iql import IqlSyntaxError, parse
from casewright.iql.tree import And, Comparison, Invocation, Mean, Node, Not, Or, Statement
from casewright.iql.wording import fold_words, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SMALL_WORDS = words_of("the a an of in on for to and any all about is")


@dataclass(frozen=True, slots=True)
class Called:
    """A call that was made; ``targets`` are the filenames it is about, None for the whole matter."""

    name: str
    arguments: Mapping[str, Any]
    targets: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Expected:
    """A call that answers a question. Of several ``queries`` any one will do; see routing_fitted.toml for the rest."""

    tool: str
    targets: tuple[str, ...] | None
    queries: tuple[str, ...] = ()
    scope: str = "chunk"
    about: str = ""
    types: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The call in a line."""
        parts = [" or ".join(self.queries), self.about, ", ".join(self.types)]
        parts += [f"scope {self.scope}" if self.scope != "chunk" else "", f"in {self.targets}" if self.targets else ""]
        return f"{self.tool}({'; '.join(part for part in parts if part)})"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the tool, the documents and the other arguments are right, and what is not."""

    tool: bool
    targets: bool
    arguments: bool
    why: str = ""

    @property
    def right(self) -> bool:
        """Whether the call is right as a whole."""
        return self.tool and self.targets and self.arguments


def judge(answers: Sequence[Sequence[Expected]], called: Sequence[Called]) -> Verdict:
    """The verdict by the first of ``answers``, or by another one that finds the calls right."""
    verdicts = [_against(expected, called) for expected in answers]
    return next((verdict for verdict in verdicts if verdict.right), verdicts[0])


def _against(expected: Sequence[Expected], called: Sequence[Called]) -> Verdict:
    tools = [one.tool for one in expected] == [call.name for call in called]
    pairs = list(zip(expected, called, strict=False))
    targets = len(called) > 0 and all(_same_targets(_wanted_targets(expected, call), call.targets) for call in called)
    if not tools:
        return Verdict(tool=False, targets=targets, arguments=False, why="another tool, or more or fewer calls")
    arguments = all(_same_arguments(one, call) for one, call in pairs)
    why = "" if arguments and targets else "other documents" if not targets else "other arguments"
    return Verdict(tool=True, targets=targets, arguments=arguments, why=why)


def _wanted_targets(expected: Sequence[Expected], call: Called) -> tuple[str, ...] | None:
    """The targets of the expected call of the same tool; of the first where there is none."""
    return next((one.targets for one in expected if one.tool == call.name), expected[0].targets)


def _same_targets(wanted: tuple[str, ...] | None, given: tuple[str, ...] | None) -> bool:
    return (None if wanted is None else set(wanted)) == (None if given is None else set(given))


def _same_arguments(expected: Expected, call: Called) -> bool:
    match expected.tool:
        case "isaacus_iql":
            scope = call.arguments.get("scope", "chunk")
            query = str(call.arguments.get("query", ""))
            return scope == expected.scope and any(same_query(one, query) for one in expected.queries)
        case "isaacus_search":
            asked = _content_words(str(call.arguments.get("query", "")))
            return any(asked == _content_words(one) for one in expected.queries)
        case "isaacus_extract":
            return _words(expected.about) <= _words(str(call.arguments.get("question", "")))
        case "isaacus_classify":
            given = {name.strip() for name in str(call.arguments.get("clause_types") or "").split(",") if name.strip()}
            return given == set(expected.types)
        case _:
            return True


def same_query(wanted: str, given: str) -> bool:
    """Whether two queries ask the same: operands of AND, OR and + in any order, arguments whatever their case.

    An argument of ``wanted`` that begins with ``~`` stands for every argument that holds its words.
    """
    try:
        return _same(parse(wanted).tree, parse(given).tree)
    except IqlSyntaxError:
        return False


def _same(wanted: Node, given: Node) -> bool:
    # Queries of the sets are a few levels deep.
    match wanted, given:
        case Invocation(), Invocation():
            return wanted.template == given.template and _same_argument(wanted.argument, given.argument)
        case Statement(), Statement():
            return wanted.text.lower() == given.text.lower()
        case Not(), Not():
            return _same(wanted.operand, given.operand)
        case And() | Or() | Mean(), And() | Or() | Mean() if type(wanted) is type(given):
            return _same_in_any_order(list(wanted.operands), list(given.operands))
        case Comparison(), Comparison():
            pairs = zip(wanted.operands, given.operands, strict=False)
            return wanted.signs == given.signs and all(_same(one, other) for one, other in pairs)
        case _:
            return False


def _same_in_any_order(wanted: list[Node], given: list[Node]) -> bool:
    for node in wanted:
        found = next((at for at, other in enumerate(given) if _same(node, other)), None)
        if found is None:
            return False
        given.pop(found)
    return not given


def _same_argument(wanted: str | None, given: str | None) -> bool:
    if wanted is None or given is None:
        return wanted == given
    if wanted.startswith("~"):
        said = " ".join(_words(given))
        return all(word in said for word in _words(wanted[1:]))
    return wanted.lower() == given.lower()


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", fold_words(text).lower()))


def _content_words(text: str) -> set[str]:
    return _words(text) - _SMALL_WORDS
