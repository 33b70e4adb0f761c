"""Which provider a matter's text may be sent to."""
