; For ~/.config/helix/runtime/queries/yaml/injections.scm, in the place of Helix's own file.

((comment) @injection.content
  (#set! injection.language "comment"))

; The lines of `command` are run by a shell.
((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node
    (block_scalar) @injection.content))
  (#eq? @_key "command")
  (#set! injection.include-children)
  (#set! injection.language "bash"))
