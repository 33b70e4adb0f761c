"""A query's results as a person reads them: per document a score bar and its best clauses, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from casewright.cli.output import printable
from casewright.domain.bands import Band, shown

if TYPE_CHECKING:
    from rich.console import Console

_BAR = 20
_EXCERPT = 320
_COLOUR = {Band.HIGH: "green", Band.MEDIUM: "yellow", Band.BORDERLINE: "yellow", Band.LOW: "bright_black"}
_LISTED_WITHOUT_MATCH = 10


def show_results(console: Console, found: dict[str, Any], *, top: int) -> None:
    """Print the output of ``isaacus_iql``, best document first, with the ``top`` best clauses of each."""
    console.print(Text(f"Query   {found['query']}", style="bold"), soft_wrap=True)
    console.print(
        f"Read    {found['scope']} scope, {found['semantics']} semantics, threshold {found['threshold']:.2f}, "
        f"answered by {found['backend']}",
        markup=False,
        soft_wrap=True,
    )
    for statement, tier in found["tiers"].items():
        if tier != "head":
            console.print(f"Note    {_tier_note(statement, tier)}", markup=False, soft_wrap=True)
    for warning in found["warnings"]:
        console.print(f"Note    {warning}", style="yellow", markup=False, soft_wrap=True)
    results = sorted(found["document_results"], key=lambda result: -result["score"])
    matched = [result for result in results if result["matches"]]
    failed = [result for result in results if result["error"]]
    silent = [result for result in results if not result["matches"] and not result["error"]]
    for result in matched:
        _show_document(console, result, top)
    _show_silent(console, silent, found["threshold"], found["scope"])
    for result in failed:
        console.print()
        console.print(Text(f"{printable(result['filename'] or result['document_id'])}", style="red"), soft_wrap=True)
        console.print(f"    {printable(result['error'])}", markup=False, soft_wrap=True)
    console.print()
    console.print(_summary(found, len(matched)), markup=False, soft_wrap=True)


def _tier_note(statement: str, tier: str) -> str:
    by = "the nearest trained template" if tier == "routed" else "its words alone: weak, read the quotes"
    return f"{statement!r} was answered by {by}"


def _show_document(console: Console, result: dict[str, Any], top: int) -> None:
    console.print()
    console.print(Text(printable(result["filename"]), style="bold"), soft_wrap=True)
    console.print(_bar(result["score"]))
    _show_operands(console, result)
    for match in result["matches"][:top]:
        _show_match(console, match)
    left = len(result["matches"]) - top
    if left > 0:
        console.print(f"    … and {left} more ({result['match_count']} in all)", style="bright_black", markup=False)


def _show_match(console: Console, match: dict[str, Any]) -> None:
    band = Band.of(match["score"])
    line = Text("  ")
    line.append(f"{shown(match['score'])} {band.value}", style=_COLOUR[band])
    line.append(f"  {_place(match['citation'])}")
    if match.get("supports"):
        line.append(f"  supports: {printable(match['supports'])}", style="bright_black")
    console.print(line, soft_wrap=True)
    _show_operands(console, match if not match.get("supports") else {})
    excerpt = " ".join(printable(match["text"]).split())
    if len(excerpt) > _EXCERPT:
        excerpt = excerpt[:_EXCERPT].rsplit(" ", 1)[0] + " …"
    quoted = Text(f"“{excerpt}”")
    for wrapped in quoted.wrap(console, max(20, console.width - 8)):
        console.print(Text("      ") + wrapped, soft_wrap=True)


def _show_operands(console: Console, item: dict[str, Any]) -> None:
    for operand, score in (item.get("operands") or {}).items():
        console.print(f"      {shown(score)}  {printable(operand)}", style="bright_black", markup=False, soft_wrap=True)


def _show_silent(console: Console, silent: list[dict[str, Any]], threshold: float, scope: str) -> None:
    if not silent:
        return
    console.print()
    if all(result["score"] >= threshold for result in silent) and scope == "document":
        console.print("Answered by the document as a whole, so there is no clause to show:", markup=False)
    else:
        console.print("No matching clause in:", markup=False)
    for result in silent[:_LISTED_WITHOUT_MATCH]:
        console.print(
            Text("  ") + _bar(result["score"], band=False) + Text(f"  {printable(result['filename'])}"), soft_wrap=True
        )
    if len(silent) > _LISTED_WITHOUT_MATCH:
        console.print(f"  … and {len(silent) - _LISTED_WITHOUT_MATCH} more documents", markup=False)


def _bar(score: float, *, band: bool = True) -> Text:
    """The score as a bar; without ``band`` where the score alone does not say that something was found."""
    called = Band.of(score)
    filled = int(score * _BAR + 1e-6)
    bar = Text("  ")
    bar.append("█" * filled, style=_COLOUR[called])
    bar.append("░" * (_BAR - filled), style="bright_black")
    bar.append(f"  {shown(score)}{f' {called.value}' if band else ''}", style=_COLOUR[called])
    return bar


def _place(citation: dict[str, Any]) -> str:
    parts = []
    if "page" in citation:
        parts.append(f"p. {citation['page']}")
    if "section" in citation:
        parts.append(f"§ {printable(citation['section'])}")
    return ", ".join([*parts, f"characters {citation['start']}–{citation['end']}"])


def _summary(found: dict[str, Any], matched: int) -> str:
    unread = sum(result["error"] is not None for result in found["document_results"])
    documents = _counted(len(found["document_results"]) - unread, "document")
    left = f" {_counted(unread, 'document')} could not be asked, see above." if unread else ""
    if len(found["document_results"]) == unread:
        return f"No document could be asked.{left}"
    if not found["total_matches"]:
        return f"No matching clause in {documents}.{left} Other templates: casewright templates"
    average = shown(found["average_score"])
    return f"{_counted(found['total_matches'], 'match')} in {matched} of {documents}, average score {average}.{left}"


def _counted(count: int, what: str) -> str:
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}es" if what.endswith("ch") else f"{count} {what}s"
