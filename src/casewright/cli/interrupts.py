"""Ctrl-C is heard within a second, whatever is at work: a thread, a child process, a library that does not listen.

Most commands end by themselves: what runs is cancelled, child processes are ended, what is open is closed. Where that
takes longer than ``PATIENCE``, the process ends all the same. That is safe at any moment: what was acknowledged is on
disk, and what was not is taken back when the home is opened, as after any other kill.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading

SAID = "Interrupted: what was finished stays, what was not is not there."
CODE = 130
PATIENCE = 0.7
"""Seconds that a command has to end by itself, of the one within which Ctrl-C is to be heard."""

_watching = threading.Event()
_untold = threading.Lock()
"""Held by whoever tells that this process was interrupted: it is told once."""


def tell_first() -> bool:
    """Whether nobody has told yet that this process was interrupted; then whoever asked has to."""
    return not _watching.is_set() or _untold.acquire(blocking=False)


def end_when_interrupted(*, as_json: bool) -> None:
    """From here on this process ends within a second of Ctrl-C. To be called once, in the main thread."""
    _watching.set()
    heard, woken = socket.socketpair()
    woken.setblocking(False)
    # The interpreter writes each signal's number there at once, also while the main thread is busy in a library.
    signal.set_wakeup_fd(woken.detach(), warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(heard, as_json), name="casewright-interrupts", daemon=True).start()


def _wait(heard: socket.socket, as_json: bool) -> None:
    while signal.SIGINT not in heard.recv(64):
        pass
    threading.Event().wait(PATIENCE)
    if tell_first():
        _tell(as_json=as_json)
    os._exit(CODE)


def _tell(*, as_json: bool) -> None:
    """Past every buffer: their locks may be held by a thread that does not listen."""
    shown = "\x1b[?25h\r\x1b[2K" if sys.stderr.isatty() else ""  # a progress bar hides the cursor
    if as_json:
        os.write(1, f"{json.dumps({'error': SAID}, separators=(',', ':'))}\n".encode())
    os.write(2, f"{shown}{SAID}\n".encode())
