--- The server program: reports if it is missing, and restarts it after a crash.
local M = {}

--- Returns a message on how to get the program; nil if it is installed, or if cmd is not a list.
---@param cmd? string[]|function cmd of the configuration
---@return string?
function M.missing(cmd)
  if type(cmd) ~= 'table' or vim.fn.executable(cmd[1]) == 1 then
    return nil
  end
  local root = vim.fs.normalize(debug.getinfo(1, 'S').source:sub(2)):gsub('/editors/nvim/lua/segls/program%.lua$', '')
  if vim.uv.fs_stat(root .. '/cmd/segls/main.go') then
    local place = vim.fn.fnamemodify(root, ':~')
    return ('there is no program "%s". With Go, `cd %s && go install ./cmd/segls` builds it into ~/go/bin; put that on the PATH.'):format(
      cmd[1],
      place
    )
  end
  return ('there is no program "%s" on the PATH; :help segls-start says how to get it.'):format(cmd[1])
end

--- Reports a missing program, because Neovim does not, if the server would be started for a buffer.
---@param buffer integer
---@return boolean whether it has been reported
function M.tell(buffer)
  local config = vim.lsp.config.segls
  if vim.bo[buffer].buftype ~= '' or not vim.tbl_contains(config.filetypes, vim.bo[buffer].filetype) then
    return false
  end
  local missing = M.missing(config.cmd)
  if missing then
    vim.schedule(function() -- an error message in an autocommand would have a stack trace
      require('segls.server').say(missing, vim.log.levels.ERROR)
    end)
  end
  return missing ~= nil
end

--- The maximum number of restarts in a period, and its length in seconds.
local most, period = 3, 60

---@type integer[] the times of recent crashes, in seconds
local deaths = {}

--- Called when a server exits. Restarts a crashed server for its buffers, unless it keeps crashing.
---@param code integer
---@param signal integer
---@param id integer the client ID
function M.ended(code, signal, id)
  if code == 0 and (signal == 0 or signal == 15) then
    return
  end
  local client = vim.lsp.get_client_by_id(id)
  local buffers = client and vim.tbl_keys(client.attached_buffers) or {}
  local function again()
    if vim.v.exiting ~= vim.NIL or #buffers == 0 then
      return
    end
    local now = vim.uv.now() / 1000
    deaths = vim.tbl_filter(function(time)
      return now - time < period
    end, deaths)
    if #deaths == most then
      local message =
        'The server has stopped several times in a minute. :edit starts it again, :checkhealth segls says what is wrong.'
      require('segls.server').say(message, vim.log.levels.ERROR)
      return
    end
    table.insert(deaths, now)
    for _, buffer in ipairs(buffers) do
      if vim.api.nvim_buf_is_loaded(buffer) then
        vim.lsp.start(client.config, { bufnr = buffer })
      end
    end
  end
  -- Neovim removes the client in a callback scheduled before this one.
  vim.schedule(function()
    vim.schedule(again)
  end)
end

return M
