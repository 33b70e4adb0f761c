"""What a page says after an act that it led to; its address carries the key alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


NOTICES: Mapping[str, str] = {
    "samples-in": _("The samples are in."),
    "key-revoked": _("The key is revoked."),
    "signed-out": _("You are signed out."),
    "not-sent": _("You were signed out, so what you sent was not done. Sign in, and send it again."),
    "password-changed": _("Your password is changed. Other browsers are signed out."),
    "matter-opened": _("The matter is open. Put its documents in next."),
    "matter-changed": _("The matter's status is changed."),
    "documents-added": _("The documents were put in."),
    "documents-being-read": _("The files are here, and are being read: below stands how far each is."),
    "document-renamed": _("The document has its new name."),
    "document-deleted": _("The document is deleted."),
    "shared": _("Their part in the matter is set."),
    "unshared": _("They no longer take part."),
    "query-saved": _("The query is saved."),
    "cell-reviewed": _("What you said to the cell is kept."),
    "columns-saved": _("The columns are kept under their name, for everybody in the matter."),
    "columns-deleted": _("The columns are kept together no longer. What was said to cells stays."),
    "query-deleted": _("The saved query is deleted."),
    "approved": _("Approved: the call ran."),
    "rejected": _("Rejected: the call will not run."),
    "edited": _("Edited: the new call waits for somebody else."),
    "job-cancelled": _("It is being cancelled."),
    "saved": _("Saved."),
    "case-opened": _("The case is open. Say what happened; the assistant asks for the rest."),
    "case-active": _("The case is active."),
    "payment-needed": _("The plan does not cover the case: it goes on once it is paid for."),
    "payment-open": _("The payment has not come yet."),
    "payment-paid": _("The payment came: the case is active."),
    "ticket-opened": _("The support team has the case now."),
    "case-resumed": _("The case goes on."),
    "case-closed": _("The case is closed."),
    "party-added": _("The party is in the case. What is stored of the case was masked again."),
    "party-changed": _("The party's details are changed."),
    "party-detached": _("The party has no part in the case any more."),
    "party-deleted": _("The party is deleted."),
}
