#!/usr/bin/env python3
"""Assembles a release and looks at its files as those who install them do.

    tests/packaging/release.py WHEEL TOOLS [STATIC]    WHEEL: for x86-64 Linux; TOOLS: the environment of requirements.txt

STATIC is the wheel for x86-64 Linux without glibc, whose program the container image has. The programs in the wheels of the other
platforms are made up, and not run.
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

LICENSES = "THIRD-PARTY-LICENSES.txt"
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
        yield "conda-forge", lambda _: conda(out, tools)
        yield "container image", lambda folder: image(out, tools, folder)
        yield "VS Code package", lambda folder: vsix(out, folder)
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
    sources = folder / "sources.tar.gz"
    sources.write_bytes(b"sources")
    static = [Path(path) for path in sys.argv[3:]]
    for wheel in static:
        shutil.copy(wheel, wheels)
    for platform in [it for it in PLATFORMS if not (static and it == "musllinux_1_2_x86_64")]:
        with zipfile.ZipFile(wheels / f"azml_ls-{version()}-py3-none-{platform}.whl", "w") as made:
            made.writestr(f"azml_ls-{version()}.data/scripts/azml-ls", platform)
    for out in ("out", "again"):
        run([*script, folder / out, sources])
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
    return f"{(out / f'{name}.tar.gz').stat().st_size:,} bytes; {', '.join(files)}"


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
        said = run(["fish", "-c", f"source '{script}'; complete -C 'azml-ls explain sweep-on-si'"])
        expect(said == "sweep-on-single-node\n", f"Fish offers {said!r}")
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
    names = sorted(path.name for path in (out / "manifests").glob("azml-ls.*.yaml"))
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


def conda(out, tools):
    """The recipe has the checksum of the sources, and rattler-build can render it."""
    text = (out / "manifests" / "recipe.yaml").read_text()
    expect(hashlib.sha256(b"sources").hexdigest() in text, "not the checksum of the sources")
    left = re.findall(r"@\w+", text)
    expect(not left, f"not filled in: {left}")
    python = needed(tools / "bin" / "python")
    render = """
import sys
from rattler_build import RenderConfig, Stage0Recipe, VariantConfig
recipe = Stage0Recipe.from_yaml(open(sys.argv[1]).read())
compilers = VariantConfig.from_yaml("c_compiler: [gcc]\\nc_stdlib: [sysroot]\\nrust_compiler: [rust]\\n")
for it in recipe.render(compilers, RenderConfig()):
    package = it.recipe.package
    print(package.name, package.version)
"""
    said = run([python, "-c", render, out / "manifests" / "recipe.yaml"]).strip()
    expect(said == f"azml-ls {version()}", said)
    return f"rattler-build renders {said}"


def image(out, tools, folder):
    """The image has the program and the licenses for both architectures; it is the same each time."""
    if not (shutil.which("buildah") and shutil.which("skopeo")):
        raise Skipped("there is no buildah or no skopeo")
    digests = []
    for name in ("first", "second"):
        packed = folder / f"{name}.tar"
        run([sys.executable, ROOT / "server/packaging/image.py", out, packed])
        index = run(["skopeo", "inspect", "--raw", f"oci-archive:{packed}"])
        digests.append(hashlib.sha256(index.encode()).hexdigest())
    expect(digests[0] == digests[1], "the same archives make another image")
    platforms = [it["platform"]["architecture"] for it in json.loads(index)["manifests"]]
    expect(platforms == ["amd64", "arm64"], platforms)
    started = None
    for architecture in platforms:
        layout = folder / architecture
        run(["skopeo", "copy", "--override-arch", architecture, f"oci-archive:{packed}", f"dir:{layout}"])
        manifest = json.loads((layout / "manifest.json").read_text())
        settings = json.loads((layout / manifest["config"]["digest"].removeprefix("sha256:")).read_text())
        expect(settings["config"]["Entrypoint"] == ["/azml-ls"], settings["config"])
        expect(settings["config"]["Labels"]["org.opencontainers.image.version"] == version(), settings["config"])
        files, top = set(), folder / f"{architecture}-files"
        for layer in manifest["layers"]:
            with tarfile.open(layout / layer["digest"].removeprefix("sha256:")) as content:
                files |= {entry.name for entry in content if entry.isfile()}
                content.extractall(top, filter="data")
        licenses = {f"licenses/{name}" for name in ("LICENSE-APACHE", "LICENSE-MIT", LICENSES)}
        expect(files == {"azml-ls"} | licenses, files)
        started = started or start(top)
    linter = tools / "bin" / "hadolint"
    if linter.exists():
        run([linter, ROOT / "server/packaging/Dockerfile"])
    return f"{', '.join(platforms)}, {packed.stat().st_size:,} bytes; {started or 'not started: its programs are made up'}; sha256:{digests[0][:12]}; hadolint {'has no objection' if linter.exists() else 'is not installed'}"


def start(top):
    """The answer of the program with nothing but the files of the image around it, as nobody."""
    program = top / "azml-ls"
    if program.read_bytes()[:4] != b"\x7fELF" or os.geteuid() != 0:
        return None
    (top / "work").mkdir(exist_ok=True)
    (top / "work" / "cpu.yml").write_text("type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\n")

    def inside():
        os.chroot(top)
        os.chdir("/work")
        os.setgid(65532)
        os.setuid(65532)

    said = run(["/azml-ls", "check", "--format", "concise"], code=1, preexec_fn=inside)
    expect("cpu.yml:3:" in said and "cluster-min-nodes" in said, said)
    return f"started alone: {run(['/azml-ls', '-V'], preexec_fn=inside).strip()}, exit code 1 for a finding"


def vsix(out, folder):
    """The package for this machine has the server and the licenses; each file of it is one that is meant."""
    if not (ROOT / "editors/vscode/node_modules/@vscode/vsce").exists():
        raise Skipped("the extension is not installed (`npm ci` in editors/vscode)")
    run(["tar", "xzf", out / "azml-ls-x86_64-unknown-linux-gnu.tar.gz", "-C", folder])
    program = folder / "azml-ls-x86_64-unknown-linux-gnu" / "azml-ls"
    run([sys.executable, ROOT / "server/packaging/vsix.py", program, folder])
    package = next(folder.glob("*.vsix"))
    with zipfile.ZipFile(package) as files:
        names = set(files.namelist())
        server = folder / "server"
        server.write_bytes(files.read("extension/bundled/azml-ls"))
    wanted = {"extension/bundled/azml-ls", f"extension/bundled/{LICENSES}", "extension/dist/THIRD-PARTY-NOTICES.txt"}
    expect(wanted <= names, f"missing: {wanted - names}")
    server.chmod(0o755)
    said = run([server, "-V"]).strip()
    return f"{package.name}, {package.stat().st_size:,} bytes, {len(names)} files; {said}"


def workflows(tools):
    """The release workflow builds what is assembled, with the tools that are tested here, and nothing is half published."""
    text = (ROOT / ".github/workflows/release.yml").read_text()
    built = set(re.findall(r"\{ target: ([\w-]+),", text))
    known = set(re.findall(r'", "([\w-]+-[\w-]+-[\w-]+)"\)', (ROOT / "server/packaging/assemble.py").read_text()))
    expect(built == known, f"only in one of both: {built ^ known}")
    pinned = [(ROOT / "tests/packaging" / file).read_text() for file in ("requirements.txt", "run.sh")]
    used = (ROOT / "server/packaging/requirements.txt").read_text()
    others = [tool for tool in re.findall(r"\b(?:maturin|ziglang)==[\d.]+", used) if tool not in "".join(pinned)]
    expect(not others, f"not the versions of the tests: {others}")
    jobs = publishing(text)
    run([needed(tools / "bin" / "zizmor"), "--quiet", "--offline", "--no-progress", ROOT / ".github", ROOT / "action.yml"])
    return f"{len(built)} targets; {', '.join(jobs)} wait for GitHub alone and leave out what is there; zizmor has no objection"


def publishing(workflow):
    """The jobs that publish to registries. None waits for another, and each leaves out what is published."""
    parts = re.split(r"^  ([\w-]+):\n", workflow.split("\njobs:\n", 1)[1], flags=re.M)[1:]
    jobs = dict(zip(parts[::2], parts[1::2]))
    needs = {name: re.search(r"^    needs: (.*)$", job, re.M) for name, job in jobs.items()}
    needs = {name: re.findall(r"[\w-]+", found[1]) if found else [] for name, found in needs.items()}
    expect(needs["github"] == ["attest"] and needs["attest"] == ["ready"], needs)
    expect(set(needs["ready"]) == {"files", "musl", "site", "tests"}, needs)
    leaves_out = {
        "pypi": "skip-existing: true",
        "crates-io": "release.py unpublished",
        "marketplace": "--skip-duplicate",
        "open-vsx": "--skip-duplicate",
        "image": "skopeo copy",  # The same image under the same tag.
        "pages": "actions/deploy-pages",
    }
    after = sorted(name for name in jobs if "github" in needs[name])
    expect(after == sorted(leaves_out), after)
    expect(all(needs[name] == ["github"] and words in jobs[name] for name, words in leaves_out.items()), needs)
    release = (ROOT / "server/packaging/release.py").read_text()
    known = set(re.findall(r'"([\w-]+)": \[', re.search(r"^ENVIRONMENTS = (.*)$", release, re.M)[1]))
    named = {it for name in after for it in re.findall(r"^    environment: (.*)$", jobs[name], re.M)}
    expect(named == known, f"environments only in one of both: {named ^ known}")
    return after


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
        names = ["CRATES", "PYPI", "MARKETPLACE", "OPENVSX", "CONDA", "GITHUB"]
        told = {name: value for name, value in os.environ.items() if name != "GITHUB_TOKEN"}
        yield told | {f"AZML_RELEASE_{name}": address for name in names}
        server.shutdown()


def needs():
    """`release.py check` says of each name whether it is free, ours, or taken, and what could not be asked."""
    command = [sys.executable, ROOT / "server/packaging/release.py", "check"]
    ours = "https://github.com/azml-ls/azml-ls"
    with registries({}) as told:
        free = run(command, code=1, env=told)
    expect(free.count("todo ") == 7 and free.count("later ") == 1, free)
    links = [{"key": "Microsoft.VisualStudio.Services.Links.Source", "value": f"{ours}.git"}]
    environment = {"protection_rules": [{"type": "required_reviewers"}]}
    answers = {
        "/repos/azml-ls/azml-ls": (200, {}),
        "/repos/azml-ls/azml-ls/pages": (200, {"build_type": "workflow", "html_url": "https://azml-ls.github.io/azml-ls/"}),
        "/package/conda-forge/azml-ls": (200, {"dev_url": ours, "latest_version": "0.1.0"}),
        "/pypi/azml-ls/json": (200, {"info": {"project_urls": {"Repository": ours}, "version": "0.1.0"}}),
        "/api/azml-ls/azml-ls": (200, {"repository": ours}),
        "/_apis/public/gallery/extensionquery": (
            200,
            {"results": [{"extensions": [{"versions": [{"properties": links}]}]}]},
        ),
    }
    for name in ("azml-rules", "azml-ide", "azml-ls"):
        answers[f"/api/v1/crates/{name}"] = (200, {"crate": {"repository": ours, "max_version": "0.1.0"}})
    secrets = {"pypi": [], "crates-io": [], "marketplace": ["VSCE_PAT"], "open-vsx": ["OVSX_PAT"]}
    for name, names in secrets.items():
        answers[f"/repos/azml-ls/azml-ls/environments/{name}"] = (200, environment)
        listed = {"secrets": [{"name": it} for it in names]}
        answers[f"/repos/azml-ls/azml-ls/environments/{name}/secrets"] = (200, listed)
    with registries(answers) as told:
        run(command, code=1, env=told)  # Without a token, the environments are not known.
        ready = run(command, env=told | {"GITHUB_TOKEN": "x"})
    expect(ready.count("ok ") == 12, ready)
    # A secret is missing; a token can't read them; an environment asks nobody.
    answers["/repos/azml-ls/azml-ls/environments/marketplace/secrets"] = (200, {"secrets": []})
    answers["/repos/azml-ls/azml-ls/environments/open-vsx/secrets"] = (403, {})
    answers["/repos/azml-ls/azml-ls/environments/pypi"] = (200, {})
    with registries(answers) as told:
        said = run(command, code=1, env=told | {"GITHUB_TOKEN": "x"})
        run([*command, "--publishing"], env=told | {"GITHUB_TOKEN": "x"})
        left = run([*command[:2], "unpublished"], env=told).strip()
    expect("todo    GitHub: the environment `marketplace` has no secret VSCE_PAT" in said, said)
    expect("unknown GitHub: the environment `open-vsx` is there; the token can't read" in said, said)
    expect("todo    GitHub: the environment `pypi` asks nobody" in said, said)
    expect(left == "-p azml-rules -p azml-ide -p azml-ls", left)
    answers[f"/api/v1/crates/azml-rules/{version()}"] = (200, {})
    with registries(answers) as told:
        left = run([*command[:2], "unpublished"], env=told).strip()
    expect(left == "-p azml-ide -p azml-ls", left)
    answers["/api/v1/crates/azml-ls"] = (200, {"crate": {"repository": "https://github.com/other/azml-ls"}})
    answers["/pypi/azml-ls/json"] = (503, {})
    with registries(answers) as told:
        said = run(command, code=2, env=told | {"GITHUB_TOKEN": "x"})
        run([*command, "--publishing"], code=2, env=told)
    answers["/pypi/azml-ls/json"] = (404, {})
    with registries(answers) as told:
        run([*command, "--publishing"], code=1, env=told)
    expect("taken   crates.io: `azml-ls` belongs to https://github.com/other/azml-ls" in said, said)
    expect("failed  pypi answers 503" in said, said)
    return "free, ours, taken, secrets missing or not readable, without a token, and a registry that does not answer"


if __name__ == "__main__":
    run_cases(cases)
