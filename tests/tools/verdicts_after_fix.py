#!/usr/bin/env python3
"""What the official client says of the files of a folder before and after `--fix`.

    tests/tools/verdicts_after_fix.py BINARY FOLDER ORACLE...

ORACLE is a command that takes `--files-from LIST` and prints a JSON line for each file, with `file` and `ok`. The folder is copied,
never changed. A file that the client accepted and then refuses is listed with what it says; exit code 1 if there is one.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = {
    "safe": [],
    "safe, with hints": ["--min-level", "hint"],
    "unsafe": ["--unsafe-fixes"],
    "unsafe, with hints": ["--unsafe-fixes", "--min-level", "hint"],
}


def texts(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*.y*ml")) if path.is_file()}


def verdicts(oracle, folder, files):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(str(folder / file) for file in files))
        names.flush()
        run = subprocess.run([*oracle, "--files-from", names.name], capture_output=True, text=True, cwd=folder)
    lines = (json.loads(line) for line in run.stdout.splitlines() if line.startswith("{"))
    return {(folder / line["file"]).resolve().relative_to(folder): line for line in lines}


def accepts(verdict):
    return bool(verdict and (verdict.get("ok") or verdict.get("ok_with_cli_args")))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    binary, folder, oracle = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]
    before = texts(folder)
    any_worse = False
    for name, options in RUNS.items():
        with tempfile.TemporaryDirectory() as temporary:
            copy = Path(temporary).resolve() / "copy"
            # Contents alone: a file that is read-only would stay as it is.
            shutil.copytree(folder, copy, copy_function=shutil.copyfile)
            subprocess.run(["chmod", "-R", "u+w", copy], check=True)
            subprocess.run([binary, "--check", "--fix", *options, copy], capture_output=True)
            changed = [file for file, text in texts(copy).items() if text != before[file]]
            old, new = verdicts(oracle, folder, changed), verdicts(oracle, copy, changed)
        worse = [file for file in changed if accepts(old.get(file)) and not accepts(new.get(file))]
        better = [file for file in changed if not accepts(old.get(file)) and accepts(new.get(file))]
        print(f"{name}: {len(changed)} files changed, {len(better)} better, {len(worse)} worse")
        for file in worse:
            print(f"  {file}: {json.dumps((new.get(file) or {}).get('errors', []))[:300]}")
        any_worse |= bool(worse)
    sys.exit(1 if any_worse else 0)


if __name__ == "__main__":
    main()
