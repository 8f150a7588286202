--- The outline holds each suggested boundary, and Neovim lists it.
local session = require('session')

local buffer = session.open_sample()
local symbols = session.ask(buffer, 'textDocument/documentSymbol')
assert(#symbols > 0, 'no outline')
local starts = {}
local function note(list)
  for _, symbol in ipairs(list) do
    starts[symbol.range.start.line] = true
    note(symbol.children or {})
  end
end
note(symbols)
for _, lens in ipairs(session.await_lenses(buffer)) do
  assert(starts[lens.range.start.line], 'a fragment that the outline lacks: ' .. lens.command.title)
end

vim.lsp.buf.document_symbol()
session.eventually('the list of symbols', function()
  return #vim.fn.getloclist(0) + #vim.fn.getqflist() >= #symbols
end)
