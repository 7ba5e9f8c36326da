#!/usr/bin/env python3
"""What the official client says of the files of a folder before and after `--fix`, and before and after `azml-ls fmt`.

    tests/tools/verdicts_after_fix.py [--each-rule] BINARY FOLDER ORACLE...

ORACLE is a command that takes `--files-from LIST` and prints a JSON line for each file, with `file` and `ok`. The folder is copied,
never changed. A file that the client accepted and then refuses is listed with what it says; so is a file that a second run changes once
more. Exit code 1 if there is one. With `--each-rule` every rule that has a fix is applied alone, whether it is on or not.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FIX = ["--check", "--fix"]
RUNS = {
    "safe": FIX,
    "safe, with hints": [*FIX, "--min-level", "hint"],
    "unsafe": [*FIX, "--unsafe-fixes"],
    "unsafe, with hints": [*FIX, "--unsafe-fixes", "--min-level", "hint"],
    "formatted": ["fmt"],
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


def rewrite(binary, copy, options):
    subprocess.run([binary, *options, copy], capture_output=True)
    return texts(copy)


def rules_with_fixes(binary):
    """A run for each rule with a fix: safe fixes alone where it has safe ones, else all."""
    run = subprocess.run([binary, "--rules", "--format", "json"], capture_output=True, text=True, check=True)
    for rule in json.loads(run.stdout)["rules"]:
        options = {"safe": [], "unsafe": ["--unsafe-fixes"]}.get(rule["fix"])
        if options is not None:
            yield f"{rule['name']} ({rule['fix']})", [*FIX, "--preview", "--min-level", "hint", "--only", rule["name"], *options]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--each-rule"]
    if len(arguments) < 3:
        sys.exit(__doc__)
    binary, folder, oracle = Path(arguments[0]).resolve(), Path(arguments[1]).resolve(), arguments[2:]
    runs = rules_with_fixes(binary) if "--each-rule" in sys.argv else RUNS.items()
    before, old, any_worse = texts(folder), {}, False
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary).resolve() / "copy"
        # Contents alone: a file that is read-only would stay as it is.
        shutil.copytree(folder, copy, copy_function=shutil.copyfile)
        subprocess.run(["chmod", "-R", "u+w", copy], check=True)
        for name, options in runs:
            once = rewrite(binary, copy, options)
            changed = [file for file, text in once.items() if text != before[file]]
            new = verdicts(oracle, copy, changed) if changed else {}
            again = rewrite(binary, copy, options) if changed else once
            unsettled = [file for file, text in again.items() if text != once[file]]
            for file in {*changed, *unsettled}:
                (copy / file).write_bytes(before[file])
            unknown = [file for file in changed if file not in old]
            old |= verdicts(oracle, folder, unknown) if unknown else {}
            worse = [file for file in changed if accepts(old.get(file)) and not accepts(new.get(file))]
            better = [file for file in changed if not accepts(old.get(file)) and accepts(new.get(file))]
            counts = f"{len(changed)} files changed, {len(better)} better, {len(worse)} worse, {len(unsettled)} changed again"
            print(f"{name}: {counts}", flush=True)
            for file in worse:
                print(f"  {file}: {json.dumps((new.get(file) or {}).get('errors', []))[:300]}")
            for file in unsettled:
                print(f"  {file} changes once more")
            any_worse |= bool(worse or unsettled)
    sys.exit(1 if any_worse else 0)


if __name__ == "__main__":
    main()
