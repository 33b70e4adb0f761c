"""The process that recognises has no network, and opens no picture that is too large."""

from __future__ import annotations

import subprocess
import sys

import pytest

from casewright.adapters.ingest.recogniser import Recogniser, is_installed
from tests.unit.adapters.ingest.pdf_files import pdf

ATTEMPTS = [
    "import socket; socket.socket()",
    "import socket; socket.create_connection(('127.0.0.1', 9))",
    "import socket; socket.getaddrinfo('localhost', 80)",
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
    "import requests; requests.get('http://127.0.0.1:9/')",
    "import subprocess; subprocess.run(['true'])",
    "import os; os.system('true')",
]


@pytest.mark.requirement("ocr-no-network")
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_nothing_reaches_the_network(attempt: str) -> None:
    """No socket is made, no name looked up, no program started."""
    forbidding = "from casewright.adapters.ingest.recognition.no_network import forbid_network; forbid_network()\n"
    done = subprocess.run([sys.executable, "-c", forbidding + attempt], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "NetworkForbidden" in done.stderr


@pytest.mark.skipif(not is_installed(), reason="the extra 'ocr' is not installed")
@pytest.mark.requirement("ocr-limits")
def test_pictures_with_too_many_pixels_are_not_opened() -> None:
    """A picture that says it has 400 million pixels costs its page alone."""
    recogniser = Recogniser()
    bomb = pdf([], picture=True).replace(b"/Width 1 /Height 1 ", b"/Width 20000 /Height 20000 ")
    found = recogniser.read(bomb, [1])
    recogniser.close()

    assert dict(found.failures) == {1: "pixels"}
