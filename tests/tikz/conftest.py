"""Lets the tests of this folder import the cases of the layout tests and their own shared modules."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "layout")]
