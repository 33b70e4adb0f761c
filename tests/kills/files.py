"""A small folder with every format that is read, and one file that is none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.unit.adapters.ingest.containers import archive, mail
from tests.unit.adapters.ingest.pdf_files import pdf
from tests.unit.adapters.ingest.sheet_files import workbook
from tests.unit.adapters.ingest.word_files import word

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAW = "This Agreement is governed by and construed in accordance with the laws of England and Wales."
_NOTICE = "Any notice under this Agreement shall be in writing and delivered by hand."
_MAIL = """From: Ada <ada@alder.example>
To: Ben <ben@birch.example>
Subject: Term
Date: Mon, 5 Jan 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

The term of the lease is five years from the date of delivery.
"""


def files() -> Mapping[str, bytes]:
    """By name, the bytes of one file of each format, an archive among them; the last one cannot be read."""
    sent = mail("Annex", "The annex is attached.", annex__txt=f"Annex\n\n1. Law\n{_LAW} Annex.\n".encode())
    return {
        "zipped.zip": archive({"letters/sent.eml": sent.as_bytes(), "terms.txt": b"1. Term\nThe term is two years.\n"}),
        "lease.txt": f"LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n\n2. Law\n{_LAW}\n".encode(),
        "terms.md": f"# Terms\n\n## 1. Notices\n\n{_NOTICE}\n\n## 2. Law\n\n{_LAW}\n".encode(),
        "page.html": f"<html><body><h1>Supply</h1><p>1. {_NOTICE}</p><p>2. {_LAW}</p></body></html>".encode(),
        "deed.docx": word({"heading": "Deed", "level": 1}, {"clause": _NOTICE}, {"clause": _LAW}),
        "letter.pdf": pdf(["1. Liability", "The liability is capped at EUR 250,000 a year.", "", _LAW]),
        "figures.xlsx": workbook({"Figures": [["Metric", "2024", "2025"], ["Revenue", 9600, 12100], ["Costs", 7, 8]]}),
        "list.csv": b"Party,Role\nAlder Ltd,Landlord\nBirch Ltd,Tenant\n",
        "list.tsv": b"Date\tPaid\n2026-01-01\t1000\n2026-02-01\t1000\n",
        "mail.eml": _MAIL.replace("\n", "\r\n").encode(),
        "torn.pdf": b"%PDF-1.7\nnothing of it is left\n",
    }
