"""The five roles of the debate (agent framework §2.2)."""
