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

--- Types in the middle of the buffer.
---@return number[] milliseconds that each key took, redraw included, in ascending order
local function typed()
  session.go(math.floor(#lines / 2))
  local keys = {}
  for _ = 1, 40 do
    local start = computed()
    vim.cmd.normal({ 'ax', bang = true })
    vim.cmd('redraw')
    table.insert(keys, computed() - start)
  end
  table.sort(keys)
  return keys
end

vim.g.segls_previews = true
vim.o.foldmethod = 'manual'
local path = session.write('large.md', lines)
local start = vim.lsp.start
---@diagnostic disable-next-line: duplicate-set-field
vim.lsp.start = function() end
vim.cmd.edit(path)
local alone = typed()
vim.cmd('bwipeout!')
vim.lsp.start = start

local buffer = session.open(path)
vim.cmd('Segls curve')
local namespace = vim.api.nvim_get_namespaces()['segls.previews']
---@return integer
local function previews()
  return #vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, {})
end
session.eventually('previews', function()
  return previews() > 100
end)

local beside = typed()
local pause = longest_pause()
session.measured(
  'a key in 3 MB took %.2f ms, %.1f times what it takes without segls; one in ten %.1f ms or more (%.1f without); '
    .. 'the longest pause after them %.0f ms; %d previews',
  beside[20],
  beside[20] / alone[20],
  beside[36],
  alone[36],
  pause,
  previews()
)
