--- A document of 3 MB with everything shown: a key is answered at once, and what the plug-in draws comes after a pause.
local session = require('session')

local lines, bytes, n = {}, 0, 0
local source = vim.fn.readfile(session.sample)
while bytes < 3e6 do
  n = n + 1
  for _, line in ipairs(source) do
    local varied = line:gsub('salt', 'salt' .. n % 7)
    table.insert(lines, varied)
    bytes = bytes + #varied + 1
  end
end
vim.g.segls_previews = true
vim.o.foldmethod = 'manual'
local buffer = session.open(session.write('large.md', lines))
vim.cmd('Segls curve')
local namespace = vim.api.nvim_get_namespaces()['segls.previews']
---@return integer
local function previews()
  return #vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, {})
end
session.eventually('previews', function()
  return previews() > 100
end)

--- Waits until nothing has been drawn for a while, and returns the longest time that the editor was held up meanwhile.
---@return number milliseconds
local function longest_pause()
  local longest, last = 0, vim.uv.hrtime()
  vim.wait(3000, function()
    local now = vim.uv.hrtime()
    longest, last = math.max(longest, (now - last) / 1e6), now
    return false
  end, 5)
  return longest
end

session.go(math.floor(#lines / 2))
local slowest = 0
for _ = 1, 40 do
  local start = vim.uv.hrtime()
  vim.cmd.normal({ 'ax', bang = true })
  vim.cmd('redraw')
  slowest = math.max(slowest, (vim.uv.hrtime() - start) / 1e6)
end
local pause = longest_pause()
vim.fn.writefile({ ('slowest key %.1f ms, longest pause %.0f ms, %d previews'):format(slowest, pause, previews()) }, vim.env.SEGLS_E2E_DIR .. '/figures')
assert(slowest < 100, ('a key took %.0f ms'):format(slowest))
assert(pause < 1000, ('the editor was held up for %.0f ms'):format(pause))
