#!/usr/bin/env python3
"""Makes the source distribution for PyPI, which names the commit that it is from: there is no git where it is built.

    server/packaging/sdist.py MATURIN OUT

The commit goes into the file AZML_COMMIT at its top, which `server/build.rs` reads.
"""

import subprocess
import sys
from pathlib import Path

SERVER = Path(__file__).resolve().parent.parent
NOTE = SERVER / "AZML_COMMIT"


def main():
    maturin, out = (Path(path).absolute() for path in sys.argv[1:])
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=SERVER, check=True, capture_output=True, text=True)
    NOTE.write_text(commit.stdout)
    try:
        subprocess.run([maturin, "sdist", "--out", out], cwd=SERVER, check=True)
    finally:
        NOTE.unlink()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
