#!/usr/bin/env bash
# Asks clients of another maker about `azml-ls mcp`: the official SDK for Python (client.py) and, where npm is, the inspector. They come
# from PyPI and npm into tests/.cache/agents; without PyPI, this says that it is skipped.
#
#   tests/agents/run.sh target/release/azml-ls
set -euo pipefail

INSPECTOR=@modelcontextprotocol/inspector@2.12.0

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
binary=$(realpath "$1")
mkdir -p "$here/../.cache/agents"
cache=$(cd "$here/../.cache/agents" && pwd)
stamp=$cache/requirements.txt

if ! cmp -s "$here/requirements.txt" "$stamp"; then
  rm -rf "$cache/python"
  python3 -m venv "$cache/python"
  if ! said=$("$cache/python/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r "$here/requirements.txt" 2>&1); then
    echo "skipped: clients of agents, their packages cannot be had: $(tail -1 <<<"$said")"
    exit 0
  fi
  # Written last: an interrupted installation starts again.
  cp "$here/requirements.txt" "$stamp"
fi

project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
mkdir "$project/.git"
cp -R "$here/../fixtures/tour/." "$project"
cd "$project"
"$cache/python/bin/python" "$here/client.py" "$binary"

if ! command -v npm >/dev/null; then
  echo "skipped: the inspector, there is no npm"
  exit 0
fi
if [[ ! -f $cache/inspector-installed || $(cat "$cache/inspector-installed") != "$INSPECTOR" ]]; then
  rm -rf "$cache/inspector"
  if ! npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$cache/inspector" "$INSPECTOR" >/dev/null; then
    echo "skipped: the inspector, npm cannot be reached"
    exit 0
  fi
  echo "$INSPECTOR" >"$cache/inspector-installed"
fi
inspect() {
  timeout 60 "$cache/inspector/node_modules/.bin/mcp-inspector" --cli "$binary" mcp "$@"
}
inspect --method tools/list | grep -c '"inputSchema"' | grep -qx 6
inspect --method resources/list | grep -q 'azml://rules'
inspect --method tools/call --tool-name explain --tool-arg rule=cluster-min-nodes | grep -q 'min_instances'
inspect --method resources/read --uri azml://kinds | grep -q 'job/pipeline'
echo "inspector: 6 tools, 2 resources, a call, and a resource"
