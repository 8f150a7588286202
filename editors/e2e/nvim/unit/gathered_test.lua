--- Gathered texts: requests, files that are written, and what survives.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

---@param key string
---@param said? string
local function answer(key, said)
  return {
    text = ('━━━ 1 · salt.md · %s ━━━\n\n%s\n'):format(key, said or 'Salt.'),
    markup = 'markdown',
    places = { { uri = fake.uri('salt.md'), range = fake.range(2, 2, 5), line = 0 } },
    notes = {},
  }
end

--- Gathers the work of a text.
---@return integer buffer
local function gather()
  fake.open({ 'Salt.', '', 'More.' })
  fake.answers['segls/gather'] = function()
    return answer('aaaa')
  end
  vim.cmd('Segls gather work')
  return vim.api.nvim_get_current_buf()
end

---@param method string
local function asked(method)
  local found
  for _, one in ipairs(fake.asked) do
    found = one[1] == method and one[2] or found
  end
  return found
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

test('a work, a label and the quickfix list are gathered', function()
  local buffer = gather()
  equal(asked('segls/gather').whole, true)
  equal({ vim.bo.buftype, vim.bo.filetype, vim.bo.modified }, { 'acwrite', 'markdown', false })
  equal(lines(), { '━━━ 1 · salt.md · aaaa ━━━', '', 'Salt.' })
  vim.cmd('bwipeout! ' .. buffer)
  vim.cmd('Segls gather label to be checked')
  equal(asked('segls/gather').label, 'to be checked')
  vim.cmd('bwipeout!')
  local prompt
  vim.ui.input = function(options, typed)
    prompt = options.prompt
    typed(' late ')
  end
  vim.cmd('Segls gather label')
  equal({ prompt, fake.last_asked('segls/gather').label }, { 'Label: ', 'late' })
  vim.fn.setqflist({}, 'r')
  vim.cmd('Segls gather')
  assert(fake.messages[#fake.messages]:find('has no passages', 1, true))
  fake.write('salt.md', { '# Salt', '', 'Camels.' })
  vim.fn.setqflist({ { filename = fake.path('salt.md'), lnum = 3, valid = 1 } }, 'r')
  vim.cmd('Segls gather')
  equal(asked('segls/gather').places[1].uri, fake.uri('salt.md'))
  equal(vim.fn.expand('%:t'), '1 passage')
  vim.cmd('bwipeout!')
end)

test('writing sends the gathered and the edited text; a refusal leaves the text', function()
  gather()
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'Salt was.' })
  fake.answers['segls/scatter'] = function()
    return nil, { code = -32803, message = 'The line that marks piece 1 is missing.' }
  end
  vim.cmd('silent! write')
  equal({ vim.bo.modified, lines()[3] }, { true, 'Salt was.' })
  equal(fake.messages[#fake.messages], 'segls: The line that marks piece 1 is missing.')
  fake.answers['segls/scatter'] = function(params)
    equal(params.text, answer('aaaa').text)
    equal(params.edited, answer('aaaa', 'Salt was.').text)
    return answer('bbbb', 'Salt is.')
  end
  vim.cmd('write')
  equal({ vim.bo.modified, lines()[1], lines()[3] }, { false, '━━━ 1 · salt.md · bbbb ━━━', 'Salt is.' })
  -- One undo reverts both the edit and the server's changes on writing.
  vim.cmd('undo')
  equal({ lines()[1], lines()[3] }, { '━━━ 1 · salt.md · aaaa ━━━', 'Salt.' })
  fake.answers['segls/scatter'] = function(params)
    equal(params.text, answer('aaaa').text)
    return answer('aaaa')
  end
  vim.cmd('write')
  equal(lines()[3], 'Salt.')
  vim.cmd('bwipeout!')
end)

test('writing also writes a file in a window, but none with unsaved changes', function()
  for _, other in ipairs({ '', 'Mine.' }) do
    local file = fake.open({ 'Before.', '', 'Salt.' }, 'salt.md')
    fake.answers['segls/gather'] = function()
      return answer('aaaa')
    end
    vim.cmd('split | Segls gather work')
    if other ~= '' then
      vim.api.nvim_buf_set_lines(file, 0, 1, false, { other })
    end
    fake.answers['segls/scatter'] = function()
      local edits = { { range = fake.range(2, 2, 5), newText = 'Salt was.' } }
      local change = { textDocument = { uri = fake.uri('salt.md'), version = vim.NIL }, edits = edits }
      local applied =
        fake.send.server_request('workspace/applyEdit', { label = 'Save pieces', edit = { documentChanges = { change } } })
      equal(applied, { applied = true })
      return answer('bbbb', 'Salt was.')
    end
    vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'Salt was.' })
    vim.cmd('write')
    equal(vim.api.nvim_buf_get_lines(file, 2, 3, false), { 'Salt was.' })
    if other == '' then
      equal(fake.on_disk('salt.md'), { 'Before.', '', 'Salt was.' })
      equal(fake.messages[#fake.messages], 'segls: Save pieces: salt.md written; :Segls file undo takes it back')
    else
      equal(fake.on_disk('salt.md'), { 'Before.', '', 'Salt.' })
      equal(
        fake.messages[#fake.messages],
        'segls: Not written yet, because of other changes there: salt.md. :wall writes them all.'
      )
    end
    vim.cmd('bwipeout!')
    vim.cmd('bwipeout! ' .. file)
  end
end)

test('a text without edits follows its files, and is shown again', function()
  local buffer = gather()
  fake.answers['segls/gather'] = function(params)
    equal(params.text, answer('aaaa').text)
    return answer('cccc', 'Other.')
  end
  vim.api.nvim_buf_set_lines(buffer, 2, 3, false, { 'Mine.' })
  vim.cmd('doautocmd <nomodeline> FocusGained')
  equal(lines()[3], 'Mine.')
  vim.cmd('undo')
  vim.bo.modified = false
  vim.cmd('doautocmd <nomodeline> FocusGained')
  equal(lines()[3], 'Other.')
  vim.cmd('bwipeout! ' .. buffer)
  vim.cmd('Segls gather again')
  equal(fake.messages[#fake.messages], 'segls: There is no gathered text: see :Segls gather')
end)

test('writing first reloads a hidden buffer whose file has changed on disk', function()
  gather()
  local buffer = vim.fn.bufadd(fake.path('salt.md'))
  fake.write('salt.md', { 'Salt.' })
  vim.fn.bufload(buffer)
  fake.write('salt.md', { 'Salt.', '', 'Pepper.' })
  local later = os.time() + 100
  vim.uv.fs_utime(fake.path('salt.md'), later, later)
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'Salt was.' })
  local known
  fake.answers['segls/scatter'] = function()
    known = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    return answer('bbbb', 'Salt was.')
  end
  vim.cmd('silent write')
  equal(known, { 'Salt.', '', 'Pepper.' })
  vim.cmd('bwipeout!')
end)

test('writing a copy does not change the files', function()
  gather()
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'Salt was.' })
  fake.answers['segls/scatter'] = function()
    error('a copy has been sent to the server')
  end
  local copy = vim.fn.tempname()
  vim.cmd('write ' .. copy)
  equal(vim.fn.readfile(copy)[3], 'Salt was.')
  equal(vim.bo.modified, true)
  vim.cmd('bwipeout!')
end)

test('a text is read again, and another one gathered from it', function()
  local buffer = gather()
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'Mine.' })
  vim.cmd('edit!')
  equal({ lines()[3], vim.bo.modified }, { 'Salt.', false })
  vim.cmd('Segls gather label later')
  equal(asked('segls/gather').textDocument.uri, fake.uri('salt.md'))
  vim.cmd('bwipeout!')
  vim.cmd('bwipeout! ' .. buffer)
end)

test('only a text that a killed Neovim has left is shown again', function()
  local gone = vim.fn.stdpath('state') .. '/segls/gathered/'
  local function leave(owner)
    local folder = ('%s%d-1'):format(gone, owner)
    vim.fn.mkdir(folder, 'p')
    vim.fn.writefile({ vim.json.encode({ answer('aaaa') }) }, folder .. '/Work.json')
    vim.fn.writefile(vim.split(answer('aaaa').text, '\n'), folder .. '/Work')
    return folder
  end
  local running = vim.system({ 'sleep', '60' })
  local folder = leave(running.pid)
  vim.cmd('Segls gather again')
  equal(fake.messages[#fake.messages], 'segls: There is no gathered text: see :Segls gather')
  fake.messages = {}
  vim.uv.fs_utime(folder .. '/Work.json', 1000, 1000) -- from before the machine was started
  require('segls.gathered').tell_left()
  equal(fake.messages, { 'segls: “Work” was not closed: see :Segls gather again' })
  running:kill(9)
  vim.fn.delete(gone, 'rf')
  leave(4194305) -- above the largest process ID
  require('segls.gathered').tell_left()
  equal(fake.messages[#fake.messages], 'segls: “Work” was not closed: see :Segls gather again')
  vim.cmd('Segls gather again')
  equal(lines()[3], 'Salt.')
  vim.cmd('bwipeout!')
  vim.fn.delete(gone, 'rf')
end)

--- Gives a journal to a Neovim that has ended.
---@param journal string
local function orphan(journal)
  assert(vim.uv.fs_rename(journal, vim.fs.dirname(journal) .. '/4194305-1')) -- above the largest process ID
end

test('after a kill at any call of a save, the next Neovim has all files old or all new', function()
  local script = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/killed.lua'
  local state = vim.fn.stdpath('state')
  local old, new = { { 'Old.' }, { 'Old.' }, { 'Old.' } }, { { 'New.' }, { 'New.' }, { 'New.' } }
  local finished = 0
  for calls = 0, 1000 do
    local command = { vim.v.progpath, '--headless', '-u', 'NONE', '-i', 'NONE', '-c', 'luafile ' .. script }
    local result = vim.system(command, { env = { CALLS = calls } }):wait()
    fake.messages = {}
    require('segls.gathered').tell_left()
    local files = { fake.on_disk('one.md'), fake.on_disk('two.md'), fake.on_disk('three.md') }
    assert(vim.deep_equal(files, old) or vim.deep_equal(files, new), ('%d: %s'):format(calls, vim.inspect(files)))
    equal(vim.fn.glob(fake.folder .. '/*~'), '', calls)
    equal(vim.fn.glob(state .. '/segls/saves/*'), '', calls)
    finished = finished + (table.concat(fake.messages):find('has now finished it', 1, true) and 1 or 0)
    vim.fn.delete(state .. '/segls/gathered', 'rf')
    local swaps = vim.tbl_filter(function(name)
      return name:find('one.md', 1, true) ~= nil and vim.fn.swapinfo(name).dirty ~= 0
    end, vim.fn.glob(state .. '/swap/*', true, true))
    equal(swaps, {}, calls)
    vim.fn.delete(state .. '/swap', 'rf')
    if result.signal == 0 then
      equal({ result.code, files }, { 0, new }, result.stderr)
      assert(calls > 20 and finished > 3, ('%d calls, %d saves finished'):format(calls, finished))
      return
    end
  end
  error('the save does not end')
end)

test('a file that is half written is finished; one that has changed since is left alone', function()
  local interrupted = require('segls.interrupted')
  local function begin(now)
    local paths = { fake.write('one.md', { 'Old one.' }), fake.write('two.md', { 'Old two.' }) }
    local journal, list = interrupted.begin(paths)
    for _, file in ipairs(list) do
      vim.fn.writefile({ 'New text.' }, file.next)
    end
    interrupted.commit(journal)
    orphan(journal)
    vim.fn.writefile({ now }, paths[1], 'b')
    require('segls.gathered').tell_left()
    return { fake.on_disk('one.md'), fake.on_disk('two.md') }
  end
  equal(begin('New te'), { { 'New text.' }, { 'New text.' } })
  equal(vim.fn.glob(fake.folder .. '/*~'), '')
  equal(
    fake.messages[#fake.messages],
    'segls: Neovim was closed in the middle of a save; segls has now finished it: one.md, two.md.'
  )
  local replace, copy = interrupted.replace, vim.uv.fs_copyfile
  interrupted.replace = function()
    return false
  end
  vim.uv.fs_copyfile = function()
    return nil, 'EACCES'
  end
  local fine, failure = pcall(begin, 'New te')
  interrupted.replace, vim.uv.fs_copyfile = replace, copy
  assert(fine, failure)
  equal(fake.on_disk('two.md.segls~'), { 'New text.' }, 'the only copy of the new text')
  assert(fake.messages[#fake.messages]:find('cannot be written now: one.md, two.md.', 1, true), fake.messages[#fake.messages])
  require('segls.gathered').tell_left()
  equal({ fake.on_disk('one.md'), fake.on_disk('two.md') }, { { 'New text.' }, { 'New text.' } })
  equal(begin('Another.'), { { 'Another.' }, { 'Old two.' } })
  assert(fake.messages[#fake.messages]:find('changed since: one.md', 1, true))
end)

return tests
