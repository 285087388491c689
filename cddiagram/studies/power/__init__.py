"""The study of how often and how reliably tests detect a difference."""
