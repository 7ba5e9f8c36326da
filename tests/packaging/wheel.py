#!/usr/bin/env python3
"""Installs a built wheel as its users do, and prints what became of each case.

    tests/packaging/wheel.py WHEEL TOOLS    TOOLS: the environment of requirements.txt, or `none`

Exits with 1 if a case failed. What needs a tool that is not there is skipped with the reason.
"""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
from cases import HERE, Skipped, commit_of, expect, needed, run, run_cases, version

BAD = "type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\n"
# Of the program that is published, which is built for every Linux, and of the one for this machine alone: that comes from a
# build that is quick and a quarter larger, so its limit only finds what is far too large, such as symbols for a debugger.
LARGEST = {"linux": 24_000_000, "manylinux": 20_000_000}
LICENSES = "THIRD-PARTY-LICENSES.txt"
FILES = ["__init__.py", "__main__.py", "_program.py", "jupyter.py"]


def cases(wheel, tools):
    yield "contents", lambda _: contents(wheel)
    yield "symbols of the C library", lambda folder: symbols(wheel, folder)
    yield "the package is Python 3.7", lambda _: syntax(wheel)
    for version, python in pythons():
        yield f"pip install, Python {version}", lambda folder, python=python: installed(wheel, python, folder)
    for layout in ["--target", "--prefix", "--user"]:
        yield f"pip install {layout}", lambda folder, layout=layout: elsewhere(wheel, layout, folder)
    yield "streams, signals, and a missing program", lambda folder: behavior(wheel, folder)
    yield "uvx --from", lambda folder: uvx(wheel, tools, folder)
    yield "pip download", lambda folder: download(wheel, tools, folder)
    yield "jupyter-lsp", lambda folder: jupyter(wheel, tools, folder)


def contents(wheel):
    name = f"azml_ls-{version()}"
    matched = re.fullmatch(re.escape(name) + r"-py3-none-([a-z0-9_.]+)\.whl", wheel.name)
    expect(matched, f"the name is {wheel.name}")
    files = zipfile.ZipFile(wheel)
    program = f"{name}.data/scripts/azml-ls" + (".exe" if "win" in matched[1] else "")
    found = {entry.filename: entry.file_size for entry in files.infolist()}
    info = [f"{name}.dist-info/{file}" for file in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")]
    info += [f"{name}.dist-info/licenses/{file}" for file in ("LICENSE-APACHE", "LICENSE-MIT", LICENSES)]
    wanted = {program, *info, *(f"azml_ls/{file}" for file in FILES)}
    others = {file for file in wanted ^ set(found) if "/sboms/" not in file}
    expect(not others, f"missing or unexpected: {sorted(others)}")
    licenses = (files.read(file) for file in found if "/licenses/" in file)
    expect(all(len(text) > 900 for text in licenses), "a license is a link, not its text")
    limit = LARGEST["manylinux" if "manylinux2014" in matched[1] else "linux"]
    expect(found[program] < limit, f"the program has {found[program]} bytes")
    metadata = files.read(info[0]).decode()
    links = re.findall(r"\]\((?!https://)([^)]*)\)", metadata)
    expect(not links, f"links that lead nowhere on PyPI: {links}")
    return f"{len(found)} files; program {found[program]:,} bytes, wheel {wheel.stat().st_size:,}"


def symbols(wheel, folder):
    """What the tag of the wheel promises about glibc is what the program asks for."""
    promised = re.search(r"manylinux_?2?_(\d+)|manylinux(2014)", wheel.name)
    if not promised or not shutil.which("objdump"):
        raise Skipped("no manylinux wheel" if not promised else "there is no objdump")
    limit = 17 if promised[2] else int(promised[1])
    with zipfile.ZipFile(wheel) as files:
        program = files.extract(next(file for file in files.namelist() if "/scripts/" in file), folder)
    table = run(["objdump", "-T", program])
    asked = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", table))
    expect(asked <= limit, f"asks for glibc 2.{asked}, promises 2.{limit}")
    return f"at most glibc 2.{asked}, promised 2.{limit}"


def syntax(wheel):
    with zipfile.ZipFile(wheel) as files:
        for file in FILES:
            ast.parse(files.read(f"azml_ls/{file}"), file, feature_version=(3, 7))
    return ", ".join(FILES)


def installed(wheel, python, folder):
    """An environment as people make it; nothing of the network."""
    environment = with_wheel(wheel, python, folder)
    said = run([environment / "azml-ls", "-V"])
    expect(said == f"azml-ls {version()}\n", f"it says {said!r}")
    module = [environment / "python", "-m", "azml_ls"]
    expect(run([*module, "-V"]) == said, "python -m azml_ls is another version")
    (folder / "bad.yml").write_text(BAD)
    run([*module, "--check", folder / "bad.yml"], code=1)
    run([*module, "--no-such-option"], code=2)
    return f"{said.strip()}, {commit_of(environment / 'azml-ls')}"


def elsewhere(wheel, layout, folder):
    """Installers that put the package where this Python does not look by itself."""
    python, place = newest(), folder / "a place"
    environment = {**os.environ, "PYTHONUSERBASE": str(place)}
    environment.pop("VIRTUAL_ENV", None)
    where = [layout] if layout == "--user" else [layout, place]
    pip = [python, "-m", "pip", "install", "--quiet", "--no-index", "--ignore-installed", "--no-warn-script-location"]
    run([*pip, "--break-system-packages", *where, wheel], env=environment)
    package = next(place.rglob("azml_ls/__main__.py")).parent
    environment["PYTHONPATH"] = str(package.parent)
    found = run([python, "-c", "import azml_ls; print(azml_ls.find_program())"], env=environment).strip()
    expect(Path(found).is_relative_to(place), f"found {found}")
    run([python, "-m", "azml_ls", "--version"], env=environment)
    return Path(found).relative_to(place)


def behavior(wheel, folder):
    environment = with_wheel(wheel, newest(), folder)
    module = [environment / "python", "-m", "azml_ls"]
    said = run([*module, "--check", "--format", "concise", "-"], code=1, input=BAD)
    expect("cluster-min-nodes" in said, "standard input was not read")
    server = subprocess.Popen(module, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    server.stdin.write(b"Content-Length: 2\r\n\r\n{}")
    server.stdin.flush()
    expect(server.stdout.read(15) == b"Content-Length:", "the server does not answer")
    if os.name == "nt":  # No signals; the server ends with its input.
        server.stdin.close()
        server.wait(20)
    else:
        server.send_signal(signal.SIGTERM)
        expect(server.wait(20) == -signal.SIGTERM, f"SIGTERM ended it with {server.returncode}")
    next(environment.glob("azml-ls*")).unlink()
    broken = subprocess.run(module, capture_output=True, text=True)
    expect(broken.returncode == 2 and "pip install" in broken.stderr, f"without the program: {broken}")
    return "passed on; without the program it says how to repair it"


def uvx(wheel, tools, folder):
    tool = needed(tools / "bin" / "uvx")
    environment = {**os.environ, "UV_CACHE_DIR": str(folder / "cache"), "UV_PYTHON": str(newest())}
    return run([tool, "--offline", "--from", wheel, "azml-ls", "-V"], env=environment).strip()


def download(wheel, tools, folder):
    """pip chooses the wheel for each platform in its name."""
    links, platforms = folder / "links", wheel.stem.split("-")[-1].split(".")
    links.mkdir()
    shutil.copy(wheel, links)
    pip = [needed(tools / "bin" / "pip"), "download", "--quiet", "--no-index", "--only-binary=:all:"]
    pip += ["--find-links", links, "azml-ls", "--dest", folder]
    run([*pip, "--platform", "freebsd_14_x86_64"], code=1)
    for platform in platforms:
        run([*pip, "--platform", platform])
        expect((folder / wheel.name).exists(), f"nothing for {platform}")
        (folder / wheel.name).unlink()
    return f"found for {', '.join(platforms)}; not for another one"


def jupyter(wheel, tools, folder):
    python = needed(tools / "bin" / "python")
    run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--force-reinstall", wheel])
    return run([python, HERE / "jupyter_session.py"], cwd=folder).strip()


def with_wheel(wheel, python, folder):
    """A new environment with the wheel; returns the folder of its programs."""
    run([python, "-m", "venv", folder / "environment"])
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    run([programs / "python", "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheel])
    return programs


def pythons():
    """The newest of each version that is at hand, by version."""
    homes = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [*homes.glob("3.*/bin/python"), Path(sys.executable)]
    found += [Path(path) for minor in range(7, 20) if (path := shutil.which(f"python3.{minor}"))]
    versions = {}
    for python in found:
        asked = [str(python), "-c", "import sys, venv, ensurepip; print(*sys.version_info[:2], sep='.')"]
        said = subprocess.run(asked, capture_output=True, text=True)
        if said.returncode == 0 and said.stdout.strip() != "3.6":
            versions.setdefault(tuple(map(int, said.stdout.split("."))), python)
    return [(".".join(map(str, version)), versions[version]) for version in sorted(versions)]


def newest():
    return pythons()[-1][1]


if __name__ == "__main__":
    run_cases(cases)
