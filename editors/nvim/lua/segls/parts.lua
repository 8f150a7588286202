--- The parts that have been extracted from a text, each a file of its own. If an undo takes the text back to what it
--- was before, they go too, and a redo brings them back. A part that somebody has changed stays, and the user is told.
local M = {}

---@class segls.Part
---@field path string
---@field text string[] its lines, as the server wrote them

---@class segls.Division what became of a text at one time
---@field before string[] its lines
---@field after string[]
---@field parts segls.Part[]
---@field is_undone boolean

---@type table<integer, segls.Division[]> by buffer of the text
local divisions = {}

---@param buffer integer
---@return string[]
local function lines_of(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

--- Whether a buffer has these lines. Their number nearly always gives the answer.
---@param buffer integer
---@param lines string[]
---@return boolean
local function says(buffer, lines)
  return vim.api.nvim_buf_line_count(buffer) == #lines and vim.deep_equal(lines_of(buffer), lines)
end

--- The lines of a file, nil if there is none.
---@param path string
---@return string[]?
local function lines_on_disk(path)
  local file = io.open(path, 'rb')
  if not file then
    return nil
  end
  local text = file:read('*a'):gsub('\r\n', '\n'):gsub('\n$', '')
  file:close()
  return vim.split(text, '\n')
end

--- Removes a part, its buffer and its file, if both are unchanged.
---@param part segls.Part
---@return boolean whether it is gone
local function remove(part)
  local buffer = vim.fn.bufnr(vim.fn.fnamemodify(part.path, ':p'))
  local is_loaded = buffer > 0 and vim.api.nvim_buf_is_loaded(buffer)
  if is_loaded and not says(buffer, part.text) then
    return false
  end
  local on_disk = lines_on_disk(part.path)
  if on_disk and not vim.deep_equal(on_disk, part.text) and not vim.deep_equal(on_disk, { '' }) then
    return false
  end
  if buffer > 0 then
    require('segls.lenses').show(buffer, false) -- Neovim may be about to ask for them
    vim.api.nvim_buf_delete(buffer, { force = true })
  end
  return on_disk == nil or os.remove(part.path) ~= nil
end

--- Creates a part again, as the server did: in a buffer that is not written yet.
---@param part segls.Part
---@return boolean whether it is there
local function restore(part)
  if lines_on_disk(part.path) then
    return false
  end
  local buffer = vim.fn.bufadd(part.path)
  vim.fn.bufload(buffer)
  vim.bo[buffer].buflisted = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, part.text)
  return true
end

--- Applies an undo or a redo of a text to its parts.
---@param buffer integer
local function follow(buffer)
  for _, division in ipairs(divisions[buffer] or {}) do
    local is_back = not division.is_undone and says(buffer, division.before)
    if is_back or division.is_undone and says(buffer, division.after) then
      local failed = {}
      for _, part in ipairs(division.parts) do
        if not (is_back and remove or restore)(part) then
          table.insert(failed, vim.fn.fnamemodify(part.path, ':t'))
        end
      end
      division.is_undone = is_back
      if #failed > 0 then
        local why = is_back and 'segls: %s stays, as it has been changed' or 'segls: %s cannot be made again'
        vim.notify(why:format(table.concat(failed, ', ')), vim.log.levels.WARN)
      end
    end
  end
end

--- Watches a text with parts.
---@param buffer integer
local function watch(buffer)
  if divisions[buffer] then
    return
  end
  divisions[buffer] = {}
  local is_due = false
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      if not is_due then
        is_due = true
        vim.schedule(function() -- other buffers cannot be changed from here
          is_due = false
          if vim.api.nvim_buf_is_loaded(buffer) then
            follow(buffer)
          end
        end)
      end
    end,
    on_detach = function()
      divisions[buffer] = nil
    end,
  })
end

--- What an edit makes, by URI, before it is applied.
---@type table<string, string[]>
local made = {}

--- Answers `workspace/applyEdit` as Neovim does, and notes which files the edit creates and which text they come from.
--- The server creates a file before it removes its text: the edit of the text comes next.
---@type lsp.Handler
function M.apply(failure, params, context, config)
  local changes = params.edit.documentChanges or {}
  local edited
  local created = {}
  for _, change in ipairs(changes) do
    if change.kind == 'create' and vim.fn.filereadable(vim.uri_to_fname(change.uri)) == 0 then
      created[change.uri] = true
    elseif change.textDocument and not created[change.textDocument.uri] and not made[change.textDocument.uri] then
      edited = vim.uri_to_bufnr(change.textDocument.uri)
    end
  end
  local before = edited and vim.api.nvim_buf_is_loaded(edited) and lines_of(edited)
  local answer = vim.lsp.handlers['workspace/applyEdit'](failure, params, context, config)
  if type(answer) == 'table' and answer.applied then
    for uri in pairs(created) do
      made[uri] = lines_of(vim.uri_to_bufnr(uri))
    end
  end
  if before and next(made) then
    if type(answer) == 'table' and answer.applied then
      local parts = {}
      for uri, text in pairs(made) do
        table.insert(parts, { path = vim.uri_to_fname(uri), text = text })
      end
      watch(edited)
      table.insert(divisions[edited], { before = before, after = lines_of(edited), parts = parts, is_undone = false })
    end
    made = {}
  end
  return answer
end

return M
