"""Where a tenant's corpus lies on this machine, what its folded columns are called, and which file is the one now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from casewright.errors import IntegrityError, StorageBusy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_T = TypeVar("_T")

FOLDED: Final = "_folded"
"""What the copy of a text column without case and diacritics ends with."""
_TRIES: Final = 5


class Unopened(Exception):
    """A file that cannot be opened, or is gone; the message says what the database says of it."""


def corpus_file(folder: Path, name: str) -> Path:
    """The link to the file that is asked now; an import writes another one and turns the link to it."""
    return folder / f"{name}.duckdb"


def ask_current(link: Path, ask: Callable[[Path], _T]) -> _T:
    """What ``ask``, which may raise ``Unopened``, gives for the file that the link leads to now.

    Raises ``IntegrityError`` where that file cannot be opened, ``StorageBusy`` where it is another one at every try.
    """
    for _ in range(_TRIES):
        target = link.resolve()
        try:
            return ask(target)
        except Unopened as error:
            if link.resolve() == target:  # else another process turned the link just now
                raise IntegrityError(
                    f"the corpus {str(target)!r} cannot be opened ({error}): restore it from a backup, or remove it "
                    "and import again"
                ) from error
    raise StorageBusy("the corpus is being imported again and again: try again when that is done")
