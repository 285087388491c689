"""The HTML page of a document."""
