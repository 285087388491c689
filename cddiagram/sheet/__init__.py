"""What goes where, in points: pure geometry, with a `measure` callable handed in."""
