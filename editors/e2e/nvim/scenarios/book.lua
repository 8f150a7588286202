--- A real book, named by CORPUS_BOOK: lenses arrive and the first is drawn.
local session = require('session')
if not vim.env.CORPUS_BOOK then
  session.skip('CORPUS_BOOK names no book')
end

local ending = vim.fn.fnamemodify(vim.env.CORPUS_BOOK, ':e')
local buffer = session.open(session.write('book.' .. ending, vim.fn.readfile(vim.env.CORPUS_BOOK)))
local lenses = session.await_lenses(buffer)
assert(#lenses > 10, 'only ' .. #lenses .. ' lenses in a book')
vim.o.wrap = false
vim.o.columns, vim.o.lines = 3000, 40
session.go(lenses[1].range.start.line)
session.eventually('a drawn lens', function()
  return session.screen():find(vim.fn.strcharpart(lenses[1].command.title, 0, 30), 1, true)
end)
