"""The study of how often and how reproducibly tests detect a difference."""
