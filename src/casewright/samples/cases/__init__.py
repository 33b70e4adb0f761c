"""The sample cases: what their users say and show, and who their parties are; all of it invented."""
