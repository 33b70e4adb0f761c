"""``casewright models check``: whether the chat model that is set can call tools, cite and keep quiet."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import DONE, FAILED
from casewright.cli.state import State
from casewright.errors import BadSettings
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.config import Settings
    from casewright.domain.model_checks import CheckedModel, CheckResult, ModelRole

app = typer.Typer(no_args_is_help=True)


class Role(StrEnum):
    """The roles that a chat model can have."""

    ASSISTANT = "assistant"
    REASONER = "reasoner"

    @property
    def setting(self) -> ModelRole:
        """The role as the settings call it."""
        return "assistant" if self is Role.ASSISTANT else "reasoner"


@app.callback()
def models() -> None:
    """The chat models that are set."""


@app.command()
def check(
    context: typer.Context,
    role: Annotated[
        Role | None,
        typer.Option(help="Only the model of this role. Left out: each that is set.", show_default=False),
    ] = None,
) -> int:
    """Ask the chat model that is set eight short questions: can it call tools, cite, and keep quiet?

    Only invented text that comes with Casewright is sent, and nothing of a matter. Ends with 4 where the model fails a
    check or cannot be reached.
    """
    from casewright.config import read_settings

    state: State = context.obj
    settings = read_settings(home=state.home)
    checked = {one: _check(state, settings, one) for one in _roles_set(settings, role)}
    state.output.document({"models": [_told(found, one) for one, found in checked.items()]})
    return DONE if all(found.failed == 0 for found in checked.values()) else FAILED


def _told(checked: CheckedModel, role: Role) -> dict[str, object]:
    """As JSON data."""
    return {
        "role": role.value,
        "model": checked.model,
        "host": checked.host,
        "proxy": checked.proxy,
        "passed": checked.passed,
        "of": len(checked.results),
        "abilities": {name: {"passed": passed, "of": of} for name, (passed, of) in checked.abilities.items()},
        "checks": [
            {"name": one.name, "ability": one.ability, "passed": one.reason is None, "reason": one.reason}
            for one in checked.results
        ],
        "usage": {
            "input_tokens": sum(one.input_tokens for one in checked.results),
            "output_tokens": sum(one.output_tokens for one in checked.results),
        },
    }


def _roles_set(settings: Settings, wanted: Role | None) -> list[Role]:
    """The roles to check. Raises ``BadSettings`` where no model is set for them."""
    asked = list(Role) if wanted is None else [wanted]
    roles = [one for one in asked if settings.chat_model(one.setting).spec is not None]
    if not roles:
        setting = f"CASEWRIGHT_{asked[0].value.upper()}"
        whose = "" if wanted is None else f" for the {wanted.value}"
        raise BadSettings(
            f"No chat model is set{whose}: set {setting} to provider:model to have one checked. Without a model rules "
            "answer on this machine: questions, queries, cases and debates work, and nothing is sent."
        )
    return roles


def _check(state: State, settings: Settings, role: Role) -> CheckedModel:
    from casewright.bootstrap.models import check_chat_model, model_choice

    choice = model_choice(settings, role.setting)
    assert choice is not None, "only roles with a model are checked"
    output = state.output
    way = "" if choice.proxy is None else f" through the proxy {choice.proxy}"
    output.note(
        f"Asking {choice.name} at {choice.host}{way}, the {role.value}. Only invented text that comes with "
        "Casewright is sent, and nothing of a matter."
    )
    checked = check_chat_model(settings, role.setting, partial(_tell, output))
    output.prose(checked.summary)
    return checked


def _tell(output: Output, result: CheckResult) -> None:
    if result.reason is None:
        output.line(f"passed  {result.name}")
    else:
        output.line(f"FAILED  {result.name}: {show_line(result.reason)}", style="red")
