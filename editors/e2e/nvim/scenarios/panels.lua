--- The windows of the curve and the outline go with their text: with the window of it that the cursor is in, out when the text
--- is closed, and back to the text where they are the last.
local session = require('session')

local panel = session.panel

local buffer = session.open_sample()
local fragments = session.fragments(buffer)

---@param window integer
---@return string the line at its cursor
local function line(window)
  local row = vim.api.nvim_win_get_cursor(window)[1]
  return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), row - 1, row, false)[1]
end

local function moved()
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = buffer })
end

-- The outline opens where the text is, and leaves it there.
local place = { fragments[3].range.start.line + 3, 2 }
vim.api.nvim_win_set_cursor(0, place)
local first = vim.api.nvim_get_current_win()
vim.cmd('Segls outline')
local outline = assert(panel('outline'))
session.eventually('the outline', function()
  return line(outline):find(fragments[3].title, 1, true)
end)
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = vim.api.nvim_win_get_buf(outline) })
session.equal(vim.api.nvim_win_get_cursor(first), place, 'the cursor of the text after opening the outline')

-- The text has two windows: the outline follows the one that the cursor is in, and leads it.
vim.cmd('wincmd p')
vim.cmd('split')
local second = vim.api.nvim_get_current_win()
for _, there in ipairs({ { first, 3 }, { second, 5 } }) do
  local window, at = unpack(there)
  vim.api.nvim_set_current_win(window)
  session.go(fragments[at].range.start.line)
  moved()
  assert(line(outline):find(fragments[at].title, 1, true), 'the outline is at ' .. line(outline))
end
local stays = vim.api.nvim_win_get_cursor(first)
vim.api.nvim_set_current_win(outline)
vim.cmd('normal! gg')
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = vim.api.nvim_win_get_buf(outline) })
session.equal(vim.api.nvim_win_get_cursor(first), stays, 'the cursor of the other window')
session.equal(vim.api.nvim_win_get_cursor(second)[1], 1, 'the row of the window that is led')

-- No other text gets into it.
assert(not pcall(vim.cmd.edit, session.write('other.md', { 'Other.' })), 'another text is in the outline')

-- Where it is the last window, the text comes back.
vim.cmd('only')
vim.cmd('normal q')
session.equal(vim.api.nvim_get_current_buf(), buffer, 'the buffer in the last window')
assert(not vim.wo.winfixbuf, 'the window of the text refuses other texts')

-- Both together; from a panel the other can be reached and closed; closing the text closes both.
vim.cmd('new')
vim.cmd('wincmd p')
vim.cmd('Segls curve')
vim.cmd('Segls outline')
vim.cmd('wincmd p')
session.eventually('both', function()
  return panel('curve') and panel('outline')
end)
session.equal(vim.api.nvim_get_current_buf(), buffer, 'the buffer beside the panels')
vim.cmd('quit')
assert(not panel('curve') and not panel('outline'), 'a panel has outlived its text')
session.equal(#vim.api.nvim_list_wins(), 1, 'the windows that are left')

-- Where the text floats, as in a zen mode, the panel floats above it.
local float =
  vim.api.nvim_open_win(buffer, true, { relative = 'editor', row = 2, col = 10, width = 50, height = 14, zindex = 40 })
for _, kind in ipairs({ 'curve', 'outline' }) do
  vim.api.nvim_set_current_win(float)
  vim.cmd('Segls ' .. kind)
  local window = session.eventually('the ' .. kind, function()
    return panel(kind)
  end)
  local config = vim.api.nvim_win_get_config(window)
  session.equal({ config.relative, config.zindex }, { 'editor', 41 }, 'where the ' .. kind .. ' stands')
  vim.api.nvim_set_current_win(float)
  session.go(fragments[4].range.start.line)
  moved()
  vim.cmd('Segls ' .. kind)
  assert(not panel(kind), 'the ' .. kind .. ' is still there')
  session.equal(vim.api.nvim_get_current_win(), float, 'the window after closing the ' .. kind)
end
