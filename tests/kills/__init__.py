"""Kills with SIGKILL in the middle of real work, and the books that are reconciled after each of them.

``python -m tests.kills WORK KILLS [SEED]`` kills one of the works (``works.WORKS``) that often and prints the counts.
"""
