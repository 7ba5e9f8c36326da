-- Enables azml-ls. Set `vim.g.azml_ls_disable = true` before plugins are loaded to decide yourself.

if vim.g.loaded_azml_ls or vim.g.azml_ls_disable then
  return
end
vim.g.loaded_azml_ls = true

-- Before 0.11 there is no vim.lsp.enable; the README shows what to write instead.
if vim.lsp.enable then
  vim.lsp.enable('azml_ls')
end
