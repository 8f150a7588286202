--- Files created by an extraction or a split are on disk when the command returns. Undo deletes them and redo creates
--- them again, but a file that has been edited since stays.
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
local path = session.write('sea.md', lines)
local buffer = session.open(path)
local text = table.concat(lines, '\n')
local folder = vim.env.SEGLS_E2E_DIR

---@param name string
---@return string? the contents of the file on disk
local function on_disk(name)
  local file = io.open(folder .. '/' .. name, 'rb')
  if not file then
    return nil
  end
  local content = file:read('*a')
  file:close()
  return content
end

local messages = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(messages, message)
end

--- Splits the text. The command returns only after the files are written.
---@param words string after :Segls
---@param names string[]
local function divide(words, names)
  menu.go(buffer, 'A boat')
  vim.cmd('Segls ' .. words)
  assert(menu.text(buffer) ~= text, 'the text has not changed: ' .. vim.inspect(messages))
  for _, name in ipairs(names) do
    assert(on_disk(name), 'there is no ' .. name)
    session.equal(vim.fn.bufloaded(folder .. '/' .. name), 0, 'a hidden buffer of ' .. name)
  end
  assert(messages[#messages]:find(names[1] .. '.* written'), vim.inspect(messages))
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
      if on_disk(name) then
        return false
      end
    end
    return true
  end)
  session.equal(menu.text(buffer), text, what .. ': the text')
end

-- After an extraction, no text would be lost if Neovim quit without saving. The source is saved before the second undo.
divide('section extract boats.md', { 'boats.md' })
local extracted = menu.text(buffer)
assert(on_disk('boats.md'):find('A boat ⛵ floats', 1, true), 'the part is not in its file')
session.equal(on_disk('sea.md'), text .. '\n', 'the source on disk')
step('undo')
await_gone({ 'boats.md' }, 'the part of an undone extraction')
step('redo')
session.eventually('the part again after a redo', function()
  return (on_disk('boats.md') or ''):find('A boat ⛵ floats', 1, true)
end)
session.equal(menu.text(buffer), extracted, 'the text after a redo')
vim.cmd('silent write')
step('undo')
await_gone({ 'boats.md' }, 'the part of an extraction undone twice')
session.equal(on_disk('sea.md'), text .. '\n', 'the source on disk, without the part')

-- Several files at once, one of them in a hidden buffer.
divide('document split headings', { 'boats.md', 'nets.md' })
vim.cmd('silent split ' .. folder .. '/nets.md')
vim.cmd('silent close')
step('undo')
await_gone({ 'boats.md', 'nets.md' }, 'the parts of an undone split')

-- An edited file stays, and a message says so.
divide('section extract boats.md', { 'boats.md' })
session.write('boats.md', { 'And sails.' })
step('undo')
session.eventually('a message about the part that stays', function()
  return messages[#messages]:find('Not undone in boats.md', 1, true)
end)
session.equal(menu.text(buffer), text, 'the text')
session.equal(on_disk('boats.md'), 'And sails.\n', 'the part')

-- If the file cannot be written, the text does not change.
if vim.uv.getuid() ~= 0 then
  vim.cmd('silent write')
  vim.uv.fs_mkdir(folder .. '/locked', tonumber('555', 8))
  menu.go(buffer, 'A boat')
  vim.cmd('Segls section extract locked/boats.md')
  session.equal(menu.text(buffer), text, 'the text after a refusal')
end

-- A hidden, modified buffer with the same file name is not touched.
vim.cmd('silent write')
local hidden = session.write('net.md', { 'Mine.' })
vim.cmd('silent edit ' .. hidden)
local other = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(other, 0, -1, false, { 'Mine, unwritten.' })
menu.go(buffer, 'A boat')
vim.cmd('Segls section extract net.md')
session.equal(menu.text(other), 'Mine, unwritten.', 'the text of the same name')
session.equal(menu.text(buffer), text, 'the text')
