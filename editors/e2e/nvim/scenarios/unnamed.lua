--- A buffer without a file: text is pasted, the type set, and the server answers or at least lives on.
local session = require('session')

vim.cmd('enew')
vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.fn.readfile(session.sample))
vim.bo.filetype = 'markdown'
vim.wait(1000, function()
  return session.client(0) ~= nil
end)
vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'Another 🌊 line.', '' })
local buffer, client = session.open_sample()
assert(#session.fragments(buffer) > 1, 'no fragments in a named buffer beside an unnamed one')
assert(not client.is_stopped(client), 'the server has stopped')
