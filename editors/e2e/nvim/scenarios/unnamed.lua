--- A buffer without a file: commands that need no file work, and a message says why others are refused. It gets a name.
local menu = require('menu')
local session = require('session')

local messages = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(messages, message)
end

---@return integer buffer with a server
local function pasted()
  vim.cmd('enew')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.fn.readfile(session.sample))
  vim.bo.filetype = 'markdown'
  session.eventually('the server', function()
    return session.client(0)
  end)
  vim.cmd('let &undolevels = &undolevels') -- begin a new undo step
  return vim.api.nvim_get_current_buf()
end

---@param command string
---@param reason string in the message
local function refused(command, reason)
  local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  messages = {}
  vim.cmd(command)
  assert(#messages == 1 and messages[1]:find(reason, 1, true), command .. ': ' .. vim.inspect(messages))
  session.equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before, 'the text after ' .. command)
end

local buffer = pasted()
local original = menu.text(buffer)
menu.go(buffer, 'Most animals')
vim.cmd('Segls fragment move up')
assert(menu.text(buffer) ~= original and #messages == 0, 'nothing has moved: ' .. vim.inspect(messages))
session.equal(vim.api.nvim_get_current_line():sub(1, 12), 'Most animals', 'the line at the cursor')
vim.cmd('silent undo')
assert(menu.text(buffer) == original, 'one undo did not revert the move')
vim.cmd('Segls outline')
session.eventually('the outline', function()
  return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('# Salt', 1, true)
end)
vim.cmd('wincmd p')
vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { '# Another 🌊 title' })
session.eventually('the outline after a change', function()
  return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(session.panel('outline')), 0, 1, false)[1]:find('Another')
end)
vim.cmd('Segls outline')
refused('Segls section extract', 'Save the document first')

-- A server sees all unnamed buffers as one text. (Neovim 0.10 starts a server for each.)
local second = pasted()
menu.go(second, 'Most animals')
if session.client(second) == session.client(buffer) then
  refused('Segls fragment move up', 'several buffers have no name')
end
vim.cmd('bwipeout! ' .. second)

-- The buffer gets a name.
vim.cmd('buffer ' .. buffer)
vim.cmd('silent saveas ' .. vim.env.SEGLS_E2E_DIR .. '/named.md')
session.eventually('the named text at the server', function()
  return #session.fragments(buffer) > 3
end)
menu.go(buffer, 'Most animals')
vim.cmd('Segls fragment move up')
local moved = menu.text(buffer)
assert(moved:find('Most animals.*Look at table salt'), 'nothing has moved')
vim.cmd('silent write')
session.equal(table.concat(vim.fn.readfile(vim.env.SEGLS_E2E_DIR .. '/named.md'), '\n'), moved, 'the file')

vim.bo.modifiable = false
refused('Segls fragment move down', "'modifiable' is off in named.md")
