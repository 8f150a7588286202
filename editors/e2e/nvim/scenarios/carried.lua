--- A fragment moves down twice and up twice: it stays one fragment, and in the end the file is the same, byte for byte.
local session = require('session')

local buffer = session.open_sample()

---@return string
local function bytes()
  local file = assert(io.open(session.sample, 'rb'))
  local content = file:read('*a')
  file:close()
  return content
end

---@return segls.Fragment[]
local function held()
  return vim.tbl_filter(function(fragment)
    return fragment.held
  end, session.fragments(buffer))
end

local updated ---@type integer? the version of the last analysis
vim.api.nvim_create_autocmd('User', {
  pattern = 'SeglsUpdate',
  callback = function(event)
    updated = event.data.buf == buffer and event.data.version or updated
  end,
})

--- Waits for the analysis of the current text, and for the plug-in's requests after it.
local function await_update()
  session.eventually('the analysis of the newest text', function()
    return updated == vim.lsp.util.buf_versions[buffer] and vim.tbl_isempty(assert(session.client(buffer)).requests)
  end)
end

local before = bytes()
local carried = session.fragments(buffer)[2]
local lines = session.lines_of(buffer, carried.range)
session.equal(held(), {}, 'the held fragments before the first move')

---@param way 'up'|'down'
local function move(way)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  vim.cmd('Segls fragment move ' .. way)
  session.eventually('a move ' .. way, function()
    return vim.api.nvim_buf_get_changedtick(buffer) ~= tick and vim.tbl_isempty(assert(session.client(buffer)).requests)
  end)
end

---@return segls.Fragment
local function found()
  for _, fragment in ipairs(session.fragments(buffer)) do
    if fragment.id == carried.id then
      return fragment
    end
  end
  error('the fragment is gone')
end

session.go(carried.range.start.line)
for step, way in ipairs({ 'down', 'down', 'up', 'up' }) do
  move(way)
  local now = found()
  -- Back in its place, the fragment is no longer held, and everything else is unchanged.
  session.equal(#held(), step < 4 and 1 or 0, 'the fragments that are held at step ' .. step)
  session.equal({ now.held, now.title }, { step < 4, carried.title }, 'the fragment at step ' .. step)
  session.equal(session.lines_of(buffer, now.range), lines, 'its words at step ' .. step)
  session.equal(vim.api.nvim_win_get_cursor(0)[1] - 1, now.range.start.line, 'the row of the cursor at step ' .. step)
end
vim.cmd('silent write')
session.equal(bytes(), before, 'the file')

-- Text typed right after a move belongs to the moved fragment, and two undos restore all.
---@return table<string, [integer, boolean]>
local function known()
  local all = {}
  for _, fragment in ipairs(session.fragments(buffer)) do
    all[fragment.id] = { fragment.words, fragment.held }
  end
  return all
end
local phrase = 'abc def ghi '
local unmoved = known()
local typed = vim.tbl_extend('force', unmoved, { [carried.id] = { carried.words + 3, true } })
local with_phrase = vim.list_extend({}, lines)
with_phrase[3] = phrase .. with_phrase[3]
for _, way in ipairs({ 'down', 'up' }) do
  session.go(carried.range.start.line + 2)
  vim.api.nvim_feedkeys(vim.keycode((':Segls fragment move %s<CR>i%s<Esc>'):format(way, phrase)), 'xt', false)
  session.equal(known(), typed, 'the fragments after typing and a move ' .. way)
  session.equal(session.lines_of(buffer, found().range), with_phrase, 'the words of the fragment that was moved ' .. way)
  vim.cmd('silent undo')
  vim.cmd('silent undo')
  session.equal(known(), unmoved, 'the fragments after both were undone')
end

move('down')
vim.cmd('silent write')
local moved = bytes()
await_update()
updated = nil
vim.cmd('silent edit')
vim.cmd("let v:errmsg = ''") -- Neovim's own ftplugin removes a mapping that does not exist
session.eventually('the fragment held again after :e', function()
  local all = held()
  return #all == 1 and vim.deep_equal(session.lines_of(buffer, all[1].range), lines)
end)

session.go(held()[1].range.start.line)
vim.cmd('Segls release')
session.eventually('nothing to be held', function()
  return #held() == 0
end)
session.equal(bytes(), moved, 'the file after the release')
