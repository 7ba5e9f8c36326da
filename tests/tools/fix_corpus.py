#!/usr/bin/env python3
"""What `--fix` does to a folder of real files: it settles at once and touches nothing but what its fixes name.

    tests/tools/fix_corpus.py BINARY FOLDER

The folder is copied, never changed. For safe fixes, and for all of them, with and without hints:

- a second run changes nothing;
- a line changes only where an edit that `--format json` lists touches it (a fix that another one makes room for would be listed here:
  look at it);
- no other file appears, goes, or gets another mode; byte-order marks, line ends, and the end of the last line stay.

Exit code 1 if one of them does not hold.
"""

import difflib
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
MARK = b"\xef\xbb\xbf"


def copied(folder, to):
    # Contents alone: a file that is read-only would stay as it is.
    shutil.copytree(folder, to, copy_function=shutil.copyfile, symlinks=True)
    subprocess.run(["chmod", "-R", "u+w", to], check=True)
    return to


def contents(folder):
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder): (path.stat().st_mode, path.read_bytes()) for path in files}


def fix(binary, folder, options):
    run = subprocess.run([binary, "--check", "--fix", *options, "."], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    if run.returncode not in (0, 1, 2):
        sys.exit(f"exit code {run.returncode}: {run.stderr}")
    return (run.stderr.splitlines() or [""])[-1]


def touched_lines(binary, folder, options):
    """The numbers (from 0) of the lines in which a finding of `folder` offers an edit that `options` allow, by file."""
    words = [word for word in options if word != "--unsafe-fixes"]
    run = subprocess.run([binary, "--check", "--format", "json", *words, "."], cwd=folder, capture_output=True, encoding="utf-8")
    allowed = {"safe", "unsafe"} if "--unsafe-fixes" in options else {"safe"}
    touched = {}
    for found in json.loads(run.stdout)["diagnostics"]:
        for fix in found["fixes"]:
            for edit in fix["edits"] if fix["applicability"] in allowed else []:
                path = Path(edit["path"])
                text = (folder / path).read_bytes()
                first, last = (text.count(b"\n", 0, edit[place]) for place in ("start", "end"))
                touched.setdefault(path, set()).update(range(first, last + 1))
    return touched


def changed_lines(before, after):
    """The lines of `before` that are other ones in `after`; behind an added line the one that it follows."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, _, _ in matcher.get_opcodes():
        if kind == "insert":
            yield {max(start - 1, 0), start}
        elif kind != "equal":
            yield from ({line} for line in range(start, end))


def problems(path, before, after, touched):
    (mode, old), (new_mode, new) = before, after
    if mode != new_mode:
        yield f"{path}: another mode"
    if old.startswith(MARK) != new.startswith(MARK):
        yield f"{path}: the byte-order mark"
    if (b"\r\n" in old) != (b"\r\n" in new) and new.count(b"\n") > 0:
        yield f"{path}: the line ends"
    if old.endswith(b"\n") != new.endswith(b"\n"):
        yield f"{path}: the end of the last line"
    for lines in changed_lines(old, new):
        if not lines & touched:
            yield f"{path}:{min(lines) + 1}: changed, and no fix names it"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wrong = 0
    for name, options in RUNS.items():
        with tempfile.TemporaryDirectory() as temporary:
            copy = copied(folder, Path(temporary).resolve() / "copy")
            before, touched = contents(copy), touched_lines(binary, copy, options)
            told = fix(binary, copy, options)
            after = contents(copy)
            fix(binary, copy, options)
            found = [f"{path}: changed by a second run" for path, now in contents(copy).items() if after.get(path) != now]
            found += [f"{path}: appeared or went" for path in before.keys() ^ after.keys()]
            changed = [path for path in before.keys() & after.keys() if before[path] != after[path]]
            lines = 0
            for path in sorted(changed):
                lines += sum(1 for _ in changed_lines(before[path][1], after[path][1]))
                found += problems(path, before[path], after[path], touched.get(path, set()))
            print(f"{name}: {len(changed)} of {len(before)} files changed in {lines} lines; {len(found)} problems. {told}", flush=True)
            for problem in found:
                print(f"  {problem}")
            wrong += len(found)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
