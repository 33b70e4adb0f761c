"""A figure as it stands in a document: the fact it tells, the value it shows, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Format:
    """How a value is written. ``scale`` is what one shown unit is worth: 1000 for thousands, 0.01 for percentages.

    ``comma`` tells that decimals stand behind a comma and points group thousands.
    """

    scale: float = 1
    decimals: int = 0
    before: str = ""
    after: str = ""
    brackets: bool = False
    grouped: bool = True
    comma: bool = False

    def text(self, value: float) -> str:
        """The value as it is written; a negative one with a minus or in brackets."""
        shown = value / self.scale
        digits = f"{abs(shown):{',' if self.grouped else ''}.{self.decimals}f}"
        if self.comma:
            digits = digits.translate(str.maketrans(",.", ".,"))
        if shown >= 0 or not digits.strip("0.,"):
            return f"{self.before}{digits}{self.after}"
        return f"({self.before}{digits}{self.after})" if self.brackets else f"-{self.before}{digits}{self.after}"

    @property
    def step(self) -> float:
        """The smallest difference that can be seen, in the units of the value."""
        return float(self.scale * 10.0**-self.decimals)

    def bare(self) -> Format:
        """The same without words around it, as a table shows it."""
        return replace(self, before="", after="%" if self.after == "%" else "")


COUNT = Format()
PERCENT = Format(scale=0.01, decimals=1, after="%")
WHOLE_PERCENT = Format(scale=0.01, after="%")
MULTIPLE = Format(decimals=1, after="x")


@dataclass(eq=False, slots=True)
class Fig:
    """A fact written down once. ``key`` names it as ``metric|entity|period``; ``sign`` is -1 for a cost shown negative.

    ``altered`` tells that a defect changed it.
    """

    key: str
    value: float
    form: Format
    sign: int = 1
    altered: bool = False

    @property
    def text(self) -> str:
        return self.form.text(self.value)

    @property
    def metric(self) -> str:
        return self.key.split("|")[0]

    @property
    def entity(self) -> str:
        return self.key.split("|")[1]

    @property
    def period(self) -> str:
        return self.key.split("|")[2]


@dataclass(eq=False, slots=True)
class Mark:
    """Words that a defect or a near-miss may be told by. ``tag`` names what they stand for."""

    text: str
    tag: str


Part = str | Fig | Mark
