-- The colors inside commands, in a real Neovim with the parsers of install-parsers.sh: which text is shell, which is Python, and
-- that neither gets anything else.

local parsers = assert(vim.env.AZML_PARSERS, 'AZML_PARSERS is not set')
local QUERIES = {
  yaml = '@tree-sitter-grammars/tree-sitter-yaml',
  bash = 'tree-sitter-bash',
  python = 'tree-sitter-python',
}

-- As a plugin with parsers has them: a folder with the queries of each language.
local runtime = vim.fn.getcwd() .. '/parsers'
for language, package in pairs(QUERIES) do
  local folder = ('%s/queries/%s'):format(runtime, language)
  vim.fn.mkdir(folder, 'p')
  local queries = ('%s/node_modules/%s/queries/highlights.scm'):format(parsers, package)
  assert(vim.uv.fs_copyfile(queries, folder .. '/highlights.scm'))
  assert(vim.treesitter.language.add(language, { path = ('%s/%s.so'):format(parsers, language) }))
end
vim.opt.runtimepath:prepend(runtime)

local passed, failed = 0, 0

local function check(name, body)
  local ok, message = pcall(body)
  passed, failed = passed + (ok and 1 or 0), failed + (ok and 0 or 1)
  io.stdout:write(ok and 'ok    ' or 'FAIL  ', name, ok and '' or '\n      ' .. message, '\n')
end

--- A new buffer with `text`, parsed with all that is in it, and colored.
local function buffer_with(text)
  vim.cmd.enew({ bang = true })
  -- A block that ends the text would end behind the last line.
  vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.split(text .. '\nend: here', '\n'))
  vim.bo.filetype = 'yaml'
  vim.treesitter.start(0, 'yaml')
  local parser = assert(vim.treesitter.get_parser(0, 'yaml'))
  parser:parse(true)
  return parser
end

--- The texts in `language`, in their order. What is parsed with errors is said.
local function texts_in(parser, language)
  local found = {}
  parser:for_each_tree(function(tree, part)
    if part:lang() ~= language then
      return
    end
    assert(not tree:root():has_error(), language .. ' has errors: ' .. tree:root():sexpr())
    for _, range in ipairs(tree:included_ranges(false)) do
      local lines = vim.api.nvim_buf_get_text(0, range[1], range[2], range[3], range[4], {})
      table.insert(found, { range[1], vim.trim((table.concat(lines, ' '):gsub('%s+', ' '))) })
    end
  end)
  table.sort(found, function(a, b)
    return a[1] < b[1]
  end)
  return vim.tbl_map(function(it)
    return it[2]
  end, found)
end

local function equal(actual, expected)
  assert(vim.deep_equal(actual, expected), ('expected %s, got %s'):format(vim.inspect(expected), vim.inspect(actual)))
end

--- The colors of the first place of `part`, as the highlighter knows them.
local function colors_of(part)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local column = line:find(part, 1, true)
    if column then
      return vim.tbl_map(function(capture)
        return capture.lang .. ' @' .. capture.capture
      end, vim.treesitter.get_captures_at_pos(0, number - 1, column - 1))
    end
  end
  error(part .. ' is not in the buffer')
end

for _, header in ipairs({ '|', '|-', '>', '>-', '|+' }) do
  check(('the lines behind `command: %s` are shell, and the rest is not'):format(header), function()
    local parser = buffer_with(('type: command\ncommand: %s\n  if [ -d data ]; then\n    echo "x"; fi\ncode: ./src'):format(header))
    equal(texts_in(parser, 'bash'), { 'if [ -d data ]; then echo "x"; fi' })
    assert(vim.list_contains(colors_of('then'), 'bash @keyword'), vim.inspect(colors_of('then')))
    assert(not vim.iter(colors_of('./src')):any(function(color)
      return vim.startswith(color, 'bash')
    end))
  end)
end

check('the commands of all steps of a pipeline are shell, each for itself', function()
  local text = 'jobs:\n  a:\n    command: |\n      echo "one"\n  b:\n    command: >-\n      echo two\n    description: |\n      if then'
  local parser = buffer_with(text)
  equal(texts_in(parser, 'bash'), { 'echo "one"', 'echo two' })
end)

for _, quote in ipairs({ '"', "'" }) do
  check(('what stands behind python -c in %s is Python'):format(quote), function()
    local program = ('python3 -c %simport json; print(1)%s'):format(quote, quote)
    local parser = buffer_with('command: |\n  ls\n  ' .. program .. ' && echo done')
    equal(texts_in(parser, 'python'), { 'import json; print(1)' })
    assert(vim.list_contains(colors_of('import'), 'python @keyword'), vim.inspect(colors_of('import')))
  end)
end

check('other keys, other programs, and comments get no colors of another language', function()
  local parser = buffer_with("# command: |\ndescription: |\n  if then fi\nmy_command: |\n  if fi\ncommand: |\n  sh -c 'import x'")
  equal(texts_in(parser, 'bash'), { "sh -c 'import x'" })
  equal(texts_in(parser, 'python'), {})
end)

io.stdout:write(('%d passed, %d failed\n'):format(passed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit! 1')
