--- What changed in a text since a git revision or since it was opened: a location list, and a line above each change.
local server = require('segls.server')
local M = {}

--- A text as it was at a revision; nil and git's message if the revision does not have it.
---@param buffer integer
---@param revision string
---@param answered fun(text: string?, why: string?)
local function text_at(buffer, revision, answered)
  local file = vim.uv.fs_realpath(vim.api.nvim_buf_get_name(buffer))
  if not file or vim.fn.executable('git') == 0 then
    answered(nil, file and 'git is not installed' or 'the text is in no file')
    return
  end
  local folder, name = vim.fs.dirname(file), vim.fs.basename(file)
  vim.system({ 'git', '-C', folder, 'show', '--end-of-options', revision .. ':./' .. name }, {}, function(run)
    vim.schedule(function()
      local why = vim.trim(run.stderr or ''):gsub('^fatal: ', '')
      answered(run.code == 0 and run.stdout or nil, why)
    end)
  end)
end

--- Turns changes into list entries, nested ones after the one they are in. A removed piece is listed at the one before it.
---@param buffer integer
---@param changes table[] as segls/changes tells them
---@param depth integer
---@param entries vim.quickfix.entry[]
local function list(buffer, changes, depth, entries)
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
    list(buffer, change.inside, depth + 1, entries)
  end
end

---@param buffer integer
---@param window integer
---@param since string for the title
---@param before? { uri: string, text: string }[]
local function show(buffer, window, since, before)
  server.ask(buffer, 'segls/changes', { before = before, lenses = true }, function(result)
    if not result or not vim.api.nvim_win_is_valid(window) then
      return
    end
    local entries = {}
    list(buffer, result.changes, 0, entries)
    if #entries == 0 then
      local marked = result.marked > 0 and 'Only markup or addresses of links have changed since %s.'
        or 'Nothing has changed since %s.'
      server.say(marked:format(since), vim.log.levels.INFO)
      return
    end
    vim.fn.setloclist(window, {}, ' ', { title = 'Changed since ' .. since, items = entries })
    vim.api.nvim_win_call(window, function()
      vim.cmd.lopen()
    end)
  end)
end

--- Lists what changed in the current buffer since a revision: by default since HEAD, or since it was opened if git does
--- not know the file.
---@param revision string
function M.list(revision)
  local buffer, window = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  text_at(buffer, revision ~= '' and revision or 'HEAD', function(text, why)
    if text then
      show(buffer, window, revision ~= '' and revision or 'HEAD', { { uri = vim.uri_from_bufnr(buffer), text = text } })
    elseif revision == '' then
      show(buffer, window, 'it was opened')
    else
      server.say(('%s: %s'):format(revision, why), vim.log.levels.WARN)
    end
  end)
end

--- Removes the lines above the changes, and closes the list.
function M.close()
  server.ask(vim.api.nvim_get_current_buf(), 'segls/changes', { lenses = false }, function() end)
  vim.cmd.lclose()
end

return M
