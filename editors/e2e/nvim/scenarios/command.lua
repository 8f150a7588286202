--- The help names every command and every key, completion leads to each command, and unknown words are refused in words.
local session = require('session')

local command = require('segls.command')
local path = vim.api.nvim_get_runtime_file('doc/segls.txt', false)[1]
local help = table.concat(vim.fn.readfile(path), '\n')
for _, words in ipairs(command.all()) do
  assert(help:find(':Segls ' .. words, 1, true), 'the help does not tell of :Segls ' .. words)
  local said = vim.split(words, ' ')
  for i, word in ipairs(said) do
    local line = 'Segls ' .. table.concat(said, ' ', 1, i - 1) .. (i > 1 and ' ' or '')
    assert(vim.tbl_contains(vim.fn.getcompletion(line .. word:sub(1, 2), 'cmdline'), word), 'no completion to ' .. words)
  end
end
for _, map in ipairs(vim.api.nvim_get_keymap('n')) do
  local plug = map.lhs:match('^<Plug>%(segls%-[^)]*%)')
  assert(not plug or help:find(plug, 1, true), 'the help does not tell of ' .. tostring(plug))
end

local told = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(told, message)
end
vim.cmd('Segls fragment dance')
assert(told[1]:find('there is no ":Segls fragment dance"', 1, true), vim.inspect(told))
vim.cmd('Segls outline')
assert(told[2]:find('no server is attached', 1, true), vim.inspect(told))

-- The help's tags can be made, and no tag of it is another's.
vim.fn.mkdir(vim.env.SEGLS_E2E_DIR .. '/help/doc', 'p')
vim.fn.writefile(vim.fn.readfile(path), vim.env.SEGLS_E2E_DIR .. '/help/doc/segls.txt')
vim.cmd('helptags ' .. vim.env.SEGLS_E2E_DIR .. '/help/doc')
vim.opt.runtimepath:append(vim.env.SEGLS_E2E_DIR .. '/help')
vim.cmd('help segls-commands')
session.equal(vim.fs.basename(vim.api.nvim_buf_get_name(0)), 'segls.txt', 'the help')
vim.cmd('helpclose')

-- What the server cannot do it says.
local buffer = session.open_sample()
session.go(0)
local count = #told
vim.cmd('Segls section promote')
session.eventually('a refusal', function()
  return #told > count and told[#told]
end)
assert(vim.api.nvim_buf_get_changedtick(buffer) > 0)
vim.cmd('Segls diagnostics off')
vim.cmd('Segls diagnostics on')
vim.cmd('Segls lenses off')
session.eventually('no lenses', function()
  return #session.held_lenses(buffer) == 0
end)
vim.cmd('Segls lenses')
session.await_lenses(buffer)
