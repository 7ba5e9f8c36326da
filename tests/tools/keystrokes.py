#!/usr/bin/env python3
"""Counts the keys that six documents take with completion, beside yaml-language-server with our JSON schemas.

    tests/tools/keystrokes.py [--without-schema] [--plain-names] BINARY YAML_LANGUAGE_SERVER

The other server is that of npm, `node_modules/yaml-language-server/bin/yaml-language-server`, run with node;
`BINARY --schema KIND` makes its schemas. Both serve the same typist: greedy, who knows what is to be written, looks into the menu
after every key, and takes an item where that saves keys.

- A letter is a key; so are Enter, Tab, and Backspace. A new line begins where the last one did; a step to the right or left of
  it is one key more.
- The menu opens by itself after a letter and after the server's trigger characters; elsewhere it costs a key.
- Taking an item costs a key for each line of the menu above it, and one for Enter. The menu is filtered by what is typed and
  sorted as the server says.
- Whole documents and other items of more than two lines are left out, for both.
- The line with `$schema` is there, and its keys do not count; `--without-schema` begins with an empty file.
- yaml-language-server is told the kind by its settings in each run. `--plain-names` takes from azml-ls what the names of the
  files say.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from client import ConfiguredServer
from keystroke_documents import AROUND, DOCUMENTS

PLACEHOLDER = re.compile(r"\$\{\d+(?::[^}]*|\|[^}]*\|)?\}|\$\d+")
# It tells both of which kind the document is.
FIRST_LINE = "$schema: https://azuremlschemas.azureedge.net/latest/{}.schema.json\n"
# Nobody reads further.
LONGEST_MENU = 12
# A key and the one below it.
LINES = 2


class Typist:
    """Writes one document through one server."""

    def __init__(self, server, uri, target):
        self.server, self.uri, self.target = server, uri, target
        can = server.initialized["capabilities"].get("completionProvider") or {}
        self.triggers = set(can.get("triggerCharacters") or [])
        self.version = 1
        self.keys = 0
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": ""}
        server.notify("textDocument/didOpen", {"textDocument": document})

    def write(self, done):
        """The number of keys behind what is there."""
        while done < len(self.target):
            item = self.best_item(done)
            if item:
                done, cost = item
            else:
                done, cost = self.typed(done)
            self.keys += cost
        return self.keys

    def typed(self, done):
        """Where the text ends after one step by hand, and what it costs."""
        if self.target[done] != "\n":
            return done + 1, 1
        line = self.target[:done].rsplit("\n", 1)[-1]
        end = done + 1
        while end < len(self.target) and self.target[end] == " ":
            end += 1
        before, after = len(line) - len(line.lstrip(" ")), end - done - 1
        return end, 1 + abs(after - before) // 2

    def best_item(self, done):
        """The best item of the menu at this place, if one is worth it: where the text ends then, and the keys."""
        if self.target[done] == "\n":
            return None
        text = self.target[:done]
        opened = 0 if text[-1:].isalnum() or text[-1:] in self.triggers else 1
        best = None
        for row, end in enumerate(self.menu(text)):
            cost = opened + row + 1
            if end and end - done > cost and (best is None or end - done - cost > best[0] - done - best[1]):
                best = end, cost
        return best

    def menu(self, text):
        """For each item that is shown, in its order: where the text ends if it is right, else None."""
        self.version += 1
        lines = text.split("\n")
        at = {"line": len(lines) - 1, "character": len(lines[-1])}
        document = {"uri": self.uri, "version": self.version}
        self.server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        params = {"textDocument": {"uri": self.uri}, "position": at, "context": {"triggerKind": 1}}
        answer = self.server.request("textDocument/completion", params) or []
        items = answer.get("items", []) if isinstance(answer, dict) else answer
        shown = [it for it in items if self.is_shown(it, lines[-1]) and inserted(it).strip().count("\n") < LINES]
        shown.sort(key=lambda it: it.get("sortText") or it["label"])
        return [self.end_of(it, text, lines[-1]) for it in shown[:LONGEST_MENU]]

    def is_shown(self, item, line):
        written = line[self.start_of(item, line) :].lstrip().lower()
        return (item.get("filterText") or item["label"]).lower().startswith(written)

    def start_of(self, item, line):
        edit = item.get("textEdit")
        if edit:
            return (edit.get("range") or edit["replace"])["start"]["character"]
        return len(line) - len(re.search(r"[\w.$-]*$", line)[0])

    def end_of(self, item, text, line):
        new = text[: len(text) - len(line)] + line[: self.start_of(item, line)] + inserted(item).rstrip("\n ")
        # What stands behind a colon is part of a key: a space is typed by those that leave it out.
        if self.target.startswith(new + " ") and inserted(item).endswith(" "):
            new += " "
        return len(new) if self.target.startswith(new) and len(new) > len(text) else None


def inserted(item):
    """The text of an item up to its first tab stop; what is selected there is typed over."""
    edit = item.get("textEdit")
    text = edit["newText"] if edit else item.get("insertText") or item["label"]
    if item.get("insertTextFormat") != 2:
        return text
    stop = PLACEHOLDER.search(text)
    if stop and PLACEHOLDER.sub("", text[stop.start() :]).strip():
        return ""
    text = text[: stop.start()] if stop else text
    return re.sub(r"\\([\\$}])", r"\1", text)


def keys(command, root, settings, name, first, target):
    server = ConfiguredServer(command, root, {**os.environ, "AZML_TODAY": "2026-11-21"}, settings)
    count = Typist(server, (root / name).as_uri(), first + target).write(len(first))
    server.end()
    return count


def schema_settings(binary, root, documents):
    """Writes a schema for each document; the settings that name them."""
    schemas = {}
    for name, kind, schema, _ in documents.values():
        path = root / ".schemas" / f"{schema}.schema.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(subprocess.run([binary, "--schema", kind], stdout=subprocess.PIPE, check=True).stdout)
        schemas[path.as_uri()] = name
    store = {"enable": False}
    return {"yaml": {"schemas": schemas, "completion": True, "validate": True, "schemaStore": store}}


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    words = [word for word in sys.argv[1:] if word not in options]
    if len(words) != 2 or not options <= {"--without-schema", "--plain-names"}:
        sys.exit(__doc__)
    binary, other = words
    documents = dict(DOCUMENTS)
    if "--plain-names" in options:
        for number, (title, (_, *rest)) in enumerate(DOCUMENTS.items()):
            documents[title] = (f"wine-{number}.yml", *rest)
    ours = [str(Path(binary).resolve()), "--stdio"]
    theirs = ["node", str(Path(other).resolve()), "--stdio"]
    print("| document | keys by hand | azml-ls | saved | yaml-language-server | saved |\n|---|---|---|---|---|---|")
    sums = [0, 0, 0]
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        (root / ".git").mkdir()
        for name, text in AROUND.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text)
        settings = schema_settings(binary, root, documents)
        for title, (name, _, schema, target) in documents.items():
            first = "" if "--without-schema" in options else FIRST_LINE.format(schema)
            both = [(ours, None), (theirs, settings)]
            found = [keys(command, root, its, name, first, target) for command, its in both]
            row = [by_hand(target), *found]
            sums = [one + other for one, other in zip(sums, row)]
            print(line(title, row), flush=True)
    print(line("all", sums))


def by_hand(target):
    """The keys of somebody without completion."""
    count = done = 0
    while done < len(target):
        done, cost = Typist.typed(type("Text", (), {"target": target})(), done)
        count += cost
    return count


def line(title, row):
    hand, *found = row
    cells = [f"{count} | {1 - count / hand:.0%}" for count in found]
    return f"| {title} | {hand} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
