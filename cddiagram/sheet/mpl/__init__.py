"""The writer of sheets for matplotlib: ink, fonts, and files."""
