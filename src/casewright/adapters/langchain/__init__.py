"""Our tools as LangChain's, and approvals that pause a LangGraph run."""
