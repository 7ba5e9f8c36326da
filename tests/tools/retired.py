#!/usr/bin/env python3
"""Which images, curated environments, and Python versions of a folder have ended, and whether azml-ls reports them.

    tests/tools/retired.py [--places] BINARY FOLDER

The names are looked for with plain patterns, line by line, in YAML files and Dockerfiles, and not as azml-ls reads them. What has ended
is taken from `rules/data`. Each line that names something is `found` (a finding is there, or points there) or silent, with the reason.
Exit code 1 if something that has not ended is reported, or something that has ended is silent without a reason.
"""

import datetime
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "rules" / "data"
RULES = {"retired-base-image", "retired-curated-environment", "retired-python"}

IMAGE = re.compile(r"mcr\.microsoft\.com/azureml/([A-Za-z0-9._/-]+)")
REGISTRY = re.compile(r"azureml://registries/azureml/environments/([A-Za-z0-9._-]+)")
CURATED = re.compile(r"(?<![/\w-])(?:azureml:)?AzureML-([A-Za-z0-9._-]+)")
PYTHON_IMAGE = r"(?:FROM\s+|image:\s*[\"']?)(?:docker\.io/)?(?:library/)?python:(3\.\d+)"
PYTHON_CONDA = r"(?:^\s*-\s*[\"']?(?:[\w-]+::)?|[\[,]\s*[\"']?)python\s*={1,2}\s*[\"']?(3\.\d+)|^python:\s*[\"']?(3\.\d+)"
OLD_NAME = r"ubuntu(16|18|20)\.04|-py3[678]\b"


def statuses():
    """The status of each name: a date, or `living`."""
    known, kind, status = {}, "", ""
    for line in (DATA / "images.yaml").read_text().splitlines():
        if line.startswith(("base_images:", "environments:")):
            kind = "image" if line.startswith("base") else "environment"
        elif match := re.match(r"  (ended|current):", line):
            status = match[1]
        elif match := re.match(r"  - \{name: ([^,}]+)", line):
            day = re.search(r"ended: ([\d-]+)", line)
            known[kind, match[1].strip()] = f"ended {day[1]}" if status == "ended" else "living"
    today = datetime.date.today().isoformat()
    for version, day in re.findall(r'version: "([\d.]+)", ends: ([\d-]+)', (DATA / "python.yaml").read_text()):
        known["python", version] = f"ended {day}" if day < today else "living"
    return known


def names(line, is_docker):
    """What the line names."""
    for name in IMAGE.findall(line):
        name = name.rstrip(".")
        yield ("environment", name.removeprefix("curated/")) if name.startswith("curated/") else ("image", name)
    yield from (("environment", name) for name in REGISTRY.findall(line))
    yield from (("environment", name) for name in CURATED.findall(REGISTRY.sub("", line)))
    pattern = PYTHON_IMAGE if is_docker else f"{PYTHON_IMAGE}|{PYTHON_CONDA}"
    for match in re.finditer(pattern, line, re.I):
        yield "python", next(group for group in match.groups() if group)


def hits(folder):
    for path in sorted(folder.rglob("*")):
        is_docker = "dockerfile" in path.name.lower() and path.suffix not in (".md", ".yml", ".yaml", ".sh")
        if not path.is_file() or ".git" in path.parts or not (is_docker or path.suffix in (".yml", ".yaml")):
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            for name in dict.fromkeys(names(line, is_docker)):
                yield path.relative_to(folder).as_posix(), number, lines, is_docker, name


def report(binary, folder):
    run = subprocess.run([binary, "--check", ".", "--format", "json", "--min-level", "hint"], cwd=folder, capture_output=True, text=True)
    found = json.loads(run.stdout)
    places = defaultdict(set)
    for one in found["diagnostics"]:
        if one["rule"] in RULES:
            places[one["path"]].add(one["start"]["line"])
            for other in one["related"]:
                places[other["path"]].add(other["start"]["line"])
    return {file["path"]: file["kind"] for file in found["files"]}, places


def is_in_text(lines, number):
    """Whether the line is in a string of several lines: its parent ends with `|` or `>`."""
    indent = len(lines[number - 1]) - len(lines[number - 1].lstrip())
    for line in reversed(lines[: number - 1]):
        own = len(line) - len(line.lstrip())
        if line.strip() and own < indent:
            if re.search(r":\s*[|>][+-]?\s*$", line):
                return True
            indent = own
    return False


def reason(lines, number, path, is_docker, checked, places):
    """Why nothing is said about something that has ended."""
    line = lines[number - 1]
    if re.match(r"\s*#", line) or re.search(r"\s#.*(AzureML-|mcr\.|python)", line):
        return "in a comment"
    if is_docker:
        return "" if path in places else "in a Dockerfile that no Azure ML file refers to"
    if path not in checked:
        return "not in an Azure ML file"
    return "in text" if is_in_text(lines, number) else ""


def main():
    places_wanted = "--places" in sys.argv
    binary, folder = [argument for argument in sys.argv[1:] if argument != "--places"]
    folder, known = Path(folder).resolve(), statuses()
    checked, places = report(str(Path(binary).resolve()), folder)
    table, wrong = defaultdict(Counter), []
    for path, number, lines, is_docker, name in hits(folder):
        by_name = "ended by its name" if re.search(OLD_NAME, name[1]) else "not known"
        status = known.get(name, by_name)
        is_found = number in places[path] if path in places else False
        why = "found" if is_found else "silent"
        if not is_found and status.startswith("ended"):
            why = reason(lines, number, path, is_docker, checked, places) or "SILENT"
        if is_found and not status.startswith("ended"):
            why = "REPORTED"
        table[(*name, status)][why] += 1
        if why.isupper():
            wrong.append(f"{path}:{number}: {lines[number - 1].strip()}")
        if places_wanted:
            print(path, number, *name, status, why, sep="\t")
    for (kind, name, status), counts in sorted(table.items()):
        print(f"{kind:12}{name:48}{status:18}", ", ".join(f"{count} {why}" for why, count in counts.most_common()))
    total = Counter()
    for (_, _, status), counts in table.items():
        for why, count in counts.items():
            total[status.split()[0], why] += count
    print("\n" + "\n".join(f"{status:8} {why}: {count}" for (status, why), count in sorted(total.items())))
    print("\n".join(["", *wrong]) if wrong else "\nnothing that has ended is silent without a reason; nothing else is reported")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
