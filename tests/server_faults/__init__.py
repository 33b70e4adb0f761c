"""Faults around a running server, and what is seen of it from outside before, meanwhile and afterwards.

``python -m tests.server_faults all`` does to it what machines and strangers do: it is killed, its database goes away
and its disk fills up under load, clients dawdle, hostile files come in by the hundred. It prints a table of figures,
and ends with 1 where anything acknowledged was lost, or happened twice, or stayed stuck.
"""
