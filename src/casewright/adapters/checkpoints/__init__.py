"""Where the states of agents' runs are kept: LangGraph's savers, over SQLite and PostgreSQL."""
