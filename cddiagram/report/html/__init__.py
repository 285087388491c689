"""Pages of HTML: the report, and a comparison in a notebook."""
