"""Runs the program with the same arguments, streams, signals, and exit code."""

import os
import sys

from azml_ls import find_program


def _forget_current_folder():
    """Takes off the path what `-m` puts first: in a checkout, a file there with the name of a module would be run.

    What is imported before this line, `os` and `sys`, is imported by every Python before it looks there. With `-I`, `-P`,
    or PYTHONSAFEPATH, Python does not put the current folder there.
    """
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        del sys.path[0]


def main():
    try:
        command = [find_program(), *sys.argv[1:]]
    except FileNotFoundError as error:
        sys.exit(_failed(error))
    if sys.platform == "win32":
        import subprocess  # Not above, see `_forget_current_folder`.

        sys.exit(_wait(subprocess.Popen(command)))
    sys.stdout.flush()
    try:
        os.execv(command[0], command)
    except OSError as error:
        sys.exit(_failed(error))


def _wait(process):
    """`os.execv` on Windows returns to the shell at once, so this process stays until the program ends."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # The console has sent Ctrl+C to the program too. It decides what to do.
            continue


def _failed(error):
    print("azml-ls: {}".format(error), file=sys.stderr)
    return 2  # As when the program itself could not do its work.


if __name__ == "__main__":
    _forget_current_folder()
    main()
