--- Runs one scenario in the Neovim that executes this file, writes the verdict to a file and quits.
--- The environment names them: SEGLS_E2E_SCENARIO, SEGLS_E2E_VERDICT, SEGLS_E2E_DIR (a folder for the scenario's files).
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
package.path = here .. '/?.lua;' .. package.path
local session = require('session')

--- A question that the scenario does not answer would be waited for until the time is over.
---@diagnostic disable-next-line: duplicate-set-field
vim.ui.input = function(options)
  error('no answer to: ' .. options.prompt)
end

local function run()
  dofile(vim.env.SEGLS_E2E_SCENARIO)
  -- An error inside a callback of Neovim's client does not reach the scenario. It would stand on the person's screen.
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

-- Neovim does not wait for its servers when it quits, and may be gone before it has asked them to shut down. That is for the
-- scenario `quit`.
if not vim.env.SEGLS_E2E_SCENARIO:find('quit.lua', 1, true) then
  vim.lsp.stop_client(vim.lsp.get_clients())
  vim.wait(session.patience, function()
    return #vim.lsp.get_clients() == 0
  end, 20)
end
vim.cmd('qall!')
