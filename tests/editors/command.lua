-- Types the command of a job in a real Neovim by completion alone: script, flags, inputs, a choice; then looks at the card
-- of a flag, goes to its `add_argument`, and takes a whole job for the script.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local t = dofile(here .. '/typist.lua')
local press, wait, wait_for_line = t.press, t.wait, t.wait_for_line

local SCRIPT = [[
"""Trains a forest."""
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--trees", type=int, default=100, help="How many trees grow.")
parser.add_argument("--rate", type=float, default=0.1, help="How fast it learns.")
parser.add_argument("--kind", choices=["fast", "exact"], default="fast")
parser.add_argument("--data", required=True, help="What to learn from.")
parser.add_argument("--model_dir", required=True)
args = parser.parse_args()]]

local JOB = [[
$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
type: command
experiment_name: forest
code: ./src
command:
inputs:
  data: {type: uri_folder, path: azureml:houses:1}
  learning_rate: 0.2
outputs:
  model_dir: {type: uri_folder}
environment: azureml:sklearn:3
compute: azureml:cpu
limits: {timeout: 3600}]]

--- The menu as the terminal shows it.
local function show_menu(title)
  press('<C-x><C-o>')
  wait('a menu', t.menu)
  t.say('--- ' .. title)
  for _, row in ipairs(t.screen()) do
    if row ~= '' and row ~= '~' then
      t.say('| ' .. row)
    end
  end
  press('<C-e>')
end

local function choose(label)
  press(' ')
  t.choose(label)
end

local function type_the_command()
  t.complete_with_the_server()
  t.open('job.yml')
  press('/^command<CR>A')
  choose('python train.py')
  wait_for_line('command: python train.py')
  press(' ')
  show_menu('what train.py takes')
  press('<BS>')
  choose('--data ${{inputs.data}}')
  choose('--model_dir ${{outputs.model_dir}}')
  choose('--kind')
  choose('exact')
  choose('--rate')
  choose('${{inputs.learning_rate}}')
  wait_for_line(
    'command: python train.py --data ${{inputs.data}} --model_dir ${{outputs.model_dir}} --kind exact '
      .. '--rate ${{inputs.learning_rate}}'
  )
  press('<Esc>:write<CR>')
  wait('a clean job', function()
    return #t.findings() == 0
  end)

  press('/--rate<CR>K')
  local card = wait('the card of --rate', function()
    local screen = table.concat(t.screen(), '\n')
    return screen:find('How fast it learns', 1, true) and screen
  end)
  t.say('--- the card of --rate')
  t.say(card)
  press('<C-]>')
  wait('the add_argument of --rate', function()
    return t.inside([[ return vim.fn.expand('%:t') == 'train.py' and vim.fn.line('.') == 6 ]])
  end)
end

local function take_a_job()
  t.open('whole.yml')
  press('i')
  t.choose('command job for train.py')
  wait_for_line('  --trees ${{inputs.trees}}')
  press('<Esc>:write<CR>')
  wait('the file on disk', function()
    return vim.uv.fs_stat('whole.yml')
  end)
  wait('a clean job', function()
    return #t.findings() == 0
  end)
end

vim.fn.mkdir('src', 'p')
vim.fn.writefile(vim.split(SCRIPT, '\n'), 'src/train.py')
vim.fn.writefile(vim.split(JOB, '\n'), 'job.yml')
local ok, message = pcall(type_the_command)
if ok then
  ok, message = pcall(take_a_job)
end
if ok then
  local check =
    vim.system({ 'azml-ls', '--check', '--min-level', 'info', '--fail-on', 'info', 'job.yml', 'whole.yml' }):wait()
  ok = check.code == 0
  message = ('azml-ls --check: exit code %d\n%s%s'):format(check.code, check.stdout, check.stderr)
end
for _, file in ipairs({ 'job.yml', 'whole.yml' }) do
  if vim.uv.fs_stat(file) then
    message = message .. '\n--- ' .. file .. '\n' .. table.concat(vim.fn.readfile(file), '\n')
  end
end
t.finish('a command is typed by completion alone', ok, message)
