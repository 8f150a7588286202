--- Quits at once with a change that the server has not seen. The runner checks that the server exits with code 0.
local session = require('session')

local buffer = session.open_sample()
vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'Not saved 🌊.', '' })
