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

--- Where a fragment begins for a person: at the heading right above it.
---@param index integer
---@return integer row from zero
local function beginning(index)
  local row = fragments[index].range.start.line
  local above = vim.api.nvim_buf_get_lines(buffer, math.max(0, row - 2), row, false)
  return above[1] and above[1]:match('^#') and row - 2 or row
end
assert(beginning(2) < fragments[2].range.start.line, 'no heading above the second fragment')

---@return integer from zero
local function row()
  return vim.api.nvim_win_get_cursor(0)[1] - 1
end

session.go(0)
for i in ipairs(fragments) do
  if beginning(i) > 0 then
    vim.cmd('normal ]g')
    session.equal(row(), beginning(i), 'the row after ]g')
  end
end
vim.cmd('normal ]g')
session.equal(row(), beginning(#fragments), 'the row after ]g in the last fragment')
vim.cmd('normal! G')
vim.cmd('normal [g')
session.equal(row(), beginning(#fragments), 'the row after [g from inside a fragment')
vim.cmd('normal 2[g')
session.equal(row(), beginning(#fragments - 2), 'the row after 2[g')
vim.cmd('Segls fragment next')
session.equal(row(), beginning(#fragments - 1), 'the row after :Segls fragment next')

local lines = session.lines_of(buffer, fragments[2].range)
session.go(fragments[2].range.start.line + #lines - 1)
vim.cmd('normal yif')
session.equal(vim.fn.split(vim.fn.getreg('"'), '\n'), lines, 'what yif takes')
session.equal(vim.fn.getregtype('"'), 'V', 'how yif takes it')
-- On a heading: the fragment that follows, and what is around it has the heading and the blank lines.
session.go(beginning(2))
vim.cmd('normal yif')
session.equal(vim.fn.split(vim.fn.getreg('"'), '\n'), lines, 'what yif takes on the heading')
session.go(beginning(2))
vim.cmd('normal yaf')
local around = vim.fn.split(vim.fn.getreg('"'), '\n', true)
assert(around[1]:match('^#') and around[#around]:match('^%s*$'), 'yaf takes no heading or no blank line')

-- Deleting up to the next fragment takes no heading along.
session.go(fragments[1].range.start.line)
vim.cmd('normal d]g')
session.equal(vim.api.nvim_get_current_line(), around[1], 'the line after d]g')
vim.cmd('silent undo')
fragments = session.fragments(buffer)

-- Counts, and a selection that grows.
session.go(fragments[2].range.start.line)
vim.cmd('normal v2if')
local function last(index)
  return fragments[index].range['end'].line + (fragments[index].range['end'].character > 0 and 1 or 0)
end
session.equal({ vim.fn.line('v'), vim.fn.line('.') }, { fragments[2].range.start.line + 1, last(3) }, 'the lines of v2if')
vim.cmd('normal if')
session.equal(
  { vim.fn.line('v'), vim.fn.line('.') },
  { fragments[2].range.start.line + 1, last(4) },
  'the lines after one more if'
)
vim.cmd('normal! \27')

-- A selection of one line is made anew.
session.go(fragments[2].range.start.line)
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
vim.cmd('normal y2iS')
session.equal(vim.fn.getreg('"'), 'Dr. Salt 🧂 raked the pans at 3 p.m. today. Three.', 'what y2iS takes')
vim.cmd('normal viS')
vim.cmd('normal iS')
session.equal(
  vim.fn.getpos('.')[3],
  #'漢字 🌊 one. Dr. Salt 🧂 raked the pans at 3 p.m. today. Three.',
  'the end of viSiS'
)
vim.cmd('normal! \27')
vim.api.nvim_win_set_cursor(0, { 1, #'漢字 🌊 one. Dr. Salt ' })
vim.cmd('normal daS')
session.equal(vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1], '漢字 🌊 one. Three.', 'the line after daS')
