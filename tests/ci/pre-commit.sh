#!/usr/bin/env bash
# Drives the real pre-commit with our hooks, in a repository that is made here:
#   tests/ci/pre-commit.sh PRE_COMMIT WHEELS
# WHEELS is a folder with the wheel of azml-ls and one of setuptools: nothing is installed from elsewhere. The hooks are
# those that are committed in this repository.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
pre_commit=$(realpath "${1:?usage: pre-commit.sh PRE_COMMIT WHEELS}")
wheels=$(realpath "${2:?usage: pre-commit.sh PRE_COMMIT WHEELS}")

tmp=$(mktemp -d "${TMPDIR:-/tmp}/azml-pre-commit.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$wheels PRE_COMMIT_HOME=$tmp/cache PRE_COMMIT_COLOR=never
export GIT_CONFIG_GLOBAL=$tmp/gitconfig GIT_CONFIG_NOSYSTEM=1
unset GITHUB_ACTIONS TF_BUILD GIT_DIR GIT_INDEX_FILE
git config --global user.name tests
git config --global user.email tests@example.com
git config --global init.defaultBranch main

checks=0
# expect CODE TEXT COMMAND...: the command ends with CODE (`fail` is any but 0) and says TEXT.
expect() {
  local wanted=$1 text=$2 code=0
  shift 2
  "$@" </dev/null >"$tmp/out" 2>&1 || code=$?
  local fits=no
  [[ $wanted == fail && $code != 0 || $wanted == "$code" ]] && fits=yes
  [[ -z $text ]] || grep -qF -- "$text" "$tmp/out" || fits=no
  [[ $fits == yes ]] || {
    printf 'FAILED: %s\nexpected exit code %s and "%s", but it ended with %s:\n' "$*" "$wanted" "$text" "$code" >&2
    cat "$tmp/out" >&2
    exit 1
  }
  checks=$((checks + 1))
}
configure() {
  cat >.pre-commit-config.yaml <<CONFIG
repos:
  - repo: $top
    rev: $(git -C "$top" rev-parse HEAD)
    hooks:
      - id: ${1:-azml-ls}
${2:+        $2}
CONFIG
  git add .pre-commit-config.yaml
}
schemas=https://azuremlschemas.azureedge.net/latest
job() { # INPUT EXTRA
  printf '$schema: %s/commandJob.schema.json\ncommand: cat ${{inputs.%s}}\n' "$schemas" "$1"
  printf 'environment: azureml:train:1\ninputs:\n  data: {type: uri_folder, path: azureml:prices:1}\n%s' "${2:-}"
}
component() { # INPUT
  printf '$schema: %s/commandComponent.schema.json\nname: train\nversion: "1"\ntype: command\n' "$schemas"
  printf 'inputs:\n  %s: {type: integer}\ncommand: echo ${{inputs.%s}}\nenvironment: azureml:train:1\n' "$1" "$1"
}

expect 0 "" "$pre_commit" validate-manifest "$top/.pre-commit-hooks.yaml"

mkdir "$tmp/project" && cd "$tmp/project"
git init --quiet
configure
mkdir old
echo 'exclude: [old/]' >azml.yaml
job datum >old/broken.yml
job data >job.yml
printf 'on: push\njobs: {build: {runs-on: ubuntu-latest}}\n' >workflow.yml
printf '{{- if .Values.x }}\na: b\n{{- end }}\n' >chart.yaml
git add .
started=$SECONDS
expect 0 Passed "$pre_commit" run --all-files
cold=$((SECONDS - started)) started=$SECONDS
expect 0 Passed "$pre_commit" run --all-files
warm=$((SECONDS - started))

expect 0 "pre-commit installed" "$pre_commit" install
expect 0 Passed git commit --quiet -m "An excluded file, a file of others, and a good one"
job datum >job.yml
git add .
expect fail "undefined-input-reference" git commit --quiet -m "A mistake"
job data >job.yml
git add .
expect 0 "" git diff --cached --exit-code

# A hook gets what changed. What breaks elsewhere is found where all files are asked for.
component epochs >train.yml
printf '$schema: %s/pipelineJob.schema.json\ntype: pipeline\njobs:\n  train:\n    type: command\n' "$schemas" >pipeline.yml
printf '    component: ./train.yml\n    compute: azureml:cpu\n    inputs: {epochs: 3}\n' >>pipeline.yml
git add .
expect 0 Passed git commit --quiet -m "A pipeline and its component"
component rounds >train.yml
git add .
expect 0 Passed "$pre_commit" run
expect fail "pipeline.yml" "$pre_commit" run --all-files
configure azml-ls "pass_filenames: false"
expect fail "pipeline.yml" "$pre_commit" run
component epochs >train.yml
git add .
expect 0 Passed git commit --quiet -m "Every commit checks all files"

job datum >job.yml
printf '{"version": 1, "findings": []}\n' >baseline.json
configure azml-ls "args: [--baseline, baseline.json]"
git add .
expect fail "undefined-input-reference" "$pre_commit" run
# The program that pre-commit has installed.
azml_ls=$(find "$PRE_COMMIT_HOME" -path '*/bin/azml-ls' | head -1)
expect 0 "Wrote" "$azml_ls" --write-baseline baseline.json
git add .
expect 0 Passed git commit --quiet -m "An old mistake"
git rm --quiet baseline.json

configure azml-ls-fix
printf 'resources: {instance_count: 1}\nresources: {instance_count: 1}\n' >"$tmp/twice"
job data "$(cat "$tmp/twice")"$'\n' >job.yml
git add .
expect fail "files were modified by this hook" "$pre_commit" run
expect 1 "-resources" git diff --exit-code -- job.yml
git add .
expect 0 Passed git commit --quiet -m "A fixed file"

# Nothing of the checked repository is run, neither when the hook is installed nor when it checks.
mkdir "$tmp/hostile" "$tmp/hostile/bin" && cd "$tmp/hostile"
git init --quiet
configure
job datum >job.yml
names='import sys; print(*sys.stdlib_module_names, "azml_ls", "pip", "setuptools", "sitecustomize", "virtualenv")'
for name in $("$(dirname "$pre_commit")/python" -I -c "$names"); do
  printf "open('%s', 'a').write('module %s\\n')\n" "$tmp/ran" "$name" >"$name.py"
done
for name in azml-ls git pip python python3 rustc bin/rustc; do
  printf '#!/bin/sh\necho program %s >>%s\n' "$name" "$tmp/ran" >"$name"
  chmod +x "$name"
done
printf '[toolchain]\npath = "%s"\n' "$PWD" >rust-toolchain.toml
git add .
PRE_COMMIT_HOME=$tmp/fresh expect fail "undefined-input-reference" "$pre_commit" run --all-files
expect 1 "" test -e "$tmp/ran"

echo "pre-commit: $checks checks passed; the first run took $cold s with its installation, the second $warm s"
