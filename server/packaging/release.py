#!/usr/bin/env python3
"""Says what a release still needs: which names are free or ours, and which settings of the repository are missing.

    server/packaging/release.py check     before the first tag, and whenever a job of release.yml could not publish

Nothing is changed. GITHUB_TOKEN must be able to read the settings of the repository (`gh auth token`); without it, they are listed as
not known. Exit codes: 0 if a tag can be pushed, 1 if something is to be done first, 2 if a service could not be asked.
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
# The environments of release.yml, whose jobs publish as trusted publishers: they need no secret.
ENVIRONMENTS = ["pypi", "crates-io"]
# A test puts a service of its own in place of each: AZML_RELEASE_PYPI and so on.
SERVICES = {
    "crates": "https://crates.io",
    "pypi": "https://pypi.org",
    "marketplace": "https://marketplace.visualstudio.com",
    "openvsx": "https://open-vsx.org",
    "github": "https://api.github.com",
}
SECONDS = 30


class Unanswered(Exception):
    """A service that could not be asked."""


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
        raise Unanswered(f"{service} answers {error.code}") from None
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
            yield "todo", f"crates.io: `{name}` is free: the first version needs a token, `cargo publish -p {name}`; then name release.yml as its trusted publisher"
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
        yield "todo", f"Marketplace: there is no `{publisher}.{name}`: make the publisher `{publisher}`; the packages of a release are uploaded by hand"
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
        yield "todo", f"Open VSX: there is no `{publisher}.{name}`: make the namespace, `npx ovsx create-namespace {publisher}`; the packages of a release are uploaded by hand"
    elif is_ours(found.get("repository"), ours):
        yield "ok", f"Open VSX: `{publisher}.{name}` is ours"
    else:
        yield "taken", f"Open VSX: `{publisher}.{name}` belongs to somebody else"


def github(_, slug):
    token = os.environ.get("GITHUB_TOKEN")
    if ask("github", f"/repos/{slug}", token=token) is None:
        yield "todo", f"GitHub: there is no repository {slug}, or the token can't read it"
        return
    if not token:
        yield "unknown", "GitHub: without GITHUB_TOKEN, the environments are not known"
        return
    for environment in ENVIRONMENTS:
        found = ask("github", f"/repos/{slug}/environments/{environment}", token=token)
        if found is None:
            yield "todo", f"GitHub: make the environment `{environment}`, with a person who approves"
        elif not any(rule.get("type") == "required_reviewers" for rule in found.get("protection_rules", [])):
            yield "todo", f"GitHub: the environment `{environment}` asks nobody: add a reviewer"
        else:
            yield "ok", f"GitHub: the environment `{environment}` is ready"


def check():
    ours, slug = repository()
    states = set()
    for service in (github, pypi, crates, marketplace, openvsx):
        try:
            for state, text in service(ours, slug):
                states.add(state)
                print(f"{state:8}{text}")
        except Unanswered as error:
            states.add("failed")
            print(f"failed  {error}")
    if "failed" in states:
        return 2
    return int(states != {"ok"})


if __name__ == "__main__":
    if sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
    sys.exit(check())
