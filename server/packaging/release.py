#!/usr/bin/env python3
"""Says what a release still needs: which names are free or ours, and which settings of the repository are missing.

    server/packaging/release.py check                before the first tag, and whenever a job of release.yml could not publish
    server/packaging/release.py check --publishing   in release.yml, before anything is published: only for names of others
    server/packaging/release.py unpublished          the crates that don't have this version yet, as options of `cargo publish`

Nothing is changed. GITHUB_TOKEN must be able to read the settings of the repository and the names of its secrets (`gh auth token`
of an administrator); without it, they are listed as not known. Exit codes: 0 if a tag can be pushed, 1 if something is to be done
first, 2 if a service could not be asked.
"""

import json
import os
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CRATES = ["azml-rules", "azml-ide", "azml-ls"]
# The environments of release.yml, whose jobs ask a person, and their secrets. PyPI and crates.io know the jobs as trusted publishers.
ENVIRONMENTS = {"pypi": [], "crates-io": [], "marketplace": ["VSCE_PAT"], "open-vsx": ["OVSX_PAT"]}
# For crates that don't exist yet.
FIRST_TOKEN = "CARGO_REGISTRY_TOKEN"
# A test puts a service of its own in place of each: AZML_RELEASE_PYPI and so on.
SERVICES = {
    "crates": "https://crates.io",
    "pypi": "https://pypi.org",
    "marketplace": "https://marketplace.visualstudio.com",
    "openvsx": "https://open-vsx.org",
    "conda": "https://api.anaconda.org",
    "github": "https://api.github.com",
}
SECONDS = 30


class Unanswered(Exception):
    """A service that could not be asked; the code of its answer, if it gave one."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


def ask(service, path, body=None, token=None):
    """The JSON at `path`; None where the service says that there is no such thing."""
    base = os.environ.get(f"AZML_RELEASE_{service.upper()}", SERVICES[service])
    headers = {"User-Agent": "azml-ls release check", "Accept": "application/json"}
    if body is not None:
        headers["Content-Type"] = "application/json"
        headers["Accept"] = "application/json;api-version=7.2-preview.1"
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        request = urllib.request.Request(base + path, data, headers)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise Unanswered(f"{service} answers {error.code}", error.code) from None
    except (OSError, ValueError) as error:
        raise Unanswered(f"{service} can't be asked: {type(error).__name__}") from None


def repository():
    """Address of the repository, and its owner and name."""
    text = (ROOT / "Cargo.toml").read_text()
    address = re.search(r'^repository = "(https://github\.com/([^"]+))"', text, re.M)
    return address.group(1), address.group(2)


def is_ours(address, ours):
    """Whether an address is the one of our repository."""
    return (address or "").removesuffix("/").removesuffix(".git").lower() == ours.lower()


def crates(ours, _):
    for name in CRATES:
        found = ask("crates", f"/api/v1/crates/{name}")
        if found is None:
            yield "todo", f"crates.io: `{name}` is free: the first version needs the secret {FIRST_TOKEN} in the environment `crates-io`; then name release.yml as its trusted publisher"
        elif is_ours(found["crate"].get("repository"), ours):
            yield "ok", f"crates.io: `{name}` is ours, {found['crate'].get('max_version')}"
        else:
            yield "taken", f"crates.io: `{name}` belongs to {found['crate'].get('repository') or 'somebody else'}"


def pypi(ours, _):
    found = ask("pypi", "/pypi/azml-ls/json")
    if found is None:
        yield "todo", "PyPI: `azml-ls` is free: add a pending publisher for release.yml and the environment `pypi`"
        return
    addresses = (found["info"].get("project_urls") or {}).values()
    if any(is_ours(address, ours) for address in addresses):
        yield "ok", f"PyPI: `azml-ls` is ours, {found['info'].get('version')}"
    else:
        yield "taken", "PyPI: `azml-ls` belongs to somebody else"


def extension():
    about = json.loads((ROOT / "editors/vscode/package.json").read_text())
    return about["publisher"], about["name"]


def marketplace(ours, _):
    publisher, name = extension()
    # 7: the full name of an extension; 0x103: versions, files, and properties.
    query = {"filters": [{"criteria": [{"filterType": 7, "value": f"{publisher}.{name}"}]}], "flags": 0x103}
    found = ask("marketplace", "/_apis/public/gallery/extensionquery", query) or {}
    extensions = [one for result in found.get("results", []) for one in result.get("extensions", [])]
    if not extensions:
        yield "todo", f"Marketplace: there is no `{publisher}.{name}`: make the publisher `{publisher}`"
        return
    properties = extensions[0].get("versions", [{}])[0].get("properties", [])
    source = [one["value"] for one in properties if one["key"].endswith("Links.Source")]
    if any(is_ours(address, ours) for address in source):
        yield "ok", f"Marketplace: `{publisher}.{name}` is ours"
    else:
        yield "taken", f"Marketplace: `{publisher}.{name}` belongs to somebody else"


def openvsx(ours, _):
    publisher, name = extension()
    found = ask("openvsx", f"/api/{publisher}/{name}")
    if found is None:
        yield "todo", f"Open VSX: there is no `{publisher}.{name}`: make the namespace, `npx ovsx create-namespace {publisher}`"
    elif is_ours(found.get("repository"), ours):
        yield "ok", f"Open VSX: `{publisher}.{name}` is ours"
    else:
        yield "taken", f"Open VSX: `{publisher}.{name}` belongs to somebody else"


def conda(ours, _):
    found = ask("conda", "/package/conda-forge/azml-ls")
    if found is None:
        yield "later", "conda-forge: `azml-ls` is free: propose the recipe in `manifests` of a release to staged-recipes"
    elif is_ours(found.get("dev_url") or found.get("home"), ours):
        yield "ok", f"conda-forge: `azml-ls` is ours, {found.get('latest_version')}"
    else:
        yield "taken", "conda-forge: `azml-ls` belongs to somebody else"


def github(_, slug):
    token = os.environ.get("GITHUB_TOKEN")
    if ask("github", f"/repos/{slug}", token=token) is None:
        yield "todo", f"GitHub: there is no repository {slug}, or the token can't read it"
        return
    if not token:
        yield "unknown", "GitHub: without GITHUB_TOKEN, the environments are not known"
        return
    pages = ask("github", f"/repos/{slug}/pages", token=token)
    if (pages or {}).get("build_type") == "workflow":
        yield "ok", f"GitHub: Pages are published by a workflow, at {pages.get('html_url')}"
    else:
        yield "todo", "GitHub: choose *GitHub Actions* as the source of Pages"
    for name, secrets in ENVIRONMENTS.items():
        yield environment(slug, token, name, secrets)


def environment(slug, token, name, secrets):
    """Whether an environment is there, asks a person, and has its secrets."""
    found = ask("github", f"/repos/{slug}/environments/{name}", token=token)
    if found is None:
        return "todo", f"GitHub: make the environment `{name}`, with a person who approves{and_secrets(secrets)}"
    if not any(rule.get("type") == "required_reviewers" for rule in found.get("protection_rules", [])):
        return "todo", f"GitHub: the environment `{name}` asks nobody: add a reviewer"
    try:
        has = ask("github", f"/repos/{slug}/environments/{name}/secrets", token=token) or {}
    except Unanswered as error:
        if error.code != 403:
            raise
        return "unknown", f"GitHub: the environment `{name}` is there; the token can't read the names of its secrets"
    missing = [secret for secret in secrets if secret not in [it["name"] for it in has.get("secrets", [])]]
    if missing:
        return "todo", f"GitHub: the environment `{name}` has no secret {', '.join(missing)}"
    return "ok", f"GitHub: the environment `{name}` is ready"


def and_secrets(names):
    return f" and the secret {', '.join(names)}" if names else ""


def check(publishing):
    ours, slug = repository()
    states = set()
    for service in (github, pypi, crates, marketplace, openvsx, conda):
        try:
            for state, text in service(ours, slug):
                states.add(state)
                print(f"{state:8}{text}")
        except Unanswered as error:
            states.add("failed")
            print(f"failed  {error}")
    if "failed" in states:
        return 2
    return int("taken" in states or not publishing and not states <= {"ok", "later"})


def unpublished():
    """Prints the crates that don't have the version of Cargo.toml yet: a job that is run again publishes the others."""
    version = re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    try:
        left = [name for name in CRATES if ask("crates", f"/api/v1/crates/{name}/{version}") is None]
    except Unanswered as error:
        sys.exit(f"failed: {error}")
    print(" ".join(f"-p {name}" for name in left))
    return 0


if __name__ == "__main__":
    COMMANDS = {
        ("check",): lambda: check(publishing=False),
        ("check", "--publishing"): lambda: check(publishing=True),
        ("unpublished",): unpublished,
    }
    command = COMMANDS.get(tuple(sys.argv[1:]))
    sys.exit(command() if command else __doc__)
