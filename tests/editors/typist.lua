-- A second Neovim, driven through its input queue as a terminal does it: completion, tab stops, menus and select mode are
-- the editor's own. What was pressed is kept, to be printed.

local PATIENCE_MS = 10000 -- For one step: generous, since a debug build on a busy machine is slow.

local M = { pressed = {} }

function M.say(line)
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

function M.inside(code, ...)
  return vim.rpcrequest(editor, 'nvim_exec_lua', code, { ... })
end

function M.lines()
  return vim.rpcrequest(editor, 'nvim_buf_get_lines', 0, 0, -1, false)
end

function M.mode()
  return vim.rpcrequest(editor, 'nvim_get_mode').mode
end

function M.wait(what, probe)
  local value
  vim.wait(PATIENCE_MS, function()
    value = probe()
    return value and true or false
  end, 20)
  if not value then
    local state = { mode = M.mode(), menu = M.inside([[ return vim.fn.complete_info().items ]]) }
    error(('timed out waiting for %s; %s; now:\n%s'):format(what, vim.inspect(state), table.concat(M.lines(), '\n')), 0)
  end
  return value
end

function M.press(keys)
  table.insert(M.pressed, keys)
  vim.rpcrequest(editor, 'nvim_input', keys)
end

--- What the manual of Neovim recommends for completion, `:help lsp-completion`.
function M.complete_with_the_server()
  M.inside([[
    vim.o.completeopt = 'menu,menuone,noinsert'
    vim.api.nvim_create_autocmd('LspAttach', { callback = function(args)
      vim.lsp.completion.enable(true, args.data.client_id, args.buf)
    end })
  ]])
end

--- Opens `file` and waits for the server.
function M.open(file)
  M.press(':edit ' .. file .. '<CR>')
  M.wait('the server for ' .. file, function()
    return M.inside(
      [[
        if vim.fn.fnamemodify(vim.fn.expand('%'), ':.') ~= ... then return false end
        local client = vim.lsp.get_clients({ bufnr = 0 })[1]
        return client ~= nil and client.initialized == true
      ]],
      file
    )
  end)
end

--- Waits until `text` is selected: a tab stop, ready to be typed over.
function M.wait_for_stop(text)
  M.wait('the tab stop ' .. text, function()
    if M.mode() ~= 's' then
      return false
    end
    local selected = M.inside([[ return vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.'), { type = 'v' })[1] ]])
    return selected == text
  end)
end

function M.jump_to(text)
  M.press('<Tab>')
  M.wait_for_stop(text)
end

function M.wait_for_line(line)
  M.wait('the line ' .. line, function()
    return vim.list_contains(M.lines(), line)
  end)
end

--- The labels in the open menu, in their order; nothing while none is open.
function M.menu()
  local labels = M.inside([[
    local info = vim.fn.complete_info({ 'items', 'pum_visible' })
    if info.pum_visible == 0 then return nil end
    return vim.tbl_map(function(item) return item.abbr end, info.items)
  ]])
  return type(labels) == 'table' and labels or nil
end

--- Opens the menu, goes down to the entry that is listed as `label`, and takes it.
function M.choose(label)
  local function find()
    local labels = M.menu() or {}
    for index, listed in ipairs(labels) do
      if listed == label then
        return index
      end
    end
  end
  M.press('<C-x><C-o>')
  local index = M.wait('a menu with ' .. label, find)
  for _ = 2, index do
    M.press('<C-n>')
  end
  M.press('<C-y>')
end

function M.findings()
  return M.inside([[
    return vim.tbl_map(function(d) return ('%s [%s]'):format(d.message, d.code) end,
      vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.INFO } }))
  ]])
end

--- What the terminal would show, line by line.
function M.screen()
  vim.rpcrequest(editor, 'nvim_command', 'redraw')
  return M.inside([[
    local rows = {}
    for row = 1, vim.o.lines do
      local cells = {}
      for column = 1, vim.o.columns do cells[column] = vim.fn.screenstring(row, column) end
      rows[row] = (table.concat(cells):gsub('%s+$', ''))
    end
    return rows
  ]])
end

--- Asks for the code actions and takes the one whose title begins with `title`.
function M.act(title)
  M.press('gra')
  local number = M.wait('the action ' .. title, function()
    for _, row in ipairs(M.screen()) do
      local number, shown = row:match('^(%d+): (.*)')
      if number and vim.startswith(shown, title) then
        return number
      end
    end
  end)
  M.press(number .. '<CR>')
end

--- Prints what was done and ends this Neovim.
function M.finish(name, ok, message)
  M.say((ok and 'ok    ' or 'FAIL  ') .. name)
  M.say('keys pressed: ' .. table.concat(M.pressed, ' '))
  M.say(message)
  vim.fn.jobstop(editor)
  vim.cmd(ok and 'qall!' or 'cquit! 1')
end

return M
