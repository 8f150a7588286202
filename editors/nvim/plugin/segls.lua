--- Defines the command and the <Plug> mappings. Everything else is loaded on first use.
if vim.g.loaded_segls then
  return
end
vim.g.loaded_segls = true

vim.api.nvim_create_user_command('Segls', function(command)
  require('segls.command').run_line(command)
end, {
  nargs = '*',
  range = true,
  desc = 'Show and change the structure of the text',
  complete = function(beginning, line)
    return require('segls.command').complete(beginning, line)
  end,
})

-- Neovim does not report that the program of a server is missing.
vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('segls.missing', {}),
  callback = function(event)
    local is_wanted = vim.lsp.is_enabled and vim.lsp.is_enabled('segls')
    return is_wanted and require('segls.program').tell(event.buf)
  end,
})

---@param modes string[]
---@param name string
---@param command string
local function plug(modes, name, command)
  for _, mode in ipairs(modes) do
    vim.api.nvim_set_keymap(mode, '<Plug>(segls-' .. name .. ')', command, { noremap = true, silent = true })
  end
end

plug({ 'n', 'x', 'o' }, 'next', "<Cmd>lua require('segls.fragment').go(1)<CR>")
plug({ 'n', 'x', 'o' }, 'prev', "<Cmd>lua require('segls.fragment').go(-1)<CR>")
plug({ 'x', 'o' }, 'inner-fragment', "<Cmd>lua require('segls.fragment').select(false)<CR>")
plug({ 'x', 'o' }, 'a-fragment', "<Cmd>lua require('segls.fragment').select(true)<CR>")
plug({ 'n', 'x', 'o' }, 'next-scene', "<Cmd>lua require('segls.fragment').go(1, true)<CR>")
plug({ 'n', 'x', 'o' }, 'prev-scene', "<Cmd>lua require('segls.fragment').go(-1, true)<CR>")
plug({ 'x', 'o' }, 'inner-scene', "<Cmd>lua require('segls.fragment').select(false, true)<CR>")
plug({ 'x', 'o' }, 'a-scene', "<Cmd>lua require('segls.fragment').select(true, true)<CR>")
plug({ 'x', 'o' }, 'inner-sentence', "<Cmd>lua require('segls.fragment').select_sentence(false)<CR>")
plug({ 'x', 'o' }, 'a-sentence', "<Cmd>lua require('segls.fragment').select_sentence(true)<CR>")
-- Mappings for subcommands. A test compares the list with the commands.
for words in
  ([[
backlinks
backlinks file
board
break
boundary pin
boundary veto
collect
curve
diagnostics
document split fragments
document split headings
document split scenes
duplicates
divide
duplicates alike
duplicates all
duplicates one
duplicates other
explain
extract
file merge
file move down
file move up
file redo
file rename
file section
file show
file split
file undo
find
fragment aside
fragment back
fragment extract
fragment label
fragment merge
fragment move down
fragment move to
fragment move under
fragment move up
fragment preview
fragment rename
fragment select
fragment split
fragment status
fragment swap next
fragment swap prev
fragment synopsis
gather
gather again
gather label
gather work
heading insert
heading remove
ignore paragraph
inline
lenses
merge
misplaced
misplaced work
move down
move to
move under
move up
order write
outline
paragraph merge
paragraph merge down
paragraph merge up
paragraph split
paragraph split here
pick
previews
put back
related
release
rename
report
scene move down
scene move to
scene move up
scene new
scene select
section demote
section extract
section file
section move down
section move down level
section move to
section move under
section move up
section move up level
section promote
title
work
]]):gmatch('[^\n]+')
do
  plug({ 'n' }, (words:gsub(' ', '-')), '<Cmd>Segls ' .. words .. '<CR>')
end
-- Visual mode mappings act on the selected paragraphs, which stay selected after a move up or down.
for words, after in pairs({
  ['move up'] = 'gv',
  ['move down'] = 'gv',
  ['move under'] = '',
  ['move to'] = '',
  collect = '',
  extract = '',
  merge = '',
  title = '',
}) do
  plug({ 'x' }, (words:gsub(' ', '-')), ':Segls ' .. words .. '<CR>' .. after)
end
