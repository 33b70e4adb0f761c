"""The embedded scorer: heads, rules, routing, words and vectors, with nothing to download.

Which of them answers is decided once a statement (``plan``): a template's own head or rule, those of the
concepts that a free statement is about beside its words and its vector, or these two alone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring import blend, learning, named_party, overlap, parties, phrases, places, word_vectors
from casewright.adapters.scoring.encoder import Encoder
from casewright.adapters.scoring.features import SIZE, Hasher
from casewright.adapters.scoring.model_file import BACKGROUND, SHIPPED, Head, Model, load
from casewright.adapters.scoring.named_party import ByName
from casewright.adapters.scoring.plans import ByParts, ByWords, Part
from casewright.adapters.scoring.routing import route
from casewright.adapters.scoring.weighting import TERM, norms, row_sums, weigh
from casewright.errors import IntegrityError
from casewright.iql.templates import invocation_of
from casewright.tools.ports.scoring import LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features
    from casewright.adapters.scoring.plans import Plan
    from casewright.adapters.scoring.word_vectors import WordVectors
    from casewright.tools.ports.scoring import Tier

    FloatArray = NDArray[np.float32]
    HalfArray = NDArray[np.float16]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]

_PLANS = 256
"""How many statements' plans are remembered."""

_SURELY_READ = 200
"""A statement of fewer letters is read whole: a token has at least one."""


class EmbeddedScorer:
    """Fits the ``Scorer`` port. A text's score depends on that text and the statement alone."""

    def __init__(self, model: Model, encoder: Callable[[], Encoder] | None = None, *, folder: Path = SHIPPED) -> None:
        self._model = model
        self._folder = folder
        self._hasher = Hasher()
        self._open = encoder
        self._encoder: Encoder | None = None
        self._last: tuple[str | None, FloatArray] = (None, np.empty(0, np.float32))
        self._plans: OrderedDict[str, Plan] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def from_folder(cls, folder: Path = SHIPPED, *, marks: bool = False, threads: int | None = None) -> EmbeddedScorer:
        """The scorer of the model in this folder, whose encoder is read when a text or free statement first needs it.

        With ``marks`` what the encoder says of tokens waits for who reads facts (``Encoder.keep_marks``). The encoder
        runs on so many ``threads``; None: on every core.
        Raises ``IntegrityError`` where the model cannot be used; so does the first use, where the encoder cannot.
        """
        model = load(folder)

        def encoder() -> Encoder:
            made = Encoder.from_folder(folder, threads)
            if marks:
                made.keep_marks()
            return made

        return cls(model, encoder if model.encoder else None, folder=folder)

    @property
    def model(self) -> str:
        """Such as ``embedded-0.2+1a2b3c4d``: the version and the beginning of the model file's SHA-256.

        The model file names the encoder by its SHA-256, so that this changes with either.
        """
        return f"{self.family}{self._model.version}+{self._model.sha256[:8]}"

    @property
    def family(self) -> str:
        """What every version's name begins with."""
        return "embedded-"

    @property
    def contracts(self) -> frozenset[str]:
        """Fingerprints of the contracts that the model was trained on."""
        return self._model.contracts

    @property
    def concepts(self) -> tuple[str, ...]:
        """What the model has a head for: templates, categories and topics, by name."""
        return tuple(self._model.heads)

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        return self.plan(statement).tier

    def threshold(self, statement: str) -> float:
        """From which score on what the statement matches is best told from the rest: by its head, or by its path.

        Rules alone answer yes or no, and a half parts these.
        """
        plan = self.plan(statement)
        if isinstance(plan, ByName):
            return LINE
        if isinstance(plan, ByWords):
            return self._model.free_threshold
        return self._model.routed_threshold if plan.tier == "routed" else plan.threshold

    def answers(self, statement: str) -> bool:
        """Whether the statement has a word that says anything."""
        plan = self.plan(statement)
        return not isinstance(plan, ByWords) or plan.asked is not None

    def score(self, statement: str, texts: Sequence[str]) -> FloatArray:
        """The calibrated probabilities that the statement holds, in [0, 1], shape (texts,), order kept."""
        return self.score_features(statement, self.features(texts), lambda rows: [texts[row] for row in rows])

    def counted(self, texts: Sequence[str]) -> Features:
        """The words of these texts without their vectors, one row a text."""
        return self._hasher.features(texts)

    def features(self, texts: Sequence[str]) -> Features:
        """What every statement needs of these texts, one row a text."""
        counted = self.counted(texts)
        read = self.encoded(texts)
        return counted if read is None else replace(counted, vectors=read[0], spoken=read[1])

    def encoded(self, texts: Sequence[str]) -> tuple[HalfArray, HalfArray] | None:
        """What the encoder says of these texts: vectors and what tokens speak for; None where there is no encoder."""
        encoder = self.encoder()
        if encoder is None:
            return None
        vectors, spoken = encoder.read(texts)
        return vectors.astype(np.float16), spoken.astype(np.float16)

    def encoder(self) -> Encoder | None:
        """The encoder whose vectors the model reads; None where it reads none. Raises ``IntegrityError``."""
        if self._open is None:
            return None
        with self._lock:
            if self._encoder is None:
                encoder = self._open()
                if encoder.sha256 != self._model.encoder:
                    raise IntegrityError(
                        f"The encoder is another than the model's: its SHA-256 begins with {encoder.sha256[:8]!r}, "
                        f"not with {self._model.encoder[:8]!r}: install casewright again."
                    )
                self._encoder = encoder
            return self._encoder

    def cut_short(self, statement: str) -> int | None:
        """How many tokens of the statement are read, where it is longer than that; else None."""
        if len(statement) < _SURELY_READ:
            return None
        encoder = self.encoder()
        return encoder.window if encoder is not None and encoder.exceeds(statement) else None

    def score_features(self, statement: str, features: Features, texts: Texts) -> FloatArray:
        """As ``score``, from features; ``texts(rows)`` is called only where a rule must read."""
        return self.answer(self.plan(statement), features, texts)

    def answer(self, plan: Plan, features: Features, texts: Texts) -> FloatArray:
        """What answers a statement, asked of texts by their features."""
        if isinstance(plan, ByParts):
            return self._by_parts(plan, features)
        if isinstance(plan, ByName):
            return named_party.score(plan, features, texts)
        if plan.asked is None:
            return np.zeros(len(features), np.float32)
        found = overlap.evidence(plan.asked.words, features)
        return blend.probability(blend.free_columns(found, blend.nearness(plan.asked, features)), self._model.free)

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        """A head that tells such texts apart. Raises ``InvalidInput`` naming an example that says nothing."""
        fitting, other = self.features(positive), self.features(negative)
        return learning.pack(learning.learn(fitting, other, self.ordinary, self._model.idf))

    def score_learned(self, head: bytes, features: Features) -> FloatArray:
        """What such a head says. Raises ``IntegrityError`` where it is none."""
        return self._by_parts(ByParts(((Part(learning.unpack(head)), 1.0),), "head"), features)

    def score_concept(self, concept: str, features: Features) -> FloatArray:
        """What the part made for one concept says. For measuring. Raises ``KeyError`` where there is none."""
        part = self._part(concept)
        if part is None:
            raise KeyError(concept)
        return self._by_parts(ByParts(((part, 1.0),), "head"), features)

    def weighted_rows(self, features: Features) -> tuple[IntArray, NDArray[np.uint16], FloatArray, int]:
        """Row starts, features, weights and the number of features there are: what heads are fitted on."""
        return features.indptr, features.index, weigh(features, self._model.idf), SIZE

    def plan(self, statement: str) -> Plan:
        """What answers the statement; remembered."""
        with self._lock:
            known = self._plans.get(statement)
        if known is None:
            known = self._planned(statement)
            with self._lock:
                self._plans[statement] = known
                while len(self._plans) > _PLANS:
                    self._plans.popitem(last=False)
        return known

    def _planned(self, statement: str) -> Plan:
        invocation = invocation_of(" ".join(statement.split()))
        if invocation is None:
            return self._free_plan(statement)
        if invocation.argument is None:
            part = self._part(invocation.template)
            if part is None:
                return self._free_plan(invocation.template)
            return ByParts(((part, 1.0),), "head", threshold=self._least(invocation.template))
        rule = named_party.RULES.get(invocation.template)
        if rule is None:
            return self._free_plan(invocation.argument)
        name = parties.name_of(invocation.argument)
        return ByWords(None) if name is None else ByName(name, rule, mutual=rule is not parties.called)

    def _least(self, template: str) -> float:
        """The threshold of the head that answers a template; a half where rules alone do."""
        if template in phrases.RULES:
            return LINE
        other, _ = phrases.JOINT.get(template, (template, None))
        return self._model.thresholds.get(other, LINE)

    @cached_property
    def ordinary(self) -> Features:
        """Ordinary clauses, which new heads are learned beside. Raises ``IntegrityError``."""
        file = self._folder / BACKGROUND
        try:
            data = file.read_bytes()
        except OSError as problem:
            raise IntegrityError(
                f"{str(file)!r} cannot be read ({problem.strerror}): install casewright again."
            ) from problem
        return learning.unpack_background(data, self._model.encoder)

    @cached_property
    def word_vectors(self) -> WordVectors:
        """What estimates the encoder's vectors from words. Raises ``IntegrityError`` where it cannot be used."""
        return word_vectors.load(self._folder, self._model.sha256)

    def estimated(self, features: Features, estimates: WordVectors) -> Features:
        """The same texts with vectors that are estimated from their words, to be ranked by."""
        return word_vectors.estimated(features, estimates, self._model.idf)

    def _free_plan(self, statement: str) -> Plan:
        words = overlap.prepare(statement, self._model.idf)
        if words is None:
            return ByWords(None)
        vector = self.vector(statement)
        asked = blend.prepare(words, vector, self._model.ordinary)
        parts = [(self._part(name), share) for name, share in self._routes(statement, vector)]
        if parts:
            shares = tuple((part, share) for part, share in parts if part is not None)
            return ByParts(shares, "routed", asked, places.named(statement))
        return ByWords(asked)

    def vector(self, statement: str) -> FloatArray:
        """The statement's vector, of length one; zeros where the model has no encoder. The last one is remembered."""
        encoder = self.encoder()
        if encoder is None:
            return np.zeros(self._model.routing.directions.shape[0], np.float32)
        last, vector = self._last
        if last != statement:
            vector = np.asarray(encoder.embed([statement])[0], np.float32)
            self._last = (statement, vector)
        return vector

    def routes(self, statement: str) -> list[tuple[str, float]]:
        """The concepts whose parts answer a free statement, with shares that sum to one; empty for words."""
        return self._routes(statement, self.vector(statement))

    def _routes(self, statement: str, vector: FloatArray) -> list[tuple[str, float]]:
        found = [(name, share) for name, share in route(self._model.routing, statement, vector) if self._part(name)]
        total = sum(share for _, share in found)
        return [(name, share / total) for name, share in found]

    def _part(self, concept: str) -> Part | None:
        """What answers this concept; None where nothing was made for it."""
        if concept in phrases.RULES:
            return Part(None, phrases.RULES[concept])
        other, listed = phrases.JOINT.get(concept, (concept, None))
        head = self._model.heads.get(other)
        return None if head is None else Part(head, listed)

    def _by_parts(self, plan: ByParts, features: Features) -> FloatArray:
        lengths, counts = norms(features, self._model.idf), TERM[features.count]
        likely = np.zeros(len(features), np.float32)
        for part, share in plan.shares:
            said = np.full(len(features), share, np.float32)
            if part.head is not None:
                said *= self._by_head(part.head, features, lengths, counts)
            if part.phrases is not None:
                said *= phrases.score(part.phrases, features)
            likely += said
        if plan.asked is not None:
            found = overlap.evidence(plan.asked.words, features)
            near = blend.nearness(plan.asked, features)
            columns = blend.routed_columns(likely, found, near, self._model.saturation)
            likely = blend.probability(columns, self._model.routed)
        if plan.places:
            likely *= places.share(plan.places, features)
        likely[np.diff(features.indptr) == 0] = 0
        return np.clip(likely, 0, 1)

    def _by_head(self, head: Head, features: Features, lengths: FloatArray, counts: FloatArray) -> FloatArray:
        weights = np.zeros(SIZE, np.float32)
        weights[head.index] = head.weights * self._model.idf[head.index]
        margins = row_sums(features, weights[features.index] * counts) / lengths + np.float32(head.bias)
        logits = np.clip(head.slope * margins + features.along(head.direction) + head.offset, -30, 30)
        return np.asarray(1 / (1 + np.exp(-logits)), np.float32)
