--- Lenses appear automatically at the first lines of fragments, are drawn, and return after typing on their line.
local session = require('session')

local buffer = session.open_sample()
local lenses = session.await_lenses(buffer)

local begins = {}
for _, fragment in ipairs(session.fragments(buffer)) do
  begins[fragment.range.start.line] = true
end
for _, lens in ipairs(lenses) do
  local start = lens.range.start
  assert(begins[start.line], 'a lens on a line where no fragment begins: ' .. vim.inspect(lens))
  session.equal(start.character, 0, 'the column of a lens')
  session.equal(lens.command.command, 'segls.selectFragment', 'the command of a lens')
  assert(lens.command.title:match('^[NP].*ew topic.* · .*%d'), 'the text of a lens: ' .. lens.command.title)
end

for _, lens in ipairs({ lenses[1], lenses[#lenses] }) do
  session.await_shown(lens.command.title, lens.range.start.line)
end

local last = lenses[#lenses]
session.go(last.range.start.line)
vim.cmd.normal({ vim.keycode('A 🌊<Esc>'), bang = true })
vim.api.nvim_exec_autocmds('TextChanged', { buffer = buffer })
session.await_shown('ew topic', last.range.start.line)

-- A second document of the same server has lenses too.
local second = session.open(session.write('second.md', vim.fn.readfile(session.sample)))
session.await_lenses(second)
