"""How far tests on average ranks depend on the other algorithms."""
