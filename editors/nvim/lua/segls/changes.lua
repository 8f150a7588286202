--- Lists what has changed in a text since a git revision or since it was opened, and shows a line above each change.
local git = require('segls.git')
local server = require('segls.server')
local M = {}

--- Turns changes into list entries, inner after outer ones. Removed text is on the line of the entry before it.
---@param buffer integer
---@param changes table[] the answer of segls/changes
---@param depth integer
---@param entries vim.quickfix.entry[]
---@param listed table[] the changes, one for each entry
local function list(buffer, changes, depth, entries, listed)
  local uri = vim.uri_from_bufnr(buffer)
  for _, change in ipairs(changes) do
    local line = #entries > 0 and entries[#entries].lnum or 1
    local last
    for _, place in ipairs(change.to) do
      if place.uri == uri then
        line, last = place.range.start.line + 1, place.range['end'].line + 1
        break
      end
    end
    table.insert(entries, { bufnr = buffer, lnum = line, end_lnum = last, text = ('  '):rep(depth) .. change.message })
    table.insert(listed, change)
    list(buffer, change.inside, depth + 1, entries, listed)
  end
end

--- The state of each list, by the buffer of its text.
---@type table<integer, { window: integer, since: string, before?: table[], changes: table[] }>
local lists = {}

--- Returns the text whose changes are in the location list of the current window.
---@return integer? buffer
local function listed_text()
  local context = vim.fn.getloclist(0, { context = 0 }).context
  local buffer = type(context) == 'table' and context.segls
  return lists[buffer] and vim.api.nvim_buf_is_valid(buffer) and buffer or nil
end

--- Returns the change at the cursor: in the list, or the innermost one in the text.
---@return integer? buffer
---@return table? change
local function at_cursor()
  local buffer = listed_text()
  if not buffer then
    return
  end
  local changes, line = lists[buffer].changes, vim.api.nvim_win_get_cursor(0)[1]
  if vim.bo.buftype == 'quickfix' then
    return buffer, changes[line]
  end
  local found
  for i, entry in ipairs(vim.fn.getloclist(0)) do
    if entry.lnum <= line and line <= math.max(entry.lnum, entry.end_lnum) then
      found = changes[i]
    end
  end
  return buffer, found
end

--- Shows the earlier text of the change at the cursor in a floating window.
local function show_before()
  local buffer, change = at_cursor()
  if not buffer or not change then
    return
  end
  local text = change.before ~= '' and vim.trim(change.before) or 'This is new.'
  vim.lsp.util.open_floating_preview(vim.split(text, '\n', { plain = true }), vim.bo[buffer].filetype, {
    border = 'single',
    title = ' Before ',
    wrap = true,
    max_width = math.min(80, vim.o.columns - 4),
    max_height = math.floor(vim.o.lines / 2),
    focus_id = 'segls.before',
  })
end

--- Maps keys in the window of the list. While the window shows another list, the keys keep their usual meaning.
---@param buffer integer the buffer of the list
local function map_keys(buffer)
  local function map(key, what, run)
    vim.keymap.set('n', key, function()
      if listed_text() then
        run()
      else
        vim.cmd.normal({ key, bang = true })
      end
    end, { buffer = buffer, desc = what })
  end
  map('K', 'segls: show the earlier text', show_before)
  map('u', 'segls: put this change back', function()
    M.put_back()
  end)
end

---@param buffer integer
---@param window integer
---@param since string used in the title
---@param before? { uri: string, text: string }[]
---@param again? boolean whether to update an existing list
local function show(buffer, window, since, before, again)
  server.ask(buffer, 'segls/changes', { before = before, lenses = true }, function(result)
    if not result or not vim.api.nvim_win_is_valid(window) then
      return
    end
    local entries, changes = {}, {}
    list(buffer, result.changes, 0, entries, changes)
    if #entries == 0 then
      local marked = result.marked > 0 and 'Only markup or addresses of links have changed since %s.'
        or 'Nothing has changed since %s.'
      server.say(marked:format(since), vim.log.levels.INFO)
      if not again then
        return
      end
    end
    lists[buffer] = { window = window, since = since, before = before, changes = changes }
    local what = { title = 'Changed since ' .. since, items = entries, context = { segls = buffer } }
    if again then
      what.idx = math.max(1, math.min(vim.fn.getloclist(window, { idx = 0 }).idx, #entries))
    end
    vim.fn.setloclist(window, {}, again and 'r' or ' ', what)
    if not again then
      vim.api.nvim_win_call(window, function()
        vim.cmd.lopen()
        map_keys(vim.api.nvim_get_current_buf())
      end)
    end
  end)
end

--- Reverts the change at the cursor.
function M.put_back()
  local buffer, change = at_cursor()
  if not buffer or not change then
    server.say('No listed change is at the cursor; :Segls changes lists all changes.', vim.log.levels.INFO)
    return
  end
  local shown = lists[buffer]
  local argument = {
    uri = vim.uri_from_bufnr(buffer),
    position = { line = 0, character = 0 },
    id = change.id,
    before = shown.before,
  }
  server.perform(buffer, 'workspace/executeCommand', { command = 'segls.putBack', arguments = { argument } })
  show(buffer, shown.window, shown.since, shown.before, true)
end

--- Lists what has changed in the current buffer since a revision: by default since HEAD, or without git since opening.
---@param revision string
function M.list(revision)
  local buffer, window = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  local function answered(text, why)
    if text then
      show(buffer, window, revision ~= '' and revision or 'HEAD', { { uri = vim.uri_from_bufnr(buffer), text = text } })
    elseif revision == '' then
      show(buffer, window, 'it was opened')
    else
      server.say(('%s: %s'):format(revision, why), vim.log.levels.WARN)
    end
  end
  local file = vim.uv.fs_realpath(vim.api.nvim_buf_get_name(buffer))
  if file then
    git.text_at(file, revision ~= '' and revision or 'HEAD', answered)
  else
    answered(nil, 'the text is not in a file')
  end
end

--- Removes the lines above the changes and closes the list.
function M.close()
  local buffer = listed_text() or vim.api.nvim_get_current_buf()
  server.ask(buffer, 'segls/changes', { lenses = false }, function() end)
  lists[buffer] = nil
  vim.cmd.lclose()
end

return M
