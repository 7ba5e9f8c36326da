-- Configuration of azml-ls for `vim.lsp.enable('azml_ls')` (Neovim 0.11 and later).
-- The server decides by content which YAML files are Azure ML and is silent on all others.

---@type vim.lsp.Config
return {
  cmd = { 'azml-ls' },
  filetypes = { 'yaml' },
  root_markers = { 'azml.yaml', '.azml', '.git' },
}
