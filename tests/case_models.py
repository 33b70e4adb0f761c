"""What a language model would say in a contravention case, by the prompt that it reads on the wire."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.messages import prompt, section
from casewright.agents.cases.mind import Stage
from casewright.agents.cases.minds.stage_tools import ASK, TELL
from tests.providers.replies import Call, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.providers.replies import Reply

_BLOCK = re.compile(r"<<<DATA ([0-9a-f]{32})\n(.*?)\nDATA \1>>>", re.DOTALL)
DRAFT_NAME = "Plangere_contraventionala"
DRAFT = """# PLÂNGERE CONTRAVENȚIONALĂ

Către Judecătoria Cluj-Napoca

Petent: {{party0.firstName}} {{party0.lastName}}, CNP {{party0.cnp}}, domiciliată în {{party0.address}}

Intimat: Inspectoratul de Poliție Județean Cluj

## Obiect
Anularea procesului-verbal seria PCX nr. 123456 din 3 noiembrie 2026, comunicat la 5 noiembrie 2026.

## În fapt
Petenta a fost sancționată cu amendă de 580 lei pentru depășirea vitezei, deși nu conducea vehiculul.

## În drept
O.G. nr. 2/2001, art. 31.

## Probe
Procesul-verbal și martori.

Semnătura petentei
"""
SUMMARY = "Amendă de 580 lei, proces-verbal seria PCX nr. 123456, petentă {{party0.lastName}}."

OBJECTIVE = {"id": "caz.amenda", "objective": "plângere contravențională", "status": "pending"}
FACTS = {
    "580": ("amenda.suma", "Amenda aplicată: 580 de lei"),
    "5 noiembrie": ("amenda.comunicare", "Data înmânării sau comunicării procesului-verbal: 5 noiembrie 2026"),
}
"""What stands in the case file once the user wrote so."""


def heard(data: Mapping[str, Any]) -> list[dict[str, str]]:
    """The facts of the user's message that the case file has not."""
    known = [one.get("id") for one in data["case_details"]["facts"]]
    found = [fact for words, fact in FACTS.items() if words in (data["user_said_now"] or "") and fact[0] not in known]
    beside = {"timestamp": "2026-11-03T00:00:00Z", "source": "utilizator", "confidence": "high"}
    return [{"id": name, "fact": text, **beside} for name, text in found]


@dataclass
class AssistantOnWire:
    """An assistant that reads prompts in Gemini's or OpenAI's requests; ``prompts`` are those it was given."""

    prompts: list[str] = field(default_factory=list)

    def __call__(self, body: Any) -> Reply:
        """Its answer to a request."""
        asked = last_text(body)
        if asked.startswith(beginning(prompt("tier"))):
            self.prompts.append("tier")
            return Turn("1: amendă și proces-verbal de contravenție")
        stage = next(one for one in Stage if asked.startswith(beginning(text_of(one))))
        self.prompts.append(stage.value)
        data = json.loads([found[2] for found in _BLOCK.finditer(asked)][-1])
        return Turn(calls=(self.step(stage, data),))

    def step(self, stage: Stage, data: Mapping[str, Any]) -> Call:
        """The call that fits the stage and what happened in the turn so far."""
        done = [one["tool"] for one in data["calls_of_this_turn"] if one["status"] == "success"]
        said = data["reasoner_said"] or ""
        match stage:
            case Stage.PLAN if "update_case_details" not in done and (new := heard(data)):
                return Call("update_case_details", {"updates": {"facts": new, "objectives": [OBJECTIVE]}})
            case Stage.PLAN if "INTREABA" in said:
                return Call(ASK, {"question": "Când v-a fost comunicat procesul-verbal?", "about": "comunicare"})
            case Stage.PLAN if "generate_draft_pdf" in done:
                return Call(TELL, {"text": "Proiectul plângerii este gata.", "next_steps": ["Semnați plângerea."]})
            case Stage.PLAN:
                return Call("consult_grok", {"context_summary": SUMMARY, "specific_question": "Ce urmează?"})
            case Stage.RESEARCH:
                query = "SELECT doc_id, title, summary FROM legislatie WHERE LOWER(full_text) LIKE '%amend%' LIMIT 3"
                return Call("query_bigquery", {"query_string": query, "table_name": "legislatie"})
            case Stage.DRAFT:
                return Call("generate_draft_pdf", draft())
            case Stage.RETRY:
                failed = data["failed_call"]
                return Call(failed["tool"], failed["arguments"])
            case Stage.CONSULT:
                question = "Documentul nu poate fi salvat. Ce alternativă există?"
                return Call("consult_grok", {"context_summary": SUMMARY, "specific_question": question})
            case Stage.ASK_USER:
                return Call(ASK, {"question": "Nu reușesc să salvez documentul. Doriți să încerc din nou?"})
            case Stage.TICKET:
                return Call("create_support_ticket", {"issue_description": "Proiectul nu poate fi salvat."})


@dataclass
class ReasonerOnWire:
    """A reasoner that asks for the date of service, then for research, and then approves the plan."""

    questions: list[str] = field(default_factory=list)

    def __call__(self, body: Any) -> Reply:
        """Its answer to a request."""
        asked = last_text(body)
        question = asked.rpartition("Întrebarea asistentului: ")[2]
        self.questions.append(question)
        if "alternativă" in question:
            return Turn("Nu există altă cale.\nACȚIUNE: INTREABA\nSUBIECT: dacă se încearcă din nou")
        if len(self.questions) == 1:
            return Turn("Lipsește data comunicării.\nACȚIUNE: INTREABA\nSUBIECT: data comunicării")
        if len(self.questions) == 2:
            return Turn("Verificați temeiul.\nACȚIUNE: CERCETEAZA\nSUBIECT: contravenție, termen de plângere")
        plan = "Instanța, părțile, obiectul, motivele, probele.\nACȚIUNE: REDACTEAZA\nSUBIECT: plângerea"
        return Turn(f"{plan}\nPLAN APROBAT: {DRAFT_NAME}")


def draft(revision: int = 1) -> dict[str, Any]:
    """The draft's call."""
    return {"markdown_content": DRAFT, "draft_name": DRAFT_NAME, "revision": revision}


def text_of(stage: Stage) -> str:
    """The prompt of a stage, as its file has it."""
    files = {Stage.PLAN: "consultation", Stage.RESEARCH: "research", Stage.DRAFT: "draft"}
    return prompt(files[stage]) if stage in files else section("errors", stage.value)


def beginning(text: str) -> str:
    """A prompt up to the first name that is filled in."""
    return text.partition("{")[0]


def last_text(body: Mapping[str, Any]) -> str:
    """The text of the last message of a request, in Gemini's format or OpenAI's."""
    if "contents" in body:
        return "".join(str(part.get("text", "")) for part in body["contents"][-1]["parts"])
    return str(body["messages"][-1]["content"])
