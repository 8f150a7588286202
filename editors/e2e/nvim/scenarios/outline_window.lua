--- The outline window: every section and fragment with its count; both cursors follow each other; J moves a fragment in the
--- text, in one step of undo.
local session = require('session')

vim.o.columns = 120
local buffer = session.open_sample()
session.await_lenses(buffer)
local text = vim.api.nvim_get_current_win()
vim.cmd('Segls outline')
local window = session.eventually('the window of the outline', function()
  for _, candidate in ipairs(vim.api.nvim_list_wins()) do
    local drawn = vim.api.nvim_win_get_buf(candidate)
    if vim.bo[drawn].filetype == 'segls-outline' and vim.api.nvim_buf_line_count(drawn) > 1 then
      return candidate
    end
  end
end)
session.equal(vim.api.nvim_get_current_win(), window, 'the window after opening the outline')
local drawn = vim.api.nvim_win_get_buf(window)

---@return string[]
local function lines()
  return vim.api.nvim_buf_get_lines(drawn, 0, -1, false)
end

local symbols = {}
local function walk(list)
  for _, symbol in ipairs(list) do
    table.insert(symbols, symbol)
    walk(symbol.children or {})
  end
end
walk(session.ask(buffer, 'textDocument/documentSymbol'))
session.eventually('a row for each symbol', function()
  return #lines() == #symbols
end)
local fragment
for i, symbol in ipairs(symbols) do
  assert(lines()[i]:find(symbol.name, 1, true), ('row %d is "%s"'):format(i, lines()[i]))
  fragment = fragment or (lines()[i]:find('◆', 1, true) and i)
end
session.eventually('counts on the screen', function()
  return session.screen():find('%d+ words')
end)

-- The outline's cursor leads, then the text's.
vim.api.nvim_win_set_cursor(window, { #symbols, 0 })
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = drawn })
session.equal(vim.api.nvim_win_get_cursor(text)[1] - 1, symbols[#symbols].selectionRange.start.line, 'the row of the text')
vim.api.nvim_win_set_cursor(text, { symbols[2].selectionRange.start.line + 1, 0 })
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = buffer })
session.equal(vim.api.nvim_win_get_cursor(window)[1], 2, 'the row of the outline')

-- J moves a fragment.
local rows = lines()
local before = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
vim.api.nvim_win_set_cursor(window, { fragment, 0 })
vim.cmd('normal J')
session.eventually('the fragment to have moved', function()
  return not vim.deep_equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), before)
    and vim.api.nvim_get_current_win() == window
end)
local function sorted(list)
  list = vim.list_extend({}, list)
  table.sort(list)
  return list
end
local after = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
session.equal(sorted(after), sorted(before), 'the lines, whatever their order')
session.eventually('the cursor of the outline on the fragment that has moved', function()
  local at = symbols[fragment].selectionRange.start.line
  return not vim.deep_equal(lines(), rows)
    and lines()[vim.api.nvim_win_get_cursor(window)[1]]:find('◆', 1, true)
    and after[vim.api.nvim_win_get_cursor(text)[1]] == before[at + 1]
end)
vim.api.nvim_win_call(text, function()
  vim.cmd('silent undo')
end)
session.equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), before, 'the text after one undo')
session.eventually('the outline after the undo', function()
  return vim.deep_equal(lines(), rows)
end)

vim.cmd('normal gp')
session.eventually('the preview of a fragment', function()
  return session.screen():find('%d paragraphs? about ')
end)
vim.cmd('normal ' .. vim.keycode('<CR>'))
session.equal(vim.api.nvim_get_current_win(), text, 'the window after <CR>')
vim.cmd('Segls outline')
session.eventually('the outline to close', function()
  return not vim.api.nvim_win_is_valid(window)
end)
