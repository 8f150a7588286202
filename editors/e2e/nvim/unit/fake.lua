--- A fake server within the Neovim process, to which Neovim's own client talks. It divides a text by the rules of
--- division.lua, so that a test can give a text and expect the answer.
---
--- A test sets other answers in `answers` and `commands`. `asked` holds the requests and notifications, `executed` the
--- commands, and `messages` the messages to the user.
local division = require('division')
local M = {}

M.folder = vim.env.UNIT_FOLDER .. '/texts'
M.range, M.divide = division.range, division.divide

--- A text with four fragments: one is suggested, the others begin below headings.
M.book = {
  '# Book',
  '',
  'Anchor one.',
  '',
  '~ Boat two.',
  'Its second line.',
  '',
  '## Part',
  '',
  'Chart three.',
  '',
  '## Rest',
  '',
  'Dock four.',
}

---@param name string
---@return string
function M.path(name)
  return M.folder .. '/' .. name
end

---@param name string
---@return string
function M.uri(name)
  return vim.uri_from_fname(M.path(name))
end

--- Writes a file and returns its path.
---@param name string
---@param lines string[]
---@return string
function M.write(name, lines)
  local path = M.path(name)
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  vim.fn.writefile(lines, path)
  return path
end

--- Returns the lines of a file on disk; nil if there is none.
---@param name string
---@return string[]?
function M.on_disk(name)
  return vim.uv.fs_stat(M.path(name)) and vim.fn.readfile(M.path(name)) or nil
end

local own = { select = vim.ui.select, input = vim.ui.input, notify = vim.notify, confirm = vim.fn.confirm }

--- Returns a message as the client receives it: Neovim before 0.12 reads null in an object as nil.
---@param message any
---@return any
local function arrived(message)
  if type(message) ~= 'table' then
    return message ~= vim.NIL and message or nil
  end
  return vim.json.decode(vim.json.encode(message), { luanil = { object = vim.fn.has('nvim-0.12') == 0 } })
end

--- Cleans up after a test.
function M.reset()
  vim.api.nvim_feedkeys('', 'x', false) -- executes keys that a command has fed so that `.` repeats it
  for _, client in ipairs(vim.lsp.get_clients()) do
    if vim.fn.has('nvim-0.11') == 1 then
      client:stop(true)
    else
      client.stop(true)
    end
  end
  vim.wait(2000, function()
    return #vim.lsp.get_clients() == 0
  end, 1)
  for _, panel in ipairs({ 'curve', 'curve-work', 'outline', 'work', 'related', 'duplicates', 'misplaced' }) do
    local shown = package.loaded['segls.panel'] and package.loaded['segls.panel'].shown(panel)
    if shown then
      shown:close()
    end
  end
  vim.cmd('silent! tabonly! | new | silent! only! | silent! %bwipeout!')
  for name in pairs(package.loaded) do
    if vim.startswith(name, 'segls') then
      package.loaded[name] = nil
    end
  end
  for _, command in ipairs(vim.api.nvim_get_autocmds({})) do
    if command.group_name and vim.startswith(command.group_name, 'segls') then
      pcall(vim.api.nvim_del_autocmd, command.id)
    end
  end
  vim.ui.select, vim.ui.input, vim.fn.confirm = own.select, own.input, own.confirm
  vim.g.segls_codelens, vim.g.segls_previews, vim.g.segls_folds, vim.g.loaded_segls = nil, nil, nil, nil
  vim.v.errmsg = ''
  vim.o.columns, vim.o.lines = 120, 40
  vim.fn.delete(M.folder, 'rf')
  vim.fn.mkdir(M.folder, 'p')
  dofile(vim.api.nvim_get_runtime_file('plugin/segls.lua', false)[1])
  M.asked, M.executed, M.messages, M.answers, M.commands, M.works = {}, {}, {}, {}, {}, {}
  M.encoding, M.send = 'utf-16', nil
  vim.notify = function(message)
    table.insert(M.messages, message)
  end
end

--- Returns the lines of a text, loaded or not.
---@param uri string
---@return string[]
local function lines_of(uri)
  local path = vim.uri_to_fname(uri)
  if path == '' or path == '/' then
    return vim.api.nvim_buf_get_lines(0, 0, -1, false)
  end
  if vim.fn.bufloaded(path) == 1 then
    return vim.api.nvim_buf_get_lines(vim.fn.bufadd(path), 0, -1, false)
  end
  return vim.fn.readfile(path)
end

--- Makes the client apply an edit of one text, and then show a row if one is given.
---@param uri string
---@param first integer the rows [first, last) to replace
---@param last integer exclusive
---@param lines string[]
---@param show? integer the row to put the cursor on
function M.apply(uri, first, last, lines, show)
  local path = vim.uri_to_fname(uri)
  local buffer = vim.fn.bufloaded(path) == 1 and vim.fn.bufadd(path) or -1
  local answer = M.send.server_request('workspace/applyEdit', {
    label = 'Move',
    edit = {
      documentChanges = {
        {
          textDocument = { uri = uri, version = vim.lsp.util.buf_versions[buffer] or vim.NIL },
          edits = { { range = division.range(first, last), newText = table.concat(lines, '\n') .. '\n' } },
        },
      },
    },
  })
  if show and answer.applied then
    M.send.server_request('window/showDocument', { uri = uri, takeFocus = true, selection = division.range(show, show) })
  end
  return answer
end

--- Returns a command that exchanges a section or fragment with its neighbour.
---@param kind 'sections'|'fragments'
---@param step 1|-1
local function move(kind, step)
  return function(argument)
    local lines = lines_of(argument.uri)
    local list, here = division.divide(lines)[kind], nil
    for i, one in ipairs(list) do
      local is_there = argument.id == one.id or not argument.id and one.range.start.line <= argument.position.line
      here = is_there and i or here
    end
    local other = here and here + step
    while list[other] and list[other].level and list[other].level > list[here].level do
      other = other + step
    end
    if not list[other] or list[other].level ~= list[here].level then
      return nil, { code = -32803, message = 'This cannot be moved any further.' }
    end
    local one, two = list[math.min(here, other)], list[math.max(here, other)]
    local function past(item)
      return kind == 'sections' and item.range['end'].line or item.range['end'].line + 1
    end
    local first, middle, last = one.range.start.line, two.range.start.line, past(two)
    local moved = vim.list_slice(lines, middle + 1, last)
    local between = kind == 'sections' and {} or vim.list_slice(lines, past(one) + 1, middle)
    vim.list_extend(moved, between)
    local row = first + #moved
    vim.list_extend(moved, vim.list_slice(lines, first + 1, kind == 'sections' and middle or past(one)))
    M.apply(argument.uri, first, last, moved, step > 0 and row or first)
    return vim.NIL
  end
end

local moves = {
  moveSectionDown = move('sections', 1),
  moveSectionUp = move('sections', -1),
  moveFragmentDown = move('fragments', 1),
  moveFragmentUp = move('fragments', -1),
}

---@type table<string, fun(params: table): any, table?>
local defaults = {
  initialize = function()
    return {
      capabilities = {
        positionEncoding = M.encoding,
        textDocumentSync = { openClose = true, change = 1 },
        codeLensProvider = {},
        executeCommandProvider = { commands = {} },
        hoverProvider = true,
        foldingRangeProvider = true,
        codeActionProvider = true,
        renameProvider = { prepareProvider = true },
        referencesProvider = true,
        documentHighlightProvider = true,
        completionProvider = {},
        workspace = { fileOperations = { willRename = { filters = {} } } },
      },
    }
  end,
  ['segls/fragments'] = function(params)
    return (division.divide(lines_of(params.textDocument.uri)))
  end,
  ['segls/curve'] = function(params)
    return division.curve(lines_of(params.textDocument.uri))
  end,
  ['segls/held'] = function()
    return { hash = 'h', held = {} }
  end,
  ['textDocument/codeLens'] = function(params)
    local lenses = {}
    for _, fragment in ipairs(division.divide(lines_of(params.textDocument.uri)).fragments) do
      if fragment.suggested then
        table.insert(lenses, {
          range = division.range(fragment.range.start.line, fragment.range.start.line),
          command = {
            title = ('New topic · %d words'):format(fragment.words),
            command = 'segls.selectFragment',
            arguments = { { uri = params.textDocument.uri, id = fragment.id } },
          },
        })
      end
    end
    return lenses
  end,
  ['textDocument/foldingRange'] = function(params)
    local structure, folds = division.divide(lines_of(params.textDocument.uri)), {}
    for _, list in ipairs({ structure.sections, structure.fragments }) do
      for _, one in ipairs(list) do
        local last = one.range['end'].character > 0 and one.range['end'].line or one.range['end'].line - 1
        table.insert(folds, { startLine = one.range.start.line, endLine = last })
      end
    end
    table.sort(folds, function(a, b)
      return a.startLine < b.startLine
    end)
    return folds
  end,
  ['textDocument/selectionRange'] = function(params)
    local at = params.positions[1]
    local line, first = lines_of(params.textDocument.uri)[at.line + 1], 0
    for past in line:gmatch('()%. ') do
      if past < at.character + 1 then
        first = past + 1
      end
    end
    local stop = line:find('%. ', at.character + 1) or #line
    return { { range = { start = { line = at.line, character = first }, ['end'] = { line = at.line, character = stop } } } }
  end,
  ['workspace/executeCommand'] = function(params)
    local name = params.command:gsub('^segls%.', '')
    local argument = vim.deepcopy((params.arguments or {})[1])
    table.insert(M.executed, { name, argument })
    local act = M.commands[name] or moves[name]
    if act then
      return act(argument)
    end
    return vim.NIL
  end,
}

--- The server side of the connection.
---@param dispatchers vim.lsp.rpc.Dispatchers
local function serve(dispatchers)
  M.send = {
    server_request = function(method, params)
      return dispatchers.server_request(method, arrived(params))
    end,
    notification = function(method, params)
      dispatchers.notification(method, arrived(params))
    end,
  }
  local last, is_closing = 0, false
  M.die = function(code, signal)
    is_closing = true
    dispatchers.on_exit(code, signal)
  end
  return {
    request = function(method, params, callback, done)
      last = last + 1
      local id = last
      table.insert(M.asked, { method, params and vim.deepcopy(params) })
      vim.schedule(function()
        local answer = M.answers[method]
        if answer == nil then
          answer = defaults[method] or vim.NIL
        elseif answer == false then
          return -- no answer
        end
        local result, failure = answer, nil
        if type(answer) == 'function' then
          result, failure = answer(params)
        end
        if done then
          done(id)
        end
        callback(failure, arrived(result))
      end)
      return true, id
    end,
    notify = function(method, params)
      table.insert(M.asked, { method, params and vim.deepcopy(params) })
      if method == 'exit' then
        is_closing = true
        dispatchers.on_exit(0, 0)
      end
      return true
    end,
    is_closing = function()
      return is_closing
    end,
    terminate = function()
      if not is_closing then
        is_closing = true
        dispatchers.on_exit(0, 0)
      end
    end,
  }
end

--- Waits until a check returns something true; an error counts as false. Callbacks run meanwhile.
---@param what string
---@param check fun(): any
function M.eventually(what, check)
  local failure
  local is_so = vim.wait(5000, function()
    local fine, answer = pcall(check)
    failure = not fine and answer or nil
    return fine and answer and true or false
  end, 1)
  assert(is_so, ('timeout while waiting for %s %s'):format(what, failure or ''))
end

---@param actual any
---@param expected any
---@param what? string
function M.equal(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    error(('%s: got %s, not %s'):format(what or 'value', vim.inspect(actual), vim.inspect(expected)), 2)
  end
end

--- Starts the server for a buffer.
---@param buffer? integer
---@param overrides? table
function M.attach(buffer, overrides)
  buffer = buffer or vim.api.nvim_get_current_buf()
  local path = vim.api.nvim_get_runtime_file('lsp/segls.lua', false)[1]
  local config =
    vim.tbl_deep_extend('force', dofile(path), { name = 'segls', cmd = serve, root_dir = M.folder }, overrides or {})
  vim.lsp.start(config, { bufnr = buffer })
  M.eventually('the client', function()
    return require('segls.server').of(buffer)
  end)
end

--- Starts another server, such as marksman, for a buffer; it answers every request with null.
---@param buffer integer
---@param capabilities lsp.ServerCapabilities
---@return string[] asked the methods of its requests
---@return integer id the client ID
function M.attach_other(buffer, capabilities)
  local asked, last = {}, 0
  local function start(dispatchers)
    local is_closing = false
    local function stop()
      if not is_closing then
        is_closing = true
        dispatchers.on_exit(0, 0)
      end
    end
    return {
      request = function(method, _, callback)
        last = last + 1
        table.insert(asked, method)
        vim.schedule(function()
          callback(nil, method == 'initialize' and { capabilities = capabilities } or nil)
        end)
        return true, last
      end,
      notify = function(method)
        return method ~= 'exit' or stop() or true
      end,
      is_closing = function()
        return is_closing
      end,
      terminate = stop,
    }
  end
  local id = vim.lsp.start({ name = 'marks', cmd = start, root_dir = M.folder }, { bufnr = buffer })
  M.eventually('the other client', function()
    return #vim.lsp.get_clients({ bufnr = buffer, name = 'marks' }) > 0 and vim.lsp.get_client_by_id(id).initialized
  end)
  return asked, assert(id)
end

--- Opens a text with the server. Returns its buffer and its fragments.
---@param lines string[]
---@param name? string
---@return integer buffer
---@return segls.Fragments
function M.open(lines, name)
  vim.cmd('silent edit ' .. vim.fn.fnameescape(M.write(name or 'text.md', lines)))
  M.attach()
  return vim.api.nvim_get_current_buf(), (M.divide(lines))
end

--- Notifies the plug-in of an analysis, as the server does after each change.
---@param buffer? integer
function M.update(buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  M.send.notification('segls/didUpdate', { uri = vim.uri_from_bufnr(buffer), version = vim.lsp.util.buf_versions[buffer] })
end

--- Waits until all requests have been answered.
function M.settle()
  M.eventually('all answers', function()
    for _, client in ipairs(vim.lsp.get_clients({ name = 'segls' })) do
      if not vim.tbl_isempty(client.requests) then
        return false
      end
    end
    return true
  end)
end

--- Returns the last executed command: its name, and its argument without the URI.
---@return string?
---@return table?
function M.last_executed()
  local last = M.executed[#M.executed]
  if last then
    local argument = vim.deepcopy(last[2])
    if argument then
      argument.uri = nil
    end
    return last[1], argument
  end
end

--- Returns the number of requests or notifications with a method.
---@param method string
---@return integer
function M.count(method)
  return #vim.tbl_filter(function(one)
    return one[1] == method
  end, M.asked)
end

--- Returns the parameters of the last request or notification with a method.
---@param method string
---@return table?
function M.last_asked(method)
  for i = #M.asked, 1, -1 do
    if M.asked[i][1] == method then
      return M.asked[i][2]
    end
  end
end

--- Makes `vim.ui.select` choose the item that begins with some words. The items are in `offered`.
---@param words string
function M.choose(words)
  vim.ui.select = function(items, options, choose)
    M.offered = vim.tbl_map(options.format_item or tostring, items)
    for i, item in ipairs(items) do
      if vim.startswith(M.offered[i], words) then
        choose(item, i)
        return
      end
    end
    choose(nil)
  end
end

--- Moves the cursor to the first occurrence of some words.
---@param words string
function M.go(words)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(words, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { row, column - 1 })
      vim.api.nvim_exec_autocmds('CursorMoved', { buffer = vim.api.nvim_get_current_buf() })
      return
    end
  end
  error(words .. ' is nowhere in ' .. M.text())
end

---@param buffer? integer
---@return string
function M.text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false), '\n')
end

---@param keys string
function M.press(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'xt', false)
end

--- Returns the lines of a kind of panel; nil if it is not open.
---@param kind string
---@return string[]?
function M.panel(kind)
  local shown = require('segls.panel').shown(kind)
  return shown and vim.api.nvim_buf_get_lines(shown.buffer, 0, -1, false)
end

--- Waits for the lines of a panel.
---@param kind string
---@param expected string[]
function M.shows(kind, expected)
  M.eventually(vim.inspect(expected) .. ', not ' .. vim.inspect(M.panel(kind)), function()
    return vim.deep_equal(M.panel(kind), expected)
  end)
end

--- Returns the virtual text of each row in a namespace.
---@param buffer integer
---@param name string
---@return table<integer, string>
function M.virtual(buffer, name)
  local found = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, vim.api.nvim_create_namespace(name), 0, -1, { details = true })) do
    local chunks = mark[4].virt_text or mark[4].virt_lines and mark[4].virt_lines[1] or {}
    local words = {}
    for _, chunk in ipairs(chunks) do
      table.insert(words, chunk[1])
    end
    if #words > 0 then
      found[mark[2]] = table.concat(words)
    end
  end
  return found
end

--- Returns the text of the floating window; nil if there is none.
---@return string?
function M.float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return M.text(vim.api.nvim_win_get_buf(window))
    end
  end
end

return M
