-- Configuration of azml-ls for `vim.lsp.enable('azml_ls')` (Neovim 0.11 and later).
-- The server detects Azure ML files by their content and ignores all other YAML files.

---@type vim.lsp.Config
return {
  cmd = { 'azml-ls' },
  filetypes = { 'yaml' },
  root_markers = { 'azml.yaml', '.azml', '.git' },
  -- "Explain" among the code actions opens the page in a window, the code lens "Plan" shows the plan, and "Submit" submits.
  init_options = { explainCommand = true, planCommand = true, submitCommand = true },
  commands = {
    ['azml-ls.explain'] = function(command)
      require('azml').explain(command.arguments[1])
    end,
  },
}
