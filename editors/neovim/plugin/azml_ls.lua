-- Enables azml-ls. Set `vim.g.azml_ls_disable = true` before plugins are loaded to enable it yourself.

if vim.g.loaded_azml_ls or vim.g.azml_ls_disable then
  return
end
vim.g.loaded_azml_ls = true

-- Running the code lens "used by 3 pipelines" above a component lists those pipelines.
vim.lsp.commands['azml-ls.showReferences'] = function(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local places = vim.lsp.util.locations_to_items(command.arguments[3], client and client.offset_encoding or 'utf-16')
  vim.fn.setqflist({}, ' ', { title = command.title, items = places })
  vim.cmd.copen()
end

-- The code lens "Plan" shows the plan beside the file.
vim.lsp.commands['azml-ls.showPlan'] = function(command)
  require('azml').plan(vim.uri_to_bufnr(command.arguments[1]))
end

-- The code lens "Submit" runs the Azure CLI, once its user has agreed.
vim.lsp.commands['azml-ls.submit'] = function(command)
  require('azml.submit').submit(vim.uri_to_bufnr(command.arguments[1]))
end

local function command(name, run, options)
  vim.api.nvim_create_user_command(name, run, options)
end

command('AzmlFixAll', function()
  require('azml').fix_all()
end, { desc = 'Apply all safe fixes of azml-ls in this buffer' })

command('AzmlExplain', function(call)
  require('azml').explain(call.args)
end, {
  nargs = '?',
  desc = 'Show the page of a rule of azml-ls; without a name, of the rule that reports this line',
  complete = function(start)
    return vim.tbl_filter(function(rule)
      return vim.startswith(rule, start)
    end, require('azml').rules())
  end,
})

command('AzmlGraph', function(call)
  require('azml').graph(call.args)
end, {
  nargs = '?',
  complete = 'file',
  desc = 'Draw the pipeline in this buffer and open the picture, or write it to a file',
})

command('AzmlPlan', function()
  require('azml').plan()
end, { desc = 'Show what happens when the file in this buffer is submitted, and what it costs' })

command('AzmlSubmit', function()
  require('azml.submit').submit()
end, { desc = 'Submit the file in this buffer with the Azure CLI, in a terminal' })

local JOB_ACTIONS = { 'validate', 'stream', 'cancel', 'open' }

command('AzmlJob', function(call)
  local action, name = call.fargs[1], call.fargs[2]
  if action == 'validate' then
    return require('azml.submit').submit(nil, action)
  elseif not vim.list_contains(JOB_ACTIONS, action) then
    return vim.notify('azml: say ' .. table.concat(JOB_ACTIONS, ', '), vim.log.levels.WARN)
  end
  require('azml.submit').follow(action, name)
end, {
  nargs = '+',
  desc = 'Validate the pipeline in this buffer, or stream, cancel, or open a job, with the Azure CLI in a terminal',
  complete = function(start)
    return vim.tbl_filter(function(action)
      return vim.startswith(action, start)
    end, JOB_ACTIONS)
  end,
})

command('AzmlReport', function()
  require('azml').report()
end, { desc = 'Show what an issue about azml-ls should tell, and copy it' })

command('AzmlRefresh', function(call)
  require('azml').refresh(call.args)
end, {
  nargs = '?',
  complete = 'dir',
  desc = 'Save what the Azure ML workspace of this folder holds, with the Azure CLI, in a terminal',
})

-- The file of a table is YAML without an ending.
vim.filetype.add({ filename = { MLTable = 'yaml' } })

vim.api.nvim_create_autocmd('LspAttach', {
  desc = 'Tell azml-ls where the cursor is',
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'azml_ls' and vim.lsp.enable then
      require('azml.cursor').follow(client, event.buf)
    end
  end,
})

-- Before 0.11 there is no vim.lsp.enable; the README shows what to write instead.
if vim.lsp.enable then
  vim.lsp.enable('azml_ls')
end
