"""What a language model's answer means: a step, a tier, or why it cannot be used, in words that it is told back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from casewright.agents.cases.mind import Act, Ask, Call, Stage, Tell, TierSaid
from casewright.agents.cases.minds.spoken_language import in_english
from casewright.agents.cases.minds.stage_tools import ASK, TELL
from casewright.casework.advice import Advised, read_advice
from casewright.casework.read_back import READ_BACK
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.cases.mind import Briefing, Step
    from casewright.agents.cases.minds.exchange import Said

LONGEST_SPOKEN = 6_000
"""Characters of a text for the user; the rest is cut off."""
LONGEST_REPLY = 20_000
"""The same of the reasoner's reply. Its lines stand at the end: a reply that is cut approves nothing."""
_MOST_LISTED = 10
_ROMANIAN_ALWAYS = ("context_summary", "specific_question", "markdown_content")
_CASE_IDS = ("case_id", "matter_id")
_TIER = re.compile(
    r"^(?:nivel(?:ul)?\s*:?\s*)?([123])\s*(?:[:.;,)\u2013\u2014-]+(?!\d)\s*|\n|$)(.*)", re.DOTALL | re.IGNORECASE
)
_LABEL = re.compile(r"^(intrebare|in afara subiectului)\s*:\s*")
_ADVICE_LINE = re.compile(r"^\s*(?:actiune|subiect|plan aprobat)\s*:")
_APPROVAL = re.compile(r"^\s*plan aprobat\s*:")
_CUT = " […]"


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why an answer cannot be used. ``told`` is for the model, in Romanian; ``reason`` for developers, in English."""

    told: str
    reason: str
    english: bool = False


_EMPTY = Misfit("era gol.", "it was empty")
_WANTS_A_CALL = Misfit(
    "în acest pas se răspunde numai printr-un apel de instrument.", "it called nothing where a call was asked for"
)
_IN_ROMANIAN = Misfit("era în engleză. Scrie în limba română.", "it was in English", english=True)


def read_step(said: Said, stage: Stage, briefing: Briefing, offered: Sequence[Mapping[str, Any]]) -> Step | Misfit:
    """The step that the answer asks for. Of several calls the first counts."""
    if said.broken:
        return Misfit(
            f"argumentele apelului {_short(said.broken[0])} nu sunt un obiect JSON valid.", "a call could not be read"
        )
    if said.calls:
        return _step_of(said.calls[0], stage, briefing, offered)
    if not said.text:
        return _EMPTY
    return _spoken(said.text, stage, briefing)


def read_tier(said: Said, language: str) -> TierSaid | Misfit:
    """The tier, the one question, or the polite no that the answer holds."""
    text = _bare(said.text)
    if not text:
        return _EMPTY
    found = _TIER.match(text)
    if found is not None:
        justification = " ".join(found[2].split())
        english = language == "ro" and in_english(justification)
        return _IN_ROMANIAN if english else TierSaid(int(found[1]), _cut(justification))
    label = _LABEL.match(fold(text))
    if label is None and not text.rstrip("”\"'»").endswith("?"):
        return Misfit(
            "nu începe nici cu numărul nivelului, nici cu „ÎNTREBARE:”, nici cu „ÎN AFARA SUBIECTULUI:”.",
            "it held neither a tier nor a question",
        )
    words = _cut(" ".join((text if label is None else text.partition(":")[2]).split()))
    if not words:
        return _EMPTY
    if language == "ro" and in_english(words):
        return _IN_ROMANIAN
    return TierSaid(None, question=words, off_topic=label is not None and label[1] != "intrebare")


def tier_number(text: str) -> int | None:
    """The tier that an answer names, whatever stands after it."""
    found = _TIER.match(_bare(text))
    return None if found is None else int(found[1])


def read_reply(said: Said) -> str | Misfit:
    """The reasoner's reply, its lines of advice at its end alone: one that is quoted further up becomes a quote."""
    if not said.text:
        return _EMPTY
    if in_english(said.text):
        return _IN_ROMANIAN
    return only_last_lines_count(_cut(said.text, LONGEST_REPLY))


def only_last_lines_count(reply: str) -> str:
    """The reply with every line of advice that is not among its last ones marked as a quotation.

    So is an approval beside any other action than drafting: it was reported, or it is a slip.
    """
    lines = reply.rstrip().splitlines()
    end = len(lines)
    while end and (not lines[end - 1].strip() or _ADVICE_LINE.match(fold(lines[end - 1]))):
        end -= 1
    drafting = read_advice("\n".join(lines[end:])).next is Advised.DRAFT
    last = [line if drafting or not _APPROVAL.match(fold(line)) else f"> {line}" for line in lines[end:]]
    quoted = [f"> {line}" if _ADVICE_LINE.match(fold(line)) else line for line in lines[:end]]
    return "\n".join([*quoted, *last])


def _step_of(call: Call, stage: Stage, briefing: Briefing, offered: Sequence[Mapping[str, Any]]) -> Step | Misfit:
    schemas = {one["function"]["name"]: one["function"]["parameters"] for one in offered}
    schema = schemas.get(call.name)
    if schema is None:
        names = ", ".join(schemas)
        return Misfit(
            f"instrumentul {_short(call.name)} nu poate fi folosit în acest pas. Se poate folosi: {names}.",
            "it called a tool that it was not offered",
        )
    arguments = {**_ids(schema, briefing), **call.arguments}
    problem = best_match(Draft202012Validator(schema).iter_errors(arguments))
    if problem is not None:
        place = ".".join(map(str, problem.absolute_path)) or "argumentele apelului"
        return Misfit(
            f"apelul {call.name} nu are forma cerută, la {_short(place)} ({_rule(problem)}).",
            f"its call of {call.name} broke the rule {problem.validator!r} of the schema",
        )
    if call.name in (ASK, TELL):
        return _said_to_user(call.name, arguments, briefing)
    if any(in_english(str(arguments.get(name, ""))) for name in _ROMANIAN_ALWAYS):
        return _IN_ROMANIAN
    approved = None if briefing.advice is None else briefing.advice.draft
    if stage is Stage.DRAFT and call.name == "generate_draft_pdf" and arguments["draft_name"] != approved:
        return Misfit(f"draft_name trebuie să fie exact „{approved}”, cum l-a aprobat Grok.", "it named another draft")
    return Act(Call(call.name, arguments))


def _said_to_user(name: str, arguments: Mapping[str, Any], briefing: Briefing) -> Step | Misfit:
    text = str(arguments["question" if name == ASK else "text"]).strip()
    about = str(arguments.get("about") or "").strip()
    if name == ASK and about == READ_BACK and briefing.failure is None and not text:
        return Ask("", READ_BACK)  # nothing is missing: the list is made of the case file
    if not text:
        return _EMPTY
    if briefing.language == "ro" and in_english(text):
        return _IN_ROMANIAN
    if name == ASK:
        return Ask(_cut(text), _cut(about, 100) or None)
    return Tell(_cut(text), _listed(arguments, "recommendations"), _listed(arguments, "next_steps"))


def _spoken(text: str, stage: Stage, briefing: Briefing) -> Step | Misfit:
    """Prose in place of a call: a question or an answer, where the stage has room for one."""
    drafted = any(one.success and one.call.name == "generate_draft_pdf" for one in briefing.made)
    if stage not in (Stage.PLAN, Stage.ASK_USER) and not (stage is Stage.DRAFT and drafted):
        return _WANTS_A_CALL
    if briefing.language == "ro" and in_english(text):
        return _IN_ROMANIAN
    if stage is Stage.ASK_USER or text.endswith("?"):
        return Ask(_cut(text))
    return Tell(_cut(text))


def _ids(schema: Mapping[str, Any], briefing: Briefing) -> dict[str, Any]:
    """The case's id where the tool wants one: one that the model gives goes first, and is the executor's to judge."""
    return {name: briefing.case_id for name in _CASE_IDS if name in schema.get("properties", {})}


def _rule(problem: Any) -> str:  # jsonschema has no types
    match problem.validator:
        case "required":
            missing = [name for name in problem.validator_value if name not in problem.instance]
            return f"lipsește {', '.join(missing)}"
        case "additionalProperties":
            return "conține câmpuri care nu există"
        case "type":
            return f"tipul trebuie să fie {problem.validator_value}"
        case _:
            return str(problem.validator)


def _bare(text: str) -> str:
    """The text without the emphasis that models like to put."""
    return text.replace("**", "").lstrip("#>_ \n")


def _listed(arguments: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(_cut(one.strip(), 1_000) for one in arguments.get(name) or () if one.strip())[:_MOST_LISTED]


def _cut(text: str, longest: int = LONGEST_SPOKEN) -> str:
    return text if len(text) <= longest else f"{text[:longest].rstrip()}{_CUT}"


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:80]}…"
