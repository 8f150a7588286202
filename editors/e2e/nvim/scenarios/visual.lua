--- Selected paragraphs are moved, merged, titled and extracted, by a range and by keys in Visual mode.
local menu = require('menu')
local session = require('session')

for _, name in ipairs({ 'move-up', 'move-down', 'merge' }) do
  vim.keymap.set('x', '<F' .. #name .. '>', ('<Plug>(segls-%s)'):format(name))
end

local buffer = session.open(session.write('book.md', {
  '# Book 🧂',
  '',
  'One salt keeps fish.',
  '',
  'Two salts',
  'keep meat.',
  '',
  'Three ferries carry salt.',
  '',
  '## Bees',
  '',
  'Four bees build.',
}))
local original = menu.text(buffer)

---@return string the first words of paragraphs and headings, in their order
local function order()
  local names = {}
  for _, paragraph in ipairs(vim.split(menu.text(buffer), '\n\n')) do
    table.insert(names, paragraph:match('^#+ %w+') or paragraph:match('^%w+') or paragraph:match('^%S+'))
  end
  return table.concat(names, ' ')
end

---@param keys string
local function press(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'xt', false)
end

--- Undoes in one step.
---@param what string
local function undo(what)
  vim.cmd('silent undo')
  session.equal(menu.text(buffer), original, 'the text after one undo of ' .. what)
end

session.equal(order(), '# Book One Two Three ## Bees Four', 'the paragraphs at first')

-- By a range: two paragraphs move past the next one, and past a heading.
press(':3,5Segls move down<CR>')
session.equal(order(), '# Book Three One Two ## Bees Four', 'after a move of two paragraphs')
undo('a move')
press('8GV:Segls move down<CR>')
session.equal(order(), '# Book One Two ## Bees Three Four', 'after a move over a heading')
undo('a move over a heading')
press(':3,5Segls move under Bees<CR>')
session.equal(order(), '# Book Three ## Bees Four One Two', 'after a move under a heading')
undo('a move under a heading')

-- By keys: the moved paragraphs are selected again, and move further.
press('6GV<F7>')
session.equal(order(), '# Book Two One Three ## Bees Four', 'after a key that moves up')
session.equal({ vim.fn.line('v'), vim.fn.line('.') }, { 3, 4 }, 'the lines that are selected')
press('<F9>')
press('<F9>')
press('<Esc>')
session.equal(order(), '# Book One Three Two ## Bees Four', 'after two keys more')
vim.cmd('silent undo')
vim.cmd('silent undo')
undo('three moves')
press('3GVjj<F5>')
session.equal(
  vim.api.nvim_buf_get_lines(buffer, 2, 5, false),
  { 'One salt keeps fish.', 'Two salts keep meat.', '' },
  'the merged paragraph'
)
undo('a merge')

-- A title; the user chooses its form.
local wanted = 'A heading'
---@diagnostic disable-next-line: duplicate-set-field
vim.ui.select = function(items, options, choose)
  for i, item in ipairs(items) do
    if vim.startswith(options.format_item(item), wanted) then
      choose(item, i)
      return
    end
  end
  error('no ' .. wanted)
end
press('8GV:Segls title Crossing<CR>')
session.equal(vim.api.nvim_buf_get_lines(buffer, 7, 10, false), { '## Crossing', '', 'Three ferries carry salt.' }, 'the title')
undo('a title')

-- Lines are extracted to a file; undo deletes that file.
press(':5,8Segls extract part.md<CR>')
session.equal(order(), '# Book One [Salts](part.md) ## Bees Four', 'after an extraction')
menu.file('part.md', 'Three ferries')
vim.cmd('silent undo')
session.equal(menu.text(buffer), original, 'the text after one undo of an extraction')
session.eventually('the file to be gone', function()
  return vim.uv.fs_stat(vim.env.SEGLS_E2E_DIR .. '/part.md') == nil
end)

-- A refusal is shown and changes nothing.
local messages = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(messages, message)
end
press(':8,12Segls move up<CR>')
assert((messages[1] or ''):find('heading or a scene break', 1, true), vim.inspect(messages))
session.equal(menu.text(buffer), original, 'the text after a refusal')

-- The menu of code actions uses the selection.
wanted = 'Move these paragraphs down'
vim.lsp.buf.code_action({ range = { start = { 3, 0 }, ['end'] = { 6, 4 } } })
session.eventually('the move', function()
  return order() == '# Book Three One Two ## Bees Four'
end)
