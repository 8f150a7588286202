--- Edits of files: what is written and when, what undo reverts, and what is refused.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

--- Returns an edit of a whole text, or of some of its rows.
---@param name string
---@param text string
---@param first? integer
---@param last? integer
local function change(name, text, first, last)
  local uri = fake.uri(name)
  local buffer = vim.fn.bufloaded(fake.path(name)) == 1 and vim.fn.bufadd(fake.path(name)) or -1
  return {
    textDocument = { uri = uri, version = vim.lsp.util.buf_versions[buffer] or vim.NIL },
    edits = { { range = fake.range(first or 0, last or 999), newText = text } },
  }
end

---@param name string
local function create(name)
  return { kind = 'create', uri = fake.uri(name) }
end

--- Makes the client apply an edit.
---@param changes table[]
---@return lsp.ApplyWorkspaceEditResult
local function apply(changes)
  return fake.send.server_request('workspace/applyEdit', { label = 'Extract', edit = { documentChanges = changes } })
end

--- Opens a text and extracts a part to a new file.
---@return integer buffer
---@return lsp.ApplyWorkspaceEditResult
local function extract()
  local buffer = fake.open({ '# Sea', '', 'A boat.', '', 'A net.' }, 'sea.md')
  return buffer, apply({ create('boats.md'), change('boats.md', 'A boat.\n'), change('sea.md', '', 2, 4) })
end

test('a file that another program has rewritten with the same text is changed without asking', function()
  fake.write('two.md', { 'Two.' })
  vim.fn.bufload(vim.fn.bufadd(fake.path('two.md')))
  fake.open({ 'One.' }, 'one.md')
  local function touch(by)
    local now = os.time() + by
    vim.uv.fs_utime(fake.path('two.md'), now, now)
  end
  touch(100)
  equal(apply({ change('one.md', 'One and a half.\n'), change('two.md', 'Two and a half.\n') }).applied, true)
  equal(fake.on_disk('two.md'), { 'Two and a half.' })
  touch(200)
  vim.cmd('Segls file undo')
  equal(fake.on_disk('two.md'), { 'Two.' })
end)

test('a file that is not open is replaced as a whole, with its mode; a link stays a link', function()
  local path = fake.write('two.md', { 'Two.' })
  vim.uv.fs_chmod(path, tonumber('640', 8))
  local before = vim.uv.fs_stat(path)
  vim.uv.fs_symlink(fake.write('far.md', { 'Far.' }), fake.path('link.md'))
  fake.open({ 'One.' }, 'one.md')
  equal(apply({ change('one.md', 'One\n'), change('two.md', 'Two!\n'), change('link.md', 'Far!\n') }).applied, true)
  local after = vim.uv.fs_stat(path)
  equal({ fake.on_disk('two.md'), after.mode }, { { 'Two!' }, before.mode })
  assert(after.ino ~= before.ino, 'it is overwritten in place: after a kill, it could have a part of the text')
  equal({ fake.on_disk('far.md'), vim.uv.fs_lstat(fake.path('link.md')).type }, { { 'Far!' }, 'link' })
  equal(vim.fn.glob(fake.path('*~')), '')
end)

test('a new file is on disk before the text changes, and undo deletes it', function()
  local buffer, answer = extract()
  equal(answer.applied, true)
  equal(fake.on_disk('boats.md'), { 'A boat.' })
  equal(vim.fn.bufloaded(fake.path('boats.md')), 0, 'a hidden buffer')
  equal({ fake.text(buffer), vim.bo[buffer].modified }, { '# Sea\n\nA net.', true }, 'the text is not saved')
  equal(fake.messages, { 'segls: Extract: boats.md written; :Segls file undo takes it back' })
  equal(fake.last_asked('workspace/didChangeWatchedFiles').changes, {
    { uri = fake.uri('boats.md'), type = 1 },
    { uri = fake.uri('sea.md'), type = 2 },
  })
  vim.cmd('silent undo')
  fake.eventually('no file', function()
    return not fake.on_disk('boats.md')
  end)
  vim.cmd('silent redo')
  fake.eventually('the file again', function()
    return fake.on_disk('boats.md')
  end)
  equal(fake.text(buffer), '# Sea\n\nA net.')
  vim.cmd('silent write')
  vim.cmd('silent undo')
  fake.eventually('the text of the deleted file on disk', function()
    return not fake.on_disk('boats.md') and #fake.on_disk('sea.md') == 5
  end)
end)

test('undo in either file reverts both', function()
  local function moved()
    fake.write('two.md', { 'Two.' })
    local source = fake.open({ 'One.', 'Net.' }, 'one.md')
    equal(apply({ change('two.md', 'Two.\nNet.\n'), change('one.md', 'One.\n') }).applied, true)
    equal({ fake.on_disk('two.md'), fake.text(source) }, { { 'Two.', 'Net.' }, 'One.' })
    return source
  end
  local source = moved()
  vim.cmd('silent undo')
  fake.eventually('the other file', function()
    return #fake.on_disk('two.md') == 1
  end)
  equal(fake.messages[#fake.messages], 'segls: Undone in two.md too.')
  vim.cmd('silent redo')
  fake.eventually('the other file', function()
    return #fake.on_disk('two.md') == 2
  end)
  equal(fake.messages[#fake.messages], 'segls: Redone in two.md too.')
  -- The same undo in the other file, which is opened only now.
  vim.cmd('silent write')
  local target = fake.open({ 'Two.', 'Net.' }, 'two.md')
  equal({ vim.bo.modified, vim.fn.undotree().seq_last }, { false, 1 })
  vim.cmd('silent undo')
  fake.eventually('the text that it came from', function()
    return fake.text(source) == 'One.\nNet.'
  end)
  equal({ fake.text(target), fake.messages[#fake.messages] }, { 'Two.', 'segls: Undone in one.md too.' })
  vim.cmd('silent redo')
  fake.eventually('both again', function()
    return fake.text(source) == 'One.' and fake.text(target) == 'Two.\nNet.'
  end)
end)

-- Each case: commands after two paragraphs have moved to two.md and three.md, and what the files then have.
for _, case in ipairs({
  { { 'undo', 'undo' }, 'One. Boat. Net.|Two.|Three.' },
  { { 'undo 0' }, 'One. Boat. Net.|Two.|Three.' },
  { { 'undo 0', 'redo', 'redo' }, 'One.|Two. Boat.|Three. Net.' },
  { { 'undo', 'undo', 'undo 2' }, 'One.|Two. Boat.|Three. Net.' },
  { { 'undo 0', 'normal! ONew.', 'earlier 2' }, 'One. Net.|Two. Boat.|Three.' },
  { { 'undo 0', 'normal! ONew.', 'undo 2' }, 'One.|Two. Boat.|Three. Net.' },
  { { 'undo 0', 'normal! ONew.', 'undo 2', 'undo 3' }, 'New. One. Boat. Net.|Two.|Three.' },
  { { 'undo 0', 'buffer two.md', 'undo' }, 'One. Net.|Two. Boat.|Three.' },
  { { 'buffer two.md', 'undo', 'redo' }, 'One.|Two. Boat.|Three. Net.' },
}) do
  test('several moves, then ' .. table.concat(case[1], ', '), function()
    for _, name in ipairs({ 'two', 'three' }) do
      fake.open({ name:gsub('^.', string.upper) .. '.' }, name .. '.md')
    end
    fake.open({ 'One.', 'Boat.', 'Net.' }, 'one.md')
    equal(apply({ change('two.md', 'Two.\nBoat.\n'), change('one.md', 'One.\nNet.\n') }).applied, true)
    equal(apply({ change('three.md', 'Three.\nNet.\n'), change('one.md', 'One.\n') }).applied, true)
    for _, command in ipairs(case[1]) do
      vim.cmd('silent ' .. command)
      vim.wait(10)
    end
    local texts = {}
    for _, name in ipairs({ 'one.md', 'two.md', 'three.md' }) do
      table.insert(texts, (fake.text(vim.fn.bufadd(fake.path(name))):gsub('\n', ' ')))
    end
    equal(table.concat(texts, '|'), case[2])
  end)
end

test('the actions of one command are one step of undo, over files too', function()
  fake.write('two.md', { 'Two.' })
  local source = fake.open({ 'One.', 'Net.', 'Boat.' }, 'one.md')
  require('segls.history').as_one(function()
    apply({ change('one.md', 'One.\nBoat.\nNet.\n') })
    vim.cmd.undojoin()
    apply({ change('two.md', 'Net.\nTwo.\n'), change('one.md', 'One.\nBoat.\n') })
  end)
  equal({ fake.on_disk('two.md'), fake.text(source) }, { { 'Net.', 'Two.' }, 'One.\nBoat.' })
  vim.cmd('Segls file undo')
  equal({ fake.on_disk('two.md'), fake.text(source) }, { { 'Two.' }, 'One.\nNet.\nBoat.' })
  vim.cmd('Segls file redo')
  equal({ fake.on_disk('two.md'), fake.text(source) }, { { 'Net.', 'Two.' }, 'One.\nBoat.' })
end)

test('undo in a new file that has been opened restores the text', function()
  local source = extract()
  fake.open({ 'A boat.' }, 'boats.md')
  vim.cmd('silent undo')
  fake.eventually('the text, and no file', function()
    return fake.text(source):find('A boat.', 1, true) and not fake.on_disk('boats.md')
  end)
end)

test('a file that has changed since is opened without the action in its undo history', function()
  extract()
  fake.open({ 'And sails.' }, 'boats.md')
  equal(vim.fn.undotree().seq_last, 0)
end)

test('a file that has changed since is not undone, and a message says so', function()
  extract()
  fake.write('boats.md', { 'And sails.' })
  vim.cmd('silent undo')
  fake.eventually('a message', function()
    return fake.messages[2] == 'segls: Not undone in boats.md, because of later changes.'
  end)
  equal(fake.on_disk('boats.md'), { 'And sails.' })
end)

test('files without a window are written, and :Segls file undo reverts that', function()
  fake.write('one.md', { 'One.', 'Two.' })
  fake.write('two.md', { 'Three.' })
  fake.open({ 'Here.' })
  equal(apply({ change('one.md', 'One.\n'), change('two.md', 'Three.\nTwo.\n') }).applied, true)
  equal({ fake.on_disk('one.md'), fake.on_disk('two.md') }, { { 'One.' }, { 'Three.', 'Two.' } })
  equal(fake.messages, { 'segls: Extract: one.md, two.md written; :Segls file undo takes it back' })
  vim.cmd('Segls file undo')
  equal({ fake.on_disk('one.md'), fake.on_disk('two.md') }, { { 'One.', 'Two.' }, { 'Three.' } })
  vim.cmd('Segls file redo')
  equal({ fake.on_disk('one.md'), fake.on_disk('two.md') }, { { 'One.' }, { 'Three.', 'Two.' } })
  fake.write('two.md', { 'Rewritten.' })
  vim.cmd('Segls file undo')
  equal({ fake.messages[2], fake.messages[3] }, { 'segls: Undone in one.md, two.md.', 'segls: Redone in one.md, two.md.' })
  assert(fake.messages[4]:find('Not undone in two.md', 1, true), vim.inspect(fake.messages))
  equal(fake.on_disk('one.md'), { 'One.', 'Two.' })
  vim.cmd('Segls file undo')
  equal(fake.messages[5], 'segls: There is nothing to undo.')
end)

test('of many files three are named', function()
  fake.open({ 'Here.' })
  local changes = {}
  for i = 1, 5 do
    fake.write(i .. '.md', { 'Old.' })
    table.insert(changes, change(i .. '.md', 'New.\n'))
  end
  apply(changes)
  assert(fake.messages[1]:find(' and 2 more written', 1, true), fake.messages[1])
  local fits = require('segls.server').fits
  require('segls.server').fits = function()
    return false
  end
  vim.cmd('Segls file undo')
  require('segls.server').fits = fits
  equal(fake.messages[2], 'segls: Undone in 5 files.')
end)

test('an action in a single text is undone there', function()
  local buffer = fake.open({ 'One.', 'Two.' })
  apply({ change('text.md', 'Two.\nOne.\n') })
  equal({ fake.text(buffer), fake.messages }, { 'Two.\nOne.', {} })
  vim.cmd('Segls file undo')
  equal(fake.text(buffer), 'One.\nTwo.')
  vim.cmd('Segls file redo')
  equal(fake.text(buffer), 'Two.\nOne.')
  vim.cmd('Segls file redo')
  equal(fake.messages, { 'segls: There is nothing to redo.' })
end)

test('an action in a single text that has changed since is not undone, nor at once the one before it', function()
  fake.write('other.md', { 'Old.' })
  local buffer = fake.open({ 'One.', 'Two.' })
  apply({ change('other.md', 'New.\n') })
  apply({ change('text.md', 'Two.\nOne.\n') })
  vim.cmd('silent normal! OThree.')
  vim.cmd('Segls file undo')
  equal(
    { fake.text(buffer), fake.on_disk('other.md'), fake.messages[#fake.messages] },
    { 'Three.\nTwo.\nOne.', { 'New.' }, 'segls: Not undone in text.md, because of later changes.' }
  )
  vim.cmd('Segls file undo')
  equal(fake.on_disk('other.md'), { 'Old.' })
end)

test('a deleted file returns with undo', function()
  local buffer = fake.open({ 'One.' }, 'one.md')
  fake.write('two.md', { 'Two.' })
  equal(apply({ change('one.md', 'One.\nTwo.\n'), { kind = 'delete', uri = fake.uri('two.md') } }).applied, true)
  equal(
    { fake.on_disk('one.md'), fake.on_disk('two.md') },
    { { 'One.', 'Two.' }, nil },
    'the text of the deleted file is in the other'
  )
  vim.cmd('silent undo')
  fake.eventually('the file', function()
    return vim.deep_equal(fake.on_disk('two.md'), { 'Two.' })
  end)
  equal(fake.text(buffer), 'One.')
end)

-- Each case: its name, its setup, and the reason.
for _, case in ipairs({
  {
    'a text that has changed in the meantime',
    function()
      local edit = change('text.md', 'New.\n')
      edit.textDocument.version = 1
      vim.lsp.util.buf_versions[vim.api.nvim_get_current_buf()] = 5
      return edit
    end,
    'text.md has changed in the meantime',
  },
  {
    'a file that is unwritten and not for the server',
    function()
      fake.write('mkdocs.yml', { 'nav:' })
      vim.cmd('split ' .. fake.path('mkdocs.yml'))
      vim.api.nvim_buf_set_lines(0, 0, 0, true, { '# mine' })
      return change('mkdocs.yml', 'nav: []\n')
    end,
    'mkdocs.yml has changes that are not written, which segls does not see; write it and try again',
  },
  {
    'the deletion of a file that is unwritten and not for the server',
    function()
      fake.write('notes.md', { 'Notes.' })
      vim.cmd('split ' .. fake.path('notes.md'))
      vim.api.nvim_buf_set_lines(0, 0, 0, true, { 'Mine.' })
      return { kind = 'delete', uri = fake.uri('notes.md') }
    end,
    'notes.md has changes that are not written, which segls does not see; write it and try again',
  },
  {
    'a file that is newer on disk',
    function()
      vim.fn.writefile({ 'Newer.' }, fake.path('text.md'))
      return change('text.md', 'New.\n')
    end,
    'text.md has changed on disk and has been read again',
  },
  {
    'a text that may not be changed',
    function()
      vim.bo.modifiable = false
      return change('text.md', 'New.\n')
    end,
    "'modifiable' is off in text.md",
  },
}) do
  test('refused: ' .. case[1], function()
    fake.open({ 'Old.' })
    local edit = case[2]()
    local text = fake.text()
    local answer = apply({ create('other.md'), edit })
    equal({ answer.applied, answer.failureReason }, { false, case[3] })
    equal(fake.on_disk('other.md'), nil)
    if case[3]:find('read again') then
      text = 'Newer.'
    end
    equal(fake.text(), text)
  end)
end

test('an action that fails halfway is rolled back', function()
  local buffer = fake.open({ 'One.', 'Two.' })
  fake.write('a', { 'This is a file, and no folder.' })
  local answer = apply({ create('a/b.md'), change('a/b.md', 'Two.\n'), change('text.md', 'One.\n') })
  equal(answer.applied, false)
  equal(fake.text(buffer), 'One.\nTwo.')
  vim.v.errmsg = ''
end)

test('a file keeps its encoding and its line ends', function()
  fake.open({ 'Text.' })
  for _, bytes in ipairs({ 'Caf\233.\n', 'Caf\195\169.\r\n', 'One.\r\nCaf\195\169.\n', 'One.\rCaf\195\169.\r' }) do
    local path = fake.path('old.md')
    local file = assert(io.open(path, 'wb'))
    file:write(bytes)
    file:close()
    vim.cmd('set fileformats=unix,dos,mac | edit! ' .. path .. ' | setlocal filetype=')
    vim.cmd('hide edit ' .. fake.path('text.md'))
    local rows = vim.api.nvim_buf_line_count(vim.fn.bufadd(path))
    local edit = change('old.md', 'Tea', rows - 1, rows - 1)
    edit.edits[1].range['end'].character = 4
    equal(apply({ edit }).applied, true, bytes)
    local written = table.concat(vim.fn.readfile(path, 'b'), '\n')
    equal(written, (bytes:gsub('Caf\195?[\169\233]', 'Tea')))
    vim.cmd('bwipeout! ' .. path)
  end
end)

test('a character that the encoding of a file does not have is refused', function()
  fake.open({ 'Text.' })
  local path = fake.path('old.md')
  fake.write('new.md', { 'Old.' })
  vim.fn.writefile({ 'Caf\233.' }, path)
  vim.cmd('edit! ' .. path .. ' | setlocal filetype= | hide edit ' .. fake.path('text.md'))
  local answer = apply({ change('new.md', 'New.'), change('old.md', 'Kāfé.') })
  equal(
    answer.failureReason,
    'old.md cannot be written: the encoding latin1 lacks some characters of the text; use :set fileencoding=utf-8 there'
  )
  equal({ fake.on_disk('new.md'), vim.fn.readfile(path) }, { { 'Old.' }, { 'Caf\233.' } })
  vim.cmd('bwipeout! ' .. path)
end)

test('renaming a file updates the links to it', function()
  local buffer = fake.open({ 'See [b](b.md).' })
  fake.write('b.md', { 'B.' })
  fake.write('taken.md', { 'T.' })
  fake.answers['workspace/willRenameFiles'] = function(params)
    equal(params.files, { { oldUri = fake.uri('b.md'), newUri = fake.uri('c.md') } })
    return { documentChanges = { change('text.md', 'See [b](c.md).\n') } }
  end
  local places = require('segls.places')
  places.rename(buffer, fake.path('b.md'), 'taken.md')
  equal(fake.messages, { 'segls: taken.md already exists.' })
  places.rename(buffer, fake.path('b.md'), 'c.md')
  equal({ fake.on_disk('b.md'), fake.on_disk('c.md'), fake.text(buffer) }, { nil, { 'B.' }, 'See [b](c.md).' })
  vim.ui.input = function(options, answer)
    answer(options.default)
  end
  local count = fake.count('workspace/willRenameFiles')
  vim.cmd('Segls file rename')
  equal(fake.count('workspace/willRenameFiles'), count, 'the same name')
  fake.answers['workspace/willRenameFiles'] = vim.NIL
  vim.bo.modifiable = false
  fake.answers['workspace/willRenameFiles'] = function()
    return { documentChanges = { change('text.md', 'x\n') } }
  end
  places.rename(buffer, fake.path('c.md'), 'd.md')
  equal(fake.messages[#fake.messages], "segls: Nothing has been renamed: 'modifiable' is off in text.md")
  fake.answers['workspace/willRenameFiles'] = function()
    return nil, { code = -32603, message = 'The files cannot be read.' }
  end
  places.rename(buffer, fake.path('c.md'), 'd.md')
  equal({ fake.on_disk('c.md'), fake.on_disk('d.md') }, { { 'B.' }, nil }, 'not without the links')
end)

-- Hard-wrapped paragraphs: the text before, the server's edit, and the text after.
for _, case in ipairs({
  {
    'a split',
    { 'Salt keeps fish and', 'meat. Bees build wax', 'for honey.' },
    { 'Salt keeps fish and', 'meat.', '', 'Bees build wax', 'for honey.' },
    'Salt keeps fish and\nmeat.\n\nBees build wax for\nhoney.',
  },
  { 'one line', { 'Salt keeps fish.' }, { 'Salt keeps', '', 'fish.' }, 'Salt keeps\n\nfish.' },
  { 'a list', { '- Salt', '- fish' }, { '- Salt fish' }, '- Salt fish' },
  { 'a hard break', { 'Salt keeps  ', 'fish.', '', 'Bees.' }, { 'Salt keeps  ', 'fish. Bees.' }, 'Salt keeps  \nfish. Bees.' },
  { 'a backslash', { 'Salt keeps\\', 'fish.', '', 'Bees.' }, { 'Salt keeps\\', 'fish. Bees.' }, 'Salt keeps\\\nfish. Bees.' },
  {
    'sentences',
    { 'Salt.', 'Fish.', '', 'Bees build wax.' },
    { 'Salt.', 'Fish. Bees build wax.' },
    'Salt.\nFish. Bees build wax.',
  },
  { 'nothing', { 'Salt', 'fish.' }, { 'Salt', 'fish.' }, 'Salt\nfish.' },
}) do
  test('hard-wrapped: ' .. case[1], function()
    fake.open(case[2])
    fake.commands.splitParagraph = function(argument)
      fake.apply(argument.uri, 0, #case[2], case[3])
      return vim.NIL
    end
    vim.cmd('Segls paragraph split')
    equal(fake.text(), case[4])
    local client = require('segls.server').of(0)
    vim.cmd('silent undo')
    equal(fake.text(), table.concat(case[2], '\n'), 'one undo')
    client.commands['segls.splitParagraph'](
      { command = 'segls.splitParagraph', arguments = { { uri = fake.uri('text.md') } } },
      { bufnr = vim.api.nvim_get_current_buf() }
    )
    equal(fake.text(), case[4], 'from the menu')
  end)
end

return tests
