"""Writes the generated reference pages: ``python -m scripts.reference``; ``--check`` names those out of date."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from pydantic import AliasChoices

import casewright.agents.debate.muhasabah_gate
import casewright.casework.research_sql  # noqa: F401 (so is its own)
from casewright import errors
from casewright.bootstrap.catalogue import catalogue
from casewright.bootstrap.policies import shipped_policy
from casewright.cli.commands import Listed
from casewright.cli.exit_codes import OF_STATUS, of_error
from casewright.cli.main import app
from casewright.config import Settings
from casewright.policy.policy import compile_policy
from evals.command_line import app as evaluations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TARGET = Path(__file__).parents[1] / "docs" / "reference"
_TREE = errors.__name__
_MADE = "<!-- Made by `python -m scripts.reference`; change the code, not this page. -->\n\n"


def pages() -> dict[str, str]:
    """Every page's text by its name."""
    return {
        "command-line.md": _command_line(),
        "evaluations.md": _evaluations(),
        "tools.md": _tools(),
        "settings.md": _settings(),
        "errors.md": _errors(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or with ``--check`` compare; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; name the pages that are out of date")
    check = parser.parse_args(arguments).check
    stale = [name for name, text in pages().items() if not _holds(TARGET / name, text)]
    if check:
        print("\n".join(stale) or "all pages are up to date")
        return 1 if stale else 0
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (TARGET / name).write_text(pages()[name], encoding="utf-8")
    print("\n".join(stale) or "all pages were up to date")
    return 0


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def _command_line() -> str:
    lines = ["# Command line\n"]
    lines.append("Global options stand before or after the command. Exit codes: see [Errors](errors.md).\n")
    root = typer.main.get_command(app)
    lines += _command(root, "casewright")
    return _MADE + "\n".join(lines)


def _evaluations() -> str:
    lines = ["# Evaluations\n", "Run from the repository's root. See [Evaluation](../evaluation.md).\n"]
    lines += _command(typer.main.get_command(evaluations), "python -m evals")
    return _MADE + "\n".join(lines)


def _command(command: Any, path: str) -> Iterator[str]:
    # The command line library's classes are typer's own business: read here by their documented attributes.
    yield f"## `{path}`\n"
    yield _plain(command.help or "") + "\n"
    for parameter in command.params:
        if parameter.name not in ("help", "install_completion", "show_completion"):
            yield f"- {_parameter(parameter)}"
    yield ""
    for name in sorted(getattr(command, "commands", {})):
        inner = command.commands[name]
        yield from _command(inner.load() if isinstance(inner, Listed) else inner, f"{path} {name}")


def _parameter(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        many = "…" if parameter.nargs == -1 else ""
        return f"`{(parameter.name or '').upper()}{many}`: {_plain(parameter.help or '')}"
    default = parameter.default
    shown = f" Default: `{getattr(default, 'value', default)}`." if default not in (None, False, "", []) else ""
    return f"`{', '.join(parameter.opts)}`: {_plain(parameter.help or '')}{shown}"


def _plain(text: str) -> str:
    return " ".join(text.replace("[bold]", "**").replace("[/bold]", "**").split())


def _tools() -> str:
    policy = compile_policy(shipped_policy())
    lines = ["# Tools\n", "Every act is a call of one of these, through the executor.\n"]
    for tool in catalogue():
        roles = ", ".join(sorted(policy.rules[tool.name].roles))
        behind = ", ".join(sorted(policy.rules[tool.name].behind))
        lines += [
            f"## `{tool.name}`\n",
            f"{tool.description}\n",
            f"- Safety level: {tool.safety_level.value}. Timeout: {tool.timeout:g} s.",
            f"- Roles: {roles}." + (f" Models may call it for: {behind}." if behind else ""),
            (
                f"- Reads: {', '.join(tool.reads) or 'nothing'}. Writes: {', '.join(tool.writes) or 'nothing'}. "
                f"Sends: {', '.join(tool.sends) or 'nothing'}. "
                f"Tells the audit: {', '.join(tool.emits) or 'its calls'}.\n"
            ),
            "| argument | required | description |",
            "|---|---|---|",
        ]
        schema = tool.input_schema
        for name, about in schema["properties"].items():
            required = "yes" if name in schema.get("required", ()) else "no"
            lines.append(f"| `{name}` | {required} | {about.get('description', '').replace('|', '/')} |")
        lines.append("")
    return _MADE + "\n".join(lines)


def _settings() -> str:
    lines = [
        "# Settings\n",
        "Read once from the environment. `--home` on the command line goes before `CASEWRIGHT_HOME`.\n",
        "| variable | default | meaning |",
        "|---|---|---|",
    ]
    for name, field in Settings.model_fields.items():
        default = "the platform's data folder" if field.default_factory else f"`{field.default}`"
        lines.append(f"| {_variables(name, field.validation_alias)} | {default} | {field.description} |")
    lines.append("| `CASEWRIGHT_DEBUG` | unset | Any value: an unexpected error shows its traceback |")
    return _MADE + "\n".join(lines) + "\n"


def _variables(name: str, alias: object) -> str:
    names = alias.choices if isinstance(alias, AliasChoices) else [f"CASEWRIGHT_{name.upper()}"]
    return " or ".join(f"`{one}`" for one in names)


def _errors() -> str:
    lines = ["# Errors and exit codes\n", "| error | exit code | what to do |", "|---|---|---|"]
    lines += [f"| `{kind.__name__}` | {of_error(kind)} | {_plain(kind.__doc__ or '')} |" for kind in error_classes()]
    lines += ["\nA command that ends well ends with 0, one stopped by Ctrl-C with 130, a bug in Casewright with 1.\n"]
    lines += ["| status of a call | exit code |", "|---|---|"]
    lines += [f"| `{status.value}` | {code} |" for status, code in OF_STATUS.items()]
    lines += ["\nA call with status `error` ends with the exit code of the error it names.\n"]
    return _MADE + "\n".join(lines)


def error_classes() -> list[type[errors.CasewrightError]]:
    """Every public error class, parents before children; those of other modules by name, whatever was loaded first."""
    found: list[type[errors.CasewrightError]] = []
    waiting: list[type[errors.CasewrightError]] = [errors.CasewrightError]
    while waiting:
        kind = waiting.pop(0)
        if kind.__module__.startswith("casewright.") and not kind.__name__.startswith("_"):
            found.append(kind)
        children = sorted(kind.__subclasses__(), key=lambda one: "" if one.__module__ == _TREE else one.__name__)
        waiting = [*children, *waiting]
    return found[1:]


if __name__ == "__main__":
    sys.exit(main())
