"""The reasoner that is a set of rules: it checks what is missing, names what to look up, and approves complete plans.

It reads the summary that the rule-based assistant writes line by line. Any other text it reads as one in which the
facts of a kind may be told, and approves nothing that it did not find there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.case_file import kind_by_words
from casewright.agents.cases.minds.dates import find_dates, read_date, write_date
from casewright.agents.cases.minds.facts_in_text import find_facts
from casewright.agents.cases.minds.mind_names import CALLED
from casewright.agents.cases.minds.phrases import fact_named
from casewright.agents.cases.minds.relevance import act_applies, decision_applies
from casewright.casework.kinds.catalogue import GENERAL, case_kinds
from casewright.casework.read_back import UNKNOWN
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.casework.kinds.case_kind import CaseKind, Fact

_LINE = re.compile(r"^(CAZ|LIPSESC|TERMEN|PĂRȚI|PLAN|SURSE|ACTE|HOTĂRÂRI|FAPTE)\s*:\s*(.*)$")
_TODAY = re.compile(r"data de azi:?\s*(.+?)\.?$")
_TIER = re.compile(r"\bnivel(?:ul)?\s*([123])\b")
_FAILED = re.compile(r"\binstrumentul (\w+) (?:a esuat|nu a reusit|nu merge)")
_APPROVES = re.compile(r"\baprob|\bplanul\b|\bredact|\bschita|\bdraft")
_SOURCES_ASKED = re.compile(
    r"\bcare (?:dintre )?(?:surse|rezultat|texte|hotarari|acte)|\brezultatele\b|\bconteaza\b|\btexte(?:le)? integral"
)
_RESEARCH_ASKED = re.compile(r"\bcaut|\bcercet|\blegislati|\bjurisprudent|\bce acte\b")
_MISSING_ASKED = re.compile(r"\blips|\binformati|\bce mai\b")
_PASSED = (
    "ATENȚIE: termenul a trecut; utilizatorul trebuie avertizat, iar un avocat trebuie să vadă dacă se poate cere "
    "repunerea în termen."
)
_FAR = date(9999, 12, 31)


@dataclass(frozen=True)
class _Summary:
    """A summary as the reasoner reads it."""

    kind: CaseKind
    facts: Mapping[str, str]
    structured: bool
    today: date | None
    lacks: tuple[str, ...]
    acts: tuple[tuple[str, str], ...] = ()
    decisions: tuple[tuple[str, str], ...] = ()

    @property
    def missing(self) -> list[Fact]:
        """The needed facts that it does not tell."""
        return [
            fact
            for fact in self.kind.facts
            if fact.needed and self._wanted(fact) and self.facts.get(fact.id, UNKNOWN).startswith(UNKNOWN)
        ]

    @property
    def last_day(self) -> date | None:
        """The last day of the time limit."""
        limit = self.kind.limit
        start = None if limit is None else read_date(self.facts.get(limit.fact, ""))
        return None if limit is None or start is None else limit.last_day(start)

    def _wanted(self, fact: Fact) -> bool:
        if fact.when is None:
            return True
        name, value = fact.when
        known = self.facts.get(name)
        return known is not None and known != value[1:] if value.startswith("!") else known == value


class RuleBasedReasoner:
    """Fits ``Reasoner``. It keeps nothing; what was asked before does not change what it says."""

    @property
    def called(self) -> str:
        """Its name for people."""
        return CALLED

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:  # noqa: ARG002 (fits the port)
        """The reply, in prose and the lines that ``casework.advice`` reads."""
        asked = fold(question)
        failed = _FAILED.search(asked)
        if failed is not None:
            return _about_a_failure(failed[1], asked)
        read = _read(summary)
        if _SOURCES_ASKED.search(asked) and (read.acts or read.decisions):
            return _about_sources(read)
        if _APPROVES.search(asked):
            return _about_the_plan(read)
        if _RESEARCH_ASKED.search(asked):
            return _about_research(read)
        return _about_what_is_missing(read) if _MISSING_ASKED.search(asked) or read.missing else _about_research(read)


def _about_what_is_missing(read: _Summary) -> str:
    labels = _lacking(read)
    if not labels:
        return _reply(f"{_case(read)} Lista faptelor este completă.{_limit(read)}", "RASPUNDE", "Lista este completă.")
    first = read.missing[0].ask["ro"] if read.missing else f"Lipsește din părțile cazului: {labels[0]}."
    return _reply(f"{_case(read)} Mai lipsesc: {'; '.join(labels)}.{_limit(read)}", "INTREABA", first)


def _about_research(read: _Summary) -> str:
    words = ", ".join(read.kind.research) or "actul care reglementează situația descrisă"
    said = (
        f"{_case(read)} De căutat în legislație și în jurisprudență, întâi titluri și rezumate: {words}.{_limit(read)}"
    )
    return _reply(said, "CERCETEAZA", words)


def _about_sources(read: _Summary) -> str:
    facts = " ".join(read.facts.values())
    chosen = [name for name, title in read.acts if act_applies(read.kind, title, facts)]
    chosen += [name for name, title in read.decisions if decision_applies(read.kind, title, facts)]
    if not chosen:
        return _reply(
            f"{_case(read)} Niciuna dintre surse nu privește direct cazul.", "RASPUNDE", "Nicio sursă de folosit."
        )
    listed = ", ".join(chosen)
    said = (
        f"{_case(read)} Contează sursele: {listed}. Celelalte nu se aplică. De citit integral înainte de a fi folosite."
    )
    return _reply(said, "CERCETEAZA", f"textul integral: {listed}")


def _about_the_plan(read: _Summary) -> str:
    labels = _lacking(read)
    if labels:
        first = read.missing[0].ask["ro"] if read.missing else f"Lipsește din părțile cazului: {labels[0]}."
        return _reply(f"Planul nu poate fi aprobat: lipsesc {'; '.join(labels)}.{_limit(read)}", "INTREABA", first)
    if not read.structured:
        said = "Planul nu poate fi aprobat: din rezumat nu reiese că părțile sunt declarate și lista este completă."
        return _reply(f"{said}{_limit(read)}", "INTREABA", "Sunt declarate toate părțile cazului, cu datele lor?")
    parts = "\n".join(f"{number}. {part}" for number, part in enumerate(_structure(read.kind), 1))
    said = f"{_case(read)} Lista faptelor este completă.{_limit(read)}\nStructura actului:\n{parts}"
    return _reply(said, "REDACTEAZA", read.kind.name["ro"], approved=read.kind.draft)


def _about_a_failure(tool: str, asked: str) -> str:
    if tool == "generate_draft_pdf" and re.search(r"lacks|lipse|placeholder|party", asked):
        topic = "Ce lipsește din act sau din datele părților, după mesajul de eroare?"
        return _reply(
            "Documentul nu poate fi întocmit fără ce arată eroarea; numai utilizatorul are aceste date.",
            "INTREABA",
            topic,
        )
    if tool == "query_bigquery":
        topic = "Doriți să continuăm fără cercetare în corpus?"
        return _reply(
            "Cercetarea nu este obligatorie pentru un act de acest fel; temeiurile din model rămân de verificat.",
            "INTREABA",
            topic,
        )
    topic = "Puteți verifica datele cazului și spune când încercăm din nou?"
    return _reply(
        "Nu cunosc altă cale pentru acest pas. Întrebați utilizatorul, apoi cereți sprijin.", "INTREABA", topic
    )


def _reply(prose: str, action: str, topic: str, *, approved: str | None = None) -> str:
    lines = [prose, "", f"ACȚIUNE: {action}", f"SUBIECT: {_sentence(topic)}"]
    if approved is not None:
        lines.append(f"PLAN APROBAT: {approved}")
    return "\n".join(lines)


def _sentence(topic: str) -> str:
    """On one line, and ended, so that it does not run into the line below it."""
    said = " ".join(topic.split())
    return said if said.endswith((".", "?", "!")) else f"{said}."


def _lacking(read: _Summary) -> list[str]:
    # In small letters: a capital within a sentence is read as somebody's name.
    labels = [fact_named(fact, "ro") for fact in read.missing]
    known = {fact.label for fact in read.kind.facts}
    return [*labels, *(one for one in read.lacks if one not in known)]


def _case(read: _Summary) -> str:
    return f"Caz de felul: {read.kind.name['ro']}."


def _limit(read: _Summary) -> str:
    limit = read.kind.limit
    if limit is None:
        return ""
    last = read.last_day
    if last is None:
        return f" Termenul ({limit.source}) nu poate fi socotit fără data de la care curge."
    said = f" Termen: ultima zi, calendaristic, este {write_date(last)} ({limit.source})."
    if read.today is not None and last < read.today:
        said += f" {_PASSED}"
    return said


def _structure(kind: CaseKind) -> list[str]:
    """The headings of the template."""
    return [line.lstrip("# ") for line in kind.template.splitlines() if line.startswith("#")]


def _read(summary: str) -> _Summary:
    """The summary, by its lines where it has them, else as plain text."""
    lines: dict[str, str] = {}
    facts: list[str] = []
    for line in summary.splitlines():
        match = _LINE.match(line.strip())
        if match is not None:
            lines[match[1]] = match[2].strip()
        elif line.lstrip().startswith("- "):
            facts.append(line.lstrip()[2:])
    if "CAZ" not in lines or "FAPTE" not in lines:
        return _read_plain(summary)
    kind = _kind_named(lines["CAZ"])
    told = {
        fact.id: text.removeprefix(f"{fact.label}: ")
        for text in facts
        for fact in kind.facts
        if text.startswith(f"{fact.label}: ")
    }
    lacks = lines.get("LIPSESC", "").rstrip(".")
    return _Summary(
        kind=kind,
        facts=told,
        structured=True,
        today=_today(lines["CAZ"]),
        lacks=() if fold(lacks) in ("", "nimic") else tuple(one.strip() for one in lacks.split(";")),
        acts=_sources(lines.get("ACTE", "")),
        decisions=_sources(lines.get("HOTĂRÂRI", "")),
    )


def _read_plain(summary: str) -> _Summary:
    folded = fold(summary)
    tier = _TIER.search(folded)
    tiers = [int(tier[1])] if tier is not None else [3, 2, 1]
    kinds = [kind for kind in (kind_by_words([summary], one) for one in tiers) if kind != GENERAL]
    kind = case_kinds()[kinds[0] if kinds else GENERAL]
    found = [one.day for one in find_dates(folded, _FAR)]
    facts = find_facts(summary, kind, max(found, default=date(2000, 1, 1)))
    return _Summary(kind, facts, structured=False, today=_today(summary), lacks=())


def _kind_named(line: str) -> CaseKind:
    folded = fold(line)
    named = [one for one in case_kinds().values() if folded.startswith(fold(one.name["ro"]))]
    return max(named, key=lambda one: len(one.name["ro"]), default=case_kinds()[GENERAL])


def _today(line: str) -> date | None:
    match = _TODAY.search(fold(line))
    return None if match is None else read_date(match[1])


def _sources(line: str) -> tuple[tuple[str, str], ...]:
    found = []
    for one in line.rstrip(".").split("; "):
        name, separator, title = one.partition(" = ")
        if separator and name.strip():
            found.append((name.strip(), title))
    return tuple(found)
