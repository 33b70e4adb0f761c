"""The command ``python -m evals``: its option and its commands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.entry import replace_unprintable, run_app
from casewright.cli.output import Output
from casewright.cli.state import State
from evals.commands import (
    acord,
    answers,
    cascade,
    clause_words,
    conditions,
    contractnli,
    conversations,
    cuad,
    cuad_spans,
    debate,
    evidence,
    extract,
    fact_documents,
    fact_rules,
    fact_values,
    facts,
    figures,
    highlights,
    learning,
    masking,
    muhasabah,
    named_documents,
    polarity,
    privacy,
    reading,
    rooms,
    routing,
    tiers,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

app = typer.Typer(
    help="Measure the shipped model, and the rules, on labelled data.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("acord")(acord.acord)
app.command("answers")(answers.answers)
app.command("cascade")(cascade.cascade)
app.command("clause_words")(clause_words.clause_words)
app.command("conditions")(conditions.conditions)
app.command("contractnli")(contractnli.contractnli)
app.command("conversations")(conversations.conversations)
app.command("cuad")(cuad.cuad)
app.command("cuad_spans")(cuad_spans.cuad_spans)
app.command("debate")(debate.debate)
app.command("evidence")(evidence.evidence)
app.command("extract")(extract.extract)
app.command("fact_documents")(fact_documents.fact_documents)
app.command("fact_rules")(fact_rules.fact_rules)
app.command("fact_values")(fact_values.fact_values)
app.command("facts")(facts.facts)
app.command("figures")(figures.figures)
app.command("highlights")(highlights.highlights)
app.command("learning")(learning.learning)
app.command("masking")(masking.masking)
app.command("muhasabah")(muhasabah.muhasabah)
app.command("named_documents")(named_documents.named_documents)
app.command("polarity")(polarity.polarity)
app.command("privacy")(privacy.privacy)
app.command("reading")(reading.reading)
app.command("rooms")(rooms.rooms)
app.command("routing")(routing.routing)
app.command("tiers")(tiers.tiers)


@app.callback()
def options(
    context: typer.Context,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document on standard output, everything else on the other.")
    ] = False,
) -> None:
    """Hand the option to the command."""
    context.obj = State(home=None, output=Output(json=json))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run an evaluation; ends the process with the exit code."""
    replace_unprintable()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run an evaluation and return its exit code."""
    return run_app(app, arguments, program="python -m evals")
