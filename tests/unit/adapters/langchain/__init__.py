"""Tests of our tools as LangChain's."""
