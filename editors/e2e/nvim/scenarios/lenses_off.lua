--- With vim.g.segls_codelens = false no lens is asked for or drawn, and the previews come as inlay hints, on the blank
--- line above each fragment.
local session = require('session')

vim.g.segls_codelens = false
local buffer = session.open_sample()
local hints = session.eventually('inlay hints', function()
  local whole = { start = { line = 0, character = 0 }, ['end'] = { line = vim.api.nvim_buf_line_count(buffer), character = 0 } }
  local answer = session.ask(buffer, 'textDocument/inlayHint', { range = whole })
  return answer and #answer > 0 and answer
end)
local begins = {}
for _, fragment in ipairs(session.fragments(buffer)) do
  begins[fragment.range.start.line] = true
end
for _, hint in ipairs(hints) do
  assert(begins[hint.position.line + 1], 'a hint where no fragment begins: ' .. vim.inspect(hint))
end
session.equal(session.held_lenses(buffer), {}, 'lenses that nobody wants')

vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
session.eventually('hints held by Neovim', function()
  return #vim.lsp.inlay_hint.get({ bufnr = buffer }) == #hints
end)
