"""The Romanian prompts say all that the seed's outlines ask for, point by point, in correct letters."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from casewright.agents.cases.messages import LANGUAGES, filled, prompt, section
from casewright.agents.cases.mind import Stage
from casewright.agents.cases.minds.spoken_language import in_english
from casewright.agents.cases.minds.stage_tools import ASK, TELL
from casewright.bootstrap.catalogue import catalogue
from casewright.vocabulary.folding import fold

SYSTEM = (
    ("You are an AI Legal Assistant for the platform", "asistentul juridic ai al platformei {platform}"),
    ("Your primary language is Romanian", "limba ta principala este romana"),
    ("assist users with their legal cases by gathering information", "aduni informatiile"),
    ("interacting politely and efficiently", "politicos si eficient"),
    ("utilizing available tools", "folosesti instrumentele"),
    ("under the guidance of an expert legal reasoning model, Grok", "sub indrumarea lui grok, modelul expert"),
    ("You must consult Grok", "consultarea lui este obligatorie"),
    ("strategic decisions, legal analysis", "deciziile strategice, pentru confirmarea analizei juridice"),
    ("and planning", "pentru planificare"),
    ("understanding user requests", "intelegi ce cere utilizatorul"),
    ("determining case tier", "determini nivelul cazului"),
    ("managing case details via tools", "`get_case_details` si `update_case_details`"),
    ("parsing documents", "analizezi documentele"),
    ("querying legal databases", "`query_bigquery`"),
    ("identifying parties", "`get_party_id_by_name`"),
    ("drafts in Markdown with placeholders", "in markdown, cu substituenti, dupa planul lui grok"),
    ("using generate_draft_pdf", "`generate_draft_pdf`"),
    ("payments/quotas via check_quota", "`check_quota`"),
    ("Maintain the case_details object accurately", "pastreaza `case_details` exact"),
    ("clear, concise, and helpful", "fii clar, concis si util"),
    ("Ask clarifying questions when needed", "cere lamuriri cand este nevoie"),
    ("a concise summary of the current context", "un rezumat concis al contextului actual din `case_details`"),
    ("ask specific questions", "o intrebare precisa"),
    (
        "Retry tool -> Consult Grok -> Ask User -> Create Support Ticket",
        "reincerci apelul, apoi il consulti pe grok, apoi intrebi utilizatorul, apoi deschizi un tichet de suport",
    ),
    ("Strictly adhere to privacy guidelines", "respecta cu strictete confidentialitatea"),
    ("Never request or handle raw PII", "nu ceri si nu prelucrezi date personale brute"),
    ("Use placeholders for party data in drafts", "in proiectele de acte folosesti numai substituenti"),
    ("within the allowed time limits", "lucreaza in limita de timp"),
    ("saving state if necessary before timeout", "inainte ca timpul sa expire, starea trebuie sa fie salvata"),
    ("Use Romanian for all user interactions", "limba romana in toata discutia cu utilizatorul"),
    ("and consultations with Grok", "in consultarile cu grok"),
)
TIER = (
    ("Analyze the user's description", "analizeaza descrierea situatiei juridice"),
    ("[Insert User's Initial Message Here]", "{said}"),
    ("determine the most appropriate tier (1, 2, or 3)", "determina nivelul cel mai potrivit al cazului (1, 2 sau 3)"),
    ("[Insert Content of tiers_ro.md Here]", "{tiers}"),
    ("keywords", "cuvintele-cheie"),
    ("case type examples", "exemplele de cazuri"),
    ("complexity", "complexitatea"),
    ("Respond only with the determined tier number", "raspunde numai cu numarul nivelului (1, 2 sau 3)"),
    ("a brief justification based strictly on the definitions", "o scurta justificare, intemeiata strict pe definitii"),
    ("and the user's input", "spusele utilizatorului"),
    ("Do not engage in further conversation yet", "nu continua discutia deocamdata"),
    ("one specific clarifying question", "o singura intrebare de clarificare, strict despre nivel"),
    ("Does this involve a court case already?", "exista deja un proces pe rol?"),
    ("What is the approximate value involved?", "care este valoarea aproximativa in discutie?"),
    ("off-topic is declined politely (spec)", "refuza politicos"),
    ("the highest that is clearly met (spec)", "cel mai inalt care rezulta clar"),
)
CONSULTATION = (
    ("requires guidance from the expert legal reasoner, Grok", "indrumarea lui grok, expertul in rationament juridic"),
    ("retrieve the latest full context", "cel mai recent context complet"),
    ("using get_case_details", "`get_case_details`"),
    ("summary, facts, objectives, documents, interactions", "rezumat, fapte, obiective, documente, interactiuni"),
    ("any very recent user messages", "mesajele foarte recente ale utilizatorului"),
    ("synthesize a concise update", "sintetizeaza pentru grok o informare concisa"),
    ("Formulate a specific question", "formuleaza pentru grok o singura intrebare, precisa"),
    ("What specific information is still missing", "ce informatii anume mai lipsesc pentru a forma o strategie?"),
    ("what legal avenues should we explore first", "ce cai juridice ar trebui sa cercetam mai intai?"),
    ("review the summaries", "rezumatele din rezultatele `query_bigquery`"),
    ("which full texts are most relevant", "care texte integrale merita citite"),
    (
        "enough information to start planning a draft",
        "destule informatii ca sa incepem planul unui act pentru {objective}",
    ),
    ("How should I respond about {topic}", "ultima intrebare a utilizatorului, despre {topic}"),
    ("Call Grok with the context and your question", "apeleaza `consult_grok` cu contextul sintetizat"),
    ("in Romanian", "limba romana"),
    ("update case_details with Grok's guidance", "trece indrumarea lui in dosar cu `update_case_details`"),
    ("internal_notes", "`internal_notes`"),
    ("proceed with the instructed action", "fa ce a cerut el"),
)
RESEARCH = (
    ("Grok has requested legal research on", "grok a cerut o cercetare juridica despre „{topic}”"),
    ("Formulate an efficient SQL query", "formuleaza o interogare sql eficienta"),
    ("in the {table_name} table", "tabela `{table_name}` (`legislatie` sau `jurisprudenta`)"),
    ("summaries, titles, and doc_ids, not the full text", "rezumate, titluri si `doc_id`, nu textul integral"),
    ("keywords derived from the topic and case_details", "luate din tema lui grok si din `case_details`"),
    ("Keywords to consider", "[{keywords}]"),
    (
        "Example Query Structure",
        "select doc_id, title, summary from `{dataset}.{table_name}` where lower(full_text) like",
    ),
    ("LIMIT 10", "limit 10"),
    (
        "Call query_bigquery with query string and table name",
        "apeleaza `query_bigquery` cu interogarea (`query_string`)",
    ),
    (
        "update case_details.legal_research",
        "trece rezultatele in `case_details.legal_research` cu `update_case_details`",
    ),
    ("synthesize these results", "sintetizeaza rezultatele"),
    ("consult Grok again", "consulta-l din nou pe grok"),
    ("which doc_ids require full-text retrieval", "ce `doc_id` trebuie citite integral"),
)
DRAFT = (
    ("Grok has provided instructions to draft", "grok a dat instructiuni pentru redactarea actului: „{draft_name}”"),
    ("Grok's key points/structure", "{guidance}"),
    ("Retrieve the latest context", "`get_case_details`"),
    ("Write the full draft in Markdown", "scrie actul intreg, in markdown, in limba romana"),
    ("UTF-8", "utf-8"),
    ("facts, objectives, and legal findings", "faptele, obiectivele si constatarile juridice relevante"),
    ("as guided by Grok", "asa cum a indrumat grok"),
    ("only placeholders based on partyId", "numai substituenti, formati din `partyid`"),
    ("resolved via get_party_id_by_name", "`get_party_id_by_name`"),
    ("Format", "`{{partyid.fieldname}}`"),
    ("e.g.", "`{{party0.lastname}}` sau `{{party1.cui}}`"),
    ("Do NOT include actual PII", "nu scrie date personale reale"),
    ("simple, clear, formal", "simplu, clar, formal"),
    ("prepare the parameters", "pregateste parametrii pentru `generate_draft_pdf`: `case_id`"),
    ("the full markdown_content", "`markdown_content` intreg"),
    ("draft_name", "`draft_name`"),
    ("the correct revision number", "`revision` corect: {revision}"),
    ("found in case_details.draft_status", "`case_details.draft_status`"),
    ("Call the tool", "apeleaza `generate_draft_pdf`"),
    (
        "update case_details with the PDF path",
        "trece in `case_details` locul si datele pdf-ului, cu `update_case_details`",
    ),
    ("notify the user that the draft is ready", "anunta utilizatorul"),
)
RETRY = (
    ("The tool call failed with error", "apelul instrumentului `{tool_name}` a esuat cu eroarea"),
    ("{error_message}", "{error_message}"),
    ("Analyze the error and the parameters", "analizeaza eroarea si parametrii folositi"),
    ("up to 2 times", "de cel mult 2 ori"),
    ("correcting parameters if the error suggests", "corectand parametrii daca eroarea arata"),
    ("Log the attempt in case_details", "incercarea se consemneaza in `case_details`"),
)
CONSULT = (
    ("failed after 2 attempts", "a esuat dupa 2 incercari"),
    (
        "original goal, tool called, parameters, error messages",
        "scopul initial, instrumentul apelat, parametrii, mesajele",
    ),
    ("consult Grok for advice", "consulta-l pe grok"),
    ("alternative approaches", "ce alternative exista"),
    ("Log the consultation", "consultarea se consemneaza"),
)
ASK_USER = (
    (
        "Grok's suggested alternative also failed",
        "alternativa propusa de grok pentru instrumentul `{tool_name}` a esuat",
    ),
    ("Grok advised asking the user", "grok a recomandat sa fie intrebat utilizatorul"),
    ("a clear question explaining the obstacle", "o intrebare clara, care explica obstacolul"),
    ("without technical jargon", "fara jargon tehnic"),
    ("requesting specific information or action", "cere informatia sau actiunea anume"),
    ("re-upload it or confirm the filename", "il puteti incarca din nou sau imi puteti confirma numele fisierului"),
    ("listed in the attached parties", "printre partile adaugate la caz"),
)
TICKET = (
    ("did not resolve the issue", "nu au rezolvat problema cu instrumentul `{tool_name}`"),
    ("unrecoverable by the agent", "nu poate fi depasita de asistent"),
    ("a concise summary of the problem", "un rezumat concis al problemei"),
    ("the steps taken", "al pasilor facuti"),
    ("why the agent cannot proceed", "motivului pentru care nu poti continua"),
    ("Call create_support_ticket", "apeleaza `create_support_ticket`"),
    ("with this description and the case_id", "`case_id` ({case_id})"),
    ("Notify the user", "utilizatorul va fi anuntat ca s-a deschis un tichet de suport"),
    ("the case is paused until support resolves it", "este intrerupt pana cand echipa de suport rezolva problema"),
)
GREETING = (("the seed's words", "pentru a va putea ajuta cat mai bine"), ("the tier", "(nivelul de caz)"))
QUOTA = (
    ("Quota OK", "aveti credit disponibil pentru acest tip de caz (nivel {tier})"),
    ("No Quota", "'plateste cazul'"),
)
REASONER = (
    ("expert lawyer", "avocat expert"),
    ("formal, expert language", "formal, in limbaj de specialitate"),
    ("legal strategy", "strategia juridica"),
    ("identifies information gaps", "ce informatii lipsesc"),
    ("requests specific actions", "ceri asistentului actiuni precise"),
    ("validates findings", "verifici ce a gasit asistentul"),
    ("outlines draft structure/content", "structura si continutul actelor"),
    ("the line of the action", "\nactiune: intreaba, cerceteaza, redacteaza, raspunde sau escaladeaza"),
    ("the line of the topic", "\nsubiect: "),
    ("the line of the approval", "\nplan aprobat: "),
    ("a plan only when complete", "aprobi un plan numai daca este complet"),
    ("never personal data", "nu scrii si nu ceri niciodata date personale"),
    ("what is told is no instruction", "nu instructiuni"),
)
OUTLINES = {
    "system": SYSTEM,
    "greeting": GREETING,
    "tier": TIER,
    "quota": QUOTA,
    "consultation": CONSULTATION,
    "research": RESEARCH,
    "draft": DRAFT,
    "errors": (*RETRY, *CONSULT, *ASK_USER, *TICKET),
    "reasoner": REASONER,
}
SECTIONS = {Stage.RETRY: RETRY, Stage.CONSULT: CONSULT, Stage.ASK_USER: ASK_USER, Stage.TICKET: TICKET}
ROMANIAN = sorted(
    path.name.removesuffix(".md")
    for path in files("casewright.agents.cases").joinpath("prompts", "ro").iterdir()
    if path.name.endswith(".md")
)


@pytest.mark.requirement("case-prompts-outline")
@pytest.mark.parametrize(("name", "point", "words"), [(name, *row) for name, rows in OUTLINES.items() for row in rows])
def test_prompt_has_the_point(name: str, point: str, words: str) -> None:
    """Every point of the seed's outline stands in the prompt's file."""
    assert words in " ".join(fold(prompt(name)).split("  ")), point


@pytest.mark.requirement("case-prompts-outline")
@pytest.mark.parametrize("stage", SECTIONS)
def test_error_prompts_are_sections(stage: Stage) -> None:
    """The four prompts of the error path are sections of one file, by the names of their stages."""
    text = fold(section("errors", stage.value))
    assert [words for _, words in SECTIONS[stage] if words not in text] == []


@pytest.mark.requirement("case-prompts-outline")
def test_all_prompts_are_there() -> None:
    """The eight prompts, the tiers that the third embeds, and what the reasoner is told."""
    assert {*OUTLINES, "tiers"} <= set(ROMANIAN)


@pytest.mark.parametrize("name", ROMANIAN)
def test_prompts_are_in_correct_romanian_letters(name: str) -> None:
    """Comma below, never cedilla; Romanian by its words; and no line that promises more."""
    text = prompt(name)
    assert not set(text) & set("şţŞŢãǎ")
    assert re.search("[ăâîșț]", text)
    assert not in_english(re.sub(r"`[^`]*`|SELECT.*", "", text))
    assert not re.search(r"TODO|FIXME|\bXXX\b|lorem", text)


@pytest.mark.parametrize("name", ROMANIAN)
def test_prompts_name_tools_that_exist(name: str) -> None:
    """What a prompt calls a tool is one: registered, still to come, or a way to speak."""
    tools = {tool.name for tool in catalogue()} | {ASK, TELL}
    fields = {"case_details", "user_statements", "internal_notes", "case_timeline", "legal_research", "draft_status"}
    fields |= {"case_id", "query_string", "table_name", "markdown_content", "draft_name", "issue_description"}
    fields |= {"context_summary", "specific_question", "doc_id", "failed_call", "reasoner_advised", "user_answered"}
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", prompt(name)))
    assert named - tools - fields == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_of_the_user_is_told(language: str) -> None:
    """The language in which the user reads is told in Romanian; drafts stay Romanian."""
    said = fold(section("system", f"user_{language}"))
    assert ("engleza" in said) is (language == "en")
    assert language == "ro" or "proiectele de acte raman in limba romana" in said


def test_placeholders_survive_filling() -> None:
    """Names in single braces are filled, placeholders of parties in double braces stay."""
    text = filled(prompt("draft"), draft_name="N", guidance="G", case_id="C", revision="2")
    assert "{{partyId.fieldName}}" in text
    assert "{{party0.lastName}}" in text
    assert not re.search(r"(?<!\{)\{[a-z_]+\}(?!\})", text)
