--- Views in a text: lenses, previews and folds; panels beside and above it.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

test('lenses are above their lines and follow the text', function()
  local buffer = fake.open(fake.book)
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
  local buffer = fake.open(fake.book)
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
    { { words = 800 }, 'new topic · 800 words (limit: 600) · boat', 600 },
    { { words = 600 }, 'new topic · 600 words (limit: 600) · boat', 600 },
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
  local other = fake.open(fake.book, 'other.md')
  equal(require('segls.previews').are_on(other), true, 'on from the start')
  vim.cmd('silent bwipeout! ' .. other)
  equal(require('segls.previews').are_on(other), false)
end)

test('folds of sections and fragments, with their text', function()
  local buffer = fake.open(fake.book)
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

test('a panel switches to the text that is entered, and closes with the last text', function()
  local first = fake.open(fake.book)
  vim.cmd('Segls outline')
  fake.shows('outline', { '# Book', '  ◆ Anchor', '  ◆ Boat', '  # Part', '  # Rest' })
  vim.cmd('wincmd p')
  local other = fake.open({ '# Other', '', 'Words.' }, 'other.md')
  fake.shows('outline', { '# Other' })
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
  local buffer = fake.open(fake.book)
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
  local buffer = fake.open(fake.book)
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
  local buffer = fake.open(fake.book)
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
  local buffer = fake.open(fake.book)
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

return tests
