"""The process that opens files of others: it parses, under limits, and answers in plain JSON.

Only ``python -m casewright.adapters.ingest.worker`` loads these modules; they hold every parser that a
hostile file could break.
"""
