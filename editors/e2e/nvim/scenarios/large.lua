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

--- The time that the editor has computed: other than the clock it does not depend on what else the machine does.
---@return number milliseconds
local function computed()
  local usage = vim.uv.getrusage()
  return (usage.utime.sec + usage.stime.sec) * 1e3 + (usage.utime.usec + usage.stime.usec) / 1e3
end

--- Waits until nothing has been drawn for a while, and returns the longest time that the editor was held up meanwhile.
---@return number milliseconds
local function longest_pause()
  local longest, last = 0, computed()
  vim.wait(3000, function()
    local now = computed()
    longest, last = math.max(longest, now - last), now
    return false
  end, 5)
  return longest
end

session.go(math.floor(#lines / 2))
local keys = {}
for _ = 1, 40 do
  local start = computed()
  vim.cmd.normal({ 'ax', bang = true })
  vim.cmd('redraw')
  table.insert(keys, computed() - start)
end
local pause = longest_pause()
table.sort(keys)
-- To be read, not held: how long it takes hangs on what else the machine does.
print(
  ('a key took %.1f ms, one in ten %.1f ms or more, the longest pause %.0f ms, %d previews'):format(
    keys[20],
    keys[36],
    pause,
    previews()
  )
)
