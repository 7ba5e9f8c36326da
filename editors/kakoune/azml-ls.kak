# azml-ls in Kakoune. Load it in kakrc: source /path/to/azml-ls/editors/kakoune/azml-ls.kak
#
# With kakoune-lsp: findings, hover, completion, fixes, rename, and everything else. Without it: `:lint` shows the findings,
# `:azml-explain` the page of a rule, and `:azml-graph` draws the pipeline.

# Neither the option nor the hook does harm where kakoune-lsp is not installed.
declare-option -hidden str lsp_servers
hook -group azml-lsp global BufSetOption filetype=yaml %{
    set-option buffer lsp_servers %{
        [azml-ls]
        root_globs = ["azml.yaml", ".azml", ".git"]
        command = "azml-ls"
    }
}

# The file of a table is YAML without an ending.
hook -group azml-lsp global BufCreate .*/MLTable %{
    set-option buffer filetype yaml
}

# The text of the buffer under its own name, so that the files around it are known.
hook -group azml-lint global WinSetOption filetype=yaml %{
    set-option window lintcmd %{azml_lint() { azml-ls --check - --stdin-filename "$kak_buffile" --format concise --exit-zero <"$1" 2>/dev/null; }; azml_lint}
}

define-command azml-explain -params 1 \
    -docstring 'azml-explain <rule>: show the page of a rule' \
    -shell-script-candidates %{ azml-ls --rules --format json | sed -n 's/^      "name": "\(.*\)",$/\1/p' } %{
    evaluate-commands %sh{
        page=$(mktemp "${TMPDIR:-/tmp}/azml-explain.XXXXXX")
        if azml-ls --explain "$1" --format markdown >"$page" 2>"$page.err"; then
            printf 'edit! -scratch *azml-explain*\nexecute-keys %%{%%d!cat %s<ret>gg}\nset-option buffer filetype markdown\nnop %%sh{rm -f %s %s}\n' \
                "$page" "$page" "$page.err"
        else
            printf 'fail %%{%s}\n' "$(cat "$page.err")"
            rm -f "$page" "$page.err"
        fi
    }
}

define-command azml-graph -params ..1 -file-completion \
    -docstring 'azml-graph [file]: draw the pipeline in this file as a picture, and open it; with a file, write it there' %{
    write
    evaluate-commands %sh{
        file=${1:-$(mktemp "${TMPDIR:-/tmp}/azml-graph.XXXXXX").svg}
        if said=$(azml-ls --graph "$kak_buffile" --output "svg=$file" 2>&1); then
            if [ -z "$1" ] && command -v xdg-open >/dev/null; then
                xdg-open "$file" >/dev/null 2>&1 &
            fi
            printf 'echo -markup %%{{Information}drawn in %s}\n' "$file"
        else
            printf 'fail %%{%s}\n' "$said"
        fi
    }
}
