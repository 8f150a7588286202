--- Runs actions from the menu, by `:Segls` and by a key, checks the buffer, and undoes each in one step.
local menu = require('menu')
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

session.write('.segls.toml', { '# The file that is made belongs to the same project, and so to the same server.' })
local buffer = session.open(session.write('voyage.md', voyage()))

---@param title string
---@param part string the text to move the cursor to
---@param wanted string
local function act(title, part, wanted)
  menu.act(buffer, title, part, wanted)
end

local asked ---@type string? the proposed title
---@diagnostic disable-next-line: duplicate-set-field
vim.ui.input = function(options, answer)
  asked = options.default
  answer(asked:find('%.md$') and asked or 'Ropes') -- a file, or a title
end

act('Split paragraph at its weakest point', 'keeps fish', 'fish.\n\nBees build wax.')
act('Split paragraph before this sentence', 'Bees build wax.', 'fish.\n\nBees build wax.')
act('Merge paragraph with the one above', 'Bees build wax cells', 'ropes. Bees build')
act('Merge paragraph with the one below', 'Ferries 🌊', 'ropes. Bees build')
act('Insert heading', 'Bees build wax cells', 'ropes.\n\n### ')
act('New scene here', 'Bees build wax cells', '* * *\n\nBees build')
act('Keep this boundary', 'Bees build wax cells', '<!-- segls: break -->\n\nBees build')
act('No boundary here', 'Bees build wax cells', '<!-- segls: no-break -->\n\nBees build')
act('Move fragment up', 'Bees build wax cells', '## Bees 𝔉\n\nBees build')
act('Move fragment down', 'Ferries 🌊', '## Bees 𝔉\n\nBees build')
act('Move fragment under “塩 Salt”', 'Bees build wax cells', 'wax.\n\nBees build wax cells')
act('Swap fragment with the next one', 'Ferries 🌊', '## Bees 𝔉\n\nBees build')
act('Swap fragment with the next one', 'Salt 🧂', 'Salt\n\nFerries 🌊')
act('Merge fragment with the next one', 'Ferries 🌊', '<!-- segls: no-break -->\n\nBees build')
act('Move section up', 'Bees 𝔉', '# Book 🧂\n\n## Bees 𝔉')
act('Move section down', '塩 Salt', '# Book 🧂\n\n## Bees 𝔉')
act('Move section under “塩 Salt”', 'Bees 𝔉', '### Bees 𝔉')
act('Promote section', 'Bees 𝔉', '\n# Bees 𝔉')
act('Demote section', 'Bees 𝔉', '\n### Bees 𝔉')
act('Remove the heading', 'Bees 𝔉', 'wax.\n\nFerries 🌊')
act('Extract fragment into a file', 'Ferries 🌊', '## Bees 𝔉\n\n[')
act('Extract section into a file', 'Bees 𝔉', '## Bees 𝔉\n\n[Bees 𝔉](bees')

-- The menu has at most eight items, among them “Move to…” from the plug-in.
for _, part in ipairs({ 'Ferries 🌊', 'Bees build wax cells', 'Bees 𝔉', 'keeps fish' }) do
  menu.go(buffer, part)
  local titles = menu.titles(buffer)
  assert(#titles <= 8 and vim.tbl_contains(titles, 'Move to…'), part .. ': ' .. vim.inspect(titles))
end
menu.go(buffer, 'Bees build wax cells')
menu.choose_usual('Show related passages')
session.eventually('the list of related passages', function()
  return require('segls.panel').shown('related')
end)
vim.cmd('Segls related')
menu.go(buffer, '塩 Salt')
local chooser = require('segls.choice')
local among = chooser.among
---@diagnostic disable-next-line: duplicate-set-field
chooser.among = function(places, options, choose)
  for _, place in ipairs(places) do
    if options.format_item(place):find('(at its end)', 1, true) then
      choose(place)
    end
  end
end
menu.choose_usual('Move to…')
session.eventually('the section at the end of the file', function()
  return menu.text(buffer):find('cells for honey and bees.\n\n## 塩 Salt', 1, true)
end)
chooser.among = among
vim.cmd('silent undo')

-- The extracted file has the section.
menu.go(buffer, 'Bees 𝔉')
menu.choose('Extract section into a file')
menu.file('bees', '# Bees 𝔉\n\nFerries 🌊')
session.eventually('an answer to the extraction', function()
  return vim.tbl_isempty(assert(session.client(buffer)).requests)
end)
vim.cmd('silent undo')

-- A moved section can take the level of the section it moves past.
local levels = session.open(session.write('levels.md', {
  '# Book',
  '',
  '### Salt 🧂',
  '',
  'Salt keeps fish.',
  '',
  '## Bees',
  '',
  'Bees build.',
}))
menu.act(levels, 'Move section up, to the level used there', 'Bees', '# Book\n\n### Bees\n\nBees build.\n\n### Salt')
menu.act(levels, 'Move section down, to the level used there', 'Salt 🧂', '# Book\n\n## Bees\n\nBees build.\n\n## Salt')

--- Runs a `:Segls` subcommand, checks the text and undoes the change.
---@param words string
---@param part string the text to move the cursor to
---@param wanted string
---@param choice? string
local function say(words, part, wanted, choice)
  menu.say(buffer, words, part, wanted, choice)
end

say('paragraph split', 'keeps fish', 'fish.\n\nBees build wax.')
say('paragraph split here', 'Bees build wax.', 'fish.\n\nBees build wax.')
say('paragraph merge', 'Bees build wax cells', 'ropes. Bees build')
say('paragraph merge up', 'Bees build wax cells', 'ropes. Bees build')
say('paragraph merge down', 'Ferries 🌊', 'ropes. Bees build')
say('heading insert', 'Bees build wax cells', 'ropes.\n\n### Ropes\n\nBees build')
assert(asked and asked ~= '', 'no title is proposed for the heading')
say('heading remove', 'Bees 𝔉', 'wax.\n\nFerries 🌊')
say('break', 'Bees build wax cells', '* * *\n\nBees build')
say('boundary pin', 'Bees build wax cells', '<!-- segls: break -->\n\nBees build')
say('boundary veto', 'Bees build wax cells', '<!-- segls: no-break -->\n\nBees build')
say('fragment move down', 'Ferries 🌊', '## Bees 𝔉\n\nBees build')
say('fragment move under 塩', 'Bees build wax cells', 'wax.\n\nBees build wax cells')
say('fragment move under', 'Bees build wax cells', 'wax.\n\nBees build wax cells', '塩 Salt')
say('fragment swap next', 'Salt 🧂', 'Salt\n\nFerries 🌊')
say('fragment swap prev', 'Ferries 🌊', 'Salt\n\nFerries 🌊')
say('fragment rename Wax & 🍯', 'Bees build wax cells', '<!-- segls: title Wax & 🍯 -->\n\nBees build', 'A comment')
say('fragment rename Wax & 🍯', 'Bees build wax cells', 'ropes.\n\n### Wax & 🍯\n\nBees build', 'A heading')
say('fragment synopsis Who builds?', 'Bees build wax cells', '<!-- segls: synopsis Who builds? -->\n\nBees build')
say('fragment label red 🍯', 'Bees build wax cells', '<!-- segls: label red 🍯 -->\n\nBees build')
say('fragment aside', 'Ferries 🌊', '## Bees 𝔉\n\nBees build')
vim.fn.mkdir('tray', 'p')
session.write('tray/wax.md', { '# Wax', '', 'Wax melts in the sun.' })
say('fragment back tray/wax.md', 'Ferries 🌊', 'Wax melts in the sun.\n\nFerries 🌊')
asked = nil
say('fragment rename', 'Ferries 🌊', '## Ropes\n\nFerries 🌊', 'A heading')
assert(asked and asked ~= '', 'the present title of the fragment is not proposed')
say('fragment merge', 'Ferries 🌊', '<!-- segls: no-break -->\n\nBees build')
say('fragment extract ferries.md', 'Ferries 🌊', '(ferries.md)')
say('section move up', 'Bees 𝔉', '# Book 🧂\n\n## Bees 𝔉')
say('section move down level', '塩 Salt', '# Book 🧂\n\n## Bees 𝔉')
say('section move under 塩 Salt', 'Bees 𝔉', '### Bees 𝔉')
say('section promote', 'Bees 𝔉', '\n# Bees 𝔉')
say('section demote', 'Bees 𝔉', '\n### Bees 𝔉')
say('section extract honey.md', 'Bees 𝔉', '## Bees 𝔉\n\n[Bees 𝔉](honey.md')
say('ignore paragraph', 'Ferries 🌊', '<!-- segls: ignore-next -->\n\nFerries')
say('ignore rule paragraph-too-short', 'Ferries 🌊', 'segls: ignore paragraph-too-short')
say('set file paragraph-min-words 3', 'Ferries 🌊', 'segls: paragraph-min-words = 3')
say('set file headings soft', 'Ferries 🌊', 'segls: headings = soft')
say('document split fragments', 'Ferries 🌊', '](ferries.md)')
vim.cmd('Segls set project paragraph-min-words 3')
menu.file('.segls.toml', 'paragraph-min-words = 3')
vim.cmd('buffer ' .. buffer)

-- By a mapping, used twice: the cursor stays on the fragment.
vim.keymap.set('n', '<F2>', '<Cmd>Segls fragment move up<CR>')
menu.go(buffer, 'Bees build wax cells')
for _, wanted in ipairs({ '## Bees 𝔉\n\nBees build wax cells', 'wax.\n\nBees build wax cells' }) do
  vim.api.nvim_feedkeys(vim.keycode('<F2>'), 'xt', false)
  session.eventually('the fragment moved up to ' .. wanted .. ', in\n' .. menu.text(buffer), function()
    return menu.text(buffer):find(wanted, 1, true) and vim.startswith(vim.api.nvim_get_current_line(), 'Bees build wax cells')
  end)
end
vim.cmd('silent undo')
vim.cmd('silent undo')
session.equal(menu.text(buffer), table.concat(voyage(), '\n'), 'the text after two undos')

-- Merged fragments can be split again.
local merged = vim.list_extend(vim.list_extend({}, head), {
  'Ferries 🌊 cross a river on long ropes.',
  '',
  '<!-- segls: no-break -->',
  '',
  'Bees build wax cells for honey and bees.',
  '',
  'Salt keeps fish and salt keeps meat.',
})
menu.act(session.open(session.write('merged.md', merged)), 'Split fragment here', 'Bees build', 'break -->\n\nBees build')
