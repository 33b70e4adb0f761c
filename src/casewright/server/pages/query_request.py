"""What somebody asks in the query bar, as its address or its form says it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from casewright.iql.escapes import written_argument
from casewright.server.pages.visit import Flaw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from casewright.server.pages.visit import Visit

SCOPES = ("chunk", "document")
JOINS = ("AND", "OR", "AND NOT", "+", ">")
"""How a template is joined to what stands in the bar already."""
_SYNTAX = "Invalid IQL query syntax: "
_PLACE = re.compile(r"^line (\d+), column (\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """The query and how it is to be read; ``words`` are the plain words that it was made of, where there are some."""

    query: str = ""
    words: str = ""
    scope: str = SCOPES[0]
    threshold: str = ""
    documents: tuple[str, ...] = ()

    @classmethod
    def of(cls, visit: Visit) -> QueryRequest:
        """What was sent: by a form where one was, else in the address."""
        if visit.request.method == "POST":
            return cls._read(visit.form.text, visit.form.many("document"))
        return cls._read(visit.asked, visit.request.query_params.getlist("document"))

    @classmethod
    def _read(cls, text: Callable[[str], str], documents: Sequence[str]) -> QueryRequest:
        scope = text("scope")
        return cls(
            query=text("q"),
            words=text("words"),
            scope=scope if scope in SCOPES else SCOPES[0],
            threshold=text("threshold"),
            documents=tuple(dict.fromkeys(one for one in documents if one)),
        )

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """Its fields as a form or an address has them, those left out that say nothing."""
        for name, value in (("q", self.query), ("words", self.words), ("threshold", self.threshold)):
            if value:
                yield name, value
        if self.scope != SCOPES[0]:
            yield "scope", self.scope
        for one in self.documents:
            yield "document", one

    @property
    def address(self) -> str:
        """What follows the page's path, so that the same is asked."""
        return urlencode(list(self.pairs))

    def asks(self, matter: str) -> dict[str, object]:
        """The arguments that say what is asked of which documents."""
        chosen: dict[str, object] = {"document_ids": list(self.documents)} if self.documents else {}
        return {"matter_id": matter, "query": self.query, **chosen}

    def runs(self, matter: str) -> dict[str, object] | Flaw:
        """All arguments of a run, or what is wrong with what was typed."""
        arguments = {**self.asks(matter), "scope": self.scope}
        if not self.threshold:
            return arguments
        if self.threshold == "auto":
            return {**arguments, "threshold": "auto"}
        try:
            return {**arguments, "threshold": float(self.threshold.replace(",", "."))}
        except ValueError:
            return Flaw(f"Give a number from 0 to 1, or 'auto': got {self.threshold!r}", "threshold")


@dataclass(frozen=True, slots=True)
class QueryFlaw:
    """What is wrong with a query: its sentence, the line of it with a caret below, how to mend it, and where it is."""

    detail: str
    excerpt: str = ""
    remedy: str = ""
    line: int = 0
    column: int = 0


def query_flaw(flaw: Flaw, field: str | None = None) -> Flaw:
    """The flaw, laid to the field of the page that it is about; to ``field`` where it names none."""
    is_query = flaw.detail.startswith(_SYNTAX) or flaw.field == "query"
    return Flaw(flaw.detail, "q" if is_query else flaw.field or field, flaw.status)


def drawn(flaw: Flaw) -> QueryFlaw:
    """The flaw of a query in its parts, as the language tells it."""
    lines = flaw.detail.removeprefix(_SYNTAX).split("\n")
    place = _PLACE.search(flaw.detail)
    told = [one for one in lines[1:] if one.strip()]
    return QueryFlaw(
        detail=lines[0],
        excerpt="\n".join(one[2:] for one in told if one.startswith("  ")),
        remedy="\n".join(one for one in told if not one.startswith("  ") and not _PLACE.match(one)),
        line=int(place.group(1)) if place else 0,
        column=int(place.group(2)) if place else 0,
    )


# Any: a tool's JSON.
def mistake_flaw(mistake: Mapping[str, Any], field: str = "q") -> Flaw:
    """What ``validate_query`` says is wrong, as the tools that run queries say it, laid to this field."""
    lines = [mistake["message"], f"line {mistake['line']}, column {mistake['column']}:"]
    lines += [f"  {one}" for one in mistake["excerpt"].splitlines()]
    lines += [f"Hint: {mistake['hint']}"] if mistake["hint"] else []
    return Flaw(_SYNTAX + "\n".join(lines), field)


@dataclass(frozen=True, slots=True)
class TemplateChoice:
    """A template that can be put into the bar; ``argument`` is what its argument is called, None where it has none."""

    name: str
    group: str
    meaning: str
    argument: str | None

    @property
    def field(self) -> str:
        """The name of the field that its argument is typed in."""
        return f"argument:{self.name}"

    @classmethod
    def of(cls, usable: Mapping[str, Any]) -> TemplateChoice:
        """A template as ``list_usable_templates`` lists it."""
        argument = usable["arguments"][0]["name"] if usable["arguments"] else None
        return cls(usable["name"], usable["group"], usable["meaning"], argument)

    def written(self, argument: str) -> str:
        """How a query invokes it."""
        if self.argument is None:
            return f"{{IS {self.name}}}"
        return f'{{IS {self.name} "{written_argument(argument)}"}}'


def joined(query: str, template: str, join: str) -> str:
    """The query with one template more."""
    if not query:
        return f"NOT {template}" if join == "AND NOT" else template
    return f"{query} {join if join in JOINS else JOINS[0]} {template}"
