--- A paragraph far too long is shown as a diagnostic of segls, at the paragraph, and goes when the paragraph goes.
local session = require('session')

local lines = vim.fn.readfile(session.sample)
local sentence = 'The pans are raked at dusk and the brine is let in again before the morning wind. '
vim.list_extend(lines, { '', sentence:rep(150), '' })
local buffer = session.open(session.write('long.md', lines))
local row = #lines - 2

---@return vim.Diagnostic? the one at the long paragraph
local function too_long()
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
    if diagnostic.lnum == row and diagnostic.code == 'paragraph-too-long' then
      return diagnostic
    end
  end
end

local diagnostic = session.eventually('a diagnostic at the long paragraph', too_long)
session.equal(diagnostic.source, 'segls', 'the source')
session.equal(diagnostic.severity, vim.diagnostic.severity.INFO, 'the severity')

session.go(row)
vim.diagnostic.open_float()
session.eventually('the message in a floating window', function()
  return session.screen():find(diagnostic.message:sub(1, 30), 1, true)
end)

vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, { 'Short now.' })
session.eventually('the diagnostic to go', function()
  return too_long() == nil
end)
