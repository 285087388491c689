"""The study of how much tests on average ranks depend on the other algorithms."""
