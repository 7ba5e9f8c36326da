#!/usr/bin/env python3
"""How many instructions the release binary needs, scenario by scenario, held against `tests/instructions.json`.

    tests/tools/instructions.py BINARY             fails where a scenario needs over 3 % more than is written down
    tests/tools/instructions.py BINARY --update    writes down what it needs now
    tests/tools/instructions.py BINARY --print     only shows the numbers, as JSON

Seconds depend on the machine and on what else it does, instructions hardly do: valgrind counts them, on one worker thread.
They do depend on the compiler, so its version is written down beside the numbers, and another one fails: the change of the
compiler records the numbers anew. What an answer in the editor costs is counted in one session, between two dumps of the counters, after
everything was asked once: the start of a session analyzes the open file once or twice.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import made_corpus
from client import Server

WRITTEN_DOWN = Path(__file__).parent.parent / "instructions.json"
LIMIT = 1.03
# What the check with a snapshot may cost, times the check without one.
SAVED_LIMIT = 1.1
ASSETS = 5_000
# Sorts of documents times this are the files of the made corpus.
CORPUS = 15
# As many as in a large repository.
LARGE_CORPUS = 100
# The pipeline that the editor has open, and how often it asks.
STEPS = 40
TIMES = {"keystroke": 20, "hover": 100, "completion": 60}
SCENARIOS = [
    "start",
    "check",
    "large_check",
    "saved_check",
    "keystroke",
    "hover",
    "completion",
    "fix",
]
LONG_AGO = "2026-11-21"


def environment():
    """Nothing of the machine's own; one thread, one arena."""
    return {
        "AZML_TODAY": LONG_AGO,
        "MALLOC_ARENA_MAX": "1",
        "RAYON_NUM_THREADS": "1",
        "TOKIO_WORKER_THREADS": "1",
    }


def counted(binary, *arguments, dumps="/dev/null"):
    """The command line that counts what `binary` does."""
    return [
        "valgrind",
        "--tool=callgrind",
        f"--callgrind-out-file={dumps}",
        "--fair-sched=yes",
        binary,
        *arguments,
    ]


def count(report):
    """The number in what callgrind says at the end."""
    return int(re.search(r"Collected : (\d+)", report).group(1))


def run(binary, folder, *arguments):
    """What one run on the command line costs."""
    done = subprocess.run(
        counted(binary, *arguments), cwd=folder, env=environment(), capture_output=True, text=True
    )
    if done.returncode > 1:
        raise SystemExit(f"azml-ls {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
    return count(done.stderr)


class Editor:
    """An editor with one long pipeline open."""

    def __init__(self, binary, folder, dumps):
        self.server = Server(counted(binary, "--stdio", dumps=dumps), folder, environment())
        self.dumps = dumps
        self.dumped = 0
        self.server.wait_for_folder()
        self.text = made_corpus.pipeline(0, STEPS)
        self.uri = (folder / "pipelines/open.yml").as_uri()
        self.version = 1
        document = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": self.text}
        self.server.notify("textDocument/didOpen", {"textDocument": document})
        self.server.wait_published(self.uri, 1)

    def position(self, part, after):
        """The place behind `after` in the first line that contains `part`."""
        for number, line in enumerate(self.text.split("\n")):
            if part in line:
                return {"line": number, "character": line.index(after) + len(after)}
        raise SystemExit(f"the pipeline has no {part}")

    def ask(self, method, part, after):
        params = {"textDocument": {"uri": self.uri}, "position": self.position(part, after)}
        answer = self.server.request(method, params)
        if not answer or "code" in answer:
            raise SystemExit(f"{method} behind `{after}`: {answer}")

    def hover(self):
        self.ask("textDocument/hover", "default_compute", "default_")
        self.ask("textDocument/hover", "default_compute", "azureml:clu")
        self.ask("textDocument/hover", "jobs.step_7.outputs", "jobs.step")
        self.ask("textDocument/hover", "type: command", "type: com")

    def completion(self):
        self.ask("textDocument/completion", "experiment_name", "exp")
        self.ask("textDocument/completion", "default_compute", "azureml:")
        self.ask("textDocument/completion", "jobs.step_7.outputs", "parent.jobs.")
        self.ask("textDocument/completion", "component: ../components/step-3.yml", "components/")

    def keystroke(self):
        """Writes a letter, and takes it back."""
        start = self.position("display_name", "pipeline ")
        end = dict(start, character=start["character"] + 1)
        for change in [
            {"range": {"start": start, "end": start}, "text": "x"},
            {"range": {"start": start, "end": end}, "text": ""},
        ]:
            self.version += 1
            document = {"uri": self.uri, "version": self.version}
            params = {"textDocument": document, "contentChanges": [change]}
            self.server.notify("textDocument/didChange", params)
            self.server.wait_published(self.uri, self.version)


    def spent(self):
        """What was done since the last call."""
        subprocess.run(
            ["callgrind_control", "--dump", str(self.server.process.pid)], check=True, capture_output=True
        )
        self.dumped += 1
        return int(re.search(r"^totals: (\d+)", Path(f"{self.dumps}.{self.dumped}").read_text(), re.M).group(1))


def session(binary, folder, dumps):
    """What each answer costs in a session that has asked everything once."""
    editor = Editor(binary, folder, dumps)
    for name in TIMES:
        getattr(editor, name)()
    editor.spent()
    costs = {}
    for name, times in TIMES.items():
        for _ in range(times):
            getattr(editor, name)()
        costs[name] = editor.spent() // times
    editor.server.end()
    return costs


def start(binary, one, empty):
    """What it costs to check one file on the command line, and to start the server and end it again."""
    check = run(binary, one, "--check")
    # Which of its threads is first varies; the least is always the same.
    servers = [Server(counted(binary, "--stdio"), empty, environment()) for _ in range(4)]
    return check + min(count(server.end()) for server in servers)


def measure(binary, scratch):
    """The numbers of all scenarios."""
    corpus = made_corpus.made(CORPUS)
    one = {"cluster.yml": corpus["computes/cluster-2.yml"]}
    folders = {name: scratch / name for name in ["one", "check", "fix", "open"]}
    folders["empty"] = scratch / "empty"
    folders["empty"].mkdir()
    large = made_corpus.made(LARGE_CORPUS)
    made_corpus.write(large, scratch / "large")
    made_corpus.write(large | made_corpus.snapshot(ASSETS), scratch / "saved")
    for name in ["one", "check", "fix", "open"]:
        made_corpus.write(one if name == "one" else corpus, folders[name])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = {
            "large_check": pool.submit(run, binary, scratch / "large", "--check"),
            "saved_check": pool.submit(run, binary, scratch / "saved", "--check"),
            "fix": pool.submit(run, binary, folders["fix"], "--check", "--fix"),
            "check": pool.submit(run, binary, folders["check"], "--check"),
            "start": pool.submit(start, binary, folders["one"], folders["empty"]),
            "session": pool.submit(session, binary, folders["open"], scratch / "dumps"),
        }
        done = {name: job.result() for name, job in work.items()}
    done |= done.pop("session")
    return {name: done[name] for name in SCENARIOS}


def compiler():
    return subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()


def compare(now, before):
    """Shows both; whether no scenario is over the limit."""
    good = True
    for name, number in now.items():
        if name not in before:
            print(f"  {name:<15}{number:>14,}  not written down yet: --update")
            good = False
            continue
        ratio = number / before[name]
        word = "MORE" if ratio > LIMIT else "less" if ratio < 2 - LIMIT else ""
        print(f"  {name:<15}{number:>14,}  {ratio:6.3f} times {before[name]:>14,}  {word}".rstrip())
        good = good and ratio <= LIMIT
    ratio = now["saved_check"] / now["large_check"]
    print(f"  with a snapshot of {ASSETS:,} assets {ratio:.3f} times the check without one, at most {SAVED_LIMIT}")
    return good and ratio <= SAVED_LIMIT


def main():
    parser = argparse.ArgumentParser(description="Counts instructions.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return 0
    written = json.loads(WRITTEN_DOWN.read_text()) if WRITTEN_DOWN.exists() else {}
    if not (options.update or options.print) and written.get("rustc") != compiler():
        print(f"tests/instructions.json has the numbers of {written.get('rustc')}, this is {compiler()}")
        print("record them anew in the commit that changes the compiler: tests/tools/instructions.py BINARY --update")
        return 1
    with tempfile.TemporaryDirectory(prefix="azml-instructions-") as scratch:
        now = measure(options.binary, Path(scratch).resolve())
    if options.print:
        print(json.dumps(now, indent=2))
        return 0
    if options.update:
        text = json.dumps({"rustc": compiler(), "instructions": now}, indent=2)
        WRITTEN_DOWN.write_text(text + "\n")
        return 0
    if compare(now, written["instructions"]):
        return 0
    print("more than before: make it cheaper, or write the number down with --update and say why")
    return 1


if __name__ == "__main__":
    sys.exit(main())
