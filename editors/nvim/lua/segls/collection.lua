--- Uses the quickfix list as a collection: an ordered list of passages, from which a document can be created.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

--- The server's answer about passages.
---@class segls.Collected
---@field words integer
---@field places { uri: string, path: string, range: lsp.Range, title: string, words: integer }[]
---@field notes string[]

--- Returns a range moved down by some rows.
---@param range lsp.Range
---@param by integer
---@return lsp.Range
local function moved(range, by)
  local first, last = range.start, range['end']
  return {
    start = { line = first.line + by, character = first.character },
    ['end'] = { line = last.line + by, character = last.character },
  }
end

--- Returns the passages of the quickfix list in order. An entry without an end means the fragment there.
---@return { uri: string, range: lsp.Range }[]
function M.places()
  local list = {}
  for _, item in ipairs(vim.fn.getqflist()) do
    if item.valid == 1 and item.bufnr > 0 then
      local data = type(item.user_data) == 'table' and item.user_data or {}
      local first = { line = math.max(item.lnum, 1) - 1, character = 0 }
      local last = item.end_lnum > 0 and { line = item.end_lnum, character = 0 } or first
      local range = { start = first, ['end'] = last }
      if data.range then -- Neovim moves the first line of an entry with the text, but not the last
        range = moved(data.range, first.line - data.range.start.line)
      end
      table.insert(list, { uri = vim.uri_from_bufnr(item.bufnr), range = range })
    end
  end
  return list
end

--- Shows the length of the quickfix list, and its target if it has one, in a message and as its title.
---@param count integer
---@param words integer
local function tell(count, words)
  local context = vim.fn.getqflist({ context = true }).context
  local target = type(context) == 'table' and context.target
  local message = ('%d passage%s, %s'):format(count, count == 1 and '' or 's', document.length(words, target or 0))
  vim.fn.setqflist({}, 'a', { title = 'segls: ' .. message })
  server.say(message, vim.log.levels.INFO)
end

--- Requests the lengths of passages, or a document made of them.
---@param buffer integer a buffer with a server
---@param list { uri: string, range: lsp.Range }[]
---@param more table
---@return segls.Collected?
local function assemble(buffer, list, more)
  local argument = vim.tbl_extend('error', { uri = list[1].uri, places = list }, more)
  local params = { command = 'segls.assemble', arguments = { argument } }
  local is_done, result = server.perform(buffer, 'workspace/executeCommand', params)
  return is_done and result or nil
end

--- Adds passages to the quickfix list.
---@param buffer integer a buffer with a server
---@param places { uri: string, range: lsp.Range }[]
---@param target? integer in words for the whole list; nil to keep it
function M.add(buffer, places, target)
  local known = assemble(buffer, places, { trial = true })
  if not known then
    return
  end
  local items = vim.tbl_map(function(passage)
    local path, first = vim.uri_to_fname(passage.uri), passage.range.start.line
    local at = vim.fn.bufadd(path)
    local title = passage.title
    if title == '' then
      local lines = vim.fn.bufloaded(path) == 1 and vim.api.nvim_buf_get_lines(at, first, first + 1, false)
        or vim.fn.readfile(path, '', first + 1)
      title = vim.trim(lines[#lines] or '')
    end
    return {
      bufnr = at,
      lnum = first + 1,
      end_lnum = passage.range['end'].line + 1,
      col = 1,
      text = ('%s (%s)'):format(title, document.length(passage.words, 0)),
      user_data = { uri = passage.uri, range = passage.range },
    }
  end, known.places)
  local context = vim.fn.getqflist({ context = true }).context
  if target then
    context = vim.tbl_extend('force', type(context) == 'table' and context or {}, { target = target })
  end
  vim.fn.setqflist({}, 'a', { items = items, context = context })
  local list = M.places()
  local all = assemble(buffer, list, { trial = true })
  if all then
    tell(#list, all.words)
  end
end

--- Adds the fragment at the cursor, or the selected paragraphs, to the quickfix list.
---@param text string a target in words for the whole list; empty to keep it
---@param opts segls.CommandOpts
function M.collect(text, opts)
  local buffer = vim.api.nvim_get_current_buf()
  local target = tonumber(text)
  if text ~= '' and not target then
    server.say(('%s is not a number of words'):format(text), vim.log.levels.WARN)
    return
  end
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local first, last = row, row
  if opts.lines then
    first, last = opts.lines[1], opts.lines[2] + 1
  end
  local range = { start = { line = first, character = 0 }, ['end'] = { line = last, character = 0 } }
  M.add(buffer, { { uri = vim.uri_from_bufnr(buffer), range = range } }, target)
end

--- Creates a document from the passages in the quickfix list, and opens it.
---@param file string its path, relative to the working directory
function M.assemble(file)
  local list = M.places()
  if file == '' then
    server.say('Which document? Give :Segls assemble the name of a new file', vim.log.levels.WARN)
    return
  elseif #list == 0 then
    server.say(
      'The quickfix list has no passages: fill it with :Segls collect, or with c in the list of :Segls find',
      vim.log.levels.WARN
    )
    return
  end
  local path = vim.fn.fnamemodify(file, ':p')
  local made = assemble(vim.api.nvim_get_current_buf(), list, { toUri = vim.uri_from_fname(path) })
  if not made then
    return
  end
  vim.cmd.edit(vim.fn.fnameescape(path))
  tell(#list, made.words)
  for _, note in ipairs(made.notes) do
    server.say(note, vim.log.levels.WARN)
  end
end

return M
