#!/usr/bin/env python3
"""How many times `--check` of a folder takes what only reading and scanning its files takes.

    tests/tools/scanning.py BINARY FOLDER

BINARY is a release build. The other program is server/examples/scan.rs, which is built here: it looks for the same files,
reads them, and runs the YAML scanner over the YAML, on as many threads. The scripts that rules read are read there too, and
are found out with strace. What is shown is the least of many runs by turns, in milliseconds of the clock and of both
processors: `--check`, `--check` without the rules about scripts, scanning, and reading alone.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
REPOSITORY = Path(__file__).resolve().parent.parent.parent
BUILD = ["cargo", "build", "--release", "-p", "azml-ls", "--example", "scan", "--message-format", "json"]
RUNS = 30
OPENED = re.compile(r'openat\(AT_FDCWD, "([^"]+)", O_RDONLY')


def scanner():
    """The path of the program that scans, built now."""
    built = subprocess.run(BUILD, cwd=REPOSITORY, stdout=subprocess.PIPE, check=True).stdout
    messages = [json.loads(line) for line in built.splitlines()]
    return next(it["executable"] for it in messages if it.get("executable"))


def others(check, folder):
    """The files in `folder` that `--check` reads and that no walk finds: named by a document."""
    with tempfile.NamedTemporaryFile("r") as log:
        command = ["strace", "-f", "-qq", "-e", "trace=openat", "-o", log.name, *check]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        opened = set(OPENED.findall(log.read()))
    inside = {path for path in opened if Path(path).is_file() and Path(path).is_relative_to(folder)}
    return sorted(path for path in inside if not re.search(r"\.ya?ml$|/MLTable$|ignore$", path))


def off_scripts(binary):
    """The options that turn the rules about scripts off."""
    rules = json.loads(subprocess.run([binary, "--rules", "--format", "json"], stdout=subprocess.PIPE, check=True).stdout)
    return [word for rule in rules["rules"] if rule["group"] == "script" for word in ("--off", rule["name"])]


def timed(command, environment):
    """Seconds of the clock and of the processors."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        raise SystemExit(f"{command[0]} ended with {done.returncode}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description="Measures how far `--check` is from scanning alone.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("folder", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args()
    check = [options.binary, "--check", options.folder, "--no-config"]
    scan = scanner()
    with tempfile.NamedTemporaryFile("w") as named:
        named.write("\n".join(others(check, options.folder)))
        named.flush()
        commands = {
            "--check": check,
            "--check, no rules about scripts": [*check, *off_scripts(options.binary)],
            "read and scanned": [scan, options.folder, named.name],
            "read alone": [scan, options.folder, named.name, "--bytes"],
        }
        print(subprocess.run(commands["read and scanned"], capture_output=True, text=True).stdout.strip())
        runs = {name: [] for name in commands}
        for _ in range(options.runs):
            for name, command in commands.items():
                runs[name].append(timed(command, os.environ))
    least = {name: [min(one[at] for one in found) * 1000 for at in (0, 1)] for name, found in runs.items()}
    base = least["read and scanned"]
    for name, (clock, used) in least.items():
        print(f"{name:<32} {clock:7.1f} ms ({clock / base[0]:4.1f}×) {used:7.1f} ms of processors ({used / base[1]:4.1f}×)")


if __name__ == "__main__":
    main()
