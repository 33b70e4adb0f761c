"""Where the command starts: what is set before the first library loads."""

from __future__ import annotations

import gc
import os
import sys

_OBJECTS = 200_000


def main() -> None:
    """Run the command line; ends the process with the exit code.

    Libraries that load make many objects and few cycles: to look for cycles every 700 objects takes a tenth of a short
    command's time.
    """
    gc.set_threshold(_OBJECTS)
    # What is written here holds matters and cases: nobody else's to read, unless their owner says so.
    os.umask(0o077)
    # pydantic looks through every installed distribution for plugins, none of which has a say here.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from casewright.cli.interrupts import CODE, SAID, end_when_interrupted, tell_first

    end_when_interrupted(as_json="--json" in sys.argv)
    try:
        from casewright.cli.main import main as run

        run()
    except KeyboardInterrupt:
        # Before the command began or after it ended; within, it is told there.
        if tell_first():
            print(SAID, file=sys.stderr)  # noqa: T201 (it is the output)
        sys.exit(CODE)
