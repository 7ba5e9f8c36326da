-- Files move in a real Neovim: with a rename on a path, and with a file explorer that asks before it moves a file (as
-- oil.nvim and nvim-tree do). Every reference follows.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local t = dofile(here .. '/typist.lua')

local PIPELINE = {
  'type: pipeline',
  'jobs:',
  '  prep:',
  '    type: command',
  '    component: ./prep.yml',
}
local COMPONENT = {
  'type: command',
  'name: prep',
  'version: "1"',
  'command: python prep.py',
  'code: ./code',
  'environment: azureml:e:1',
}

local function has(file, line)
  t.wait(('%q in %s'):format(line, file), function()
    return vim.uv.fs_stat(file) and vim.list_contains(vim.fn.readfile(file), line)
  end)
end

local function move_files()
  vim.fn.mkdir('moving/code', 'p')
  vim.fn.writefile(PIPELINE, 'moving/pipeline.yml')
  vim.fn.writefile(COMPONENT, 'moving/prep.yml')
  vim.fn.writefile({ 'print()' }, 'moving/code/prep.py')

  t.open('moving/pipeline.yml')
  t.inside([[
    vim.api.nvim_win_set_cursor(0, { 5, 18 })
    vim.lsp.buf.rename('./prepare.yml')
  ]])
  t.wait('the file to move', function()
    return vim.uv.fs_stat('moving/prepare.yml') and not vim.uv.fs_stat('moving/prep.yml')
  end)
  t.wait_for_line('    component: ./prepare.yml')
  t.press(':wall<CR>')
  has('moving/pipeline.yml', '    component: ./prepare.yml')

  -- The server finds out by itself that the file is another one now: Neovim does not tell it.
  t.wait('an answer that names both files', function()
    return t.inside([[
      local root = vim.fn.getcwd() .. '/moving/'
      local old, new = root .. 'prepare.yml', root .. 'parts/prepare.yml'
      local client = vim.lsp.get_clients({ name = 'azml_ls' })[1]
      local files = { { oldUri = vim.uri_from_fname(old), newUri = vim.uri_from_fname(new) } }
      local answer = client:request_sync('workspace/willRenameFiles', { files = files }, 10000, 0) or {}
      if #((answer.result or {}).documentChanges or {}) < 2 then
        return false
      end
      vim.lsp.util.apply_workspace_edit(answer.result, client.offset_encoding)
      vim.cmd('silent wall')
      vim.fn.mkdir(root .. 'parts', 'p')
      vim.lsp.util.rename(old, new)
      client:notify('workspace/didRenameFiles', { files = files })
      return true
    ]])
  end)
  has('moving/pipeline.yml', '    component: ./parts/prepare.yml')
  has('moving/parts/prepare.yml', 'code: ../code')
end

local ok, message = pcall(move_files)
t.finish('references follow files that move', ok, ok and '' or message)
