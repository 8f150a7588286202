--- Shows and hides code lenses by buffer.
local M = {}

--- From 0.12 on Neovim draws and refreshes code lenses by itself once they are enabled. Earlier versions draw them on
--- request.
M.are_drawn = vim.lsp.codelens.enable ~= nil

---@type table<integer, integer> the group of autocommands of each buffer that has lenses, before 0.12
local groups = {}

--- Whether the user wants lenses at all.
---@return boolean
function M.are_wanted()
  return vim.g.segls_codelens ~= false
end

---@param buffer integer
---@return boolean
function M.are_on(buffer)
  if M.are_drawn then
    return vim.lsp.codelens.is_enabled({ bufnr = buffer })
  end
  return groups[buffer] ~= nil
end

--- Shows a buffer's lenses and keeps them shown, or hides them.
---@param buffer integer
---@param on boolean
function M.show(buffer, on)
  if on and not M.are_wanted() then
    return
  elseif M.are_drawn then
    vim.lsp.codelens.enable(on, { bufnr = buffer })
    return
  end
  if groups[buffer] then
    vim.api.nvim_del_augroup_by_id(groups[buffer])
    groups[buffer] = nil
  end
  if not on then
    vim.lsp.codelens.clear(nil, buffer)
    return
  end
  vim.lsp.codelens.refresh({ bufnr = buffer })
  groups[buffer] = vim.api.nvim_create_augroup('segls.codelens.' .. buffer, {})
  -- Changing a line removes its lens, even if the server has nothing new to say about it.
  vim.api.nvim_create_autocmd({ 'InsertLeave', 'TextChanged' }, {
    group = groups[buffer],
    buffer = buffer,
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end,
  })
end

--- Answers `workspace/codeLens/refresh` where Neovim does not.
---@type lsp.Handler
function M.refresh(_, _, context)
  for buffer in pairs(vim.lsp.get_client_by_id(context.client_id).attached_buffers) do
    if groups[buffer] then
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end
  end
  return vim.NIL
end

return M
