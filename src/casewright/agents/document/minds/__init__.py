"""Minds without a language model: rules that choose tools and put answers together."""
