"""Which kind of draft a text is, and which of its mandatory parts it lacks.

A part is known by the words that introduce it in Romanian practice. That is a check of form: it sees that a draft
speaks of its evidence, not that the evidence is good.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.casework.draft_blocks import Heading, plain, words_of
from casewright.casework.kinds.catalogue import draft_kinds
from casewright.casework.time_limits import find_service_day
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.casework.draft_blocks import Block
    from casewright.casework.kinds.case_kind import DraftKind

_UNFILLED = re.compile(r"\[\s*(?:de |se va |se vor )?(?:complet|inser|introdu|adaug)[^\]]*\]|\[\s*(?:\.{2,}|…|_+)\s*\]")
UNFILLED = "locurile marcate ca de completat"


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check found: the kind, the parts that are missing, the day from which its time limit runs."""

    kind: DraftKind
    missing: tuple[str, ...]
    served: date | None


def kind_of(name: str, blocks: Sequence[Block]) -> DraftKind | None:
    """The kind that the draft's name, or else its first heading, says; None where it is of no kind that is checked."""
    heading = next((words_of(block.line) for block in blocks if isinstance(block, Heading)), "")
    for title in (_title(name), _title(heading)):
        for kind in draft_kinds():
            if all(re.search(sign, title) for sign in kind.known_by):
                return kind
    return None


def check_draft(kind: DraftKind, blocks: Sequence[Block]) -> Checked:
    """Look for the parts of the kind. A heading with nothing under it stands for nothing."""
    text = fold(plain(tuple(_filled(blocks))))
    missing = [part.name for part in kind.parts if not all(re.search(sign, text) for sign in part.signs)]
    served = None
    if kind.limit is not None:
        served = find_service_day(text)
        if served is None:
            missing.append(kind.limit.part)
    if _UNFILLED.search(text):
        missing.append(UNFILLED)
    return Checked(kind, tuple(missing), served)


def _title(text: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", fold(text)).split())


def _filled(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks without headings that are followed at once by one of their own rank or a higher one."""
    for at, block in enumerate(blocks):
        after = blocks[at + 1] if at + 1 < len(blocks) else None
        if not (isinstance(block, Heading) and isinstance(after, Heading) and after.level <= block.level):
            yield block
