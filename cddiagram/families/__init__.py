"""The hypotheses of a comparison in rising order of p, with what every procedure says of them.

This is what the programs of the SCI2S page print for a table of scores (WEB, "Software and User's Guide"): for each
hypothesis the unadjusted p-value, the level that each procedure compares it with, and its adjusted p-values, as in
G08 Tables 3 and 5 and G10 Tables 9 to 11. The chosen procedure's values are those of the comparison, bit for bit.
"""

from __future__ import annotations

from cddiagram.families.listing import compare_rankings, family_of
from cddiagram.families.model import Adjusted, Family

__all__ = ["Adjusted", "Family", "compare_rankings", "family_of"]
