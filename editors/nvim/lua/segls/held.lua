--- Restores held fragments after `:edit` and after a restart of the server.
local document = require('segls.document')
local server = require('segls.server')

---@class segls.Held
---@field hash string the hash of the text
---@field held lsp.Range[]

---@type table<string, segls.Held> by URI
local known = {}

---@type table<integer, boolean> the buffers whose stored holds, if any, have been sent to the server
local is_informed = {}

--- Stores the held fragments of a buffer, as answered. If some are restored, cached answers are invalidated.
---@param buffer integer
---@param again? segls.Held the fragments to restore; the server ignores them if the text has changed
local function ask(buffer, again)
  local params = again and { hash = again.hash, held = again.held } or {}
  server.ask(buffer, 'segls/held', params, function(answer)
    if answer and answer ~= vim.NIL and is_informed[buffer] then
      known[vim.uri_from_bufnr(buffer)] = #answer.held > 0 and { hash = answer.hash, held = answer.held } or nil
      if again and #answer.held > 0 then
        document.updated(buffer, answer.version)
      end
    end
  end, true)
end

local group = vim.api.nvim_create_augroup('segls.held', {})

vim.api.nvim_create_autocmd('User', {
  group = group,
  pattern = 'SeglsUpdate',
  callback = function(event)
    local buffer = event.data.buf
    local again = not is_informed[buffer] and known[vim.uri_from_bufnr(buffer)] or nil
    is_informed[buffer] = true
    ask(buffer, again)
  end,
})

vim.api.nvim_create_autocmd({ 'BufUnload', 'BufReadPost', 'LspDetach' }, {
  group = group,
  callback = function(event)
    is_informed[event.buf] = nil
  end,
})
