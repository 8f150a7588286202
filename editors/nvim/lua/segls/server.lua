--- Sends requests to the server of a buffer, and converts positions.
local M = {}

--- LSP's ContentModified: the text has changed, or what the request refers to no longer exists.
local content_modified = -32801

--- LSP's RequestCancelled.
local request_cancelled = -32800

local new_client = vim.fn.has('nvim-0.11') == 1

--- Returns the running client of a buffer.
---@param buffer integer
---@return vim.lsp.Client?
function M.of(buffer)
  local client = vim.lsp.get_clients({ bufnr = buffer, name = 'segls' })[1]
  return client and client.initialized and client or nil
end

--- Returns the client of a buffer for a user's command. It waits for a starting one; without any it shows a message.
---@param buffer integer
---@return vim.lsp.Client?
function M.demand(buffer)
  local client = M.of(buffer)
  -- Neovim does not list a starting client by default.
  if not client and #vim.lsp.get_clients({ bufnr = buffer, name = 'segls', _uninitialized = true }) > 0 then
    vim.wait(5000, function()
      client = M.of(buffer)
      return client ~= nil
    end, 20)
  end
  if not client then
    vim.notify('segls: no server is attached to this buffer, see :checkhealth segls', vim.log.levels.WARN)
  end
  return client
end

--- Reports whether Neovim shows a message without a hit-enter prompt.
---@param message string
---@return boolean
function M.fits(message)
  message = message:match('^segls: ') and message or 'segls: ' .. message
  return #vim.api.nvim_list_uis() == 0 or not message:find('\n') and vim.fn.strdisplaywidth(message) <= vim.o.columns - 12
end

--- Adds a message to those of `:messages`, in lines that are short enough not to cause a hit-enter prompt.
---@param message string
local function record(message)
  local function echo(line)
    vim.cmd.redraw() -- two lines without it would cause the prompt
    vim.api.nvim_echo({ { line } }, true, {})
  end
  local line
  for word in message:gmatch('%S+') do
    local longer = line and line .. ' ' .. word or word
    if line and not M.fits(longer) then
      echo(line)
      longer = '  ' .. word
    end
    line = longer
  end
  echo(line)
  vim.api.nvim_echo({ { '' } }, false, {})
end

--- Shows a message with `vim.notify`. If that would cause Neovim's hit-enter prompt, shows it in a window beside the
--- cursor and adds it to `:messages` instead.
---@param message string
---@param level? integer
function M.say(message, level)
  message = message:match('^segls: ') and message or 'segls: ' .. message
  local source = debug.getinfo(vim.notify, 'S').source
  local is_own = source == '?' or source:find('vim/_', 1, true) ~= nil -- ? means compiled into Neovim
  if is_own and not M.fits(message) then
    local options = { border = 'single', focusable = false, wrap = true, max_width = math.min(80, vim.o.columns - 4) }
    vim.schedule(function()
      record(message)
      vim.api.nvim_create_autocmd('SafeState', { -- a command moves the cursor at its end, which would close the window
        once = true,
        callback = function()
          vim.lsp.util.open_floating_preview(vim.split(message, '\n'), '', options)
        end,
      })
    end)
  else
    if is_own then -- a later redraw would clear the message
      vim.cmd.redraw()
    end
    vim.notify(message, level)
  end
end

--- Shows why the server refused a request. If the text has changed, its panels are refreshed.
---@param buffer integer
---@param failure lsp.ResponseError
function M.tell(buffer, failure)
  if failure.code ~= content_modified then
    M.say(failure.message, vim.log.levels.WARN)
    return
  end
  M.say('The text has changed; look at it and try again.', vim.log.levels.WARN)
  require('segls.document').updated(buffer, vim.lsp.util.buf_versions[buffer])
end

---@param client vim.lsp.Client
---@param method string
---@param params table
---@param answer lsp.Handler
---@param buffer integer its pending changes are sent first
---@return integer? id the ID of the request
local function request(client, method, params, answer, buffer)
  local _, id
  if new_client then
    _, id = client:request(method, params, answer, buffer)
  else
    _, id = client.request(method, params, answer, buffer)
  end
  return id
end

--- Returns the unnamed buffers of a client. For the server they are all one document, whose URI has no path.
---@param uri string
---@param client_id integer
---@return integer[]? nil if the URI has a path
function M.nameless(uri, client_id)
  local path = vim.uri_to_fname(uri)
  if path ~= '' and path ~= '/' then
    return nil
  end
  local client = assert(vim.lsp.get_client_by_id(client_id))
  return vim.tbl_filter(function(buffer)
    return vim.api.nvim_buf_get_name(buffer) == ''
  end, vim.tbl_keys(client.attached_buffers))
end

--- Notifies all running servers.
---@param method string
---@param params table
function M.notify(method, params)
  for _, client in ipairs(vim.lsp.get_clients({ name = 'segls' })) do
    if new_client then
      client:notify(method, params)
    else
      client.notify(method, params)
    end
  end
end

--- Sends a request about a buffer and calls `answered` with the result. An error is shown and passed to `failed` or, if
--- `quiet`, answered by nil. Without a server there is no callback.
---@param buffer integer
---@param method string
---@param params table parameters; textDocument defaults to the buffer
---@param answered fun(result: any)
---@param quiet? boolean
---@param failed? fun(failure: lsp.ResponseError)
function M.ask(buffer, method, params, answered, quiet, failed)
  local client = (quiet and M.of or M.demand)(buffer)
  if not client then
    return
  end
  params.textDocument = params.textDocument or { uri = vim.uri_from_bufnr(buffer) }
  local function answer(failure, result)
    if failure then
      if not quiet then
        M.tell(buffer, failure)
        return failed and failed(failure)
      end
      result = nil
    end
    answered(result)
  end
  request(client, method, params, answer, buffer)
end

--- Sends a request and waits up to two seconds: for callers that must be synchronous, such as motions and text objects.
---@param buffer integer
---@param method string
---@param params table parameters without textDocument
---@return any result nil if there is none, or no answer in time
function M.wait(buffer, method, params)
  params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
  return M.wait_for(buffer, method, params)
end

--- Like `wait`, for a request that is not about the buffer.
---@param buffer integer a buffer with the server
---@param method string
---@param params table
---@return any result nil if there is none, or no answer in time
function M.wait_for(buffer, method, params)
  local client = M.of(buffer)
  if not client then
    return nil
  end
  local answer
  if new_client then
    answer = client:request_sync(method, params, 2000, buffer)
  else
    answer = client.request_sync(method, params, 2000, buffer)
  end
  local result = answer and answer.result
  return result ~= vim.NIL and result or nil
end

--- How long to wait for a command, in milliseconds.
local patience = 40000

--- Returns lines that list the places which a change may make wrong, at most ten of them, and notes.
---@param unmended { uri: string, line: integer, message: string }[]
---@param notes string[]
---@return string[]
local function list_places(unmended, notes)
  local first = 'These places may be wrong after the change:'
  local lines = vim.list_extend({ #unmended == 1 and 'This place may be wrong after the change:' or first }, notes)
  for i, place in ipairs(unmended) do
    if i > 10 then
      table.insert(lines, ('and %d more'):format(#unmended - 10))
      break
    end
    local name = vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ':.')
    table.insert(lines, ('%s:%d: %s'):format(name, place.line + 1, place.message))
  end
  return lines
end

--- Asks the user whether to make a change that may make places wrong, such as links.
---@param unmended { uri: string, line: integer, message: string }[]
---@param notes string[]
---@return boolean
local function confirm(unmended, notes)
  local lines = list_places(unmended, notes)
  table.insert(lines, 'Do it anyway?')
  local choice = vim.fn.confirm(table.concat(lines, '\n'), '&Yes\n&No\n&List', 2)
  if choice == 3 then
    local items = vim.tbl_map(function(link)
      return { filename = vim.uri_to_fname(link.uri), lnum = link.line + 1, text = link.message }
    end, unmended)
    vim.fn.setqflist({}, ' ', { title = 'segls: places that may be wrong', items = items })
    vim.cmd.copen()
  end
  return choice == 1
end

--- Sends a request and waits for the answer, so that the next keys, typed or from a macro, apply to the changed text.
--- CTRL-C stops waiting.
---@param buffer integer
---@param method string
---@param params table
---@param refused? fun(failure: lsp.ResponseError): boolean handles an error, which is shown by default
---@return boolean whether the request succeeded; after an error, what `refused` returns
---@return any answer
function M.perform(buffer, method, params, refused)
  local client = M.demand(buffer)
  if not client then
    return false
  end
  local failure, result, is_answered
  local id = request(client, method, params, function(...)
    failure, result = ...
    is_answered = true
  end, buffer)
  local function has_ended()
    return new_client and client:is_stopped() or not new_client and client.is_stopped()
  end
  local _, why = vim.wait(patience, function()
    return is_answered or has_ended()
  end, 20)
  if not is_answered and has_ended() then
    M.say('The server stopped before it answered. Look at the text and try again.', vim.log.levels.WARN)
    return false
  elseif not is_answered then
    if why == -2 and id then
      if new_client then
        client:cancel_request(id)
      else
        client.cancel_request(id)
      end
    end
    M.say(why == -2 and 'Interrupted.' or 'The server is slow to answer. Its answer may still come.', vim.log.levels.WARN)
    return false
  elseif failure and refused then
    return refused(failure)
  elseif failure then
    M.tell(buffer, failure)
    return false
  end
  return true, result
end

--- Requests the work of a text. Waits as `perform` does, because a large work takes long to read.
---@param buffer integer
---@return boolean is_answered if not, a message has been shown
---@return table? work nil if the text is not part of one
function M.work_of(buffer)
  local is_answered, work = M.perform(buffer, 'segls/work', { textDocument = { uri = vim.uri_from_bufnr(buffer) } })
  return is_answered, work ~= vim.NIL and work or nil
end

--- Handles the failure to move a file. If file names set the order, offers to write an order file or to renumber the
--- files, and tries again.
---@param buffer integer
---@param argument { uri: string, toUri: string, renumber?: boolean }
---@param failure lsp.ResponseError
---@return boolean whether the file was moved
local function offer_order(buffer, argument, failure)
  local is_refused = failure.code ~= content_modified and failure.code ~= request_cancelled
  local work = is_refused and M.wait(buffer, 'segls/work', {})
  if argument.renumber ~= nil or not work or work.kind ~= 'series' and work.kind ~= 'folder' then
    M.tell(buffer, failure)
    return false
  end
  local choice = vim.fn.confirm(failure.message, '&Write the order\n&Renumber the files\n&Cancel', 3)
  argument.renumber = choice == 2
  if choice == 1 then
    if not M.execute(buffer, 'writeOrder', { uri = argument.uri }) then
      return false
    end
    local settings = vim.uri_to_fname(work.folder) .. '/.segls.toml'
    if vim.fn.bufloaded(settings) == 1 then -- the server reads it from disk
      vim.api.nvim_buf_call(vim.fn.bufadd(settings), function()
        vim.cmd('silent update')
      end)
    end
    vim.wait(patience, function()
      work = M.wait(buffer, 'segls/work', {})
      return work ~= nil and work.kind ~= 'series' and work.kind ~= 'folder'
    end, 200)
  end
  local from, to = vim.uri_to_fname(argument.uri), vim.uri_to_fname(argument.toUri)
  local is_shown = vim.api.nvim_buf_get_name(0) == from
  local was_modified = {}
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    was_modified[other] = vim.bo[other].modified
  end
  local is_moved = (choice == 1 or choice == 2) and M.execute(buffer, 'moveFile', argument)
  if is_moved and choice == 2 then -- texts have exchanged names, so write them, unless they already had unsaved changes
    for _, other in ipairs(vim.api.nvim_list_bufs()) do
      if
        vim.bo[other].modified
        and not was_modified[other]
        and vim.fs.dirname(vim.api.nvim_buf_get_name(other)) == vim.fs.dirname(from)
      then
        vim.api.nvim_buf_call(other, function()
          vim.cmd('silent update')
        end)
      end
    end
  end
  if is_moved and choice == 2 and is_shown then -- the file now has the number of the other one
    local number = vim.fs.basename(to):match('(%d+%l?)%A') or ''
    local path = vim.fs.dirname(from) .. '/' .. vim.fs.basename(from):gsub('(%d+%l?)(%A)', number .. '%2', 1)
    if vim.uv.fs_stat(path) then
      vim.cmd.edit(vim.fn.fnameescape(path))
    end
  end
  return is_moved
end

--- Executes a server command on the element with an `id`, or on the one at a position. Waits as `perform` does.
---@param buffer integer
---@param command string the command, without the prefix segls.
---@param argument { uri?: string, id?: string, position?: lsp.Position } and others, see docs/extensions.md
---@return boolean whether it succeeded
function M.execute(buffer, command, argument)
  argument.uri = argument.uri or vim.uri_from_bufnr(buffer)
  local params = { command = 'segls.' .. command, arguments = { argument } }
  local refused = command == 'moveFile' and function(failure)
    return offer_order(buffer, argument, failure)
  end or nil
  local is_done, result = M.perform(buffer, 'workspace/executeCommand', params, refused)
  if is_done and type(result) == 'table' and result.unmended then
    if not confirm(result.unmended, result.notes or {}) then
      return false
    end
    argument.force = true
    is_done = M.perform(buffer, 'workspace/executeCommand', params)
  end
  return is_done
end

--- Returns the places that a command may make wrong, such as links, as lines for a prompt. Nothing is changed.
---@param buffer integer
---@param command string the command, without the prefix segls.
---@param argument table
---@return string[]? nil if the server refuses or does not answer; then a message has been shown
---@return string? the path of the file that an extraction would create, relative to the folder of the text
function M.trial(buffer, command, argument)
  argument = vim.tbl_extend('keep', argument, { uri = vim.uri_from_bufnr(buffer), trial = true })
  local params = { command = 'segls.' .. command, arguments = { argument } }
  local is_answered, result = M.perform(buffer, 'workspace/executeCommand', params)
  if not is_answered then
    return nil
  elseif type(result) ~= 'table' or not result.unmended then
    return {}
  end
  local places = #result.unmended > 0 and list_places(result.unmended, result.notes or {}) or {}
  return places, result.file
end

---@param buffer integer
---@param row integer from zero
---@return string
local function line_of(buffer, row)
  return vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
end

--- Converts a position in Neovim to an LSP position.
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

--- Returns the cursor as an LSP position.
---@return lsp.Position
function M.cursor()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  return M.position(vim.api.nvim_get_current_buf(), row - 1, column)
end

--- Converts an LSP position to Neovim. A position after the last line becomes the end of the last line.
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
