--- Requests, answers, and messages to the user.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

--- Makes every command fail.
---@param failure lsp.ResponseError
local function fail(failure)
  fake.answers['workspace/executeCommand'] = function()
    return nil, failure
  end
end

test("the server gets Neovim's capabilities", function()
  fake.open({ 'One.' })
  local params = fake.last_asked('initialize')
  equal(params.capabilities.workspace.workspaceEdit.failureHandling, 'transactional')
  equal(params.capabilities.workspace.fileOperations, { willRename = true })
  equal(params.initializationOptions.undoesFiles, true)
  assert(params.capabilities.textDocument.codeLens, 'no lenses')
end)

test('without lenses the capability is removed', function()
  vim.g.segls_codelens = false
  fake.open({ 'One.' })
  local capabilities = fake.last_asked('initialize').capabilities
  equal({ capabilities.textDocument.codeLens, capabilities.workspace.codeLens }, {})
end)

test('filetypes have the language IDs of LSP', function()
  local config = dofile(vim.api.nvim_get_runtime_file('lsp/segls.lua', false)[1])
  equal({ config.get_language_id(0, 'text'), config.get_language_id(0, 'markdown') }, { 'plaintext', 'markdown' })
end)

test('a crashed server is restarted, three times in a minute', function()
  local buffer = fake.open({ 'One.' })
  local first = require('segls.server').of(buffer).id
  local function dies(code, signal)
    local starts = fake.count('initialize')
    fake.die(code, signal)
    return function()
      return fake.count('initialize') == starts + 1 and require('segls.server').of(buffer)
    end
  end
  local function crash_messages()
    return vim.tbl_filter(function(message)
      return message:find('stopped several times') ~= nil
    end, fake.messages)
  end
  for _, how in ipairs({ { 0, 9 }, { 2, 0 }, { 0, 11 } }) do
    fake.eventually('another server', dies(how[1], how[2]))
    assert(vim.lsp.buf_is_attached(buffer, require('segls.server').of(buffer).id), 'the buffer has no server')
  end
  assert(require('segls.server').of(buffer).id ~= first, 'it is the same')
  equal(#crash_messages(), 0)
  local starts = fake.count('initialize')
  fake.die(0, 9)
  fake.eventually('a message', function()
    return #crash_messages() == 1
  end)
  equal(fake.count('initialize'), starts)
end)

test('a stopped server is not restarted', function()
  local buffer = fake.open({ 'One.' })
  local client = require('segls.server').of(buffer)
  fake.die(0, 15)
  fake.eventually('its end', function()
    return vim.lsp.get_client_by_id(client.id) == nil
  end)
  vim.wait(20)
  equal(fake.count('initialize'), 1)
end)

test('a missing program is reported once, with how to install it', function()
  vim.cmd('silent edit ' .. fake.write('text.md', { 'One.' }))
  vim.bo.filetype = 'markdown'
  local path = vim.env.PATH
  vim.env.PATH = fake.folder
  if vim.lsp.enable then
    vim.lsp.enable('segls')
    vim.cmd('doautocmd FileType markdown')
    vim.cmd('doautocmd FileType markdown')
    vim.lsp.enable('segls', false)
  else
    require('segls').start()
    require('segls').start()
  end
  vim.env.PATH = path
  fake.eventually('the message', function()
    return #fake.messages > 0
  end)
  equal(#fake.messages, 1)
  assert(fake.messages[1]:find('there is no program "segls". With Go, `cd .* && go install ./cmd/segls`'), fake.messages[1])
end)

test('another program that is missing is reported, too', function()
  if not vim.lsp.enable then
    return
  end
  local usual, path = vim.lsp.config.segls.cmd, vim.env.PATH
  vim.uv.fs_chmod(fake.write('programs/segls', { '#!/bin/sh' }), 493)
  vim.env.PATH = fake.path('programs') .. ':' .. path
  vim.g.loaded_segls = nil
  vim.cmd('runtime plugin/segls.lua')
  vim.cmd('silent edit ' .. fake.write('text.md', { 'One.' }))
  vim.lsp.config('segls', { cmd = { '/nowhere/segls' } })
  vim.lsp.enable('segls')
  vim.bo.filetype = 'markdown'
  vim.lsp.enable('segls', false)
  vim.lsp.config('segls', { cmd = usual })
  vim.env.PATH = path
  fake.eventually('the message', function()
    return #fake.messages > 0
  end)
  assert(fake.messages[1]:find('there is no program "/nowhere/segls"'), fake.messages[1])
end)

test("folds are set up and open, unless 'foldmethod' is set", function()
  fake.open({ '# One', '', 'One.', '', '~ Two.', 'Three.' })
  fake.eventually('folds', function()
    return vim.fn.foldlevel(1) > 0
  end)
  equal({ vim.wo.foldmethod, vim.fn.foldclosed(1) }, { 'expr', -1 })
  vim.cmd('enew')
  vim.wo.foldmethod = 'indent'
  fake.open({ '# One', '', 'One.' }, 'other.md')
  equal(vim.wo.foldmethod, 'indent')
end)

test('a refusal is shown', function()
  fake.open({ 'One.' })
  fail({ code = -32803, message = 'There is nothing to promote.' })
  vim.cmd('Segls section promote')
  fail({ code = -32801, message = 'content modified' })
  local count = fake.count('segls/held')
  vim.cmd('Segls section promote')
  equal(fake.messages, { 'segls: There is nothing to promote.', 'segls: The text has changed; look at it and try again.' })
  fake.eventually('another request for the shown answer', function()
    return fake.count('segls/held') > count
  end)
end)

test('an error of a lens or code action is shown', function()
  local buffer = fake.open({ 'One.' })
  local client = require('segls.server').of(buffer)
  client.handlers['workspace/executeCommand'](
    { code = -32803, message = 'No.' },
    nil,
    { bufnr = buffer, client_id = client.id }
  )
  equal(fake.messages, { 'segls: No.' })
end)

test('the user is asked about links that would break', function()
  fake.open({ 'One.' })
  local forced = {}
  fake.commands.mergeFiles = function(argument)
    table.insert(forced, argument.force or false)
    local links = {}
    for i = 1, 12 do
      links[i] = { uri = fake.uri('other.md'), line = i, message = 'leads nowhere' }
    end
    return not argument.force and { unmended = links, notes = { 'A note.' } } or vim.NIL
  end
  local asked
  local function answer(choice)
    vim.fn.confirm = function(message)
      asked = message
      return choice
    end
    forced = {}
    vim.cmd('Segls file merge')
  end
  answer(2)
  equal(forced, { false }, 'no')
  assert(asked:find('^These places may be wrong after the change:\nA note.\n'), asked)
  assert(asked:find('other.md:2: leads nowhere\n', 1, true) and asked:find('\nand 2 more\nDo it anyway?', 1, true), asked)
  answer(1)
  equal(forced, { false, true }, 'yes')
  answer(3)
  equal({ forced, #vim.fn.getqflist() }, { { false }, 12 }, 'a list')
end)

test('if file names set the order, a file moves by renumbering or by a new order file', function()
  fake.write('03-c.md', { 'Three.' })
  fake.open({ 'Two.' }, '02-b.md')
  local work = {
    kind = 'series',
    folder = fake.uri(''):gsub('/$', ''),
    entries = vim.tbl_map(function(name)
      return { title = name, uri = fake.uri(name), path = name, entries = {} }
    end, { '02-b.md', '03-c.md' }),
    orphans = {},
    problems = {},
  }
  fake.answers['segls/work'] = function()
    return work
  end
  local renumbered = {}
  fake.commands.writeOrder = function()
    work.kind = 'segls'
    return vim.NIL
  end
  fake.commands.moveFile = function(argument)
    table.insert(renumbered, tostring(argument.renumber))
    if work.kind == 'series' and not argument.renumber then
      return nil, { code = -32803, message = 'By their names.' }
    end
    return vim.NIL
  end
  for choice, want in ipairs({ { 'nil', 'false' }, { 'nil', 'true' }, { 'nil' } }) do
    vim.fn.confirm = function()
      return choice
    end
    work.kind, renumbered = 'series', {}
    vim.cmd('Segls file move down')
    equal(renumbered, want, 'choice ' .. choice)
  end
  vim.fn.confirm = function()
    error('the order is not the reason')
  end
  work.kind = 'series'
  fake.commands.moveFile = function()
    return nil, { code = -32801, message = 'content modified' }
  end
  vim.cmd('Segls file move down')
  equal(fake.messages[#fake.messages], 'segls: The text has changed; look at it and try again.')
end)

test('the prompt for the title of a new file lists links that would break', function()
  local buffer = fake.open({ 'One.' })
  local places = { { uri = fake.uri('other.md'), line = 1, message = 'leads nowhere' } }
  local prompt
  vim.ui.input = function(options, answer)
    prompt = options.prompt
    answer('Boats')
  end
  for _, case in ipairs({ { places, true }, { {}, nil } }) do
    fake.commands.splitFile = function(argument)
      equal({ argument.trial, argument.id }, { true, 'f One' })
      return { unmended = case[1], notes = {} }
    end
    local title, force
    require('segls.fragment').split_file(buffer, { id = 'f One', title = 'One' }, function(...)
      title, force = ...
    end)
    equal({ title, force }, { 'Boats', case[2] })
    assert((prompt:find('other.md:2: leads nowhere\nTitle of the new file: ', 1, true) ~= nil) == (case[2] == true), prompt)
  end
end)

test('CTRL-C stops waiting for an answer', function()
  fake.open({ 'One.' })
  fake.answers['workspace/executeCommand'] = false
  local wait = vim.wait
  local why
  ---@diagnostic disable-next-line: duplicate-set-field
  vim.wait = function()
    return false, why
  end
  for code, words in pairs({
    [-2] = 'segls: Interrupted.',
    [-1] = 'segls: The server is slow to answer. Its answer may still come.',
  }) do
    why, fake.messages = code, {}
    vim.cmd('Segls section promote')
    equal(fake.messages, { words })
  end
  vim.wait = wait
  assert(fake.count('$/cancelRequest') == 1, 'the request is not cancelled')
end)

test('answers are cached until the text changes', function()
  local buffer = fake.open({ 'One.' })
  local document = require('segls.document')
  local got = 0
  local function count()
    got = got + 1
  end
  document.fragments(buffer, count)
  document.fragments(buffer, count)
  fake.eventually('both', function()
    return got == 2
  end)
  local asked = fake.count('segls/fragments')
  document.fragments(buffer, count)
  equal({ got, fake.count('segls/fragments') }, { 3, asked }, 'a cached answer')
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { 'Two.' })
  document.fragments(buffer, count)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { 'Three.' })
  fake.settle()
  equal({ got, fake.count('segls/fragments') }, { 3, asked + 1 }, 'an answer that is too late')
  equal(#document.fragments_now(buffer), 1)
  document.forget(buffer)
  equal(document.last_known(buffer), nil)
  equal(document.fragments_now(vim.api.nvim_create_buf(false, true)), {})
end)

test('held fragments are restored after :edit, and commands use them', function()
  local buffer = fake.open({ '# One', '', 'One.', '', '~ Two.' })
  local again, late ---@type table?, integer?
  fake.answers['segls/held'] = function(params)
    again = params.held and params or again
    return { version = 1, hash = 'x', held = { fake.range(0, 0, 4) } }
  end
  fake.answers['segls/fragments'] = function()
    local structure = fake.divide(vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
    if not again then -- one fragment until the hold has been restored
      table.remove(structure.fragments)
    end
    return structure
  end
  fake.update()
  fake.settle()
  equal(fake.last_asked('segls/held').hash, nil)
  vim.cmd('silent edit')
  fake.attach(buffer)
  local document = require('segls.document')
  document.fragments(buffer, function(structure) -- requested before fragments are restored
    late = #structure.fragments
  end)
  fake.update()
  fake.settle()
  equal({ again and again.hash, again and #again.held }, { 'x', 1 })
  equal({ late, #document.fragments_now(buffer) }, { 2, 2 })
  vim.api.nvim_win_set_cursor(0, { 5, 0 })
  vim.cmd('Segls release')
  equal(fake.executed[#fake.executed][2].id, 'f Two')
end)

test('the analysis of a deleted file does not create a buffer', function()
  fake.open({ 'One.' })
  local count = #vim.api.nvim_list_bufs()
  fake.send.notification('segls/didUpdate', { uri = fake.uri('gone.md'), version = 1 })
  equal(#vim.api.nvim_list_bufs(), count)
end)

test('the statusline shows the fragment and the progress', function()
  local lines = { '# Book', '', 'One two three.', '', '~ Four five.' }
  local function shown()
    return require('segls').statusline()
  end
  equal(shown(), '', 'without a server')
  fake.open(lines)
  local wanted, sections, work, most = 0, 0, vim.NIL, 0
  fake.answers['segls/fragments'] = function()
    local structure = fake.divide(lines)
    structure.wanted, structure.sections[1].wanted, structure.settings['max-words'] = wanted, sections, most
    return structure
  end
  fake.answers['segls/work'] = function()
    return work
  end
  vim.api.nvim_win_set_cursor(0, { 5, 0 })
  local function is(expected)
    fake.eventually(expected .. ', not ' .. shown(), function()
      return shown() == expected
    end)
  end
  is('2/2 3w')
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  is('1/2 3w')
  lines = { '# Book', '', 'One two three.', '', '## Part', '', '### Deep', '', 'Four.' }
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  fake.update()
  for row, expected in pairs({ [3] = '1/2 3w', [5] = '2/2 1w', [7] = '2/2 1w', [9] = '2/2 1w' }) do
    vim.api.nvim_win_set_cursor(0, { row, 0 })
    is(expected) -- on a heading, the next fragment counts
  end
  lines = { '# Book', '', 'One two three.', '', '~ Four five.' }
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.api.nvim_win_set_cursor(0, { 5, 0 })
  most = 600
  fake.update()
  is('2/2 3/600w')
  most = 0
  wanted = 12
  fake.update()
  is('2/2 3w 50% of 12w, 6 to go')
  wanted, sections = 0, 4
  fake.update()
  is('2/2 3w Book 150% of 4w, 2 over')
  sections = 0
  work = { wanted = 100, total = { words = 40, fragments = 2 }, entries = {} }
  fake.send.notification('segls/didUpdateWork', { root = '' })
  fake.update()
  is('2/2 3w work 40% of 100w, 60 to go')
  work.entries = { { title = 'Part', entries = { { title = '', uri = fake.uri('text.md'), wanted = 10, entries = {} } } } }
  work.entries[1].wanted = 0
  fake.send.notification('segls/didUpdateWork', { root = '' })
  is('2/2 3w 60% of 10w, 4 to go')
  vim.cmd('silent bwipeout!')
  equal(shown(), '')
end)

test('the server starts by a function on Neovim 0.10', function()
  vim.cmd('silent edit ' .. fake.write('a.md', { 'One.' }))
  local got
  local start = vim.lsp.start
  ---@diagnostic disable-next-line: duplicate-set-field
  vim.lsp.start = function(config, options)
    got = { config.name, config.settings, options.bufnr }
  end
  require('segls').start(nil, { cmd = { 'sh' }, settings = { segls = {} } })
  equal(got, { 'segls', { segls = {} }, vim.api.nvim_get_current_buf() })
  got = nil
  vim.cmd('help')
  require('segls').start()
  vim.lsp.start = start
  equal(got, nil, 'a buffer with a buftype')
end)

test("choices use Telescope or fzf-lua if vim.ui.select is Neovim's own", function()
  local choice = require('segls.choice')
  local options = {
    prompt = 'Which:',
    format_item = function(item)
      return '<' .. item .. '>'
    end,
  }
  local got = {}
  local function choose(item)
    table.insert(got, item)
  end
  fake.choose('<b')
  choice.among({ 'a', 'b' }, options, choose)
  vim.ui.select = dofile(vim.env.VIMRUNTIME .. '/lua/vim/ui.lua').select
  package.preload['fzf-lua.providers.ui_select'] = function()
    return {
      ui_select = function(items, _, take)
        take(items[1])
      end,
    }
  end
  choice.among({ 'f', 'b' }, options, choose)
  local replaced
  local modules = {
    ['telescope.pickers'] = {
      new = function(_, picker)
        return {
          find = function()
            equal(picker.finder[2].display, '<t>')
            picker.attach_mappings(1)
            replaced()
          end,
        }
      end,
    },
    ['telescope.finders'] = {
      new_table = function(what)
        return vim.tbl_map(what.entry_maker, what.results)
      end,
    },
    ['telescope.config'] = { values = { generic_sorter = function() end } },
    ['telescope.actions'] = {
      close = function() end,
      select_default = {
        replace = function(_, act)
          replaced = act
        end,
      },
    },
    ['telescope.actions.state'] = {
      get_selected_entry = function()
        return { value = 't' }
      end,
    },
  }
  for name, module in pairs(modules) do
    package.loaded[name] = module
  end
  choice.among({ 'a', 't' }, options, choose)
  for name in pairs(modules) do
    package.loaded[name] = nil
  end
  package.preload['fzf-lua.providers.ui_select'], package.loaded['fzf-lua.providers.ui_select'] = nil, nil
  equal(got, { 'b', 'f', 't' })
end)

test('messages of the server look like those of the plug-in', function()
  fake.open({ 'One.' })
  local levels = {}
  vim.notify = function(message, level)
    table.insert(levels, { message, level })
  end
  for _, type in ipairs({ 1, 2, 3 }) do
    fake.send.notification('window/showMessage', { type = type, message = 'A mistake.' })
  end
  equal(levels, {
    { 'segls: A mistake.', vim.log.levels.ERROR },
    { 'segls: A mistake.', vim.log.levels.WARN },
    { 'segls: A mistake.', vim.log.levels.INFO },
  })
end)

test('links that a move within a text may break are shown in a message, without a prompt', function()
  fake.open({ 'One.' })
  local answer = fake.send.server_request(
    'window/showMessageRequest',
    { type = 2, message = 'Moved.\nb.md:1: x', actions = { { title = 'Undo' } } }
  )
  equal({ answer, fake.messages }, { vim.NIL, { 'segls: Moved.\nb.md:1: x\nu takes it back.' } })
end)

test(':checkhealth reports what is running', function()
  fake.open({ 'One.' })
  local bin = fake.write('bin/segls', {
    '#!/bin/sh',
    'case $1 in version) echo segls 1.2.3; exit ;; esac',
    [[echo '[{"name":"program","lines":[{"name":"version","text":"1"}]},']],
    [[echo '{"name":"work","lines":[{"name":"folder","text":"'"$(basename "$5")"'"},']],
    [[echo '{"text":"gone.md is not there","problem":true,"file":"/b/SUMMARY.md","line":3}]}]']],
    'exit 1',
  })
  vim.uv.fs_chmod(bin, tonumber('755', 8))
  local path = vim.env.PATH
  vim.env.PATH = fake.path('bin') .. ':' .. path
  fake.answers['segls/status'] = { version = '1.2.3', documents = { { uri = 'file:///a.md', bytes = 3, milliseconds = 1.5 } } }
  ---@return string
  local function report()
    package.loaded['segls.health'] = nil
    vim.cmd('silent checkhealth segls')
    local text = fake.text()
    vim.cmd('silent bwipeout!')
    return text
  end
  local text = report()
  for _, part in ipairs({
    'bin/segls: segls 1.2.3',
    'position encoding utf-16',
    '/a.md: 3 bytes, analysed in 1.5 ms',
    'segls_previews',
    'work: folder text.md',
    'WARNING work: /b/SUMMARY.md:3: gone.md is not there',
  }) do
    assert(text:find(part, 1, true), part .. ' is not in\n' .. text)
  end
  fake.answers['segls/status'] = { version = '9.9', documents = {} }
  vim.g.segls_previews = true
  text = report()
  assert(text:find('version 9.9, but the installed program is another version', 1, true), text)
  assert(text:find('previews replace the code lenses', 1, true), text)
  vim.cmd('noautocmd setfiletype markdown')
  fake.die(0, 15) -- stopped, not crashed
  fake.eventually('no server', function()
    return #vim.lsp.get_clients({ name = 'segls' }) == 0
  end)
  text = report()
  local is_named = text:find('no server is running for .*text.md') ~= nil
  assert(is_named == (vim.lsp.config ~= nil), text)
  assert((text:find('work: folder text.md', 1, true) ~= nil) == is_named, text)
  if vim.lsp.config then
    local cmd = vim.lsp.config.segls.cmd
    vim.env.PATH = path
    vim.lsp.config('segls', { cmd = { bin, 'serve' } })
    text = report()
    assert(text:find('bin/segls: segls 1.2.3', 1, true), text)
    vim.lsp.config('segls', { cmd = cmd })
    vim.env.PATH = fake.path('bin') .. ':' .. path
  end
  vim.fn.writefile({ '#!/bin/sh', 'echo broken >&2', 'exit 1' }, bin)
  assert(report():find('segls version" failed: broken', 1, true))
  vim.env.PATH = '/nonexistent'
  assert(report():find('the program "segls" is not on the PATH', 1, true))
  vim.env.PATH = path
end)

test('a message that is too long for the message area is in a window and in :messages', function()
  local root = vim.fs.dirname(vim.fs.dirname(vim.api.nvim_get_runtime_file('plugin/segls.lua', false)[1]))
  -- The script reports its result in a file, because remote requests sometimes hang in Neovim 0.12.
  local script = fake.write('say.lua', {
    [[local timer, mode = vim.uv.new_timer(), nil]],
    [[local function report()]],
    [[  if #vim.api.nvim_list_wins() == 2 then]],
    [[    timer:stop()]],
    [[    local messages = vim.api.nvim_exec2('messages', { output = true }).output]],
    [[    vim.fn.writefile({ vim.json.encode({ blocking = mode.blocking, messages = messages }) }, 'said.json')]],
    [[    vim.cmd('qall!')]],
    [[  end]],
    [[end]],
    [[vim.schedule(function()]],
    [[  vim.cmd('messages clear') -- 0.12 warns about the terminal]],
    [[  require('segls.server').say('The sea is salt. ' .. ('All rivers run into it. '):rep(10), vim.log.levels.ERROR)]],
    [[end)]],
    [[timer:start(10, 10, function()]],
    [[  mode = vim.api.nvim_get_mode() -- here, because scheduled functions do not run at a hit-enter prompt]],
    [[  vim.schedule(report)]],
    [[end)]],
  })
  local command = { vim.v.progpath, '-u', 'NONE', '-i', 'NONE', '-n', '--cmd', 'set rtp^=' .. root, '-S', script }
  local terminal = { pty = true, width = 80, height = 24, cwd = fake.folder, env = { TERM = 'xterm' } }
  local job = vim.fn.jobstart(command, terminal)
  local ended = vim.fn.jobwait({ job }, 20000)[1]
  vim.fn.jobstop(job)
  equal(ended, 0, 'no window')
  local said = vim.json.decode(fake.on_disk('said.json')[1])
  equal(said.blocking, false, 'a hit-enter prompt')
  equal(select(2, said.messages:gsub('All%s+rivers%s+run%s+into%s+it', '')), 10)
  for line in vim.gsplit(said.messages, '\n') do
    assert(#line < 80, line)
  end
end)

return tests
