--- K on the first line of a fragment explains the boundary; inside a paragraph it shows nothing.
local session = require('session')

local buffer = session.open_sample()
local lens = session.await_lenses(buffer)[1]
session.go(lens.range.start.line)
vim.lsp.buf.hover()
local text = session.eventually('a floating window with the explanation', function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
end)
assert(text:find('The words change here', 1, true), 'the explanation does not mention the words: ' .. text)

local checked = 0
for _, fragment in ipairs(session.fragments(buffer)) do
  local lines = session.lines_of(buffer, fragment.range)
  if #lines > 1 then
    local inside = { line = fragment.range.start.line + #lines - 1, character = 0 }
    local answer = session.ask(buffer, 'textDocument/hover', { position = inside })
    assert(answer == nil or answer == vim.NIL, 'an explanation without a boundary: ' .. vim.inspect(answer))
    checked = checked + 1
  end
end
assert(checked > 0, 'no fragment has a second line')
