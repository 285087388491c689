"""What is said about a comparison in words and tables, and the report of it."""
