#!/usr/bin/env python3
"""How long an editor waits for the server: from what is sent over standard input to what comes back over standard output.

    tests/tools/latency.py BINARY                          documents of 100, 1,000 and 20,000 lines, alone and in 10,000 files
    tests/tools/latency.py BINARY --lines 1000 --files 0   one of them

Each document is a pipeline with one finding in every four lines. What is shown, in milliseconds: `open` until the first
findings, with the start of the program and before the folder is read (the median of some starts); a letter written or taken back until its findings
are there, published (`key`, with the pause of the server) and pulled (`pulled`, without any); `hover`, `completion`, and
completion just behind a letter (`typed`); `rename` of an input, asked whether it can be renamed before. Two figures are the
median and the 99th percentile. `memory` is what is resident at the end, in MiB.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.dont_write_bytecode = True
import made_corpus
from client import CAPABILITIES, ConfiguredServer

PULLING = {
    **CAPABILITIES,
    "textDocument": {**CAPABILITIES["textDocument"], "diagnostic": {"dynamicRegistration": False}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
STEP = """\
  step_{n}:
    type: command
    command: echo ${{{{inputs.number}}}} ${{{{inputs.missing}}}}
    environment: azureml:training:3
    inputs:
      number: {n}
    limits:
      timeout: 3600
"""
# Seconds for one figure of a server that is slow.
LONGEST = 10
# How often a server is started for one figure.
STARTS = 11
HEAD = """\
$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
type: pipeline
display_name: many steps
experiment_name: many
settings:
  default_compute: azureml:cluster-1
jobs:
"""


def document(lines):
    """A pipeline of about so many lines; every step names an input that is not there."""
    count = max(1, (lines - HEAD.count("\n")) // STEP.count("\n"))
    return HEAD + "".join(STEP.format(n=n) for n in range(count))


def milliseconds(server, action):
    """Until the last byte of what is waited for is there: what reading it takes is our own."""
    began = time.perf_counter()
    action()
    return (server.arrived - began) * 1000


def percentiles(times):
    """Median and 99th percentile."""
    times = sorted(times)
    return times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]


def resident(process):
    """MiB."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("no memory is told")


class Session:
    """An open document with a place in its middle where somebody writes."""

    def __init__(self, command, folder, text, pulls, settings=None, environment=None):
        self.pulls = pulls
        self.uri, self.version = (folder / "pipelines/measured.yml").as_uri(), 1
        # In the middle, where what follows moves with it.
        self.line = [at for at, line in enumerate(text.split("\n")) if line.endswith("timeout: 3600")]
        self.line = self.line[len(self.line) // 2]
        began = time.perf_counter()
        able = PULLING if pulls else CAPABILITIES
        self.server = ConfiguredServer(command, folder, environment or dict(os.environ), settings, able)
        opened = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": text}
        self.server.notify("textDocument/didOpen", {"textDocument": opened})
        self.found = self._findings()
        self.opened = (self.server.arrived - began) * 1000

    def _findings(self):
        if self.pulls:
            report = self.server.request("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
            return len(report["items"])
        self.server.wait_for(self._is_published)
        return len(self.server.published[self.uri]["diagnostics"])

    def _is_published(self):
        """Not every server says for which version."""
        published = self.server.published.get(self.uri)
        return published is not None and published.get("version", self.version) == self.version

    def key(self, letter, taken):
        """Writes a letter, or takes it back, and waits for what is found then."""
        self.write(letter, taken)
        return self._findings()

    def write(self, letter, taken):
        """Writes a letter, or takes it back, in the middle of the text."""
        at = {"line": self.line, "character": len("      timeout: 3600")}
        change = {"range": {"start": at, "end": dict(at, character=at["character"] + taken)}, "text": letter}
        self.version += 1
        self.server.published.pop(self.uri, None)
        params = {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]}
        self.server.notify("textDocument/didChange", params)

    def ask(self, method, line, character, **more):
        position = {"line": line, "character": character}
        return self.server.request(method, {"textDocument": {"uri": self.uri}, "position": position, **more})

    def rename(self):
        """Asks for the edits that give an input of a step another name; `None` from a server that has none."""
        place = self.line - 2, len("      num")
        if "renameProvider" not in self.server.initialized["capabilities"] or not self.ask("textDocument/prepareRename", *place):
            return None
        return self.ask("textDocument/rename", *place, newName="count")

    def end(self):
        self.server.end()


def measure(command, folder, text, keys, settings=None):
    """The figures of one document, by name."""
    figures = {"open": opening(command, folder, text, settings)}
    session = Session(command, folder, text, False, settings)
    figures["findings"] = session.found
    # What is read in the background is not what is measured next.
    session.ask("textDocument/hover", session.line, 6)
    time.sleep(settle(folder))
    hover = partial(session.ask, "textDocument/hover", session.line, 8)
    completion = partial(session.ask, "textDocument/completion", session.line, 6)
    figures["key"] = keystrokes(session, keys, session.key)
    for name, action in [("hover", hover), ("completion", completion), ("rename", session.rename)]:
        answered = action()
        figures[name] = repeated(session, keys, lambda _: action()) if answered else None
    figures["typed"] = keystrokes(session, keys, lambda *letter: (session.write(*letter), completion()))
    figures["memory"] = resident(session.server.process)
    session.end()
    # Whoever sets another server up compares what is published.
    if settings is None:
        session = Session(command, folder, text, True)
        time.sleep(settle(folder))
        figures["pulled"] = keystrokes(session, keys, session.key)
        session.end()
    return figures


def opening(command, folder, text, settings):
    """How long the first findings take: the median of a few starts, or of as many as there is time for."""
    times, began = [], time.perf_counter()
    while len(times) < STARTS and (not times or time.perf_counter() - began < LONGEST):
        session = Session(command, folder, text, False, settings)
        times.append(session.opened)
        session.end()
    return percentiles(times)[0]


def keystrokes(session, count, action):
    """What a letter costs that is written and taken back."""
    letters = [("0", 0), ("", 1)]
    return repeated(session, count, lambda at: action(*letters[at % 2]))


def repeated(session, count, action):
    """What `action` costs, which is told how often it was done before: `count` times, or as often as there is time."""
    times, began = [], time.perf_counter()
    # An even number: what is written is taken back.
    while len(times) < count and (time.perf_counter() - began < LONGEST or len(times) % 2):
        times.append(milliseconds(session.server, lambda: action(len(times))))
    return percentiles(times)


def settle(folder):
    """Seconds until a server has read the folder."""
    return 8 if (folder / "computes").is_dir() else 0.5


def shown(figure):
    if isinstance(figure, tuple):
        return f"{figure[0]:.1f} / {figure[1]:.1f}"
    return "-" if figure is None else f"{figure:,.0f}"


def main():
    parser = argparse.ArgumentParser(description="Measures what an editor waits for.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--lines", type=int, nargs="+", default=[100, 1000, 20000])
    parser.add_argument("--files", type=int, nargs="+", default=[0, 10000], help="how many others are in the folder")
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    names = ["open", "key", "pulled", "hover", "completion", "typed", "rename", "memory", "findings"]
    all_figures = []
    for files in options.files:
        with tempfile.TemporaryDirectory(prefix="azml-latency-") as scratch:
            folder = Path(scratch).resolve()
            (folder / "pipelines").mkdir()
            if files:
                made_corpus.write(made_corpus.made(files // 10), folder)
            for lines in options.lines:
                text = document(lines)
                (folder / "pipelines/measured.yml").write_text(text)
                figures = measure([options.binary], folder, text, options.keys)
                all_figures.append({"lines": lines, "files": files, **figures})
                if not options.json:
                    told = ", ".join(f"{it} {shown(figures.get(it))}" for it in names)
                    print(f"{lines:,} lines, {files:,} files: {told}", flush=True)
    if options.json:
        print(json.dumps(all_figures))


if __name__ == "__main__":
    main()
