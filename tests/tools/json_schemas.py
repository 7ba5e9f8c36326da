#!/usr/bin/env python3
"""Holds our JSON schemas against the verdicts of the official client: an accepted file has to be valid.

    tests/tools/json_schemas.py BINARY ROOT VERDICTS [YAML_LANGUAGE_SERVER [OTHERS]]

VERDICTS has a line of JSON for each file of ROOT: `file`, `kind`, `ok`, `ok_with_cli_args`. Needs jsonschema and PyYAML; with the
program of npm, `node_modules/yaml-language-server/bin/yaml-language-server`, that server is asked about all files, too; and once more with
the schemas of others in the folder OTHERS, `job-command.schema.json` for `job/command`, side by side for the kinds that both have.
Lists what is accepted and not valid, and counts what is rejected and found. Ends with 1 if a file that is accepted as it stands
has more than an unknown key.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import jsonschema
import yaml

sys.dont_write_bytecode = True
from client import ConfiguredServer

DATE = "tag:yaml.org,2002:timestamp"


class Loader(yaml.SafeLoader):
    """Reads YAML as the client does, but leaves dates as text, which JSON has no other form for."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in all_of if tag != DATE]
    for first, all_of in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class Schemas:
    """The schemas of kinds; None where there is none."""

    def __init__(self, binary):
        self.binary, self.texts = binary, {}

    def text(self, kind):
        if kind not in self.texts:
            run = subprocess.run([self.binary, "--schema", kind], capture_output=True)
            self.texts[kind] = run.stdout if run.returncode == 0 else None
        return self.texts[kind]

    def validator(self, kind):
        text = self.text(kind)
        return text and jsonschema.Draft7Validator(json.loads(text))


class SavedSchemas:
    """The schemas of others, in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def text(self, kind):
        file = self.folder / file_name(kind)
        return file.read_bytes() if file.exists() else None


def file_name(kind):
    return kind.replace("/", "-").replace(":", "-") + ".schema.json"


def documents(root, verdicts):
    for line in verdicts.read_text().splitlines():
        verdict = json.loads(line)
        if verdict.get("kind"):
            yield verdict, root / verdict["file"]


def judged(schemas, root, verdicts):
    """The files that are accepted and have errors, by what they miss; counts of all."""
    counts, wrong = Counter(), []
    for verdict, path in documents(root, verdicts):
        accepted = bool(verdict.get("ok") or verdict.get("ok_with_cli_args"))
        validator = schemas.validator(verdict["kind"])
        try:
            content = yaml.load(path.read_text(), Loader)
        except (yaml.YAMLError, UnicodeDecodeError, OSError):
            validator = None
        if validator is None:
            counts["no schema, or no YAML"] += 1
            continue
        error = jsonschema.exceptions.best_match(validator.iter_errors(content))
        counts[("accepted" if accepted else "rejected") + (", errors" if error else ", valid")] += 1
        if accepted and error:
            print(f"{verdict['file']}: {error.json_path}: {error.message[:160]}")
            wrong.append((verdict, error))
    return counts, wrong


def asked(server, schemas, others, root, verdicts, scratch):
    """How many files are accepted and rejected, of these those about which yaml-language-server complains, and what it says of the
    accepted ones. `others`: the schemas that have to know the kind, too."""
    counts, complaints, settings, paths = Counter(), [], {}, []
    for verdict, path in documents(root, verdicts):
        text = schemas.text(verdict["kind"])
        if not text or others and not others.text(verdict["kind"]) or verdict.get("ok_with_cli_args") and not verdict.get("ok"):
            continue
        schema = scratch / file_name(verdict["kind"])
        schema.write_bytes(text)
        copy = scratch / "files" / verdict["file"]
        copy.parent.mkdir(parents=True, exist_ok=True)
        # The address in `$schema` would come first.
        lines = path.read_text().splitlines(keepends=True)
        copy.write_text("".join("\n" if line.startswith("$schema:") else line for line in lines))
        settings.setdefault(schema.as_uri(), []).append(str(copy))
        paths.append((verdict, copy))
    settings = {"yaml": {"schemas": settings, "validate": True, "schemaStore": {"enable": False}}}
    client = ConfiguredServer(["node", server, "--stdio"], scratch, None, settings)
    for verdict, path in paths:
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": path.read_text()}
        client.notify("textDocument/didOpen", {"textDocument": document})
        client.wait_for(lambda uri=path.as_uri(): uri in client.published)
        diagnostics = client.published[path.as_uri()]["diagnostics"]
        sort = "accepted" if verdict["ok"] else "rejected"
        counts[sort] += 1
        counts[f"{sort}, complaints"] += bool(diagnostics)
        if verdict["ok"]:
            complaints += [f"{verdict['file']}: {it['message'][:160]}" for it in diagnostics]
    client.end()
    return counts, complaints


def side_by_side(server, ours, others, root, verdicts):
    """Prints what yaml-language-server finds with our schemas, and with those of others."""
    for name, schemas, beside in [("ours", ours, others), ("others", others, ours)]:
        if not schemas:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            counts, complaints = asked(server, schemas, beside, root, verdicts, Path(scratch).resolve())
        print(*(complaints if name == "ours" else complaints[:20]), sep="\n")
        print(f"yaml-language-server, {name}: {dict(sorted(counts.items()))}")


def main():
    binary, root, verdicts, *server = sys.argv[1:]
    root, verdicts = Path(root), Path(verdicts)
    schemas = Schemas(binary)
    counts, wrong = judged(schemas, root, verdicts)
    print(dict(sorted(counts.items())))
    if server:
        program, *others = server
        side_by_side(program, schemas, SavedSchemas(Path(others[0])) if others else None, root, verdicts)
    as_written = [error for verdict, error in wrong if verdict.get("ok")]
    sys.exit(any(error.validator != "additionalProperties" for error in as_written))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main()
