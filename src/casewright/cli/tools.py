"""``casewright tools``: the tools, their schemas, and any call by hand."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import orjson
import typer

from casewright.cli.exit_codes import of_result
from casewright.cli.references import MATTER
from casewright.cli.state import State
from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.tools.calls import ToolResult

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the tools with their safety levels."""
    state: State = context.obj
    with state.open() as casewright:
        found = list(casewright.registry.tools.values())
    items = [
        {"name": tool.name, "safety_level": tool.safety_level.value, "description": tool.description} for tool in found
    ]
    output = state.output
    output.document({"tools": items})
    for item in items:
        line = f"{item['name']:<22} {item['safety_level']:<9} {item['description']}"
        output.line(line)


@app.command()
def show(context: typer.Context, name: Annotated[str, typer.Argument(help="The tool's name.")]) -> None:
    """Show one tool: what it takes, what it returns and what it touches."""
    state: State = context.obj
    with state.open() as casewright:
        tool = casewright.registry.get(name)
        names = casewright.registry.names
    if tool is None:
        raise NotFound(f"There is no tool {name!r}: there are {', '.join(names)}")
    shown = {
        "name": tool.name,
        "version": tool.version,
        "description": tool.description,
        "safety_level": tool.safety_level.value,
        "categories": list(tool.categories),
        "timeout": tool.timeout,
        "idempotent": tool.idempotent,
        "reads": list(tool.reads),
        "writes": list(tool.writes),
        "sends": list(tool.sends),
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
    }
    state.output.document(shown)
    text = orjson.dumps(shown, option=orjson.OPT_INDENT_2).decode()
    state.output.line(text)


@app.command()
def call(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The tool's name.")],
    args: Annotated[str, typer.Option(help="The arguments as a JSON object; - reads it from standard input.")] = "{}",
    key: Annotated[
        str | None, typer.Option(help="The call's own key: a second call with it runs nothing.", show_default=False)
    ] = None,
    why: Annotated[
        str | None, typer.Option(help="Shown to whoever has to approve the call.", show_default=False)
    ] = None,
    matter: Annotated[
        str | None,
        typer.Option(help=f"What it is about, where its arguments name none. {MATTER}", show_default=False),
    ] = None,
) -> int:
    """Call one tool as yourself, through the same door as every agent."""
    state: State = context.obj
    arguments = read_arguments(sys.stdin.read() if args == "-" else args)
    with state.open() as casewright:
        within = None if matter is None else casewright.find_matter(matter)
        result = casewright.call(name, arguments, key=key, why=why, matter=within)
    show_result(state.output, result)
    return of_result(result)


def show_result(output: Output, result: ToolResult) -> None:
    """What came of one call, as a document or as its text."""
    metadata = result.metadata
    output.document(
        {
            "id": result.id,
            "tool": result.tool,
            "status": result.status.value,
            "content": result.content,
            "structured": result.structured,
            "error": result.error,
            "metadata": {
                "execution_time_ms": round(metadata.execution_time_ms, 3),
                "safety_level": metadata.safety_level,
                "approved_by": metadata.approved_by,
                "audit_seq": metadata.audit_seq,
                "approval_id": metadata.approval_id,
                "replayed": metadata.replayed,
                "edited": metadata.edited,
            },
        }
    )
    if result.success:
        output.line(result.content)
    elif not output.json:
        output.note(result.content)


def read_arguments(text: str) -> dict[str, object]:
    """The arguments of a call, from JSON. Raises ``InvalidInput``."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidInput(f"--args is not valid JSON at {place}: {error.msg}") from None
    if not isinstance(value, dict):
        raise InvalidInput('--args must be a JSON object such as {"matter_id": "…"}, and is none')
    return value
