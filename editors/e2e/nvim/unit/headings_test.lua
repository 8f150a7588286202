--- Rename, backlinks, and leaving methods to another server of the buffer.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

local text = { '# Salt', '', 'See [it](#salt).', '', '## Pans', '', 'Words.' }
local methods = { 'rename', 'references', 'documentHighlight', 'completion' }

--- Returns the clients of a buffer that support a method.
---@param buffer integer
---@param method string
---@return string
local function answering(buffer, method)
  local clients = vim.lsp.get_clients({ bufnr = buffer, method = 'textDocument/' .. method })
  local names = vim.tbl_map(function(client)
    return client.name
  end, clients)
  table.sort(names)
  return table.concat(names, ' ')
end

--- Returns the clients for each of the methods.
---@param buffer integer
local function all_answering(buffer)
  return vim.tbl_map(function(method)
    return answering(buffer, method)
  end, methods)
end

local whole = { renameProvider = true, referencesProvider = true, documentHighlightProvider = true, completionProvider = {} }

--- Sets `link-features` as a settings file would; the server sends it with the fragments.
---@param value string
local function settings_say(value)
  fake.answers['segls/fragments'] = function(params)
    local structure = fake.divide(vim.fn.readfile(vim.uri_to_fname(params.textDocument.uri)))
    structure.settings['link-features'] = value
    return structure
  end
end

--- Stops a client and waits until it is gone.
---@param id integer
local function gone(id)
  vim.lsp.get_client_by_id(id).rpc.terminate()
  fake.eventually('the end of the client', function()
    return not vim.lsp.get_client_by_id(id)
  end)
end

test('methods that another server supports are left to it, in any order of starting', function()
  local mine = { 'segls', 'segls', 'segls', 'segls' }
  for i, name in ipairs({ 'renameProvider', 'referencesProvider', 'documentHighlightProvider', 'completionProvider' }) do
    local buffer = fake.open(text, ('first%d.md'):format(i))
    equal(all_answering(buffer), mine, 'alone')
    local _, other = fake.attach_other(buffer, { [name] = whole[name] })
    local expected = vim.deepcopy(mine)
    expected[i] = 'marks'
    equal(all_answering(buffer), expected, name .. ' after segls')
    vim.lsp.buf_detach_client(buffer, other)
    equal(all_answering(buffer), mine, 'the other server has stopped')
    gone(other)

    vim.cmd('silent edit ' .. fake.write(('second%d.md'):format(i), text))
    buffer = vim.api.nvim_get_current_buf()
    _, other = fake.attach_other(buffer, { [name] = whole[name] })
    fake.attach(buffer)
    equal(all_answering(buffer), expected, name .. ' before segls')
    -- In another buffer, only segls is attached.
    equal(all_answering(fake.open(text, ('third%d.md'):format(i))), mine, 'another buffer')
    gone(other)
  end
end)

test('link-features = on answers beside another server, also if set in a settings file', function()
  local buffer = fake.open(text)
  fake.attach_other(buffer, whole)
  equal(all_answering(buffer), { 'marks', 'marks', 'marks', 'marks' })
  settings_say('on')
  fake.update(buffer)
  local both = { 'marks segls', 'marks segls', 'marks segls', 'marks segls' }
  fake.eventually('both', function()
    return vim.deep_equal(all_answering(buffer), both)
  end)
  settings_say('auto')
  fake.update(buffer)
  fake.eventually('the other one alone', function()
    return answering(buffer, 'rename') == 'marks'
  end)
end)

test("the editor's requests go to the other server", function()
  local buffer = fake.open(text)
  local asked = fake.attach_other(buffer, whole)
  fake.go('Salt')
  vim.lsp.buf.rename('Brine')
  vim.lsp.buf.references()
  vim.lsp.buf.document_highlight()
  fake.eventually('the other server to be asked', function()
    return vim.tbl_contains(asked, 'textDocument/rename')
      and vim.tbl_contains(asked, 'textDocument/references')
      and vim.tbl_contains(asked, 'textDocument/documentHighlight')
  end)
  for _, method in ipairs({ 'prepareRename', 'rename', 'references', 'documentHighlight' }) do
    equal(fake.count('textDocument/' .. method), 0, method)
  end
  -- nvim-cmp sends requests to every client.
  local client = assert(require('segls.server').of(buffer))
  local answers = 0
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = 2, character = 9 } }
  local function answer(failure, result)
    equal({ failure, result }, {})
    answers = answers + 1
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request('textDocument/completion', params, answer, buffer)
  else
    client.request('textDocument/completion', params, answer, buffer)
  end
  fake.eventually('an answer', function()
    return answers == 1
  end)
  equal(fake.count('textDocument/completion'), 0)
end)

--- Answers a rename with an edit of two files.
local function renames()
  fake.write('other.md', { 'See [it](text.md#salt).' })
  fake.answers['textDocument/prepareRename'] = function(params)
    return params.position.line == 0 and { range = fake.range(0, 0, 6), placeholder = 'Salt' } or vim.NIL
  end
  fake.answers['textDocument/rename'] = function(params)
    local function edit(name, row, line)
      local version = name == 'text.md' and vim.lsp.util.buf_versions[vim.fn.bufnr(fake.path(name))] or vim.NIL
      local range = { start = { line = row, character = 0 }, ['end'] = { line = row, character = 999 } }
      return { textDocument = { uri = fake.uri(name), version = version }, edits = { { range = range, newText = line } } }
    end
    local to = params.newName
    return {
      documentChanges = { edit('other.md', 0, 'See [it](text.md#' .. to:lower() .. ').'), edit('text.md', 0, '# ' .. to) },
    }
  end
end

test(':Segls rename renames the element at the cursor, or the heading of the section, and undo reverts all', function()
  renames()
  local buffer = fake.open(text)
  fake.attach_other(buffer, whole) -- which supports rename
  fake.go('See')
  vim.ui.input = function(options, answer)
    equal(options.default, 'Salt')
    answer('Brine')
  end
  vim.cmd('Segls rename')
  equal(
    { vim.api.nvim_buf_get_lines(buffer, 0, 1, true)[1], fake.on_disk('other.md') },
    { '# Brine', { 'See [it](text.md#brine).' } }
  )
  equal(fake.messages, { 'segls: Rename to Brine: other.md written; :Segls file undo takes it back' })
  vim.cmd('silent undo')
  fake.eventually('the link as it was', function()
    return fake.on_disk('other.md')[1] == 'See [it](text.md#salt).'
  end)
  vim.cmd('Segls rename Sea salt')
  equal(fake.last_asked('textDocument/rename').newName, 'Sea salt')
  fake.go('Pans')
  vim.cmd('Segls rename x')
  equal(fake.messages[#fake.messages], 'segls: Nothing here has a name.')
  fake.answers['textDocument/prepareRename'] = function()
    return nil, { code = -32803, message = 'Rename the file.' }
  end
  vim.cmd('Segls rename x')
  equal(fake.messages[#fake.messages], 'segls: Rename the file.')
end)

test('a text that changes while the name is typed is not renamed', function()
  renames()
  local buffer = fake.open(text)
  vim.ui.input = function(_, answer)
    vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'New.' })
    answer('Brine')
  end
  vim.cmd('Segls rename')
  equal(
    { fake.count('textDocument/rename'), fake.messages },
    { 0, { 'segls: The text has changed; look at it and try again.' } }
  )
end)

test("the editor's own rename has the same effect", function()
  renames()
  fake.open(text)
  vim.lsp.buf.rename('Brine')
  fake.eventually('the link', function()
    return fake.on_disk('other.md')[1] == 'See [it](text.md#brine).'
  end)
  vim.cmd('silent undo')
  fake.eventually('the link as it was', function()
    return fake.on_disk('other.md')[1] == 'See [it](text.md#salt).'
  end)
end)

test(':Segls backlinks lists the links to an element', function()
  fake.write('other.md', { 'See [it](text.md#salt).' })
  local links = { { uri = fake.uri('other.md'), range = fake.range(0, 0, 5), section = { 'Iron', 'Ore' }, text = 'See it.' } }
  fake.answers['segls/backlinks'] = function(params)
    local at = params.position
    return (not at or at.line == 0) and { name = at and 'Salt' or 'text.md', links = links } or vim.NIL
  end
  fake.open(text)
  fake.go('See')
  vim.cmd('Segls backlinks')
  local list = vim.fn.getqflist({ title = 1, items = 1 })
  local item = list.items[1]
  equal({ list.title, item.text, item.lnum, vim.api.nvim_buf_get_name(item.bufnr) }, {
    'segls: links to "Salt"',
    'Iron › Ore: See it.',
    1,
    fake.path('other.md'),
  })
  vim.cmd('cclose')
  vim.cmd('Segls backlinks file')
  equal(vim.fn.getqflist({ title = 1 }).title, 'segls: links to "text.md"')
  vim.cmd('cclose')
  links = {}
  vim.cmd('Segls backlinks')
  equal(fake.messages, { 'segls: No link leads to "Salt".' })
  fake.go('Words')
  vim.cmd('Segls backlinks')
  equal(fake.messages[2], 'segls: Nothing here has a name.')
end)

return tests
