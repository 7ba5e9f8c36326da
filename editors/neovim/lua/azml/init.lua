-- The commands of the plugin, as functions: `require('azml').fix_all()`, `.explain()`, `.graph()`, `.plan()`, `.refresh()`,
-- `.report()`. Those that submit files are in `azml/submit.lua`.

local M = {}

local NAME = 'azml_ls'

local function tell(message, level)
  vim.notify('azml: ' .. message, level or vim.log.levels.INFO)
end

--- The command that starts the program: that of the configuration, so that both are always the same one.
function M.command()
  local config = vim.lsp.config and vim.lsp.config[NAME]
  local cmd = config and config.cmd
  return type(cmd) == 'table' and cmd or { 'azml-ls' }
end

--- Runs the program with `arguments` on `text`; calls `done` with its standard output.
local function run(arguments, text, done)
  local command = M.command()
  local call = vim.list_extend({ command[1] }, arguments)
  if vim.list_contains(command, '--restricted') then
    table.insert(call, '--restricted')
  end
  local started, problem = pcall(vim.system, call, { text = true, stdin = text }, function(result)
    vim.schedule(function()
      if result.code == 0 then
        done(result.stdout)
      else
        local said = vim.trim(result.stderr):gsub('^azml%-ls: error: ', '')
        tell(said ~= '' and said or ('exit code %d'):format(result.code), vim.log.levels.ERROR)
      end
    end)
  end)
  if not started then
    tell(("`%s` can't be started: %s"):format(command[1], problem), vim.log.levels.ERROR)
  end
end

--- Applies all safe fixes in the current buffer.
function M.fix_all()
  if #vim.lsp.get_clients({ bufnr = 0, name = NAME }) == 0 then
    return tell('no server is attached to this buffer; see `:checkhealth azml`', vim.log.levels.WARN)
  end
  vim.lsp.buf.code_action({ apply = true, context = { only = { 'source.fixAll.azml' }, diagnostics = {} } })
end

--- The rules that report something in the line of the cursor, each once.
local function rules_here()
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local rules = {}
  for _, finding in ipairs(vim.diagnostic.get(0, { lnum = line })) do
    if finding.source == 'azml-ls' and not vim.list_contains(rules, finding.code) then
      table.insert(rules, finding.code)
    end
  end
  return rules
end

local function set_page(buf, text)
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.split(vim.trim(text), '\n'))
  vim.bo[buf].modifiable, vim.bo[buf].modified = false, false
end

--- Shows `text` in a new window, which is beside the current one if `mods` say so; returns its buffer.
local function show_page(name, text, mods)
  local buf = vim.fn.bufadd(name)
  vim.fn.bufload(buf)
  vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].swapfile = 'nofile', 'wipe', false
  vim.bo[buf].filetype = 'markdown'
  set_page(buf, text)
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buf, desc = 'Close this page' })
  vim.cmd.split({ mods = vim.tbl_extend('force', { keepalt = true }, mods or {}) })
  vim.api.nvim_win_set_buf(0, buf)
  return buf
end

local function explain(rule)
  run({ '--explain', rule, '--format', 'markdown' }, nil, function(text)
    show_page('azml://explain/' .. rule, text)
  end)
end

--- Shows the page of `rule`; without a name, of the rule that reports something in this line.
function M.explain(rule)
  if rule and rule ~= '' then
    return explain(rule)
  end
  local rules = rules_here()
  if #rules == 0 then
    return tell('no finding of azml-ls in this line; name a rule', vim.log.levels.WARN)
  end
  if #rules == 1 then
    return explain(rules[1])
  end
  vim.ui.select(rules, { prompt = 'Explain:' }, function(chosen)
    if chosen then
      explain(chosen)
    end
  end)
end

--- The names of all rules, for completion; none if the program is not there.
function M.rules()
  local ok, result = pcall(function()
    return vim.system({ M.command()[1], '--rules', '--format', 'json' }, { text = true }):wait(5000)
  end)
  if not ok or result.code ~= 0 then
    return {}
  end
  local read, rules = pcall(vim.json.decode, result.stdout)
  rules = read and (rules.rules or rules) or {}
  return vim.tbl_map(function(rule)
    return rule.name
  end, rules)
end

--- Shows what an issue should tell about the server of this buffer, and copies it.
function M.report()
  local client = vim.lsp.get_clients({ bufnr = 0, name = NAME })[1] or vim.lsp.get_clients({ name = NAME })[1]
  if not client then
    return tell('no server is running; see `:checkhealth azml`', vim.log.levels.WARN)
  end
  client:request('azml-ls/report', vim.empty_dict(), function(problem, report)
    if problem then
      return tell(problem.message, vim.log.levels.ERROR)
    end
    pcall(vim.fn.setreg, '+', report) -- There may be no clipboard.
    vim.fn.setreg('"', report)
    show_page('azml://report', report)
  end)
end

--- Draws the pipeline in the current buffer, as it is now, and opens the picture; with `file`, only writes it there.
function M.graph(file)
  local buf = vim.api.nvim_get_current_buf()
  local source = vim.api.nvim_buf_get_name(buf)
  if source == '' then
    return tell('this buffer has no file name', vim.log.levels.WARN)
  end
  local text = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n') .. '\n'
  local target = file and file ~= '' and vim.fn.fnamemodify(file, ':p') or vim.fn.tempname() .. '.svg'
  local arguments = { '--graph', '-', '--stdin-filename', source, '--output', 'svg=' .. target }
  run(arguments, text, function()
    if file and file ~= '' then
      return tell('wrote ' .. target)
    end
    local opened, problem = vim.ui.open(target)
    if not opened then
      tell(('the picture is in %s, but nothing opens it: %s'):format(target, problem), vim.log.levels.WARN)
    end
  end)
end

local NO_PLAN = 'nothing of this file runs or costs anything: it is no job, deployment, compute, or schedule'

--- Calls `refresh` a moment after each change in the buffer `source`, until `page` is closed.
local function follow(source, page, refresh)
  local timer = assert(vim.uv.new_timer())
  local group = vim.api.nvim_create_augroup('azml_plan_' .. page, {})
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, {
    group = group,
    buffer = source,
    callback = function()
      timer:start(250, 0, vim.schedule_wrap(refresh))
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = page,
    callback = function()
      timer:close()
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

--- Shows what happens when the file in `source` is submitted, in a window beside it, which follows what is typed. Without
--- `source`, that of the current buffer.
function M.plan(source)
  source = source or vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ bufnr = source, name = NAME })[1]
  if not client then
    return tell('no server is attached to this buffer; see `:checkhealth azml`', vim.log.levels.WARN)
  end
  local function ask(done)
    local params = { textDocument = vim.lsp.util.make_text_document_params(source) }
    client:request('azml-ls/plan', params, function(problem, plan)
      -- After an error, the text has changed meanwhile: the next answer comes soon.
      if not problem then
        done(type(plan) == 'string' and plan or nil)
      end
    end, source)
  end
  ask(function(plan)
    if not plan then
      return tell(NO_PLAN, vim.log.levels.WARN)
    end
    local window = vim.api.nvim_get_current_win()
    local page = show_page('azml://plan/' .. vim.api.nvim_buf_get_name(source), plan, { vertical = true })
    vim.api.nvim_set_current_win(window)
    follow(source, page, function()
      ask(function(newer)
        if vim.api.nvim_buf_is_valid(page) then
          set_page(page, newer or NO_PLAN)
        end
      end)
    end)
  end)
end

--- Saves what the workspace holds, with the Azure CLI, in a terminal that shows each command before it runs: for the project of
--- the current buffer, or `folder`. Closing the terminal cancels it.
function M.refresh(folder)
  local command = M.command()
  if vim.list_contains(command, '--restricted') then
    return tell('a folder that is served with --restricted is not refreshed', vim.log.levels.WARN)
  end
  local marks = { '.azml', 'azml.yaml', '.git' }
  local root = folder and folder ~= '' and vim.fn.fnamemodify(folder, ':p') or vim.fs.root(0, marks) or vim.fn.getcwd()
  M.terminal({ command[1], '--refresh' }, root)
end

--- Runs `command` in a terminal below, in `folder`. It is a list, so that no shell reads its words.
function M.terminal(command, folder)
  vim.cmd.new({ mods = { split = 'botright' } })
  vim.bo.bufhidden = 'wipe'
  local started, problem = pcall(vim.fn.jobstart, command, { term = true, cwd = folder })
  if not started then
    vim.cmd.close()
    tell(("`%s` can't be started: %s"):format(command[1], problem), vim.log.levels.ERROR)
  end
end

return M
