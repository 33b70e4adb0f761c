"""Whether a call that a person would have to approve can be done at all: nobody is asked about what is not there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from casewright.errors import CasewrightError, ToolFailed
from casewright.tools import outcomes
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted


async def check_target(admitted: Admitted) -> None:
    """Ask the tool, where it declares a check. Raises ``Stop``, or an error of ours, with why it cannot be done."""
    check = admitted.tool.check
    if check is None:
        return
    try:
        failure = await asyncio.to_thread(check, admitted.arguments, admitted.context)
    except CasewrightError:
        raise
    except Exception as error:
        outcome = outcomes.of_error(error)
        raise Stop(Status.ERROR, outcome.content, ToolFailed, outcome=outcome) from error
    if failure is not None:
        outcome = outcomes.of_value(admitted.tool, failure)
        raise Stop(Status.ERROR, failure.message, failure.kind, outcome=outcome)
