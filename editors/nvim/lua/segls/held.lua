--- Holds moved fragments again after `:e` and after a restart of the server, which forget them.
local document = require('segls.document')
local server = require('segls.server')

---@class segls.Held
---@field hash string of the text in which these are held
---@field held lsp.Range[]

---@type table<string, segls.Held> by URI
local known = {}

---@type table<integer, boolean> the buffers whose holds the server knows since they were last opened
local is_told = {}

--- Asks the server what it holds in a buffer, and remembers the answer.
--- What is held again is divided in another way than has been shown: what is known of it is asked anew, so that no command is
--- about a fragment of before.
---@param buffer integer
---@param again? segls.Held what to hold again; the server ignores it if the text differs
local function ask(buffer, again)
  local params = again and { hash = again.hash, held = again.held } or {}
  server.ask(buffer, 'segls/held', params, function(answer)
    if answer and answer ~= vim.NIL and is_told[buffer] then
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
    local again = not is_told[buffer] and known[vim.uri_from_bufnr(buffer)] or nil
    is_told[buffer] = true
    ask(buffer, again)
  end,
})

vim.api.nvim_create_autocmd({ 'BufUnload', 'BufReadPost', 'LspDetach' }, {
  group = group,
  callback = function(event)
    is_told[event.buf] = nil
  end,
})
