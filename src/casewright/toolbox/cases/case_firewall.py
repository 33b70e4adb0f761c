"""The firewall over a case's own parties: known by their hashes alone, what it takes out goes to the vault.

It can write to the vault and never read it (spec/casework.md, "Vault").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.casework.firewall import PLACEHOLDER, Known, Masked, mask
from casewright.toolbox.cases.case_stores import person_place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from casewright.casework.blind_hashes import BlindKey
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.parties import BlindIndex, PersonNumbers, VaultWriter


class CaseFirewall:
    """Fits ``tools.ports.firewall.EntryFirewall``. ``key`` gives the key of the hashes, made where there is none."""

    def __init__(
        self,
        key: Callable[[], BlindKey],
        *,
        index: BlindIndex,
        persons: PersonNumbers,
        vault: VaultWriter,
    ) -> None:
        self._key = key
        self._index = index
        self._persons = persons
        self._vault = vault

    def known(self, tenant: TenantId, case: MatterId) -> Known:
        """Whom the case knows, by what they are called now and by what they were called before."""
        return Known(self._key(), self._index.of_case(tenant, case), self._persons.of_case(tenant, case))

    def known_parties(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, Sequence[tuple[str, str]]]:
        """What the case's parties are called, by hashes alone."""
        return self._index.of_case(tenant, case)

    def masking(self, tenant: TenantId, case: MatterId) -> Callable[[str], Masked]:
        """A function that masks texts of the case; what nobody is known by is numbered, and sealed in the vault."""
        known: Known | None = None

        def numbering(groups: Sequence[tuple[bytes, ...]]) -> Sequence[int]:
            nonlocal known
            known = None  # there are new numbers
            return self._persons.numbered(tenant, case, groups)

        def masked(text: str) -> Masked:
            nonlocal known
            if known is None:
                known = self.known(tenant, case)
            found = mask(text, known, numbering=numbering)
            for placeholder, original in found.originals:
                if placeholder.startswith("{{person_"):
                    self._vault.seal(tenant, person_place(case, placeholder), {"value": original})
            return found

        return masked

    def entered(
        self, tenant: TenantId, case: MatterId, arguments: Mapping[str, Any], names: Collection[str]
    ) -> Mapping[str, Any]:
        """The arguments with placeholders for personal data in every text of those named, at any depth."""
        masked = self.masking(tenant, case)
        return {
            name: everywhere(value, lambda text: masked(text).text) if name in names else value
            for name, value in arguments.items()
        }


def escape_placeholders(query: str) -> str:
    """The IQL query with its placeholders as text: their braces escaped, so that they begin no statement."""
    return PLACEHOLDER.sub(lambda found: found[0].replace("{", r"\{").replace("}", r"\}"), query)


def everywhere(value: Any, text: Callable[[str], str]) -> Any:  # JSON
    """The value with ``text`` of every string in it, keys too; itself where nothing changed."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        items = [everywhere(item, text) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if isinstance(value, dict):
        return {text(name): everywhere(part, text) for name, part in value.items()}
    return value
