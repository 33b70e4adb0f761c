"""A worker that answers with its process id, and misbehaves as its argument says where the query reads an act "bad".

Usage: ``python hostile_worker.py BEHAVIOUR``.
"""

from __future__ import annotations

import os
import signal
import sys

from casewright.adapters.corpora.wire import Found, receive_question, send_answer


def misbehave(behaviour: str) -> None:
    """Hang, interrupt who asked, die, or answer something that is no answer."""
    if behaviour == "interrupt":
        os.kill(os.getppid(), signal.SIGINT)
    if behaviour in ("hang", "interrupt"):
        sys.stdin.buffer.read()  # until the pipe is closed, which is when the process is of no use any more
    elif behaviour == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif behaviour == "babble":
        sys.stdout.buffer.write(b"\x00" * 7 + b"\x05hello")
        sys.stdout.buffer.flush()


def main() -> None:
    while (question := receive_question(sys.stdin.buffer)) is not None:
        if "'bad'" in question.sql:
            misbehave(sys.argv[1])
        else:
            send_answer(sys.stdout.buffer, Found(["pid"], [[os.getpid()]]))


if __name__ == "__main__":
    main()
