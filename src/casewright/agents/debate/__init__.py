"""The debate: five roles that must cite, a gate that fails closed, a verdict that can be checked."""
