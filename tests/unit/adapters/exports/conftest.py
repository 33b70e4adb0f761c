"""What the tests of exports share: an export, unzipped."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.audit_exports import filled, unzipped


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unzipped(tmp_path_factory.mktemp("template"), filled())


@pytest.fixture
def export(template: Path, tmp_path: Path) -> Path:
    """An unzipped export of one's own."""
    return Path(shutil.copytree(template, tmp_path / "export"))
