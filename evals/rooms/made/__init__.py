"""Data rooms made of made-up companies: the same seed gives the same rooms."""

from .rooms import write_rooms
from .trade import FITTED, TRADES, UNSEEN

__all__ = ["FITTED", "TRADES", "UNSEEN", "write_rooms"]
