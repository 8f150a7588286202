--- Every kind of action from the menu of code actions, by its title, and `:Segls` with a key: what comes of it in the
--- buffer, and that one undo takes it back.
local session = require('session')

local head = { '<!-- segls: preferred-words = 8 -->', '<!-- segls: scaling = 1 -->', '', '# Book 🧂', '' }
local body = {
  '## 塩 Salt',
  '',
  'Salt 🧂 keeps fish. Bees build wax.',
  '',
  '## Bees 𝔉',
  '',
  'Ferries 🌊 cross a river on long ropes.',
  '',
  'Bees build wax cells for honey and bees.',
}

---@return string[]
local function voyage()
  return vim.list_extend(vim.list_extend({}, head), body)
end

local chosen
---@diagnostic disable-next-line: duplicate-set-field
vim.ui.select = function(items, options, choose)
  local titles = {}
  for i, item in ipairs(items) do
    local title = options.format_item and options.format_item(item) or item
    table.insert(titles, title)
    if vim.startswith(title, chosen) then
      choose(item, i)
      return
    end
  end
  error(('no action "%s" among %s'):format(chosen, vim.inspect(titles)))
end

session.write('.segls.toml', { '# The file that is made belongs to the same project, and so to the same server.' })
local buffer = session.open(session.write('voyage.md', voyage()))

---@return string
local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

--- Puts the cursor on the beginning of a text.
---@param part string
local function go(part)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(part, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { row, column - 1 })
      return
    end
  end
  error(part .. ' is not in the buffer')
end

--- Waits for a change of the buffer, compares, and takes it back.
---@param name string
---@param wanted string
local function changed(name, wanted)
  local before = table.concat(voyage(), '\n')
  session.eventually(('%s to give "%s", not\n%s'):format(name, wanted, text()), function()
    return text() ~= before and text():find(wanted, 1, true)
  end)
  vim.cmd('buffer ' .. buffer)
  vim.cmd('silent undo')
  session.equal(text(), before, name .. ': the text after one undo')
end

--- Chooses an action from the menu.
---@param title string
---@param part string where the cursor is to be
---@param wanted string
local function act(title, part, wanted)
  go(part)
  chosen = title
  vim.lsp.buf.code_action()
  changed(title, wanted)
end

act('Split paragraph at its weakest point', 'keeps fish', 'fish.\n\nBees build wax.')
act('Split paragraph before this sentence', 'Bees build wax.', 'fish.\n\nBees build wax.')
act('Merge paragraph with the one above', 'Bees build wax cells', 'ropes. Bees build')
act('Insert heading', 'Bees build wax cells', 'ropes.\n\n### ')
act('Insert a break', 'Bees build wax cells', '* * *\n\nBees build')
act('Keep this boundary', 'Bees build wax cells', '<!-- segls: break -->\n\nBees build')
act('No boundary here', 'Bees build wax cells', '<!-- segls: no-break -->\n\nBees build')
act('Move fragment up', 'Bees build wax cells', '## Bees 𝔉\n\nBees build')
act('Move fragment down', 'Ferries 🌊', '## Bees 𝔉\n\nBees build')
act('Move fragment under “塩 Salt”', 'Bees build wax cells', 'wax.\n\nBees build wax cells')
act('Merge fragment with the next one', 'Ferries 🌊', '<!-- segls: no-break -->\n\nBees build')
act('Move section up', 'Bees 𝔉', '# Book 🧂\n\n## Bees 𝔉')
act('Move section under “塩 Salt”', 'Bees 𝔉', '### Bees 𝔉')
act('Promote section', 'Bees 𝔉', '\n# Bees 𝔉')
act('Demote section', 'Bees 𝔉', '\n### Bees 𝔉')
act('Remove the heading', 'Bees 𝔉', 'wax.\n\nFerries 🌊')
act('Extract section into a file', 'Bees 𝔉', '## Bees 𝔉\n\n[Bees 𝔉](bees')

-- The file was made, and still has the section, though its link has been taken back.
local made = session.eventually('the new file', function()
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(other))
    if other ~= buffer and vim.startswith(name, 'bees') then
      return other
    end
  end
end)
vim.fn.bufload(made)
session.eventually('the text of the new file', function()
  return table.concat(vim.api.nvim_buf_get_lines(made, 0, -1, false), '\n'):find('# Bees 𝔉\n\nFerries 🌊', 1, true)
end)

-- The command, by a key that is pressed twice: the cursor goes with the fragment.
vim.keymap.set('n', '<F2>', '<Cmd>Segls fragment move up<CR>')
go('Bees build wax cells')
for _, wanted in ipairs({ '## Bees 𝔉\n\nBees build wax cells', 'wax.\n\nBees build wax cells' }) do
  vim.api.nvim_feedkeys(vim.keycode('<F2>'), 'xt', false)
  session.eventually('the fragment moved up to ' .. wanted .. ', in\n' .. text(), function()
    return text():find(wanted, 1, true) and vim.startswith(vim.api.nvim_get_current_line(), 'Bees build wax cells')
  end)
end
vim.cmd('silent undo')
vim.cmd('silent undo')
session.equal(text(), table.concat(voyage(), '\n'), 'the text after two undos')
