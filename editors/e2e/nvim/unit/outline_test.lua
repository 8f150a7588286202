--- The outline: its rows, and how it restructures the text.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

test('the outline: rows, counts, and cursors that follow each other', function()
  local buffer = fake.open(fake.book)
  local text = vim.api.nvim_get_current_win()
  fake.go('Boat')
  vim.cmd('Segls outline')
  fake.shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  # Part', '  # Rest' })
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
  fake.shows('outline', { '◆ Scene 1: Anchor.', '  ◆ Boat.', '◆ Scene 2: Chart.' })
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
  local buffer = fake.open(fake.book)
  local quiet = true
  fake.answers['segls/fragments'] = function()
    local structure = fake.divide(vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
    structure.quiet = quiet
    return structure
  end
  fake.update(buffer)
  vim.cmd('Segls outline')
  fake.shows('outline', { '# Book', '  # Part', '  # Rest' })
  equal(
    fake.virtual(require('segls.panel').shown('outline').buffer, 'segls.outline'),
    { [0] = '12 words', '2 words', '2 words' }
  )
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { '' })
  fake.update(buffer)
  fake.shows('outline', { 'Nothing to outline.' })
end)

test('the outline restructures the text', function()
  local lines = { '# Book', '' }
  for _, name in ipairs({ 'Anchor', 'Boat', 'Chart' }) do
    vim.list_extend(lines, { '## ' .. name, '', name .. ' is a word.', '' })
  end
  local buffer = fake.open(lines)
  vim.cmd('Segls lenses off') -- they ask for the fragments too
  fake.settle()
  fake.update(buffer)
  vim.cmd('Segls outline')
  for _, key in ipairs({ 'za', 'zM', 'zR', 'p', '>', 'J', 'dd', 'gp' }) do
    vim.cmd.normal(key)
  end
  equal({ fake.text(buffer), #fake.executed }, { table.concat(lines, '\n'), 0 }, 'keys before the first answer')
  vim.cmd('Segls lenses on')
  local first = { '# Book', '  # Anchor', '  # Boat', '  # Chart' }
  fake.shows('outline', first)
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
    fake.shows('outline', first)
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
  equal(fake.messages[#fake.messages], 'segls: Nothing has been taken; dd takes a row.')
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
  fake.shows('outline', { '▸ Book' })
  vim.cmd.normal('zR')
  fake.shows('outline', first)
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
  fake.shows('outline', all)
  vim.cmd.normal('zM')
  fake.shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  ▸ Part', '  # Rest' })
  vim.cmd.normal('zR')
  fake.shows('outline', all)
  vim.cmd.normal('zm')
  fake.shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  ▸ Part', '  # Rest' })
  vim.cmd.normal('5zm')
  fake.shows('outline', { '▸ Book' })
  vim.cmd.normal('zr')
  fake.shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  ▸ Part', '  # Rest' })
  vim.cmd.normal('zr')
  fake.shows('outline', all)

  fake.go('◆ Boat')
  vim.cmd.normal('dd')
  local words = 'DOCK'
  vim.ui.input = function(_, answer)
    answer(words)
  end
  vim.cmd.normal('f')
  fake.shows('outline', { '# Book', '  # Part', '    ◆ Dock' })
  assert(vim.wo.statusline:find('DOCK', 1, true), vim.wo.statusline)
  words = 'dock ebb'
  vim.cmd.normal('f')
  fake.shows('outline', { 'No row has these words.' })
  vim.cmd.normal('za')
  vim.cmd.normal('p')
  equal(fake.messages[#fake.messages], 'segls: It cannot be put there.')
  words = ' '
  vim.cmd.normal('f')
  fake.shows('outline', all)

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

return tests
