"""What tools and the server say in English, found again by its pattern and said in the reader's language.

A sentence that is no pattern's stays as it was said. Patterns are the sentences of the code with names in place of what
is filled in; a test holds them to the code.
"""

from __future__ import annotations

import re
from functools import cache

from casewright.server.pages.languages import LANGUAGES, translations


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


SENTENCES: tuple[str, ...] = (
    _("Required parameter {name} missing"),
    _("Matter {id} not found"),
    _("Document {id} not found in this matter"),
    _("Job {id} not found"),
    _("Approval request {id} not found"),
    _("Claim {id} not found in this deal"),
    _("Defect {id} not found in this deal"),
    _("Gate {id} not found in this deal"),
    _("Party {id} not found"),
    _("User {name} not found"),
    _("Invitation {id} not found: list_invitations shows the open ones"),
    _("The matter has a document called {name} already: choose another name"),
    _("The matter has columns called {name} already: choose another name, or replace them with 'replace': true"),
    _("The matter has {count} sets of columns already: delete one first"),
    _("You have a query called {name} already: choose another name, or replace it with 'replace': true"),
    _("You have no query called {name}"),
    _("There is a template {name} already: choose another name, or replace it on purpose."),
    _("The name {name} is taken: choose another, names are used once"),
    _("{name} owns this matter and has every right in it: choose another user"),
    _("{name} is {role}, a role that sees no matter: choose another user"),
    _("{name} takes no part in this matter"),
    _("There is no role {role} for people: the policy has {roles}"),
    _("The password has {count} characters: choose one of {least} to {most}"),
    _("The password has {count} different characters: choose one of {least} on"),
    _("The two passwords differ: type it again"),
    _("No file was chosen: choose one or several, then put them in"),
    _("{name} is empty: choose another file"),
    _("The file is larger than {most} MB, which is the most that is taken here"),
    _("Many files are on their way just now: try again in a few seconds"),
    _("A form has at most {most} MB: send less at a time"),
    _("The form cannot be read: send it from its page"),
    _("The form was sent from another site: open it here, and send it again"),
    _("The field {name} holds no whole number: {value}"),
    _("Something broke here, and was logged: try again"),
    _("There is no page at this address: go on from the first one"),
    _("There is no query yet: write one, or put a template in"),
    _("There is no template {name}: choose one from the list"),
    _("Say the {argument} that is meant"),
    _("Say what the column asks"),
    _("The name is missing: say what the columns are called"),
    _("A grid has at most {most} columns, and {count} were asked for: take some out"),
    _("A question needs a word: say what is asked of each document"),
    _("Invalid IQL query syntax: {error}"),
    _("The question is empty: ask something about the matter's documents"),
    _("The question has {count} characters: at most {most} can be asked at once"),
    _("There is no question: ask one, or name a thread to go on in"),
    _("{name} is a case, and this assistant keeps what it is asked: search it instead"),
    _("The reason is missing: whoever asked is told it"),
    _("The arguments are no JSON: {error}"),
    _("The arguments are no JSON object: write them as they stood, with your change"),
    _("A reason is needed: say in a sentence why"),
    _("The gate was {decision} by {name} before: it stays so"),
    _("This gate is decided by {role}; you are {mine}"),
    _("The defect is {status} already, by {name}: it stays so"),
    _("Claim {id} was verified by {name} before"),
    _("The deal has no documents yet"),
    _("{name} has no claims, so there is nothing to report."),
    _("No debate was held about this deal"),
    _("{name} is an open case"),
    _("The case is {status}: it can be read, not changed"),
    _("The case has no tier yet: set it first, by what the case is about (set_case_tier)"),
    _("The case's tier is {tier} and stays: the case is {status}"),
    _("What was said does not tell the case's tier yet"),
    _("The tier cannot be {wanted}: by what was said, the case is of tier {tier}. {reason}"),
    _("No payment was requested for the case"),
    _("Nothing is to be paid: the case is {status}"),
    _("The plan {plan} sells no more cases of tier {tier}"),
    _("Only a person can confirm that money came: ask an administrator"),
    _("The case is {status}, not paused: there is nothing to resume"),
    _("issue_description is empty: say what failed"),
    _("The party needs its role in the case, such as pârât"),
    _("A party that is an {kind} has no {detail}: it has {details}"),
    _("A party that is an {kind} needs {details}"),
    _("The party was changed by somebody else just now: look at it and try again"),
    _("Party {id} is attached to the open case {case}: close the case or detach it first"),
    _("The case has no such draft: choose one of its drafts"),
    _("There are no events, so there is nothing to sign."),
    _("Job {id} is {state}, so nothing is to be cancelled: 'show_job' tells more"),
    _("{name} has no pages: only PDF files have. show_document_layout says what stands where"),
    _("{name} belongs to a case: its text is masked and its original sealed, so its pages are not shown"),
)
_PLACE = re.compile(r"\{(\w+)\}")


def say(language: str, sentence: str) -> str:
    """The sentence in this language, with what it names; as it stands where it is none that is known."""
    if language == LANGUAGES[0]:
        return sentence
    for known, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found is not None:
            told: str = translations(language).gettext(known)
            return _PLACE.sub(lambda place, found=found: found[place[1]], told)  # type: ignore[misc]  # mypy#4226
    return sentence


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each sentence with what it matches, those with most words of their own first."""
    order = sorted(SENTENCES, key=lambda one: -len(_PLACE.sub("", one)))
    return tuple((one, re.compile(_pattern(one), re.DOTALL)) for one in order)


def _pattern(sentence: str) -> str:
    parts = _PLACE.split(sentence)
    return "".join(re.escape(part) if at % 2 == 0 else f"(?P<{part}>.+?)" for at, part in enumerate(parts))
