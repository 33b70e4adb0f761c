"""The commands of ``python -m evals``, one module a command."""
