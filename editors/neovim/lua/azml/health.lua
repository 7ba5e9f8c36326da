-- `:checkhealth azml`: whether the program is there, whether it is attached, and what gets in its way.

local health = vim.health

local M = {}

local NAME = 'azml_ls'

local function check_neovim()
  health.start('Neovim')
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. version)
  else
    health.error('Neovim ' .. version .. ' has no `vim.lsp.enable()`', {
      'Update to Neovim 0.11 or later, or start the server yourself: `:help azml-older`',
    })
  end
end

local function check_program()
  health.start('Program')
  local command = require('azml').command()
  local path = vim.fn.exepath(command[1])
  if path == '' then
    return health.error(('`%s` is not on PATH'):format(command[1]), {
      'Install it, for example with `pip install azml-ls`, and start Neovim again',
      'Or name it: `vim.lsp.config("azml_ls", { cmd = { "/path/to/azml-ls" } })`',
    })
  end
  local result = vim.system({ path, '--version' }, { text = true }):wait(5000)
  if result.code ~= 0 then
    return health.error(('`%s --version` ended with exit code %d'):format(path, result.code), { result.stderr })
  end
  health.ok(('%s (%s)'):format(vim.trim(result.stdout), path))
  health.info('command: ' .. table.concat(command, ' '))
end

local function check_configuration()
  health.start('Configuration')
  local config = vim.lsp.config and vim.lsp.config[NAME]
  if not config or not config.cmd then
    return health.error('the configuration `azml_ls` is not on the runtime path', {
      'Add this plugin to the runtime path: `:help azml-install`',
    })
  end
  if vim.g.azml_ls_disable then
    health.warn('`vim.g.azml_ls_disable` is set, so the plugin does not enable the server')
  elseif vim.lsp.is_enabled and not vim.lsp.is_enabled(NAME) then
    health.warn('the server is not enabled', { 'Run `vim.lsp.enable("azml_ls")`' })
  else
    health.ok('enabled for: ' .. table.concat(config.filetypes or {}, ', '))
  end
  local markers = table.concat(config.root_markers or {}, ', otherwise ')
  health.info('a project is the folder that contains ' .. markers)
end

local function check_clients()
  health.start('Servers')
  local clients = vim.lsp.get_clients({ name = NAME })
  if #clients == 0 then
    health.info('azml-ls is not running; it starts when a YAML file is opened')
  end
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_count(client.attached_buffers)
    local root = client.root_dir or 'no folder'
    health.ok(('client %d: %d %s in %s'):format(client.id, buffers, buffers == 1 and 'buffer' or 'buffers', root))
    if not client.root_dir then
      health.warn('without a folder, computes and components of other files are not known', {
        'Put an `azml.yaml` or `.git` at the top of the project',
      })
    end
  end
  for _, client in ipairs(vim.lsp.get_clients({ name = 'yamlls' })) do
    health.info(('yaml-language-server (client %d) runs too'):format(client.id))
    health.info('if it has a JSON schema of Azure ML, `schemaChecks = "off"` avoids duplicates: `:help azml-yamlls`')
  end
end

local function check_tools()
  health.start('Tools')
  for _, program in ipairs({ 'xdg-open', 'wslview', 'explorer.exe', 'lemonade', 'open' }) do
    if vim.fn.executable(program) == 1 then
      return health.ok('`:AzmlGraph` opens pictures with ' .. program)
    end
  end
  health.warn('nothing opens pictures, so `:AzmlGraph` only tells where it wrote one', {
    'Install xdg-utils, or write to a file of your own: `:AzmlGraph pipeline.svg`',
  })
end

function M.check()
  check_neovim()
  check_program()
  check_configuration()
  check_clients()
  check_tools()
end

return M
