#!/usr/bin/env bash
# Tries what other programs read of this repository: the hooks with the real pre-commit, action.yml and the templates with
# validators and with the real wheel. Tools are installed from PyPI into tests/.cache/ci; the wheel is the one that
# tests/packaging/run.sh leaves.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$here/../..
cache=$here/../.cache/ci
wheels=$here/../.cache/packaging/wheels

if ! ls "$wheels"/azml_ls-*.whl >/dev/null 2>&1; then
  echo "skipped: tests/packaging/run.sh has left no wheel"
  exit 0
fi
if ! cmp -s "$here/requirements.txt" "$cache/requirements.txt"; then
  rm -rf "$cache"
  python3 -m venv "$cache"
  if ! "$cache/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r "$here/requirements.txt"; then
    rm -rf "$cache"
    echo "skipped: the tools cannot be installed from PyPI"
    exit 0
  fi
  # pre-commit builds our pyproject.toml with it.
  "$cache/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$cache" setuptools
  # Written last: an interrupted installation starts again.
  cp "$here/requirements.txt" "$cache/requirements.txt"
fi
bin=$cache/bin

tmp=$(mktemp -d "${TMPDIR:-/tmp}/azml-ci-tools.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
cp "$wheels"/azml_ls-*.whl "$cache"/setuptools-*.whl "$tmp/"

cd "$top"
schema() { "$bin/check-jsonschema" --builtin-schema "vendor.$1" "${@:2}"; }
schema github-actions action.yml
schema gitlab-ci server/ci/gitlab-ci.yml
schema github-workflows server/ci/refresh-azml.yml
# Its patterns are those of JavaScript without the flag `u`.
schema azure-pipelines --regex-variant nonunicode server/ci/azure-pipelines.yml
awk '/^# \.github\/workflows/ { inside = 1 } /^```/ { inside = 0 } inside' server/ci/README.md >"$tmp/workflow.yml"
schema github-workflows "$tmp/workflow.yml"
"$bin/zizmor" --quiet --offline --persona auditor action.yml

"$here/pre-commit.sh" "$bin/pre-commit" "$tmp"
# The others differ in their inputs only, and every run installs the wheel.
AZML_WHEELS=$tmp cargo test --quiet -p azml-tests --test cli -- ci::github::the_action_annotates ci::templates::
