-- The commands of the plugin, `:checkhealth azml`, and the help file, in a real Neovim and a copy of tests/fixtures/editor.

local PATIENCE_MS = 20000 -- For one step: generous, since a debug build on a busy machine is slow.

local passed, failed = 0, 0

local function say(line)
  io.stdout:write(line, '\n')
end

local function wait(what, probe)
  local value
  vim.wait(PATIENCE_MS, function()
    value = probe()
    return value and true or false
  end, 20)
  return value or error('timed out waiting for ' .. what, 0)
end

local function check(name, body)
  local ok, message = pcall(body)
  passed, failed = passed + (ok and 1 or 0), failed + (ok and 0 or 1)
  say((ok and 'ok    ' or 'FAIL  ') .. name .. (ok and '' or '\n      ' .. vim.inspect(message)))
end

local function text(buf)
  return table.concat(vim.api.nvim_buf_get_lines(buf or 0, 0, -1, false), '\n')
end

local function contains(whole, part)
  assert(whole:find(part, 1, true), ('%q is not in %s'):format(part, whole))
end

local notices = {}
vim.notify = function(message)
  table.insert(notices, message)
end

local function open(file, content)
  if content then
    vim.fn.writefile(vim.split(content, '\n'), file)
  end
  vim.cmd.edit(file)
  wait('the server', function()
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'azml_ls' })[1]
    return client and client.initialized
  end)
end

local function health()
  vim.cmd.checkhealth('azml')
  local page = text()
  vim.cmd.bwipeout()
  return page
end

check('health names the program, its version, and the attached client', function()
  open('cluster.yml')
  local page = health()
  say((page:gsub('\n\n+', '\n'):gsub('^', '  | '):gsub('\n', '\n  | ')))
  contains(page, 'azml-ls 0.')
  contains(page, vim.fn.exepath('azml-ls'))
  contains(page, '1 buffer in ' .. vim.fn.getcwd())
  assert(not page:find('ERROR'), page)
end)

check('health says what to do where the program is not found', function()
  vim.lsp.config('azml_ls', { cmd = { 'azml-ls-that-is-not-there' } })
  local page = health()
  vim.lsp.config('azml_ls', { cmd = { 'azml-ls' } })
  contains(page, 'ERROR `azml-ls-that-is-not-there` is not on PATH')
  contains(page, 'vim.lsp.config("azml_ls"')
end)

check('AzmlFixAll applies the safe fixes and one undo takes them back', function()
  open('cluster.yml')
  vim.api.nvim_buf_set_lines(0, -1, -1, true, { 'description: yes', 'tags: {approved: no}' })
  vim.cmd('let &undolevels = &undolevels') -- What was typed is a change of its own.
  local before = text()
  wait('the findings', function()
    return #vim.diagnostic.get(0) >= 2
  end)
  vim.cmd.AzmlFixAll()
  wait('the edit', function()
    return text():find('description: "yes"', 1, true)
  end)
  contains(text(), 'min_instances: 2')
  vim.cmd.undo()
  assert(text() == before, text())
  vim.cmd('edit!')
end)

check('AzmlFixAll says where no server is', function()
  vim.cmd.enew()
  vim.cmd.AzmlFixAll()
  contains(notices[#notices], 'no server is attached')
end)

check('AzmlExplain shows the page of the finding in the line; q closes it', function()
  open('cluster.yml')
  wait('the finding', function()
    return #vim.diagnostic.get(0) > 0
  end)
  vim.fn.search('^min_instances')
  local windows = #vim.api.nvim_list_wins()
  vim.cmd.AzmlExplain()
  wait('the page', function()
    return vim.api.nvim_buf_get_name(0):find('explain/cluster%-min%-nodes$')
  end)
  assert(vim.bo.filetype == 'markdown' and not vim.bo.modifiable)
  contains(text(), 'cluster-min-nodes')
  vim.api.nvim_feedkeys('q', 'xt', false)
  assert(#vim.api.nvim_list_wins() == windows, 'the window is still there')
end)

check('AzmlExplain completes names and tells what is no rule', function()
  local names = vim.fn.getcompletion('AzmlExplain cluster-m', 'cmdline')
  assert(vim.list_contains(names, 'cluster-min-nodes'), vim.inspect(names))
  vim.cmd.AzmlExplain('no-such-rule')
  wait('the notice', function()
    return notices[#notices]:find('no-such-rule', 1, true)
  end)
  vim.fn.search('^type')
  vim.cmd.AzmlExplain()
  contains(notices[#notices], 'no finding of azml-ls in this line')
end)

check('AzmlReport shows and copies what an issue should tell', function()
  open('cluster.yml')
  vim.cmd.AzmlReport()
  wait('the report', function()
    return vim.startswith(text(), 'azml-ls 0.')
  end)
  contains(text(), '- client: Neovim ' .. tostring(vim.version()))
  contains(vim.fn.getreg('"'), '- settings: {')
  assert(not text():find(vim.env.HOME, 1, true), text())
  vim.cmd.close()
end)

check('AzmlRefresh shows a terminal with the messages of the program', function()
  open('cluster.yml')
  local path = vim.env.PATH
  vim.env.PATH = vim.fs.dirname(vim.fn.exepath('azml-ls')) -- No Azure CLI.
  vim.cmd.AzmlRefresh()
  vim.env.PATH = path
  wait('the message', function()
    return text():find('the Azure CLI (`az`) is not on PATH', 1, true)
  end)
  assert(vim.bo.buftype == 'terminal')
  vim.cmd('bwipeout!')
end)

check('half of a key is reported when insert mode ends', function()
  open('half.yml', 'type: amlcompute\nname: cpu-half\nsize: Standard_D4s_v5\nmax_instances: 4\n')
  local function syntax()
    return vim.tbl_contains(vim.diagnostic.get(0), function(finding)
      return finding.code == 'yaml-syntax'
    end, { predicate = true })
  end
  vim.api.nvim_buf_set_text(0, 4, 0, 4, 0, { 'descr' })
  vim.api.nvim_win_set_cursor(0, { 5, 4 })
  vim.api.nvim_exec_autocmds('CursorMovedI', { buffer = 0 })
  vim.wait(1500, syntax, 20)
  assert(not syntax(), 'it is being written')
  vim.api.nvim_exec_autocmds('InsertLeave', { buffer = 0 })
  wait('the finding', syntax)
  vim.cmd('edit!')
end)

check('AzmlGraph opens a picture of the text as it is in the buffer', function()
  open('pipeline.yml')
  vim.cmd('%substitute/^display_name:.*/display_name: "Not saved <yet>"/e')
  local opened
  vim.ui.open = function(file)
    opened = file
    return {}
  end
  vim.cmd.AzmlGraph()
  wait('the picture', function()
    return opened
  end)
  local picture = table.concat(vim.fn.readfile(opened), '\n')
  contains(picture, '<svg xmlns="http://www.w3.org/2000/svg"')
  assert(select(2, picture:gsub('class="node', '')) > 1, 'no boxes')
  vim.cmd('edit!')
  vim.cmd.AzmlGraph('drawn here.svg')
  wait('the file', function()
    return notices[#notices]:find('drawn here.svg', 1, true)
  end)
  contains(vim.fn.readfile('drawn here.svg')[1], '<svg')
end)

check('AzmlPlan shows the plan beside the file, and follows what is typed', function()
  open('pipeline.yml')
  local source = vim.api.nvim_get_current_buf()
  vim.cmd.AzmlPlan()
  local page
  wait('the plan', function()
    page = vim.fn.bufnr('azml://plan/' .. vim.api.nvim_buf_get_name(source))
    return page > 0
  end)
  local function plan()
    return table.concat(vim.api.nvim_buf_get_lines(page, 0, -1, false), '\n')
  end
  contains(plan(), 'Plan of pipeline.yml: pipeline')
  assert(not plan():find('typed', 1, true))
  assert(vim.api.nvim_get_current_buf() == source, 'the cursor stays in the file')
  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_buf_set_lines(0, last, last, false, {
    '  typed:',
    '    type: command',
    '    command: echo',
    '    environment: azureml:e:1',
  })
  vim.api.nvim_exec_autocmds('TextChanged', { buffer = 0 })
  wait('the step that was typed', function()
    return plan():find('typed', 1, true)
  end)
  vim.cmd.bwipeout(page)
  vim.cmd('edit!')
end)

check('AzmlSubmit asks once, and each word is an argument of its own', function()
  local bin = vim.fn.getcwd() .. '/azure'
  local calls = bin .. '/calls'
  vim.fn.mkdir(bin)
  vim.fn.writefile({ '#!/bin/sh', "{ printf '%s\\n' \"$@\"; echo ---; } >>'" .. calls .. "'" }, bin .. '/az')
  vim.uv.fs_chmod(bin .. '/az', 493)
  local path = vim.env.PATH
  vim.env.PATH = bin .. ':' .. path
  vim.lsp.stop_client(vim.lsp.get_clients({ name = 'azml_ls' }), true)
  wait('the server to end', function()
    return #vim.lsp.get_clients({ name = 'azml_ls' }) == 0
  end)
  vim.fn.mkdir('.azureml')
  vim.fn.writefile({ '{"workspace_name": "houses", "resource_group": "ml group"}' }, '.azureml/config.json')
  local asked, answer = {}, 2
  vim.ui.select = function(_, options, done)
    table.insert(asked, options.prompt)
    done(nil, answer)
  end
  local typed = "$(touch ran)`touch ran`; touch ran '\" %PATH%"
  vim.ui.input = function(options, done)
    done(options.prompt:find('^compute') and typed or 'calm_carrot_7')
  end
  local function called(count)
    wait(('call %d of az'):format(count), function()
      local lines = vim.fn.filereadable(calls) == 1 and vim.fn.readfile(calls) or {}
      return #vim.tbl_filter(function(line)
        return line == '---'
      end, lines) == count
    end)
    local all = vim.split(table.concat(vim.fn.readfile(calls), '\n'), '---', { plain = true })
    return vim.split(vim.trim(all[count]), '\n')
  end
  local where = { '--workspace-name', 'houses', '--resource-group', 'ml group' }
  local function is_call(count, expected)
    local found = called(count)
    assert(vim.deep_equal(found, vim.list_extend(expected, where)), vim.inspect(found))
    vim.cmd('bwipeout!')
  end
  local strange = 'a b;$(touch ran)`touch ran`\'"%PATH%&touch ran.yml'
  local job = 'type: command\ncommand: ls\nenvironment: azureml:e:1\ncompute: <your-cluster>'
  vim.fn.writefile(vim.split(job, '\n'), strange)
  open(vim.fn.fnameescape(strange))
  vim.cmd.AzmlSubmit()
  wait('the question', function()
    return #asked == 1
  end)
  contains(asked[1], "--workspace-name houses --resource-group 'ml group'` in houses?")
  assert(vim.fn.filereadable(calls) == 0, 'it ran without an answer')
  answer = 1
  vim.cmd.AzmlSubmit()
  is_call(1, { 'ml', 'job', 'create', '--file', strange, '--set', 'compute=' .. typed })
  vim.cmd.AzmlSubmit()
  is_call(2, { 'ml', 'job', 'create', '--file', strange, '--set', 'compute=' .. typed })
  assert(#asked == 2, 'it asks once for each workspace')
  vim.cmd.AzmlJob('stream')
  is_call(3, { 'ml', 'job', 'stream', '--name', 'calm_carrot_7' })
  vim.cmd.AzmlJob({ args = { 'open', 'neat_nut_1' } })
  is_call(4, { 'ml', 'job', 'show', '--web', '--name', 'neat_nut_1' })
  assert(vim.fn.filereadable('ran') == 0, 'a shell has read a word')
  vim.cmd.AzmlJob({ args = { 'cancel', '@secret' } })
  wait('the notice', function()
    return notices[#notices]:find('`@secret` is not the name of a job', 1, true)
  end)
  vim.env.PATH = path
  vim.cmd('%bwipeout!') -- The server starts again with the next file.
end)

check('AzmlGraph says what is no pipeline', function()
  open('cluster.yml')
  vim.cmd.AzmlGraph()
  wait('the notice', function()
    return notices[#notices]:find('not a pipeline', 1, true)
  end)
end)

check('the help file has its tags, and each link leads somewhere', function()
  local folder = vim.fn.getcwd() .. '/help'
  vim.fn.mkdir(folder .. '/doc', 'p')
  vim.uv.fs_copyfile(vim.env.AZML_NEOVIM_PLUGIN .. '/doc/azml.txt', folder .. '/doc/azml.txt')
  vim.cmd.helptags(folder .. '/doc')
  vim.opt.runtimepath:prepend(folder)
  vim.cmd.help('azml')
  contains(text(), ':AzmlGraph')
  for tag in text():gmatch('|([^|%s]+)|') do
    vim.cmd.help({ args = { tag } })
  end
  for _, line in ipairs(vim.fn.readfile(folder .. '/doc/azml.txt')) do
    assert(vim.fn.strdisplaywidth(line) <= 80, 'too long: ' .. line)
  end
end)

say(('%d passed, %d failed'):format(passed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit! 1')
