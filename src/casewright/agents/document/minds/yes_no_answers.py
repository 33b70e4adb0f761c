"""The words before a quote that answer a yes/no question: "Yes" and "No" only where the quoted sentence says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.ledger import skipped_in
from casewright.agents.document.minds.quotes import sentence_around
from casewright.domain.skipping import padded
from casewright.iql.wording import fold_words, words_of
from casewright.questions.alike import says_little, words_in
from casewright.questions.existence import asks_existence, begins_so, denies
from casewright.questions.polarity import polarity
from casewright.questions.wants import wanted
from casewright.questions.yes_no import share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent
    from casewright.questions.polarity import Polarity

_SAID: Final = {
    "yes": ("Yes: ", "Perhaps yes: "),
    "no": ("No: ", "Perhaps no: "),
    "only_if": ("Only under conditions: ", "Perhaps only under conditions: "),
    "not_known": ("There is a passage about it: ", "Perhaps: there is a passage about it: "),
}
_GENERIC: Final = words_of(
    "clause clauses provision provisions contain contains containing include includes including lack lacks lacking "
    "provide provides mention mentions there without clauza clauze prevedere prevederi exista contine prevede include "
    "fara lipsa avem"
)
"""Words by which a clause is asked for and none is named."""
_SENTENCES: Final = re.compile(r"\S.*?(?:(?<=[a-z)\]”\"]{2}[.;])(?=\s)|(?=\n\s*\n)|\Z)", re.DOTALL)


def asks_whether(intent: Intent) -> bool:
    """Whether a yes or a no would answer the question."""
    return wanted(" ".join(fold_words(intent.words).lower().split())) == "whether"


def whether_there_is(intent: Intent) -> bool:
    """Whether it asks if there is a clause about something, and no more than that."""
    return asks_existence(_of_a_contract(intent))


def asks_there_is(intent: Intent) -> bool:
    """Whether it asks if there is something, and perhaps more of it."""
    return begins_so(_of_a_contract(intent))


def _of_a_contract(intent: Intent) -> str:
    """The question with "the contract" where it names a document."""
    words = " ".join(fold_words(intent.words).split())
    for one in intent.named:
        words = words.replace(one.words, "the contract")
    return words.replace("the the contract", "the contract")


def yes_or_no(
    intent: Intent, citation: Mapping[str, Any], passages: Sequence[Mapping[str, Any]], *, by_facts: bool
) -> tuple[Polarity, Mapping[str, Any]]:
    """What the words at ``citation`` come to, and the citation of the sentence that says so.

    ``passages`` are those that it stands in. A clause is there where a fact of it was read, or where it is named.
    """
    if whether_there_is(intent):
        there = by_facts or names_it(intent, citation)
        return "yes" if there and not _denied(intent, citation) else "not_known", citation
    decided = [(polarity(intent.words, str(one["quote"])), one) for one in _sentences(citation, passages)]
    decided = [one for one in decided if one[0] != "not_known"]
    return decided[0] if len({said for said, _ in decided}) == 1 else ("not_known", citation)


def opening(said: Polarity, band: object) -> str:
    """What is written before the quote."""
    return _SAID[said][band == "perhaps"]


def names_it(intent: Intent, citation: Mapping[str, Any]) -> bool:
    """Whether the quote has every word by which the question names what it asks for."""
    return named_in_quote(_of_a_contract(intent), citation, ())


def is_there(intent: Intent, citation: Mapping[str, Any], templates: Sequence[str]) -> bool:
    """Whether the best clause of a query is one of what the question names; ``templates`` are those of the query.

    A template may stand for more than what is asked: mediation is no arbitration, though both are dispute resolution.
    """
    return named_in_quote(_of_a_contract(intent), citation, templates) and not _denied(intent, citation)


def named_in_quote(words: str, citation: Mapping[str, Any], templates: Sequence[str]) -> bool:
    """Whether each word that names what is asked stands in the quote, or in the name of a template that found it."""
    asked = [word for word in words_in(fold_words(words).lower()) if not says_little(word) and word not in _GENERIC]
    named = words_in(fold_words(f"{' '.join(templates)} {citation['quote']}").lower())
    return bool(asked) and share(asked, named) == 1


def _denied(intent: Intent, citation: Mapping[str, Any]) -> bool:
    return denies(str(citation["quote"]), fold_words(intent.words).lower().split())


def _sentences(citation: Mapping[str, Any], passages: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The sentences that the words at ``citation`` stand in, each with its place."""
    around = sentence_around(citation, passages)
    whole = citation if around is None else around
    start = int(whole["start"])
    text = padded(str(whole["quote"]), start, skipped_in(whole))
    for hit in _SENTENCES.finditer(text):
        place = {"document_id": whole["document_id"], "start": start + hit.start(), "end": start + hit.end()}
        one = sentence_around(place, [whole])
        if one is not None:
            yield one
