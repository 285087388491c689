"""How often tests find a difference."""
