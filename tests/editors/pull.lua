-- Pulls changes with git while a real Neovim has files open: no finding stays that no longer holds, and those that hold
-- come. Nobody tells the server: on Linux, Neovim watches no files for it.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local t = dofile(here .. '/typist.lua')

local CLUSTER = [[
type: amlcompute
name: ci-anna
size: Standard_D4s_v5
min_instances: 0
max_instances: 4
]]
local PIPELINE = [[
type: pipeline
jobs:
  prep:
    type: command
    component: ./components/prep/component.yml
    compute: azureml:ci-anna
]]
local COMPONENT = [[
type: command
name: prep
version: "1"
command: echo prep
environment: azureml:e:1
]]

local theirs = vim.fn.tempname()
local ours = vim.fn.getcwd()

local function run(folder, ...)
  local command = { 'git', '-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ... }
  local ran = vim.system(command, { cwd = folder }):wait()
  assert(ran.code == 0, table.concat(command, ' ') .. ': ' .. (ran.stderr or ''))
end

local function put(folder, path, text)
  vim.fn.mkdir(vim.fs.dirname(folder .. '/' .. path), 'p')
  local file = assert(io.open(folder .. '/' .. path, 'w'))
  file:write(text)
  file:close()
end

local function commit()
  run(theirs, 'add', '--all')
  run(theirs, 'commit', '--quiet', '--message', 'change')
end

local function expect(rule, is_there)
  t.wait(rule .. (is_there and ' to come' or ' to go'), function()
    local found = t.inside([[ return vim.tbl_map(function(d) return d.code end, vim.diagnostic.get(0)) ]])
    return vim.list_contains(found, rule) == is_there
  end)
end

local function pull_while_files_are_open()
  put(ours, 'pipeline.yml', PIPELINE)
  run(ours, 'init', '--quiet')
  run(ours, 'add', '--all')
  run(ours, 'commit', '--quiet', '--message', 'first')
  run(ours, 'clone', '--quiet', ours, theirs)

  t.open('sweep.yml')
  expect('sweep-on-single-node', true)
  put(theirs, 'ci.yml', CLUSTER)
  commit()
  run(ours, 'pull', '--quiet', theirs, 'HEAD')
  expect('sweep-on-single-node', false)
  run(ours, 'reset', '--quiet', '--hard', 'HEAD~1')
  expect('sweep-on-single-node', true)

  t.open('pipeline.yml')
  expect('component-file-missing', true)
  put(theirs, 'components/prep/component.yml', COMPONENT)
  commit()
  run(ours, 'pull', '--quiet', theirs, 'HEAD')
  expect('component-file-missing', false)
  run(ours, 'reset', '--quiet', '--hard', 'HEAD~2')
  expect('component-file-missing', true)
end

local ok, message = pcall(pull_while_files_are_open)
vim.fn.delete(theirs, 'rf')
local client = t.inside([[
  local watching = vim.lsp.get_clients()[1].capabilities.workspace.didChangeWatchedFiles or {}
  return tostring(watching.dynamicRegistration)
]])
t.finish('after git pull no finding stays that no longer holds', ok, ok and 'the client watches: ' .. client or message)
