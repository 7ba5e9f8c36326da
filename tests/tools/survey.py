#!/usr/bin/env python3
"""What the server answers at every key and value of a folder of YAML, as JSON lines; and what differs between two surveys.

    tests/tools/survey.py ask BINARY FOLDER OUT    hover, definition, completion, symbols, links, lenses, folds, tokens, hints
    tests/tools/survey.py compare BEFORE AFTER     counts the differences by class and shows some of each; exit code 1 if any

A refactoring leaves the survey as it is, byte for byte; a change that is meant shows up as a class of differences.
"""

import argparse
import collections
import json
import os
import re
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
from client import Server

# A key, and where its value begins.
KEY = re.compile(r'^(\s*(?:- +)*)("?[A-Za-z_$][\w.$-]*"?)(\s*:\s*)')
OF_DOCUMENT = {
    "symbols": "documentSymbol",
    "links": "documentLink",
    "lens": "codeLens",
    "folds": "foldingRange",
    "tokens": "semanticTokens/full",
}
EVERYWHERE = {"start": {"line": 0, "character": 0}, "end": {"line": 100000, "character": 0}}
AT_ONCE = 64
SHOWN = 3


def questions(uri, text):
    """Every question about a document, with a name for its place."""
    document = {"textDocument": {"uri": uri}}
    for name, method in OF_DOCUMENT.items():
        yield name, f"textDocument/{method}", document
    yield "hints", "textDocument/inlayHint", {**document, "range": EVERYWHERE}
    for number, line in enumerate(text.split("\n")):
        found = KEY.match(line.rstrip("\r"))
        if not found:
            continue
        # Completion is asked where a word would begin, the others inside of it.
        for part, start, inside in [("key", found.end(1), 1), ("value", found.end(3), 0)]:
            for what in ["hover", "definition", "completion"]:
                column = start + (0 if what == "completion" else inside)
                position = {"line": number, "character": column}
                yield f"{number}:{part}:{what}", f"textDocument/{what}", {**document, "position": position}


def ask(binary, folder, out):
    root = folder.resolve()
    server = Server([binary, "--stdio"], root, {**os.environ, "AZML_TODAY": "2026-11-21"})
    files = sorted(path for path in root.rglob("*") if path.suffix in (".yml", ".yaml") and path.is_file())
    counts = collections.Counter()
    with out.open("w") as written:
        for path in files:
            try:
                text = path.read_bytes().decode()
            except UnicodeDecodeError:
                continue
            uri = path.as_uri()
            document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
            server.notify("textDocument/didOpen", {"textDocument": document})
            if not counts["files"]:
                time.sleep(6)  # The rest of the folder is read meanwhile.
            counts["files"] += 1
            asked = list(questions(uri, text))
            for at in range(0, len(asked), AT_ONCE):
                some = asked[at : at + AT_ONCE]
                answers = server.requests([(method, params) for _, method, params in some])
                for (place, _, _), answer in zip(some, answers):
                    counts[kind_of(place)] += 1
                    line = json.dumps([str(path.relative_to(root)), place, answer], sort_keys=True)
                    written.write(line.replace(str(root), "ROOT") + "\n")
            server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    server.end()
    print(dict(counts))
    return 0


def kind_of(place):
    """`hover` of `12:key:hover`."""
    return place.rsplit(":", 1)[-1]


def read(survey):
    """Answers by file and place."""
    rows = (json.loads(line) for line in survey.read_text().splitlines())
    return {(path, place): answer for path, place, answer in rows}


def what_differs(before, after):
    """A few words for a difference, the same for differences of one sort."""
    if before is None or after is None:
        return "is there now" if before is None else "is gone"
    if type(before) is not type(after):
        return "of another type"
    if isinstance(before, list):
        if len(before) != len(after):
            return "fewer" if len(before) > len(after) else "more"
        pairs = zip(before, after)
        return next((what_differs(a, b) for a, b in pairs if a != b), "")
    if isinstance(before, dict):
        keys = sorted(before.keys() | after.keys())
        key = next(key for key in keys if before.get(key) != after.get(key))
        return f"{key}: {what_differs(before.get(key), after.get(key))}"
    return "another value"


def compare(before, after):
    before, after = read(before), read(after)
    classes = collections.defaultdict(list)
    for at in sorted(before.keys() | after.keys()):
        if before.get(at) != after.get(at):
            classes[kind_of(at[1]), what_differs(before.get(at), after.get(at))].append(at)
    for (kind, words), places in sorted(classes.items()):
        print(f"{len(places)} × {kind}: {words}")
        for path, place in places[:SHOWN]:
            print(f"  {path} {place}")
            print(f"    before {json.dumps(before.get((path, place)))[:500]}")
            print(f"    after  {json.dumps(after.get((path, place)))[:500]}")
    print(f"{sum(map(len, classes.values()))} of {len(before)} answers differ, in {len(classes)} classes")
    return 1 if classes else 0


def main():
    parser = argparse.ArgumentParser(description="Asks the server everywhere, and compares what it said.")
    modes = parser.add_subparsers(dest="mode", required=True)
    asking = modes.add_parser("ask")
    asking.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    asking.add_argument("folder", type=Path)
    asking.add_argument("out", type=Path)
    comparing = modes.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.mode == "ask":
        return ask(options.binary, options.folder, options.out)
    return compare(options.before, options.after)


sys.exit(main())
