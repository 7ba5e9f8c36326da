#!/usr/bin/env python3
"""Holds every message of a server against the protocol: framing, JSON-RPC, the types of LSP, and what the specification
says in words (ranges lie in the text, edits do not overlap, tokens have names, completions touch the cursor).

    tests/tools/conformance.py BINARY [--every N]

Asks at every N-th column of five files (3 if it is not said), in UTF-8, UTF-16 and UTF-32, pushed and pulled, and once each
with the capabilities of the completion plugins nvim-cmp and blink.cmp; ends with "N requests, M violations". The exit code is 1
if there are any. Needs lsprotocol: pip install -r tests/tools/requirements.txt
"""

import argparse
import collections
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from checked_client import PLUGINS, CheckedServer, capabilities, capabilities_of
from spoken_rules import Judge

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
FILES = [
    "jobs/sweep.yml",
    "jobs/train.yml",
    "computes/cpu-cluster.yml",
    "pipelines/wine.yml",
    "pipelines/components/train.yml",
]
# Widths of 2, 3 and 4 bytes, in front of what the server speaks about.
WIDE = "é中😀"
AT_A_PLACE = {
    "textDocument/hover": {},
    "textDocument/completion": {"context": {"triggerKind": 1}},
    "textDocument/definition": {},
    "textDocument/references": {"context": {"includeDeclaration": True}},
    "textDocument/documentHighlight": {},
    "textDocument/linkedEditingRange": {},
    "textDocument/prepareRename": {},
    "textDocument/rename": {"newName": "renamed"},
    "textDocument/prepareCallHierarchy": {},
}
OF_A_FILE = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/semanticTokens/full",
]
# In one burst, so that nobody waits for anybody.
AT_ONCE = 48


def folder_of_files(parent):
    """A project with two of our fixtures, in which characters of every width stand in front of names."""
    root = parent / "project"
    shutil.copytree(FIXTURES / "tour", root)
    shutil.copytree(FIXTURES / "pipelines", root / "pipelines")
    (root / ".git").mkdir()
    texts = {}
    for name in FILES:
        lines = (root / name).read_text().split("\n") + MISTAKES.get(name, [])
        # A flow mapping keeps what follows on one line with it.
        lines.append(f'tags: {{"{WIDE}": "{WIDE}", owner: "{WIDE}"}}')
        text = "\n".join(widened(line) for line in lines) + "\n"
        (root / name).write_text(text)
        texts[(root / name).as_uri()] = text
    return root, texts


# Mistakes that have a fix: actions are asked for them too.
MISTAKES = {
    "computes/cpu-cluster.yml": ["description: yes", "min_instances: 3"],
    "pipelines/wine.yml": ["description: on"],
    "jobs/train.yml": ["descripton: wine", "timeout: 1 h"],
}


def widened(line):
    """Commands print something first, so that expressions stand behind wide characters."""
    return line.replace("command: python", f"command: echo {WIDE}; python")


def places(text, every, unit):
    """The positions at every `every`-th column, and at the end of each line."""
    for number, line in enumerate(text.split("\n")):
        columns = range(0, len(line) + 1, every)
        for column in sorted({*columns, len(line)}):
            yield {"line": number, "character": width(line[:column], unit)}


def width(text, unit):
    if unit == "utf-8":
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2 if unit == "utf-16" else len(text)


def questions(uri, text, every, unit):
    document = {"textDocument": {"uri": uri}}
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": len(text.split("\n")), "character": 0}}
    for method in OF_A_FILE:
        yield method, document
    yield "textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}}
    for method in ["textDocument/inlayHint", "textDocument/semanticTokens/range"]:
        yield method, {**document, "range": everywhere}
    for at in places(text, every, unit):
        for method, more in AT_A_PLACE.items():
            yield method, {**document, "position": at, **more}
        yield "textDocument/selectionRange", {**document, "positions": [at]}
        here = {"start": at, "end": at}
        yield "textDocument/codeAction", {**document, "range": here, "context": {"diagnostics": []}}
        ahead = {"start": at, "end": everywhere["end"]}
        yield "textDocument/inlayHint", {**document, "range": ahead}
        yield "textDocument/semanticTokens/range", {**document, "range": ahead}


def follow_ups(method, answer, resolves):
    """What a client asks about an answer."""
    if method == "textDocument/prepareCallHierarchy":
        for item in answer or []:
            yield "callHierarchy/incomingCalls", {"item": item}
            yield "callHierarchy/outgoingCalls", {"item": item}
    if method == "textDocument/codeAction" and resolves:
        for action in answer or []:
            if "edit" not in action and "data" in action and "disabled" not in action:
                yield "codeAction/resolve", action


def session(binary, root, texts, able, every):
    """Asks everything; returns the violations and how often was asked what."""
    unit = able["general"]["positionEncodings"][0]
    pulls = "diagnostic" in able["textDocument"]
    environment = {**os.environ, "AZML_TODAY": "2026-11-21"}
    server = CheckedServer([binary, "--stdio"], root, environment, able)
    judge = Judge(server, able, unit, dict(texts))
    asked = collections.Counter()
    for uri, text in texts.items():
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": document})
    for uri in texts:
        params = {"textDocument": {"uri": uri}}
        found = server.request("textDocument/diagnostic", params)["items"] if pulls else server.wait_published(uri, 1)
        asked["diagnostics"] += 1
        judge.diagnostics(uri, found)
    for uri, text in texts.items():
        waiting = list(questions(uri, text, every, unit))
        while waiting:
            now, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
            for (method, params), answer in zip(now, server.results(now)):
                asked[method.removeprefix("textDocument/")] += 1
                judge.answer(method, params, answer)
                waiting.extend(follow_ups(method, answer, judge.resolves))
    for query in ["", "c", "train"]:
        asked["workspace/symbol"] += 1
        judge.answer("workspace/symbol", {"query": query}, server.request("workspace/symbol", {"query": query}))
    for uri in texts:
        server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    said = server.end()
    if said:
        server.violation(f"standard error: {said[:200]!r}")
    if server.process.returncode:
        server.violation(f"exit code {server.process.returncode}")
    return server.violations, asked


def clients():
    """Names and capabilities."""
    for unit in ["utf-8", "utf-16", "utf-32"]:
        yield unit, capabilities(unit, False)
        yield f"{unit}, pulled", capabilities(unit, True)
    for plugin in PLUGINS:
        yield plugin, capabilities_of(plugin)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--every", type=int, default=3)
    options = parser.parse_args()
    total, violations = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as temporary:
        root, texts = folder_of_files(Path(temporary))
        for name, able in clients():
            found, asked = session(options.binary, root, texts, able, options.every)
            total.update(asked)
            for text, count in found.items():
                violations[f"{name}: {text}"] += count
    for method, count in total.most_common():
        print(f"{count:7}  {method}")
    for text, count in violations.most_common(60):
        print(f"VIOLATION, {count} times: {text}")
    print(f"{total.total()} requests, {violations.total()} violations")
    sys.exit(violations.total() > 0)


if __name__ == "__main__":
    main()
