--- The curve of a text and of a work.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

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
  equal(
    vim.wo[panel.window].winbar:match('^[^z]*'),
    '3 fragments · preferred 500 words (+ -) · scaling 0.50 (> <) · = reset · '
  )
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
  fake.shows('curve', { 'There is no curve: a curve needs two paragraphs.' })
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
  fake.shows('curve-work', { 'This text is not part of a work of several files, or they are still being read.' })
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
  fake.shows('curve-work', { 'This text is not part of a work of several files, or they are still being read.' })
  vim.api.nvim_set_current_win(panel.window)
  vim.cmd('normal q')
  equal(fake.panel('curve-work'), nil)
  vim.cmd('buffer ' .. buffer)
end)

return tests
