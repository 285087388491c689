"""The user's settings of matplotlib change no figure, neither here nor in processes
that tests start.

Importing this module is enough. It must be imported before matplotlib, which reads its
settings when it is imported: the file ``matplotlibrc`` in the current folder, the
variable ``MATPLOTLIBRC``, the folder ``MPLCONFIGDIR`` and the variable ``MPLBACKEND``.
Only another current folder avoids the first one: see ``pytest_runtestloop``.
"""

import getpass
import os
import tempfile
from pathlib import Path

#: The folder keeps matplotlib's list of fonts from run to run.
FOLDER = Path(tempfile.gettempdir(), f"cddiagram-tests-{getpass.getuser()}")

FOLDER.mkdir(exist_ok=True)
os.environ.pop("MATPLOTLIBRC", None)
os.environ["MPLCONFIGDIR"] = str(FOLDER)
os.environ["MPLBACKEND"] = "agg"
