#!/usr/bin/env python3
"""Makes the files of a release out of its wheels, so that every channel has the same programs.

    server/packaging/assemble.py WHEELS OUT [SDIST]

WHEELS is a folder with one wheel of each platform; the one for x86-64 Linux is run, to write the man page and the
completions. SDIST is the source distribution, whose checksum the recipe of conda-forge has. OUT gets an archive of each platform, a software bill of materials, SHA256SUMS, and in `manifests` the
templates beside this script with versions and checksums filled in. A template that names a missing archive is an error.
"""

import hashlib
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What the tag of a wheel begins and ends with, and the target whose program is in it.
TARGETS = [
    ("manylinux", "x86_64", "x86_64-unknown-linux-gnu"),
    ("manylinux", "aarch64", "aarch64-unknown-linux-gnu"),
    ("musllinux", "x86_64", "x86_64-unknown-linux-musl"),
    ("musllinux", "aarch64", "aarch64-unknown-linux-musl"),
    ("macosx", "x86_64", "x86_64-apple-darwin"),
    ("macosx", "arm64", "aarch64-apple-darwin"),
    ("win", "amd64", "x86_64-pc-windows-msvc"),
    ("win", "arm64", "aarch64-pc-windows-msvc"),
]
HOST = "x86_64-unknown-linux-gnu"
# Of what is built in: `licenses.py` writes it.
LICENSES = ROOT / "server" / "THIRD-PARTY-LICENSES.txt"
TEMPLATES = ["*.rb", "*.json", "*.yaml"]
COMPLETIONS = {
    "bash": "azml-ls.bash",
    "elvish": "azml-ls.elv",
    "fish": "azml-ls.fish",
    "powershell": "_azml-ls.ps1",
    "zsh": "_azml-ls",
}


def main():
    wheels, out, *sources = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    programs = {target(wheel): member(wheel, "/scripts/") for wheel in sorted(wheels.glob("*.whl"))}
    shared = [(name, (ROOT / name).read_bytes()) for name in ("LICENSE-APACHE", "LICENSE-MIT", "README.md")]
    shared.append((LICENSES.name, LICENSES.read_bytes()))
    shared += generated(programs[HOST])
    for name, program in programs.items():
        archive(out, name, program, shared)
    host = next(wheel for wheel in wheels.glob("*.whl") if target(wheel) == HOST)
    (out / "azml-ls.cyclonedx.json").write_bytes(member(host, "/sboms/"))
    sums = checksums(out)
    sums["sources"] = hashlib.sha256(sources[0].read_bytes()).hexdigest() if sources else "0" * 64
    fill(out / "manifests", sums)


def target(wheel):
    tag = wheel.stem.split("-")[-1]
    for begins, ends, name in TARGETS:
        if tag.startswith(begins) and tag.endswith(ends):
            return name
    sys.exit(f"{wheel.name} is for no target that is released")


def member(wheel, folder):
    with zipfile.ZipFile(wheel) as files:
        return files.read(next(name for name in files.namelist() if folder in name))


def generated(program):
    """The man page and the completions, as the program writes them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "azml-ls"
        path.write_bytes(program)
        path.chmod(0o755)

        def ask(what):
            return subprocess.run([path, "--generate", what], check=True, capture_output=True).stdout

        completions = [(f"completions/{file}", ask(shell)) for shell, file in COMPLETIONS.items()]
        return [("man/azml-ls.1", ask("man")), *completions]


def archive(out, name, program, shared):
    """One folder with everything. The same input makes the same bytes: no times, no owners."""
    folder, windows = f"azml-ls-{name}", "windows" in name
    files = [(f"azml-ls{'.exe' if windows else ''}", program), *shared]
    if windows:
        with zipfile.ZipFile(out / f"{folder}.zip", "w", zipfile.ZIP_DEFLATED) as packed:
            for file, content in files:
                packed.writestr(zipfile.ZipInfo(f"{folder}/{file}"), content, zipfile.ZIP_DEFLATED)
        return
    with tempfile.TemporaryFile() as plain:
        with tarfile.open(fileobj=plain, mode="w") as packed:
            for at, (file, content) in enumerate(files):
                entry = tarfile.TarInfo(f"{folder}/{file}")
                entry.size, entry.mode = len(content), 0o755 if at == 0 else 0o644
                packed.addfile(entry, io.BytesIO(content))
        plain.seek(0)
        packed = subprocess.run(["gzip", "-9n"], stdin=plain, check=True, capture_output=True).stdout
    (out / f"{folder}.tar.gz").write_bytes(packed)


def checksums(out):
    """Writes SHA256SUMS, which `sha256sum --check` reads."""
    files = sorted(path for path in out.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    (out / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in sums.items()))
    return sums


def fill(out, sums):
    manifest = (ROOT / "Cargo.toml").read_text()
    version, repository = (re.search(rf'^{key} = "(.*)"$', manifest, re.M)[1] for key in ("version", "repository"))

    def value(found):
        kind, _, name = found[1].partition(":")
        if kind == "version":
            return version
        if name not in sums:
            sys.exit(f"a manifest names {name}, which is not in this release")
        return sums[name] if kind == "sha256" else f"{repository}/releases/download/v{version}/{name}"

    out.mkdir(exist_ok=True)
    for template in sorted(path for pattern in TEMPLATES for path in HERE.glob(pattern)):
        (out / template.name).write_text(re.sub(r"@((?:version|url|sha256)[^@\n]*)@", value, template.read_text()))


if __name__ == "__main__":
    main()
