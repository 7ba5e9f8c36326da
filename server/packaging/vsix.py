#!/usr/bin/env python3
"""Packages the VS Code extension with the server inside, so that its users need neither Rust nor Node.

    server/packaging/vsix.py SOURCE... OUT

A SOURCE is a program (the package for this machine), a folder of wheels (one package for each platform, with their programs),
or the rules as WebAssembly (`azml_playground.wasm`, the package for VS Code in a browser).

The extension must be installed (`npm ci` in editors/vscode). What is in `bundled` is put there for each package and taken
away at the end.
"""

import gzip
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from assemble import LICENSES, ROOT, member, target

EXTENSION = ROOT / "editors" / "vscode"
BUNDLED = EXTENSION / "bundled"
# What VS Code calls the target of a program.
PLATFORMS = {
    "x86_64-unknown-linux-gnu": "linux-x64",
    "aarch64-unknown-linux-gnu": "linux-arm64",
    "x86_64-unknown-linux-musl": "alpine-x64",
    "aarch64-unknown-linux-musl": "alpine-arm64",
    "x86_64-apple-darwin": "darwin-x64",
    "aarch64-apple-darwin": "darwin-arm64",
    "x86_64-pc-windows-msvc": "win32-x64",
    "aarch64-pc-windows-msvc": "win32-arm64",
}


def main():
    *sources, out = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    out = out.resolve()
    programs = {}
    for source in sources:
        if source.is_dir():
            programs |= {PLATFORMS[target(wheel)]: member(wheel, "/scripts/") for wheel in sorted(source.glob("*.whl"))}
        elif source.suffix == ".wasm":
            # Some hosts of extensions send files as they are.
            programs["web"] = gzip.compress(source.read_bytes(), mtime=0)
        else:
            programs[this_machine()] = source.read_bytes()
    try:
        for name, program in programs.items():
            package(name, program, out)
    finally:
        shutil.rmtree(BUNDLED, ignore_errors=True)


def this_machine():
    system = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}[platform.system()]
    if system == "linux" and platform.libc_ver()[0] != "glibc":
        system = "alpine"
    return f"{system}-{'arm64' if platform.machine().lower() in ('arm64', 'aarch64') else 'x64'}"


def package(name, program, out):
    shutil.rmtree(BUNDLED, ignore_errors=True)
    BUNDLED.mkdir()
    names = {"web": "azml.wasm.gz", "win32": "azml-ls.exe"}
    file = BUNDLED / names.get(name.split("-")[0], "azml-ls")
    file.write_bytes(program)
    file.chmod(0o755)
    shutil.copy(LICENSES, BUNDLED)
    vsix = out / f"azml-ls-{name}.vsix"
    vsce = EXTENSION / "node_modules" / "@vscode" / "vsce" / "vsce"
    command = ["node", vsce, "package", "--no-dependencies", "--target", name, "--out", vsix]
    done = subprocess.run(command, cwd=EXTENSION, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"vsce fails for {name}:\n{done.stdout}{done.stderr}")
    print(f"{vsix.name}: {vsix.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
