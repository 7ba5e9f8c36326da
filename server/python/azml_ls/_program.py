"""Where the program is that was installed together with this package."""

import os
import sys

NAME = "azml-ls.exe" if sys.platform == "win32" else "azml-ls"


def find_program():
    """The path of the program. It is not looked up on the PATH, where another version may be first."""
    folders = list(_folders())
    for folder in folders:
        program = os.path.join(folder, NAME)
        if os.path.isfile(program):
            return program
    raise FileNotFoundError(
        "{} is not installed beside the Python package azml_ls; looked in {}. "
        "To repair it, run: python -m pip install --force-reinstall azml-ls".format(
            NAME, ", ".join(folders)
        )
    )


def _folders():
    """Where installers put programs, closest to this package first."""
    import sysconfig  # Not above: __main__.py takes the current folder off the path first.

    packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    above = [packages]
    for _ in range(3):
        above.append(os.path.dirname(above[-1]))
    # pip install --target FOLDER: FOLDER/azml_ls
    yield os.path.join(above[0], "bin")
    if sys.platform == "win32":
        yield os.path.join(above[1], "Scripts")  # --user: Python311\site-packages
        yield os.path.join(above[2], "Scripts")  # environments: Lib\site-packages
    else:
        yield os.path.join(above[3], "bin")  # lib/python3.x/site-packages
    # The package is elsewhere: an editable installation, or a system with paths of its own.
    yield sysconfig.get_path("scripts")
    scheme = _user_scheme(sysconfig)
    if scheme in sysconfig.get_scheme_names():
        yield sysconfig.get_path("scripts", scheme)


def _user_scheme(sysconfig):
    if hasattr(sysconfig, "get_preferred_scheme"):  # Since Python 3.10.
        return sysconfig.get_preferred_scheme("user")
    return "nt_user" if sys.platform == "win32" else "posix_user"
