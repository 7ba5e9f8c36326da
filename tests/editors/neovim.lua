-- The checks that run-neovim.sh runs inside Neovim, in a copy of tests/fixtures/editor.
-- They go through what a user does: open, read, hover, choose an action, edit, quit. The steps build on one another.

local PATIENCE_MS = 10000 -- For one step: generous, since a debug build on a busy machine is slow.
local TOTAL_MS = 60000 -- For all steps together.

local passed, failed = 0, 0
local started = vim.uv.hrtime()

local function elapsed_ms(since)
  return (vim.uv.hrtime() - since) / 1e6
end

local function say(line)
  io.stdout:write(line, '\n')
end

--- Polls until `probe` returns a value; an error with `what` and the last state otherwise.
local function wait(what, probe, state)
  local patience = math.max(200, math.min(PATIENCE_MS, TOTAL_MS - elapsed_ms(started)))
  local value
  vim.wait(patience, function()
    value = probe()
    return value and true or false
  end, 10)
  if not value then
    error('timed out waiting for ' .. what .. (state and ('; now: ' .. vim.inspect(state())) or ''), 0)
  end
  return value
end

local function check(name, body)
  local start = vim.uv.hrtime()
  local ok, message = xpcall(body, function(e)
    return type(e) == 'string' and e or vim.inspect(e)
  end)
  if ok then
    passed = passed + 1
    say(('ok    %s (%.0f ms)'):format(name, elapsed_ms(start)))
  else
    failed = failed + 1
    say(('FAIL  %s\n      %s'):format(name, message:gsub('\n', '\n      ')))
  end
end

local function equal(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    error(('%s: expected %s, got %s'):format(what, vim.inspect(expected), vim.inspect(actual)), 0)
  end
end

local function contains(text, part)
  if not text:find(part, 1, true) then
    error(('%q is not in %s'):format(part, vim.inspect(text)), 0)
  end
end

-- What the buffer shows -----------------------------------------------------------------------------------------

local function open(file)
  vim.cmd.edit(file)
  return vim.api.nvim_get_current_buf()
end

local function lines(buf)
  return vim.api.nvim_buf_get_lines(buf, 0, -1, false)
end

--- The line number (from 0) and the column after the text that starts the line.
local function find(buf, text)
  for number, line in ipairs(lines(buf)) do
    if vim.startswith(line, text) then
      return number - 1, #text
    end
  end
  error(text .. ' is not in the buffer', 0)
end

local function replace_line(buf, old, new)
  local number = find(buf, old)
  vim.api.nvim_buf_set_lines(buf, number, number + 1, true, { new })
end

local function cursor_behind(buf, text)
  local line, column = find(buf, text)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
end

local function rules(buf)
  return vim.tbl_map(function(d)
    return d.code
  end, vim.diagnostic.get(buf))
end

local function diagnostic(buf, rule)
  for _, d in ipairs(vim.diagnostic.get(buf)) do
    if d.code == rule then
      return d
    end
  end
end

local function wait_for_rule(buf, rule)
  return wait(rule, function()
    return diagnostic(buf, rule)
  end, function()
    return rules(buf)
  end)
end

local function wait_until_gone(buf, rule)
  wait(rule .. ' to go', function()
    return not diagnostic(buf, rule)
  end)
end

local function expect_warning(buf, rule, before)
  local d = wait_for_rule(buf, rule)
  local line, column = find(buf, before)
  equal(d.source, 'azml-ls', 'source')
  equal(d.severity, vim.diagnostic.severity.WARN, 'severity')
  equal({ d.lnum, d.col }, { line, column }, 'start')
  return d
end

local function code_action(filter)
  vim.lsp.buf.code_action({ apply = true, filter = filter })
end

-- The checks ----------------------------------------------------------------------------------------------------

local function finish()
  say(('Neovim %s: %.1f s'):format(tostring(vim.version()), elapsed_ms(started) / 1000))
  say(('%d passed, %d failed'):format(passed, failed))
  vim.cmd(failed == 0 and 'qall!' or 'cquit! 1')
end

local exit_code
vim.lsp.config('azml_ls', {
  on_exit = function(code)
    exit_code = code
  end,
})
vim.o.hidden = true

local cluster = open('cluster.yml')
local client

check('the plugin enables the server and it attaches to YAML', function()
  equal(vim.bo[cluster].filetype, 'yaml', 'filetype')
  client = wait('a client', function()
    return vim.lsp.get_clients({ bufnr = cluster, name = 'azml_ls' })[1]
  end)
  wait('initialize', function()
    return client.initialized
  end)
  equal(client.config.cmd, { 'azml-ls' }, 'command')
end)

-- Without a server all the rest would only time out, one by one.
if failed > 0 then
  return finish()
end

check('a cluster that never scales to zero gets a warning at the value', function()
  local d = expect_warning(cluster, 'cluster-min-nodes', 'min_instances: ')
  equal(d.end_col, #'min_instances: 2', 'end')
  equal(d.end_lnum, d.lnum, 'end line')
end)

check('the value is underlined on the screen', function()
  local d = wait_for_rule(cluster, 'cluster-min-nodes')
  local ns = vim.diagnostic.get_namespace(d.namespace).user_data.underline_ns
  local marks = vim.api.nvim_buf_get_extmarks(cluster, ns, { d.lnum, 0 }, { d.lnum, -1 }, { details = true })
  equal(#marks, 1, 'number of underlines on the line')
  equal(marks[1][4].hl_group, 'DiagnosticUnderlineWarn', 'highlight')
end)

local function wait_for_float()
  return wait('the float', function()
    return vim.iter(vim.api.nvim_list_wins()):find(function(w)
      return vim.api.nvim_win_get_config(w).relative ~= ''
    end)
  end)
end

check('hover on `amlcompute` explains the compute cluster in a float', function()
  cursor_behind(cluster, 'type: ')
  vim.lsp.buf.hover()
  local window = wait_for_float()
  local buf = vim.api.nvim_win_get_buf(window)
  equal(vim.bo[buf].filetype, 'markdown', 'filetype of the float')
  contains(table.concat(lines(buf), '\n'):lower(), 'compute cluster')
  vim.api.nvim_win_close(window, true)
end)

check('hover on a plain key says what it does', function()
  cursor_behind(cluster, 'max_inst')
  vim.lsp.buf.hover()
  local window = wait_for_float()
  local shown = table.concat(lines(vim.api.nvim_win_get_buf(window)), '\n')
  contains(shown, 'The maximum number of nodes')
  contains(shown, 'whole number')
  vim.api.nvim_win_close(window, true)
end)

check('document symbols list the cluster with its keys', function()
  local list
  vim.lsp.buf.document_symbol({
    on_list = function(found)
      list = found.items
    end,
  })
  wait('the symbols', function()
    return list
  end)
  local names = vim.tbl_map(function(item)
    return item.text
  end, list)
  contains(names[1], 'gpu-cluster')
  contains(table.concat(names, '\n'), 'max_instances')
end)

check('the quick fix sets `min_instances` to 0 and changes nothing else', function()
  local expected = vim.tbl_map(function(line)
    return (line:gsub('^min_instances: 2$', 'min_instances: 0'))
  end, lines(cluster))
  cursor_behind(cluster, 'min_instances: ')
  code_action(function(action)
    return action.kind == 'quickfix' and action.title:find('min_instances: 0', 1, true)
  end)
  wait('the edit', function()
    return vim.deep_equal(lines(cluster), expected)
  end, function()
    return lines(cluster)
  end)
end)

check('after the fix the warning is gone', function()
  wait_until_gone(cluster, 'cluster-min-nodes')
end)

check('the warning comes back when the value does', function()
  replace_line(cluster, 'min_instances: ', 'min_instances: 2')
  expect_warning(cluster, 'cluster-min-nodes', 'min_instances: ')
end)

check('fixAll applies the safe fixes of the whole file, and no other', function()
  vim.api.nvim_buf_set_lines(cluster, -1, -1, true, { 'description: yes' })
  wait_for_rule(cluster, 'quote-required-string')
  vim.lsp.buf.code_action({ apply = true, context = { only = { 'source.fixAll.azml' }, diagnostics = {} } })
  wait('the edit', function()
    return pcall(find, cluster, 'description: "yes"')
  end)
  wait_until_gone(cluster, 'quote-required-string')
  find(cluster, 'min_instances: 2')
end)

local sweep = open('sweep.yml')

check('a sweep on a compute instance gets a warning that points into ci.yml', function()
  local d = expect_warning(sweep, 'sweep-on-single-node', 'compute: ')
  local related = (d.user_data.lsp.relatedInformation or {})[1]
  assert(related, 'no related information')
  equal(vim.fs.basename(vim.uri_to_fname(related.location.uri)), 'ci.yml', 'related file')
end)

check('a quick fix offers the cluster of the folder; choosing it removes the warning', function()
  local offered = {}
  vim.ui.select = function(items, options, choose)
    for index, item in ipairs(items) do
      offered[index] = options.format_item(item)
    end
    for index, title in ipairs(offered) do
      if title:find('gpu-cluster', 1, true) then
        return choose(items[index], index)
      end
    end
    choose(nil, nil)
  end
  cursor_behind(sweep, 'compute: ')
  vim.lsp.buf.code_action({ context = { only = { 'quickfix' }, diagnostics = {} } })
  wait('the edit', function()
    return pcall(find, sweep, 'compute: azureml:gpu-cluster')
  end, function()
    return offered
  end)
  wait_until_gone(sweep, 'sweep-on-single-node')
end)

check('the warning comes back when the instance does', function()
  replace_line(sweep, 'compute: ', 'compute: azureml:ci-anna')
  expect_warning(sweep, 'sweep-on-single-node', 'compute: ')
end)

check('go to definition opens the file that defines the compute, at its name', function()
  cursor_behind(sweep, 'compute: azureml:ci')
  vim.lsp.buf.definition()
  wait('the jump', function()
    return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'ci.yml'
  end)
  local line, column = find(vim.api.nvim_get_current_buf(), 'name: ')
  equal(vim.api.nvim_win_get_cursor(0), { line + 1, column }, 'cursor')
  vim.cmd.buffer(sweep)
end)

check('rename changes the compute where it is defined and where it is used, and back', function()
  local defining = vim.fn.bufnr('ci.yml')
  for _, name in ipairs({ 'ci-bert', 'ci-anna' }) do
    cursor_behind(sweep, 'compute: azureml:ci')
    vim.lsp.buf.rename(name)
    wait('the new name ' .. name, function()
      return pcall(find, sweep, 'compute: azureml:' .. name) and pcall(find, defining, 'name: ' .. name)
    end, function()
      return { lines(sweep), lines(defining) }
    end)
    vim.wait(500) -- Neovim sends the changes of buffers that are not current 150 ms late.
  end
end)

local ci = open('ci.yml')

check('the note above the instance lists the job that uses it', function()
  vim.lsp.codelens.refresh({ bufnr = ci })
  wait('the note', function()
    return vim.iter(vim.lsp.codelens.get(ci)):any(function(lens)
      return lens.command.title == 'used by 1 job'
    end)
  end)
  cursor_behind(ci, 'name: ')
  vim.lsp.codelens.run()
  local places = wait('the list', function()
    local items = vim.fn.getqflist()
    return #items > 0 and items
  end)
  equal(#places, 1, 'places')
  equal(vim.fs.basename(vim.api.nvim_buf_get_name(places[1].bufnr)), 'sweep.yml', 'file')
  vim.cmd.cclose()
  vim.cmd.buffer(ci)
end)

check('turning the instance into a cluster in another buffer clears the sweep', function()
  replace_line(ci, 'type: ', 'type: amlcompute')
  wait_until_gone(sweep, 'sweep-on-single-node')
end)

check('closing that buffer unsaved makes the file on disk count again', function()
  vim.cmd.buffer(sweep)
  vim.cmd.bdelete({ ci, bang = true })
  expect_warning(sweep, 'sweep-on-single-node', 'compute: ')
end)

check('YAML of other tools gets no diagnostics', function()
  local other = open('docker-compose.yml')
  wait('the client', function()
    return vim.lsp.get_clients({ bufnr = other, name = 'azml_ls' })[1]
  end)
  vim.wait(1000)
  equal(vim.diagnostic.get(other), {}, 'diagnostics')
end)

check('one server did all this and it stops with code 0', function()
  equal(#vim.lsp.get_clients(), 1, 'number of clients')
  equal(vim.lsp.get_clients()[1].id, client.id, 'client')
  client:stop()
  wait('the server to exit', function()
    return exit_code
  end)
  equal(exit_code, 0, 'exit code of the server')
end)

finish()
