--- Shows and hides code lenses by buffer.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

--- From 0.12 on Neovim draws code lenses above their lines and refreshes them once they are enabled. Earlier versions draw them
--- behind the line, where a long paragraph leaves no room, so there the plug-in draws them as 0.12 does.
M.are_drawn = vim.lsp.codelens.enable ~= nil

local namespace = vim.api.nvim_create_namespace('segls.lenses')

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

--- Asks for the lenses of a buffer and draws them. Neovim keeps them, for `vim.lsp.codelens.run`.
---@param buffer integer
local function draw(buffer)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  server.ask(buffer, 'textDocument/codeLens', {}, function(lenses)
    local client = server.of(buffer)
    if not (groups[buffer] and client and lenses and tick == vim.api.nvim_buf_get_changedtick(buffer)) then
      return
    end
    vim.lsp.codelens.save(lenses, buffer, client.id)
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    for _, lens in ipairs(lenses) do
      vim.api.nvim_buf_set_extmark(buffer, namespace, lens.range.start.line, 0, {
        virt_lines = { { { lens.command.title, 'LspCodeLens' } } },
        virt_lines_above = true,
      })
    end
  end, true)
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
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    return
  end
  groups[buffer] = document.follow(buffer, 'lenses', function()
    draw(buffer)
  end, function()
    groups[buffer] = nil
  end)
  draw(buffer)
end

--- Answers `workspace/codeLens/refresh` where Neovim does not.
---@type lsp.Handler
function M.refresh(_, _, context)
  for buffer in pairs(vim.lsp.get_client_by_id(context.client_id).attached_buffers) do
    if groups[buffer] then
      draw(buffer)
    end
  end
  return vim.NIL
end

return M
