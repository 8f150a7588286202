--- Views in and beside a text: lenses, previews, folds, the outline, the curve, lists of passages.
local fake = require('fake')
local equal = fake.equal

local book = {
  '# Book',
  '',
  'Anchor one.',
  '',
  '~ Boat two.',
  'Its second line.',
  '',
  '## Part',
  '',
  'Chart three.',
  '',
  '## Rest',
  '',
  'Dock four.',
}

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

--- Waits for the lines of a panel.
---@param kind string
---@param expected string[]
local function shows(kind, expected)
  fake.eventually(vim.inspect(expected) .. ', not ' .. vim.inspect(fake.panel(kind)), function()
    return vim.deep_equal(fake.panel(kind), expected)
  end)
end

test('lenses are above their lines and follow the text', function()
  local buffer = fake.open(book)
  local function drawn()
    if not vim.lsp.codelens.enable then
      return fake.virtual(buffer, 'segls.lenses')
    end
    local found = {}
    for _, held in ipairs(vim.lsp.codelens.get({ bufnr = buffer })) do
      found[held.lens.range.start.line] = held.lens.command.title
    end
    return found
  end
  fake.eventually('a lens', function()
    return vim.deep_equal(drawn(), { [4] = 'New topic · 6 words' })
  end)
  vim.api.nvim_buf_set_lines(buffer, 9, 10, false, { '~ Chart three.' })
  fake.send.server_request('workspace/codeLens/refresh', nil)
  fake.update()
  fake.eventually('another lens', function()
    return vim.deep_equal(drawn(), { [4] = 'New topic · 6 words', [9] = 'New topic · 3 words' })
  end)
  fake.settle()
  vim.cmd('Segls lenses off')
  equal(drawn(), {})
  vim.cmd('Segls lenses on')
  fake.eventually('the lens again', function()
    return drawn()[4] == 'New topic · 6 words'
  end)
  vim.cmd('silent bwipeout! ' .. buffer)
end)

test('previews replace lenses, follow the text, and can be hidden', function()
  local buffer = fake.open(book)
  local change, most = {}, nil
  fake.answers['segls/fragments'] = function()
    local structure = fake.divide(vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
    structure.settings['max-words'] = most
    for key, value in pairs(change) do
      structure.fragments[2][key] = value
    end
    structure.quiet = change.quiet or false
    return structure
  end
  vim.cmd('Segls previews on')
  local function drawn()
    return fake.virtual(buffer, 'segls.previews')
  end
  local function is(expected)
    fake.eventually(vim.inspect(expected) .. ', not ' .. vim.inspect(drawn()), function()
      return vim.deep_equal(drawn(), expected)
    end)
  end
  is({ [4] = '── new topic · 6 words · boat' })
  equal(require('segls.lenses').are_on(buffer), false)
  for _, case in ipairs({
    { { sureness = 'perhaps' }, 'perhaps a new topic · 6 words · boat' },
    { { sureness = 'fairly sure' }, 'new topic, fairly sure · 6 words · boat' },
    { { pinned = true, words = 800 }, 'pinned · 800 words · boat' },
    { { words = 800 }, 'new topic · 800 of 600 words · boat', 600 },
    { { words = 600 }, 'new topic · 600 of 600 words · boat', 600 },
    { { terms = { 'a', 'b', 'c', 'd', 'e' } }, 'new topic · 6 words · a, b, c, d' },
    { { terms = {} }, 'new topic · 6 words' },
  }) do
    change, most = case[1], case[3]
    fake.update()
    is({ [4] = '── ' .. case[2] })
    local id = vim.api.nvim_create_namespace('segls.previews')
    local mark = vim.api.nvim_buf_get_extmarks(buffer, id, 0, -1, { details = true })[1]
    equal(mark[4].virt_lines[1][4][2], case[1].words == 800 and case[3] and 'SeglsOversize' or 'SeglsSize', case[2])
  end
  change, most = {}, nil
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'Typed.', '' })
  equal(vim.tbl_keys(drawn()), { 6 }, 'immediately after an edit above it')
  fake.update()
  is({ [6] = '── new topic · 6 words · boat' })
  change = { quiet = true }
  fake.update()
  is({})
  change = {}
  fake.update()
  vim.cmd('Segls previews off')
  is({})
  equal(require('segls.lenses').are_on(buffer), true)
  vim.g.segls_previews = true
  local other = fake.open(book, 'other.md')
  equal(require('segls.previews').are_on(other), true, 'on from the start')
  vim.cmd('silent bwipeout! ' .. other)
  equal(require('segls.previews').are_on(other), false)
end)

test('folds of sections and fragments, with their text', function()
  local buffer = fake.open(book)
  vim.wo.foldmethod = 'expr'
  vim.wo.foldexpr = "v:lua.require'segls.folds'.level()"
  vim.wo.foldtext = "v:lua.require'segls.folds'.text()"
  vim.wo.foldlevel = 0
  vim.fn.foldlevel(1)
  fake.eventually('folds', function()
    return vim.fn.foldlevel(5) == 2
  end)
  vim.wo.foldlevel = 1
  vim.cmd('normal! zX')
  equal(vim.fn.foldtextresult(5), '◆ Boat · 6 words · 2 lines ')
  vim.wo.foldlevel = 0
  vim.cmd('normal! zX')
  equal(vim.fn.foldtextresult(1), '# Book · 14 lines ')
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'Typed.', '' })
  fake.update()
  fake.eventually('folds at their new lines', function()
    return vim.fn.foldlevel(7) == 2 and vim.fn.foldlevel(1) == 1
  end)
  vim.cmd('silent bwipeout!')
end)

test('the outline: rows, counts, and cursors that follow each other', function()
  local buffer = fake.open(book)
  local text = vim.api.nvim_get_current_win()
  fake.go('Boat')
  vim.cmd('Segls outline')
  shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  # Part', '  # Rest' })
  local panel = require('segls.panel').shown('outline')
  equal(fake.virtual(panel.buffer, 'segls.outline'), { [1] = '2 words', [2] = '6 words', [3] = '2 words', [4] = '2 words' })
  equal(vim.api.nvim_win_get_cursor(panel.window)[1], 3, 'the row of the text')
  fake.go('Part')
  equal(vim.api.nvim_win_get_cursor(text)[1], 8, 'the text follows')
  vim.api.nvim_set_current_win(text)
  fake.go('Dock')
  equal(vim.api.nvim_win_get_cursor(panel.window)[1], 5, 'the outline follows')
  vim.api.nvim_set_current_win(panel.window)
  vim.cmd('vertical resize 20')
  panel:resized()
  equal(fake.virtual(panel.buffer, 'segls.outline')[2], '6', 'no "words" where there is no room')
  vim.cmd('normal gp')
  fake.eventually('the preview', fake.float)
  vim.cmd('fclose!')
  vim.cmd('normal g?')
  assert(fake.float():find('dd p P', 1, true), fake.float())
  vim.cmd('normal q')
  equal(fake.float(), nil, 'q closes the help on keys before the outline')
  vim.cmd('normal g?')
  fake.go('Boat')
  equal(fake.float(), nil, 'the help on keys closes when the cursor moves')
  vim.cmd('normal ' .. vim.keycode('<CR>'))
  equal({ vim.api.nvim_get_current_win(), vim.api.nvim_win_get_cursor(text)[1] }, { text, 5 })
  vim.cmd('Segls outline')
  equal(fake.panel('outline'), nil)
  equal(vim.api.nvim_get_current_buf(), buffer)
end)

test('the outline moves a scene by the row that begins it', function()
  local lines = { 'Anchor.', '', 'Boat.', '', '* * *', '', 'Chart.' }
  fake.answers['segls/fragments'] = function()
    local told = fake.divide(lines)
    told.fragments, told.sections = {}, {}
    for i, line in ipairs({ 0, 2, 6 }) do
      local scene = line < 6 and 1 or 2
      local opening = lines[line + 1]
      local range = fake.range(line, line, #opening)
      told.fragments[i] = { id = tostring(i), range = range, words = 1, terms = {}, opening = opening, scene = scene }
    end
    told.scenes = { { id = '1', fragments = 2, number = 1, of = 2 }, { id = '3', fragments = 1, number = 2, of = 2 } }
    return told
  end
  for _, name in ipairs({ 'moveSceneDown', 'moveFragmentUp' }) do
    fake.commands[name] = function() end
  end
  fake.open(lines)
  vim.cmd('Segls outline')
  shows('outline', { '◆ Scene 1: Anchor.', '  ◆ Boat.', '◆ Scene 2: Chart.' })
  local window = require('segls.panel').shown('outline').window
  vim.api.nvim_set_current_win(window)
  for row, wanted in pairs({ 'moveSceneDown', 'moveFragmentUp', 'moveFragmentUp' }) do
    vim.api.nvim_win_set_cursor(window, { row, 0 })
    fake.press(row == 1 and 'J' or 'K')
    equal((fake.last_executed()), wanted)
  end
  vim.api.nvim_win_set_cursor(window, { 1, 0 })
  fake.press('VjJ')
  equal((fake.last_executed()), 'moveSceneDown', 'a scene takes its fragments along')
  fake.commands.assemble = function(argument)
    local places = vim.tbl_map(function(place)
      return { uri = place.uri, path = 'x.md', range = place.range, title = 'x', words = 5 }
    end, argument.places)
    return { words = 5 * #places, places = places, notes = {} }
  end
  vim.fn.setqflist({}, 'f')
  fake.press('ggVGc')
  local listed = vim.tbl_map(function(item)
    return { item.lnum, item.end_lnum }
  end, vim.fn.getqflist())
  equal(listed, { { 1, 3 }, { 7, 7 } }, 'a scene is listed with its fragments')
  vim.cmd('Segls outline')
end)

test('the outline of a quiet text has sections with their words, or a message without sections', function()
  local buffer = fake.open(book)
  local quiet = true
  fake.answers['segls/fragments'] = function()
    local structure = fake.divide(vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
    structure.quiet = quiet
    return structure
  end
  vim.cmd('Segls outline')
  shows('outline', { '# Book', '  # Part', '  # Rest' })
  equal(
    fake.virtual(require('segls.panel').shown('outline').buffer, 'segls.outline'),
    { [0] = '12 words', '2 words', '2 words' }
  )
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { '' })
  fake.update(buffer)
  shows('outline', { 'Nothing to outline.' })
end)

test('the outline restructures the text', function()
  local lines = { '# Book', '' }
  for _, name in ipairs({ 'Anchor', 'Boat', 'Chart' }) do
    vim.list_extend(lines, { '## ' .. name, '', name .. ' is a word.', '' })
  end
  local buffer = fake.open(lines)
  vim.cmd('Segls outline')
  for _, key in ipairs({ 'za', 'zM', 'zR', 'p', '>', 'J', 'dd', 'gp' }) do
    vim.cmd.normal(key)
  end
  equal({ fake.text(buffer), #fake.executed }, { table.concat(lines, '\n'), 0 }, 'keys before the first answer')
  local first = { '# Book', '  # Anchor', '  # Boat', '  # Chart' }
  shows('outline', first)
  local window = vim.api.nvim_get_current_win()
  --- Presses keys on a row, and returns the order of the sections.
  local function press(name, keys)
    fake.go('# ' .. name)
    fake.press(keys)
    fake.update(buffer)
    fake.settle()
    equal(vim.api.nvim_get_current_win(), window, 'the window after ' .. keys)
    return (
      table.concat(vim.tbl_map(function(line)
        return line:match('^## (%a)') or ''
      end, vim.api.nvim_buf_get_lines(buffer, 0, -1, false)))
    )
  end
  local function undo()
    vim.cmd.normal('u')
    equal(fake.text(buffer), table.concat(lines, '\n'), 'the text after one undo')
    fake.update(buffer)
    shows('outline', first)
  end
  equal(press('Anchor', '2J'), 'BCA')
  undo()
  equal(press('Anchor', 'VjJ'), 'CAB')
  undo()
  equal(press('Chart', 'K'), 'ACB')
  undo()
  equal(press('Anchor', 'J'), 'BAC')
  equal(press('Chart', '2K'), 'CBA')
  vim.cmd('Segls file undo')
  equal(fake.text(buffer):gsub('[^#]*## (%u)[^#]*', '%1'), '#BAC', 'each key is undone separately')
  undo()
  vim.cmd.normal(vim.keycode('<C-R>'))
  undo()
  fake.executed = {}
  press('Boat', '>')
  press('Boat', '2<')
  press('Anchor', 'VG>')
  local names = vim.tbl_map(function(one)
    return one[1]:sub(1, 7) .. one[2].id:sub(3)
  end, fake.executed)
  equal(names, { 'demoteSBoat', 'promoteBoat', 'promoteBoat', 'demoteSAnchor', 'demoteSBoat', 'demoteSChart' })
  press('Boat', 's')
  equal({ fake.last_executed() }, { 'splitFile', { id = 's Boat' } })

  vim.cmd.normal('p')
  equal(fake.messages[#fake.messages], 'segls: Nothing has been taken yet; dd takes a row.')
  press('Anchor', 'dd')
  press('Boat', 'p')
  local uri = vim.uri_from_bufnr(buffer)
  local function last()
    local name, argument = fake.last_executed()
    return { name, argument.id, argument.side, argument.toId, argument.toUri == uri }
  end
  equal(last(), { 'moveSectionTo', 's Anchor', 'after', 's Boat', true })
  press('Chart', 'dd')
  press('Anchor', 'P')
  equal(last(), { 'moveSectionTo', 's Chart', 'before', 's Anchor', true })

  fake.go('Book')
  vim.cmd.normal('za')
  shows('outline', { '▸ Book' })
  vim.cmd.normal('zR')
  shows('outline', first)
  fake.choose('text.md (at its end)')
  vim.cmd.normal('m')
  equal((fake.last_executed()), 'moveSectionTo')
end)

test('the outline hides rows by folds, levels and words', function()
  fake.open({
    '# Book',
    '',
    'Anchor.',
    '',
    '~ Boat.',
    '',
    '## Part',
    '',
    'Chart.',
    '',
    '~ Dock.',
    '',
    '### Deep',
    '',
    'Ebb.',
    '',
    '## Rest',
    '',
    'Fog.',
  })
  local all = { '# Book', '  ◆ Anchor', '  ◆ Boat', '  # Part', '    ◆ Chart', '    ◆ Dock', '    # Deep', '  # Rest' }
  vim.cmd('Segls outline')
  shows('outline', all)
  vim.cmd.normal('zM')
  shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  ▸ Part', '  # Rest' })
  vim.cmd.normal('zR')
  shows('outline', all)
  vim.cmd.normal('zm')
  shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  ▸ Part', '  # Rest' })
  vim.cmd.normal('5zm')
  shows('outline', { '▸ Book' })
  vim.cmd.normal('zr')
  shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  ▸ Part', '  # Rest' })
  vim.cmd.normal('zr')
  shows('outline', all)

  local words = 'DOCK'
  vim.ui.input = function(_, answer)
    answer(words)
  end
  vim.cmd.normal('f')
  shows('outline', { '# Book', '  # Part', '    ◆ Dock' })
  assert(vim.wo.statusline:find('DOCK', 1, true), vim.wo.statusline)
  words = 'dock ebb'
  vim.cmd.normal('f')
  shows('outline', { 'No row has these words.' })
  vim.cmd.normal('za')
  words = ' '
  vim.cmd.normal('f')
  shows('outline', all)

  fake.go('◆ Boat')
  words = 'Ship'
  fake.choose('A heading')
  vim.cmd.normal('r')
  equal((fake.last_executed()), 'renameFragment')
  fake.answers['textDocument/prepareRename'] = { placeholder = 'Part' }
  fake.go('# Part')
  vim.cmd.normal('r')
  equal(fake.last_asked('textDocument/rename').newName, 'Ship', 'a heading, with its links')
end)

test('a panel switches to the text that is entered, and closes with the last text', function()
  local first = fake.open(book)
  vim.cmd('Segls outline')
  shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  # Part', '  # Rest' })
  vim.cmd('wincmd p')
  local other = fake.open({ '# Other', '', 'Words.' }, 'other.md')
  shows('outline', { '# Other' })
  vim.cmd('silent bwipeout! ' .. other)
  fake.eventually('the outline to close as the last window', function()
    return not fake.panel('outline')
  end)
  equal(vim.bo.buftype, '', 'an empty text in its place')
  vim.cmd('buffer ' .. first)
  vim.cmd('split ' .. fake.write('other.md', { '# Other', '', 'Words.' }))
  fake.attach()
  vim.cmd('Segls outline')
  vim.cmd('silent bwipeout! ' .. vim.fn.bufnr('other.md'))
  fake.eventually('the outline of the text that is left', function()
    return require('segls.panel').shown('outline').source == first
  end)
end)

test('a panel closes with its text and leaves the window', function()
  local buffer = fake.open(book)
  vim.cmd('Segls outline')
  fake.settle()
  vim.cmd('only')
  vim.cmd('normal q')
  equal({ vim.api.nvim_get_current_buf() }, { buffer })
  vim.cmd('new')
  vim.cmd('wincmd p')
  vim.cmd('Segls curve')
  vim.cmd('Segls outline')
  vim.cmd('wincmd p')
  vim.cmd('quit')
  equal({ fake.panel('outline'), fake.panel('curve'), #vim.api.nvim_list_wins() }, { nil, nil, 1 })
end)

test(':edit in a panel opens the file beside it, and redraws the panel', function()
  local buffer = fake.open(book)
  local text = vim.api.nvim_get_current_win()
  vim.wo.number, vim.wo.wrap = true, true
  for _, kind in ipairs({ 'outline', 'curve', 'work' }) do
    vim.cmd('Segls ' .. kind)
    local window = require('segls.panel').shown(kind).window
    vim.api.nvim_set_current_win(window)
    fake.eventually('the ' .. kind, function()
      fake.settle()
      return #fake.panel(kind) > 1 or fake.panel(kind)[1] ~= ''
    end)
    local before = fake.panel(kind)
    vim.cmd('silent edit')
    fake.eventually('the same ' .. kind, function()
      return #fake.panel(kind) == #before and fake.panel(kind)[1] == before[1]
    end)
    vim.cmd('silent edit ' .. fake.write(kind .. '.md', { 'Other.' }))
    fake.eventually('the file in the window of the text', function()
      return vim.api.nvim_win_get_buf(window) == require('segls.panel').shown(kind).buffer
        and vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(text)) == fake.path(kind .. '.md')
    end)
    equal({ vim.api.nvim_get_current_win(), vim.wo.number, vim.wo.wrap, vim.wo.cursorline }, { text, true, true, false }, kind)
    equal({ vim.wo[window].number, vim.wo[window].wrap }, { false, false }, kind)
    vim.api.nvim_set_current_win(window)
    fake.press('q')
    equal(fake.panel(kind), nil)
    vim.api.nvim_win_set_buf(text, buffer)
    vim.api.nvim_set_current_win(text)
  end
  vim.o.number = false
end)

test('lenses and previews are shortened in a narrow window', function()
  local buffer = fake.open(book)
  local lenses = require('segls.lenses')
  local chunks = { { 'New topic, fairly sure · 480 words · canals, oases', 'LspCodeLens' } }
  local function lines(made)
    return vim.tbl_map(function(line)
      return table.concat(vim.tbl_map(function(chunk)
        return chunk[1]
      end, line))
    end, made)
  end
  equal(lines(lenses.broken(buffer, chunks)), { chunks[1][1] }, 'in a wide one')
  vim.cmd('botright vnew | wincmd p | vertical resize 27')
  equal(lines(lenses.broken(buffer, chunks)), { 'New topic, fairly sure', '   480 words', '   canals, oases' })
  vim.cmd('vertical resize 45')
  equal(lines(lenses.broken(buffer, chunks)), { 'New topic, fairly sure · 480 words', '   canals, oases' })
  local got
  local function taken(room, title)
    vim.cmd('vertical resize ' .. room)
    lenses.fitting(buffer, function(_, list)
      got = list[1].command.title
    end)(nil, { { command = { title = title or chunks[1][1] } } })
    return got
  end
  equal(taken(60), chunks[1][1])
  equal(taken(40), 'New topic, fairly sure · 480 words')
  equal(taken(30), 'New topic, fairly sure')
  equal(taken(12), 'New topic,…')
  local asked = fake.count('textDocument/codeLens')
  vim.cmd('vertical resize 50')
  vim.api.nvim_exec_autocmds('WinResized', {})
  fake.eventually('lenses for the new width', function()
    return fake.count('textDocument/codeLens') > asked
  end)
end)

test('beside a floating text, a panel floats', function()
  local buffer = fake.open(book)
  local float =
    vim.api.nvim_open_win(buffer, true, { relative = 'editor', row = 2, col = 10, width = 50, height = 30, zindex = 40 })
  for _, kind in ipairs({ 'curve', 'outline' }) do
    vim.api.nvim_set_current_win(float)
    vim.cmd('normal! G')
    vim.cmd('Segls ' .. kind)
    local config = vim.api.nvim_win_get_config(require('segls.panel').shown(kind).window)
    equal({ config.relative, config.zindex }, { 'editor', 41 }, kind)
    vim.api.nvim_set_current_win(float)
    vim.cmd('Segls ' .. kind)
    equal({ fake.panel(kind), vim.api.nvim_get_current_win() }, { nil, float })
  end
end)

test('a panel of another text is replaced, and the cursor stays', function()
  fake.open({ 'One.', '', 'Two.' }, 'one.md')
  vim.cmd('Segls curve')
  vim.cmd('split')
  local window = vim.api.nvim_get_current_win()
  local other = fake.open({ 'Three.', '', 'Four.' }, 'two.md')
  vim.cmd('Segls curve')
  equal({ vim.api.nvim_get_current_win(), require('segls.panel').shown('curve').source }, { window, other })
end)

test('numbers are drawn as blocks and in braille', function()
  local drawing = require('segls.drawing')
  equal(drawing.blocks({ 0, 0.25, 0.5, 1 }, 2), { '   █', '▁▄██' })
  equal(drawing.braille({ 0, 1, 1, 0 }, 1), { '⡸⢱' })
  equal(drawing.condense({ 3, 1, 2, 5 }, 2), { 1, 1 })
  equal(drawing.condense({ 0.5, 0.1, 0.2, 0.9 }, 2), { 0.1, 0.2 })
  equal(drawing.condense({ 0.5 }, 2), { 0.5 })
end)

test('the curve: marks, the description of a gap, and cursors that follow each other', function()
  local buffer = fake.open({ '# Book', '', 'One.', '', 'Two.', '', '~ Three.', '', '## Part', '', 'Four.', '', 'Five.' })
  local text = vim.api.nvim_get_current_win()
  vim.cmd('Segls curve')
  equal(vim.api.nvim_get_current_win(), text)
  fake.eventually('the curve', function()
    return fake.panel('curve')[7] == '·◆#·'
  end)
  local panel = require('segls.panel').shown('curve')
  equal(fake.panel('curve')[1], '  █ ', 'the highest reaches the top')
  equal(vim.wo[panel.window].winbar:match('^[^z]*'), '3 fragments · 500 words (+ -) · scaling 0.50 (> <) · = reset · ')
  local function described()
    return fake.virtual(panel.buffer, 'segls.gap')[6]
  end
  fake.go('Three')
  equal(described(), 'gap 2 of 4 · similarity 0.50 · boundary · in "Three", 2 words')
  fake.go('Five')
  equal(described(), 'gap 4 of 4 · similarity 0.00 · no boundary · in "Four", 2 words')
  vim.api.nvim_set_current_win(panel.window)
  vim.cmd('normal [g')
  equal(
    { described(), vim.api.nvim_win_get_cursor(text)[1] },
    { 'gap 3 of 4 · similarity 0.75 · heading · in "Four", 2 words', 11 }
  )
  vim.cmd('normal [g')
  vim.cmd('normal ]g')
  vim.cmd('normal ]g')
  equal(vim.api.nvim_win_get_cursor(text)[1], 11, 'the last boundary')
  vim.cmd('normal z')
  local dots = vim.fn.char2nr(fake.panel('curve')[1])
  assert(dots >= 0x2800 and dots < 0x2900, 'no braille')
  panel:resized()
  vim.cmd('normal z')
  for _, case in ipairs({
    { '+', { ['preferred-words'] = 550 } },
    { '-', { ['preferred-words'] = 454 } },
    { '>', { ['preferred-words'] = 454, scaling = 0.55 } },
    { '<', { ['preferred-words'] = 454, scaling = 0.45 } },
    { 'q', { ['preferred-words'] = 454, scaling = 0.45 } },
    { '>', { ['preferred-words'] = 454, scaling = 0.55 } },
    { '=', vim.NIL },
  }) do
    vim.cmd('normal ' .. case[1])
    equal(fake.last_asked('segls/setSession').settings, case[2], case[1])
    if case[1] == 'q' then
      vim.cmd('Segls curve')
      panel = require('segls.panel').shown('curve')
      fake.eventually('the curve', function()
        return panel.curve
      end)
      vim.api.nvim_set_current_win(panel.window)
    end
  end
  vim.cmd('normal ' .. vim.keycode('<CR>'))
  equal({ vim.api.nvim_get_current_win(), vim.api.nvim_win_get_cursor(text)[1] }, { text, 11 })
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { 'One.' })
  fake.update(buffer)
  shows('curve', { 'There is no curve: a curve needs two paragraphs.' })
  vim.api.nvim_set_current_win(panel.window)
  for _, key in ipairs({ '[g', 'z', vim.keycode('<CR>') }) do
    vim.cmd('normal ' .. key)
  end
  vim.cmd('silent bwipeout! ' .. buffer)
  fake.eventually('the curve to close with its text', function()
    return not fake.panel('curve')
  end)
end)

test('the curve of a work joins its files, and goes to each', function()
  fake.write('bees.md', { 'Wax.', '', 'Hive.', '', 'Queen.' })
  local buffer = fake.open({ 'One.', '', 'Two.', '', '~ Three.' }, 'salt.md')
  local text = vim.api.nvim_get_current_win()
  vim.cmd('Segls curve work')
  shows('curve-work', { 'This text is not part of a work of several files, or they are still being read.' })
  local function file(name, gaps)
    local words = {}
    for i = 1, #gaps + 1 do
      words[i] = 10
    end
    return { uri = fake.uri(name .. '.md'), title = name, words = words, gaps = gaps }
  end
  fake.answers['segls/workCurve'] = {
    files = {
      file('salt', {
        { after = 1, similarity = 0.5, boundary = false },
        { after = 2, similarity = 0.2, boundary = true },
      }),
      { uri = fake.uri('empty.md'), title = 'empty', words = {}, gaps = {} },
      file('bees', {
        { after = 1, similarity = 1, boundary = true, constraint = 'heading' },
        { after = 2, similarity = 0.2, boundary = false },
        { after = 3, similarity = 0.2, boundary = false },
      }),
    },
  }
  fake.send.notification('segls/didUpdateWork', { root = '' })
  fake.eventually('the curve', function()
    return fake.panel('curve-work')[7] == '·◆┃#··'
  end)
  equal(fake.panel('curve-work')[8], '   be…')
  local panel = require('segls.panel').shown('curve-work')
  assert(vim.wo[panel.window].winbar:find('^2 files · 4 fragments · z whole'), vim.wo[panel.window].winbar)
  local function described()
    return fake.virtual(panel.buffer, 'segls.gap')[7]
  end
  fake.go('Three')
  equal(described(), '"salt", gap 2 of 2 · similarity 0.20 · boundary')
  vim.api.nvim_set_current_win(panel.window)
  vim.cmd('normal ]f')
  equal(described(), '"bees" begins')
  vim.cmd('normal [f')
  vim.cmd('normal ]g')
  equal(described(), '"bees", gap 1 of 3 · similarity 1.00 · heading')
  vim.cmd('normal ' .. vim.keycode('<CR>'))
  equal({ vim.api.nvim_get_current_win(), vim.fs.basename(vim.api.nvim_buf_get_name(0)) }, { text, 'bees.md' })
  equal(vim.api.nvim_get_current_line(), 'Hive.')
  vim.api.nvim_set_current_win(panel.window)
  vim.cmd('normal z')
  vim.api.nvim_set_current_win(text)
  fake.answers['segls/workCurve'] = nil
  fake.open({ 'Far.' }, 'far/other.md')
  equal(fake.last_asked('segls/workCurve').textDocument.uri, fake.uri('far/other.md'))
  shows('curve-work', { 'This text is not part of a work of several files, or they are still being read.' })
  vim.api.nvim_set_current_win(panel.window)
  vim.cmd('normal q')
  equal(fake.panel('curve-work'), nil)
  vim.cmd('buffer ' .. buffer)
end)

test('search results: shown with a preview, opened, in the quickfix list', function()
  fake.write('salt.md', { '# Salt', '', 'Camels took', 'the slabs.' })
  fake.open({ 'Text.' })
  local text = vim.api.nvim_get_current_win()
  fake.answers['segls/find'] = {
    hits = {
      {
        uri = fake.uri('salt.md'),
        path = 'salt.md',
        range = { start = { line = 2, character = 0 }, ['end'] = { line = 3, character = 10 } },
        at = fake.range(3, 3, 9),
        title = 'Caravans',
        section = { 'Salt' },
        score = 3,
        words = 5,
        answer = { 'Camels took the ', 'slabs', '.' },
        also = { { uri = fake.uri('x.md'), path = 'x.md', line = 6 } },
      },
    },
  }
  vim.cmd("Segls find slabs 'took the'")
  equal(fake.last_asked('segls/find').query, "slabs 'took the'")
  shows('found', { 'salt.md:4  Salt › Caravans', '  Camels took the slabs.', '  3.0  5 words, also in x.md:7' })
  local list = vim.api.nvim_get_current_win()
  local shown = require('segls.panel').shown('found')
  local marks = vim.api.nvim_buf_get_extmarks(shown.buffer, -1, { 1, 0 }, { 1, -1 }, { details = true })
  local marked = vim.tbl_filter(function(mark)
    return mark[4].hl_group == 'Search'
  end, marks)
  equal({ marked[1][3], marked[1][4].end_col }, { 18, 23 })
  vim.cmd('normal j')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = shown.buffer })
  local preview = vim.api.nvim_win_get_buf(shown.preview)
  equal(vim.api.nvim_buf_get_lines(preview, 0, -1, true), { 'Camels took', 'the slabs.' })
  vim.cmd('normal p')
  equal(shown.preview, nil)
  vim.cmd('normal c')
  equal(vim.fn.getqflist()[1].lnum, 4)
  equal(
    { vim.fn.getqflist()[1].text, vim.fn.getqflist({ title = 0 }).title },
    { 'Camels took the slabs.', "segls: slabs 'took the'" }
  )
  vim.cmd('cclose')
  vim.api.nvim_set_current_win(list)
  vim.cmd('normal ' .. vim.keycode('<CR>'))
  equal({ vim.fn.expand('%:t'), vim.fn.line('.'), vim.api.nvim_get_current_win() }, { 'salt.md', 4, text })
  vim.cmd('normal! gg')
  vim.api.nvim_set_current_win(list)
  vim.cmd('normal gl')
  equal(fake.messages[#fake.messages], 'segls: The text of this list is in no window.')
  vim.cmd('normal ' .. vim.keycode('<CR>'))
  equal({ vim.fn.line('.'), vim.api.nvim_get_current_win() }, { 4, text }, 'although the text of the list has no window')
  fake.open({ 'Other.' }, 'far/other.md')
  fake.answers['segls/find'] = { hits = {} }
  vim.cmd('Segls find bees')
  equal(fake.last_asked('segls/find').textDocument.uri, fake.uri('far/other.md'))
  shows('found', { 'No passage matches that.' })
  vim.api.nvim_set_current_win(list)
  vim.cmd('normal q')
end)

test('a collection: passages in the quickfix list, compared with a target, made a document', function()
  vim.fn.setqflist({}, 'f')
  fake.write('salt.md', { '# Salt', '', 'Camels took', 'the slabs.' })
  fake.open({ 'Text.', '', 'More.' })
  fake.commands.assemble = function(argument)
    local places = {}
    for i, place in ipairs(argument.places) do
      places[i] = { uri = place.uri, path = 'x.md', range = fake.range(2, 2, 5), title = i == 1 and 'Pans' or '', words = 20 }
    end
    return { words = 20 * #places, places = places, notes = argument.trial and {} or { 'A note.' } }
  end
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  vim.cmd('Segls collect 100')
  local item = vim.fn.getqflist()[1]
  equal({ item.lnum, item.end_lnum, item.text }, { 3, 3, 'Pans (20 words)' })
  equal(fake.messages[#fake.messages], 'segls: 1 passage, 20 of 100 words')
  vim.cmd('1,2Segls collect')
  equal(vim.fn.getqflist({ title = 0 }).title, 'segls: 2 passages, 40 of 100 words')
  vim.cmd('Segls collect many')
  equal(fake.messages[#fake.messages], 'segls: many is not a number of words')
  vim.fn.setqflist({ { filename = fake.path('salt.md'), lnum = 3, valid = 1 } }, 'a')
  vim.cmd('Segls assemble')
  equal(#vim.fn.getqflist(), 3)
  vim.cmd('Segls assemble new.md')
  local sent = fake.executed[#fake.executed][2]
  equal(#sent.places, 3)
  equal(vim.fs.basename(sent.toUri), 'new.md')
  local third = { line = 2, character = 0 }
  equal(sent.places[3], { uri = fake.uri('salt.md'), range = { start = third, ['end'] = third } })
  vim.api.nvim_buf_set_lines(vim.fn.bufadd(fake.path('text.md')), 0, 0, true, { 'New.', '' })
  equal(require('segls.collection').places()[1].range, fake.range(4, 4, 5), 'the text has moved')
  equal({ vim.fn.expand('%:t'), fake.messages[#fake.messages] }, { 'new.md', 'segls: A note.' })
  vim.fn.setqflist({}, 'r')
  vim.cmd('Segls assemble other.md')
  equal(vim.fn.expand('%:t'), 'new.md')
end)

test('related passages: shown, followed, opened', function()
  fake.write('salt.md', { '# Salt', '', 'Camels took the slabs.' })
  local buffer = fake.open({ 'Camels.', '', 'Pans.' })
  local text = vim.api.nvim_get_current_win()
  fake.answers['segls/related'] = function(params)
    return {
      related = {
        {
          title = 'From line ' .. params.position.line,
          path = 'salt.md',
          opening = 'Camels took',
          score = 2.84,
          section = { 'Salt' },
          shared = { 'camels', 'slabs' },
          uri = fake.uri('salt.md'),
          range = fake.range(2, 2, 5),
        },
      },
    }
  end
  vim.cmd('Segls related')
  shows('related', { 'salt.md:3  Salt › From line 0', '  Camels took', '  2.8  camels, slabs' })
  equal(fake.last_asked('segls/related').top, 20)
  local list = vim.api.nvim_get_current_win()
  for key, command in pairs({ gl = 'segls.insertLink', gq = 'segls.quote' }) do
    vim.cmd('normal ' .. key)
    local asked = fake.last_asked('workspace/executeCommand')
    local argument = asked.arguments[1]
    equal({ asked.command, argument.toUri, argument.to.line, argument.position.line }, { command, fake.uri('salt.md'), 2, 0 })
  end
  vim.cmd('normal f')
  equal(fake.messages, { 'segls: The list follows the cursor.' })
  vim.api.nvim_set_current_win(text)
  fake.go('Pans')
  shows('related', { 'salt.md:3  Salt › From line 2', '  Camels took', '  2.8  camels, slabs' })
  vim.api.nvim_set_current_win(list)
  vim.cmd('normal f')
  vim.cmd('normal r')
  fake.settle()
  vim.cmd('normal o')
  equal({ vim.fn.expand('%:t'), vim.fn.line('.'), #vim.api.nvim_tabpage_list_wins(0) }, { 'salt.md', 3, 3 })
  vim.cmd('close')
  vim.api.nvim_set_current_win(list)
  vim.cmd('normal ' .. vim.keycode('<CR>'))
  equal({ vim.fn.expand('%:t'), vim.api.nvim_get_current_win() }, { 'salt.md', text })
  vim.cmd('buffer ' .. buffer)
  vim.api.nvim_set_current_win(list)
  fake.answers['segls/related'] = { related = {} }
  vim.cmd('normal r')
  shows('related', { 'Nothing in the other texts is clearly about that.' })
  fake.answers['segls/related'] = vim.NIL
  vim.cmd('normal r')
  shows('related', { 'This text is not in a folder that segls may read.' })
  vim.cmd('normal q')
  fake.answers['segls/related'] = function()
    return nil, { code = -32803, message = 'The texts cannot be read.' }
  end
  vim.cmd('Segls related')
  shows('related', { 'The texts cannot be read.' })
  equal(fake.messages[#fake.messages], 'segls: The texts cannot be read.')
end)

test('repeated passages and loose paragraphs are shown and changed', function()
  fake.write('salt.md', { '# Salt', '', 'Pans.' })
  fake.open({ 'Pans.' })
  local text = vim.api.nvim_get_current_win()
  local uri = fake.uri('text.md')
  fake.answers['segls/duplicates'] = {
    pairs = {
      {
        id = 'p1',
        score = 41,
        message = 'Also in salt.md:3.',
        here = { uri = uri, range = fake.range(0, 0, 5), section = { 'Draft', 'Pans' }, opening = 'Pans.' },
        there = { uri = fake.uri('salt.md'), range = fake.range(2, 2, 5) },
      },
    },
  }
  vim.cmd('Segls duplicates')
  local head = vim.fn.fnamemodify(fake.path('text.md'), ':.') .. ':1  Draft › Pans'
  shows('duplicates', { head, '  Pans.', '  41  Also in salt.md:3.' })
  equal(fake.last_asked('segls/duplicates').whole, false)
  vim.cmd('normal a')
  equal({ fake.last_executed() }, { 'makeAlike', { id = 'p1' } })
  vim.cmd('normal i')
  equal((fake.last_executed()), 'makeOne')
  vim.cmd('normal O')
  equal({ vim.fn.expand('%:t'), vim.fn.line('.') }, { 'salt.md', 3 })
  vim.cmd('close')
  vim.api.nvim_set_current_win(text)
  vim.cmd('Segls duplicates')
  vim.cmd('Segls duplicates all')
  fake.settle()
  equal(fake.last_asked('segls/duplicates').whole, true)

  local there = { uri = fake.uri('salt.md'), id = 's1' }
  fake.answers['segls/misplaced'] = function(params)
    if params.minScore == nil then
      return { misplaced = {}, unlisted = 2 }
    end
    return {
      unlisted = 0,
      misplaced = {
        {
          uri = uri,
          range = fake.range(0, 0, 5),
          section = 'Draft',
          opening = 'Pans.',
          message = 'fits “Salt” better',
          score = 6.6,
          at = fake.range(0, 0),
          there = there,
        },
      },
    }
  end
  vim.api.nvim_set_current_win(text)
  vim.cmd('Segls misplaced work')
  fake.eventually('their number', function()
    return fake.panel('misplaced')[1]
      == '2 paragraphs may fit better elsewhere; only a few such paragraphs are worth moving. a shows all.'
  end)
  vim.cmd('normal a')
  fake.eventually('a loose paragraph', function()
    return #fake.panel('misplaced') == 3
  end)
  vim.cmd('normal m')
  local name, argument = fake.last_executed()
  equal({ name, argument.toUri, argument.toId, argument.side }, { 'moveFragmentTo', fake.uri('salt.md'), 's1', 'under' })
  there.id = ''
  vim.cmd('normal r')
  fake.settle()
  vim.cmd('normal m')
  equal(select(2, fake.last_executed()).side, nil, 'the end of a file')
  vim.cmd('normal O')
  equal(vim.fn.expand('%:t'), 'salt.md')
end)

test('changes: a list, the earlier text, and one reverted', function()
  local buffer = fake.open({ '# Road', '', 'Mules.', '', 'Drivers.' })
  local text = vim.api.nvim_get_current_win()
  local uri = vim.uri_from_bufnr(buffer)
  local answer = {
    marked = 0,
    changes = {
      {
        id = 'c1',
        message = 'section moved',
        before = 'Drivers.\n',
        to = { { uri = uri, range = fake.range(2, 3) } },
        inside = {
          {
            id = 'c2',
            message = 'paragraph new',
            before = '',
            to = { { uri = uri, range = fake.range(4, 4, 3) } },
            inside = {},
          },
          { id = 'c3', message = 'paragraph removed', before = 'Gone.', to = {}, inside = {} },
        },
      },
    },
  }
  fake.answers['segls/changes'] = function()
    return answer
  end
  vim.cmd('Segls changes')
  fake.eventually('the list', function()
    return #vim.fn.getloclist(text) == 3
  end)
  local listed = vim.tbl_map(function(entry)
    return entry.lnum .. ' ' .. entry.text
  end, vim.fn.getloclist(text))
  equal(listed, { '3 section moved', '5   paragraph new', '5   paragraph removed' })
  equal(vim.fn.getloclist(text, { title = 0 }).title, 'Changed since it was opened')
  vim.cmd('lopen')
  vim.cmd('normal K')
  equal(fake.float(), 'Drivers.')
  vim.cmd('fclose!')
  vim.cmd('normal! j')
  vim.cmd('normal K')
  equal(fake.float(), 'This is new.')
  vim.cmd('fclose!')
  vim.cmd('normal u')
  equal({ fake.last_executed() }, { 'putBack', { id = 'c2', position = { line = 0, character = 0 } } })
  fake.settle()
  vim.api.nvim_set_current_win(text)
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  vim.cmd('Segls put back')
  equal(select(2, fake.last_executed()).id, 'c1')
  fake.settle()
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.cmd('Segls put back')
  equal(fake.messages, { 'segls: There is no change at the cursor; :Segls changes lists all changes.' })
  answer = { marked = 0, changes = {} }
  vim.cmd('Segls changes')
  answer = { marked = 1, changes = {} }
  vim.cmd('Segls changes')
  fake.eventually('words', function()
    return #fake.messages == 3
  end)
  assert(fake.messages[3]:find('since it was opened.', 1, true), fake.messages[3])
  vim.cmd('Segls changes v9')
  fake.eventually('a message of git', function()
    return #fake.messages == 4 and vim.startswith(fake.messages[4], 'segls: v9: ')
  end)
  vim.cmd('lopen')
  vim.cmd('Segls changes!')
  equal(fake.last_asked('segls/changes').lenses, false)
  equal({ #fake.messages, vim.bo.buftype }, { 4, '' }, 'in the list')
end)

test('changes since a revision are requested with the text from git', function()
  local buffer = fake.open({ 'New.' })
  if vim.fn.executable('git') == 0 then
    return
  end
  local function git(...)
    local run = vim.system({ 'git', '-C', fake.folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ... }):wait()
    equal(run.code, 0, run.stderr)
  end
  fake.write('text.md', { 'Old.' })
  git('init', '--quiet')
  git('add', 'text.md')
  git('commit', '--quiet', '--message', 'old')
  -- git must not run the programs that the configuration of the repository names.
  for _, key in ipairs({ 'core.fsmonitor', 'core.pager', 'filter.x.clean', 'filter.x.smudge', 'diff.x.textconv' }) do
    git('config', key, ("touch '%s/left-by-%s';"):format(fake.folder, key))
  end
  vim.fn.writefile({ '*.md filter=x diff=x' }, fake.folder .. '/.git/info/attributes')
  fake.answers['segls/changes'] = { marked = 0, changes = {} }
  vim.cmd('Segls changes HEAD')
  fake.eventually('the question', function()
    return fake.last_asked('segls/changes')
  end)
  equal(fake.last_asked('segls/changes').before, { { uri = vim.uri_from_bufnr(buffer), text = 'Old.\n' } })
  fake.eventually('words', function()
    return fake.messages[1] == 'segls: Nothing has changed since HEAD.'
  end)
  equal(vim.fn.glob(fake.folder .. '/left-by-*'), '', 'files written by programs from the configuration')
end)

return tests
