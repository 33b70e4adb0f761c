"""Who is given the side of the vault that opens."""

from __future__ import annotations

from pathlib import Path

import pytest

import casewright

MAY_OPEN = {"bootstrap/vault.py", "bootstrap/toolkits/parties.py", "bootstrap/toolkits/drafts.py"}
"""Where it is made; the management of parties; the renderer of drafts."""


@pytest.mark.requirement("case-reader")
def test_only_party_management_and_the_renderer_are_given_what_opens_the_vault() -> None:
    """No other module of the system's putting together names the opening side, and nothing else makes one."""
    package = Path(casewright.__file__).parent
    naming = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "vault.opening" in (text := path.read_text(encoding="utf-8")) or "OpeningVault(" in text
    }

    assert naming <= MAY_OPEN | {"adapters/vault/vaults.py"}
    assert "bootstrap/toolkits/parties.py" in naming
