--- The curve of a work: its files one after the other, as far as a line and a title tell them apart, and the way into each.
local session = require('session')

local folder = vim.env.SEGLS_E2E_DIR .. '/book'
vim.fn.mkdir(folder .. '/src', 'p')
session.write('book/book.toml', { '[book]', 'title = "The salt road"' })
session.write(
  'book/src/SUMMARY.md',
  { '# Summary', '', '- [Salt](salt.md)', '- [Bees](bees.md)', '- [Empty](empty.md)', '- [Ferries](ferries.md)' }
)
local function chapter(name, words)
  local lines = { '# ' .. name }
  for i, word in ipairs(words) do
    vim.list_extend(lines, {
      '',
      ('The %s of the %s is carried to the market by a %s, and sold there.'):format(word, name:lower(), words[i % #words + 1]),
    })
    if i == 4 then
      vim.list_extend(lines, { '', '## Later' })
    end
  end
  session.write('book/src/' .. name:lower() .. '.md', lines)
end
chapter('Salt', { 'brine', 'pan', 'mule', 'wagon', 'coast', 'guard', 'tax', 'ledger' })
chapter('Bees', { 'wax', 'hive', 'queen', 'meadow', 'candle', 'frame' })
session.write('book/src/empty.md', { '# Empty' })
chapter('Ferries', { 'rope', 'river', 'bank', 'tide', 'oar', 'crossing' })

local buffer = session.open(folder .. '/src/bees.md')
local text = vim.api.nvim_get_current_win()
local files = session.eventually('the curve of the work', function()
  local told = session.ask(buffer, 'segls/workCurve')
  return told and told ~= vim.NIL and told.files
end)
session.equal(#files, 4, 'files')

vim.o.columns = 100
vim.cmd('Segls curve work')
session.equal(vim.api.nvim_get_current_win(), text, 'the window after opening the curve')
local window = session.eventually('the window of the curve', function()
  return session.panel('curve-work')
end)
local drawn = vim.api.nvim_win_get_buf(window)
local rows = session.eventually('the curve', function()
  local lines = vim.api.nvim_buf_get_lines(drawn, 0, -1, false)
  return #lines == 8 and lines
end)

-- One column for each gap, and one for the end of each file but the last.
local paragraphs = 0
for _, file in ipairs(files) do
  paragraphs = paragraphs + #file.words
end
session.equal(vim.fn.strchars(rows[7]), paragraphs - 1, 'columns')
local ends = { #files[1].words, #files[1].words + #files[2].words }
for row = 1, 7 do
  for _, column in ipairs(ends) do
    session.equal(vim.fn.strcharpart(rows[row], column - 1, 1), '┃', ('column %d of row %d'):format(column, row))
  end
end
session.equal(rows[8], 'Salt    Bees  Ferr…', 'the titles')

--- The gap at the cursor of the curve, from one.
local function column()
  return vim.api.nvim_win_call(window, function()
    return vim.fn.charcol('.')
  end)
end
session.equal(column(), ends[1], 'the column at the beginning of the text')
session.go(vim.api.nvim_buf_line_count(0) - 1)
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = buffer })
session.eventually('the curve at the last gap of the file', function()
  return column() == ends[2] - 1
end)
vim.cmd('redraw!')
assert(session.screen():find('"Bees", gap 5 of 5', 1, true), session.screen())

-- Into another file, which is not open.
vim.api.nvim_set_current_win(window)
vim.cmd('normal ]f')
session.equal(column(), ends[2], 'the column after ]f')
vim.cmd('redraw!')
assert(session.screen():find('"Ferries" begins', 1, true), session.screen())
vim.cmd('normal! ll')
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = drawn })
vim.cmd('normal ' .. vim.keycode('<CR>'))
session.eventually('the other file', function()
  return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'ferries.md'
end)
session.equal(vim.api.nvim_get_current_line():sub(1, 8), 'The bank', 'the line in the other file')
session.eventually('the curve at the place in the other file', function()
  return column() == ends[2] + 2
end)

-- The whole of it in the window, and away.
vim.api.nvim_set_current_win(window)
vim.cmd('normal z')
session.eventually('the work in braille', function()
  return vim.api.nvim_buf_get_lines(drawn, 0, 1, false)[1]:find('[\u{2800}-\u{28ff}]') ~= nil
end)
vim.cmd('normal q')
session.eventually('the curve to be closed', function()
  return not vim.api.nvim_win_is_valid(window)
end)
