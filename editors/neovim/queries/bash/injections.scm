; extends

; The code behind `python -c`, in double quotes and in single ones.
((command
  name: (command_name) @_program
  argument: (word) @_flag
  .
  argument: (string
    (string_content) @injection.content))
  (#lua-match? @_program "^python[%d.]*$")
  (#lua-match? @_flag "^%-%a*c$")
  (#set! injection.combined)
  (#set! injection.language "python"))

((command
  name: (command_name) @_program
  argument: (word) @_flag
  .
  argument: (raw_string) @injection.content)
  (#lua-match? @_program "^python[%d.]*$")
  (#lua-match? @_flag "^%-%a*c$")
  (#offset! @injection.content 0 1 0 -1)
  (#set! injection.language "python"))
