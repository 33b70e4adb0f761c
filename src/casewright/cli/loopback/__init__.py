"""Gemini and Grok on this machine, for ``casewright demo case --loopback``: their wire formats, rules behind them."""
