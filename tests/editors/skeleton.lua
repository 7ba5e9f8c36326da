-- Types a job in a real Neovim from an empty file to a clean one, key by key; runs in a copy of tests/fixtures/editor.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local t = dofile(here .. '/typist.lua')
local press, wait, wait_for_line, wait_for_stop = t.press, t.wait, t.wait_for_line, t.wait_for_stop

local function type_the_job()
  t.complete_with_the_server()
  t.open('job.yml')

  press('icom')
  t.choose('command job')
  wait_for_stop('my-experiment')
  press('forest')
  wait_for_line('experiment_name: forest')
  t.jump_to('./src')
  t.jump_to('train.py')
  t.jump_to('my-data')
  press('houses')
  t.jump_to('my-environment')
  press('sklearn')
  t.jump_to('1')
  press('3')
  t.jump_to('gpu-cluster')
  press('gpu')
  t.choose('gpu-cluster')
  wait_for_line('compute: azureml:gpu-cluster')
  t.jump_to('7200')
  press('soon')
  wait_for_line('  timeout: soon')
  wait('the mistake to be reported', function()
    return #t.findings() == 1
  end)
  press('<BS><BS><BS><BS>3600')
  wait_for_line('  timeout: 3600')
  press('<Esc>')

  -- An enumeration: the data is one file.
  press('/uri_folder<CR>')
  press('ciwuri_')
  t.choose('uri_file')
  wait_for_line('    type: uri_file')
  press('<Esc>:write<CR>')
  wait('the file on disk', function()
    return vim.uv.fs_stat('job.yml')
  end)
  wait('the mistake to go', function()
    return #t.findings() == 0
  end)
end

vim.fn.mkdir('src')
vim.fn.writefile({ 'print("trained")' }, 'src/train.py')
local ok, message = pcall(type_the_job)
if ok then
  local check = vim.system({ 'azml-ls', '--check', '--min-level', 'info', '--fail-on', 'info', 'job.yml' }):wait()
  ok = check.code == 0
  message = ('azml-ls --check job.yml: exit code %d\n%s%s'):format(check.code, check.stdout, check.stderr)
end
if vim.uv.fs_stat('job.yml') then
  message = message .. '\n' .. table.concat(vim.fn.readfile('job.yml'), '\n')
end
t.finish('a job is typed from an empty file to a clean one', ok, message)
