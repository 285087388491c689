"""The writer of sheets that uses matplotlib: artists, fonts and files."""
