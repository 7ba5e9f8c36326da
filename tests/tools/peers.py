#!/usr/bin/env python3
"""What other tools take for the same work, as ratios from one run.

    tests/tools/peers.py BINARY FACTS                 with a folder of 10,000 files
    tests/tools/peers.py BINARY FACTS --files 100000  with a larger one

BINARY is a release build; FACTS is the file of facts about the official client, of which its JSON schema is made
(client_schema.py). The others are installed into tests/.cache/peers, with npm and pip: yaml-language-server and
check-jsonschema with that schema, and the official client (azure-ai-ml), which loads a file as `az ml job create` does
before it sends it. Of a tool that takes long per file only as many files are measured as take a moment; what is compared
then is the time for one file.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
import latency
import made_corpus
from client_schema import json_schema

CACHE = Path(__file__).resolve().parent.parent / ".cache/peers"
PACKAGES = {"npm": ["yaml-language-server@1.19.2"], "pip": ["check-jsonschema==0.39.0", "azure-ai-ml==1.35.2"]}
# How many files the slow ones get.
SOME, FEW = 200, 20
CLIENT = """\
import sys, time
from azure.ai.ml import load_job
began = time.perf_counter()
for path in sys.argv[1:]:
    load_job(path)
print(time.perf_counter() - began)
"""


def install():
    """Brings the other tools once; again when their versions change."""
    stamp = CACHE / "packages.json"
    if stamp.exists() and json.loads(stamp.read_text()) == PACKAGES:
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", CACHE, *PACKAGES["npm"]])
    run([sys.executable, "-m", "venv", CACHE / "venv"])
    run([CACHE / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES["pip"]])
    stamp.write_text(json.dumps(PACKAGES))


def run(command, good=(0,)):
    """What it prints, the seconds it takes and the most memory it has, in MiB."""
    began = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    code = os.waitstatus_to_exitcode(status)
    if code not in good:
        raise SystemExit(f"{command[0]} ended with {code}")
    return output, seconds, usage.ru_maxrss / 1024


def best(command, good=(0,), times=3):
    """The shortest of some runs."""
    return min((run(command, good) for _ in range(times)), key=lambda ran: ran[1])


class Tools:
    """The tools, with what each makes of files."""

    def __init__(self, binary, facts, scratch):
        self.binary = binary
        self.schemas = {}
        for kind in ("job/command", "job/pipeline"):
            self.schemas[kind] = scratch / f"{kind.replace('/', '-')}.schema.json"
            self.schemas[kind].write_text(json.dumps(json_schema(facts, kind)))

    def ours(self, paths):
        """Seconds for one file, by our tool."""
        _, seconds, _ = best([self.binary, "--check", *paths], good=(0, 1))
        return seconds / len(paths)

    def check_jsonschema(self, kind, paths):
        command = [CACHE / "venv/bin/check-jsonschema", "--schemafile", self.schemas[kind], *paths]
        _, seconds, _ = best(command, good=(0, 1), times=1)
        return seconds / len(paths)

    def client(self, paths):
        """Without what starting it takes: it says itself how long it took."""
        output, _, _ = run([CACHE / "venv/bin/python", "-c", CLIENT, *paths])
        return float(output) / len(paths)

    def server(self, path):
        """The command of the other server and the settings that give it the schema."""
        command = ["node", str(CACHE / "node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"]
        schemas = {self.schemas["job/pipeline"].as_uri(): path}
        return command, {"yaml": {"schemas": schemas, "validate": True, "schemaStore": {"enable": False}}}


def row(what, ours, theirs):
    """A line of the table; figures are seconds."""
    cells = [f"{time_of(it)} ({it / ours:,.1f}×)" if it else "-" for it in theirs]
    print(f"| {what} | {time_of(ours)} | {' | '.join(cells)} |", flush=True)


def time_of(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def command_line(tools, folder, files):
    """`--check` of a folder, of single files, and of a long pipeline."""
    print("| on the command line | azml-ls | check-jsonschema | official client |\n|---|---|---|---|")
    jobs = sorted((folder / "jobs").glob("command-*.yml"))
    _, start, _ = best([tools.binary, "--check", jobs[0]], good=(0, 1))
    _, cold, _ = best([CACHE / "venv/bin/check-jsonschema", "--schemafile", tools.schemas["job/command"], jobs[0]], good=(0, 1))
    _, imported, _ = best([CACHE / "venv/bin/python", "-c", CLIENT, jobs[0]])
    row("one command job, with the start of the program", start, [cold, imported])
    theirs = [tools.check_jsonschema("job/command", jobs[:SOME]), tools.client(jobs[:FEW])]
    row(f"each of {min(len(jobs), SOME)} command jobs", tools.ours(jobs[:SOME]), theirs)
    _, seconds, memory = best([tools.binary, "--check", folder], good=(0, 1))
    row(f"each file of a folder of {files:,} ({seconds:.1f} s, {memory:.0f} MiB)", seconds / files, theirs)
    long = folder / "pipelines/measured.yml"
    long.write_text(latency.document(20000))
    row("a pipeline of 20,000 lines", tools.ours([long]), [tools.check_jsonschema("job/pipeline", [long]), tools.client([long])])


def editor(tools, folder, sizes):
    """What an editor waits for."""
    print("\n| in an editor (median) | azml-ls | yaml-language-server |\n|---|---|---|")
    path = folder / "pipelines/measured.yml"
    for lines in sizes:
        text = latency.document(lines)
        path.write_text(text)
        command, settings = tools.server("pipelines/measured.yml")
        ours = latency.measure([tools.binary], folder, text, 40)
        theirs = latency.measure(command, folder, text, 40, settings)
        for name in ("open", "key", "hover", "completion"):
            one, other = (of[name] if name == "open" else of[name][0] for of in (ours, theirs))
            row(f"{lines:,} lines: {name}", one / 1000, [other / 1000])
        print(f"| {lines:,} lines: memory | {ours['memory']:.0f} MiB | {theirs['memory']:.0f} MiB ({theirs['memory'] / ours['memory']:.1f}×) |")


def main():
    parser = argparse.ArgumentParser(description="Measures what other tools take for the same work.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("facts", type=Path)
    parser.add_argument("--files", type=int, default=10000)
    parser.add_argument("--lines", type=int, nargs="+", default=[100, 1000, 20000])
    options = parser.parse_args()
    install()
    facts = json.loads(options.facts.read_text())
    with tempfile.TemporaryDirectory(prefix="azml-peers-") as scratch:
        folder = Path(scratch).resolve() / "repository"
        (folder / ".git").mkdir(parents=True)
        made_corpus.write(made_corpus.made(options.files // 10), folder)
        tools = Tools(options.binary, facts, Path(scratch).resolve())
        command_line(tools, folder, options.files)
        editor(tools, folder, options.lines)


if __name__ == "__main__":
    main()
