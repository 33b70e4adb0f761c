"""``casewright iql``: ask files, folders or a matter which clauses are there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli import plain_words
from casewright.cli.corpus_run import (
    Cascade,
    Corpus,
    Engine,
    Kept,
    NoKeep,
    Out,
    PartitionMb,
    RunOptions,
    Shard,
    Workers,
    run_corpus,
)
from casewright.cli.exit_codes import DONE, INVALID
from casewright.cli.paths import given_paths
from casewright.cli.references import MATTER, Documents
from casewright.cli.scopes import Scope
from casewright.cli.scratch import scratch
from casewright.cli.state import Answer, State, answer
from casewright.cli.thresholds import DEFAULT, Threshold, threshold_of
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.iql import Query, Template
    from casewright.iql.plain_words import Translation
    from casewright.toolbox.queries.estimate_query import EstimateView
    from casewright.toolbox.templates.template_view import TemplateView

_DEFAULT_TOP = 3
_ESTIMATED = ("query", "matter_id", "document_ids")


class Semantics(StrEnum):
    """How a comparison is scored."""

    CONTRACT = "contract"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class _Question:
    """The query as it was given, which documents it asks, and how they are scored."""

    query: str
    paths: list[str] | None
    matter: str | None
    documents: list[str] | None
    threshold: float | str
    semantics: Semantics
    scope: Scope | None
    model: str | None
    exact: bool
    named: tuple[dict[str, Any], ...] = ()
    """The documents that plain words named."""

    def arguments(self) -> dict[str, object]:
        """The tool's arguments but for the documents; a model that nobody named is the tool's to choose."""
        arguments: dict[str, object] = {
            "query": self.query,
            "threshold": self.threshold,
            "semantics": self.semantics.value,
            "scope": (self.scope or Scope.CHUNK).value,
            "exact": self.exact,
        }
        return arguments if self.model is None else {**arguments, "model": self.model}


def iql(
    context: typer.Context,
    query: Annotated[
        str, typer.Argument(help="An IQL query such as '{IS governing law clause}', or words with --plain.")
    ],
    paths: Annotated[list[str] | None, typer.Argument(help="Files and folders to ask; no matter is needed.")] = None,
    matter: Annotated[
        str | None,
        typer.Option("--matter", help=f"Ask the documents of this matter instead. {MATTER}", show_default=False),
    ] = None,
    document: Documents = None,
    threshold: Threshold = DEFAULT,
    semantics: Annotated[
        Semantics, typer.Option(help="A > B: contract is (A - B + 1) / 2, strict is A if A > B, else 0.")
    ] = Semantics.CONTRACT,
    scope: Annotated[
        Scope | None,
        typer.Option(
            help="Operators work on each clause (chunk, the default) or on each document's best clauses (document).",
            show_default=False,
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Quality tier of the model.", show_default=False)] = None,
    top: Annotated[
        int, typer.Option(help="Clauses listed per document; counts, averages and JSON have all.", min=0)
    ] = _DEFAULT_TOP,
    exact: Annotated[
        bool, typer.Option("--exact", help="Score every clause, even where the result cannot change and each costs.")
    ] = False,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Only say what the query would cost at most; nothing is sent.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Only parse; show the tree and what would be scored.")] = False,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="QUERY is in plain words, such as 'one-sided indemnity'; shown as IQL first."),
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="With --plain: run what the words became, without asking.")
    ] = False,
    corpus: Corpus = None,
    out: Out = None,
    engine: Engine = None,
    shard: Shard = None,
    workers: Workers = None,
    cascade: Cascade = False,
    kept: Kept = None,
    no_keep: NoKeep = False,
    partition_mb: PartitionMb = None,
) -> int:
    """Find clauses by an IQL query, with the score, the quote and the place of each.

    Templates: casewright templates. Operators: AND OR NOT > < + and parentheses.

    With --corpus it is asked of any number of documents, and what is found goes to the folder --out.
    """
    options = RunOptions(corpus, out, engine, shard, workers, cascade, kept, no_keep, partition_mb)
    if options.given:
        if paths or matter or document or model or exact or estimate or check or plain:
            raise InvalidInput("--corpus asks a query as it is: give QUERY and options of the run only")
        asked = {"query": query, "threshold": threshold_of(threshold), "semantics": semantics.value}
        return run_corpus(context.obj, {**asked, "scope": (scope or Scope.CHUNK).value}, options)
    question = _Question(query, paths, matter, document, threshold_of(threshold), semantics, scope, model, exact)
    return _ask(context.obj, question, check=check, plain=plain, yes=yes, estimate=estimate, top=top)


def _ask(state: State, question: _Question, *, check: bool, plain: bool, yes: bool, estimate: bool, top: int) -> int:
    if check:
        return _check(state, question.query, plain=plain)
    if yes and not plain:
        raise InvalidInput("--yes answers what --plain asks: give --plain too, or leave it out")
    _require_one_source(question.paths, question.matter, question.documents)
    translation = None
    question = _named(state, question) if plain else question
    words = question.query
    if plain:
        translation = plain_words.translated(state, question.query, matter=question.matter, confirmed=yes)
        if translation is None:
            state.output.note("Not run.")
            return DONE
        question = replace(question, query=translation.iql, scope=question.scope or Scope(translation.scope))
    _read(state, question.query)  # a mistake in the query shows before any file is read
    if estimate:
        return _estimate(state, question)
    return _answer(state, question, _beside(translation, words, question.named), top)


def _named(state: State, question: _Question) -> _Question:
    """The question without the names of the matter's documents in it, and asked of those; as it is where none is."""
    if question.matter is None or question.documents:
        return question
    found = plain_words.named_documents(state, question.query, question.matter)
    if not found.named:
        return question
    ids = list(dict.fromkeys(document for one in found.named for document in one.documents))
    named = tuple(one.model_dump(mode="json") for one in found.named)
    return replace(question, query=found.rest or question.query, documents=ids, named=named)


def _answer(state: State, question: _Question, beside: dict[str, object], top: int) -> int:
    from casewright.cli.query_results import show_results
    from casewright.toolbox.queries.isaacus_iql import IsaacusIQLOutput

    with state.open() as casewright:
        arguments = question.arguments() | _source(casewright, state, question)
        found = answer(casewright, IsaacusIQLOutput, "isaacus_iql", arguments)
    state.output.document({**found.data, **beside})
    show_results(state.output, found.output, top=top)
    return INVALID if all(result["error"] for result in found.output.document_results) else DONE


def _source(casewright: Casewright, state: State, question: _Question) -> dict[str, object]:
    """The arguments that say which documents are asked."""
    if question.matter is None:
        return scratch(casewright, given_paths(question.paths or []), state)
    return {"matter_id": question.matter, "document_ids": question.documents or None}


def _beside(translation: Translation | None, words: str, named: Sequence[dict[str, Any]] = ()) -> dict[str, object]:
    """What the JSON document says of the words that the query was translated from, and of documents they named."""
    if translation is None:
        return {}
    return {"translation": plain_words.as_json(translation, words), "named": list(named)}


def _estimate(state: State, question: _Question) -> int:
    from casewright.toolbox.queries.estimate_query import EstimateView

    with state.open() as casewright:
        arguments = question.arguments() | _source(casewright, state, question)
        asked = {name: arguments[name] for name in _ESTIMATED}
        _show_estimate(state.output, answer(casewright, EstimateView, "estimate_query", asked))
    return DONE


def _show_estimate(output: Output, answered: Answer[EstimateView]) -> None:
    output.document(answered.data)
    found = answered.output
    if found.provider is None:
        output.prose("Nothing: clauses are scored on this machine.")
        return
    sent = f"At most {found.texts:,} texts to {found.provider}, about {found.tokens:,} tokens."
    left = f"A query may take {found.query_left:,}, and {found.month_left:,} are left in this month."
    output.line(f"{sent} {left}")


def _require_one_source(paths: list[str] | None, matter: str | None, documents: list[str] | None) -> None:
    if paths and matter is not None:
        raise InvalidInput("Give either paths or --matter, not both: a matter has its own documents")
    if not paths and matter is None:
        raise InvalidInput("Which documents? Give files or folders, or --matter with a matter")
    if documents and matter is None:
        raise InvalidInput("--document chooses within a matter: give --matter too")


def _read(state: State, text: str) -> Query:
    """The query, its templates of one's own as far as the command line can see them. Raises ``IqlSyntaxError``."""
    from casewright.iql import IqlSyntaxError, parse
    from casewright.iql.templates import with_builtin

    try:
        return parse(text)
    except IqlSyntaxError:
        own = state.own_templates()
        if own is None or not own.output.templates:
            raise
    return parse(text, with_builtin(_template(one) for one in own.output.templates))


def _template(view: TemplateView) -> Template:
    """The language's side of a template that a tool has shown; the examples of a trained one stay where they are."""
    from casewright.iql import Template

    return Template(view.name, view.query or f"{{Like the examples of {view.name}.}}", "", view.argument)


def _check(state: State, text: str, *, plain: bool) -> int:
    from casewright.iql.outline import outline
    from casewright.iql.plain_words import translate

    translation, words = translate(text) if plain else None, text
    if translation is not None:
        plain_words.show(state, translation, words)
        text = translation.iql
    query = _read(state, text)
    lines = outline(query.tree)
    state.output.document(
        {
            "query": text,
            "canonical": str(query),
            "statements": list(query.statements),
            "warnings": list(query.warnings),
            "tree": [{"depth": depth, "label": label} for depth, label in lines],
            **_beside(translation, words),
        }
    )
    output = state.output
    output.line(f"Canonical  {query}")
    for depth, label in lines:
        output.line("  " + "   " * depth + label)
    output.prose(f"Would score {len(query.statements)} statement(s):")
    for statement in query.statements:
        output.line(f"  {statement}")
    for warning in query.warnings:
        output.line(f"Warning  {warning}", style="yellow")
    return DONE
