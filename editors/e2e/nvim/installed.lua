--- Checks what install.sh installs: the server with its lenses, folds, the command and the help.
local session = require('session')

local buffer = session.open_sample()
assert(#session.await_lenses(buffer) > 0, 'no lenses')
session.eventually('the folds', function()
  return vim.fn.foldlevel(30) > 0
end)
session.equal(vim.fn.foldclosed(30), -1, 'a fold is closed')
session.equal(vim.fn.exists(':Segls'), 2, 'the command')
vim.cmd.help('segls-start')
