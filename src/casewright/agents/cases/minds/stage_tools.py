"""What a language model is offered in each stage: the assistant's tools that fit it, and two ways to speak."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Stage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.cases.mind import Briefing

ASK, TELL = "ask_user", "tell_user"
_READING = (
    "get_case_details",
    "get_party_id_by_name",
    "list_matter_documents",
    "get_document_text",
    "isaacus_search",
    "isaacus_extract",
)
_FITTING: Mapping[Stage, tuple[str, ...]] = {
    Stage.PLAN: (*_READING, "query_bigquery", "update_case_details", "consult_grok", ASK, TELL),
    Stage.RESEARCH: (*_READING, "query_bigquery", "update_case_details", "consult_grok", ASK),
    Stage.DRAFT: (*_READING, "generate_draft_pdf", "update_case_details", "consult_grok", ASK, TELL),
    Stage.RETRY: (),
    Stage.CONSULT: ("consult_grok",),
    Stage.ASK_USER: (ASK,),
    Stage.TICKET: ("create_support_ticket",),
}
_OTHER_WAYS = (*_READING, "query_bigquery", "generate_draft_pdf", "update_case_details", "consult_grok", ASK, TELL)
_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}


def _speaking(name: str, description: str, required: str, **properties: Any) -> dict[str, Any]:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": [required],
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


_SPEAKING = (
    _speaking(
        ASK,
        "Ask the user one question, and wait for the answer.",
        "question",
        question={**_TEXT, "description": "The question, in the user's language, without jargon"},
        about={**_TEXT, "description": "The fact of a checklist that the answer is to give, if it is about one"},
    ),
    _speaking(
        TELL,
        "Tell the user something, and end the turn.",
        "text",
        text={**_TEXT, "description": "What to say, in the user's language"},
        recommendations={**_TEXTS, "description": "What the user is advised to do"},
        next_steps={**_TEXTS, "description": "What comes next, in order"},
    ),
)


def offered(stage: Stage, briefing: Briefing, tools: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of the assistant's tools, in OpenAI's form, those that fit the stage, and the ways to speak that do.

    A retry is of the call that failed; once somebody was asked about it, or where it was of no tool that there is, any
    of the tools may help.
    """
    known = {one["function"]["name"]: one for one in (*tools, *_SPEAKING)}
    fitting = _FITTING[stage]
    if stage is Stage.RETRY:
        failure = briefing.failure
        alone = failure is not None and failure.call.name in known and failure.advice is None and failure.answer is None
        fitting = (failure.call.name,) if failure is not None and alone else _OTHER_WAYS
    return [known[name] for name in fitting if name in known]
