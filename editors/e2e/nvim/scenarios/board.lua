--- The board: sections and a card move within a work, and a file in its order. Also the board of a text without a work.
local menu = require('menu')
local session = require('session')

local folder = vim.env.SEGLS_E2E_DIR .. '/book'
vim.fn.mkdir(folder, 'p')
local function chapter(name, parts)
  local lines = { '# ' .. name }
  for _, part in ipairs(parts) do
    vim.list_extend(lines, { '', '## ' .. part, '', part .. ' 🌊 stands here alone, and nobody asks why.' })
  end
  session.write('book/' .. name:lower() .. '.md', lines)
end
session.write('book/.segls.toml', { '[work]', 'files = ["salt.md", "bees.md", "road.md"]' })
chapter('Salt', { 'Anchor', 'Boat' })
chapter('Bees', { 'Comb', 'Drone' })
chapter('Road', { 'Ember' })

local buffer = session.open(folder .. '/salt.md')
local original = menu.text(buffer)
vim.o.columns = 120
vim.cmd('Segls board')
local window = session.eventually('the window', function()
  return session.panel('work')
end)
local drawn = vim.api.nvim_win_get_buf(window)
local namespace = vim.api.nvim_get_namespaces()['segls.openings']

---@return string a letter for each row: upper case for a heading, lower case for a fragment, | for a file
local function shown()
  local rows = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(drawn, 0, -1, false)) do
    local letter = line:match('## (%u)') or line:match('# (%u)') or line:match('◆ (%u)') and line:match('◆ (%u)'):lower()
    table.insert(rows, line:match('▾') and '|' or letter or '')
  end
  return table.concat(rows)
end

--- Returns the lines of first words, by the row above them.
---@return table<integer, string>
local function openings()
  local found = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(drawn, namespace, 0, -1, { details = true })) do
    if mark[4].virt_lines then
      found[mark[2] + 1] = mark[4].virt_lines[1][1][1]
    end
  end
  return found
end

session.eventually('the headings of all files', function()
  return shown():gsub('%l', '') == '|SAB|BCD|RE'
end)
session.eventually('first words of files that are not open', function()
  for row, words in pairs(openings()) do
    if words:find('^ +Drone 🌊 stands here alone') then
      return vim.api.nvim_buf_get_lines(drawn, row - 1, row, false)[1]:find('◆')
    end
  end
end)
session.equal(vim.fn.bufexists(folder .. '/bees.md'), 0, 'a buffer of a file that was only shown')

--- Moves the cursor to the row of a heading or file, or to the card below it.
---@param name string
---@param is_card? boolean
local function at(name, is_card)
  vim.api.nvim_set_current_win(window)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(drawn, 0, -1, false)) do
    if line:find('# ' .. name, 1, true) or line:find('▾ ' .. name, 1, true) then
      vim.api.nvim_win_set_cursor(window, { is_card and row + 1 or row, 0 })
      return
    end
  end
  error(name .. ' is not on the board')
end

---@param keys string
local function press(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'xt', false)
end

---@param name string
---@return string a letter for each heading (upper case) and fragment (lower case) of a file, in its buffer or on disk
local function headings(name)
  local path = folder .. '/' .. name .. '.md'
  local is_open = vim.fn.bufloaded(path) == 1
  local lines = is_open and vim.api.nvim_buf_get_lines(vim.fn.bufadd(path), 0, -1, false) or vim.fn.readfile(path)
  return (
    table.concat(vim.tbl_map(function(line)
      return line:match('^#+ (%u)') or line:match('^(%u)%w* 🌊') and line:match('^(%u)'):lower() or ''
    end, lines))
  )
end

---@param salt string
---@param bees string
---@param road string
---@param what string
local function are(salt, bees, road, what)
  session.eventually(what, function()
    session.equal({ headings('salt'), headings('bees'), headings('road') }, { salt, bees, road }, what)
    return true
  end)
  session.eventually('the board after ' .. what .. ', not ' .. shown(), function()
    return shown():gsub('%l', '') == ('|%s|%s|%s'):format(salt, bees, road):gsub('%l', '')
  end)
  session.equal(vim.api.nvim_get_current_win(), window, 'the window after ' .. what)
end

-- A section moves from the open file to an unloaded one, and u undoes it.
at('Boat')
press('dd')
at('Comb')
press('p')
are('SAa', 'BCcBbDd', 'REe', 'a section put below another in another file')
session.equal(vim.api.nvim_get_current_line():match('# (%u)'), 'B', 'the row at the cursor')
press('u')
are('SAaBb', 'BCcDd', 'REe', 'u')

-- A card moves below another heading of its file, and u undoes it in the text.
at('Anchor', true)
press('dd')
at('Boat', true)
press('p')
are('SABba', 'BCcDd', 'REe', 'a card put below another')
press('u')
are('SAaBb', 'BCcDd', 'REe', 'u after a card')
session.equal(menu.text(buffer), original, 'the text after u')

-- A section moves between two unloaded files. J works there too.
at('Drone')
press('dd')
at('Ember')
press('P')
are('SAaBb', 'BCc', 'RDdEe', 'a section put above another')
at('Drone')
press('J')
are('SAaBb', 'BCc', 'REeDd', 'J in a file that is not open')
press('u')
are('SAaBb', 'BCc', 'RDdEe', 'u after J')

-- A file moves after another.
at('Salt')
press('dd')
at('Bees')
press('p')
session.eventually('the new order', function()
  return table.concat(vim.fn.readfile(folder .. '/.segls.toml'), '\n'):find('bees.md.*salt.md.*road.md')
end)

-- b switches to the order and back.
press('b')
session.eventually('the order', function()
  return vim.api.nvim_buf_line_count(drawn) == 4 and vim.tbl_isempty(openings())
end)
press('b')
session.eventually('the board', function()
  return not vim.tbl_isempty(openings())
end)
vim.cmd('Segls board')
session.equal(vim.api.nvim_win_is_valid(window), false, 'the window after one more :Segls board')

-- A text without a work has a board too.
local alone = vim.env.SEGLS_E2E_DIR .. '/alone'
vim.fn.mkdir(alone, 'p')
local text =
  session.open(session.write('alone/notes.md', { '# Notes', '', '## Ant', '', 'Ants 🐜.', '', '## Bee', '', 'Bees 🐝.' }))
vim.cmd('Segls board')
window = assert(session.panel('work'))
drawn = vim.api.nvim_win_get_buf(window)
session.eventually('the board of a text', function()
  return shown():gsub('%l', '') == '|NAB'
end)
at('Ant')
press('dd')
at('Bee')
press('p')
session.eventually('the section to have moved', function()
  return menu.text(text):find('Bee.*Ant')
end)
