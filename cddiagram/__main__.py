"""``python -m cddiagram`` is the command ``cddiagram``."""

from cddiagram.cli import run

if __name__ == "__main__":
    run()
