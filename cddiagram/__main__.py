"""Run the command ``cddiagram`` by ``python -m cddiagram``."""

from cddiagram.cli import run

if __name__ == "__main__":
    run()
