"""Cases with a name, each in a folder of its own, and what became of them."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Skipped(Exception):
    pass


def run_cases(cases):
    """Runs what `cases` yields for the wheel and the folder of tools on the command line."""
    wheel, tools = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).absolute()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, case in cases(wheel, tools):
            scratch = Path(folder) / re.sub(r"\W+", "-", name)
            scratch.mkdir()
            try:
                print(f"ok       {name}: {case(scratch)}", flush=True)
            except Skipped as reason:
                print(f"skipped  {name}: {reason}", flush=True)
            except Exception as error:  # The other cases run too.
                failed += 1
                print(f"FAILED   {name}: {type(error).__name__}: {error}", flush=True)
    sys.exit(1 if failed else 0)


def version():
    return re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]


def commit_of(program):
    """The line of `--version` with the commit, which has to be the one that is checked out."""
    head = run(["git", "rev-parse", "HEAD"], cwd=ROOT).strip()
    said = run([program, "--version"])
    expect(f"commit: {head}\n" in said, f"{program} is not of commit {head}: {said}")
    return f"commit {head[:12]}"


def needed(tool):
    if not tool.exists():
        raise Skipped(f"{tool.name} is not installed")
    return tool


def run(command, code=0, seconds=300, **options):
    command = [str(part) for part in command]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=seconds, **options)
    said = (ran.stderr or ran.stdout).strip()
    expect(ran.returncode == code, f"{' '.join(command)}: exit code {ran.returncode}, not {code}: {said[-2000:]}")
    return ran.stdout


def expect(condition, message):
    if not condition:
        raise AssertionError(message)
