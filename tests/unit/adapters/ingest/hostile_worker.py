"""A worker that misbehaves as its argument says; otherwise it answers with the bytes it was asked about, as text.

Usage: ``python hostile_worker.py BEHAVIOUR [PIPE]``: it behaves like that when the bytes are "misbehave".
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from casewright.adapters.ingest.wire import Extract, receive_question, send_answer


def misbehave(behaviour: str) -> None:
    """Hang, interrupt who asked, die, exit, or answer something that is no answer."""
    if behaviour == "announce":
        Path(sys.argv[2]).write_text("at work")  # a named pipe: whoever reads it goes on now
    if behaviour == "interrupt":
        os.kill(os.getppid(), signal.SIGINT)
    if behaviour in ("hang", "announce", "interrupt"):
        sys.stdin.buffer.read()  # until the pipe is closed, which is when the process is of no use any more
    elif behaviour == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif behaviour == "exit":
        sys.exit(3)
    elif behaviour == "babble":
        sys.stdout.buffer.write(b"\x00" * 7 + b"\x05hello")
        sys.stdout.buffer.flush()
    elif behaviour == "boast":
        sys.stdout.buffer.write(b"\xff" * 8)
        sys.stdout.buffer.flush()


def main() -> None:
    while (question := receive_question(sys.stdin.buffer)) is not None:
        _, data = question
        if data == b"misbehave":
            misbehave(sys.argv[1])
        else:
            text = f"{os.getpid()}" if data == b"who" else data.decode()
            send_answer(sys.stdout.buffer, Extract(text))


if __name__ == "__main__":
    main()
