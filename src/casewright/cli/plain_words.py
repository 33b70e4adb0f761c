"""A query in plain words: shown as IQL, and run only once a person has said yes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.iql.plain_words import Translation
    from casewright.toolbox.documents.list_matter_documents import ListMatterDocumentsOutput

_LONGEST = 2_000
_YES = {"", "y", "yes", "da"}
_NO = {"n", "no", "nu"}


def translated(state: State, words: str, *, matter: str | None, confirmed: bool) -> Translation | None:
    """The query for ``words``, shown; one that the person wrote in its place; None where they want none run.

    Without a terminal to ask at, ``confirmed`` must be given: raises InvalidInput, after the query was shown.
    """
    found = _translation(state, words, matter)
    show(state, found, words)
    if confirmed:
        return found
    if state.output.json or not sys.stdin.isatty():
        raise InvalidInput(
            f"Not run: {found.iql} ({found.scope} scope) is what your words became. Add --yes to run it, or "
            "run the query itself without --plain"
        )
    return _asked(state, found, words)


def named_documents(state: State, words: str, matter: str) -> ListMatterDocumentsOutput:
    """Which documents of the matter the words name, shown; ``rest`` is what they ask without the names."""
    from casewright.toolbox.documents.list_matter_documents import ListMatterDocumentsOutput

    with state.open() as casewright:
        arguments = {"matter_id": matter, "named_in": words[:_LONGEST]}
        found = answer(casewright, ListMatterDocumentsOutput, "list_matter_documents", arguments).output
    files = dict.fromkeys(name for one in found.named or [] for name in one.filenames)
    if files:
        state.output.line(f"Read as     {show_line(', '.join(files))}")
    if found.which is not None:
        state.output.line(show_line(found.which), style="yellow")
    return found


def _translation(state: State, words: str, matter: str | None) -> Translation:
    """By the model that is set, where the matter consents to it; by rules anywhere else."""
    from casewright.iql.plain_words import translate
    from casewright.toolbox.consents.list_provider_consents import ConsentsView

    if matter is not None:
        with state.open() as casewright:
            given = answer(casewright, ConsentsView, "list_provider_consents", {"matter_id": matter}).output.consents
            return casewright.translate(words, [one.provider for one in given])
    return translate(words)


def show(state: State, found: Translation, words: str) -> None:
    """Print the query, what it asks, what of ``words`` it leaves out, and how sure the rules are."""
    from casewright.questions.unsaid import unsaid

    output = state.output
    output.line(f"IQL         {found.iql}", style="bold")
    output.prose(f"Scope       {found.scope}")
    output.line(f"Asks        {found.explanation}")
    left = unsaid(words, found.iql)
    if left:
        output.line(f"Not asked   {show_line(', '.join(left))}", style="yellow")
    output.prose(f"Confidence  {found.confidence:.2f}")


def as_json(found: Translation, words: str) -> dict[str, object]:
    """The translation as plain data, with what of ``words`` it leaves out."""
    from casewright.questions.unsaid import unsaid

    return {
        "iql": found.iql,
        "scope": found.scope,
        "explanation": found.explanation,
        "templates_used": list(found.templates_used),
        "confidence": found.confidence,
        "not_asked": list(unsaid(words, found.iql)),
    }


def _asked(state: State, found: Translation, words: str) -> Translation | None:
    """What the person wants run: the query as shown, none, or one that they type, which is shown in turn."""
    from casewright.iql import IqlSyntaxError
    from casewright.iql.plain_words import check_translation

    while True:
        state.output.note("Run it? Enter or y runs it, n does not; or write the query as you want it: ", end="")
        said = sys.stdin.readline()
        if not said:
            return None
        typed = said.strip()
        if typed.lower() in _YES:
            return found
        if typed.lower() in _NO:
            return None
        try:
            found = check_translation(typed, found.scope, 1.0)
        except IqlSyntaxError as error:
            state.output.note(str(error), style="red")
            continue
        show(state, found, words)
