--- A real book, named by CORPUS_BOOK: lenses arrive and the first is drawn.
local session = require('session')
if (vim.env.CORPUS_BOOK or '') == '' then
  session.skip('CORPUS_BOOK names no book')
end

local ending = vim.fn.fnamemodify(vim.env.CORPUS_BOOK, ':e')
local buffer = session.open(session.write('book.' .. ending, vim.fn.readfile(vim.env.CORPUS_BOOK)))
local lenses = session.await_lenses(buffer)
assert(#lenses > 10, 'only ' .. #lenses .. ' lenses in a book')
session.await_shown(lenses[1].command.title, lenses[1].range.start.line)
