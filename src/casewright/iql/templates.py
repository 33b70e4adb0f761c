"""The templates: names for statements that people often need, and for queries that they make themselves.

``BUILTIN`` is the fixed table of the language. Its expansions are one-to-one with (template, argument), and
``invocation_of`` leads back, so that a scorer which knows a template can tell that a statement is its expansion.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from casewright.iql.tree import Invocation, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Template:
    """A name that a query invokes as ``{IS name}`` or ``{IS name "argument"}``.

    ``expansion`` is IQL: plain text for one statement, or a whole query, which may invoke other templates. Where
    the template takes an argument, ``parameter`` names it, and ``<parameter>`` in the expansion's statements and
    arguments stands for it; it is put into the tree, so whatever it holds is never read as IQL.

    Raises InvalidInput for a name that no query could invoke, and for a parameter that the expansion never uses.
    """

    name: str
    expansion: str
    meaning: str = ""
    parameter: str | None = None
    group: str = "Own"
    example: str = ""

    def __post_init__(self) -> None:
        for word in (self.name, "parameter" if self.parameter is None else self.parameter):
            if not fold(word) or set(word) & set('{}"\\<>'):
                raise InvalidInput(
                    f"{word!r} cannot name a template or its argument: a name is not blank and holds no curly or "
                    "angle bracket, double quote or backslash."
                )
        if self.parameter is not None and self.slot not in self.expansion:
            raise InvalidInput(
                f"The template {self.name!r} takes the argument {self.parameter!r} but its expansion never uses it: "
                f"write {self.slot} where the argument belongs."
            )

    @property
    def slot(self) -> str:
        """What stands for the argument in the expansion: ``<parameter>``; empty where there is none."""
        return f"<{self.parameter}>" if self.parameter is not None else ""

    @property
    def usage(self) -> str:
        """How to write it: ``{IS clause obligating "<party>"}``."""
        return f'{{IS {self.name} "{self.slot}"}}' if self.parameter is not None else f"{{IS {self.name}}}"


def fold(name: str) -> str:
    """``name`` in lower case with single spaces: how names are compared. Two names may differ by their diacritics."""
    return " ".join(name.lower().split())


def find(name: str, templates: Mapping[str, Template]) -> Template | None:
    """The template that ``templates`` holds under the folded ``name``, however its own keys are written."""
    found = templates.get(name)
    if found is None and templates is not BUILTIN:
        found = next((template for key, template in templates.items() if fold(key) == name), None)
    return found


def with_builtin(own: Iterable[Template]) -> dict[str, Template]:
    """Templates of one's own and those of the language, by name; one of the language wins."""
    return {**{template.name: template for template in own}, **BUILTIN}


def invocation_of(statement: str) -> Invocation | None:
    """The built-in template and argument whose expansion is exactly ``statement``; None for any other statement."""
    name = _WITHOUT_ARGUMENT.get(statement)
    if name is not None:
        return Invocation(name, None, Statement(statement))
    for start, end, name in _WITH_ARGUMENT:
        if statement.startswith(start) and statement.endswith(end):
            argument = statement[len(start) : len(statement) - len(end)]
            if argument.strip():
                return Invocation(name, argument, Statement(statement))
    return None


def _plain(name: str, meaning: str, group: str = "Clauses", expansion: str = "") -> Template:
    """A template without argument, that expands to "This is a <name>." unless it says otherwise."""
    article = "an" if name[0] in "aeio" else "a"
    expansion = expansion or f"This is {article} {name}."
    return Template(name, expansion, meaning, group=group, example=f"{{IS {name}}}")


def _about(name: str, parameter: str, meaning: str, group: str, argument: str, quote: str = "") -> Template:
    """A template with one argument, that expands to "This is a <name> <argument>."."""
    expansion = f"This is a {name} {quote}<{parameter}>{quote}."
    return Template(name, expansion, meaning, parameter, group, f'{{IS {name} "{argument}"}}')


_RIGHTS = "Rights and obligations"
_TABLE = (
    _plain(
        "adr clause",
        "Disputes go first to alternative dispute resolution, such as mediation or arbitration.",
        expansion="This is an alternative dispute resolution clause.",
    ),
    _plain("choice of venue clause", "Says which courts hear disputes."),
    _plain("confidentiality clause", "Restricts the use or disclosure of confidential information."),
    _plain("entire agreement clause", "Says that the document is the whole agreement."),
    _plain("force majeure liability limitation clause", "Excuses a party from liability for events beyond control."),
    _plain("force majeure termination clause", "Lets a party end the contract for events beyond control."),
    _plain("governing law clause", "Says which law governs the contract."),
    _plain("indemnity clause", "One party undertakes to make good losses of another."),
    _plain(
        "ip assignment or license",
        "Transfers or licenses intellectual property.",
        expansion="This is an intellectual property assignment or license.",
    ),
    _plain("liability cap clause", "Sets a monetary maximum on liability."),
    _plain("liability limitation clause", "Limits the extent of liability."),
    _plain("non-compete clause", "Keeps a party from competing with another."),
    _plain("payment clause", "Sets the amount, manner or conditions of payment."),
    _plain(
        "remedial clause",
        "Gives a specific remedy for non-performance: liquidated damages, late fees, specific performance, step-in, "
        "termination.",
    ),
    _plain("representation or warranty clause", "Makes or affirms a representation or warranty."),
    _plain("termination clause", "Lets a party end the contract in some circumstances."),
    _plain("termination for convenience clause", "Lets a party end the contract for any reason."),
    _plain("unilateral clause", "Puts obligations on, or gives rights to, one side only."),
    _plain("right", "Gives a party a right.", _RIGHTS),
    _plain("step-in right", "Lets a party take over or control its counterparty's performance.", _RIGHTS),
    _plain("obligation", "Obliges a party to do something, or not to do it.", _RIGHTS),
    _plain("clause", "Any contractual provision.", "Generic"),
    _about("clause that", "description", "Fits a description in your own words.", "Generic", "limits liability"),
    _about("clause obligating", "party", "Puts an obligation on the party.", "Parties", "Customer"),
    _about("clause entitling", "party", "Gives the party a right or benefit.", "Parties", "Customer"),
    _about("clause called", "name", "Bears this name or heading.", "Parties", "Notices", quote='"'),
    _plain("relevant to ai law", "Bears on the law of AI.", "Specialised", "This is relevant to AI law."),
)

BUILTIN: Mapping[str, Template] = MappingProxyType({template.name: template for template in _TABLE})
"""The 27 templates of the language, by name. Each expands to one plain statement."""

_WITHOUT_ARGUMENT: Mapping[str, str] = {t.expansion: t.name for t in _TABLE if t.parameter is None}
_WITH_ARGUMENT: tuple[tuple[str, str, str], ...] = tuple(
    (start, end, t.name) for t in _TABLE if t.parameter is not None for start, _, end in [t.expansion.partition(t.slot)]
)
