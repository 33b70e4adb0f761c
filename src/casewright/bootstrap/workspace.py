"""A workspace session: a developer's own tools over one project folder and this process, opened on purpose only.

It has a registry, a policy and an executor of its own. What it shares with the home that it is opened over is the
audit, the clock, and who may act.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Protocol, Self, TypeVar
from uuid import uuid4

from casewright.errors import BadPolicy

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path
    from types import ModuleType, TracebackType

    from casewright.agents.workspace.model import WorkspaceModel
    from casewright.agents.workspace.session import CallListener, DoneTurn, TurnListener
    from casewright.bootstrap.opening import Parts
    from casewright.domain.actors import Actor
    from casewright.policy.policy import Policy
    from casewright.tools.calls import ToolResult
    from casewright.tools.decisions import ApprovalHandler

T = TypeVar("T")
POLICY = "toolbox/workspace/policy.toml"


class Wait(Protocol):
    """Runs a coroutine to its end."""

    def __call__(self, work: Coroutine[object, object, T]) -> T:
        """What it returns."""
        ...


class Workspace:
    """An open session of ``actor``. Use as a context manager, or ``close`` it.

    ``approver`` decides about dangerous calls; without one they are refused. ``package`` is the module that is meant
    where a call names none, such as the program's own; left out, an empty one. ``policy`` is a file in place of the
    shipped fragment. Raises ``NotFound``, ``InvalidInput`` or ``Refused`` for a folder that cannot be worked in,
    ``BadPolicy``, ``Unavailable``.
    """

    def __init__(
        self,
        parts: Parts,
        root: Path,
        *,
        actor: Actor,
        wait: Wait,
        approver: ApprovalHandler | None = None,
        package: ModuleType | None = None,
        policy: Path | None = None,
    ) -> None:
        from casewright.adapters.workspace.project_folder import ProjectFolder
        from casewright.adapters.workspace.running_process import RunningPython
        from casewright.bootstrap.toolkits.workspace import workspace_tools
        from casewright.tools.executor import Executor
        from casewright.tools.registry import Registry

        self.policy = workspace_policy(policy)
        self.files = ProjectFolder(root, home=parts.materials.settings.home)
        self._actor = actor
        self._wait = wait
        try:
            self.registry = Registry(workspace_tools(self.files, RunningPython(package)))
            self.policy.require_known(self.registry.names)
            self.executor = Executor(
                self.registry,
                policy=self.policy,
                audit=parts.materials.proofs.log,
                clock=parts.materials.clock,
                people=parts.people,
                approver=approver,
            )
        except BaseException:
            self.files.close()
            raise

    def call(self, tool: str, arguments: dict[str, object] | None = None) -> ToolResult:
        """Run one call as the home's own user; refusals and failures are results too."""
        from casewright.tools.calls import CallContext, ToolCall

        call = ToolCall(str(uuid4()), tool, arguments or {})
        return self._wait(self.executor.execute(call, CallContext(self._actor)))

    def run(self, model: WorkspaceModel, *, on_turn: TurnListener, on_result: CallListener) -> list[DoneTurn]:
        """Let a model work here, for the home's user; the listeners are told as it goes."""
        from casewright.agents.workspace.session import run_session

        run = str(uuid4())
        return self._wait(run_session(model, self.executor, self._actor, run, on_turn=on_turn, on_result=on_result))

    def close(self) -> None:
        """Wait for what still runs, and let go of the folder."""
        self.executor.close()
        self.files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def workspace_policy(file: Path | None = None) -> Policy:
    """The policy of sessions: the toolkit's own fragment, or this file. Raises ``BadPolicy``."""
    from casewright.policy.policy import compile_policy

    if file is None:
        return compile_policy({POLICY: files("casewright").joinpath(POLICY).read_text(encoding="utf-8")})
    try:
        return compile_policy({str(file): file.read_text(encoding="utf-8")})
    except (OSError, UnicodeDecodeError) as error:
        raise BadPolicy(f"the policy file {str(file)!r} cannot be read: {error}") from error
