"""Checks a file that the agent has written; runs after its tools Write and Edit.

Reads the call from standard input. Exit code 2 shows the findings, on standard error, to the model
(https://code.claude.com/docs/en/hooks); files that are not Azure ML's have none.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

# Shorter than that of the hook, so that a hanging program is ended from here.
SECONDS = 50


def written_file(call):
    """Returns the path of the YAML file that the call wrote, or None."""
    arguments = call.get("tool_input") if isinstance(call, dict) else None
    path = arguments.get("file_path") if isinstance(arguments, dict) else None
    is_yaml = isinstance(path, str) and Path(path).suffix.lower() in {".yml", ".yaml"}
    return path if is_yaml else None


def main():
    try:
        path = written_file(json.load(sys.stdin))
    except ValueError:
        return 0
    program = shutil.which("azml-ls")
    if path is None or program is None:
        return 0
    command = [program, "check", "--force-exclude", "--min-level", "warning", "--format", "agent", "--", path]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False)
    if run.returncode != 1:
        return 0
    sys.stderr.write(run.stdout)
    return 2


if __name__ == "__main__":
    sys.exit(main())
