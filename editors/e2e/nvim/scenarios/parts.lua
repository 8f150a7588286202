--- The undo of an extraction or of a split takes the parts away, a redo brings them back, and a part that has been changed stays.
local menu = require('menu')
local session = require('session')

session.write('.segls.toml', { '# The files belong to one project.' })
local lines = {
  '# Sea',
  '',
  '## Boats',
  '',
  'A boat ⛵ floats on the sea.',
  '',
  '## Nets',
  '',
  'A net 🕸 sinks in the sea.',
}
local buffer = session.open(session.write('sea.md', lines))
local text = table.concat(lines, '\n')
local folder = vim.env.SEGLS_E2E_DIR

---@param name string
---@return integer
local function buffer_of(name)
  return vim.fn.bufnr(folder .. '/' .. name)
end

local told = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(told, message)
end

--- Has the text divided, and waits for the parts.
---@param words string after :Segls
---@param names string[]
local function divide(words, names)
  menu.go(buffer, 'A boat')
  vim.cmd('Segls ' .. words)
  session.eventually(words, function()
    return menu.text(buffer) ~= text and vim.tbl_isempty(assert(session.client(buffer)).requests)
  end)
  for _, name in ipairs(names) do
    assert(buffer_of(name) > 0, 'no buffer of ' .. name)
  end
end

---@param how 'undo'|'redo'
local function step(how)
  vim.cmd('buffer ' .. buffer)
  vim.cmd('silent ' .. how)
end

---@param names string[]
---@param what string
local function await_gone(names, what)
  session.eventually(what, function()
    for _, name in ipairs(names) do
      -- A late word of the server may make an empty buffer of the name, which nobody sees.
      if
        vim.fn.bufloaded(folder .. '/' .. name) == 1
        or vim.fn.buflisted(folder .. '/' .. name) == 1
        or vim.fn.filereadable(folder .. '/' .. name) == 1
      then
        return false
      end
    end
    return true
  end)
  session.equal(menu.text(buffer), text, what .. ': the text')
end

-- Never written.
divide('section extract boats.md', { 'boats.md' })
local extracted = menu.text(buffer)
step('undo')
await_gone({ 'boats.md' }, 'the part of an undone extraction')
step('redo')
session.eventually('the part again after a redo', function()
  local part = buffer_of('boats.md')
  return part > 0 and menu.text(part):find('A boat ⛵ floats', 1, true) and vim.bo[part].modified
end)
session.equal(menu.text(buffer), extracted, 'the text after a redo')
step('undo')
await_gone({ 'boats.md' }, 'the part of an extraction undone twice')

-- Written to disk in the meantime, and several at once.
divide('document split headings', { 'boats.md', 'nets.md' })
vim.cmd('silent wall')
assert(vim.fn.filereadable(folder .. '/nets.md') == 1)
step('undo')
await_gone({ 'boats.md', 'nets.md' }, 'the written parts of an undone split')
session.equal(told, {}, 'what was told')

-- Changed in the meantime: it stays, and that is told.
divide('section extract boats.md', { 'boats.md' })
vim.api.nvim_buf_set_lines(buffer_of('boats.md'), -1, -1, false, { '', 'And sails.' })
step('undo')
session.eventually('a word on the part that stays', function()
  return (told[1] or ''):find('boats.md stays', 1, true)
end)
session.equal(menu.text(buffer), text, 'the text')
assert(menu.text(buffer_of('boats.md')):find('And sails.', 1, true), 'the part is gone')
