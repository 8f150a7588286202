--- Settings under the key segls count: those given to vim.lsp.config before the start, and those changed while it runs.
local session = require('session')

if vim.lsp.config then
  vim.lsp.config('segls', { settings = { segls = { preferredWords = 1000 } } })
end
local buffer, client = session.open_sample()
if vim.lsp.config then
  session.equal(client.settings, { segls = { preferredWords = 1000 } }, 'the settings of the client')
end

--- Lets the number of fragments come to rest, since settings are fetched beside other requests.
---@return integer
local function settled_count()
  local count
  session.eventually('fragments', function()
    local before = count
    vim.wait(300)
    count = #session.fragments(buffer)
    return count == before
  end)
  return count
end

---@param words integer
---@return integer the number of fragments
local function fragments_with(words)
  local settings = { segls = { preferredWords = words } }
  client.settings = settings
  -- A method from 0.11 on, a plain function before.
  if vim.lsp.config then
    client:notify('workspace/didChangeConfiguration', { settings = settings })
  else
    client.notify('workspace/didChangeConfiguration', { settings = settings })
  end
  return settled_count()
end

local initial = settled_count()
local small, large = fragments_with(150), fragments_with(1000)
assert(small > large, ('%d fragments of about 150 words, %d of about 1000'):format(small, large))
if vim.lsp.config then
  session.equal(initial, large, 'the fragments after the start')
end
