--- Lists of passages: found, collected, related, repeated and loose ones, and changes.
local fake = require('fake')
local equal = fake.equal

local tests = {}

---@param name string
---@param run fun()
local function test(name, run)
  table.insert(tests, { name, run })
end

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
  fake.shows('found', { 'salt.md:4  Salt › Caravans', '  Camels took the slabs.', '  3.0  5 words, also in x.md:7' })
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
  fake.shows('found', { 'No passage matches that.' })
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
  fake.shows('related', { 'salt.md:3  Salt › From line 0', '  Camels took', '  2.8  camels, slabs' })
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
  fake.shows('related', { 'salt.md:3  Salt › From line 2', '  Camels took', '  2.8  camels, slabs' })
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
  fake.shows('related', { 'Nothing in the other texts is clearly about that.' })
  fake.answers['segls/related'] = vim.NIL
  vim.cmd('normal r')
  fake.shows('related', { 'segls searches the folder or repository of a text, and this text is in none.' })
  vim.cmd('normal q')
  fake.answers['segls/related'] = function()
    return nil, { code = -32803, message = 'The texts cannot be read.' }
  end
  vim.cmd('Segls related')
  fake.shows('related', { 'The texts cannot be read.' })
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
  fake.shows('duplicates', { head, '  Pans.', '  41  Also in salt.md:3.' })
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
      == '2 paragraphs may fit better elsewhere; only a few such paragraphs are worth moving. Press a to show all.'
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
  equal(fake.messages, { 'segls: No listed change is at the cursor; :Segls changes lists all changes.' })
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
