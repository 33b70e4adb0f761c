"""A query's results as a person reads them: per document a score bar and its best clauses, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from casewright.domain.bands import Band, shown
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.output import Output
    from casewright.toolbox.queries.isaacus_iql import IsaacusIQLOutput
    from casewright.toolbox.queries.result_view import DocumentResultView, MatchView, PlaceView

_BAR = 20
_EXCERPT = 320
_COLOUR = {Band.STRONG: "green", Band.MEDIUM: "yellow", Band.BORDERLINE: "yellow", Band.WEAK: "bright_black"}
_LISTED_WITHOUT_MATCH = 10


def show_results(output: Output, found: IsaacusIQLOutput, *, top: int) -> None:
    """Print the output of ``isaacus_iql``, best document first, with the ``top`` best clauses of each."""
    from casewright.toolbox.queries.result_view import DocumentResultView

    if output.json:
        return  # results can be many, and reading them takes time
    output.line(Text(f"Query   {found.query}", style="bold"))
    chosen = found.threshold if isinstance(found.threshold, dict) else {}
    threshold = "auto" if isinstance(found.threshold, dict) else f"{found.threshold:.2f}"
    output.line(
        f"Read    {found.scope} scope, {found.semantics} semantics, threshold {threshold}, answered by {found.backend}"
    )
    for statement, least in chosen.items():
        output.line(f"        from {least:.2f} on: {show_line(statement)}")
    for statement, tier in found.tiers.items():
        if tier != "head":
            output.line(f"Note    {_tier_note(statement, tier)}")
    for warning in found.warnings:
        output.line(f"Note    {warning}", style="yellow")
    listed = [DocumentResultView.model_validate(result) for result in found.document_results]
    results = sorted(listed, key=lambda result: -result.score)
    matched = [result for result in results if result.matches]
    failed = [result for result in results if result.error]
    unread = sum(result.error is not None for result in results)
    silent = [result for result in results if not result.matches and not result.error]
    for result in matched:
        _show_document(output, result, top)
    _show_silent(output, silent)
    for result in failed:
        output.line()
        output.line(Text(show_line(result.filename or result.document_id), style="red"))
        output.line(f"    {show_line(result.error or '')}")
    output.line()
    output.line(_summary(found, len(matched), unread))


def _tier_note(statement: str, tier: str) -> str:
    by = "the nearest trained template" if tier == "routed" else "its words alone: weak, read the quotes"
    return f"{statement!r} was answered by {by}"


def _show_document(output: Output, result: DocumentResultView, top: int) -> None:
    output.line()
    output.line(Text(show_line(result.filename), style="bold"))
    output.prose(_bar(result.score))
    _show_operands(output, result)
    for match in result.matches[:top]:
        _show_match(output, match)
    left = len(result.matches) - top
    if left > 0:
        output.prose(f"    … and {left} more ({result.match_count} in all)", style="bright_black")


def _show_match(output: Output, match: MatchView) -> None:
    band = Band.of(match.score)
    line = Text("  ")
    line.append(f"{shown(match.score)} {band.value}", style=_COLOUR[band])
    line.append(f"  {_place(match.citation)}")
    if match.supports:
        line.append(f"  supports: {show_line(match.supports)}", style="bright_black")
    output.line(line)
    if not match.supports:
        _show_operands(output, match)
    excerpt = show_line(match.text)
    if len(excerpt) > _EXCERPT:
        excerpt = excerpt[:_EXCERPT].rsplit(" ", 1)[0] + " …"
    output.quote(excerpt, indent=6)


def _show_operands(output: Output, item: DocumentResultView | MatchView) -> None:
    for operand, score in (item.operands or {}).items():
        output.line(f"      {shown(score)}  {show_line(operand)}", style="bright_black")


def _show_silent(output: Output, silent: Sequence[DocumentResultView]) -> None:
    if not silent:
        return
    output.line()
    if all(result.holds for result in silent):
        output.prose("Answered by the document as a whole, so there is no clause to show:")
    else:
        output.prose("No matching clause in:")
    for result in silent[:_LISTED_WITHOUT_MATCH]:
        output.line(Text("  ") + _bar(result.score, band=False) + Text(f"  {show_line(result.filename)}"))
    if len(silent) > _LISTED_WITHOUT_MATCH:
        output.prose(f"  … and {len(silent) - _LISTED_WITHOUT_MATCH} more documents")


def _bar(score: float, *, band: bool = True) -> Text:
    """The score as a bar; without ``band`` where the score alone does not say that something was found."""
    called = Band.of(score)
    filled = int(score * _BAR + 1e-6)
    bar = Text("  ")
    bar.append("█" * filled, style=_COLOUR[called])
    bar.append("░" * (_BAR - filled), style="bright_black")
    bar.append(f"  {shown(score)}{f' {called.value}' if band else ''}", style=_COLOUR[called])
    return bar


def _place(citation: PlaceView) -> str:
    parts = []
    if citation.page is not None:
        parts.append(f"p. {citation.page}")
    if citation.section is not None:
        parts.append(f"§ {show_line(citation.section)}")
    if citation.ocr is not None:
        parts.append("OCR")
    return ", ".join([*parts, f"characters {citation.start}–{citation.end}"])


def _summary(found: IsaacusIQLOutput, matched: int, unread: int) -> str:
    documents = _counted(len(found.document_results) - unread, "document")
    left = f" {_counted(unread, 'document')} could not be asked, see above." if unread else ""
    if len(found.document_results) == unread:
        return f"No document could be asked.{left}"
    if not found.total_matches:
        return f"No matching clause in {documents}.{left} Other templates: casewright templates"
    average = shown(found.average_score)
    return f"{_counted(found.total_matches, 'match')} in {matched} of {documents}, average score {average}.{left}"


def _counted(count: int, what: str) -> str:
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}es" if what.endswith("ch") else f"{count} {what}s"
