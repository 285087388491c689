"""baseline_images/ holds one picture for each image test, no orphan, and no two tests
share one.
"""

from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def test_one_baseline_per_image_test(pytestconfig, all_tests):
    collected = {item.path for item in all_tests}
    if (
        pytestconfig.getoption("lf", None)
        or not set(TESTS.rglob("test_*.py")) <= collected
    ):
        pytest.skip("only a part of the suite is collected")
    names = Counter(
        item.name.replace("[", "_").rstrip("]").replace("]", "_") + ".png"
        for item in all_tests
        if item.get_closest_marker("mpl_image_compare")
    )
    assert [name for name, count in names.items() if count > 1] == []
    assert sorted(
        path.name for path in (pytestconfig.rootpath / "baseline_images").iterdir()
    ) == sorted(names)
