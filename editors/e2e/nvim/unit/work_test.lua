--- The work window and its board, and moves within a work.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

---@param name string
---@param below? segls.WorkEntry[]
---@param wanted? integer
local function entry(name, below, wanted)
  local lengths = { words = 4, fragments = 1 }
  local total = { words = 4 + 4 * #(below or {}), fragments = 1 }
  return {
    title = name,
    uri = fake.uri(name:lower() .. '.md'),
    path = name:lower() .. '.md',
    own = lengths,
    total = total,
    wanted = wanted or 0,
    entries = below or {},
  }
end

--- Opens a work: Salt (loaded), Bees with Wax below it, a part with Ferries, and an orphan.
---@return integer buffer
local function open()
  for _, name in ipairs({ 'bees', 'wax', 'ferries', 'notes' }) do
    local title = name:sub(1, 1):upper() .. name:sub(2)
    fake.write(
      name .. '.md',
      { '# ' .. title, '', title .. ' one two.', '', '## More ' .. name, '', '~ Last words ' .. name .. '.' }
    )
  end
  local buffer =
    fake.open({ '# Salt', '', 'Salt one two.', '', '## Mules', '', 'Mules carry.', '', '~ Boats float.' }, 'salt.md')
  local work = {
    title = 'The road',
    kind = 'mdBook',
    folder = fake.uri(''),
    read = true,
    wanted = 400,
    total = { words = 20, fragments = 9 },
    entries = {
      entry('Salt'),
      entry('Bees', { entry('Wax') }, 300),
      {
        title = 'Later',
        uri = vim.NIL,
        path = '',
        own = vim.NIL,
        total = { words = 4, fragments = 1 },
        entries = { entry('Ferries') },
      },
    },
    orphans = { entry('Notes') },
    problems = { { uri = fake.uri('SUMMARY.md'), line = 8, message = 'there is no gone.md' } },
  }
  fake.answers['segls/work'] = function()
    work.total.words = 20 + fake.count('workspace/executeCommand') -- each command changes the work
    return work
  end
  vim.fn.confirm = function()
    return 2
  end
  return buffer
end

local folded = {
  'The road',
  '▸ Salt',
  '▸ Bees',
  '  ▸ Wax',
  '▾ Later',
  '  ▸ Ferries',
  'Not in the order',
  '  ▸ Notes',
  'Problems',
  '  SUMMARY.md:9 there is no gone.md',
}

--- Waits for the lines of the window.
---@param expected string[]
local function shows(expected)
  fake.eventually(vim.inspect(expected) .. ', not ' .. vim.inspect(fake.panel('work')), function()
    return vim.deep_equal(fake.panel('work'), expected)
  end)
end

--- Puts the cursor on a row and presses keys; returns the executed command.
---@param row string
---@param keys string
---@return table?
local function press(row, keys)
  vim.api.nvim_set_current_win(require('segls.panel').shown('work').window)
  fake.go(row)
  fake.executed = {}
  fake.press(keys)
  local name, argument = fake.last_executed()
  if name then
    local of = fake.executed[#fake.executed][2]
    return {
      name,
      of.uri and vim.fs.basename(vim.uri_to_fname(of.uri)),
      argument.id,
      argument.toUri and vim.fs.basename(vim.uri_to_fname(argument.toUri)),
      argument.toId,
      argument.side,
    }
  end
end

test('the window: files, counts, targets, parts, orphans, problems', function()
  local buffer = open()
  vim.cmd('Segls work')
  equal(fake.panel('work'), { 'Reading …' })
  shows(folded)
  local panel = require('segls.panel').shown('work')
  local counts = fake.virtual(panel.buffer, 'segls.work')
  equal({ counts[0], counts[1], counts[2], counts[3], counts[4] }, { '20 of 400 words', '4', '4 of 300 / 8', '4', '4' })
  equal(vim.api.nvim_win_get_cursor(panel.window)[1], 2, 'the row of the text')
  press('Bees', 'za')
  fake.eventually('the sections of an unloaded file', function()
    return vim.tbl_contains(fake.panel('work'), '    # More bees')
  end)
  equal(vim.fn.bufexists(fake.path('bees.md')), 0, 'a buffer of a file that was only shown')
  press('    # More bees', 'zc')
  shows(folded)
  press('Later', '<Tab>')
  assert(not vim.tbl_contains(fake.panel('work'), '  ▸ Ferries'))
  press('Later', 'zo')
  press('Later', 'zR')
  press('Salt', 'zM')
  equal(fake.panel('work')[2], '▸ Salt')
  press('Later', 'zo')
  press('gone.md', '<CR>')
  equal(vim.fn.expand('%:t'), 'SUMMARY.md')
  press('Bees', '<CR>')
  equal(vim.fn.expand('%:t'), 'bees.md')
  press('Salt', '<CR>')
  equal(vim.api.nvim_get_current_buf(), buffer)
  press('The road', '<CR>')
  press('Salt', 'q')
  equal(fake.panel('work'), nil)
end)

test('keys of the window send commands', function()
  local buffer = open()
  local before = fake.text(buffer)
  vim.cmd('Segls work')
  shows(folded)
  for _, case in ipairs({
    { 'Bees', 'K', { 'moveFile', 'bees.md', nil, 'salt.md', nil, 'before' } },
    { 'Salt', 'J', { 'moveFile', 'salt.md', nil, 'bees.md', nil, 'after' } },
    { 'Ferries', 'K', { 'moveFile', 'ferries.md', nil, 'bees.md', nil, 'after' } },
    { 'Bees', 'J', { 'moveFile', 'bees.md', nil, 'ferries.md', nil, 'before' } },
    { 'Wax', 'K', { 'moveFile', 'wax.md', nil, 'bees.md', nil, 'before' } },
    { 'Wax', 'J', { 'moveFile', 'wax.md', nil, 'bees.md', nil, 'after' } },
    { 'Bees', '>', { 'moveFile', 'bees.md', nil, 'salt.md', nil, 'below' } },
    { 'Wax', '<', { 'moveFile', 'wax.md', nil, 'bees.md', nil, 'after' } },
    { 'Bees', 'M', { 'mergeFiles', 'bees.md' } },
    { 'Bees', 'i', { 'fileToSection', 'bees.md' } },
    { 'Problems', 'M' },
    { 'Salt', '>' },
    { 'Salt', '<' },
    { 'gone.md', 'J' },
  }) do
    equal(press(case[1], case[2]), case[3], case[2] .. ' on ' .. case[1])
    fake.settle()
  end
  press('Salt', 'K')
  equal(fake.messages[#fake.messages], 'segls: This cannot be moved any further.')
  press('Salt', 'zo')
  fake.eventually('the sections', function()
    return vim.tbl_contains(fake.panel('work'), '    # Mules')
  end)
  for _, case in ipairs({
    { '# Mules', 's', { 'splitFile', 'salt.md', 's Mules' } },
    { '◆ Mules', 's', { 'splitFile', 'salt.md', 'f Mules' } },
    { '# Mules', 'o', { 'sectionToFile', 'salt.md', 's Mules' } },
    { '# Mules', 'K', { 'moveSectionUp', 'salt.md', 's Mules' } },
    { '◆ Boats', 'K', { 'moveFragmentUp', 'salt.md', 'f Boats' } },
  }) do
    equal(press(case[1], case[2]), case[3], case[2] .. ' on ' .. case[1])
    fake.settle()
  end
  local moved = fake.text(buffer)
  assert(moved ~= before, 'nothing has moved')
  press('Salt', 'u')
  equal(fake.text(buffer), before, 'the text after u')
  press('Salt', '<C-R>')
  equal(fake.text(buffer), moved, 'the text after CTRL-R')
  vim.ui.input = function(options, answer)
    equal(options.default, 'bees.md')
    answer('honey.md')
  end
  press('▸ Bees', 'R')
  equal({ fake.on_disk('bees.md'), #fake.on_disk('honey.md') }, { nil, 7 })
end)

test('a taken row is put elsewhere', function()
  open()
  vim.cmd('Segls work')
  shows(folded)
  press('Salt', 'p')
  equal(fake.messages, { 'segls: Nothing has been taken; dd takes a row.' })
  press('Salt', 'dd')
  equal(press('Bees', 'p'), { 'moveFile', 'salt.md', nil, 'bees.md', nil, 'after' })
  press('Salt', 'dd')
  equal(press('Bees', 'P'), { 'moveFile', 'salt.md', nil, 'bees.md', nil, 'before' })
  press('Salt', 'dd')
  equal(press('Salt', 'p'), nil)
  equal(fake.messages[2], 'segls: It cannot be put there.')
  press('Problems', 'dd')
  press('Salt', 'zo')
  fake.eventually('the sections', function()
    return vim.tbl_contains(fake.panel('work'), '    # Mules')
  end)
  press('# Mules', 'dd')
  equal(press('Bees', 'p'), { 'moveSectionTo', 'salt.md', 's Mules', 'bees.md' }, 'at the end of a file')
end)

test('landing: the destination of a section, scene or fragment', function()
  local landing = require('segls.landing')
  local uri, other = 'file:///a.md', 'file:///b.md'
  local function file(of)
    return { uri = of, entry = {}, depth = 0 }
  end
  local function inside(of, id, depth, is_section)
    return { uri = of, depth = depth, inside = { id = id, is_section = is_section } }
  end
  -- a.md: A with its fragment f1, A1 with f2 and f3, B.  b.md: C, f4.
  local rows = {
    file(uri), -- 1
    inside(uri, 'A', 1, true),
    inside(uri, 'f1', 2, false),
    inside(uri, 'A1', 2, true), -- 4
    inside(uri, 'f2', 3, false),
    inside(uri, 'f3', 3, false),
    inside(uri, 'B', 1, true), -- 7
    file(other),
    inside(other, 'C', 1, true), -- 9
    inside(other, 'f4', 2, false),
  }
  -- Each case: the taken row, the target row, whether below, and the place.
  for _, case in ipairs({
    { 'f4', 3, true, { toId = 'f1', side = 'after' } },
    { 'f4', 3, false, { toId = 'f1', side = 'before' } },
    { 'f4', 6, true, { toId = 'f3', side = 'after' } },
    { 'f4', 2, true, { toId = 'f1', side = 'before' } },
    { 'f4', 7, true, { toId = 'B', side = 'under' } },
    { 'f4', 2, false },
    { 'f4', 4, false, { toId = 'f1', side = 'after' } },
    { 'f4', 1, true, {} },
    { 'f1', 3, false },
    { 'C', 2, false, { toId = 'A', side = 'before' } },
    { 'C', 2, true, { toId = 'A', side = 'after' } },
    { 'C', 4, true, { toId = 'A1', side = 'after' } },
    { 'C', 5, true, { toId = 'B', side = 'before' } },
    { 'C', 10, true, {} },
    { 'A', 8, true, {} },
  }) do
    local taken
    for _, row in ipairs(rows) do
      taken = row.inside and row.inside.id == case[1] and row or taken
    end
    local command, argument = landing.command(rows, taken, case[2], case[3])
    local what = ('%s at row %d'):format(case[1], case[2])
    equal(argument and { toId = argument.toId, side = argument.side }, case[4], what)
    equal(command, case[4] and (taken.inside.is_section and 'moveSectionTo' or 'moveFragmentTo'), what)
  end
  local scene = { uri = uri, depth = 2, inside = { id = 'f1', is_scene = true } }
  equal((landing.command(rows, scene, 6, true)), 'moveSceneTo')
  table.insert(rows, 4, inside(uri, 'f0', 3, false)) -- the second fragment of the scene
  equal((landing.command(rows, scene, 4, true)), 'moveFragmentTo', 'within the scene')
end)

test('a step in an unloaded file loads it, and a loaded file gets new IDs', function()
  open()
  local client = require('segls.server').of(0)
  vim.api.nvim_create_autocmd('BufReadPost', {
    group = vim.api.nvim_create_augroup('segls.test', {}),
    callback = function(event)
      vim.lsp.buf_attach_client(event.buf, client.id)
    end,
  })
  fake.answers['segls/fragments'] = function(params)
    local path = vim.uri_to_fname(params.textDocument.uri)
    local structure = fake.divide(vim.fn.readfile(path))
    for _, list in ipairs({ 'fragments', 'sections' }) do
      for _, one in ipairs(vim.fn.bufloaded(path) == 1 and structure[list] or {}) do
        one.id = 'loaded ' .. one.id
      end
    end
    return structure
  end
  vim.cmd('Segls board')
  fake.eventually('the board', function()
    return vim.tbl_contains(fake.panel('work'), '    # More bees')
  end)
  equal(press('◆ Bees', 'J'), { 'moveFragmentDown', 'bees.md', 'loaded f Bees' })
  equal(vim.fn.bufloaded(fake.path('bees.md')), 1, 'the file is loaded to be changed')
end)

test('the board shows cards with their first words, and goes back to the order', function()
  open()
  vim.cmd('Segls board')
  local panel = require('segls.panel').shown('work')
  fake.eventually('the cards', function()
    local words = table.concat(vim.tbl_values(fake.virtual(panel.buffer, 'segls.openings')), '\n')
    return words:find('Bees one two.', 1, true) and words:find('Mules carry.', 1, true)
  end)
  fake.press('b')
  fake.eventually('the order', function()
    return vim.tbl_isempty(fake.virtual(panel.buffer, 'segls.openings')) and #fake.panel('work') == #folded
  end)
  vim.cmd('Segls board')
  equal(panel.is_board, true)
  vim.cmd('Segls board')
  equal(fake.panel('work'), nil)
end)

test('files, sections and fragments go to the quickfix list, and from there into one text', function()
  open()
  fake.commands.assemble = function(argument)
    local places = {}
    for i, place in ipairs(argument.places) do
      places[i] = { uri = place.uri, path = 'x.md', range = place.range, title = i == 1 and 'Salt' or '', words = 20 }
      places[i].range['end'].line = math.min(place.range['end'].line, 9)
    end
    return { words = 20 * #places, places = places, notes = {} }
  end
  vim.fn.setqflist({}, 'f')
  vim.cmd('Segls board')
  fake.eventually('the board', function()
    return vim.tbl_contains(fake.panel('work'), '    # More bees')
  end)
  press('    # More bees', 'Vjc')
  press('▾ Salt', 'c')
  local listed = vim.tbl_map(function(item)
    return { vim.fs.basename(vim.fn.bufname(item.bufnr)), item.lnum, item.end_lnum, item.text }
  end, vim.fn.getqflist())
  equal(listed, { { 'bees.md', 5, 8, 'Salt (20 words)' }, { 'salt.md', 1, 10, 'Salt (20 words)' } })
  fake.answers['segls/gather'] = function(params)
    local text = '━━━ 1 · bees.md · aaaa ━━━\n\nBees.\n'
    return { text = text, markup = 'markdown', places = { params.places[1], params.places[2] }, notes = {} }
  end
  vim.cmd('Segls gather')
  equal({ vim.fn.expand('%:t'), vim.bo.buftype }, { '2 passages', 'acwrite' }, 'the cursor is in the text')
  local window = require('segls.panel').shown('work').window
  vim.api.nvim_set_current_win(window)
  vim.cmd('Segls gather')
  equal(vim.api.nvim_win_get_buf(window), require('segls.panel').shown('work').buffer, 'the board stays')
  equal(#vim.api.nvim_tabpage_list_wins(0), 2)
  vim.cmd('botright copen')
  vim.cmd('Segls gather')
  equal({ vim.bo.buftype, #vim.api.nvim_tabpage_list_wins(0) }, { 'acwrite', 3 })
  vim.cmd('cclose')
end)

test('a text without a work has a board too', function()
  fake.open({ '# Notes', '', 'Ants.', '', '~ Bees.' }, 'alone.md')
  vim.cmd('Segls work')
  fake.eventually('a message', function()
    return fake.panel('work')[1] == 'This text is not part of a work'
  end)
  fake.press('b')
  fake.eventually('the board', function()
    return vim.deep_equal(fake.panel('work'), { 'alone.md', '▾ alone.md', '  # Notes', '    ◆ Ants', '    ◆ Bees' })
  end)
  fake.press('q')
  vim.cmd('Segls work folder')
  equal(fake.last_asked('segls/work').folder, true)
end)

test('a folder without a work shows a hint, and a command writes the order', function()
  local buffer = fake.open({ 'Ants.' }, 'loose.md')
  fake.answers['segls/workHint'] = { message = 'Number their names.', canWrite = true }
  vim.cmd('Segls work')
  fake.eventually('the hint', function()
    local lines = fake.panel('work')
    return vim.tbl_contains(lines, 'Number their names.') and vim.tbl_contains(lines, ':Segls order write')
  end)
  fake.press('q')
  vim.api.nvim_set_current_buf(buffer)
  vim.cmd('Segls order write')
  local asked = fake.last_asked('workspace/executeCommand')
  equal({ asked.command, asked.arguments[1].uri }, { 'segls.writeOrder', fake.uri('loose.md') })
end)

test('Move to…: the destinations in a work, the best first', function()
  open()
  fake.answers['segls/places'] = {
    places = {
      { uri = fake.uri('wax.md'), id = 's More wax', shared = { 'wax', 'burn' } },
      { uri = fake.uri('bees.md'), id = 's Bees', shared = {} },
      { uri = fake.uri('salt.md'), id = 's Salt', shared = {}, here = true },
    },
  }
  fake.go('Mules carry')
  fake.choose('wax.md › Wax › More wax')
  vim.cmd('Segls section move to')
  local name, argument = fake.last_executed()
  equal({ name, argument.id, argument.toId, argument.side }, { 'moveSectionTo', 's Mules', 's More wax', 'under' })
  equal({ fake.offered[1], fake.offered[2] }, { 'wax.md › Wax › More wax  (wax, burn)', 'bees.md › Bees' })
  assert(not vim.tbl_contains(fake.offered, 'salt.md › Salt › Mules'), 'its present place is offered')
  vim.cmd('Segls fragment move to notes.md (at')
  name, argument = fake.last_executed()
  equal({ name, argument.id, argument.toUri, argument.toId }, { 'moveFragmentTo', 'f Mules', fake.uri('notes.md') })
  vim.cmd('7,9Segls move to notes.md (at')
  equal(select(2, fake.last_executed())['end'].line, 8)
  vim.cmd('Segls section move to nowhere')
  equal(fake.messages[#fake.messages], 'segls: There is no place "nowhere" to move to.')
  local client = require('segls.server').of(0)
  fake.choose('bees.md › Bees')
  fake.go('## Mules')
  client.commands['segls.client.moveTo']()
  equal((fake.last_executed()), 'moveSectionTo')
  client.commands['segls.client.related']()
  assert(fake.panel('related'))
end)

test('after a move to another file the cursor stays, and the destination is remembered', function()
  open()
  local here = vim.api.nvim_get_current_buf()
  vim.cmd('Segls file show')
  equal(fake.messages[#fake.messages], 'segls: Nothing has moved to another file.')
  fake.messages = {}
  --- Answers a move, and asks the client to show the moved text.
  local function moves(argument)
    fake.send.server_request('window/showDocument', { uri = argument.toUri, takeFocus = true, selection = fake.range(0, 0) })
    return vim.NIL
  end
  fake.commands.moveFragmentTo, fake.commands.moveSectionTo = moves, moves
  fake.go('Mules carry')
  fake.choose('wax.md › Wax › More wax')
  vim.cmd('Segls fragment move to')
  equal(
    { vim.api.nvim_get_current_buf(), fake.messages },
    { here, { 'segls: Moved to wax.md › Wax › More wax; :Segls file show, :Segls file undo' } }
  )
  vim.cmd('Segls file show')
  equal(vim.api.nvim_buf_get_name(0), fake.path('wax.md'), 'the destination is not shown')
  vim.api.nvim_set_current_buf(here)
  fake.choose('nothing')
  vim.cmd('Segls section move to')
  equal(fake.offered[1], 'wax.md › Wax › More wax  (chosen last)')
  fake.choose('wax.md › Wax › More wax')
  fake.press(':Segls fragment move to<CR>')
  local count = #fake.executed
  fake.choose('nothing')
  fake.press('.')
  equal(
    { #fake.executed, fake.executed[count + 1][2].toUri, vim.api.nvim_get_current_buf() },
    { count + 1, fake.uri('wax.md'), here }
  )
  vim.cmd('Segls fragment move to! wax.md (at')
  equal(vim.api.nvim_buf_get_name(0), fake.path('wax.md'), '! follows')
  vim.api.nvim_set_current_buf(here)
  vim.api.nvim_win_set_cursor(0, { 5, 0 })
  vim.cmd('Segls fragment move to salt.md (at')
  equal(vim.api.nvim_win_get_cursor(0)[1], 1, 'within a file the cursor follows')
end)

test('one list of the sections and fragments of the work', function()
  open()
  fake.choose('wax.md › Wax › More wax')
  vim.cmd('Segls pick')
  equal(vim.api.nvim_buf_get_name(0), fake.path('wax.md'))
  assert(vim.startswith(vim.api.nvim_get_current_line(), '## More wax'), vim.api.nvim_get_current_line())
  vim.cmd('normal! ' .. vim.keycode('<C-O>'))
  equal(vim.api.nvim_buf_get_name(0), fake.path('salt.md'), 'the way back')
  vim.cmd('buffer salt.md')
  vim.cmd('Segls pick more WAX') -- only one has both words
  equal(vim.api.nvim_buf_get_name(0), fake.path('wax.md'))
  vim.cmd('buffer salt.md')
  vim.cmd('Segls pick nowhere')
  equal(fake.messages[#fake.messages], 'segls: No title contains "nowhere".')
  vim.cmd('buffer salt.md')
  vim.cmd('Segls pick!')
  local list = vim.fn.getqflist({ title = 1, items = 1 })
  equal(list.title, 'segls: parts of the work')
  local texts = vim.tbl_map(function(item)
    return ('%s:%d %s'):format(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(item.bufnr), ':t'), item.lnum, item.text)
  end, list.items)
  assert(
    vim.tbl_contains(texts, 'salt.md:1 salt.md › Salt') or vim.startswith(texts[1], 'salt.md:1 salt.md › Salt'),
    vim.inspect(texts)
  )
  vim.cmd('cclose')
end)

test('a file moves in the order of its work', function()
  open()
  vim.cmd('Segls file move down')
  local name, argument = fake.last_executed()
  equal({ name, argument.toUri, argument.side }, { 'moveFile', fake.uri('bees.md'), 'after' })
  fake.press('3:Segls file move up<CR>')
  equal(fake.messages, { 'segls: This cannot be moved any further.' })
  fake.answers['segls/work'] = vim.NIL
  vim.cmd('Segls file move up')
  equal(fake.messages[2], 'segls: This text is not part of a work of several files, or its order does not name it.')
  fake.messages = {}
  fake.answers['segls/work'] = function()
    return nil, { code = -32803, message = 'The work cannot be read.' }
  end
  for _, words in ipairs({ 'file move up', 'section move to bees', 'pick bees', 'pick! bees' }) do
    vim.cmd('Segls ' .. words)
    equal(fake.messages, { 'segls: The work cannot be read.' }, words)
    fake.messages = {}
  end
end)

return tests
