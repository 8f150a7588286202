--- The command and the keys to map. Nothing else is loaded before one of them is used.
if vim.g.loaded_segls then
  return
end
vim.g.loaded_segls = true

vim.api.nvim_create_user_command('Segls', function(command)
  require('segls.command').run(command.fargs, command)
end, {
  nargs = '+',
  bar = true,
  range = true,
  desc = 'Show and change the structure of the text',
  complete = function(beginning, line)
    return require('segls.command').complete(beginning, line)
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
plug({ 'x', 'o' }, 'inner-sentence', "<Cmd>lua require('segls.fragment').select_sentence(false)<CR>")
plug({ 'x', 'o' }, 'a-sentence', "<Cmd>lua require('segls.fragment').select_sentence(true)<CR>")
-- All words of :Segls that need nothing said after them, each under its own name; a test holds the list to the commands.
for words in
  ([[
break
boundary pin
boundary veto
curve
diagnostics
document split fragments
document split headings
file merge
file move down
file move up
file redo
file rename
file section
file split
file undo
fragment extract
fragment merge
fragment move down
fragment move to
fragment move under
fragment move up
fragment preview
fragment rename
fragment select
fragment swap next
fragment swap prev
heading insert
heading remove
ignore paragraph
inline
lenses
outline
paragraph merge
paragraph merge down
paragraph merge up
paragraph split
paragraph split here
previews
put back
release
report
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
work
]]):gmatch('[^\n]+')
do
  plug({ 'n' }, (words:gsub(' ', '-')), '<Cmd>Segls ' .. words .. '<CR>')
end
for name, words in pairs({ -- shorter names
  ['move-up'] = 'fragment move up',
  ['move-down'] = 'fragment move down',
  preview = 'fragment preview',
  extract = 'fragment extract',
}) do
  plug({ 'n' }, name, '<Cmd>Segls ' .. words .. '<CR>')
end
