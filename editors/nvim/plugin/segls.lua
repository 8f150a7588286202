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
  vim.keymap.set(modes, '<Plug>(segls-' .. name .. ')', command, { silent = true })
end

plug({ 'n', 'x', 'o' }, 'next', "<Cmd>lua require('segls.fragment').go(1)<CR>")
plug({ 'n', 'x', 'o' }, 'prev', "<Cmd>lua require('segls.fragment').go(-1)<CR>")
plug({ 'x', 'o' }, 'inner-fragment', "<Cmd>lua require('segls.fragment').select(false)<CR>")
plug({ 'x', 'o' }, 'a-fragment', "<Cmd>lua require('segls.fragment').select(true)<CR>")
plug({ 'x', 'o' }, 'inner-sentence', "<Cmd>lua require('segls.fragment').select_sentence(false)<CR>")
plug({ 'x', 'o' }, 'a-sentence', "<Cmd>lua require('segls.fragment').select_sentence(true)<CR>")
for name, words in pairs({
  ['move-up'] = 'fragment move up',
  ['move-down'] = 'fragment move down',
  preview = 'fragment preview',
  extract = 'fragment extract',
  curve = 'curve',
  outline = 'outline',
  previews = 'previews',
}) do
  plug({ 'n' }, name, '<Cmd>Segls ' .. words .. '<CR>')
end
