--- Motions, text objects, the preview, and window/showDocument.
local fake = require('fake')
local equal = fake.equal

local book = {
  '# Book', -- 1
  '',
  'Anchor one.',
  '',
  'More of it.', -- 5
  '',
  '~ Boat two.',
  'Its second line.',
  '',
  '## Part', -- 10
  '',
  'Chart three.',
  '',
  '~ Dock four.',
}

---@return integer row from one
local function row()
  return vim.api.nvim_win_get_cursor(0)[1]
end

local function map()
  for key, plug in pairs({ [']g'] = 'next', ['[g'] = 'prev' }) do
    vim.keymap.set({ 'n', 'x', 'o' }, key, ('<Plug>(segls-%s)'):format(plug))
  end
  for key, plug in pairs({ ['if'] = 'inner-fragment', ['af'] = 'a-fragment', iS = 'inner-sentence', aS = 'a-sentence' }) do
    vim.keymap.set({ 'x', 'o' }, key, ('<Plug>(segls-%s)'):format(plug))
  end
end

local tests = {}

-- Each case: keys, the row before, and the row after.
for _, case in ipairs({
  { ']g', 1, 7 },
  { ']g', 3, 7 },
  { '2]g', 3, 10 },
  { ']g', 12, 14 },
  { ']g', 14, 14 },
  { '[g', 14, 10 },
  { '[g', 8, 7 },
  { '[g', 7, 1 },
  { '2[g', 14, 7 },
  { '[g', 1, 1 },
}) do
  table.insert(tests, {
    ('%s in row %d'):format(case[1], case[2]),
    function()
      map()
      fake.open(book)
      vim.api.nvim_win_set_cursor(0, { case[2], 0 })
      vim.cmd('normal ' .. case[1])
      equal(row(), case[3])
    end,
  })
end

--- Types keys in a row, and checks which rows are selected.
---@param case { [1]: string, [2]: integer, [3]: integer, [4]: integer } keys, row, first and last row
local function selects(case)
  vim.api.nvim_win_set_cursor(0, { case[2], 0 })
  vim.cmd('normal ' .. case[1])
  equal({ vim.fn.line('v'), vim.fn.line('.') }, { case[3], case[4] })
  vim.cmd('normal! \27')
end

-- Each case: keys, the row before, and the selected rows.
for _, case in ipairs({
  { 'Vif', 3, 3, 5 },
  { 'Vif', 8, 7, 8 },
  { 'Vif', 10, 12, 12 },
  { 'vaf', 8, 7, 9 },
  { 'Vaf', 10, 10, 13 },
  { 'v2if', 3, 3, 8 },
  { 'Vifif', 3, 3, 8 },
  { 'v9if', 3, 3, 14 },
}) do
  table.insert(tests, {
    ('%s in row %d'):format(case[1], case[2]),
    function()
      map()
      fake.open(book)
      selects(case)
    end,
  })
end

local scenes = vim.split('# One\n\nAnchor.\n\n* * *\n\nBoat.\n\n* * *\n\n<!-- of the next -->\nChart.\n\n# Two\n\nDock.', '\n')

-- Each case: keys, the row before, and the selected rows. `as` adds one break, unless there are headings on both sides.
for _, case in ipairs({
  { 'vis', 1, 3, 3 },
  { 'vas', 3, 3, 6 },
  { 'vas', 5, 3, 6 },
  { 'vas', 7, 7, 10 },
  { 'v2as', 3, 3, 10 },
  { 'vasas', 3, 3, 10 },
  { 'vas', 12, 8, 12 },
  { 'v2as', 7, 4, 12 },
  { 'v3as', 3, 3, 13 },
  { 'vas', 14, 16, 16 },
}) do
  table.insert(tests, {
    ('%s in row %d of scenes'):format(case[1], case[2]),
    function()
      vim.keymap.set({ 'x', 'o' }, 'is', '<Plug>(segls-inner-scene)')
      vim.keymap.set({ 'x', 'o' }, 'as', '<Plug>(segls-a-scene)')
      fake.answers['segls/fragments'] = function()
        local structure = fake.divide(scenes)
        structure.fragments = {}
        for i, line in ipairs({ 2, 6, 11, 15 }) do
          structure.fragments[i] = { id = tostring(i), range = fake.range(line, line, #scenes[line + 1]) }
        end
        structure.scenes = vim.tbl_map(function(one)
          return { id = one.id, fragments = 1 }
        end, structure.fragments)
        return structure
      end
      fake.open(scenes)
      selects(case)
      vim.keymap.del({ 'x', 'o' }, 'is')
      vim.keymap.del({ 'x', 'o' }, 'as')
    end,
  })
end

-- Positions are converted in each encoding.
for _, encoding in ipairs({ 'utf-8', 'utf-16', 'utf-32' }) do
  table.insert(tests, {
    'positions in ' .. encoding,
    function()
      fake.encoding = encoding
      local buffer = fake.open({ '漢字 🌊 one.' })
      local server = require('segls.server')
      local column = #'漢字 🌊'
      local character = ({ ['utf-8'] = column, ['utf-16'] = 5, ['utf-32'] = 4 })[encoding]
      equal(server.position(buffer, 0, column), { line = 0, character = character })
      equal({ server.place(buffer, { line = 0, character = character }) }, { 0, column })
      equal({ server.place(buffer, { line = 9, character = 0 }) }, { 0, #'漢字 🌊 one.' }, 'after the last line')
    end,
  })
end

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

test('sentences beside wide characters, with counts', function()
  map()
  fake.encoding = 'utf-8'
  fake.open({ '漢字 🌊 one. Salt 🧂 is raked. Three.', '', 'Next.' })
  local at = { 1, #'漢字 🌊 one. Salt ' }
  for keys, wanted in pairs({
    yiS = 'Salt 🧂 is raked.',
    yaS = 'Salt 🧂 is raked. ',
    y2iS = 'Salt 🧂 is raked. Three.',
    viSiSy = 'Salt 🧂 is raked. Three.',
    viSiSiSy = 'Salt 🧂 is raked. Three.\n\nNext.',
  }) do
    vim.api.nvim_win_set_cursor(0, at)
    vim.cmd('normal ' .. keys)
    equal(vim.fn.getreg('"'), wanted, keys)
  end
  fake.answers['textDocument/selectionRange'] = vim.NIL
  vim.cmd('normal viS')
  vim.cmd('normal! \27')
end)

test('a message if there is nothing to go to or select', function()
  map()
  fake.open({ '' })
  vim.cmd('normal ]g')
  vim.cmd('normal vif')
  vim.cmd('normal! \27')
  equal(row(), 1)
  equal(fake.messages, { 'segls: No fragment begins below here.', 'segls: There is no fragment here.' })
end)

test('the preview shows what the fragment is about, and why it begins there', function()
  fake.open(book)
  fake.go('Boat')
  vim.cmd('Segls fragment preview')
  fake.eventually('the preview', fake.float)
  assert(fake.float():find('1 paragraph about boat', 1, true), fake.float())
  assert(fake.float():find('fragment 2 of 4, 6 words', 1, true), fake.float())
  vim.cmd('fclose!')
  fake.answers['textDocument/hover'] = { contents = { kind = 'markdown', value = 'The words change here.' } }
  vim.cmd('Segls explain')
  fake.eventually('the reason', function()
    return fake.float():find('The words change here', 1, true)
  end)
  vim.cmd('fclose!')
  fake.answers['textDocument/hover'] = function(params) -- only on the line above the fragment, which is not blank
    return params.position.line == 4 and { contents = 'A scene break begins this fragment.' } or vim.NIL
  end
  vim.cmd('Segls explain')
  fake.eventually('the reason on the scene break', function()
    return fake.float():find('A scene break begins', 1, true)
  end)
  vim.cmd('fclose!')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '' })
  vim.cmd('Segls fragment preview')
  fake.eventually('a message', function()
    return fake.messages[1] == 'segls: There is no fragment here.'
  end)
end)

test('a range that the server shows is selected linewise', function()
  local buffer = fake.open(book)
  local function show(selection, focus)
    return fake.send.server_request('window/showDocument', {
      uri = vim.uri_from_bufnr(buffer),
      takeFocus = focus,
      selection = selection,
    })
  end
  equal(show(fake.range(6, 7, 5), true).success, true)
  equal({ vim.fn.mode(), vim.fn.line('v'), vim.fn.line('.') }, { 'V', 7, 8 })
  show(fake.range(6, 8, 0), true)
  equal({ vim.fn.line('v'), vim.fn.line('.') }, { 7, 8 }, 'up to the start of a line')
  vim.cmd('normal! \27')
  show(fake.range(2, 2), true)
  equal({ vim.fn.mode(), vim.fn.line('.') }, { 'n', 3 }, 'an empty range is not selected')
end)

test("in a panel the text's cursor moves, and the panel keeps the focus", function()
  local buffer = fake.open(book)
  local window = vim.api.nvim_get_current_win()
  vim.cmd('Segls outline')
  local outline = vim.api.nvim_get_current_win()
  fake.settle()
  fake.send.server_request('window/showDocument', { uri = vim.uri_from_bufnr(buffer), selection = fake.range(6, 6) })
  equal({ vim.api.nvim_get_current_win(), vim.api.nvim_win_get_cursor(window)[1] }, { outline, 7 })
end)

test('unnamed buffers are one text', function()
  vim.cmd('enew')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, book)
  vim.bo.filetype = 'markdown'
  local first = vim.api.nvim_get_current_buf()
  fake.attach(first)
  local uri = vim.uri_from_bufnr(first)
  equal(fake.send.server_request('window/showDocument', { uri = uri, selection = fake.range(6, 6) }).success, true)
  equal(row(), 7)
  local function apply()
    return fake.send.server_request('workspace/applyEdit', {
      edit = {
        documentChanges = {
          { textDocument = { uri = uri, version = vim.NIL }, edits = { { range = fake.range(0, 1), newText = '# Other\n' } } },
        },
      },
    })
  end
  equal(apply(), { applied = true })
  equal(vim.fn.getline(1), '# Other')
  vim.bo.modifiable = false
  equal(apply().failureReason, "'modifiable' is off")
  vim.bo.modifiable = true
  fake.update(first)
  vim.cmd('enew')
  local second = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(second, require('segls.server').of(first).id)
  equal(apply().failureReason, 'several buffers have no name; write one of them')
end)

return tests
