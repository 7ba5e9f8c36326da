#!/usr/bin/env python3
"""Edits documents at random through a real server, and looks whether both ends still have the same text and memory is flat.

    tests/tools/random_edits.py BINARY [--edits N] [--seed N]

10,000 edits each in UTF-8, UTF-16 and UTF-32. After every five the document is closed and opened again with the text that
the editor has: diagnostics, symbols, tokens, folds and selections must be those of before. Where the YAML is broken, or
nothing is found, only the extent of the text is compared: of a mistake that was just typed the server knows where it was made,
of one that was opened it does not. The typed document is saved first: while a line is being written, not all is said of it.
Memory is that of the process (Linux) after each tenth of the edits. From 10,000 edits on it is judged: in the second half it may
grow by 3 %, which is for the threads that are started then and what the allocator keeps for each. Needs lsprotocol: pip install -r tests/tools/requirements.txt
"""

import argparse
import os
import random
import sys
import tempfile
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
ALLOWED_GROWTH = 0.03
ENOUGH_TO_JUDGE = 10_000


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


def memory(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def session(binary, root, texts, unit, edits, seed):
    environment = {**os.environ, "AZML_TODAY": "2026-11-21"}
    server = CheckedServer([binary, "--stdio"], root, environment, capabilities(unit, True))
    chance = random.Random(seed)
    editors = [Editor(server, uri, text, unit, chance) for uri, text in texts.items()]
    # A server that says nothing of any text would always agree with itself.
    made, looks, differences, spoke, sizes = 0, 0, 0, 0, []
    while made < edits:
        editor = editors[looks % len(editors)]
        before = made
        while made - before < BETWEEN_LOOKS:
            count = chance.choice([1, 1, 1, 2, 5])
            editor.change(count)
            made += count
        places = [editor.position(editor.between(chance.randrange(len(editor.text) + 1))) for _ in range(20)]
        editor.save()
        typed = editor.look(places)
        editor.close()
        editor.open()
        opened = editor.look(places)
        differences += typed.answers != opened.answers
        spoke += opened.speaks
        if typed.answers != opened.answers:
            print(f"{unit}: after {made} edits of {editor.uri} the texts differ: {editor.text!r}")
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
        for unit in ["utf-8", "utf-16", "utf-32"]:
            failed |= session(options.binary, root, texts, unit, options.edits, options.seed)
    sys.exit(failed)


if __name__ == "__main__":
    main()
