#!/usr/bin/env bash
# Holds a server against the protocol: tests/tools/protocol.sh SERVER_BINARY [EDITS]
# First the checks themselves, then every request at every third column, then random edits (10,000 in each unit of columns).
# Installs lsprotocol into tests/.cache/protocol.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: protocol.sh SERVER_BINARY [EDITS]}")
cache=$here/../.cache/protocol
if ! cmp -s "$here/requirements.txt" "$cache/requirements.txt"; then
  rm -rf "$cache"
  python3 -m venv "$cache"
  "$cache/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r "$here/requirements.txt"
  # Written last: an interrupted installation starts again.
  cp "$here/requirements.txt" "$cache/requirements.txt"
fi
"$cache/bin/python" "$here/test_conformance.py"
"$cache/bin/python" "$here/conformance.py" "$server"
"$cache/bin/python" "$here/random_edits.py" "$server" --edits "${2:-10000}"
