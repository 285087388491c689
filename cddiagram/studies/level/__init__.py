"""How often tests call equal algorithms different."""
