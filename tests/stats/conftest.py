"""Lets the tests of this folder import the rule of ties in rational numbers."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
