--- Lists of passages: what is related to the paragraph at the cursor, what is said twice, and loose paragraphs.
local session = require('session')

vim.fn.mkdir(vim.env.SEGLS_E2E_DIR .. '/shelf', 'p')
session.write('shelf/.segls.toml', { '# here is the root' })
local pans = 'The pans of the coast are shallow, and brine runs into them in spring; then the sun dries the brine until '
  .. 'crusts of salt stand on the clay.'
local wide = pans:gsub('shallow', 'wide')
session.write(
  'shelf/salt.md',
  { '# Salt', '', '## Pans', '', pans, '', '## Camels', '', 'Camels took the slabs through the desert to the market.' }
)
local path = session.write('shelf/draft.md', { '# Draft', '', 'Camels cross the desert.', '', wide })
local buffer = session.open(path)
local text = vim.api.nvim_get_current_win()

--- The lines of the list in the current window.
local function listed()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
end

local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'xt', false)
end

--- Where the cursor is: the name of the file and the line.
local function place()
  return vim.fn.expand('%:t') .. ':' .. vim.api.nvim_win_get_cursor(0)[1]
end

vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.cmd.Segls('related')
session.eventually('related passages', function()
  return vim.startswith(listed(), 'Camels  salt.md:9\n  Camels took the slabs through the desert to the market.\n  ')
end)
press('f')
vim.api.nvim_set_current_win(text)
vim.api.nvim_win_set_cursor(0, { 5, 0 })
vim.cmd.doautocmd('CursorMoved')
vim.cmd.wincmd('l')
session.eventually('what is related to the next paragraph', function()
  return vim.startswith(listed(), 'Pans  salt.md:5')
end)
press('o')
session.equal(place(), 'salt.md:5', 'the passage beside the text')
session.equal(#vim.api.nvim_tabpage_list_wins(0), 3, 'windows')
vim.cmd.close()
vim.api.nvim_set_current_win(text)
vim.cmd.Segls('related')

vim.cmd.Segls('duplicates')
session.eventually('what is said twice', function()
  return listed():find('Also in salt.md:5, where 1 word differs: wide → shallow.', 1, true)
end)
press('O')
session.equal(place(), 'salt.md:5', 'the other place')
vim.cmd.close()
vim.cmd.wincmd('l')
press('a')
session.equal(vim.api.nvim_buf_get_lines(buffer, 4, 5, true)[1], pans, 'the wording of the other place')
session.eventually('a list without what differs', function()
  return listed():find('in the same words', 1, true)
end)
vim.api.nvim_set_current_win(text)
vim.cmd.Segls('duplicates')

-- In a format that can include files, what is said twice goes into one: on disk too, before it leaves the text.
local moor = 'The road to the market goes over the moor, where in winter nobody finds the way without the white stones.'
session.write('shelf/way.adoc', { '== Way', '', moor, '', 'Stones are white.' })
local road = session.open(session.write('shelf/road.adoc', { '== Road', '', moor }))
vim.cmd.Segls('duplicates')
session.eventually('what is said twice in AsciiDoc', function()
  return listed():find('Also in way.adoc:3, in the same words', 1, true)
end)
press('i')
local include = 'include::the-road-to-the-market.adoc[]'
session.equal(vim.api.nvim_buf_get_lines(road, 0, -1, true), { '== Road', '', include }, 'the text')
local shelf = vim.env.SEGLS_E2E_DIR .. '/shelf/'
session.equal(vim.fn.readfile(shelf .. 'way.adoc'), { '== Way', '', include, '', 'Stones are white.' }, 'the other text')
session.equal(vim.fn.readfile(shelf .. 'the-road-to-the-market.adoc'), { moor }, 'the file')
press('q')
vim.cmd.buffer(road)
vim.cmd('silent undo')
session.equal(vim.api.nvim_buf_get_lines(road, 0, -1, true), { '== Road', '', moor }, 'the text after undo')
session.eventually('no file after undo', function()
  return not vim.uv.fs_stat(shelf .. 'the-road-to-the-market.adoc') and vim.fn.readfile(shelf .. 'way.adoc')[3] == moor
end)
vim.cmd.buffer({ buffer, bang = true })

vim.cmd.Segls('misplaced')
session.eventually('no loose paragraphs', function()
  return listed():find('Every paragraph seems to stand where it belongs.', 1, true)
end)
press('q')
session.equal(#vim.api.nvim_tabpage_list_wins(0), 1, 'windows at the end')

local stray =
  'A driver who has lost his camels in the desert waits at the well for the next caravan, whose drivers take him along.'
local shore =
  'The sun dries the brine until crusts of salt stand on the clay of the pans, which men with rakes gather into heaps.'
local desert =
  'Camels carry slabs through the desert. A caravan has four hundred camels and thirty drivers, who know each well.'
stray = stray .. ' The driver pays with half of what his camels bring at the market.'
local lines = { '# Pans', '', shore .. ' ' .. shore, '', stray, '', '# Caravans', '', desert .. ' ' .. desert }
local both = session.open(session.write('shelf/both.md', lines))
vim.cmd.Segls('misplaced')
session.eventually('a loose paragraph', function()
  return listed():find('fits “Caravans” better: ', 1, true)
end)
press('m')
session.equal(
  vim.api.nvim_buf_get_lines(both, 0, -1, true),
  { lines[1], '', lines[3], '', lines[7], '', lines[9], '', stray },
  'the paragraph where it belongs'
)
session.eventually('no more loose paragraphs', function()
  return listed():find('Every paragraph seems', 1, true)
end)
