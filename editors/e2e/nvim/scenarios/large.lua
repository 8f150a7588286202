--- Measures the startup time of the plug-in and, in a document of 3 MB, keys and pauses, without segls and with it.
local session = require('session')

local plugin = vim.api.nvim_get_runtime_file('plugin/segls.lua', false)[1]
local least = math.huge
for _ = 1, 20 do
  vim.g.loaded_segls = nil
  local start = vim.uv.hrtime()
  dofile(plugin)
  least = math.min(least, (vim.uv.hrtime() - start) / 1e6)
end
session.measured('%.2f ms at startup', least)

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

--- Returns the CPU time of the editor. Unlike the clock, it does not depend on other processes.
---@return number milliseconds
local function computed()
  local usage = vim.uv.getrusage()
  return (usage.utime.sec + usage.stime.sec) * 1e3 + (usage.utime.usec + usage.stime.usec) / 1e3
end

--- Returns the longest time that the editor is blocked within three seconds.
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

local keys = {
  { 'a letter', 'ax' },
  { 'Enter', 'a\r' },
  { 'a line deleted', 'dd' },
  { 'a paragraph pasted', 'yap}p' },
}

--- Goes to the middle of the buffer, presses each key several times, and after each measures the pauses for three seconds.
---@return table<string, { key: number, pause: number }> milliseconds by key: the median including the redraw, and the longest later pause
local function pressed()
  session.go(math.floor(#lines / 2))
  vim.cmd('redraw')
  local figures = {}
  for _, key in ipairs(keys) do
    local took = {}
    for _ = 1, 9 do
      local start = computed()
      vim.cmd.normal({ key[2], bang = true })
      vim.cmd('redraw')
      table.insert(took, computed() - start)
    end
    table.sort(took)
    figures[key[1]] = { key = took[5], pause = longest_pause() }
  end
  return figures
end

-- Neovim's Markdown parser takes longer after each key than everything measured here.
rawset(vim.treesitter, 'start', function() end)
vim.g.segls_previews = true
vim.o.foldmethod = 'manual'
local path = session.write('large.md', lines)
local start = vim.lsp.start
---@diagnostic disable-next-line: duplicate-set-field
vim.lsp.start = function() end
vim.cmd.edit(path)
local alone = pressed()
vim.cmd('bwipeout!')
vim.lsp.start = start

local buffer = session.open(path)
vim.o.columns = 160
vim.o.statusline = "%f %{v:lua.require'segls'.statusline()}"
local window = vim.api.nvim_get_current_win()
for _, panel in ipairs({ 'curve', 'outline', 'board' }) do
  vim.cmd('Segls ' .. panel)
  vim.api.nvim_set_current_win(window)
end
local namespace = vim.api.nvim_get_namespaces()['segls.previews']
session.eventually('previews', function()
  return #vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, {}) > 100
end)
local shown = require('segls.panel').shown
session.eventually('all panels', function()
  return shown('outline').all and shown('curve').curve and #shown('work').rows > 100
end)

local beside = pressed()
for _, key in ipairs(keys) do
  local here, there = beside[key[1]], alone[key[1]]
  session.measured(
    '%s in 3 MB, beside the curve, the outline, the board and previews: %.1f ms (%.1f without segls); '
      .. 'the longest pause after it %.1f ms (%.1f)',
    key[1],
    here.key,
    there.key,
    here.pause,
    there.pause
  )
end
