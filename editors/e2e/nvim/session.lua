--- Shared by the scenarios: opening documents, requests, waiting, and reading the screen.
local M = {}

--- A long document: a fresh copy for each scenario.
M.sample = vim.env.SEGLS_E2E_DIR .. '/sample.md'

--- Prints a measurement. Times are never asserted, since they depend on the load of the machine.
---@param format string
---@param ... any
function M.measured(format, ...)
  print('measured: ' .. format:format(...))
end

--- Skips the rest of the scenario.
---@param reason string
function M.skip(reason)
  error({ skip = reason }, 0)
end

--- Skips the scenario if Neovim lacks a function.
---@param feature any the function; nil if it is missing
---@param name string
function M.needs(feature, name)
  if feature == nil then
    M.skip(('Neovim %s has no %s'):format(tostring(vim.version()), name))
  end
end

--- The timeout of all waiting, in milliseconds: the machine may be busy.
M.patience = tonumber(vim.env.SEGLS_E2E_PATIENCE) or 90000

--- Waits until a check returns something true, and returns it. It pauses between two checks, because vim.wait checks
--- again after each event: the answer to a check's request is one, and vim.wait would never time out.
---@generic T
---@param what string a description for the message on failure
---@param check fun(): T?
---@return T
function M.eventually(what, check)
  local last = vim.uv.hrtime() + M.patience * 1e6
  while true do
    local fine, answer = pcall(check)
    if fine and answer then
      return answer
    elseif vim.uv.hrtime() > last then
      error(('timeout while waiting for %s%s'):format(what, fine and '' or ': ' .. tostring(answer)), 2)
    end
    vim.wait(20)
  end
end

---@param actual any
---@param expected any
---@param what string
function M.equal(actual, expected, what)
  if vim.deep_equal(actual, expected) then
    return
  end
  local diff = vim.text and vim.text.diff or vim.diff
  local lines = vim.split(diff(vim.inspect(expected) .. '\n', vim.inspect(actual) .. '\n', { ctxlen = 4 }), '\n')
  error(('%s (- expected, + actual)\n%s'):format(what, table.concat(lines, '\n', 1, math.min(#lines, 40))), 2)
end

--- Returns the running client of a buffer; nil if there is none.
---@param buffer integer
---@return vim.lsp.Client?
function M.client(buffer)
  local client = vim.lsp.get_clients({ bufnr = buffer, name = 'segls' })[1]
  return client and client.initialized and client or nil
end

--- Opens a file as a user does and waits for the server.
---@param path string
---@param arguments? string arguments of :edit, such as ++ff=mac
---@return integer buffer
---@return vim.lsp.Client client
function M.open(path, arguments)
  vim.cmd(('edit %s %s'):format(arguments or '', vim.fn.fnameescape(path)))
  local buffer = vim.api.nvim_get_current_buf()
  local client = M.eventually('the server', function()
    return M.client(buffer)
  end)
  return buffer, client
end

--- Opens the sample.
---@return integer buffer
---@return vim.lsp.Client client
function M.open_sample()
  return M.open(M.sample)
end

--- Writes lines to a file in the scenario's folder and returns its path.
---@param name string
---@param lines string[]
---@param line_end? string
---@return string
function M.write(name, lines, line_end)
  local path = vim.env.SEGLS_E2E_DIR .. '/' .. name
  local file = assert(io.open(path, 'wb'))
  for _, line in ipairs(lines) do
    file:write(line, line_end or '\n')
  end
  file:close()
  return path
end

--- Sends a request about a buffer and returns the result. Pending changes are sent first.
---@param buffer integer
---@param method string
---@param params? table parameters without textDocument
---@return any
function M.ask(buffer, method, params)
  params = vim.tbl_extend('error', params or {}, { textDocument = vim.lsp.util.make_text_document_params(buffer) })
  local client = assert(M.client(buffer), 'no server')
  local answers = vim.lsp.buf_request_sync(buffer, method, params, M.patience) or {}
  local answer = assert(answers[client.id], method .. ': no answer')
  local failure = answer.err or answer.error
  assert(not failure, method .. ': ' .. vim.inspect(failure))
  return answer.result
end

--- Returns the fragments of a buffer.
---@param buffer integer
---@return segls.Fragment[]
function M.fragments(buffer)
  return M.ask(buffer, 'segls/fragments').fragments
end

--- Returns the fragments of a buffer that begin at a suggested boundary.
---@param buffer integer
---@return segls.Fragment[]
function M.suggested(buffer)
  return vim.tbl_filter(function(fragment)
    return fragment.suggested
  end, M.fragments(buffer))
end

--- Returns the code lenses of a buffer, sorted by line.
---@param buffer integer
---@return lsp.CodeLens[]
function M.held_lenses(buffer)
  local lenses = {}
  if vim.lsp.codelens.enable then
    for _, result in ipairs(vim.lsp.codelens.get({ bufnr = buffer })) do
      table.insert(lenses, result.lens)
    end
  else
    vim.list_extend(lenses, vim.lsp.codelens.get(buffer))
  end
  table.sort(lenses, function(a, b)
    return a.range.start.line < b.range.start.line
  end)
  return lenses
end

--- Waits for lenses in a buffer and returns them.
---@param buffer integer
---@return lsp.CodeLens[]
function M.await_lenses(buffer)
  return M.eventually('lenses', function()
    local lenses = M.held_lenses(buffer)
    return #lenses > 0 and lenses
  end)
end

--- Returns the text on the screen, a line for each row.
---@return string
function M.screen()
  vim.cmd('redraw!')
  local rows = {}
  for row = 1, vim.o.lines do
    local cells = {}
    for column = 1, vim.o.columns do
      table.insert(cells, vim.fn.screenstring(row, column))
    end
    table.insert(rows, (table.concat(cells):gsub('%s+$', '')))
  end
  return table.concat(rows, '\n')
end

--- Returns the window of a kind of panel; nil if there is none.
---@param kind 'curve'|'curve-work'|'outline'|'work'
---@return integer?
function M.panel(kind)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == 'segls-' .. kind then
      return window
    end
  end
end

--- Shows the buffer in a floating window in the middle of the screen, as a zen mode does.
function M.float()
  local rows, columns = vim.o.lines - vim.o.cmdheight, vim.o.columns
  local function window(buffer, is_entered, width, zindex)
    return vim.api.nvim_open_win(buffer, is_entered, {
      relative = 'editor',
      row = 0,
      col = math.floor((columns - width) / 2),
      width = width,
      height = rows,
      style = 'minimal',
      zindex = zindex,
    })
  end
  local text = vim.api.nvim_get_current_buf()
  window(vim.api.nvim_create_buf(false, true), false, columns, 30)
  window(text, true, 70, 40)
end

--- Waits until there is a fold at the cursor.
function M.await_fold()
  M.eventually('a fold at the cursor', function()
    return vim.fn.foldlevel('.') > 0
  end)
end

--- Moves the cursor to the start of a line, counted from zero.
---@param line integer
function M.go(line)
  vim.api.nvim_win_set_cursor(0, { line + 1, 0 })
end

--- Moves the cursor to a line, widens the screen, and waits until the first 30 characters of a text are on it.
---@param text string
---@param line integer
function M.await_shown(text, line)
  M.go(line)
  vim.o.wrap = false
  vim.o.lines = 20
  vim.o.columns = #vim.api.nvim_get_current_line() + 200
  vim.cmd('normal! zz')
  local beginning = vim.fn.strcharpart(vim.split(text, '\n')[1], 0, 30)
  M.eventually(('"%s" on the screen'):format(beginning), function()
    return M.screen():find(beginning, 1, true)
  end)
end

--- Returns the lines of a range without blank lines at the end.
---@param buffer integer
---@param range lsp.Range
---@return string[]
function M.lines_of(buffer, range)
  local last = range['end'].character > 0 and range['end'].line + 1 or range['end'].line
  local lines = vim.api.nvim_buf_get_lines(buffer, range.start.line, last, false)
  while #lines > 0 and lines[#lines]:match('^%s*$') do
    table.remove(lines)
  end
  return lines
end

return M
