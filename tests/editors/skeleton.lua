-- Types a job in a real Neovim from an empty file to a clean one, key by key; runs in a copy of tests/fixtures/editor.
-- A second Neovim is driven through its input queue, as a terminal does it: completion, tab stops and select mode are the
-- editor's own. What is pressed is printed at the end.

local PATIENCE_MS = 10000 -- For one step: generous, since a debug build on a busy machine is slow.

local pressed = {}

local function say(line)
  io.stdout:write(line, '\n')
end

local editor = vim.fn.jobstart({
  vim.v.progpath,
  '--embed',
  '--headless',
  '--clean',
  '-n',
  '-i',
  'NONE',
  '--cmd',
  'set runtimepath^=' .. vim.env.AZML_NEOVIM_PLUGIN,
}, { rpc = true })

local function inside(code, ...)
  return vim.rpcrequest(editor, 'nvim_exec_lua', code, { ... })
end

local function lines()
  return vim.rpcrequest(editor, 'nvim_buf_get_lines', 0, 0, -1, false)
end

local function wait(what, probe)
  local value
  vim.wait(PATIENCE_MS, function()
    value = probe()
    return value and true or false
  end, 20)
  if not value then
    local mode = vim.rpcrequest(editor, 'nvim_get_mode')
    local state = { mode = mode.mode, menu = inside([[ return vim.fn.complete_info().items ]]) }
    error(('timed out waiting for %s; %s; now:\n%s'):format(what, vim.inspect(state), table.concat(lines(), '\n')), 0)
  end
  return value
end

local function press(keys)
  table.insert(pressed, keys)
  vim.rpcrequest(editor, 'nvim_input', keys)
end

--- Waits until `text` is selected: a tab stop, ready to be typed over.
local function wait_for_stop(text)
  wait('the tab stop ' .. text, function()
    if vim.rpcrequest(editor, 'nvim_get_mode').mode ~= 's' then
      return false
    end
    local selected = inside([[ return vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.'), { type = 'v' })[1] ]])
    return selected == text
  end)
end

local function jump_to(text)
  press('<Tab>')
  wait_for_stop(text)
end

local function wait_for_line(line)
  wait('the line ' .. line, function()
    return vim.list_contains(lines(), line)
  end)
end

--- The labels in the open menu, in their order.
local function menu()
  return inside([[
    local info = vim.fn.complete_info({ 'items', 'pum_visible', 'selected' })
    if info.pum_visible == 0 then return nil end
    return vim.tbl_map(function(item) return item.word .. '|' .. item.abbr .. '|' .. item.menu end, info.items)
  ]])
end

--- Opens the menu, goes down to the entry that is listed as `label`, and takes it.
local function choose(label)
  press('<C-x><C-o>')
  local entries = wait('a menu with ' .. label, function()
    local entries = menu()
    if type(entries) ~= 'table' then
      return nil
    end
    for index, entry in ipairs(entries) do
      if vim.split(entry, '|', { plain = true })[2] == label then
        return { index = index, all = entries }
      end
    end
  end)
  for _ = 2, entries.index do
    press('<C-n>')
  end
  press('<C-y>')
end

local function findings()
  return inside([[
    return vim.tbl_map(function(d) return ('%s [%s]'):format(d.message, d.code) end,
      vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.INFO } }))
  ]])
end

local function type_the_job()
  -- What the manual of Neovim recommends for completion, `:help lsp-completion`.
  inside([[
    vim.o.completeopt = 'menu,menuone,noinsert'
    vim.api.nvim_create_autocmd('LspAttach', { callback = function(args)
      vim.lsp.completion.enable(true, args.data.client_id, args.buf)
    end })
  ]])
  press(':edit job.yml<CR>')
  wait('the server', function()
    return inside([[ local c = vim.lsp.get_clients({ bufnr = 0 })[1] return c ~= nil and c.initialized == true ]])
  end)

  press('icom')
  choose('command job')
  wait_for_stop('my-experiment')
  press('forest')
  wait_for_line('experiment_name: forest')
  jump_to('./src')
  jump_to('train.py')
  jump_to('my-data')
  press('houses')
  jump_to('my-environment')
  press('sklearn')
  jump_to('1')
  press('3')
  jump_to('cpu-cluster')
  press('gpu')
  choose('gpu-cluster')
  wait_for_line('compute: azureml:gpu-cluster')
  jump_to('7200')
  press('soon')
  wait_for_line('  timeout: soon')
  wait('the mistake to be reported', function()
    return #findings() == 1
  end)
  press('<BS><BS><BS><BS>3600')
  wait_for_line('  timeout: 3600')
  press('<Esc>')

  -- An enumeration: the data is one file.
  press('/uri_folder<CR>')
  press('ciwuri_')
  choose('uri_file')
  wait_for_line('    type: uri_file')
  press('<Esc>:write<CR>')
  wait('the file on disk', function()
    return vim.uv.fs_stat('job.yml')
  end)
  wait('the mistake to go', function()
    return #findings() == 0
  end)
end

vim.fn.mkdir('src')
vim.fn.writefile({ 'print("trained")' }, 'src/train.py')
local ok, message = pcall(type_the_job)
if ok then
  local check = vim.system({ 'azml-ls', '--check', '--min-level', 'info', '--fail-on', 'info', 'job.yml' }):wait()
  ok = check.code == 0
  message = ('azml-ls --check job.yml: exit code %d\n%s%s'):format(check.code, check.stdout, check.stderr)
end
say((ok and 'ok    ' or 'FAIL  ') .. 'a job is typed from an empty file to a clean one')
say('keys pressed: ' .. table.concat(pressed, ' '))
say(message)
if vim.uv.fs_stat('job.yml') then
  say(table.concat(vim.fn.readfile('job.yml'), '\n'))
end
vim.fn.jobstop(editor)
vim.cmd(ok and 'qall!' or 'cquit! 1')
