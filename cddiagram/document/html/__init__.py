"""Functions for the HTML page of a document."""
