"""Lets the tests of this folder import their shared module and the tools for LaTeX."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tikz")]
