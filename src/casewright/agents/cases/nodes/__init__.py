"""The steps of a case's turn, by the states of the seed's diagram."""
