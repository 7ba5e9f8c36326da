-- `:AzmlSubmit` and `:AzmlJob`: the Azure CLI in a terminal, for the file of the current buffer.
--
-- The server makes the command line, each word an argument of its own. Nothing runs before its user has agreed once for the
-- workspace of Azure ML; a file with errors is asked about each time.

local M = {}

local NAME = 'azml_ls'

local function tell(message, level)
  vim.notify('azml: ' .. message, level or vim.log.levels.WARN)
end

--- The file with the workspaces that were agreed to, a line each.
local function memory()
  return vim.fs.joinpath(vim.fn.stdpath('state'), 'azml-submits')
end

local function agreed()
  local file = memory()
  return vim.uv.fs_stat(file) and vim.fn.readfile(file) or {}
end

--- Calls `done` with the command line for `wishes`, unless there is none.
local function ask(buf, wishes, done)
  local client = vim.lsp.get_clients({ bufnr = buf, name = NAME })[1]
  if not client then
    return tell('no server is attached to this buffer; see `:checkhealth azml`')
  end
  local params = vim.tbl_extend('force', wishes, { textDocument = vim.lsp.util.make_text_document_params(buf) })
  client:request('azml-ls/submission', params, function(problem, found)
    if problem then
      tell(problem.message)
    elseif type(found) ~= 'table' then
      tell('the Azure CLI has no such command for this file, or the server runs with --restricted')
    elseif found.problem then
      tell(found.problem, vim.log.levels.ERROR)
    else
      done(found)
    end
  end, buf)
end

--- Asks for the values that the file leaves open, one after the other; an empty one leaves the file as it is.
local function ask_for_values(open, done, given)
  given = given or vim.empty_dict()
  local first = open[1]
  if not first then
    return done(given)
  end
  local hint = first.text == '' and '' or (' (%s)'):format(first.text)
  vim.ui.input({ prompt = first.key .. hint .. ': ' }, function(value)
    if value then
      given[first.key] = value
      ask_for_values(vim.list_slice(open, 2), done, given)
    end
  end)
end

local function run(found)
  require('azml').terminal(vim.list_extend({ found.program }, found.arguments), found.folder)
end

--- Runs it if its user agrees, or has agreed before.
local function run_if_agreed(buf, found)
  local workspace = type(found.workspace) == 'string' and found.workspace or ''
  local key = found.folder .. '\t' .. workspace
  local known = agreed()
  local errors = #vim.diagnostic.get(buf, { severity = vim.diagnostic.severity.ERROR })
  if vim.list_contains(known, key) and errors == 0 then
    return run(found)
  end
  local where = workspace == '' and 'the default workspace of the Azure CLI' or workspace
  local also = errors == 0 and '' or (', although azml-ls finds errors (%d)'):format(errors)
  local prompt = ('Run `%s` in %s%s?'):format(found.line, where, also)
  vim.ui.select({ 'Run', "Don't run" }, { prompt = prompt }, function(_, index)
    if index ~= 1 then
      return
    end
    if not vim.list_contains(known, key) then
      vim.fn.mkdir(vim.fs.dirname(memory()), 'p')
      vim.fn.writefile({ key }, memory(), 'a')
    end
    run(found)
  end)
end

--- Saves the file of `buf` and submits it, or lets the Azure CLI do `action` (`validate`) with it.
function M.submit(buf, action)
  buf = buf or vim.api.nvim_get_current_buf()
  action = action or 'create'
  vim.api.nvim_buf_call(buf, function()
    vim.cmd.update()
  end)
  ask(buf, { action = action }, function(found)
    ask_for_values(found.values, function(values)
      ask(buf, { action = action, values = values }, function(line)
        run_if_agreed(buf, line)
      end)
    end)
  end)
end

--- Streams, cancels, or opens the job `name` in the studio; without a name, that of the file, or one that is asked for.
function M.follow(action, name)
  local buf = vim.api.nvim_get_current_buf()
  if name then
    return ask(buf, { action = action, name = name }, run)
  end
  ask(buf, { action = action }, function(found)
    local default = type(found.name) == 'string' and found.name or ''
    vim.ui.input({ prompt = 'Name of the job: ', default = default }, function(given)
      if given and given ~= '' then
        ask(buf, { action = action, name = given }, run)
      end
    end)
  end)
end

return M
