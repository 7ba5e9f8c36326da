-- Walks through a pipeline in a real Neovim by keys: a cluster from its skeleton, two steps by completion, a new name for
-- an input, the compute of both steps in one place, a broken binding and its fix; then looks at what the editor shows.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local t = dofile(here .. '/typist.lua')
local press, wait, wait_for_line = t.press, t.wait, t.wait_for_line

local FILES = {
  ['prep.yml'] = [[
$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
name: prep_data
version: 1
type: command
inputs:
  raw: {type: uri_folder}
outputs:
  table: {type: uri_folder, description: The cleaned table.}
command: python prep.py --raw ${{inputs.raw}} --table ${{outputs.table}}
environment: azureml:sklearn:1]],
  ['train.yml'] = [[
$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
name: train_model
version: 1
type: command
inputs:
  table: {type: uri_folder}
  epochs: {type: integer, default: 10}
outputs:
  model: {type: mlflow_model}
command: python train.py ${{inputs.table}} ${{inputs.epochs}} ${{outputs.model}}
environment: azureml:sklearn:1]],
  ['pipeline.yml'] = [[
$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
type: pipeline
experiment_name: walk
inputs:
  raw: {type: uri_folder, path: azureml:sales:1}
  rounds: 5]],
}

local function wait_for_findings(count)
  wait(('%d findings'):format(count), function()
    return #t.findings() == count
  end)
end

local function shown_float()
  return t.inside([[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local buf = vim.api.nvim_win_get_buf(window)
        return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n')
      end
    end
  ]])
end

local function write_the_pipeline()
  t.open('walk/cpu.yml')
  press('iclu')
  t.choose('compute cluster')
  t.wait_for_stop('cpu-cluster')
  press('walkers<Esc>:write<CR>')
  wait_for_line('name: walkers')

  t.open('walk/pipeline.yml')
  press('Go<C-u>jobs:<CR>  prep:<CR>  compo')
  t.choose('component')
  wait_for_line('    component: ')
  t.choose('./prep.yml')
  wait_for_line('    component: ./prep.yml')
  press('<CR>compute: ')
  t.choose('walkers')
  wait_for_line('    compute: azureml:walkers')
  press('<CR>inputs:<CR>  ')
  t.choose('raw')
  wait_for_line('      raw: ')
  t.choose('${{parent.inputs.raw}}')
  wait_for_line('      raw: ${{parent.inputs.raw}}')
  press('<Esc>o<C-u>  train:<CR>  component: ./train.yml<CR>compute: azureml:walkers<CR>inputs:<CR>  ')
  t.choose('table')
  wait_for_line('      table: ')
  t.choose('${{parent.jobs.prep.outputs.table}}')
  wait_for_line('      table: ${{parent.jobs.prep.outputs.table}}')
  press('<CR>')
  t.choose('epochs')
  wait_for_line('      epochs: ')
  t.choose('${{parent.inputs.rounds}}')
  wait_for_line('      epochs: ${{parent.inputs.rounds}}')
  press('<Esc>')
  wait_for_findings(0)
end

local function change_it()
  press('gg/rounds:<CR>grn')
  wait('the question for a name', function()
    return vim.iter(t.screen()):any(function(row)
      return vim.startswith(row, 'New Name: rounds')
    end)
  end)
  press('<C-u>turns<CR>')
  wait_for_line('  turns: 5')
  wait_for_line('      epochs: ${{parent.inputs.turns}}')

  press('gg/compute:<CR>')
  t.act('Extract `azureml:walkers` of 2 steps')
  wait_for_line('  default_compute: azureml:walkers')
  assert(not vim.list_contains(t.lines(), '    compute: azureml:walkers'), 'the steps keep their computes')

  press(':%substitute/outputs.table/outputs.tabel/<CR>')
  wait_for_findings(1)
  press('/tabel<CR>')
  t.act('Write `table`')
  wait_for_line('      table: ${{parent.jobs.prep.outputs.table}}')
  wait_for_findings(0)
  press(':write<CR>')
end

local function look_around()
  press('gg/outputs.table/e<CR>K')
  local card = wait('the card', function()
    local card = shown_float()
    return type(card) == 'string' and card
  end)
  assert(card:find('output of step `prep`', 1, true) and card:find('The cleaned table.', 1, true), card)

  press('<Esc><C-]>')
  wait('the component', function()
    return t.inside([[ return vim.fn.expand('%:t') ]]) == 'prep.yml'
  end)
  assert(t.inside([[ return vim.fn.getline('.') ]]):find('^  table:'), 'not at the output')
  press('grr')
  wait('the places that name it', function()
    return t.inside([[ return #vim.fn.getqflist() ]]) == 3
  end)
  press(':cclose<CR>')

  t.open('walk/pipeline.yml')
  t.inside([[ vim.wo.foldmethod, vim.wo.foldexpr, vim.wo.foldlevel = 'expr', 'v:lua.vim.lsp.foldexpr()', 0 ]])
  wait('the folded steps', function()
    return t.inside([[ return vim.fn.foldclosedend(vim.fn.search('^jobs:')) == vim.fn.line('$') ]])
  end)
  wait('colours inside the binding', function()
    return t.inside([[
      local line = vim.fn.search('outputs.table') - 1
      local column = vim.fn.getline(line + 1):find('prep', 1, true) - 1
      return #(vim.lsp.semantic_tokens.get_at_pos(0, line, column) or {}) > 0
    ]])
  end)
  press('gO')
  wait('the outline', function()
    return t.inside([[
      local list = vim.fn.getloclist(0, { title = 1, items = 1 })
      return vim.iter(list.items):any(function(item) return item.text:find('train', 1, true) ~= nil end)
    ]])
  end)
end

vim.fn.mkdir('walk')
for file, text in pairs(FILES) do
  vim.fn.writefile(vim.split(text, '\n'), 'walk/' .. file)
end
t.complete_with_the_server()
-- What Neovim thinks of the indentation of YAML is not what this is about.
t.inside([[
  vim.o.lines = 50
  vim.api.nvim_create_autocmd('FileType', { callback = function()
    vim.bo.indentexpr, vim.bo.autoindent, vim.bo.expandtab = '', true, true
  end })
]])
local started = vim.uv.hrtime()
local ok, message = pcall(function()
  write_the_pipeline()
  change_it()
  look_around()
end)
local seconds = (vim.uv.hrtime() - started) / 1e9
message = ok and ('%.1f s'):format(seconds) or message .. '\n' .. table.concat(t.screen(), '\n')
t.finish('a pipeline is written, changed and read by keys', ok, message)
