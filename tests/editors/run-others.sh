#!/usr/bin/env bash
# Drives Emacs, Helix, and Kakoune with the files of editors/: tests/editors/run-others.sh SERVER_BINARY [emacs|helix|kakoune]
# Ends with "N passed, N failed"; exit code 77 if they cannot be installed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: run-others.sh SERVER_BINARY [emacs|helix|kakoune]}")
[[ -x $server && -f $server ]] || { echo "not a program: $server" >&2; exit 2; }
prefix=${DEBIAN_PREFIX:-$("$here/install-others.sh")}
export EDITORS=$here/../../editors

tmp=$(mktemp -d "${TMPDIR:-/tmp}/azml-editors.XXXXXX")
terminal=true
trap '$terminal kill-server 2>/dev/null || true; rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" "$tmp/home"
ln -s "$server" "$tmp/bin/azml-ls"
export HOME=$tmp/home PATH=$tmp/bin:$PATH

# A program of the prefix, through its own loader: its libraries are newer than those of the system.
cat >"$tmp/bin/in-prefix" <<END
#!/bin/sh
exec "$prefix/usr/lib64/ld-linux-x86-64.so.2" --library-path "$prefix/usr/lib/x86_64-linux-gnu" "$prefix/\$1" "\${@:2}"
END
sed -i '1s/sh$/env bash/' "$tmp/bin/in-prefix"
chmod +x "$tmp/bin/in-prefix"

# Kakoune's own scripts call it by name.
printf '#!/bin/sh\nexec in-prefix usr/bin/kak "$@"\n' >"$tmp/bin/kak"
chmod +x "$tmp/bin/kak"

fresh_folder() {
  rm -rf "$tmp/workspace"
  cp -R "$here/../fixtures/editor" "$tmp/workspace"
  mkdir "$tmp/workspace/.git"
  cd "$tmp/workspace"
}

passed=0 failed=0
check() { # check NAME COMMAND...
  if "${@:2}"; then
    echo "ok    $1" && passed=$((passed + 1))
  else
    echo "FAIL  $1" && failed=$((failed + 1))
  fi
}

screen() { $terminal capture-pane -p; }
keys() { $terminal send-keys "$@"; }
# What follows at once would be read as a key with Alt.
escape() { keys Escape && sleep 1; }
shows() { # shows TEXT
  for _ in $(seq 150); do
    screen | grep -qF -- "$1" && return
    sleep 0.1
  done
  echo "no '$1' on the screen:" && screen
  return 1
}
in_file() { # in_file FILE LINE
  for _ in $(seq 100); do
    grep -qxF -- "$2" "$1" && return
    sleep 0.1
  done
  echo "no '$2' in $1:" && cat "$1"
  return 1
}
start() { # start NAME COMMAND
  $terminal kill-server 2>/dev/null || true
  # A server of its own for each: one that is about to leave takes no new session.
  terminal="tmux -L azml-$$-$1 -f /dev/null"
  $terminal new-session -d -x 120 -y 40 "$2"
}

emacs_tests() {
  fresh_folder
  local lisp etc
  lisp=$(find "$prefix/usr/share/emacs" -maxdepth 2 -type d -name lisp)
  etc=${lisp%/lisp}/etc
  local dump
  dump=$(find "$prefix/usr/libexec/emacs" -name '*.pdmp' | head -1)
  check "Emacs: findings, hover, fixes, completion, pages, graphs" env \
    EMACSLOADPATH="$lisp:$(find "$lisp" -type d -not -path '*/obsolete*' | tr '\n' ':')" EMACSDATA="$etc" EMACSDOC="$etc" \
    timeout 180 in-prefix usr/bin/emacs-nox --dump-file="$dump" -Q --batch \
    -L "$(echo "$prefix"/usr/share/emacs/site-lisp/elpa-src/yaml-mode-*)" -L "$EDITORS/emacs" -l "$here/emacs.el"
}

helix_tests() {
  fresh_folder
  mkdir -p "$HOME/.config/helix"
  # Only the server that is tested; the file itself is what users copy.
  sed 's/, "yaml-language-server"//' "$EDITORS/helix/languages.toml" >"$HOME/.config/helix/languages.toml"
  start helix "HELIX_RUNTIME=$prefix/usr/lib/hx/runtime in-prefix usr/lib/hx/hx cluster.yml; sleep 5"
  check "Helix: the line of the finding is marked" shows "●   5"
  keys ']d'
  check "Helix: the finding of the line" shows "keeps 2"
  keys '/amlcompute' Enter ' k'
  check "Helix: hover" shows "Compute cluster"
  escape
  keys 'gg' ']d' ' a'
  # The window of the finding, which comes first, has the new value too.
  check "Helix: the menu of fixes" shows "Turn off"
  keys Enter
  check "Helix: the fix is on the screen" shows "5  min_instances: 0"
  keys ':w' Enter
  check "Helix: the fix is in the file" in_file cluster.yml "min_instances: 0"
  keys ':q!' Enter
}

kakoune_tests() {
  fresh_folder
  mkdir -p "$HOME/.config/kak"
  echo "source $EDITORS/kakoune/azml-ls.kak" >"$HOME/.config/kak/kakrc"
  start kakoune "KAKOUNE_RUNTIME=$prefix/usr/share/kak kak cluster.yml; sleep 5"
  check "Kakoune: the file is shown" shows "amlcompute"
  keys ':lint' Enter
  check "Kakoune: :lint marks the line" shows "1 warning(s)"
  keys ':lint-next-message' Enter
  check "Kakoune: the finding in the window of its line" shows "cluster-min-nodes"
  escape
  keys ':azml-explain cluster-min-nodes' Enter
  check "Kakoune: the page of a rule" shows "# cluster-min-nodes"
  keys ':edit pipeline.yml' Enter ':azml-graph drawn.svg' Enter
  check "Kakoune: the graph" shows "drawn in drawn.svg"
  check "Kakoune: the picture is one" grep -q '<svg xmlns' drawn.svg
  keys ':edit sweep.yml' Enter ':azml-graph none.svg' Enter
  check "Kakoune: what is no pipeline is said" shows "not a pipeline"
  keys ':quit!' Enter
}

for editor in "${@:2}"; do chosen=yes; done
[[ ${chosen:-} ]] || set -- "$1" emacs helix kakoune
for editor in "${@:2}"; do "${editor}_tests"; done
echo "$passed passed, $failed failed"
((failed == 0))
