-- The whole folder in a real Neovim, with `diagnosticMode = 'workspace'`: findings of files that are not open are in the
-- list, follow the disk, and stay one each when their file is opened and closed.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local t = dofile(here .. '/typist.lua')

--- The files with findings, open or not, and how often the one about sweeps is there.
local function found()
  return t.inside([[
    local files, sweeps = {}, 0
    for _, finding in ipairs(vim.diagnostic.get()) do
      files[vim.fs.basename(vim.api.nvim_buf_get_name(finding.bufnr))] = true
      sweeps = sweeps + (finding.code == 'sweep-on-single-node' and 1 or 0)
    end
    local names = vim.tbl_keys(files)
    table.sort(names)
    return { table.concat(names, ' '), sweeps }
  ]])
end

local function expect(what, probe)
  t.wait(what, function()
    local files, sweeps = unpack(found())
    return probe(files, sweeps)
  end)
end

local function see_the_folder()
  vim.fn.writefile({ 'type: amlcompute', 'name: cpu-small', 'size: Standard_D4s_v5', 'max_instances: 4' }, 'quiet.yml')
  vim.uv.fs_copyfile('sweep.yml', 'second.yml')
  t.inside([[ vim.lsp.config('azml_ls', { init_options = { diagnosticMode = 'workspace' } }) ]])
  t.open('quiet.yml')
  expect('both sweeps in the list', function(files, sweeps)
    return files:find('second.yml sweep.yml', 1, true) and sweeps == 2
  end)
  t.open('second.yml')
  expect('one finding of the open file', function(_, sweeps)
    return sweeps == 2 and #t.findings() > 0
  end)
  t.press(':bdelete<CR>')
  expect('one finding of the closed file', function(_, sweeps)
    return sweeps == 2
  end)
  vim.fn.delete('second.yml')
  expect('no finding of a file that is gone', function(files, sweeps)
    return not files:find('second.yml', 1, true) and sweeps == 1
  end)
  return found()[1]
end

local ok, message = pcall(see_the_folder)
t.finish('findings of files that are not open', ok, message)
