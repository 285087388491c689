"""Nothing here is a test: ``python tests/benchmarks/run.py`` measures."""

collect_ignore_glob = ["*.py"]
