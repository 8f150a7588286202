--- Uses the menu of code actions as a user does: moves the cursor, presses the key, and chooses an item by its title.
local session = require('session')
local M = {}

local chosen
---@diagnostic disable-next-line: duplicate-set-field
vim.ui.select = function(items, options, choose)
  local titles = {}
  for i, item in ipairs(items) do
    local title = options.format_item and options.format_item(item) or item
    table.insert(titles, title)
    if vim.startswith(title, chosen) then
      choose(item, i)
      return
    end
  end
  error(('no action "%s" among %s'):format(chosen, vim.inspect(titles)))
end

---@param buffer integer
---@return string
function M.text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

--- Moves the cursor to the start of a text.
---@param buffer integer
---@param part string
function M.go(buffer, part)
  vim.cmd('buffer ' .. buffer)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(part, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { row, column - 1 })
      return
    end
  end
  error(part .. ' is not in the buffer')
end

--- Chooses from all actions, or from those of a kind. The menu of Neovim's own key has only the most common ones.
---@param title string the start of the title
---@param kind? string
function M.choose(title, kind)
  chosen = title
  vim.lsp.buf.code_action({ context = { only = kind and { kind } or { 'quickfix', 'refactor' } } })
end

--- Chooses from the menu of Neovim's own key, if it has one.
---@param title string the start of the title
function M.choose_usual(title)
  chosen = title
  if vim.fn.maparg('gra', 'n') == '' then
    vim.lsp.buf.code_action()
  else
    vim.api.nvim_feedkeys('gra', 'xt', false)
  end
end

--- Returns the titles in the menu at the cursor.
---@param buffer integer
---@return string[]
function M.titles(buffer)
  local client = assert(session.client(buffer))
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  params.context = { diagnostics = {} }
  local answer = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 10000)
  return vim.tbl_map(function(action)
    return action.title
  end, answer[client.id].result)
end

--- Changes the text, waits for the change, compares, and undoes it in one step.
---@param buffer integer
---@param what string a description for the message
---@param part string the text to move the cursor to
---@param wanted string a text that must appear
---@param change fun()
local function undoable(buffer, what, part, wanted, change)
  local before = M.text(buffer)
  M.go(buffer, part)
  change()
  session.eventually(('%s to give "%s", not\n%s'):format(what, wanted, M.text(buffer)), function()
    return M.text(buffer) ~= before and M.text(buffer):find(wanted, 1, true)
  end)
  -- Before it answers, the server makes the client move the cursor to the moved text.
  session.eventually('an answer to ' .. what, function()
    return vim.tbl_isempty(assert(session.client(buffer)).requests)
  end)
  vim.cmd('buffer ' .. buffer)
  vim.cmd('silent undo')
  session.equal(M.text(buffer), before, what .. ': the text after one undo')
end

--- Runs an action of the menu and undoes it.
---@param buffer integer
---@param title string
---@param part string the text to move the cursor to
---@param wanted string a text that must appear
---@param kind? string
function M.act(buffer, title, part, wanted, kind)
  undoable(buffer, title, part, wanted, function()
    M.choose(title, kind)
  end)
end

--- Opens a document with findings.
---@param name string
---@param lines string[]
---@param count integer the number of findings to wait for
---@return integer buffer
---@return fun(title: string, part: string, wanted: string) fix runs a quick fix and undoes it
function M.open_findings(name, lines, count)
  local buffer = session.open(session.write(name, lines))
  session.eventually(count .. ' findings in ' .. name, function()
    return #vim.diagnostic.get(buffer) == count
  end)
  return buffer, function(title, part, wanted)
    M.act(buffer, title, part, wanted, 'quickfix')
  end
end

--- Runs a `:Segls` subcommand, checks the text and undoes the change.
---@param buffer integer
---@param words string
---@param part string the text to move the cursor to
---@param wanted string a text that must appear
---@param choice? string the answer to a question
function M.say(buffer, words, part, wanted, choice)
  chosen = choice
  undoable(buffer, ':Segls ' .. words, part, wanted, function()
    vim.cmd('Segls ' .. words)
  end)
end

--- Waits for a file that an action creates or changes on disk.
---@param name string the start of its name
---@param wanted string a text that it must contain
function M.file(name, wanted)
  session.eventually(('%s in %s'):format(wanted, name), function()
    for entry in vim.fs.dir(vim.env.SEGLS_E2E_DIR) do
      if vim.startswith(entry, name) then
        local text = table.concat(vim.fn.readfile(vim.env.SEGLS_E2E_DIR .. '/' .. entry), '\n')
        return text:find(wanted, 1, true)
      end
    end
  end)
end

return M
