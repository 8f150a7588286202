--- The outline restructures the text: counts and selections, take and put, levels, folds, undo. Keys that come before the first
--- answer do no harm, and :Segls works from the windows beside a text.
local menu = require('menu')
local session = require('session')

session.write('.segls.toml', { '# The files belong to one project.' })
local lines = { '# Book', '' }
for _, name in ipairs({ 'Anchor', 'Boat', 'Chart', 'Dock', 'Ebb' }) do
  vim.list_extend(lines, { '## ' .. name, '', name .. ' 🌊 is a word. It stands alone.', '' })
end
local buffer = session.open(session.write('book.md', lines))
local original = menu.text(buffer)

vim.cmd('Segls outline')
local window, drawn = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
for _, key in ipairs({ 'za', 'zM', 'zR', 'p', '>', 'J', 'dd', 'gp' }) do
  vim.cmd.normal(key)
end
session.equal(menu.text(buffer), original, 'the text after keys that came too soon')

---@return string what the outline shows: the first letters of sections
local function shown()
  local letters = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(drawn, 0, -1, false)) do
    table.insert(letters, line:match('[#▸]+ (%a)'))
  end
  return table.concat(letters)
end

---@return string
local function order()
  local letters = menu.text(buffer):gsub('[^\n]*\n?', function(line)
    return line:match('^##+ ([A-E])') or ''
  end)
  return letters
end

---@param name string
local function at(name)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(drawn, 0, -1, false)) do
    if line:find(name, 1, true) then
      vim.api.nvim_win_set_cursor(window, { row, 0 })
      return
    end
  end
  error(name .. ' is not in the outline')
end

--- Presses keys on a row, and waits for the text and the outline.
---@param name string
---@param keys string
---@param expected string
local function press(name, keys, expected)
  at(name)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'xt', false)
  session.eventually(('%s on %s to give %s'):format(keys, name, expected), function()
    return order() == expected and shown() == 'B' .. expected
  end)
  session.equal(vim.api.nvim_get_current_win(), window, 'the window after ' .. keys)
end

--- One undo from the outline.
---@param what string
local function undo(what)
  vim.cmd.normal('u')
  session.equal(menu.text(buffer), original, 'the text after one undo of ' .. what)
  session.eventually('the outline after an undo', function()
    return shown() == 'BABCDE'
  end)
end

session.eventually('the outline', function()
  return shown() == 'BABCDE'
end)
press('Anchor', '2J', 'BCADE')
undo('a count')
press('Anchor', 'VjJ', 'CABDE')
undo('a move of two rows')
press('Ebb', '2K', 'ABECD')
undo('a move up')
at('Anchor')
vim.cmd.normal('dd')
press('Dock', 'p', 'BCDAE')
undo('a put below')
at('Ebb')
vim.cmd.normal('dd')
press('Boat', 'P', 'AEBCD')
undo('a put above')
press('Boat', '>', 'ABCDE')
assert(menu.text(buffer):find('\n### Boat', 1, true), menu.text(buffer))
undo('a lower level')

at('Book')
vim.cmd.normal('za')
session.equal(vim.api.nvim_buf_line_count(drawn), 1, 'the rows of a folded outline')
vim.cmd.normal('zR')
assert(vim.api.nvim_buf_line_count(drawn) > 5, 'the outline stays folded')

-- :Segls works from the window, on the text.
at('Boat')
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = drawn })
vim.cmd('Segls section move up')
session.equal(order(), 'BACDE', 'the sections after :Segls in the outline')
vim.cmd('Segls curve')
local curve = session.eventually('the curve', function()
  return session.panel('curve')
end)
vim.api.nvim_set_current_win(curve)
for _, key in ipairs({ 'z', ']g', '+', '=' }) do
  vim.cmd.normal(key)
end

-- The outline turns to another text, and goes with the last one.
vim.api.nvim_set_current_win(vim.fn.win_findbuf(buffer)[1])
local other = session.open(session.write('other.md', { '# Other', '', 'Words.' }))
session.eventually('the outline of another text', function()
  return vim.api.nvim_buf_get_lines(drawn, 0, 1, false)[1]:find('Other')
end)
vim.cmd('bwipeout! ' .. other)
session.eventually('the outline of the text before', function()
  return not vim.api.nvim_buf_is_valid(drawn) or vim.api.nvim_buf_get_lines(drawn, 0, 1, false)[1]:find('Book')
end)
