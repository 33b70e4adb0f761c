"""The kinds of drafts that have mandatory parts, and which of these a draft lacks.

A part is known by the words that introduce it in Romanian practice. That is a check of form: it sees that a draft
speaks of its evidence, not that the evidence is good.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.casework.folding import fold
from casewright.casework.markdown_blocks import Heading, plain, words_of
from casewright.casework.time_limits import ACT_SERVED, DISMISSAL_SERVED, JUDGMENT_SERVED, TimeLimit, served_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.casework.markdown_blocks import Block

_UNFILLED = re.compile(r"\[\s*(?:de |se va |se vor )?(?:complet|inser|introdu|adaug)[^\]]*\]|\[\s*(?:\.{2,}|…|_+)\s*\]")
UNFILLED = "locurile marcate ca de completat"


@dataclass(frozen=True, slots=True)
class Part:
    """A part by its name in Romanian; it is there where each pattern is found in the folded text."""

    name: str
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftKind:
    """A kind of draft. It is one where each of ``known_by`` is found in its name and first heading, folded."""

    name: str
    source: str
    known_by: tuple[str, ...]
    parts: tuple[Part, ...]
    limit: TimeLimit | None = None


_FACT = Part(
    "motivele de fapt („În fapt”)", (r"\bin fapt\b|\bmotive(?:le)? de fapt\b|\bsituatia de fapt\b|\bfaptele\b",)
)
_LAW = Part(
    "motivele de drept („În drept”)",
    (r"\bin drept\b|\bmotive(?:le)? de drept\b|\btemei(?:ul)? (?:de drept|juridic|legal)\b",),
)
_EVIDENCE = Part("dovezile („Probe”)", (r"\bprob(?:a|e|ele|elor|atoriu|atoriul|atiunea|atiune)\b|\bdovad|\bdovezi",))
_TWO_PARTIES = r"\{\{\s*(party\d+)\.[\s\S]*\{\{\s*(?!\1\.)party\d+\."
_SIGNATURE = Part("semnătura", (r"\bsemnatur",))
_COURT = Part(
    "instanța", (r"\bjudecatori[ae]\b|\bjudecatoriei\b|\btribunal|\bcurte(?:a)? de apel\b|\bcurtii de apel\b",)
)

KINDS: tuple[DraftKind, ...] = (
    DraftKind(
        name="cerere de apel",
        source="Codul de procedură civilă, art. 468, 470 și 471",
        known_by=(
            r"^(?:cererea? (?:de )?apel|declarati[ae] (?:de )?apel|motive(?:le)? de apel|apel(?:ul)?)\b(?! incident)",
        ),
        parts=(
            Part("instanța a cărei hotărâre se atacă", _COURT.signs),
            Part("apelantul", (r"\bapelant",)),
            Part("intimatul", (r"\bintimat",)),
            Part("hotărârea atacată, cu numărul ei", (r"\b(?:hotarar|sentint|incheier)\w*[^\n]*\d",)),
            Part("motivele de fapt", (_FACT.signs[0] + r"|\bmotive(?:le)? de apel\b",)),
            Part("motivele de drept", (_LAW.signs[0] + r"|\bmotive(?:le)? de fapt si de drept\b",)),
            Part("probele invocate", _EVIDENCE.signs),
            _SIGNATURE,
        ),
        limit=JUDGMENT_SERVED,
    ),
    DraftKind(
        name="cerere de admitere a creanței",
        source="Legea nr. 85/2014, art. 102 și 103",
        known_by=(r"\b(?:admiter|inscrier|declarati|cerer)", r"\bcreant"),
        parts=(
            Part("tribunalul (judecătorul-sindic)", (r"\btribunal|\bjudecator\w*[ -]sindic",)),
            Part("dosarul de insolvență, cu numărul lui", (r"\bdosar\w*[^\n]*\d",)),
            Part("creditorul, cu domiciliul sau sediul lui", (r"\bcredito[ar]\w*[^\n]*(?:domicili|sediu|address)",)),
            Part("debitorul", (r"\bdebito",)),
            Part("suma datorată", (r"\d\s*(?:de\s+)?(?:lei|leu|ron|euro|eur)\b",)),
            Part("temeiul creanței", (r"\btemei",)),
            Part(
                "cauzele de preferință, sau că nu sunt",
                (r"\bcauz\w* de preferinta|\bchirograf|\bipotec|\bgaj\b|\bprivilegi",),
            ),
            Part("documentele justificative", (r"\bdocument\w* justificativ|\binscris|\banex",)),
            _SIGNATURE,
        ),
    ),
    DraftKind(
        name="plângere contravențională",
        source="O.G. nr. 2/2001, art. 31 și 32; Codul de procedură civilă, art. 194",
        known_by=(r"\bplangere", r"\bcontraventional|\bproces(?:ul|ului)? verbal"),
        parts=(
            _COURT,
            Part("petentul", (r"\bpetent|\bsubsemnat|\bcontravenient",)),
            Part("intimatul (organul care a încheiat procesul-verbal)", (r"\bintimat",)),
            Part("procesul-verbal atacat, cu seria și numărul lui", (r"\bproces(?:ul|ului)?[- ]verbal\w*[^\n]*\d",)),
            Part("obiectul plângerii (anularea sau înlocuirea sancțiunii)", (r"\banul|\binlocui|\bobiect|\bnulitat",)),
            _FACT,
            _LAW,
            _EVIDENCE,
            _SIGNATURE,
        ),
        limit=ACT_SERVED,
    ),
    DraftKind(
        name="contestație împotriva deciziei de concediere",
        source="Codul muncii, art. 252 și 268; Codul de procedură civilă, art. 194",
        known_by=(r"\bcontestati", r"\bconcedi"),
        parts=(
            Part("tribunalul", (r"\btribunal",)),
            Part("contestatorul", (r"\bcontestato|\breclamant|\bsubsemnat",)),
            Part("angajatorul, ca intimat", (r"\bintimat|\bparat",)),
            Part("decizia contestată, cu numărul și data ei", (r"\bdeciz[^\n]*\d",)),
            Part("obiectul contestației (anularea deciziei)", (r"\banul|\bnulitat|\bobiect",)),
            _FACT,
            _LAW,
            _EVIDENCE,
            _SIGNATURE,
        ),
        limit=DISMISSAL_SERVED,
    ),
    DraftKind(
        name="cerere de divorț prin acord",
        source="Codul civil, art. 373 lit. a) și 374; Codul de procedură civilă, art. 930",
        known_by=(r"\bdivort|\bdesfacere", r"\bacord"),
        parts=(
            Part("instanța, notarul sau ofițerul de stare civilă", (_COURT.signs[0] + r"|\bnotar|\bstare civila\b",)),
            Part("ambii soți", (_TWO_PARTIES,)),
            Part("acordul soților la desfacerea căsătoriei", (r"\bacord", r"\bdesfac|\bdivort")),
            Part(
                "căsătoria (data și locul sau certificatul)", (r"\bcasatori\w*[^\n]*\d|\bcertificat\w* de casatorie",)
            ),
            Part("copiii minori, sau că nu sunt", (r"\bcopi[il]|\bminor",)),
            Part("numele de după divorț", (r"\bnume(?:le|lui)?\b",)),
            Part("dovezile sau înscrisurile anexate", (_EVIDENCE.signs[0] + r"|\binscris|\banex|\bcertificat",)),
            Part("semnăturile ambilor soți", (r"\bsemnaturi|\bsemnatur[^\n]*\n?(?:[^\n]*\n){0,6}?[^\n]*\bsemnatur",)),
        ),
    ),
    DraftKind(
        name="cerere de chemare în judecată",
        source="Codul de procedură civilă, art. 194",
        known_by=(r"\bchemare", r"\bjudecata"),
        parts=(
            _COURT,
            Part("reclamantul", (r"\breclamant|\bsubsemnat",)),
            Part("pârâtul", (r"\bparat",)),
            Part("obiectul cererii", (r"\bobiect|\bsolicit|\boblig",)),
            Part(
                "valoarea obiectului", (r"\bvaloare|\bneevaluabil|\d\s*(?:de\s+)?(?:lei|ron|euro|eur)\b|\bsuma de\b",)
            ),
            _FACT,
            _LAW,
            _EVIDENCE,
            _SIGNATURE,
        ),
    ),
    DraftKind(
        name="notificare",
        source="Codul civil, art. 1522",
        known_by=(r"\bnotificar|\bpunere in intarziere|\bsomati",),
        parts=(
            Part("expeditorul", (r"\bsubsemnat|\bsubscris|\bexpeditor|\bdin partea\b|\breclamant",)),
            Part("destinatarul", (r"\bcatre\b|\bdestinatar|\bin atentia\b|\bdomnul|\bdoamna",)),
            Part("faptele", (_FACT.signs[0] + r"|\bavand in vedere\b|\bcontract|\bfactur|\bdeoarece\b|\bintrucat\b",)),
            Part(
                "ce se cere", (r"\bsolicit|\bpunem in vedere|\bpun in vedere|\bcer(?:em)?\b|\bsom(?:am|ez)\b|\binvit",)
            ),
            Part("termenul dat", (r"\btermen|\bpana la\b|\bin (?:cel mult )?\d+ (?:de )?zile\b",)),
            _SIGNATURE,
        ),
    ),
)
"""In the order in which they are tried."""


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
        for kind in KINDS:
            if all(re.search(sign, title) for sign in kind.known_by):
                return kind
    return None


def checked(kind: DraftKind, blocks: Sequence[Block]) -> Checked:
    """Look for the parts of the kind. A heading with nothing under it stands for nothing."""
    text = fold(plain(tuple(_filled(blocks))))
    missing = [part.name for part in kind.parts if not all(re.search(sign, text) for sign in part.signs)]
    served = None
    if kind.limit is not None:
        served = served_on(text)
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
