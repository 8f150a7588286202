--- Settings under the key segls apply, given to vim.lsp.config before the start or changed later.
local session = require('session')

if vim.lsp.config then
  vim.lsp.config('segls', { settings = { segls = { preferredWords = 1000 } } })
end
local buffer, client = session.open_sample()
if vim.lsp.config then
  session.equal(client.settings, { segls = { preferredWords = 1000 } }, 'the settings of the client')
end

--- Waits until a setting applies; the server requests settings concurrently with other requests.
---@param words integer
---@return integer the number of fragments with it
local function count_under(words)
  return session.eventually(('fragments of about %d words'):format(words), function()
    local answer = session.ask(buffer, 'segls/fragments')
    return answer.settings['preferred-words'] == words and #answer.fragments
  end)
end

---@param words integer
---@return integer the number of fragments
local function fragments_with(words)
  local settings = { segls = { preferredWords = words } }
  client.settings = settings
  -- A method since 0.11, a function before.
  if vim.lsp.config then
    client:notify('workspace/didChangeConfiguration', { settings = settings })
  else
    client.notify('workspace/didChangeConfiguration', { settings = settings })
  end
  return count_under(words)
end

local initial = count_under(vim.lsp.config and 1000 or 500)
local small, large = fragments_with(150), fragments_with(1000)
assert(small > large, ('%d fragments of about 150 words, %d of about 1000'):format(small, large))
if vim.lsp.config then
  session.equal(initial, large, 'the fragments after the start')
end
