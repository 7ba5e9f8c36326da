#!/usr/bin/env python3
"""What other tools take for the same work, as ratios from one run: tables as rules/guide/speed.md shows them.

    tests/tools/peers.py BINARY                    folders of 10,000 and 100,000 files, pipelines of up to 20,000 lines
    tests/tools/peers.py BINARY --corpus FOLDER    with a clone of Azure/azureml-examples instead of our own fixtures
    tests/tools/peers.py BINARY --quick            smaller folders, up to 1,000 lines

BINARY is a release build. The others are installed into tests/.cache/peers, with npm and pip, in their newest versions, which
the head of the table says: yaml-language-server and check-jsonschema with our JSON schemas, and the
official client (azure-ai-ml), which loads a file as `az ml job create` does before it sends it. They look at one file after another, so a sample of a folder tells what one of its
files costs them; the start of their programs is left out where many files are read, and is a line of its own.

Each number is the least of some runs, or in an editor the median; `-` where a tool has no such thing.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
import latency
import made_corpus
from client import ConfiguredServer

TOOLS = Path(__file__).resolve().parent
CACHE = TOOLS.parent / ".cache/peers"
LANGUAGE_SERVER = CACHE / "node_modules/yaml-language-server"
PYTHON = CACHE / "venv/bin/python"
# What asks Python for the version of a package.
VERSION_OF = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"
# How many files the slow ones get.
SOME, FEW = 200, 20
# How often something is asked in an editor.
KEYS = 40
KINDS = {"command job": "job/command", "pipeline job": "job/pipeline"}
# What is asked in an editor: as latency.py calls it, and as the table does.
EDITOR = {
    "open": "first findings, with the start",
    "key": "findings after a key",
    "hover": "hover",
    "completion": "completion",
    "typed": "completion after a key",
    "rename": "rename",
}
# Files that it refuses count: it has looked at them.
CLIENT = """\
import sys, time
from azure.ai.ml import load_job
began = time.perf_counter()
for path in sys.argv[1:]:
    try:
        load_job(path)
    except Exception:
        pass
print(time.perf_counter() - began)
"""


def install():
    """Brings the newest versions of the other tools."""
    CACHE.mkdir(parents=True, exist_ok=True)
    run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", CACHE, "yaml-language-server@latest"])
    if not PYTHON.exists():
        run([sys.executable, "-m", "venv", CACHE / "venv"])
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade"]
    run([*pip, "check-jsonschema", "azure-ai-ml"])


def names(binary):
    """The tools with their versions, as the head of the table shows them."""
    ours = run([binary, "--version"])[0].decode().split()[1]
    language_server = json.loads((LANGUAGE_SERVER / "package.json").read_text())["version"]
    checker, client = (
        run([PYTHON, "-c", VERSION_OF, package])[0].decode().strip() for package in ["check-jsonschema", "azure-ai-ml"]
    )
    return [
        f"azml-ls {ours}",
        f"yaml-language-server {language_server}",
        f"check-jsonschema {checker}",
        f"official client {client}",
    ]


# Runs a command and writes the seconds, the memory in KiB and the exit code to a file. A process of its own, because one that is
# started counts the memory of who starts it as its own until then.
MEASURED = """\
import resource, subprocess, sys, time
began = time.perf_counter()
code = subprocess.call(sys.argv[2:], stderr=subprocess.DEVNULL)
seconds = time.perf_counter() - began
with open(sys.argv[1], "w") as out:
    print(seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, code, file=out)
"""


def run(command, good=(0,)):
    """What it prints, the seconds it takes and the most memory it has, in MiB."""
    with tempfile.NamedTemporaryFile("r") as told:
        measured = [sys.executable, "-c", MEASURED, told.name, *(str(part) for part in command)]
        output = subprocess.run(measured, stdout=subprocess.PIPE, check=True).stdout
        seconds, memory, code = told.read().split()
    if int(code) not in good:
        raise SystemExit(f"{command[0]} ended with {code}")
    return output, float(seconds), int(memory) / 1024


def best(command, times=3):
    """Seconds and memory of the shortest of some runs; a tool that finds something ends with 1."""
    return min(run(command, good=(0, 1))[1:] for _ in range(times))


class Tools:
    """The tools, with what each makes of files: seconds and MiB."""

    def __init__(self, binary, scratch):
        self.binary = binary
        self.python = PYTHON
        self.schemas = {}
        for kind in KINDS.values():
            self.schemas[kind] = scratch / f"{kind.replace('/', '-')}.schema.json"
            self.schemas[kind].write_bytes(run([binary, "--schema", kind])[0])

    def check(self, *paths, times=3):
        return best([self.binary, "--check", *paths], times)

    def check_jsonschema(self, kind, paths, times=1):
        return best([CACHE / "venv/bin/check-jsonschema", "--schemafile", self.schemas[kind], *paths], times)

    def client(self, paths):
        """As it says itself, without what starting it takes; and its memory."""
        output, _, memory = run([self.python, "-c", CLIENT, *paths])
        return float(output), memory

    def server(self):
        return ["node", str(LANGUAGE_SERVER / "bin/yaml-language-server"), "--stdio"]

    def settings(self, path):
        """What gives the other server the schema for the file at `path` of its folder."""
        schemas = {self.schemas["job/pipeline"].as_uri(): path}
        return {"yaml": {"schemas": schemas, "validate": True, "schemaStore": {"enable": False}}}

    def modeline(self):
        """The first line of what the other server opens. From 1.24 on, `$schema` in the text is before the settings, and that is
        an address without a schema; this line is before both."""
        return f"# yaml-language-server: $schema={self.schemas['job/pipeline'].as_uri()}\n"

    def by_kind(self, folder):
        """The paths of the jobs in `folder`, by kind."""
        found = {kind: [] for kind in KINDS.values()}
        lines = run([self.binary, "--list-files", folder])[0].decode().splitlines()
        for path, name in (re.split(r"\s{2,}", line) for line in lines):
            if name in KINDS:
                found[KINDS[name]].append(path)
        return {kind: paths for kind, paths in found.items() if paths}


def row(what, ours, *theirs, unit=None):
    """A line of the table: each figure, how many times ours it is; the figures of a line that says no unit are seconds."""
    shown = time_of if unit is None else lambda figure: f"{figure:,.0f} {unit}"
    cells = [f"{shown(it)} ({ratio(it / ours)}×)" if it else "-" for it in theirs]
    print(f"| {what} | {shown(ours)} | {' | '.join(cells)} |", flush=True)


def time_of(seconds):
    if seconds >= 1:
        return f"{seconds:.1f} s"
    milliseconds = seconds * 1000
    return f"{milliseconds:.0f} ms" if milliseconds >= 10 else f"{milliseconds:.2g} ms"


def ratio(times):
    return f"{times:,.0f}" if times >= 10 else f"{times:.1f}"


def starts(tools, job, folder, count):
    """What each takes before it does anything, or a first thing."""
    imported = best([tools.python, "-c", "from azure.ai.ml import load_job"])[0]
    version = [best([command, "--version"])[0] for command in (tools.binary, CACHE / "venv/bin/check-jsonschema")]
    row("start of the program", version[0], None, version[1], imported)
    row("start of the server, until it is initialized", started([tools.binary], folder), started(tools.server(), folder), None, None)
    one, _ = tools.check(job)
    row(f"a command job in {count:,} files, with the start", one, None, tools.check_jsonschema("job/command", [job])[0], imported + tools.client([job])[0])


def started(command, folder):
    """Seconds until a server has answered `initialize`."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        server = ConfiguredServer(command, folder, dict(os.environ), None)
        times.append(server.arrived - began)
        server.end()
    return min(times)


def per_file(tools, found):
    """Seconds for a file, without the start: of check-jsonschema and of the official client."""
    checked = loaded = files = 0
    for kind, paths in found.items():
        paths = paths[:SOME]
        checked += tools.check_jsonschema(kind, paths)[0] - tools.check_jsonschema(kind, paths[:1])[0]
        files += len(paths) - 1
    few = [path for paths in found.values() for path in paths[:FEW]]
    loaded, memory = tools.client(few)
    return checked / max(files, 1), loaded / len(few), memory


def folder_row(tools, what, folder, files, theirs, times=3):
    seconds, memory = tools.check(folder, times=times)
    row(f"`--check` of {what} ({time_of(seconds)}, {memory:.0f} MiB), for each file", seconds / files, None, *theirs)


def corpus_row(tools, corpus):
    """The files of a repository that people wrote."""
    files = len(run([tools.binary, "--list-files", corpus])[0].splitlines())
    *theirs, _ = per_file(tools, tools.by_kind(corpus))
    folder_row(tools, f"{files} files of `{corpus.name}`", corpus, files, theirs)


def made(folder, files):
    (folder / ".git").mkdir(parents=True)
    made_corpus.write(made_corpus.made(files // 10), folder)
    return folder


def long_pipeline(tools, folder, lines):
    path = folder / "pipelines/measured.yml"
    path.write_text(latency.document(lines))
    ours, theirs = tools.check(path), tools.check_jsonschema("job/pipeline", [path])
    loaded, memory = tools.client([path])
    row(f"`--check` of a pipeline of {lines:,} lines", ours[0], None, theirs[0], loaded)
    row("memory for it", ours[1], None, theirs[1], memory, unit="MiB")


def editor(tools, folder, lines, where, figures=EDITOR):
    """What an editor waits for."""
    (folder / "pipelines").mkdir(exist_ok=True)
    text, path = latency.document(lines), "pipelines/measured.yml"
    (folder / path).write_text(text)
    ours = latency.measure([tools.binary], folder, text, KEYS)
    theirs = latency.measure(tools.server(), folder, tools.modeline() + text, KEYS, tools.settings(path))
    for name in figures:
        both = [of[name] if name == "open" else of[name] and of[name][0] for of in (ours, theirs)]
        row(f"{lines:,} lines {where}: {EDITOR[name]}", *[it and it / 1000 for it in both], None, None)
    row(f"{lines:,} lines {where}: memory of the server", ours["memory"], theirs["memory"], None, None, unit="MiB")


def main():
    parser = argparse.ArgumentParser(description="Measures what other tools take for the same work.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--corpus", type=lambda path: Path(path).resolve(), default=TOOLS.parent / "fixtures")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    sizes, lengths = ([1000], [100, 1000]) if options.quick else ([10000, 100000], [100, 1000, 20000])
    install()
    with tempfile.TemporaryDirectory(prefix="azml-peers-") as scratch:
        scratch = Path(scratch).resolve()
        tools = Tools(options.binary, scratch)
        print(f"| | {' | '.join(names(options.binary))} |\n|---|---|---|---|---|")
        folder = made(scratch / "repository", sizes[0])
        jobs = sorted((folder / "jobs").glob("command-*.yml"))
        starts(tools, jobs[0], folder, sizes[0])
        corpus_row(tools, options.corpus)
        *theirs, _ = per_file(tools, {"job/command": jobs})
        for files in sizes:
            whole = folder if files == sizes[0] else made(scratch / "large", files)
            folder_row(tools, f"{files:,} made files", whole, files, theirs, times=2)
        long_pipeline(tools, folder, lengths[-1])
        alone = scratch / "alone"
        alone.mkdir()
        for lines in lengths:
            editor(tools, alone, lines, "alone")
            editor(tools, folder, lines, f"in {sizes[0]:,} files", ["open", "key"])


if __name__ == "__main__":
    main()
