"""``casewright models check``: whether the chat model that is set can call tools, cite and keep quiet."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import DONE, FAILED
from casewright.cli.state import State
from casewright.errors import BadSettings
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.agents.model_check.examination import CheckResult
    from casewright.cli.output import Output
    from casewright.config import ModelRole, Settings

app = typer.Typer(no_args_is_help=True)
_ABILITIES = {"tools": "calls tools", "citations": "cites", "restraint": "keeps quiet"}


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
    checked = [_check(state, settings, one) for one in _roles_set(settings, role)]
    state.output.document({"models": [one.document for one in checked]})
    return DONE if all(one.failed == 0 for one in checked) else FAILED


@dataclass
class CheckedModel:
    """A model and how its checks ended, in the order in which they were made."""

    role: str
    model: str
    host: str
    proxy: str | None
    output: Output
    results: list[CheckResult] = field(default_factory=list)

    def tell(self, result: CheckResult) -> None:
        """Keep the result, and show it where a person reads."""
        self.results.append(result)
        if result.reason is None:
            self.output.line(f"passed  {result.name}")
        else:
            self.output.line(f"FAILED  {result.name}: {show_line(result.reason)}", style="red")

    @property
    def failed(self) -> int:
        """How many checks failed."""
        return sum(one.reason is not None for one in self.results)

    @property
    def abilities(self) -> dict[str, tuple[int, int]]:
        """For each ability how many checks passed, and of how many."""
        kinds = {name: [one for one in self.results if one.ability == name] for name in _ABILITIES}
        return {name: (sum(one.reason is None for one in of), len(of)) for name, of in kinds.items()}

    @property
    def document(self) -> dict[str, object]:
        """As JSON data."""
        return {
            "role": self.role,
            "model": self.model,
            "host": self.host,
            "proxy": self.proxy,
            "passed": len(self.results) - self.failed,
            "of": len(self.results),
            "abilities": {name: {"passed": passed, "of": of} for name, (passed, of) in self.abilities.items()},
            "checks": [
                {"name": one.name, "ability": one.ability, "passed": one.reason is None, "reason": one.reason}
                for one in self.results
            ],
            "usage": {
                "input_tokens": sum(one.input_tokens for one in self.results),
                "output_tokens": sum(one.output_tokens for one in self.results),
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
    checked = CheckedModel(role.value, choice.name, choice.host, choice.proxy, output)
    way = "" if choice.proxy is None else f" through the proxy {choice.proxy}"
    output.note(
        f"Asking {choice.name} at {choice.host}{way}, the {role.value}. Only invented text that comes with "
        "Casewright is sent, and nothing of a matter."
    )
    check_chat_model(settings, role.setting, checked.tell)
    shares = ", ".join(f"{_ABILITIES[name]} {passed} of {of}" for name, (passed, of) in checked.abilities.items())
    passed = len(checked.results) - checked.failed
    output.prose(f"{choice.name}: {passed} of {len(checked.results)} passed: {shares}.")
    return checked
