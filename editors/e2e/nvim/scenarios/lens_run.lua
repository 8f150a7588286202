--- Running a lens selects its fragment.
local session = require('session')

local buffer = session.open_sample()
local lenses = session.await_lenses(buffer)
for _, lens in ipairs({ lenses[1], lenses[#lenses] }) do
  local line = lens.range.start.line
  local fragment
  for _, candidate in ipairs(session.fragments(buffer)) do
    fragment = candidate.range.start.line == line and candidate or fragment
  end
  session.await_lenses(buffer)
  session.go(line)
  vim.lsp.codelens.run()
  local mode = session.eventually('a selection', function()
    return vim.fn.mode():match('[vV]')
  end)
  local selected = vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.'), { type = mode })
  while selected[#selected]:match('^%s*$') do
    table.remove(selected)
  end
  session.equal(selected, session.lines_of(buffer, fragment.range), 'the selected lines')
  vim.cmd.normal({ vim.keycode('<Esc>'), bang = true })
end
