--- Applies the edits of the server to files. Text that moves to another file is on disk there before it is removed from
--- the old file. For undo see history.lua.
---
--- An action writes the files it creates and those that are in no window, growing files first. It also writes those in
--- a window if the server does not see the buffer or the action is a save. It leaves other files unsaved, and those
--- with unsaved changes, unless they receive text that another file loses on disk.
local disk = require('segls.disk')
local history = require('segls.history')
local interrupted = require('segls.interrupted')
local server = require('segls.server')
local M = {}

--- Whether the actions are part of a save, which also writes files in windows.
local is_save = false

--- Runs a function. Its actions are part of a save, which also writes files in windows.
---@generic T
---@param run fun(): boolean, T?
---@return boolean
---@return T?
function M.as_save(run)
  is_save = true
  local is_ok, is_done, result = pcall(run)
  is_save = false
  if not is_ok then
    error(is_done, 0)
  end
  return is_done, result
end

--- Returns the files that an edit touches, in their present state.
---@param edit lsp.WorkspaceEdit
---@return segls.Touched[]
local function touched_by(edit)
  local touched, seen = {}, {}
  local function add(uri)
    local path = vim.uri_to_fname(uri)
    if seen[path] then
      return
    end
    seen[path] = true
    local buffer = disk.loaded(path)
    table.insert(touched, {
      path = path,
      before = disk.lines_now(path),
      was_loaded = buffer ~= nil,
      was_modified = buffer ~= nil and vim.bo[buffer].modified,
      is_shown = not is_save and buffer ~= nil and server.of(buffer) ~= nil and #vim.fn.win_findbuf(buffer) > 0,
    })
  end
  for _, change in ipairs(edit.documentChanges or {}) do
    add(change.uri or change.oldUri or change.textDocument.uri)
    if change.newUri then
      add(change.newUri)
    end
  end
  return touched
end

--- Reloads the buffer of a file if it has no unsaved changes and the text on disk differs.
---@param path string
---@return boolean whether it has been reloaded
function M.read_again(path)
  local buffer = disk.loaded(path)
  if
    not buffer
    or vim.bo[buffer].modified
    or vim.deep_equal(disk.lines_of(buffer), disk.lines_on_disk(path) or disk.lines_of(buffer))
  then
    return false
  end
  vim.api.nvim_buf_call(buffer, function()
    vim.cmd('silent edit')
  end)
  return true
end

--- Returns a reason not to apply an edit, found in the buffers of its files. One is that a file has changed on disk; it
--- is then read again.
---@param edit lsp.WorkspaceEdit
---@return string?
local function hindrance(edit)
  for _, change in ipairs(edit.documentChanges or {}) do
    local document = change.textDocument
    local uri = document and document.uri or change.kind == 'delete' and change.uri or change.oldUri
    local path = uri and vim.uri_to_fname(uri)
    local buffer = path and disk.loaded(path)
    if buffer then
      local version = document and type(document.version) == 'number' and document.version or 0
      if version > 0 and (vim.lsp.util.buf_versions[buffer] or version) > version then
        return ('%s has changed in the meantime'):format(disk.name_of(path))
      elseif
        not server.of(buffer)
        and vim.bo[buffer].modified
        and not vim.deep_equal(disk.lines_of(buffer), disk.lines_on_disk(path))
      then
        return ('%s has changes that are not written, which segls does not see; write it and try again'):format(
          disk.name_of(path)
        )
      elseif M.read_again(path) then -- otherwise writing would ask
        return ('%s has changed on disk and has been read again'):format(disk.name_of(path))
      elseif document and not vim.bo[buffer].modifiable then
        return ("'modifiable' is off in %s"):format(disk.name_of(path))
      end
    end
  end
end

--- Restores the files after an action has failed halfway.
---@param touched segls.Touched[]
local function put_back(touched)
  for _, file in ipairs(touched) do
    if not vim.deep_equal(disk.lines_now(file.path), file.before) then
      disk.put(file.path, file.before)
    end
  end
end

--- Writes the new texts beside all files, and a journal.
---@param files segls.Touched[]
---@return string? journal nil if a new text cannot be written
---@return segls.Replacement[]?
local function begin_save(files)
  local journal, replacements = interrupted.begin(vim.tbl_map(function(file)
    return file.path
  end, files))
  for i, file in ipairs(files) do
    if not disk.write_beside(assert(disk.loaded(file.path)), replacements[i]) then
      interrupted.close(journal, replacements)
      return
    end
  end
  interrupted.commit(journal)
  return journal, replacements
end

--- Writes files by the rules at the top of this file. The next Neovim finishes an interrupted save.
---@param touched segls.Touched[]
---@param deletes boolean whether the action deletes files
---@return string? failure
---@return string[] written names of files
local function save(touched, deletes)
  local function growth(file)
    return history.size(file.after) - history.size(file.before)
  end
  --- Reports whether a file is written in any case.
  local function is_free(file)
    return not file.is_shown and not file.was_modified
  end
  local loses = deletes
  for _, file in ipairs(touched) do
    loses = loses or is_free(file) and growth(file) < 0
  end
  local files = vim.tbl_filter(function(file)
    local buffer = disk.loaded(file.path)
    return buffer and vim.bo[buffer].modified and (is_free(file) or loses and growth(file) > 0)
  end, history.growing_first(touched, growth))
  local function failed(file, failure)
    return ('%s cannot be written: %s'):format(disk.name_of(file.path), failure)
  end
  for _, file in ipairs(files) do
    local failure = disk.lacks_letters(assert(disk.loaded(file.path)))
    if failure then
      return failed(file, failure), {}
    end
  end
  local journal, replacements
  if is_save then
    journal, replacements = begin_save(files)
  end
  local written, reason = {}, nil
  for i, file in ipairs(files) do
    local failure =
      disk.write(assert(disk.loaded(file.path)), not file.was_loaded, not file.was_modified, replacements and replacements[i])
    if failure then
      reason = failed(file, failure)
      break
    end
    table.insert(written, disk.name_of(file.path))
  end
  if journal then
    interrupted.close(journal, replacements)
  end
  return reason, written
end

--- Whether a message about files has been shown since this was last reset.
M.has_announced = false

--- Shows which files were written and how to undo that: `u` does not undo it if the cursor is in another text.
---@param label? string the label of the edit
---@param written string[]
local function tell(label, written)
  if #written > 0 then
    M.has_announced = true
    local then_what = require('segls.places').is_staying() and ':Segls file show, :Segls file undo'
      or ':Segls file undo takes it back'
    history.say_of((label or 'segls'):gsub('%%', '%%%%') .. ': %s written; ' .. then_what, written)
  end
end

--- Applies an edit to the unnamed buffer, and fails if there are several.
---@param edit lsp.WorkspaceEdit
---@param client_id integer
---@return lsp.ApplyWorkspaceEditResult? nil if the edit changes files
local function apply_nameless(edit, client_id)
  local change = edit.documentChanges and edit.documentChanges[1]
  local buffers = change and change.textDocument and server.nameless(change.textDocument.uri, client_id)
  if not buffers then
    return nil
  elseif #buffers ~= 1 then
    return { applied = false, failureReason = 'several buffers have no name; write one of them' }
  elseif not vim.bo[buffers[1]].modifiable then
    return { applied = false, failureReason = "'modifiable' is off" }
  end
  vim.lsp.util.apply_text_edits(change.edits, buffers[1], assert(vim.lsp.get_client_by_id(client_id)).offset_encoding)
  disk.end_undo_block(buffers[1])
  return { applied = true }
end

--- Removes the swap files of unmodified buffers that a save is about to write. After a kill they would offer to recover
--- changes that the journal of the save already has.
---@param touched segls.Touched[]
---@return integer[] buffers
local function drop_swap_files(touched)
  local buffers = {}
  for _, file in ipairs(touched) do
    local buffer = disk.loaded(file.path)
    if buffer and not file.was_modified and vim.bo[buffer].swapfile then
      vim.bo[buffer].swapfile = false
      table.insert(buffers, buffer)
    end
  end
  return buffers
end

--- Handles `workspace/applyEdit`. The edit is applied completely or not at all.
---@type lsp.Handler
function M.apply(failure, params, context, config)
  local edit = params.edit
  local answered = apply_nameless(edit, context.client_id)
  if answered then
    return answered
  end
  local reason = hindrance(edit)
  if reason then
    return { applied = false, failureReason = reason }
  end
  local touched = touched_by(edit)
  local without_swap = is_save and drop_swap_files(touched) or {}
  local creations, changes, deletions = {}, {}, {}
  for _, change in ipairs(edit.documentChanges or {}) do
    table.insert(change.kind == 'delete' and deletions or change.kind == 'create' and creations or changes, change)
  end
  --- Lets Neovim apply a part of the edit.
  local function apply(part)
    local arguments = { edit = vim.tbl_extend('force', edit, { documentChanges = part }) }
    return vim.lsp.handlers['workspace/applyEdit'](failure, arguments, context, config)
  end
  local answer = apply(creations)
  for _, change in ipairs(changes) do
    if answer.applied and change.textDocument then
      local _, why = disk.load(vim.uri_to_fname(change.textDocument.uri))
      answer = why and { applied = false, failureReason = why } or answer
    end
  end
  answer = answer.applied and apply(changes) or answer
  for _, change in ipairs(creations) do -- avoid a second newline at the end of a new file
    local buffer = disk.loaded(vim.uri_to_fname(change.uri))
    local last = buffer and vim.api.nvim_buf_line_count(buffer) or 1
    if last > 1 and vim.api.nvim_buf_get_lines(buffer, last - 1, last, true)[1] == '' then
      vim.api.nvim_buf_set_lines(buffer, last - 1, last, true, {})
    end
  end
  local written = {}
  if answer.applied then
    for _, file in ipairs(touched) do
      file.after = disk.lines_now(file.path)
    end
    reason, written = save(touched, #deletions > 0)
    if reason then
      answer = { applied = false, failureReason = reason }
    end
  end
  if answer.applied and #deletions > 0 then
    answer = apply(deletions)
  end
  if not answer.applied then
    put_back(touched)
  end
  for _, file in ipairs(touched) do
    local buffer = not file.was_loaded and disk.loaded(file.path)
    if buffer and #vim.fn.win_findbuf(buffer) == 0 then
      disk.wipe(buffer)
    end
    file.after = disk.lines_now(file.path)
    local kept = disk.loaded(file.path)
    if kept then
      disk.end_undo_block(kept)
    end
  end
  for _, buffer in ipairs(without_swap) do
    vim.bo[buffer].swapfile = true
  end
  history.announce(touched, false)
  if answer.applied then
    history.remember(touched)
    tell(params.label, written)
  end
  return answer
end

--- Renames a file, and applies the server's changes to the links to it and to the order of the work.
---@param buffer integer a buffer with a server
---@param from string
---@param to string
function M.rename(buffer, from, to)
  local client = server.demand(buffer)
  if not client then
    return
  elseif disk.lines_now(to) then
    server.say(('%s already exists.'):format(disk.name_of(to)), vim.log.levels.ERROR)
    return
  end
  local renamed = { oldUri = vim.uri_from_fname(from), newUri = vim.uri_from_fname(to) }
  local is_answered, edit = server.perform(buffer, 'workspace/willRenameFiles', { files = { renamed } })
  if not is_answered then
    return
  end
  local changes = vim.list_extend({}, type(edit) == 'table' and edit.documentChanges or {})
  table.insert(changes, vim.tbl_extend('error', { kind = 'rename' }, renamed))
  local label = ('Rename %s to %s'):format(disk.name_of(from), disk.name_of(to))
  local answer = M.apply(nil, { label = label, edit = { documentChanges = changes } }, { client_id = client.id })
  if not answer.applied then
    server.say(('Nothing has been renamed: %s'):format(answer.failureReason or ''), vim.log.levels.ERROR)
  end
end

return M
