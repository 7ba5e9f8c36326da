#!/usr/bin/env python3
"""Makes the container image of a release out of its archives, for `linux/amd64` and `linux/arm64`.

    server/packaging/image.py FILES OUT

FILES is the folder that `assemble.py` filled. OUT becomes an OCI archive, which `skopeo copy --all oci-archive:OUT docker://...` publishes.
Needs buildah; the same archives make the same image.
"""

import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from assemble import HERE, ROOT

ARCHITECTURES = {"amd64": "x86_64-unknown-linux-musl", "arm64": "aarch64-unknown-linux-musl"}
LICENSES = ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-LICENSES.txt"]


def main():
    files, out = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        context = Path(folder)
        for architecture, target in ARCHITECTURES.items():
            unpack(files / f"azml-ls-{target}.tar.gz", context / architecture)
        build(context, out.resolve())


def unpack(archive, folder):
    """The program, and the licenses below /licenses."""
    with tarfile.open(archive) as packed:
        top = archive.name.removesuffix(".tar.gz")
        for name, mode in [("azml-ls", 0o755), *((name, 0o644) for name in LICENSES)]:
            path = folder / (name if name == "azml-ls" else f"licenses/{name}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(packed.extractfile(f"{top}/{name}").read())
            path.chmod(mode)


def labels():
    """What registries show, by the names of OCI."""
    manifest = (ROOT / "Cargo.toml").read_text()
    version, license, repository = (
        re.search(rf'^{key} = "(.*)"$', manifest, re.M)[1] for key in ("version", "license", "repository")
    )
    named = {
        "title": "azml-ls",
        "description": "Language server and linter for Azure Machine Learning YAML",
        "version": version,
        "licenses": license,
        "source": repository,
    }
    return [word for name, value in named.items() for word in ("--label", f"org.opencontainers.image.{name}={value}")]


def build(context, out):
    manifest = "localhost/azml-ls:release"
    buildah = ["buildah", "--storage-driver", "vfs", "--root", context / "storage", "--runroot", context / "run"]

    def run(*arguments):
        done = subprocess.run([*buildah, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"buildah fails: {done.stdout}{done.stderr}")

    for architecture in ARCHITECTURES:
        options = ["--platform", f"linux/{architecture}", "--build-arg", f"TARGETARCH={architecture}", *labels()]
        options += ["--timestamp", "0", "--isolation", "chroot", "--manifest", manifest]
        run("build", *options, "--file", HERE / "Dockerfile", context)
    run("manifest", "push", "--all", manifest, f"oci-archive:{out}")


if __name__ == "__main__":
    main()
