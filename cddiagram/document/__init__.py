"""Tables and texts in four formats. Nothing here knows a comparison."""
