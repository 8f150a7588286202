--- A small mdBook: its window, and changes of its files and their order, one of which would break a link.
local menu = require('menu')
local session = require('session')

local folder = vim.env.SEGLS_E2E_DIR .. '/book'
vim.fn.mkdir(folder .. '/src', 'p')
session.write('book/book.toml', { '[book]', 'title = "The salt road"' })
session.write('book/.segls.toml', { '[work]', 'target-words = 4000', '', '[work.targets]', '"src/ferries.md" = 300' })
local texts = {
  ['src/SUMMARY.md'] = {
    '# Summary',
    '',
    '- [Salt](salt.md)',
    '- [Bees](bees.md)',
    '',
    '# Later',
    '',
    '- [Ferries](ferries.md)',
    '- [Gone](gone.md)',
  },
  ['src/salt.md'] = {
    '# Salt 🧂',
    '',
    'Salt keeps fish.',
    '',
    '## Mules',
    '',
    'Mules carry it. See [wax](bees.md#wax).',
    '',
    '## Boats',
    '',
    'Boats float.',
  },
  ['src/bees.md'] = { '# Bees', '', 'Bees build.', '', '## Wax', '', 'Wax burns, and [mules](salt.md#mules) carry it.' },
  ['src/ferries.md'] = { '# Ferries', '', 'A ferry crosses.' },
  ['src/notes.md'] = { '# Notes', '', 'In no order.' },
}
for name, lines in pairs(texts) do
  session.write('book/' .. name, lines)
end

---@param name string
---@return string? the contents of the file on disk
local function on_disk(name)
  local file = io.open(folder .. '/src/' .. name, 'rb')
  local text = file and file:read('*a')
  if file then
    file:close()
  end
  return text
end

---@param name string
---@return string the initial contents of the file
local function original(name)
  return table.concat(texts['src/' .. name], '\n') .. '\n'
end

---@param what string
local function all_as_before(what)
  session.eventually(what, function()
    for _, name in ipairs({ 'SUMMARY.md', 'bees.md', 'ferries.md', 'notes.md' }) do
      if on_disk(name) ~= original(name) then
        return false
      end
    end
    return true
  end)
end

local messages, chosen, confirmed = {}, nil, nil
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(messages, message)
end
---@diagnostic disable-next-line: duplicate-set-field
vim.ui.select = function(items, options, choose)
  for i, item in ipairs(items) do
    local text = options.format_item(item)
    if text == chosen or vim.startswith(text, chosen .. '  (') then -- followed by the reason
      choose(item, i)
      return
    end
  end
  error(chosen .. ' is not among ' .. vim.inspect(vim.tbl_map(options.format_item, items)))
end
---@diagnostic disable-next-line: duplicate-set-field
vim.fn.confirm = function(message)
  confirmed = message
  return chosen == 'all the same' and 1 or 2
end

local buffer = session.open(folder .. '/src/salt.md')
local text_window = vim.api.nvim_get_current_win()
vim.o.columns = 120

-- The window.
vim.cmd('Segls work')
local window = vim.api.nvim_get_current_win()
assert(window ~= text_window, 'no window has opened')
local drawn = vim.api.nvim_get_current_buf()
session.equal(vim.fs.basename(vim.api.nvim_buf_get_name(drawn)), 'work', 'the name of the buffer')

---@return string
local function shown()
  return table.concat(vim.api.nvim_buf_get_lines(drawn, 0, -1, false), '\n')
end

---@param expected string[]
---@param what string
local function shows(expected, what)
  session.eventually(what .. ', not\n' .. shown(), function()
    return shown() == table.concat(expected, '\n')
  end)
end

--- Moves the cursor of the window to a row.
---@param part string
local function at(part)
  vim.api.nvim_set_current_win(window)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(drawn, 0, -1, false)) do
    if line:find(part, 1, true) then
      vim.api.nvim_win_set_cursor(window, { row, 0 })
      return
    end
  end
  error(('%s is not in\n%s'):format(part, shown()))
end

---@param key string
local function press(key)
  vim.cmd.normal({ vim.keycode(key) })
end

local folded = {
  'The salt road',
  '▸ Salt',
  '▸ Bees',
  '▾ Later',
  '  ▸ Ferries',
  'Not in the order',
  '  ▸ notes.md',
  'Problems',
}
session.eventually('the work', function()
  return vim.startswith(shown(), table.concat(folded, '\n')) and shown():find('SUMMARY.md:9 .*gone.md')
end)
session.eventually('counts and targets', function()
  return session.screen():find('The salt road +%d+ of 4000 words') and session.screen():find('Ferries +3 of 300')
end)
session.equal(vim.api.nvim_win_get_cursor(window)[1], 2, 'the row of the text')
local problem = vim.split(shown(), '\n')[9]

-- An unloaded file is read when it is unfolded.
at('Bees')
press('za')
shows({
  'The salt road',
  '▸ Salt',
  '▾ Bees',
  '  # Bees',
  '    # Wax',
  '▾ Later',
  '  ▸ Ferries',
  'Not in the order',
  '  ▸ notes.md',
  'Problems',
  problem,
}, 'the sections of a file')
session.equal(vim.fn.bufexists(folder .. '/src/bees.md'), 0, 'a buffer of a file that was only shown')
assert(session.screen():find('# Wax +%d+'), session.screen())

-- A file moves in the order, and back.
press('zc')
at('Bees')
press('K')
session.eventually('the new order on disk', function()
  return on_disk('SUMMARY.md'):find('bees.md.*salt.md')
end)
session.eventually('the new order in the window, not\n' .. shown(), function()
  return shown():find('Bees.*Salt') and vim.api.nvim_win_get_cursor(window)[1] == 2
end)
session.equal(vim.api.nvim_get_current_win(), window, 'the window after K')
press('u')
all_as_before('the order after u')
session.eventually('the old order in the window', function()
  return shown():find('Salt.*Bees')
end)

-- A section moves to another file, which the plug-in writes; the user saves the source.
vim.api.nvim_set_current_win(text_window)
menu.go(buffer, 'Mules')
chosen = 'bees.md › Bees › Wax'
vim.cmd('Segls section move to')
session.equal(
  on_disk('bees.md'),
  '# Bees\n\nBees build.\n\n## Wax\n\nWax burns, and [mules](#mules) carry it.\n\n### Mules\n\nMules carry it. See [wax](#wax).\n',
  'the file that takes it'
)
assert(not menu.text(buffer):find('Mules'), 'the section is still in its text')
session.equal(on_disk('salt.md'), original('salt.md'), 'the source on disk')
session.equal(vim.api.nvim_get_current_buf(), buffer, 'the text with the cursor')
assert(messages[#messages]:find('bees.md written'), vim.inspect(messages))
vim.cmd('buffer ' .. buffer)
vim.cmd('silent write')
vim.cmd('silent undo')
all_as_before('the files after undo')
session.equal(
  on_disk('salt.md'),
  original('salt.md'),
  'the source after undo, which gets the section back before the other file loses it'
)
vim.cmd('silent redo')
session.eventually('the move after redo', function()
  return on_disk('bees.md'):find('### Mules', 1, true)
end)
vim.cmd('silent undo')
all_as_before('the files after a second undo')

-- Undo does not change a file that has been edited since.
menu.go(buffer, 'Mules')
vim.cmd('Segls section move to ferries.md › Ferries')
session.write('book/src/ferries.md', { '# Ferries', '', 'Rewritten.' })
vim.cmd('checktime')
vim.cmd('buffer ' .. buffer)
vim.cmd('silent undo')
session.eventually('a message about the file that stays', function()
  return messages[#messages]:find('Not undone in ferries.md', 1, true)
end)
session.equal(on_disk('ferries.md'), '# Ferries\n\nRewritten.\n', 'the file that was changed')
session.write('book/src/ferries.md', texts['src/ferries.md'])
vim.cmd('checktime')

-- A file is split and merged again.
vim.cmd('buffer ' .. buffer)
vim.cmd('silent write')
menu.go(buffer, '## Boats')
vim.cmd('Segls file split')
session.eventually('a new file', function()
  return (on_disk('boats.md') or ''):find('Boats float', 1, true) and on_disk('SUMMARY.md'):find('boats.md', 1, true)
end)
vim.cmd('buffer ' .. buffer)
assert(not menu.text(buffer):find('Boats'), menu.text(buffer))
vim.cmd('silent write')
vim.wait(300) -- Neovim 0.12 requests lenses 200 ms after a change, and fails if the buffer has been deleted meanwhile
vim.cmd('Segls file merge')
session.equal(on_disk('boats.md'), nil, 'the file that was merged')
assert(on_disk('salt.md'):find('Boats float', 1, true), 'the text of the merged file is not on disk')

-- A link that would break: nothing changes before the user agrees.
local roads = vim.env.SEGLS_E2E_DIR .. '/roads'
vim.fn.mkdir(roads, 'p')
session.write('roads/.segls.toml', { '[work]', 'files = ["road.rst", "other.rst"]' })
session.write('roads/road.rst', { 'Road', '====', '', 'We walk `The road`_.', '', 'The road', '--------', '', 'It is long.' })
session.write('roads/other.rst', { 'Other', '=====', '', 'Nothing.' })
local road = session.open(roads .. '/road.rst')
local before = menu.text(road)
session.eventually('the other work', function()
  local work = session.ask(road, 'segls/work')
  return work ~= vim.NIL and work.read
end)
menu.go(road, 'It is long')
chosen = nil
vim.cmd('Segls section move to other.rst › Other')
assert(confirmed and confirmed:find('road.rst:4', 1, true), vim.inspect({ confirmed, messages }))
session.equal(menu.text(road), before, 'the text before the writer agrees')
chosen = 'all the same'
vim.cmd('Segls section move to other.rst › Other')
assert(not menu.text(road):find('It is long', 1, true), menu.text(road))
assert(table.concat(vim.fn.readfile(roads .. '/other.rst'), '\n'):find('It is long', 1, true), 'the section is nowhere on disk')
vim.cmd('buffer ' .. road)
vim.cmd('silent write')

-- The window has switched to the other work, and q closes it.
session.eventually('the other work in the window', function()
  return shown():find('other.rst', 1, true) or shown():find('Other', 1, true)
end)
at('Road')
press('q')
assert(not vim.api.nvim_win_is_valid(window), 'the window is still there')
if vim.v.errmsg:find('ShFold', 1, true) then
  vim.v.errmsg = '' -- set by Neovim 0.10 when the filetype of a reStructuredText buffer is set again
end
