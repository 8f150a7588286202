--- `:Segls`: its words, completions, help and mappings, the commands it sends, and its repetition.
local fake = require('fake')
local equal = fake.equal

local book = {
  '# Book',
  '',
  'Anchor one.',
  '',
  '~ Boat two.',
  '',
  '## Part',
  '',
  'Chart three.',
  '',
  '~ Dock four.',
  '',
  '# End',
  '',
  'Ebb five.',
}

--- Cases of `:Segls`: the words, the cursor, and the command and argument that are sent.
---@type { [1]: string, [2]: string, [3]: string?, [4]: table? }[] words, cursor, command, argument
local sent = {
  { 'fragment move up', 'Boat', 'moveFragmentUp', { id = 'f Boat' } },
  { 'fragment merge', 'Boat', 'mergeFragments', { id = 'f Boat' } },
  { 'merge', 'Boat', 'mergeFragments', { id = 'f Boat' } },
  { 'fragment split', 'Boat', 'splitFragment', {} },
  { 'fragment aside', 'Boat', 'setAside', { id = 'f Boat' } },
  { 'fragment extract', 'Boat', 'extractFragment', { id = 'f Boat' } },
  { 'fragment extract boats.md', 'Boat', 'extractFragment', { id = 'f Boat', file = 'boats.md' } },
  { 'extract boats.md', 'Boat', 'extractFragment', { id = 'f Boat', file = 'boats.md' } },
  { 'fragment swap next', 'Boat', 'swapFragments', { id = 'f Boat', toId = 'f Chart' } },
  { 'fragment swap prev', 'Boat', 'swapFragments', { id = 'f Boat', toId = 'f Anchor' } },
  { 'fragment swap prev', 'Anchor' },
  { 'fragment move under Part', 'Boat', 'moveFragmentUnder', { id = 'f Boat', version = 1, toId = 's Part' } },
  { 'fragment move under pa', 'Boat', 'moveFragmentUnder', { id = 'f Boat', version = 1, toId = 's Part' } },
  { 'fragment move under Nowhere', 'Boat' },
  { 'move under End', 'Boat', 'moveFragmentUnder', { id = 'f Boat', version = 1, toId = 's End' } },
  { 'section move under End', 'Part', 'moveSectionUnder', { version = 1, toId = 's End' } },
  { 'fragment synopsis Who builds?', 'Boat', 'annotateFragment', { id = 'f Boat', as = 'synopsis', note = 'Who builds?' } },
  {
    'fragment synopsis She says "no".',
    'Boat',
    'annotateFragment',
    { id = 'f Boat', as = 'synopsis', note = 'She says "no".' },
  },
  { [[fragment label red\|one|undo]], 'Boat', 'annotateFragment', { id = 'f Boat', as = 'label', note = 'red|one' } },
  { [[fragment status| Segls fragment merge]], 'Boat', 'mergeFragments', { id = 'f Boat' } },
  { 'fragment synopsis!', 'Boat', 'annotateFragment', { id = 'f Boat', as = 'synopsis', note = '' } },
  { 'fragment status first draft', 'Boat', 'annotateFragment', { id = 'f Boat', as = 'status', note = 'first draft' } },
  { 'fragment status!', 'Boat', 'annotateFragment', { id = 'f Boat', as = 'status', note = '' } },
  { 'fragment label red one', 'Boat', 'annotateFragment', { id = 'f Boat', as = 'label', note = 'red one' } },
  { 'fragment label!', 'Boat', 'annotateFragment', { id = 'f Boat', as = 'label', note = '' } },
  { 'fragment back tray/wax.md', 'Boat', 'putIn', { file = 'tray/wax.md', toId = 'f Boat' } },
  { 'section move up level', 'End', 'moveSectionUp', { mendLevels = true } },
  { 'section move down level', 'End', 'moveSectionDown', { mendLevels = true } },
  { 'section promote', 'Part', 'promoteSection', {} },
  { 'section demote', 'Part', 'demoteSection', {} },
  { 'section extract part.md', 'Part', 'extractSection', { file = 'part.md' } },
  { 'section file', 'Part', 'sectionToFile', {} },
  { 'file split', '## Part', 'splitFile', { id = 's Part' } },
  { 'file split', 'Chart', 'splitFile', { id = 'f Chart' } },
  { 'file split part.md', 'Dock', 'splitFile', { id = 'f Dock', title = 'Dock, typed over', file = 'part.md' } },
  { 'file merge', 'Boat', 'mergeFiles', {} },
  { 'file section', 'Boat', 'fileToSection', {} },
  { 'paragraph split', 'Boat', 'splitParagraph', {} },
  { 'paragraph split here', 'two', 'splitParagraphHere', {} },
  { 'paragraph merge', 'Boat', 'mergeParagraph', {} },
  { 'paragraph merge up', 'Boat', 'mergeParagraphWithPrevious', {} },
  { 'paragraph merge down', 'Boat', 'mergeParagraphWithNext', {} },
  { 'document split headings', 'Boat', 'splitDocument', { by = 'headings' } },
  { 'document split fragments', 'Boat', 'splitDocument', { by = 'fragments' } },
  { 'boundary pin', 'Boat', 'pinBoundary', { id = 'f Boat' } },
  { 'boundary veto', 'Boat', 'vetoBoundary', { id = 'f Boat' } },
  { 'heading insert Ropes', 'Boat', 'insertHeading', { id = 'f Boat', title = 'Ropes' } },
  { 'heading remove', 'Part', 'removeHeading', {} },
  { 'scene new', 'Boat', 'newScene', {} },
  { 'break', 'Boat', 'newScene', {} },
  { 'scene move up', 'Boat', 'moveSceneUp', { id = 'f Boat' } },
  { 'document split scenes', 'Boat', 'splitDocument', { by = 'scenes' } },
  { 'inline', 'Boat', 'inlineFile', {} },
  { 'ignore paragraph', 'Boat', 'ignoreHere', {} },
  { 'ignore rule paragraph-too-long', 'Boat', 'ignoreInFile', { rule = 'paragraph-too-long' } },
  { 'set file preferred-words 300', 'Boat', 'setTarget', { scope = 'file', setting = 'preferred-words', value = 300 } },
  { 'set project headings soft', 'Boat', 'setTarget', { scope = 'project', setting = 'headings', value = 'soft' } },
  { 'set file numbers true', 'Boat', 'setTarget', { scope = 'file', setting = 'numbers', value = true } },
  { 'set file numbers false', 'Boat', 'setTarget', { scope = 'file', setting = 'numbers', value = false } },
  { 'set file title null', 'Boat', 'setTarget', { scope = 'file', setting = 'title', value = 'null' } },
  { 'set file preferred-words', 'Boat' },
  { 'duplicates other', 'Boat', 'goToOther', {} },
  { 'duplicates alike', 'Boat', 'makeAlike', {} },
  { 'duplicates one', 'Boat', 'makeOne', {} },
  { 'duplicates one shared.md', 'Boat', 'makeOne', { file = 'shared.md' } },
  { 'divide', 'Boat', 'divideAnew', {} },
  { 'release', 'Boat', 'release', { id = 'f Boat' } },
  { 'release!', 'Boat', 'release', { all = true } },
}

local tests = {}

for _, case in ipairs(sent) do
  local words, place, command, argument = unpack(case)
  table.insert(tests, {
    ':Segls ' .. words .. ' at ' .. place,
    function()
      local buffer = fake.open(book)
      fake.go(place)
      local at = vim.api.nvim_win_get_cursor(0)
      vim.ui.input = function(options, answer)
        answer(options.default .. ', typed over')
      end
      vim.cmd('Segls ' .. words)
      local got, with = fake.last_executed()
      equal(got, command, 'the command')
      if command then
        if command ~= 'annotateFragment' and command ~= 'insertHeading' then -- these use the fragment's ID
          equal(with.position, { line = at[1] - 1, character = at[2] }, 'the place')
        end
        with.position = nil
        equal(with, argument, 'the argument')
        equal(fake.executed[#fake.executed][2].uri, vim.uri_from_bufnr(buffer), 'the text')
      else
        equal(#fake.messages, 1, 'a reason')
      end
    end,
  })
end

--- Adds a test.
---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

test('the help, the mappings and the subcommands agree', function()
  local command = require('segls.command')
  local path = vim.api.nvim_get_runtime_file('doc/segls.txt', false)[1]
  local help = table.concat(vim.fn.readfile(path), '\n')
  local is_documented, is_line = {}, {} ---@type table<string, boolean>, table<string, boolean> by line of words
  for _, leaf in ipairs(command.all()) do
    is_documented[':Segls ' .. leaf.line .. (leaf.takes and ' ' .. leaf.takes or '')] = false
    is_line[leaf.line] = true
    local said = vim.split(leaf.line, ' ')
    for i, word in ipairs(said) do
      local line = 'silent Segls ' .. table.concat(said, ' ', 1, i - 1) .. (i > 1 and ' ' or '')
      assert(vim.tbl_contains(vim.fn.getcompletion(line .. word:sub(1, 2), 'cmdline'), word), 'no completion to ' .. leaf.line)
    end
  end
  for line in help:gmatch('\n(:Segls [^\n]*)') do
    local longest = ''
    for usage in pairs(is_documented) do
      if #usage > #longest and vim.startswith(line .. ' ', usage .. ' ') then
        longest = usage
      end
    end
    assert(longest ~= '' or is_line[line:match('^:Segls (.-)%s+%*<Plug>')], 'there is no ' .. line)
    is_documented[longest] = true
  end
  for usage, is_present in pairs(is_documented) do
    assert(is_present, 'the help does not mention ' .. usage)
  end
  local keys = {} ---@type table<string, boolean>
  for _, mode in ipairs({ 'n', 'x', 'o' }) do
    for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
      local plug = map.lhs:match('^<Plug>%(segls%-[^)]*%)')
      if plug then
        keys[plug] = true
        assert(help:find('*' .. plug .. '*', 1, true), 'the help does not mention ' .. plug)
        local words = map.rhs and map.rhs:match('Segls (.*)<CR>')
        assert(not words or is_line[words] and words:gsub(' ', '-') == plug:match('segls%-(.*)%)'), plug)
      end
    end
  end
  for plug in help:gmatch('%*(<Plug>%(segls%-[^)]*%))%*') do
    assert(keys[plug], 'there is no ' .. plug)
  end
  for name in help:match('A keymap to copy: >lua\n(.-)\n<'):gmatch("= '([%l-]+)'") do
    assert(keys[('<Plug>(segls-%s)'):format(name)], 'the keymap names ' .. name)
  end
  for _, leaf in ipairs(command.all()) do
    local plug = ('<Plug>(segls-%s)'):format(leaf.line:gsub(' ', '-'))
    if leaf.executes and not (leaf.takes or ''):match('^{') and not leaf.line:find('!', 1, true) then
      assert(keys[plug], 'there is no ' .. plug)
    end
  end
end)

test('the help tags can be generated and are unique', function()
  local path = vim.api.nvim_get_runtime_file('doc/segls.txt', false)[1]
  fake.write('help/doc/segls.txt', vim.fn.readfile(path))
  vim.cmd('helptags ' .. fake.path('help/doc'))
  assert(#fake.on_disk('help/doc/tags') > 50)
end)

--- A check for each example in the help, by its first line.
---@type table<string, fun(run: fun())>
local examples = {
  ["vim.lsp.enable('segls')"] = function(run)
    if vim.fn.has('nvim-0.11') == 0 then
      return
    end
    run()
    equal(vim.lsp.is_enabled('segls'), true)
    equal(vim.lsp.config.segls.cmd[1], 'segls')
    vim.lsp.enable('segls', false)
  end,
  ["vim.api.nvim_create_autocmd('FileType', {"] = function(run)
    run()
    local started = {}
    package.loaded.segls = {
      start = function(buffer)
        table.insert(started, buffer)
      end,
    }
    for _, filetype in ipairs({ 'markdown', 'lua', 'typst' }) do
      vim.bo.filetype = filetype
    end
    equal(#started, 2)
    package.loaded.segls = nil
    for _, one in
      ipairs(vim.api.nvim_get_autocmds({
        event = 'FileType',
        pattern = { 'markdown', 'typst', 'text', 'tex', 'plaintex', 'rst', 'asciidoc', 'org', 'html' },
      }))
    do
      if one.callback and not one.group then
        vim.api.nvim_del_autocmd(one.id)
      end
    end
  end,
  ['vim.g.segls_previews = true'] = function(run)
    run()
    local buffer = fake.open(book)
    equal(require('segls.previews').are_on(buffer), true)
  end,
  ["vim.lsp.config('segls', { settings = { segls = { linkFeatures = 'on' } } })"] = function(run)
    if vim.fn.has('nvim-0.11') == 1 then
      run()
      equal(vim.lsp.config.segls.settings.segls.linkFeatures, 'on')
    end
  end,
  ["vim.lsp.config('segls', { settings = { segls = { preferredWords = 300 } } })"] = function(run)
    if vim.fn.has('nvim-0.11') == 1 then
      run()
      equal(vim.lsp.config.segls.settings.segls.preferredWords, 300)
    end
  end,
  ["vim.lsp.buf.code_action({ context = { only = { 'refactor' } } })"] = function(run)
    fake.open(book)
    fake.answers['textDocument/codeAction'] = {}
    run()
    fake.eventually('the question', function()
      return fake.last_asked('textDocument/codeAction')
    end)
    equal(fake.last_asked('textDocument/codeAction').context.only, { 'refactor' })
  end,
  ["vim.keymap.set({ 'n', 'x', 'o' }, ']g', '<Plug>(segls-next)')"] = function(run)
    run()
    fake.open(book)
    fake.press(']g')
    equal(vim.api.nvim_get_current_line(), '~ Boat two.')
    fake.press('[g')
    equal(vim.api.nvim_get_current_line(), '# Book')
    fake.go('Boat')
    fake.press('<M-Down>')
    equal((fake.last_executed()), 'moveFragmentDown')
    fake.press('\\po')
    fake.eventually('the outline', function()
      return fake.panel('outline')
    end)
    for _, map in ipairs(vim.api.nvim_get_keymap('n')) do
      local plug = (map.rhs or ''):match('^<Plug>%(segls%-.*%)$')
      if plug and not map.lhs:find('<Plug>', 1, true) then
        assert(vim.fn.maparg(plug, 'n') ~= '', plug .. ' is no key')
        vim.keymap.del(map.mode == ' ' and { 'n', 'x', 'o' } or map.mode, map.lhs)
      end
    end
  end,
  ["vim.o.foldmethod = 'expr'"] = function(run)
    run()
    fake.open(book)
    fake.update()
    fake.eventually('folds', function()
      return vim.fn.foldlevel(5) == 2
    end)
    vim.o.foldmethod, vim.o.foldexpr, vim.o.foldtext, vim.o.foldlevel = 'manual', '0', 'foldtext()', 0
  end,
  ["set statusline=%f\\ %=%{v:lua.require'segls'.statusline()}\\ %l"] = function(run)
    run()
    fake.open(book)
    fake.eventually('the fragment', function()
      return vim.api.nvim_eval_statusline(vim.o.statusline, {}).str:find('1/5 2w', 1, true)
    end)
    vim.o.statusline = ''
  end,
}

local help_path = vim.api.nvim_get_runtime_file('doc/segls.txt', false)[1]
local help_text = table.concat(vim.fn.readfile(help_path), '\n')
for language, source in help_text:gmatch('>(%l+)\n(.-)\n<') do
  local first = vim.trim(source:match('^[^\n]*'))
  test('the example of the help that begins ' .. first, function()
    local check = examples[first]
    assert(check, 'it has no test')
    check(function()
      if language == 'lua' then
        assert(loadstring(source))()
      else
        vim.cmd(vim.trim(source))
      end
    end)
  end)
end

test('nothing is loaded before first use', function()
  for name in pairs(package.loaded) do
    assert(not vim.startswith(name, 'segls'), name .. ' is loaded')
  end
  equal(vim.fn.exists(':Segls'), 2)
end)

test('unknown subcommands, and commands without a server, are refused', function()
  vim.cmd('Segls fragment dance')
  vim.cmd('Segls fragment')
  vim.cmd('Segls report now')
  vim.cmd('Segls outline')
  vim.cmd('Segls file rename other.md')
  vim.cmd('Segls explain')
  vim.cmd('Segls fragment next')
  vim.cmd('Segls scene select')
  equal(fake.messages, {
    'segls: There is no ":Segls fragment dance", see :help segls-commands',
    'segls: There is no ":Segls fragment", see :help segls-commands',
    'segls: There is no ":Segls report now", see :help segls-commands',
    'segls: no server is attached to this buffer, see :checkhealth segls',
    'segls: no server is attached to this buffer, see :checkhealth segls',
    'segls: no server is attached to this buffer, see :checkhealth segls',
    'segls: no server is attached to this buffer, see :checkhealth segls',
    'segls: no server is attached to this buffer, see :checkhealth segls',
  })
end)

test('headings, settings, rules and files of the tray are completed', function()
  local buffer = fake.open({ '# A small cube', '', 'Words.', '', '# Salt | "Sea"', '', 'More.' })
  fake.write('tray/wax.md', { 'Wax.' })
  local client = require('segls.server').of(buffer)
  vim.diagnostic.set(
    vim.lsp.diagnostic.get_namespace(client.id),
    buffer,
    { { lnum = 2, col = 0, message = 'long', code = 'paragraph-too-long' } }
  )
  for line, wanted in pairs({
    ['fragment move under a'] = { [[A\ small\ cube]] },
    ['section move under '] = { [[A\ small\ cube]], [[Salt\ \|\ "Sea"]] },
    ['set file s'] = { 'scaling' },
    ['set project preferred-words '] = { '500' },
    ['set project preferred-words 500 '] = {},
    ['ignore rule '] = { 'paragraph-too-long' },
    ['fragment back '] = { 'tray/wax.md' },
    ['outline | Segls fragment back '] = { 'tray/wax.md' },
    ['dance '] = {},
  }) do
    equal(vim.fn.getcompletion('Segls ' .. line, 'cmdline'), wanted, line)
  end
end)

test('a count is one undo step, and a dot repeats', function()
  fake.open({ '# A', '', '# B', '', '# C', '', '# D', '' })
  local before = fake.text()
  local function order()
    return (fake.text():gsub('[^A-D]', ''))
  end
  fake.go('# A')
  fake.press('2:Segls section move down<CR>')
  equal(order(), 'BCAD', 'after a count')
  vim.cmd('silent undo')
  equal(fake.text(), before, 'after one undo')
  fake.go('# A')
  fake.press(':Segls section move down<CR>')
  equal(order(), 'BACD')
  fake.press('.')
  equal(order(), 'BCAD', 'after a dot')
  fake.press('.')
  equal(order(), 'BCDA', 'after another')
  fake.press('.')
  equal(fake.messages, { 'segls: This cannot be moved any further.' })
  vim.keymap.set('n', '<F2>', '<Plug>(segls-section-move-up)')
  fake.press('3<F2>')
  equal(order(), 'ABCD', 'after a count before a key')
end)

test('keys typed ahead apply after the move', function()
  fake.open({ '# A', '', '# B', '' })
  fake.press(':Segls section move down<CR>A!<Esc>')
  equal(fake.text(), '# B\n\n# A!\n')
end)

test('a count of merges keeps its position; a range is a passage', function()
  fake.open({ 'One.', '', 'Two.', '', 'Three.', '', 'Four.' })
  fake.press('2:Segls paragraph merge down<CR>')
  equal(
    vim.tbl_map(function(one)
      return { one[1], one[2].position.line }
    end, fake.executed),
    { { 'mergeParagraphWithNext', 0 }, { 'mergeParagraphWithNext', 0 } }
  )
  for words, wanted in pairs({
    merge = { 'mergeParagraph' },
    ['extract part.md'] = { 'extractFragment', file = 'part.md' },
    ['move up'] = { 'moveFragmentUp' },
  }) do
    fake.press((':3,5Segls %s<CR>'):format(words))
    local name, argument = fake.last_executed()
    equal({ name, file = argument.file }, wanted)
    equal({ argument.position, argument['end'] }, { { line = 2, character = 0 }, { line = 4, character = 6 } }, words)
  end
  vim.cmd('5Segls fragment merge')
  local _, argument = fake.last_executed()
  equal(argument.position.line, 4, 'the command acts on the line given before it')
end)

test('a range of fragments moves down beginning with the last one', function()
  fake.open({ 'One.', '', '~ Two.', '', '~ Three.', '', '~ Four.' })
  fake.commands.moveFragmentDown = function()
    return vim.NIL
  end
  vim.cmd('1,3Segls fragment move down')
  equal({ fake.executed[1][2].id, fake.executed[2][2].id }, { 'f Two', 'f One' })
end)

test('moved paragraphs are selected again', function()
  fake.open({ 'One.', '', '~ Two.', 'more.', '', '~ Three.' })
  fake.commands.moveFragmentDown = function(argument)
    fake.apply(argument.uri, 0, 6, { '~ Three.', '', '~ Two.', 'more.', '', 'One.' }, 2)
    return vim.NIL
  end
  vim.cmd('3,4Segls move down')
  equal({ vim.api.nvim_buf_get_mark(0, '<')[1], vim.api.nvim_buf_get_mark(0, '>')[1] }, { 3, 4 })
end)

test('one of several matching headings is picked', function()
  fake.open({ '# Sea', '', 'One.', '', '# Seaside', '', 'Two.' })
  fake.choose('Seaside')
  vim.cmd('Segls section move under s')
  local name, argument = fake.last_executed()
  equal({ name, argument.toId }, { 'moveSectionUnder', 's Seaside' })
  equal(fake.offered, { 'Sea', 'Seaside' })
  vim.cmd('Segls section move under Sea')
  equal(select(2, fake.last_executed()).toId, 's Sea', 'the section with exactly this title, without asking')
  vim.api.nvim_buf_set_lines(0, -1, -1, true, { '', '# ', '', 'Three.' })
  vim.cmd('Segls section move under')
  equal(fake.offered, { 'Sea', 'Seaside', '' }, 'all headings, one of which is empty')
end)

test('a file of the tray is picked', function()
  fake.open(book, 'novel [draft]/text.md')
  fake.go('Boat')
  vim.cmd('Segls fragment back')
  equal(fake.messages, { 'segls: There is nothing in the tray.' })
  fake.write('novel [draft]/tray/wax.md', { 'Wax.' })
  fake.write('novel [draft]/tray/salt.md', { 'Salt.' })
  fake.choose('tray/wax')
  vim.cmd('Segls fragment back')
  local name, argument = fake.last_executed()
  equal({ name, argument.file, argument.toId }, { 'putIn', 'tray/wax.md', 'f Boat' })
  equal(fake.offered, { 'tray/salt.md', 'tray/wax.md' })
end)

test('a title and its form are asked for', function()
  fake.open(book)
  fake.go('Boat')
  local proposed
  vim.ui.input = function(options, answer)
    proposed = options.default
    answer('Ropes')
  end
  fake.choose('A comment')
  vim.cmd('Segls fragment rename')
  equal(proposed, 'Boat')
  local name, argument = fake.last_executed()
  equal({ name, argument.id, argument.title, argument.as }, { 'renameFragment', 'f Boat', 'Ropes', 'comment' })
  proposed = nil
  vim.cmd('Segls heading insert')
  equal(proposed, 'Boat')
  name, argument = fake.last_executed()
  equal({ name, argument.id, argument.title }, { 'insertHeading', 'f Boat', 'Ropes' })
  fake.choose('A heading')
  vim.cmd('Segls title Wax & 🍯')
  equal(select(2, fake.last_executed()).title, 'Wax & 🍯')
  equal(select(2, fake.last_executed()).as, 'heading')
  vim.cmd('3,5Segls title Both')
  equal(select(2, fake.last_executed())['end'], { line = 4, character = 11 })
  vim.ui.input = function(_, answer)
    answer('  ')
  end
  local count = #fake.executed
  vim.cmd('Segls fragment rename')
  equal(#fake.executed, count, 'nothing is done for an empty title')
end)

--- Makes the trial of an extraction propose a name, and report links that would break.
local function propose(name, places)
  fake.commands[name] = function(argument)
    return argument.trial and { unmended = places or {}, notes = {}, file = '13b-boat.md' } or vim.NIL
  end
end

test('an extraction asks for a file name, and does nothing without one', function()
  fake.open(book)
  fake.go('Boat')
  local said, asked
  vim.ui.input = function(options, answer)
    asked = { options.prompt, options.default }
    answer(said)
  end
  propose('extractFragment')
  propose('extractSection')
  for _, nothing in ipairs({ false, ' ' }) do
    said = nothing or nil
    vim.cmd('Segls fragment extract')
    equal(asked, { 'Name of the new file: ', '13b-boat.md' })
    local _, argument = fake.last_executed()
    equal({ #fake.executed, argument.trial }, { 1, true }, 'only the trial')
    fake.executed = {}
  end
  said = ' 13b-ropes.md '
  vim.cmd('Segls fragment extract')
  local name, argument = fake.last_executed()
  equal({ name, argument.id, argument.file }, { 'extractFragment', 'f Boat', '13b-ropes.md' })
  equal({ argument.trial, argument.force, argument.version }, {}, 'neither a trial nor forced, and without a version')
  vim.cmd('Segls section extract')
  name, argument = fake.last_executed()
  equal({ name, argument.file, argument.version }, { 'extractSection', '13b-ropes.md', 0 })
  vim.cmd('3,5Segls extract')
  argument = select(2, fake.last_executed())
  equal({ argument.file, argument.position.line, argument['end'].line }, { '13b-ropes.md', 2, 4 })
  asked = nil
  vim.cmd('Segls fragment extract ropes.md')
  equal(asked, nil, 'with a name, nothing is asked')
end)

test('an extraction from the menu asks too, and lists links that would break', function()
  local buffer = fake.open(book)
  propose('extractSection', { { uri = fake.uri('other.md'), line = 1, message = 'leads nowhere' } })
  local prompt
  vim.ui.input = function(options, answer)
    prompt = options.prompt
    answer(options.default)
  end
  local argument = { uri = fake.uri('text.md'), position = { line = 0, character = 0 }, version = 1 }
  local command = { command = 'segls.extractSection', arguments = { argument } }
  require('segls.server').of(buffer).commands[command.command](command, { bufnr = buffer })
  assert(prompt:find('other.md:2: leads nowhere\nName of the new file: ', 1, true), prompt)
  local name, with = fake.last_executed()
  equal({ name, with.file, with.force, with.trial }, { 'extractSection', '13b-boat.md', true })
  equal(argument.file, nil, 'the menu keeps its argument')
end)

test('an extraction that the server refuses asks nothing', function()
  fake.open(book)
  vim.ui.input = function()
    error('asked')
  end
  fake.commands.extractSection = function()
    return nil, { code = -32803, message = 'Save the document first.' }
  end
  vim.cmd('Segls section extract')
  equal(fake.messages, { 'segls: Save the document first.' })
  equal(#fake.executed, 1, 'only the trial')
end)

test('titles match whatever the case of their letters', function()
  fake.open({ '# Book', '', 'Anchor one.', '', '## Über', '', 'Boat two.' })
  fake.go('Anchor')
  vim.cmd('Segls fragment move under ÜB')
  equal(select(2, fake.last_executed()).toId, 's Über')
end)

test('the prompt for a note contains its present text', function()
  fake.answers['segls/fragments'] = function()
    local structure = fake.divide(book)
    structure.fragments[2].synopsis, structure.fragments[2].color, structure.fragments[2].label = 'Old.', 'red', 'late'
    return structure
  end
  fake.open(book) -- its folds request the fragments
  fake.go('Boat')
  local proposed = {}
  vim.ui.input = function(options, answer)
    table.insert(proposed, options.prompt .. options.default)
    answer('New')
  end
  vim.cmd('Segls fragment synopsis')
  vim.cmd('Segls fragment label')
  equal(proposed, { 'Synopsis: Old.', 'Label, with or without a colour before it: red late' })
  equal(select(2, fake.last_executed()).note, 'New')
end)

test('commands without a fragment or section show a message', function()
  fake.open({ '' })
  vim.cmd('Segls fragment merge')
  vim.cmd('Segls section move to')
  fake.answers['segls/fragments'] = vim.NIL
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'x' })
  vim.cmd('Segls fragment merge')
  equal(fake.messages, {
    'segls: There is no fragment here.',
    'segls: There is no section here.',
    'segls: The server does not read this text, or has not read it yet.',
  })
end)

test('toggles: diagnostics, lenses, previews', function()
  local buffer = fake.open(book)
  local client = require('segls.server').of(buffer)
  local filter = { bufnr = buffer, ns_id = vim.lsp.diagnostic.get_namespace(client.id) }
  for words, is_on in pairs({ ['diagnostics off'] = false, ['diagnostics on'] = true }) do
    vim.cmd('Segls ' .. words)
    equal(vim.diagnostic.is_enabled(filter), is_on, words)
  end
  local was = vim.diagnostic.is_enabled(filter)
  vim.cmd('Segls diagnostics')
  equal(vim.diagnostic.is_enabled(filter), not was)
  local lenses = require('segls.lenses')
  for _, case in ipairs({ { 'off', false }, { '', true }, { '', false }, { 'on', true } }) do
    vim.cmd('Segls lenses ' .. case[1])
    equal(lenses.are_on(buffer), case[2], 'lenses ' .. case[1])
  end
  vim.g.segls_codelens = false
  vim.cmd('Segls lenses on')
  equal(fake.messages, { 'segls: vim.g.segls_codelens is false, so the server offers inlay hints instead' })
end)

test('the report opens in a window without a server', function()
  local buffer = fake.open(book)
  fake.commands.report = function()
    return '# segls\n\nfine'
  end
  vim.cmd('Segls report')
  fake.eventually('the report', function()
    return vim.api.nvim_get_current_buf() ~= buffer
  end)
  equal(fake.text(), '# segls\n\nfine')
  equal(require('segls.server').of(vim.api.nvim_get_current_buf()), nil)
end)

test('in a panel a command applies to the text', function()
  fake.open(book)
  vim.cmd('Segls outline')
  fake.settle()
  vim.cmd('Segls section promote')
  equal((fake.last_executed()), 'promoteSection')
end)

return tests
