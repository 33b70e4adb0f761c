"""``casewright search``: words in the documents of every matter that one may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.documents.search_everywhere import HitView, SearchEverywhereOutput


def search(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="The words to look for.")],
    limit: Annotated[int, typer.Option(help="How many places to show at most.", min=1, max=100)] = 20,
    cursor: Annotated[
        str | None, typer.Option(help="Go on where an earlier search ended, which said so.", show_default=False)
    ] = None,
) -> None:
    """Find words in the documents of every matter that you may see, best places first."""
    from casewright.toolbox.documents.search_everywhere import SearchEverywhereOutput

    state: State = context.obj
    arguments = {"text": text, "limit": limit, "cursor": cursor}
    with state.open() as casewright:
        found = answer(casewright, SearchEverywhereOutput, "search_everywhere", arguments)
    output = state.output
    output.document(found.data)
    matter = None
    for hit in found.output.hits:
        if hit.matter_id != matter:
            output.heading(f"{hit.matter_number}  {show_line(hit.matter_title)}")
            matter = hit.matter_id
        _show(output, hit)
    _show_end(output, found.output)


def _show(output: Output, hit: HitView) -> None:
    place = [hit.filename]
    if (page := hit.citation.get("page")) is not None:
        place.append(f"p. {page}")
    if (section := hit.citation.get("section")) is not None:
        place.append(f"§ {section}")
    output.line(f"{hit.score:.2f}  {show_line(', '.join(place))}  cite:{hit.document_id}@{hit.start}-{hit.end}")
    output.quote(hit.snippet, indent=6)


def _show_end(output: Output, found: SearchEverywhereOutput) -> None:
    output.line()
    if not found.hits:
        output.prose("No document has these words.")
    elif found.next_cursor is not None:
        output.line(f"{len(found.hits)} of {found.total_count}; the next: --cursor {found.next_cursor}")
    output.prose(found.message)
    for one in found.not_searched:
        names = ", ".join(map(show_line, one.filenames))
        output.line(f"Not searched in {show_line(one.matter_title)}: {one.documents} documents ({names})")
