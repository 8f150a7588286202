--- Reads texts from git. For safety, git runs no program from the folder's configuration and fetches nothing: see
--- internal/revision/git.go. No other module runs git.
local M = {}

--- Calls back with a file at a revision, or with nil and git's message.
---@param file string its path without symbolic links
---@param revision string
---@param answered fun(text: string?, why: string?)
function M.text_at(file, revision, answered)
  if vim.fn.executable('git') == 0 then
    answered(nil, 'git is not installed')
    return
  end
  local null = vim.fn.has('win32') == 1 and 'NUL' or '/dev/null'
  local command = { 'git', '--no-pager', '-c', 'core.fsmonitor=', '-c', 'core.hooksPath=' .. null, '-C', vim.fs.dirname(file) }
  vim.list_extend(command, { 'cat-file', 'blob', '--end-of-options', revision .. ':./' .. vim.fs.basename(file) })
  local quiet = { GIT_NO_LAZY_FETCH = '1', GIT_ALLOW_PROTOCOL = '', GIT_OPTIONAL_LOCKS = '0', GIT_TERMINAL_PROMPT = '0' }
  vim.system(command, { env = quiet, timeout = 60000 }, function(run)
    vim.schedule(function()
      local why = vim.trim(run.stderr or ''):gsub('^fatal: ', '')
      answered(run.code == 0 and run.stdout or nil, why)
    end)
  end)
end

return M
