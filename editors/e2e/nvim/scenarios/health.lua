--- :checkhealth segls tells what runs, and finds nothing wrong; and the statusline counts.
local session = require('session')

local buffer = session.open_sample()
local fragments = session.fragments(buffer)
session.go(fragments[2].range.start.line)
local wanted = ('2/%d %d/500w'):format(#fragments, fragments[2].words)
session.eventually('the statusline ' .. wanted, function()
  return require('segls').statusline() == wanted
end)

vim.cmd('checkhealth segls')
local report = session.eventually('the report', function()
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  for _, part in ipairs({ 'Neovim', 'bin/segls: ', 'columns in', 'sample.md', 'analysed in', 'segls_previews' }) do
    assert(text:find(part, 1, true), part .. ' is not in the report:\n' .. text)
  end
  return text
end)
assert(not report:find('ERROR') and not report:find('WARNING'), report)
