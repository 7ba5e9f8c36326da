#!/usr/bin/env python3
"""Whether the definitions of computes in infrastructure code are read with the values that they have.

    tests/tools/infrastructure_cases.py BINARY CASES

CASES has a JSON object in each line: a definition found in public code, with its source (`terraform`, `az`, `template-input`), its
values, and how each was given. The public files are not there: each case is written anew in the form of its source, with an
expression where the value was none of a literal, a default, and a variable of the same file. Prints a table, and fails where a
value is not read, or where one is read that the file does not say.
"""

import argparse
import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

READABLE = {"literal", "default", "variable-in-file"}
# Key of a case: key in the answer, option of `az`, argument of Terraform, input of a template.
VALUES = {
    "size": ("size", "--size", "vm_size", "size"),
    "min": ("min_nodes", "--min-instances", "min_node_count", "min_instances"),
    "max": ("max_nodes", "--max-instances", "max_node_count", "max_instances"),
    "tier": ("tier", "--tier", "vm_priority", "cluster_tier"),
}


def terraform(case):
    variables, lines = [], []
    for key, name in {"name": "name", **{key: names[2] for key, names in VALUES.items()}}.items():
        how = case["how"].get(key)
        if how is None:
            continue
        value = case[key] if isinstance(case[key], int) else json.dumps(case[key])
        if how == "default":
            variables.append(f'variable "{key}" {{\n  default = {value}\n}}\n')
        text = {"literal": value, "default": f"var.{key}"}.get(how, "local.elsewhere")
        lines.append((name, f"{name} = {text}\n"))
    scale = "".join(line for name, line in lines if name.endswith("_count"))
    flat = "".join(line for name, line in lines if not name.endswith("_count"))
    resource = 'resource "azurerm_machine_learning_compute_cluster" "c" {\n'
    return "main.tf", "".join(variables) + resource + flat + f"scale_settings {{\n{scale}}}\n}}\n"


def az(case):
    before, options = "", f"--type {'amlcompute' if case['kind'] == 'cluster' else 'computeinstance'}"
    for key, option in {"name": "--name", **{key: names[1] for key, names in VALUES.items()}}.items():
        how = case["how"].get(key)
        if how is None:
            continue
        if how == "variable-in-file":
            before += f'{key}="{case[key]}"\n'
        text = {"literal": case[key], "variable-in-file": f"${key}"}.get(how, f"$(cat {key})")
        options += f" {option} {text}"
    line = f"az ml compute create {options}"
    if case["ext"] == "sh":
        return "create.sh", f"{before}{line}\n"
    script = "".join(f"          {text}\n" for text in f"{before}{line}".splitlines())
    steps = f"jobs:\n  create:\n    runs-on: ubuntu-latest\n    steps:\n      - run: |\n{script}"
    return ".github/workflows/create.yml", f"on: push\n{steps}"


def template(case):
    given = {"name": "cluster_name", **{key: names[3] for key, names in VALUES.items()}}
    lines = "".join(
        f"      {name}: {case[key] if case['how'][key] in READABLE else '${{ vars.elsewhere }}'}\n"
        for key, name in given.items()
        if key in case["how"]
    )
    uses = "Azure/mlops-templates/.github/workflows/create-compute.yml@main"
    return ".github/workflows/create.yml", f"on: push\njobs:\n  create:\n    uses: {uses}\n    with:\n{lines}"


WRITERS = {"terraform": terraform, "az": az, "template-input": template}


def as_read(key, value):
    if key == "tier":
        return {"lowpriority": "low_priority", "dedicated": "dedicated"}[str(value).lower().replace("_", "")]
    return int(value) if key in ("min", "max") else value


def computes(binary, file, text):
    with tempfile.TemporaryDirectory(prefix="azml-infrastructure-") as folder:
        path = Path(folder, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        Path(folder, ".git").mkdir()
        Path(folder, ".git/HEAD").write_text("")
        command = [binary, "--computes", "--format", "json"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
        if run.returncode != 0:
            return []
        return json.loads(run.stdout)["computes"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=lambda name: str(Path(name).resolve()))
    parser.add_argument("cases", type=Path)
    arguments = parser.parse_args()
    counts, faults = collections.Counter(), []
    for number, line in enumerate(arguments.cases.read_text().splitlines(), 1):
        case = json.loads(line)
        source = case.get("source")
        if source not in WRITERS or case["kind"] == "workspace" or case.get("ext", "sh") not in ("sh", "yml"):
            counts["elsewhere", "definitions"] += 1
            continue
        file, text = WRITERS[source](case)
        found = computes(arguments.binary, file, text)
        if case["how"]["name"] not in READABLE:
            counts[source, "names that are expressions"] += 1
            if found:
                faults.append((number, "a name that the file does not say", found[0]["name"], text))
            continue
        counts[source, "names"] += 1
        if [one["name"] for one in found] != [case["name"]]:
            faults.append((number, "name", case["name"], text))
            continue
        counts[source, "names read"] += 1
        for key, (answer, *_) in VALUES.items():
            how = case["how"].get(key)
            is_readable = how in READABLE
            if is_readable:
                counts[source, "values"] += 1
            # Where nothing is said, the service's default may be shown.
            if how is None:
                continue
            wanted = as_read(key, case[key]) if is_readable else None
            if found[0][answer] != wanted:
                faults.append((number, key, f"{wanted} expected, {found[0][answer]} read", text))
            elif is_readable:
                counts[source, "values read"] += 1
    for (source, what), count in sorted(counts.items()):
        print(f"{source:15} {what:27} {count:4}")
    for number, key, what, text in faults:
        print(f"\ncase {number}: {key}: {what}\n{text}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
