"""``python -m cddiagram`` is the command ``cddiagram``."""

from cddiagram.cli import main

if __name__ == "__main__":
    main(prog_name="cddiagram")
