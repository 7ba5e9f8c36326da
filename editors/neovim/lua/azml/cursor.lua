-- Tells the server where the cursor is: half of a key is reported when its line is left, and the server sees only what
-- is written.

local M = {}

--- Follows the cursor in `buf` as long as `client` runs.
function M.follow(client, buf)
  local group = vim.api.nvim_create_augroup(('azml_cursor_%d_%d'):format(client.id, buf), {})
  local line

  local function tell(position)
    if client:is_stopped() then
      vim.api.nvim_del_augroup_by_id(group)
      return
    end
    client:notify('azml-ls/cursor', { textDocument = { uri = vim.uri_from_bufnr(buf) }, position = position })
  end

  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI' }, {
    group = group,
    buffer = buf,
    desc = 'Tell azml-ls that the cursor is in another line',
    callback = function()
      local now = vim.api.nvim_win_get_cursor(0)[1] - 1
      if now ~= line then
        line = now
        tell({ line = now, character = 0 })
      end
    end,
  })
  vim.api.nvim_create_autocmd('InsertLeave', {
    group = group,
    buffer = buf,
    desc = 'Tell azml-ls that nothing is being written',
    callback = function()
      tell(nil)
    end,
  })
end

return M
