#!/usr/bin/env python3
"""Writes the licenses of what is built into the program and the playground: server/THIRD-PARTY-LICENSES.txt.

    server/packaging/licenses.py          writes the file
    server/packaging/licenses.py --check  exits with 1 if it is out of date

Archives, wheels, VS Code packages, the container image, and the site contain the file. Packages that only run while something
is compiled, or only on systems that are not released, are listed without a text, so that every package of Cargo.lock is
accounted for.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OUT = ROOT / "server" / "THIRD-PARTY-LICENSES.txt"
PROGRAM, PLAYGROUND = "azml-ls", "azml-playground"
WASM = "wasm32-unknown-unknown"
# Files with other licenses, where one with MIT is there.
ALTERNATIVES = re.compile(r"apache|unlicense|copying|copyright|zlib|boost", re.I)
LICENSE_FILE = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.I)
# What is linked in and not a package.
MUSL = """Copyright © 2005-2020 Rich Felker, et al."""
RULE = "-" * 80


def metadata(platforms):
    filters = [word for platform in platforms for word in ("--filter-platform", platform)]
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *filters]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def targets():
    workflow = (ROOT / ".github/workflows/release.yml").read_text()
    return re.findall(r"\{ target: ([\w-]+),", workflow)


def packages(root, platforms, kinds):
    """The packages that `root` needs, by name and version; without `kinds` of dependencies."""
    known = metadata(platforms)
    by_id = {package["id"]: package for package in known["packages"]}
    nodes = {node["id"]: node for node in known["resolve"]["nodes"]}
    open_, found = [it for it in by_id if by_id[it]["name"] == root and by_id[it]["source"] is None], {}
    while open_:
        package = by_id[open_.pop()]
        if package["id"] in found or ("build" not in kinds and is_macro(package)):
            continue
        found[package["id"]] = package
        for dependency in nodes[package["id"]]["deps"]:
            if any((kind["kind"] or "normal") in kinds for kind in dependency["dep_kinds"]):
                open_.append(dependency["pkg"])
    outside = (package for package in found.values() if package["source"])
    return {(package["name"], package["version"]): package for package in outside}


def is_macro(package):
    return any("proc-macro" in target["kind"] for target in package["targets"])


def texts(package):
    """The license texts of a package: those of the MIT license where it can be chosen."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.rglob("*") if path.is_file() and LICENSE_FILE.match(path.stem))
    files = [path for path in files if path.suffix.lower() in ("", ".txt", ".md") or "mit" in path.name.lower()]
    if any("mit" in path.name.lower() for path in files):
        files = [path for path in files if not ALTERNATIVES.search(path.name)]
    elif any("apache" in path.name.lower() for path in files):
        files = [path for path in files if "boost" not in path.name.lower()]
    if files:
        return [path.read_text().replace("\r\n", "\n").strip("\n") for path in files]
    if "MIT" not in package["license"]:
        sys.exit(f"{package['name']} has no license text, and is not under the MIT license: {package['license']}")
    authors = ", ".join(re.sub(r" <.*?>", "", author) for author in package["authors"])
    return [mit(f"Copyright (c) {authors or 'the authors of ' + package['name']}")]


def mit(copyright):
    """The text of the MIT license, for what has no file with it."""
    ours = (ROOT / "LICENSE-MIT").read_text()
    return re.sub(r"^Copyright .*$", copyright, ours, count=1, flags=re.M).strip("\n")


def written():
    platforms = targets()
    program = packages(PROGRAM, platforms, ["normal"])
    page = packages(PLAYGROUND, [WASM], ["normal"])
    shipped = program | page
    # Without platforms, all of them.
    everything = packages(PROGRAM, [], ["normal", "build"]) | packages(PLAYGROUND, [], ["normal", "build"])
    others = sorted(everything.keys() - shipped.keys())
    by_text = {}
    for key in sorted(shipped):
        for text in texts(shipped[key]):
            by_text.setdefault(" ".join(text.split()), (text, []))[1].append(key)
    musl = mit(MUSL)
    by_text.setdefault(" ".join(musl.split()), (musl, []))[1].append(("musl, in the programs for Linux without glibc", ""))
    lines = [
        "azml-ls is licensed under MIT or Apache-2.0, at your option. The program, and the playground in a browser, contain these packages,",
        "besides the standard library of Rust (MIT or Apache-2.0). Written by server/packaging/licenses.py.",
        "",
        f"{len(shipped)} packages:",
        "",
    ]
    for name, version in sorted(shipped):
        package = shipped[name, version]
        license = package["license"].replace(" / ", " OR ").replace("/", " OR ")
        lines.append(f"  {name} {version}  {license}  {package['repository'] or ''}".rstrip())
    lines += ["", f"{len(others)} packages that are in no file of a release: they only run while it is compiled, or are for other systems:", ""]
    lines += [f"  {name} {version}" for name, version in others]
    for text, keys in by_text.values():
        lines += ["", RULE, "", *(f"{name} {version}".strip() for name, version in keys), "", text]
    return "\n".join(lines) + "\n"


def main():
    text = written()
    if sys.argv[1:] != ["--check"]:
        OUT.write_text(text)
    elif OUT.read_text() != text:
        sys.exit(f"{OUT.relative_to(ROOT)} is out of date: run server/packaging/licenses.py")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    main()
