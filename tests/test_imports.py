"""What is loaded when: importing the package costs nothing, and no command loads what
it does not use.
"""

import json
import subprocess
import sys

import pytest

import cddiagram

HEAVY = ("numpy", "scipy", "pandas", "matplotlib", "click", "rich")


def loaded_by(statement, tmp_path):
    code = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_import_loads_the_standard_library_only(tmp_path):
    loaded = loaded_by("import cddiagram", tmp_path)
    assert not loaded & set(HEAVY)


@pytest.mark.slow
def test_stats_load_neither_pandas_nor_matplotlib(tmp_path):
    statement = (
        "import pkgutil, importlib, cddiagram.stats as stats\n"
        "for m in pkgutil.walk_packages(stats.__path__, stats.__name__ + '.'): "
        "importlib.import_module(m.name)"
    )
    loaded = loaded_by(statement, tmp_path)
    assert not loaded & {"pandas", "matplotlib", "scipy.stats"}


@pytest.mark.parametrize("name", cddiagram.__all__)
def test_every_public_name_resolves(name):
    assert getattr(cddiagram, name) is not None
    assert name in dir(cddiagram)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(
        AttributeError, match="module 'cddiagram' has no attribute 'plot_all'"
    ):
        _ = cddiagram.plot_all
