-- A pipeline and a sweep written in a real Neovim, by keys: components as finished steps, computes with what they mean for the
-- job, half a line in peace, cards with their way to the file, and a fix that leaves nothing to fix.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local t = dofile(here .. '/typist.lua')
local press, wait, wait_for_line = t.press, t.wait, t.wait_for_line

local FILES = {
  ['clusters/cpu.yml'] = 'type: amlcompute\nname: cpu-cluster\nsize: Standard_D4s_v5\nmin_instances: 0\nmax_instances: 8',
  ['clusters/two.yml'] = 'type: amlcompute\nname: two-nodes\nsize: Standard_D4s_v5\nmin_instances: 0\nmax_instances: 2',
  ['clusters/anna.yml'] = 'type: computeinstance\nname: ci-anna\nsize: Standard_DS3_v2\nidle_time_before_shutdown_minutes: 60',
  ['src/train.py'] = 'print("trained")',
  ['components/clean.yml'] = [[
$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
type: command
name: clean
version: "1"
code: ../src
command: python train.py ${{inputs.raw}} ${{outputs.table}}
environment: azureml:sklearn:3
inputs: {raw: {type: uri_folder}}
outputs: {table: {type: uri_folder}}]],
  ['pipeline.yml'] = [[
$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
type: pipeline
experiment_name: wine
settings: {default_compute: azureml:cpu-cluster}
inputs:
  raw: {type: uri_folder, path: azureml:wine:1}
jobs:]],
  ['sweep.yml'] = [[
$schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
type: sweep
experiment_name: tune
compute: azureml:ci-anna
trial:
  code: ./src
  command: python train.py --rate ${{search_space.rate}}
  environment: azureml:sklearn:3
sampling_algorithm: random
search_space:
  rate: {type: uniform, min_value: 0.01, max_value: 0.9}
objective: {goal: minimize, primary_metric: loss}
limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 7200, trial_timeout: 600}]],
}

local function wait_for_findings(count)
  wait(('%d findings'):format(count), function()
    return #t.findings() == count
  end)
end

local function a_finished_step()
  t.open('points/pipeline.yml')
  press('Go  ')
  t.choose('clean')
  wait_for_line('  clean:')
  wait_for_line('    component: ./components/clean.yml')
  wait_for_line('      raw: ${{parent.inputs.raw}}')
  press('<Esc><Esc>')
  wait_for_findings(0)
end

local function half_a_line()
  press('Go<C-u>descr')
  vim.wait(1500)
  assert(#t.findings() == 0, 'half a key is red: ' .. vim.inspect(t.findings()))
  press('<Esc>:write<CR>')
  wait_for_findings(1)
  press('dd:write<CR>')
  wait_for_findings(0)
end

local function a_card_and_its_file()
  press('gg/default_compute: azureml/e<CR>K')
  wait('the card', function()
    local screen = table.concat(t.screen(), '\n')
    return screen:find('compute cluster', 1, true) and screen:find('clusters/cpu.yml', 1, true)
  end)
  press('<Esc><C-]>')
  wait('the file of the cluster', function()
    return t.inside([[ return vim.fn.expand('%:t') == 'cpu.yml' and vim.fn.line('.') == 2 ]])
  end)
end

local function a_fix_without_a_rest()
  t.open('points/sweep.yml')
  wait_for_findings(1)
  press('gg/ci-anna<CR>')
  press('gra')
  wait('the menu', function()
    return table.concat(t.screen(), '\n'):find('Run on `cpu-cluster`', 1, true)
  end)
  -- That one has fewer nodes than trials may run at a time.
  assert(not table.concat(t.screen(), '\n'):find('two-nodes', 1, true))
  press('<Esc>')
  t.act('Run on `cpu-cluster`')
  wait_for_line('compute: azureml:cpu-cluster')
  wait_for_findings(0)
end

local function computes_and_what_they_mean()
  press('gg/^compute:<CR>f:lC ')
  press('<C-x><C-o>')
  local labels = wait('the computes', t.menu)
  local screen = table.concat(t.screen(), '\n')
  press('<C-e><Esc>u:write<CR>')
  assert(labels[1] == 'cpu-cluster', vim.inspect(labels))
  assert(not vim.list_contains(vim.list_slice(labels, 1, 2), 'ci-anna'), vim.inspect(labels))
  return screen
end

vim.fn.mkdir('points/.git', 'p')
for file, text in pairs(FILES) do
  vim.fn.mkdir('points/' .. vim.fs.dirname(file), 'p')
  vim.fn.writefile(vim.split(text, '\n'), 'points/' .. file)
end
t.complete_with_the_server()
t.inside([[
  vim.o.lines, vim.o.columns = 40, 120
  vim.api.nvim_create_autocmd('FileType', { callback = function()
    vim.bo.indentexpr, vim.bo.autoindent, vim.bo.expandtab = '', true, true
  end })
]])
local shown
local ok, message = pcall(function()
  a_finished_step()
  half_a_line()
  a_card_and_its_file()
  a_fix_without_a_rest()
  shown = computes_and_what_they_mean()
end)
t.finish('a pipeline and a sweep are written in peace', ok, ok and shown or message .. '\n' .. table.concat(t.screen(), '\n'))
