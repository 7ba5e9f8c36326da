#!/usr/bin/env python3
"""Assembles a release and looks at its files as those who install them do.

    tests/packaging/release.py WHEEL TOOLS    WHEEL: for x86-64 Linux; TOOLS: the environment of requirements.txt

The programs in the wheels of the other platforms are made up, and not run.
"""

import contextlib
import hashlib
import http.server
import json
import os
import re
import shutil
import sys
import tarfile
import threading
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
from cases import ROOT, Skipped, expect, needed, run, run_cases, version

PLATFORMS = [
    "manylinux_2_17_aarch64.manylinux2014_aarch64",
    "musllinux_1_2_x86_64",
    "musllinux_1_2_aarch64",
    "macosx_10_12_x86_64",
    "macosx_11_0_arm64",
    "win_amd64",
    "win_arm64",
]


def cases(wheel, tools):
    assembled = []
    yield "assemble", lambda folder: assemble(wheel, folder, assembled)
    if assembled:
        out = assembled[0]
        yield "checksums", lambda _: checksums(out)
        yield "an archive", lambda folder: archive(out, folder)
        yield "shells", lambda folder: shells(out, folder)
        yield "cargo binstall", lambda _: binstall(out)
        yield "Homebrew", lambda _: homebrew(out)
        yield "scoop", lambda _: scoop(out)
        yield "winget", lambda _: winget(out, tools)
    yield "workflows", lambda _: workflows(tools)
    yield "what the first tag needs", lambda _: needs()


def assemble(wheel, folder, assembled):
    if not re.search(r"manylinux.*x86_64", wheel.name):
        raise Skipped(f"{wheel.name} is not for x86-64 Linux")
    wheels = folder / "wheels"
    wheels.mkdir()
    shutil.copy(wheel, wheels)
    script = [sys.executable, ROOT / "server/packaging/assemble.py", wheels]
    run([*script, folder / "incomplete"], code=1)
    for platform in PLATFORMS:
        with zipfile.ZipFile(wheels / f"azml_ls-{version()}-py3-none-{platform}.whl", "w") as made:
            made.writestr(f"azml_ls-{version()}.data/scripts/azml-ls", platform)
    for out in ("out", "again"):
        run([*script, folder / out])
    first, second = ((folder / out / "SHA256SUMS").read_bytes() for out in ("out", "again"))
    expect(first == second, "the same wheels make other bytes")
    assembled.append(folder / "out")
    return f"{len(first.splitlines())} files, the same bytes each time; refused where an archive is missing"


def checksums(out):
    return run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=out) or "sha256sum agrees"


def archive(out, folder):
    name = "azml-ls-x86_64-unknown-linux-gnu"
    run(["tar", "xzf", out / f"{name}.tar.gz", "-C", folder])
    said = run([folder / name / "azml-ls", "-V"]).strip()
    expect(said == f"azml-ls {version()}", said)
    with tarfile.open(out / f"{name}.tar.gz") as packed:
        files = sorted(entry.name.removeprefix(f"{name}/") for entry in packed)
    empty = [file for file in files if (folder / name / file).stat().st_size < 900]
    expect(not empty, f"nearly empty: {empty}")
    return ", ".join(files)


def shells(out, folder):
    """The shells at hand can read the completions."""
    name = "azml-ls-x86_64-unknown-linux-gnu"
    run(["tar", "xzf", out / f"{name}.tar.gz", "-C", folder])
    files = {"bash": "azml-ls.bash", "fish": "azml-ls.fish", "zsh": "_azml-ls"}
    there = [shell for shell in files if shutil.which(shell)]
    for shell in there:
        run([shell, "-n", folder / name / "completions" / files[shell]])
    if "fish" in there:
        script = folder / name / "completions/azml-ls.fish"
        said = run(["fish", "-c", f"source '{script}'; complete -C 'azml-ls --che'"])
        expect(said.startswith("--check"), f"Fish offers {said!r}")
    return f"read by {', '.join(there)}"


def binstall(out):
    """Where `cargo binstall` looks, as server/Cargo.toml says, there is an archive with the program."""
    manifest = (ROOT / "server/Cargo.toml").read_text()
    section = manifest.split("[package.metadata.binstall]", 1)[1]
    address, inner = (re.search(rf'^{key} = "(.*)"$', section, re.M)[1] for key in ("pkg-url", "bin-dir"))
    zipped = re.findall(r'^\[package\.metadata\.binstall\.overrides\.([\w-]+)\]\npkg-fmt = "zip"$', section, re.M)
    targets = [path.name.removeprefix("azml-ls-").removesuffix(".tar.gz") for path in out.glob("*.tar.gz")]
    for target in [*targets, *zipped]:
        values = {"repo": "REPO", "version": version(), "target": target, "bin": "azml-ls"}
        values["archive-suffix"] = ".zip" if target in zipped else ".tar.gz"
        values["binary-ext"] = ".exe" if "windows" in target else ""
        where, program = (re.sub(r"\{ ([a-z-]+) \}", lambda it: values[it[1]], text) for text in (address, inner))
        expect(where.startswith(f"REPO/releases/download/v{version()}/"), where)
        packed = out / where.split("/")[-1]
        names = zipfile.ZipFile(packed).namelist() if target in zipped else tarfile.open(packed).getnames()
        expect(program in names, f"{program} is not in {packed.name}")
    expect(len(targets) == 6 and len(zipped) == 2, f"{targets} {zipped}")
    return ", ".join(sorted([*targets, *zipped]))


def filled(out, name):
    """A manifest, whose addresses and checksums are those of the release."""
    text = (out / "manifests" / name).read_text()
    archives = {Path(address).name for address in re.findall(rf"https://\S*?/v{re.escape(version())}/([\w.-]+)", text)}
    wanted = {hashlib.sha256((out / file).read_bytes()).hexdigest() for file in archives}
    expect(set(re.findall(r"\b[0-9a-f]{64}\b", text)) == wanted, f"checksums of {archives}")
    left = re.findall(r"@\w+", text)
    expect(not left, f"not filled in: {left}")
    return text, len(archives)


def homebrew(out):
    _, count = filled(out, "azml-ls.rb")
    expect(count == 4, f"{count} archives")
    if not shutil.which("ruby"):
        raise Skipped("its values are right; there is no ruby to read it")
    return run(["ruby", "-c", out / "manifests" / "azml-ls.rb"]).strip()


def scoop(out):
    text, count = filled(out, "scoop.json")
    manifest = json.loads(text)
    expect(count == 2 and manifest["version"] == version(), text)
    for architecture in manifest["architecture"].values():
        files = zipfile.ZipFile(out / Path(architecture["url"]).name).namelist()
        program = f"{architecture['extract_dir']}/{manifest['bin']}"
        expect(program in files, f"{program} is not in {files}")
    return "JSON; the programs are where it says"


def winget(out, tools):
    names = sorted(path.name for path in (out / "manifests").glob("*.yaml"))
    for name in names:
        filled(out, name)
    read = "import json, sys, yaml; print(json.dumps([yaml.safe_load(open(file)) for file in sys.argv[1:]]))"
    python = needed(tools / "bin" / "python")
    parsed = json.loads(run([python, "-c", read, *(out / "manifests" / name for name in names)]))
    expect(all(manifest["PackageVersion"] == version() for manifest in parsed), "another version")
    for installer in next(it for it in parsed if it["ManifestType"] == "installer")["Installers"]:
        files = zipfile.ZipFile(out / Path(installer["InstallerUrl"]).name).namelist()
        program = installer["NestedInstallerFiles"][0]["RelativeFilePath"].replace("\\", "/")
        expect(program in files, f"{program} is not in {files}")
    return f"YAML: {', '.join(names)}; the programs are where they say"


def workflows(tools):
    """The release workflow builds what is assembled, with the tools that are tested here."""
    text = (ROOT / ".github/workflows/release.yml").read_text()
    built = set(re.findall(r"\{ target: ([\w-]+),", text))
    known = set(re.findall(r'", "([\w-]+-[\w-]+-[\w-]+)"\)', (ROOT / "server/packaging/assemble.py").read_text()))
    expect(built == known, f"only in one of both: {built ^ known}")
    pinned = [(ROOT / "tests/packaging" / file).read_text() for file in ("requirements.txt", "run.sh")]
    used = (ROOT / "server/packaging/requirements.txt").read_text()
    others = [tool for tool in re.findall(r"\b(?:maturin|ziglang)==[\d.]+", used) if tool not in "".join(pinned)]
    expect(not others, f"not the versions of the tests: {others}")
    run([needed(tools / "bin" / "zizmor"), "--quiet", "--offline", "--no-progress", ROOT / ".github", ROOT / "action.yml"])
    return f"{len(built)} targets; zizmor has no objection"


@contextlib.contextmanager
def registries(answers):
    """Stand-ins of the registries, which have `answers`, and nothing else; what tells the program of them."""

    class Registry(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            code, body = answers.get(self.path, (404, {}))
            self.send_response(code)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        names = ["CRATES", "PYPI", "MARKETPLACE", "OPENVSX", "GITHUB"]
        told = {name: value for name, value in os.environ.items() if name != "GITHUB_TOKEN"}
        yield told | {f"AZML_RELEASE_{name}": address for name in names}
        server.shutdown()


def needs():
    """`release.py check` says of each name whether it is free, ours, or taken, and what could not be asked."""
    command = [sys.executable, ROOT / "server/packaging/release.py", "check"]
    ours = "https://github.com/azml-ls/azml-ls"
    with registries({}) as told:
        free = run(command, code=1, env=told)
    expect(free.count("todo ") == 7, free)
    links = [{"key": "Microsoft.VisualStudio.Services.Links.Source", "value": f"{ours}.git"}]
    environment = {"protection_rules": [{"type": "required_reviewers"}]}
    answers = {
        "/repos/azml-ls/azml-ls": (200, {}),
        "/repos/azml-ls/azml-ls/environments/pypi": (200, environment),
        "/repos/azml-ls/azml-ls/environments/crates-io": (200, environment),
        "/pypi/azml-ls/json": (200, {"info": {"project_urls": {"Repository": ours}, "version": "0.1.0"}}),
        "/api/azml-ls/azml-ls": (200, {"repository": ours}),
        "/_apis/public/gallery/extensionquery": (
            200,
            {"results": [{"extensions": [{"versions": [{"properties": links}]}]}]},
        ),
    }
    for name in ("azml-rules", "azml-ide", "azml-ls"):
        answers[f"/api/v1/crates/{name}"] = (200, {"crate": {"repository": ours, "max_version": "0.1.0"}})
    with registries(answers) as told:
        run(command, code=1, env=told)  # Without a token, the environments are not known.
        ready = run(command, env=told | {"GITHUB_TOKEN": "x"})
    expect(ready.count("ok ") == 8, ready)
    answers["/api/v1/crates/azml-ls"] = (200, {"crate": {"repository": "https://github.com/other/azml-ls"}})
    answers["/pypi/azml-ls/json"] = (503, {})
    with registries(answers) as told:
        said = run(command, code=2, env=told | {"GITHUB_TOKEN": "x"})
    expect("taken   crates.io: `azml-ls` belongs to https://github.com/other/azml-ls" in said, said)
    expect("failed  pypi answers 503" in said, said)
    return "free, ours, taken, without a token, and a registry that does not answer"


if __name__ == "__main__":
    run_cases(cases)
