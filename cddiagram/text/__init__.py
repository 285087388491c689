"""Text: inline elements of sentences, single lines, LaTeX, and errors."""
