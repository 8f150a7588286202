--- A .segls.toml beside the document applies when it is saved, and its errors are shown as diagnostics.
local session = require('session')

local path = session.write('.segls.toml', { 'preferred-words = 500' })
local sample = session.open_sample()

---@return integer
local function count()
  return #session.fragments(sample)
end

local before = session.eventually('fragments', function()
  return count() > 0 and count()
end)

vim.cmd.edit(vim.fn.fnameescape(path))
local buffer = vim.api.nvim_get_current_buf()

--- Replaces the file with one line and saves it.
---@param line string
local function save(line)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { line })
  vim.cmd.write()
end

save('preferred-words = 150')
local small = session.eventually('more fragments', function()
  return count() > before and count()
end)

save('preferred-words = "few"')
local diagnostic = session.eventually('a diagnostic', function()
  return vim.diagnostic.get(buffer)[1]
end)
session.equal(
  { diagnostic.code, diagnostic.source, diagnostic.lnum, diagnostic.col, diagnostic.end_col, diagnostic.severity },
  { 'wrong-type', 'segls', 0, 18, 23, vim.diagnostic.severity.ERROR },
  'what is wrong'
)
session.equal(count(), small, 'the fragments with an invalid file')

save('preferred-words = 500')
session.eventually('the diagnostic to go', function()
  return #vim.diagnostic.get(buffer) == 0
end)
session.eventually('the fragments with the corrected file', function()
  return count() == before
end)
