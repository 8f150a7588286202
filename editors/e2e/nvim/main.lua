--- Runs one scenario in this Neovim, writes the result to a file and quits. Its environment: SEGLS_E2E_SCENARIO,
--- SEGLS_E2E_VERDICT, and SEGLS_E2E_DIR, a folder for files of the scenario.
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
package.path = here .. '/?.lua;' .. package.path
local session = require('session')

--- An unexpected prompt would block until the timeout.
---@diagnostic disable-next-line: duplicate-set-field
vim.ui.input = function(options)
  error('no answer to: ' .. options.prompt)
end

local function run()
  dofile(vim.env.SEGLS_E2E_SCENARIO)
  -- Errors in callbacks of Neovim's client do not reach the scenario, but a user would see them.
  assert(vim.v.errmsg == '', 'Neovim reported: ' .. vim.v.errmsg)
end

local fine, failure = xpcall(run, function(failure)
  return type(failure) == 'table' and failure or debug.traceback(failure, 2)
end)
local verdict = 'ok'
if not fine then
  verdict = type(failure) == 'table' and 'skip ' .. failure.skip or 'failed\n' .. failure
end
vim.fn.writefile(vim.split(verdict, '\n'), vim.env.SEGLS_E2E_VERDICT)

-- Neovim does not wait for its servers when it quits. The scenario `quit` tests that.
if not vim.env.SEGLS_E2E_SCENARIO:find('quit.lua', 1, true) then
  vim.lsp.stop_client(vim.lsp.get_clients())
  vim.wait(session.patience, function()
    return #vim.lsp.get_clients() == 0
  end, 20)
end
vim.cmd('qall!')
