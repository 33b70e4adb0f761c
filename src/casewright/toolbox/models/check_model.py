"""The tool ``check_model``: whether a chat model that is set can call tools, cite and keep quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.model_checks import Ability, ModelRole
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.progress import report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.model_checks import CheckResult
    from casewright.tools.ports.models import ModelExaminer

TIMEOUT = 900.0


class CheckModelInput(Arguments):
    """Input of the ``check_model`` tool."""

    role: ModelRole = Field(description="Which model: the assistant, which answers, or the reasoner, which advises")


class OneCheck(BaseModel):
    """How one question ended; ``reason`` is why it failed, null where it passed."""

    name: str
    ability: Ability
    passed: bool
    reason: str | None


class CheckModelOutput(BaseModel):
    """How the model did: all of it in ``summary``, and each check."""

    summary: str
    model: str
    host: str
    proxy: str | None
    passed: int
    failed: int
    checks: list[OneCheck]
    input_tokens: int
    output_tokens: int


def check_model(*, examiner: ModelExaminer, asked: Mapping[ModelRole, str]) -> Tool:
    """The tool over this examiner; ``asked`` says who is asked in each role that has a model."""

    async def run(arguments: CheckModelInput, _context: CallContext) -> CheckModelOutput:
        ended: list[CheckResult] = []

        def tell(result: CheckResult) -> None:
            ended.append(result)
            report(len(ended), None, result.name)

        report(0, None, asked.get(arguments.role, ""))
        found = await examiner.check(arguments.role, tell)
        return CheckModelOutput(
            summary=found.summary,
            model=found.model,
            host=found.host,
            proxy=found.proxy,
            passed=found.passed,
            failed=found.failed,
            checks=[
                OneCheck(name=one.name, ability=one.ability, passed=one.reason is None, reason=one.reason)
                for one in found.results
            ],
            input_tokens=sum(one.input_tokens for one in found.results),
            output_tokens=sum(one.output_tokens for one in found.results),
        )

    return Tool(
        name="check_model",
        description=(
            "Ask the chat model that is set eight short questions: can it call tools, cite, and keep quiet? Only "
            "invented text that comes with Casewright is sent, and nothing of a matter."
        ),
        arguments=CheckModelInput,
        output=CheckModelOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("models",),
        timeout=TIMEOUT,
        reads=("the settings",),
        sends=tuple(f"invented text, to {one}" for one in dict.fromkeys(asked.values())),
    )
