--- Commands wait for their answer, so that macros and keys typed ahead find the text as it is then; the dot, counts and ranges.
local menu = require('menu')
local session = require('session')

local lines = { '# Book', '' }
for _, name in ipairs({ 'Anchor', 'Boat', 'Chart', 'Dock', 'Ebb' }) do
  vim.list_extend(lines, { '## ' .. name, '', name .. ' 🌊 is a word. It stands alone.', '' })
end
local buffer = session.open(session.write('book.md', lines))
local original = menu.text(buffer)

---@return string the first letters of the headings
local function order()
  return (
    menu
      .text(buffer)
      :gsub('[^\n]*\n', function(line)
        return line:match('^## (%a)') or ''
      end)
      :gsub('[^A-E].*', '')
  )
end

---@param keys string
local function press(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'xt', false)
end

---@param expected string
---@param what string
local function is(expected, what)
  session.equal(order(), expected, what)
end

--- Takes a change back by one undo.
---@param what string
local function undo(what)
  vim.cmd('silent undo')
  session.equal(menu.text(buffer), original, 'the text after one undo of ' .. what)
end

is('ABCDE', 'the sections at first')

-- What is typed ahead comes after the move.
menu.go(buffer, '## Anchor')
press(':Segls section move down<CR>A!<Esc>')
is('BACDE', 'the sections after a move')
session.equal(vim.api.nvim_get_current_line(), '## Anchor!', 'the line at the cursor')
vim.cmd('silent undo')
undo('a move')

-- The cursor stays in the middle of what moves, whichever of the two is written anew.
for _, way in ipairs({ { 'Boat', 'down', 'ACBDE' }, { 'Boat', 'up', 'BACDE' } }) do
  local name, direction, expected = unpack(way)
  menu.go(buffer, name .. ' 🌊')
  press('0fw:Segls section move ' .. direction .. '<CR>iabc def ghi <Esc>')
  is(expected, 'the sections after a move ' .. direction)
  session.equal(vim.api.nvim_get_current_line(), name .. ' 🌊 is a abc def ghi word. It stands alone.', 'what is typed')
  vim.cmd('silent undo')
  undo('a move ' .. direction)
end

-- The dot does it again, as often as it is said.
menu.go(buffer, '## Anchor')
press(':Segls section move down<CR>')
is('BACDE', 'the sections after a move')
press('.')
is('BCADE', 'the sections after a dot')
press('2.')
is('BCDEA', 'the sections after a dot with a count')
vim.cmd('silent undo')
vim.cmd('silent undo')
undo('the dots')

-- A change of one's own comes before it.
menu.go(buffer, '## Anchor')
press(':Segls section move down<CR>')
menu.go(buffer, 'Chart 🌊')
press('dw.')
assert(menu.text(buffer):find('\nis a word', 1, true), menu.text(buffer))
vim.cmd('silent undo')
vim.cmd('silent undo')
undo('dw and its dot')

-- A count, on the command line and on a key, is one step of undo.
menu.go(buffer, '## Anchor')
press('3:Segls section move down<CR>')
is('BCDAE', 'the sections after a count')
undo('a count')
vim.keymap.set('n', '<F2>', '<Plug>(segls-section-move-down)')
menu.go(buffer, '## Anchor')
press('2<F2>')
is('BCADE', 'the sections after a count before a key')
undo('a count before a key')

-- A macro that a heading is searched in.
vim.fn.setreg('q', vim.keycode('gg/## Boat<CR>:Segls section move down<CR>'))
press('2@q')
is('ACDBE', 'the sections after a macro, twice')
vim.cmd('silent undo')
undo('a macro')

-- Paragraphs that are selected become one; commands can follow each other after a bar.
menu.go(buffer, 'Anchor 🌊')
vim.cmd('Segls paragraph split here | Segls paragraph merge')
vim.cmd('silent! undo')
vim.cmd('silent! undo')
vim.api.nvim_buf_set_lines(
  buffer,
  0,
  -1,
  false,
  { '# Book', '', 'One 🌊 one.', '', 'Two two.', '', 'Three three.', '', 'Four.' }
)
press(':3,7Segls merge<CR>')
session.equal(menu.text(buffer), '# Book\n\nOne 🌊 one. Two two. Three three.\n\nFour.', 'the paragraphs that were selected')
vim.cmd('silent undo')
session.equal(vim.api.nvim_buf_line_count(buffer), 9, 'the lines after one undo of a merge of three')

-- Paragraphs that are wrapped by hand stay so, at their own width or at 'textwidth', in one step of undo.
local wrapped = { '# Book', '', 'Salt 🌊 keeps fish and', 'meat. Bees build wax', 'for honey.', '', 'Ferries cross.' }
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, wrapped)
menu.go(buffer, 'Bees build')
press(':Segls paragraph split here<CR>')
session.equal(
  vim.api.nvim_buf_get_lines(buffer, 2, -1, false),
  { 'Salt 🌊 keeps fish and', 'meat.', '', 'Bees build wax for', 'honey.', '', 'Ferries cross.' },
  'a split of a wrapped paragraph'
)
vim.cmd('silent undo')
session.equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), wrapped, 'the text after one undo of a split')
vim.bo.textwidth = 30
menu.go(buffer, 'Salt 🌊')
press(':Segls paragraph merge down<CR>')
session.equal(
  vim.api.nvim_buf_get_lines(buffer, 2, -1, false),
  { 'Salt 🌊 keeps fish and meat.', 'Bees build wax for honey.', 'Ferries cross.' },
  'a merge of a wrapped paragraph'
)
session.equal(vim.bo.textwidth, 30, "'textwidth'")

-- The menu of code actions wraps too, in one step of undo.
vim.bo.textwidth = 0
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, wrapped)
vim.cmd('let &undolevels = &undolevels')
menu.go(buffer, 'Bees build')
menu.choose('Split paragraph before this sentence')
session.eventually('a split by the menu', function()
  return vim.deep_equal(
    vim.api.nvim_buf_get_lines(buffer, 2, -1, false),
    { 'Salt 🌊 keeps fish and', 'meat.', '', 'Bees build wax for', 'honey.', '', 'Ferries cross.' }
  )
end)
vim.cmd('silent undo')
session.equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), wrapped, 'the text after one undo of a split by the menu')
