"""The classifier of Isaacus, asked over its API with its official client library."""
