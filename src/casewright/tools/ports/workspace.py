"""What the workspace's tools need: the files of one project folder, and the Python process that runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.project_files import ProjectFile


class ProjectFiles(Protocol):
    """Text files below one folder, and nothing outside of it, wherever a path or a link leads."""

    def read(self, path: str) -> ProjectFile:
        """The file. Waits for nothing, and reads no more than a bound.

        Raises ``InvalidInput`` for a path or a file that cannot be read, ``Refused`` for what is not in the folder,
        ``NotFound`` where there is nothing.
        """
        ...

    def find(self, path: str) -> ProjectFile | None:
        """The file, None where there is none in a folder that is there. Raises as ``read`` does."""
        ...

    def write(self, path: str, text: str, *, expected: str | None) -> int:
        """Put the text in the file's place, whole or not at all; the number of bytes.

        ``expected`` is the SHA-256 of what it replaces, None for a file that must not be there. Raises ``Refused``
        where something else is there, and as ``read`` does.
        """
        ...


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name of the process, with the module it is in, and its kind in words: ``json.dumps``, "function"."""

    name: str
    kind: str


class RunningProcess(Protocol):
    """The modules that are loaded, and one of the session's own, which is meant where no package is named.

    Looking runs no code of theirs, but for what shows the default values of a function. Each raises ``NotFound`` with
    the seed's sentence, "Symbol X not found" or "Package X not found".
    """

    def describe(self, symbol: str, package: str | None) -> str:
        """What the symbol is: kind, signature, value, documentation, and where it is defined."""
        ...

    def search(self, pattern: str, package: str | None) -> Sequence[Symbol]:
        """The symbols with the pattern in their names, whatever its capitals, in order."""
        ...

    def arglist(self, function: str, package: str | None) -> str:
        """Name and parameters of the function. Raises ``InvalidInput`` where it is none."""
        ...

    def evaluate(self, form: str, package: str | None) -> Evaluation:
        """Run the form in the package, as at a prompt."""
        ...

    def compile(self, form: str, package: str | None) -> Compilation:
        """Compile the definitions, and load them into the package."""
        ...


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What came of a form. ``value`` as ``repr`` shows it, None where it has none; ``error`` is what it raised.

    ``printed`` is what it wrote meanwhile. Texts are cut where they are too long, and say so.
    """

    value: str | None
    printed: str
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Compilation:
    """The names that are defined now, what the compiler warned of, and what was printed; ``error`` where it failed."""

    package: str
    names: tuple[str, ...]
    warnings: tuple[str, ...]
    printed: str
    error: str | None = None
