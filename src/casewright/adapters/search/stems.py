"""Texts as stems: words folded (case, diacritics), then cut to their stem by the Snowball rules of their language.

Folded first and stemmed then, so that "reziliere", "rezilierea" and "REZILIEREA" are one word whether or not somebody
typed the diacritics. A document has one language, English or Romanian; a question is stemmed by the rules of both,
because its few words do not tell.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

import snowballstemmer

from casewright.adapters.scoring.tokens import words
from casewright.casework.names import spellings, split_words
from casewright.vocabulary.lookalikes import read_alike

if TYPE_CHECKING:
    from collections.abc import Sequence

Language = Literal["english", "romanian"]

_RULES: tuple[Language, ...] = ("english", "romanian")

VERSION = 2
"""Counts up with every change that gives a text other stems: what was indexed before is then indexed again."""

LONGEST = 64
"""Characters of a word that count; databases refuse words without end."""

_CACHE_LIMIT = 1 << 14
_TOLD_BY = 2_000
"""How many words of a text are looked at for its language."""

_ENGLISH_WORDS = """
a after again against all also am an and any are as at be because been before being below between both but by can
cannot could did do does during each few for from further had has have he her here his how i if in into is it its
itself just may me might more most must my no nor not of off on once only or other our out over own same shall she
should so some such than that the their them then there these they this those through to too under until up upon
very was we were what when where which while who whom whose why will with within would you your
"""
ENGLISH = frozenset(_ENGLISH_WORDS.split())
"""Words of English that say nothing about a subject."""

_ROMANIAN_WORDS = """
a ai al ale ar are as au avea ca care cand catre ce cel cele cei cine cu cum da dar dat de deci decat din dupa ea ei
el ele era este eu fi fie fiind fost iar in inainte inca intre isi la le li lor lui mai mea ne nici noi nu o or ori
pana pe pentru poate prin sa sau se si sub sunt toate toti trebuie un una unde unei unor unui va vi voi vor
"""
ROMANIAN = frozenset(_ROMANIAN_WORDS.split())
"""The same of Romanian, folded."""

_EMPTY = ENGLISH | ROMANIAN
_SHORT = 40
"""Words of a question; a longer text is told by its function words alone, whatever names stand in it."""
_LETTERS = frozenset("ăâîșțşţ")


class Stemmer:
    """Remembers the stems of words it has seen, and nothing else. Not safe to share between threads."""

    def __init__(self) -> None:
        self._rules = {name: snowballstemmer.stemmer(name) for name in ("english", "romanian")}
        self._known: dict[tuple[str, str], str] = {}

    def stem(self, word: str, language: Language) -> str:
        """The stem of one folded word; a word with a digit in it stays as it is."""
        known = self._known.get((language, word))
        if known is None:
            word = word[:LONGEST]
            known = self._rules[language].stemWord(word) if word.isalpha() else word
            if len(self._known) < _CACHE_LIMIT:
                self._known[language, word] = known
        return known

    def indexed(self, texts: Sequence[str]) -> list[str]:
        """Each text's different stems, separated by spaces, by the rules of the language of them all."""
        folded = [words(read_alike(text)) for text in texts]
        language = language_of(folded)
        return [" ".join(dict.fromkeys(self.stem(word, language) for word in each)) for each in folded]

    def asked(self, question: str) -> list[tuple[str, ...]]:
        """What a question asks for: per telling word, in order, the stems that it may have in an indexed text.

        Words that say nothing about a subject are left out, unless there are no others. A word with an â or î inside is
        asked for in both spellings: Sîrbu finds Sârbu.
        """
        question = read_alike(question)
        given = list(dict.fromkeys(words(question)))
        telling = [word for word in given if word not in _EMPTY] or given
        other = _other_spellings(question)
        spelt = [(word, *other.get(word, ())) for word in telling]
        stems = [[self.stem(word, rules) for word in each for rules in _RULES] for each in spelt]
        return list(dict.fromkeys(tuple(dict.fromkeys(each)) for each in stems))


def _other_spellings(question: str) -> dict[str, tuple[str, ...]]:
    """By the folded word: how it is spelt with the other letter, for words with an â or î inside."""
    found: dict[str, tuple[str, ...]] = {}
    for word in split_words(question):
        both = spellings(word)
        found |= {spelling: tuple(one for one in both if one != spelling) for spelling in both if len(both) > 1}
    return found


def in_romanian(question: str) -> bool:
    """Whether a text looks Romanian: a short one by a letter that English has not, any by its function words."""
    told = words(question)
    short = len(told) <= _SHORT
    return (short and not _LETTERS.isdisjoint(question.casefold())) or language_of([told]) == "romanian"


def language_of(texts: Sequence[Sequence[str]]) -> Language:
    """Whose function words the texts, given as folded words, have more of; English where neither."""
    counted: Counter[str] = Counter()
    for text in texts:
        counted.update(text)
        if counted.total() >= _TOLD_BY:
            break
    english = sum(counted[word] for word in ENGLISH - ROMANIAN)
    romanian = sum(counted[word] for word in ROMANIAN - ENGLISH)
    return "romanian" if romanian > english else "english"
