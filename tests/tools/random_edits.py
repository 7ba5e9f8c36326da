#!/usr/bin/env python3
"""Edits documents at random through a real server, and looks whether both ends still have the same text and memory is flat.

    tests/tools/random_edits.py BINARY [--edits N] [--seed N]

10,000 edits each in UTF-8, UTF-16 and UTF-32. After every five the document is closed and opened again with the text that
the editor has: diagnostics, symbols, tokens, folds and selections must be those of before. Where the YAML is broken, or
nothing is found, only the extent of the text is compared: of a mistake that was just typed the server knows where it was made,
of one that was opened it does not. The typed document is saved first: while a line is being written, not all is said of it.
Before every fifth comparison, files around the documents change on the disk, come, or go: `.amlignore`, `.gitignore`, scripts,
Dockerfiles, lists of packages, `azml.yaml`, inventories. The client reports it, and the server has to say what it says of a
document that it sees for the first time.
Memory is that of the process (Linux) after each tenth of the edits. From 10,000 edits on it is judged: in the second half it may
grow by 6 %, because each new text of a command or a script is remembered until its table is full (rules/src/query). With tables
of a thirty-second of the size it grew by 0.4 % in 12,000 edits; as they are, by 4.1 to 4.3 % in 10,000 and 11 % in 40,000. Needs lsprotocol: pip install -r tests/tools/requirements.txt
"""

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
from checked_client import CheckedServer, capabilities
from conformance import folder_of_files, width
from spoken_rules import split_lines

HARMLESS = ["x", "1", "é", "中", "😀", "\u2028"]
PIECES = ["", "", "", "x", " ", ": ", "- ", "#", "\n", "\r\n", "\r", "é", "中", "😀", "\u2028", "${{inputs.", "}}"]
PIECES += ["azureml:", '"', "'", "&a ", "*a", "[", "}"]
COMPARED = ["documentSymbol", "foldingRange", "semanticTokens/full", "documentLink"]
BETWEEN_LOOKS = 5
PARTS = 10
ALLOWED_GROWTH = 0.06
ENOUGH_TO_JUDGE = 10_000
BETWEEN_FILES = 5
# In seconds: the server reads the disk again soon after a report, and everything after one of settings.
BETWEEN_SETTLED_LOOKS = 0.2
MAX_SETTLING = 20

SCRIPT = "import argparse\nimport helper\np = argparse.ArgumentParser()\np.add_argument('--depth', type=int)\n"
# Texts of files around the documents; `None` where a file is not there.
FILES_AROUND = {
    ".amlignore": [None, "src\n", "data/\n.git\n", ".git/\n"],
    ".gitignore": [None, "*.log\n", "data\n", "src/helper.py\n"],
    "src/.amlignore": [None, "helper.py\n", "*.py\n"],
    "src/train.py": [None, "", "print(\n", SCRIPT + "p.parse_args()\n", SCRIPT + "p.add_argument('--rate')\np.parse_args()\n"],
    "src/helper.py": [None, "NAME = 1\n"],
    "pipelines/src/prep.py": [None, "import os\n", "x = (\n"],
    "docker/Dockerfile": [None, "FROM python:3.10\nCOPY missing.txt .\n", "RUN echo\n"],
    "docker/requirements.txt": [None, "mlflow\n", "numpy==1.0\nnumpy==2.0\n"],
    "conda.yml": [None, "name: c\ndependencies: [python=3.10, pip]\n", "dependencies: [\n"],
    "run.sh": [None, "az ml job create -f jobs/train.yml --set compute=azureml:other\n", "az ml job create -f jobs/sweep.yml\n"],
    "azml.yaml": ["computes:\n  gpu-cluster: {type: amlcompute, size: Standard_NC24ads_A100_v4}\n", "computes: {}\n", "rules: {unused-input: off}\n"],
    ".azml/computes.json": [None, "[]", '[{"name": "listed", "type": "amlcompute", "size": "Standard_D4s_v5"}]'],
    "data/a.csv": [None, "1\n", "1\n" * 10_000],
}
# Documents that depend on those files.
DOCUMENTS_AROUND = {
    "jobs/root.yml": "type: command\ncommand: python src/train.py --depth 1\ncode: ..\nenvironment: azureml:e:1\ncompute: azureml:listed\n",
    "environments/image.yml": "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: image\nbuild: {path: ../docker}\n",
    "environments/conda.yml": "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: conda\nimage: python\n"
    "conda_file: ../conda.yml\n",
}


class Look:
    """What the server says of a document."""

    def __init__(self, speaks, answers):
        self.speaks, self.answers = speaks, answers


def outermost(selection):
    while selection.get("parent"):
        selection = selection["parent"]
    return selection


class Editor:
    """An editor with one document, of which it has its own text."""

    def __init__(self, server, uri, text, unit, chance):
        self.server, self.uri, self.first, self.text = server, uri, text, text
        self.unit, self.chance, self.version = unit, chance, 0
        self.open()

    def open(self):
        self.version += 1
        document = {"uri": self.uri, "languageId": "yaml", "version": self.version, "text": self.text}
        self.server.notify("textDocument/didOpen", {"textDocument": document})

    def close(self):
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    def change(self, count):
        """One message with `count` changes; each is about the text that the one before left."""
        changes = []
        for _ in range(count):
            start = self.chance.randrange(len(self.text) + 1)
            end = min(len(self.text), start + self.chance.choice([0, 0, 0, 1, 1, 2, 5, 30]))
            start, end = self.between(start), self.between(end)
            if is_harmless := self.chance.random() < 0.7:
                end = start
            new = self.chance.choice(HARMLESS if is_harmless else PIECES)
            changes.append({"range": {"start": self.position(start), "end": self.position(end)}, "text": new})
            self.text = self.text[:start] + new + self.text[end:]
        self.send(changes)

    def save(self):
        self.server.notify("textDocument/didSave", {"textDocument": {"uri": self.uri}})

    def settled(self):
        """Waits until the server says the same twice."""
        until = time.monotonic() + MAX_SETTLING
        before = None
        while (now := self.look([]).answers) != before and time.monotonic() < until:
            before = now
            time.sleep(BETWEEN_SETTLED_LOOKS)

    def restore(self):
        self.text = self.first
        self.send([{"text": self.text}])

    def send(self, changes):
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def between(self, at):
        """No position is inside a line break of two characters."""
        return at + (self.text[at - 1 : at + 1] == "\r\n")

    def position(self, at):
        lines = split_lines(self.text[:at])
        return {"line": len(lines) - 1, "character": width(lines[-1], self.unit)}

    def look(self, places):
        document = {"textDocument": {"uri": self.uri}}
        many = [(f"textDocument/{what}", document) for what in COMPARED]
        many.append(("textDocument/selectionRange", {**document, "positions": places}))
        # Pulled: nothing is published about what random edits have made of a file of ours.
        many.append(("textDocument/diagnostic", document))
        *answers, found = self.server.results(many)
        findings = found["items"]
        if not findings or any(it["code"] == "yaml-syntax" for it in findings):
            return Look(False, [outermost(it) for it in answers[-1]])
        return Look(True, [sorted(map(repr, findings)), *answers])


def change_around(server, root, chance):
    """Some files become others, as a client reports them that watches the folder."""
    changes = []
    for name in chance.sample(sorted(FILES_AROUND), 3):
        file, text = root / name, chance.choice(FILES_AROUND[name])
        kind = 2 if file.exists() else 1
        if text is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        elif file.exists():
            file.unlink()
            kind = 3
        else:
            continue
        changes.append({"uri": file.as_uri(), "type": kind})
    server.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    return [Path(change["uri"]).name for change in changes]


def memory(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def session(binary, root, texts, unit, edits, seed):
    environment = {**os.environ, "AZML_TODAY": "2026-11-21"}
    server = CheckedServer([binary, "--stdio"], root, environment, capabilities(unit, True))
    chance = random.Random(seed)
    editors = [Editor(server, uri, text, unit, chance) for uri, text in texts.items()]
    # A server that says nothing of any text would always agree with itself.
    made, looks, differences, spoke, around, sizes = 0, 0, 0, 0, [], []
    while made < edits:
        editor = editors[looks % len(editors)]
        before = made
        while made - before < BETWEEN_LOOKS:
            count = chance.choice([1, 1, 1, 2, 5])
            editor.change(count)
            made += count
        is_around = looks % BETWEEN_FILES == BETWEEN_FILES - 1
        # Of broken YAML little is said, and nothing of other files.
        if is_around and chance.random() < 0.7:
            editor.restore()
        places = [editor.position(editor.between(chance.randrange(len(editor.text) + 1))) for _ in range(20)]
        editor.save()
        if is_around:
            around = change_around(server, root, chance)
            editor.settled()
        typed = editor.look(places)
        editor.close()
        editor.open()
        opened = editor.look(places)
        differences += typed.answers != opened.answers
        spoke += opened.speaks
        if typed.answers != opened.answers:
            print(f"{unit}: after {made} edits of {editor.uri}, with {around} changed last, the answers differ: {editor.text!r}")
        editor.restore()
        # The others are looked at when it is as it was.
        editor.look([])
        looks += 1
        if made >= edits * (len(sizes) + 1) // PARTS:
            sizes.append(memory(server.process))
    said = server.end()
    growth = sizes[-1] / sizes[PARTS // 2 - 1] - 1
    grows = edits >= ENOUGH_TO_JUDGE and growth > ALLOWED_GROWTH
    failed = differences or grows or server.violations or said or server.process.returncode or not spoke
    print(
        f"{unit}: {made} edits, {looks} comparisons ({spoke} of whole YAML with findings), {differences} differ; "
        f"memory {' '.join(f'{it:,}' for it in sizes)} kB ({growth:+.1%} in the second half); {server.violations.total()} violations"
    )
    for text, count in server.violations.most_common(20):
        print(f"VIOLATION, {count} times: {text}")
    return bool(failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        root, texts = folder_of_files(Path(temporary))
        for name, text in DOCUMENTS_AROUND.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            texts[file.as_uri()] = text
        for unit in ["utf-8", "utf-16", "utf-32"]:
            failed |= session(options.binary, root, texts, unit, options.edits, options.seed)
    sys.exit(failed)


if __name__ == "__main__":
    main()
