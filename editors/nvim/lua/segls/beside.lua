--- Leaves rename, references, highlights and completion to another server of the buffer while `link-features` is
--- "auto". It decides at each request, because servers may start in any order, and stop.
local document = require('segls.document')
local lenses = require('segls.lenses')
local M = {}

--- The methods to leave to another server, each with the method that it must support.
---@type table<string, string>
local shared = {
  ['textDocument/rename'] = 'textDocument/rename',
  ['textDocument/prepareRename'] = 'textDocument/rename',
  ['textDocument/references'] = 'textDocument/references',
  ['textDocument/documentHighlight'] = 'textDocument/documentHighlight',
  ['textDocument/completion'] = 'textDocument/completion',
}

local new_client = vim.fn.has('nvim-0.11') == 1

---@param client vim.lsp.Client
---@param method string
---@param buffer integer
---@return boolean
local function supports(client, method, buffer)
  if new_client then
    return client:supports_method(method, buffer)
  end
  return client.supports_method(method, { bufnr = buffer })
end

---@type table<integer, boolean> the buffers whose settings are being followed
local followed = {}

--- Returns the setting `link-features` of a buffer. Until the server has sent it, the client's setting is used.
---@param client vim.lsp.Client
---@param buffer integer
---@return string
local function setting(client, buffer)
  if not followed[buffer] then
    followed[buffer] = true
    local function read()
      document.fragments(buffer, function() end)
    end
    document.follow(buffer, 'beside', read, function()
      followed[buffer] = nil
    end)
    vim.schedule(read)
  end
  local structure = document.last_known(buffer)
  local own = vim.tbl_get(client, 'settings', 'segls', 'linkFeatures')
  return structure and structure.settings['link-features'] or own or 'auto'
end

--- Reports whether segls leaves a method to another server of a buffer.
---@param client vim.lsp.Client
---@param method string
---@param buffer integer
---@return boolean
local function is_left(client, method, buffer)
  for _, other in ipairs(shared[method] and vim.lsp.get_clients({ bufnr = buffer }) or {}) do
    if other.id ~= client.id and supports(other, shared[method], buffer) then
      return setting(client, buffer) == 'auto'
    end
  end
  return false
end

--- Returns the arguments of a client's method without the client, which calls with a colon pass first.
---@param client vim.lsp.Client
---@return any ...
local function without_self(client, ...)
  if select(1, ...) == client then
    return select(2, ...)
  end
  return ...
end

---@type table<integer, boolean> by client ID
local are_watched = {}

--- Wraps a client so that it does not support methods left to another server, and shortens lenses to the width of the
--- windows. nvim-cmp requests completions without checking: it gets none.
---@param client vim.lsp.Client
function M.watch(client)
  if are_watched[client.id] then
    return
  end
  are_watched[client.id] = true
  local supports_method, request = client.supports_method, client.request
  client.supports_method = function(...)
    local method, about = without_self(client, ...)
    local buffer = type(about) == 'table' and about.bufnr or about
    if buffer and is_left(client, method, buffer == 0 and vim.api.nvim_get_current_buf() or buffer) then
      return false
    end
    return supports_method(...)
  end
  client.request = function(...)
    local method, params, answer, asking = without_self(client, ...)
    if answer and method == 'textDocument/codeLens' and lenses.are_drawn then
      return request(client, method, params, lenses.fitting(vim.uri_to_bufnr(params.textDocument.uri), answer), asking)
    end
    local buffer = method == 'textDocument/completion' and vim.uri_to_bufnr(params.textDocument.uri)
    if answer and buffer and is_left(client, method, buffer) then
      vim.schedule(function()
        answer(nil, nil, { method = method, client_id = client.id, bufnr = buffer, params = params })
      end)
      return true, 0
    end
    return request(...)
  end
end

return M
