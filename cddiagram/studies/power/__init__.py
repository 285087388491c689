"""How often and how reliably tests detect a difference."""
