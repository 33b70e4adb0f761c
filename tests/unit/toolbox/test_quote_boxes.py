"""Where a quote stands on the pages of its document, and when that is not told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.domain.documents import Box, Furniture, FurnitureKind, Page, PageBoxes, Reading
from casewright.domain.ids import BlobId
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.documents.quote_boxes import LONGEST, QuoteBoxesInput, QuoteBoxesOutput, quote_boxes
from casewright.tools.calls import CallContext
from tests.example_claims import SYSTEM  # noqa: F401
