--- The server of a buffer: asks it, and counts columns as it does.
local M = {}

--- LSP's code for a request about a text, or something in it, that is no longer there.
local content_modified = -32801

local new_client = vim.fn.has('nvim-0.11') == 1

--- The running client of a buffer.
---@param buffer integer
---@return vim.lsp.Client?
function M.of(buffer)
  local client = vim.lsp.get_clients({ bufnr = buffer, name = 'segls' })[1]
  return client and client.initialized and client or nil
end

--- The running client of a buffer, for a user's request: without one, it tells them.
---@param buffer integer
---@return vim.lsp.Client?
function M.demand(buffer)
  local client = M.of(buffer)
  if not client then
    vim.notify('segls: no server is attached to this buffer, see :checkhealth segls', vim.log.levels.WARN)
  end
  return client
end

--- Tells the user why the server did not do what they asked. If the text has changed, whatever shows it is redrawn.
---@param buffer integer
---@param failure lsp.ResponseError
function M.tell(buffer, failure)
  if failure.code ~= content_modified then
    vim.notify('segls: ' .. failure.message, vim.log.levels.WARN)
    return
  end
  vim.notify('segls: The text has changed; look again and try once more.', vim.log.levels.WARN)
  require('segls.document').updated(buffer, vim.lsp.util.buf_versions[buffer])
end

--- Asks about a buffer and calls back with the answer; an error is shown to the user unless `quiet`.
---@param buffer integer
---@param method string
---@param params table beside textDocument
---@param answered fun(result: any)
---@param quiet? boolean
function M.ask(buffer, method, params, answered, quiet)
  local client = (quiet and M.of or M.demand)(buffer)
  if not client then
    return
  end
  params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
  local function answer(failure, result)
    if failure then
      if not quiet then
        M.tell(buffer, failure)
      end
      return
    end
    answered(result)
  end
  if new_client then
    client:request(method, params, answer, buffer)
  else
    client.request(method, params, answer, buffer)
  end
end

--- Asks and waits, at most two seconds: for motions and text objects, which must have moved when they return.
---@param buffer integer
---@param method string
---@param params table beside textDocument
---@return any result nil without one
function M.wait(buffer, method, params)
  local client = M.of(buffer)
  if not client then
    return nil
  end
  params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
  local answer
  if new_client then
    answer = client:request_sync(method, params, 2000, buffer)
  else
    answer = client.request_sync(method, params, 2000, buffer)
  end
  local result = answer and answer.result
  return result ~= vim.NIL and result or nil
end

--- Asks the server to execute one of its commands, on something that is shown, by its `id`, or on what is at a place.
--- The server changes the buffer, in one undo step, and says what cannot be done.
---@param buffer integer
---@param command string without the prefix segls.
---@param argument { id?: string, position?: lsp.Position } and what else the command takes, as docs/extensions.md has it
---@param done? fun()
function M.execute(buffer, command, argument, done)
  argument.uri = vim.uri_from_bufnr(buffer)
  M.ask(buffer, 'workspace/executeCommand', { command = 'segls.' .. command, arguments = { argument } }, done or function() end)
end

---@param buffer integer
---@param row integer from zero
---@return string
local function line_of(buffer, row)
  return vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
end

--- A place in Neovim in the server's terms.
---@param buffer integer
---@param row integer from zero
---@param column integer in bytes
---@return lsp.Position
function M.position(buffer, row, column)
  local client = M.of(buffer)
  local encoding = client and client.offset_encoding or 'utf-16'
  local line = line_of(buffer, row)
  column = math.min(column, #line)
  if encoding == 'utf-8' then
    return { line = row, character = column }
  elseif new_client then
    return { line = row, character = vim.str_utfindex(line, encoding, column, false) }
  end
  local utf32, utf16 = vim.str_utfindex(line, column)
  return { line = row, character = encoding == 'utf-32' and utf32 or utf16 }
end

--- Where the cursor is, in the server's terms.
---@return lsp.Position
function M.cursor()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  return M.position(vim.api.nvim_get_current_buf(), row - 1, column)
end

--- A place from the server in Neovim's terms. A place after the last line is the end of that line.
---@param buffer integer
---@param position lsp.Position
---@return integer row from zero
---@return integer column in bytes
function M.place(buffer, position)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  if position.line > last then
    return last, #line_of(buffer, last)
  end
  local client = M.of(buffer)
  local encoding = client and client.offset_encoding or 'utf-16'
  local line = line_of(buffer, position.line)
  if encoding == 'utf-8' or position.character == 0 then
    return position.line, math.min(position.character, #line)
  elseif new_client then
    return position.line, vim.str_byteindex(line, encoding, position.character, false)
  end
  local fine, column = pcall(vim.str_byteindex, line, position.character, encoding == 'utf-16')
  return position.line, fine and column or #line
end

return M
