"""Nothing here is a test: ``python tests/fuzz/run.py`` looks for surprises,
`tests/test_fuzz.py` for a while.
"""

collect_ignore_glob = ["*.py"]
