#!/usr/bin/env python3
"""Builds what a release has as sources, as those do who install it: the crates, and the source distribution of PyPI.

    tests/packaging/sources.py WHEEL TOOLS    TOOLS: the environment of requirements.txt; WHEEL is not used

Compiles everything, in the folder of build results.
"""

import os
import sys
import tarfile
from pathlib import Path

sys.dont_write_bytecode = True
from cases import ROOT, commit_of, expect, needed, run, run_cases, version

CRATES = ["azml-rules", "azml-ide", "azml-ls"]
# Of crates.io, in bytes.
LARGEST = 10 << 20
SECONDS = 3600
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def cases(_, tools):
    yield "crates", lambda _: crates()
    yield "pip install of the sources", lambda folder: sdist(tools, folder)


def crates():
    """`cargo publish` without the upload, which builds each crate from what is packed."""
    named = [word for crate in CRATES for word in ("-p", crate)]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET)}
    publish = ["cargo", "publish", "--dry-run", "--locked", "--quiet", *named]
    run(publish, cwd=ROOT, env=environment, seconds=SECONDS)
    # Where `cargo publish` keeps them without an upload.
    packed = [TARGET / "package" / "tmp-crate" / f"{crate}-{version()}.crate" for crate in CRATES]
    expect(all(path.stat().st_size < LARGEST for path in packed), "too large for crates.io")
    with tarfile.open(packed[-1]) as files:
        names = {entry.name.removeprefix(f"azml-ls-{version()}/") for entry in files}
    expect({"LICENSE-MIT", "README.md", "build.rs", "Cargo.lock"} <= names, names)
    # Where the check of `cargo publish` builds what is packed.
    program = TARGET / "debug" / "azml-ls"
    sizes = ", ".join(f"{path.name} {path.stat().st_size:,} bytes" for path in packed)
    return f"{sizes}; {commit_of(program)}"


def sdist(tools, folder):
    maturin = needed(tools / "bin" / "maturin")
    run([sys.executable, ROOT / "server/packaging/sdist.py", maturin, folder])
    sources = next(folder.glob("*.tar.gz"))
    recipe = (ROOT / "server/packaging/recipe.yaml").read_text()
    licenses = recipe.split("license_file:\n", 1)[1].split("\n\n", 1)[0].replace("- ", "").split()
    with tarfile.open(sources) as files:
        names = {entry.name.split("/", 1)[1] for entry in files}
    expect(set(licenses) <= names, f"the recipe of conda-forge names {licenses}")
    environment = {**os.environ, "PATH": f"{tools / 'bin'}:{os.environ['PATH']}", "CARGO_TARGET_DIR": str(TARGET)}
    pip = [tools / "bin" / "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    run([*pip, "--target", folder / "place", sources], env=environment, seconds=SECONDS)
    program = next((folder / "place").rglob("bin/azml-ls"))
    return f"{sources.name} {sources.stat().st_size:,} bytes; {run([program, '-V']).strip()}, {commit_of(program)}"


if __name__ == "__main__":
    run_cases(cases)
