--- Motions and text objects, mapped as the help says, with counts and operators.
local session = require('session')

for key, plug in pairs({ [']g'] = 'next', ['[g'] = 'prev' }) do
  vim.keymap.set({ 'n', 'x', 'o' }, key, ('<Plug>(segls-%s)'):format(plug))
end
for key, plug in pairs({ ['if'] = 'inner-fragment', ['af'] = 'a-fragment', iS = 'inner-sentence', aS = 'a-sentence' }) do
  vim.keymap.set({ 'x', 'o' }, key, ('<Plug>(segls-%s)'):format(plug))
end

local buffer = session.open_sample()
local fragments = session.fragments(buffer)
assert(#fragments > 3, 'too few fragments')

---@return integer from zero
local function row()
  return vim.api.nvim_win_get_cursor(0)[1] - 1
end

session.go(0)
for _, fragment in ipairs(fragments) do
  if fragment.range.start.line > 0 then
    vim.cmd('normal ]g')
    session.equal(row(), fragment.range.start.line, 'the row after ]g')
  end
end
vim.cmd('normal ]g')
session.equal(row(), fragments[#fragments].range.start.line, 'the row after ]g in the last fragment')
vim.cmd('normal! G')
vim.cmd('normal [g')
session.equal(row(), fragments[#fragments].range.start.line, 'the row after [g from inside a fragment')
vim.cmd('normal 2[g')
session.equal(row(), fragments[#fragments - 2].range.start.line, 'the row after 2[g')
vim.cmd('Segls fragment next')
session.equal(row(), fragments[#fragments - 1].range.start.line, 'the row after :Segls fragment next')

local lines = session.lines_of(buffer, fragments[2].range)
session.go(fragments[2].range.start.line + #lines - 1)
vim.cmd('normal yif')
session.equal(vim.fn.split(vim.fn.getreg('"'), '\n'), lines, 'what yif takes')
session.equal(vim.fn.getregtype('"'), 'V', 'how yif takes it')
session.go(fragments[2].range.start.line)
vim.cmd('normal yaf')
local around = vim.fn.split(vim.fn.getreg('"'), '\n', true)
assert(#around > #lines and around[#around]:match('^%s*$'), 'yaf takes no blank line')

-- A selection is made anew.
vim.cmd('normal Vif')
session.equal(
  { vim.fn.line('v'), vim.fn.line('.') },
  { fragments[2].range.start.line + 1, fragments[2].range.start.line + #lines },
  'the lines of Vif'
)
vim.cmd('normal! \27')
vim.cmd('Segls fragment select')
session.equal(vim.fn.mode(), 'V', 'the mode after :Segls fragment select')
vim.cmd('normal! \27')

-- A sentence beside wide characters; an abbreviation does not end it.
session.go(0)
vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '漢字 🌊 one. Dr. Salt 🧂 raked the pans at 3 p.m. today. Three.', '' })
vim.api.nvim_win_set_cursor(0, { 1, #'漢字 🌊 one. Dr. Salt ' })
vim.cmd('normal yiS')
session.equal(vim.fn.getreg('"'), 'Dr. Salt 🧂 raked the pans at 3 p.m. today.', 'what yiS takes')
vim.cmd('normal yaS')
session.equal(vim.fn.getreg('"'), 'Dr. Salt 🧂 raked the pans at 3 p.m. today. ', 'what yaS takes')
vim.cmd('normal daS')
session.equal(vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1], '漢字 🌊 one. Three.', 'the line after daS')
