; extends

; The lines of `command` are run by a shell. Behind `|` or `>` may stand `-` or `+`.
((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node
    (block_scalar) @injection.content))
  (#eq? @_key "command")
  (#lua-match? @injection.content "^[|>][^-+]")
  (#offset! @injection.content 0 1 0 0)
  (#set! injection.include-children)
  (#set! injection.language "bash"))

((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node
    (block_scalar) @injection.content))
  (#eq? @_key "command")
  (#lua-match? @injection.content "^[|>][-+]")
  (#offset! @injection.content 0 2 0 0)
  (#set! injection.include-children)
  (#set! injection.language "bash"))
