"""Runs the program with the same arguments, streams, signals, and exit code."""

import os
import subprocess
import sys

from azml_ls import find_program


def main():
    try:
        command = [find_program(), *sys.argv[1:]]
    except FileNotFoundError as error:
        sys.exit(_failed(error))
    if sys.platform == "win32":
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
    main()
