"""What the audit is told of a case and its tickets."""

OPENED, CLOSED = "ticket.opened", "ticket.closed"
PAUSED, RESUMED, CASE_CLOSED = "case.paused", "case.resumed", "case.closed"
REMASKED = "case.remasked"
