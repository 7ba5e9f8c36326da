#!/usr/bin/env python3
"""How many references of a folder lead somewhere without the snapshot of a workspace, and with one that holds them.

    tests/tools/saved_references.py BINARY FOLDER

Makes a snapshot from the references in a copy of the folder, asks the server for the definition of each, before and after, and
prints a table by kind, and the places that lead nowhere. Fails where a rule that compares with the snapshot reports a
reference that it holds.
"""

import argparse
import collections
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from client import Server

TODAY = "2026-11-21"
RULES = [
    "archived-asset",
    "outdated-asset-version",
    "unresolved-asset",
    "unresolved-asset-version",
    "unresolved-compute",
    "unresolved-datastore",
    "unresolved-endpoint",
]
# A key whose value is a reference; the value ends where a comment begins.
REFERENCE = re.compile(
    r"""^\s*(?:-\s+)*(?P<key>[\w$]+):\s+(?P<quote>["']?)(?P<value>[^\s"'#]+)(?P=quote)\s*(?:\#.*)?$"""
)
STORE = re.compile(r"azureml://datastores/(?P<name>[\w-]+)/")
ASSET = re.compile(r"azureml:(?P<name>[\w.-]+)(?::(?P<version>[\w.-]+)|@(?P<label>[\w.-]+))?$")
KINDS = {
    "compute": "compute",
    "default_compute": "compute",
    "environment": "environment",
    "component": "component",
    "pre_processing_component": "component",
    "model": "model",
    "path": "data or model",
    "default_datastore": "datastore",
    "endpoint_name": "endpoint",
}
FILES = {
    "environment": ["environments"],
    "component": ["components"],
    "model": ["models"],
    "data or model": ["data", "models"],
}


def references(root):
    """File, line, column, kind, name, version, and label of every reference."""
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".yml", ".yaml") or not path.is_file():
            continue
        try:
            lines = path.read_bytes().decode().splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines):
            found = REFERENCE.match(line)
            kind = found and KINDS.get(found["key"])
            if not kind:
                continue
            name = STORE.match(found["value"])
            if name:
                kind = "datastore"
            name = name or ASSET.match(found["value"])
            # A placeholder names nothing, and neither does the compute that Azure chooses.
            if found["value"].startswith("placeholder") or found["value"].endswith("serverless"):
                continue
            if kind in ("endpoint", "compute") and re.fullmatch(r"[\w-]+", found["value"]):
                yield path, number, found.start("value") + 1, kind, found["value"], None, None
            elif name:
                parts = name.groupdict()
                column = found.start("value") + name.start("name") + 1
                yield path, number, column, kind, name["name"], parts.get("version"), parts.get("label")


def snapshot(found):
    """The files of a snapshot that holds every one of them."""
    files = {file: {} for files in FILES.values() for file in files}
    names = collections.defaultdict(set)
    for _, _, _, kind, name, version, label in found:
        names[kind].add(name)
        for file in FILES.get(kind, []):
            entry = files[file].setdefault(name, {"versions": set(), "labels": {}})
            entry["versions"].add(version or "1")
            if label and label != "latest":
                entry["labels"][label] = "1"
    listed = {
        file: [
            {"name": name, "versions": sorted(entry["versions"]), "labels": entry["labels"]}
            for name, entry in sorted(entries.items())
        ]
        for file, entries in files.items()
    }
    listed["computes"] = [
        {"name": name, "type": "amlcompute", "size": "Standard_DS3_v2"} for name in sorted(names["compute"])
    ]
    listed["datastores"] = [{"name": name, "type": "azure_blob"} for name in sorted(names["datastore"])]
    listed["endpoints"] = [{"name": name} for name in sorted(names["endpoint"])]
    listed["snapshot"] = {"format": 1, "workspace": "made", "saved": TODAY}
    return listed


def environment():
    return {"AZML_TODAY": TODAY}


def resolved(binary, root, found):
    """Whether each reference has a definition."""
    server = Server([binary, "--stdio"], root, environment())
    server.wait_for_folder()
    by_file = collections.defaultdict(list)
    for reference in found:
        by_file[reference[0]].append(reference)
    good = set()
    for path, some in by_file.items():
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": path.read_bytes().decode()}
        server.notify("textDocument/didOpen", {"textDocument": document})
        for reference in some:
            position = {"line": reference[1], "character": reference[2]}
            params = {"textDocument": {"uri": path.as_uri()}, "position": position}
            answer = server.request("textDocument/definition", params)
            if answer and "code" not in answer:
                good.add(reference)
        server.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    server.end()
    return good


def findings(binary, root):
    """What the rules that compare with a snapshot say."""
    only = [part for rule in RULES for part in ("--only", rule)]
    command = [binary, "--check", "--format", "concise", *only]
    done = subprocess.run(command, cwd=root, env=environment(), capture_output=True, text=True)
    if done.returncode > 1 or "panicked" in done.stderr:
        raise SystemExit(f"exit code {done.returncode}\n{done.stderr}")
    return [line for line in done.stdout.splitlines() if any(f"[{rule}]" in line for rule in RULES)]


def main():
    parser = argparse.ArgumentParser(description="Counts the references that lead somewhere, before and after.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="azml-saved-") as scratch:
        root = Path(scratch).resolve() / "copy"
        shutil.copytree(options.folder, root, symlinks=True)
        (root / ".git").mkdir(exist_ok=True)
        (root / ".git/HEAD").touch()
        found = list(references(root))
        before, said_before = resolved(options.binary, root, found), findings(options.binary, root)
        (root / ".azml").mkdir()
        for file, content in snapshot(found).items():
            (root / ".azml" / f"{file}.json").write_text(json.dumps(content))
        after, said_after = resolved(options.binary, root, found), findings(options.binary, root)
        places = [f"{path.relative_to(root)}:{line + 1}:" for path, line, *_ in found]
        nowhere = [place for place, reference in zip(places, found) if reference not in after]
    rows = collections.defaultdict(lambda: [0, 0, 0])
    for reference in found:
        kind, _, version, label = reference[3:]
        extra = " with a version" if version else " with a label" if label else ""
        row = rows[kind + extra]
        for at, counts in enumerate([True, reference in before, reference in after]):
            row[at] += counts
    print(f"{'reference':<32}{'all':>6}{'before':>8}{'after':>8}")
    for kind, row in sorted(rows.items()):
        print(f"{kind:<32}{row[0]:>6}{row[1]:>8}{row[2]:>8}")
    print(f"{'':<32}{len(found):>6}{len(before):>8}{len(after):>8}")
    print(f"findings of the rules that compare with the snapshot: {len(said_before)} before, {len(said_after)} after")
    wrong = [line for line in said_after if line.startswith(tuple(places))]
    for line in nowhere:
        print(f"leads nowhere: {line}")
    for line in said_after:
        print(f"{'held, but reported' if line in wrong else 'not held'}: {line}")
    return 1 if wrong else 0


sys.exit(main())
