#!/usr/bin/env python3
"""Asks the official client about every example and spec where a page or a finding says that the client rejects the file.

    tests/tools/claims.py BINARY ORACLE...

ORACLE is a command that takes `--files-from LIST` and `--kind KIND`, and prints a JSON line for each file, with `file`, `ok`, and `errors`. The
"Reported" blocks of `rules/book` and the blocks of `tests/specs` are written to a folder each. A claim is a finding that says that the client
or the CLI rejects or refuses the file, or an error whose page says so. Lists the files that the client accepts, those that it rejects in
other words than ours, those that it rejects only because a path is missing, and those that the oracle cannot be asked about. Exit code 1 if the
client accepts one.
"""

import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CLAIM = re.compile(r"\b(?:client|CLI)(?: has)? (?:rejects|refuses|rejected|refused)\b(?! only| a few)")
# A page that speaks of some places claims nothing of its example.
SOME = re.compile(r"[Aa]t most places")
# The client's own words, in a finding or in the prose of a spec.
WORDS = re.compile(r"\b(?:client|CLI)[^\"`]{0,30}: \"([^\"]+?)\\.?\"")
FENCE = re.compile(r"^```(\S*)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAME = re.compile(r"\A# ([\w./-]+\.\w+)\n")
# What the client says of a path that the example leaves out.
MISSING = re.compile(r"No such file|not found|cannot open|does ?n[o']t exist|not exist", re.IGNORECASE)
OF_PATHS = {"path", "script"}


def sections(text, is_page):
    """The blocks of each example: the `Reported:` part of a page, each heading of a spec."""
    if is_page:
        return [text.partition("\nReported:\n")[2].partition("\nNot reported:\n")[0]]
    return re.split(r"^## ", text, flags=re.MULTILINE)[1:]


def write_files(section, folder):
    """The files of an example, without those that a fix would make."""
    for number, (language, words, text) in enumerate(FENCE.findall(section)):
        if "fixed" in words:
            continue
        named = re.search(r"path=(\S+)", words) or NAME.match(text)
        path = folder / (named[1] if named else f"file{number or ''}.{'py' if language == 'python' else 'yml'}")
        if ".." not in path.parts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def check(binary, folder, rule):
    """The findings of a rule, and the kind of each file."""
    options = ["--check", "--preview", "--min-level", "hint", "--only", rule, "--format", "json", "."]
    run = subprocess.run([binary, *options], cwd=folder, capture_output=True, text=True)
    report = json.loads(run.stdout) if run.stdout else {"diagnostics": [], "files": []}
    return report["diagnostics"], {file["path"]: file["kind"] for file in report["files"]}


def claims(binary, top):
    """`(rule, group, file, kind, is_said, words)` of every finding that claims a rejection."""
    pages = {page.stem: page.read_text() for page in sorted(Path("rules/book").glob("*.md"))}
    groups = {spec.stem: spec.parent.name for spec in Path("tests/specs").rglob("*.md")}
    sources = [(rule, text, True) for rule, text in pages.items()]
    sources += [(spec.stem, spec.read_text(), False) for spec in sorted(Path("tests/specs").rglob("*.md")) if spec.stem in pages]
    for rule, text, is_page in sources:
        page = re.sub(r"```.*?```", "", pages[rule], flags=re.DOTALL)
        page_claim = CLAIM.search(re.sub(r"\s+", " ", page)) and not SOME.search(page)
        for number, section in enumerate(sections(text, is_page)):
            folder = top / ("page" if is_page else "spec") / rule / str(number)
            folder.mkdir(parents=True)
            write_files(section, folder)
            found, kinds = check(binary, folder, rule)
            prose = re.sub(r"\s+", " ", FENCE.sub("", section))
            for one in found:
                said = " ".join([one["message"], *one["notes"]])
                words = tuple(WORDS.findall(said)) or (tuple(WORDS.findall(prose)) if len(found) == 1 else ())
                is_said = CLAIM.search(said) is not None
                if is_said or words or (page_claim and one["level"] == "error"):
                    yield rule, groups.get(rule, ""), folder / one["path"], kinds.get(one["path"]) or "", is_said, words


def verdicts(oracle, files, top, options=()):
    names = top / "files.txt"
    names.write_text("\n".join(map(str, files)))
    run = subprocess.run([*oracle, *options, "--files-from", names], capture_output=True, text=True)
    lines = (json.loads(line) for line in run.stdout.splitlines() if line.startswith("{"))
    return {line["file"]: line for line in lines}


def asked_with_kind(oracle, made_claims, top):
    """The verdicts; a file whose kind the oracle does not see is asked about again with ours."""
    asked = verdicts(oracle, sorted({str(claim[2]) for claim in made_claims}), top)
    unseen = collections.defaultdict(set)
    for _, _, file, kind, *_ in made_claims:
        # The client checks an MLTable with a schema that it downloads.
        if kind not in ("", "mltable") and asked.get(str(file), {}).get("ok") is None:
            unseen[kind].add(str(file))
    for kind, files in sorted(unseen.items()):
        asked.update(verdicts(oracle, sorted(files), top, ["--kind", kind]))
    return asked


def answer(verdict, group, words):
    if not verdict or verdict["ok"] is None:
        return "not asked"
    if verdict["ok"]:
        return "accepted"
    said = " ".join(f"{error.get('path')}: {error['message']}" for error in verdict["errors"])
    if any(part not in said for part in words):
        return "in other words"
    others = [error for error in verdict["errors"] if not MISSING.search(error["message"])]
    return "rejected" if others or group in OF_PATHS else "a path is missing"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary, oracle = str(Path(sys.argv[1]).resolve()), sys.argv[2:]
    with tempfile.TemporaryDirectory() as made:
        top = Path(made)
        made_claims = sorted(set(claims(binary, top)))
        asked = asked_with_kind(oracle, made_claims, top)
        counts = collections.Counter()
        for _, group, file, _, is_said, words in made_claims:
            verdict = asked.get(str(file))
            found = answer(verdict, group, words)
            counts[found] += 1
            if found != "rejected":
                errors = [error["message"][:100] for error in (verdict or {}).get("errors", [])]
                print(f"{found}: {file.relative_to(top)} ({'finding' if is_said else 'page'}) {errors[:1] or ''} {words or ''}")
        rules = {claim[0] for claim in made_claims}
        print(f"{len(made_claims)} claims of {len(rules)} rules:", dict(counts))
    return 1 if counts["accepted"] else 0


if __name__ == "__main__":
    sys.exit(main())
