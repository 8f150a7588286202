--- Applies the edits of the server to files. Text that moves to another file is on disk there before it is removed from
--- the old file, and undo in a buffer also restores the files.
---
--- An action writes the files it creates and those that are in no window, growing files first. It also writes those in
--- a window if the server does not see the buffer or the action is a save. It leaves other files unsaved, and those
--- with unsaved changes, unless they receive text that another file loses on disk.
local disk = require('segls.disk')
local interrupted = require('segls.interrupted')
local server = require('segls.server')
local M = {}

---@class segls.Touched a file that an action changes
---@field path string
---@field before? string[] its lines; nil if the file did not exist
---@field after? string[] nil if the file no longer exists
---@field was_loaded boolean
---@field was_modified boolean
---@field is_shown boolean whether it is in a window, a server sees its unsaved changes, and the action is not a save

---@class segls.Action
---@field touched segls.Touched[]
---@field text? integer the buffer, if the action changes only one file, and that is shown: Neovim's own undo suffices
---@field is_undone boolean
---@field sequences table<integer, table<integer, boolean>> by buffer and sequence number in its undo history: whether that
--- change does the action, or undoes it

--- The actions, the oldest first.
---@type segls.Action[]
local actions = {}

--- The maximum number of actions to remember.
local most = 50

--- Whether the actions are part of a save, which also writes files in windows.
local is_save = false

--- Shows a message with at most three names of files, or only their number if the names would cause a hit-enter prompt.
---@param message string a format with %s for the files
---@param names string[]
local function say_of(message, names)
  table.sort(names)
  local rest = #names > 3 and (' and %d more'):format(#names - 3) or ''
  local named = message:format(table.concat(names, ', ', 1, math.min(3, #names)) .. rest)
  local number = ('%d file%s'):format(#names, #names == 1 and '' or 's')
  server.say(server.fits(named) and named or message:format(number), vim.log.levels.INFO)
end

--- Notifies the servers of changes on disk. Otherwise they would miss changes of files that are not open.
---@param touched segls.Touched[]
---@param is_undone boolean
local function announce(touched, is_undone)
  local changes = {}
  for _, file in ipairs(touched) do
    local before, after = file.before, file.after
    if is_undone then
      before, after = after, before
    end
    local kind = not before and 1 or not after and 3 or 2 -- LSP's FileChangeType: created, deleted, changed
    table.insert(changes, { uri = vim.uri_from_fname(file.path), type = kind })
  end
  server.notify('workspace/didChangeWatchedFiles', { changes = changes })
end

--- Sorts files by growth, the largest first, so that all text is on disk at any time while they are written.
---@param touched segls.Touched[]
---@param growth fun(file: segls.Touched): integer
---@return segls.Touched[]
local function growing_first(touched, growth)
  local order = vim.list_slice(touched)
  table.sort(order, function(a, b)
    return growth(a) > growth(b)
  end)
  return order
end

---@param lines? string[]
---@return integer
local function size(lines)
  return lines and #table.concat(lines, '\n') or 0
end

--- Replaces the lines `from` of a file by `to`. If the buffer already has `to`, or the writer has undone the change
--- there, it is written only if it grew: other files are about to lose that text.
---@param file segls.Touched
---@param from? string[]
---@param to? string[]
---@param is_turned boolean whether the writer has undone the change, and perhaps others, in the buffer of the file
---@return boolean whether the file has the lines `to` now, or those that the writer went back to
local function turn_file(file, from, to, is_turned)
  local now, buffer = disk.lines_now(file.path), disk.loaded(file.path)
  if not to and buffer and vim.deep_equal(now, { '' }) then -- emptied by undo
    vim.bo[buffer].modified = false
    return os.remove(file.path) ~= nil
  elseif buffer and not vim.bo[buffer].modified and not vim.deep_equal(now, disk.lines_on_disk(file.path)) then
    return false -- changed on disk and not reloaded
  elseif not is_turned and vim.deep_equal(now, from) then
    return disk.put(file.path, to)
  elseif not is_turned and not vim.deep_equal(now, to) then
    return false
  elseif buffer and size(to) > size(from) and not vim.deep_equal(disk.lines_on_disk(file.path), now) then
    return disk.write(buffer, false, false) == nil
  end
  return true
end

--- Undoes or redoes an action, except in files that have changed since, and those whose text would go to such a file.
---@param action segls.Action
---@param is_undone boolean
---@param buffer? integer the buffer in which the writer has undone or redone it
local function turn(action, is_undone, buffer)
  action.is_undone = is_undone
  local from, to = 'before', 'after'
  if is_undone then
    from, to = to, from
  end
  local function growth(file)
    return size(file[to]) - size(file[from])
  end
  local left, is_stuck = {}, false
  for _, file in ipairs(growing_first(action.touched, growth)) do
    local may = growth(file) >= 0 or not is_stuck
    local own = disk.loaded(file.path)
    local is_turned = own ~= nil and own == buffer
    local is_done = may and turn_file(file, file[from], file[to], is_turned)
    if not is_done then
      table.insert(left, disk.name_of(file.path))
      is_stuck = is_stuck or growth(file) > 0
    end
    if own and not is_turned and action.sequences[own] then
      if is_done then
        action.sequences[own][vim.fn.undotree(own).seq_cur] = not is_undone
      else
        action.sequences[own] = nil
      end
    end
  end
  announce(action.touched, is_undone)
  if #left > 0 then
    local what = is_undone and 'Not undone in %s, because of later changes.' or 'Not redone in %s, because of later changes.'
    server.say(what:format(table.concat(left, ', ')), vim.log.levels.WARN)
    return
  end
  local others = {}
  for _, file in ipairs(action.touched) do
    if not buffer or disk.loaded(file.path) ~= buffer then
      table.insert(others, disk.name_of(file.path))
    end
  end
  if #others > 0 then
    say_of((is_undone and 'Undone in %s' or 'Redone in %s') .. (buffer and ' too.' or '.'), others)
  end
end

--- Reports whether an undo history has a change, in any of its branches.
---@param changes table[]
---@param sequence integer
---@return boolean
local function has_change(changes, sequence)
  for _, change in ipairs(changes) do
    if change.seq == sequence or change.alt and has_change(change.alt, sequence) then
      return true
    end
  end
  return false
end

--- Reports whether the present text of a buffer contains an action: the last change that did or undid it decides.
---@param marks table<integer, boolean> by sequence number: whether that change does the action
---@param tree table the undo history of the buffer
---@return boolean? nil if the undo history does not reach back to the action
local function is_in(marks, tree)
  local is_done = nil
  for _, change in ipairs(tree.entries) do
    if change.seq <= tree.seq_cur and marks[change.seq] ~= nil then
      is_done = marks[change.seq]
    end
  end
  if is_done == nil and has_change(tree.entries, math.min(unpack(vim.tbl_keys(marks)))) then
    return false
  end
  return is_done
end

--- Handles an undo or redo in a buffer, of one change or of several.
---@param buffer integer
local function follow(buffer)
  local tree = vim.fn.undotree(buffer)
  --- Reports whether an action is to be undone or redone.
  local function is_due(action, is_done)
    local marks = action.sequences[buffer]
    return marks and not action.text and action.is_undone ~= not is_done and is_in(marks, tree) == is_done
  end
  for i = #actions, 1, -1 do
    if is_due(actions[i], false) then
      turn(actions[i], true, buffer)
    end
  end
  for _, action in ipairs(actions) do
    if is_due(action, true) then
      turn(action, false, buffer)
    end
  end
end

---@type table<integer, boolean> the buffers being watched for undo
local watched = {}

--- Watches a buffer for undo.
---@param buffer integer
local function watch(buffer)
  if watched[buffer] then
    return
  end
  watched[buffer] = true
  local is_due = false
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      if is_due or vim.startswith(vim.api.nvim_get_mode().mode, 'i') then
        return -- no undo in insert mode
      end
      is_due = true
      vim.schedule(function() -- the callback must not change buffers
        is_due = false
        if vim.api.nvim_buf_is_loaded(buffer) then
          follow(buffer)
        end
      end)
    end,
    on_detach = function()
      watched[buffer] = nil
      for _, action in ipairs(actions) do
        action.sequences[buffer] = nil
      end
    end,
  })
end

--- Handles the opening of a file. If the file is as the last action on it has left it, `u` can undo the action.
---@param buffer integer
local function renew(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  for i = #actions, 1, -1 do
    local action = actions[i]
    for _, file in ipairs(action.touched) do
      if file.path == path then
        local is_unchanged = file.after and vim.deep_equal(disk.lines_of(buffer), file.after)
        if is_unchanged and not action.is_undone and vim.fn.undotree(buffer).seq_last == 0 and vim.bo[buffer].modifiable then
          local levels = vim.bo[buffer].undolevels
          vim.bo[buffer].undolevels = -1
          vim.api.nvim_buf_set_lines(buffer, 0, -1, false, file.before or {})
          vim.bo[buffer].undolevels = levels
          vim.api.nvim_buf_set_lines(buffer, 0, -1, false, file.after)
          vim.bo[buffer].modified = false
          action.sequences[buffer] = { [vim.fn.undotree(buffer).seq_cur] = true }
          watch(buffer)
        end
        return
      end
    end
  end
end

vim.api.nvim_create_autocmd('BufReadPost', {
  group = vim.api.nvim_create_augroup('segls.files', {}),
  callback = function(event)
    if #actions > 0 and vim.bo[event.buf].buftype == '' then
      renew(event.buf)
    end
  end,
})

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
    return size(file.after) - size(file.before)
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
  end, growing_first(touched, growth))
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

--- The files that the actions of one command have changed so far, in order; nil if each action is undone separately.
---@type segls.Touched[]?
local touched_by_command

--- Remembers an action for undo.
---@param touched segls.Touched[]
local function remember(touched)
  if touched_by_command then
    vim.list_extend(touched_by_command, touched)
    return
  end
  local action = { touched = touched, is_undone = false, sequences = {} }
  if #touched == 1 and touched[1].is_shown then
    action.text, action.touched = disk.loaded(touched[1].path), {}
  end
  for _, file in ipairs(touched) do
    local buffer = file.was_loaded and disk.loaded(file.path)
    if buffer then
      action.sequences[buffer] = { [vim.fn.undotree(buffer).seq_cur] = true }
    end
    if buffer and not action.text then
      watch(buffer)
    end
  end
  table.insert(actions, action)
  if #actions > most then
    table.remove(actions, 1)
  end
end

--- Runs a function whose actions are undone as one.
---@param run fun()
function M.as_one(run)
  touched_by_command = {}
  local is_ok, failure = pcall(run)
  local touched, by_path = {}, {} ---@type segls.Touched[], table<string, segls.Touched>
  for _, file in ipairs(touched_by_command) do
    local first = by_path[file.path]
    if first then
      first.after, first.is_shown = file.after, file.is_shown
    else
      by_path[file.path] = file
      table.insert(touched, file)
    end
  end
  touched_by_command = nil
  if #touched > 0 then
    remember(touched)
  end
  if not is_ok then
    error(failure, 0)
  end
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
    say_of((label or 'segls'):gsub('%%', '%%%%') .. ': %s written; ' .. then_what, written)
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
  announce(touched, false)
  if answer.applied then
    remember(touched)
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

--- Undoes an action in its only buffer if it was the last change there, or redoes the next change if it has been
--- undone.
---@param action segls.Action
---@param command 'undo'|'redo'
---@return boolean whether it has done so
local function turn_text(action, command)
  local buffer, sequence = action.text, next(action.sequences[action.text] or {})
  local is_there = buffer and sequence and vim.api.nvim_buf_is_loaded(buffer)
  local at = is_there and vim.fn.undotree(buffer).seq_cur
  if at and (command == 'undo' and at == sequence or command == 'redo' and at < sequence) then
    vim.api.nvim_buf_call(buffer, function()
      vim.cmd('silent ' .. command)
    end)
    return true
  end
  return false
end

--- Undoes the last action that can be undone: for panels that show files and have no undo of their own.
function M.undo()
  for i = #actions, 1, -1 do
    local action = actions[i]
    if not action.is_undone then
      if not action.text then
        turn(action, true)
        require('segls.gathered').refresh(vim.api.nvim_get_current_buf())
        return
      end
      action.is_undone = true
      if turn_text(action, 'undo') then
        return
      end
      local marks = action.sequences[action.text]
      if marks and vim.api.nvim_buf_is_loaded(action.text) and is_in(marks, vim.fn.undotree(action.text)) then
        local name = disk.name_of(vim.api.nvim_buf_get_name(action.text))
        server.say(('Not undone in %s, because of later changes.'):format(name), vim.log.levels.WARN)
        return
      end
    end
  end
  server.say('There is nothing to undo.', vim.log.levels.INFO)
end

--- Redoes the earliest of the undone actions, so that they keep their order.
function M.redo()
  for _, action in ipairs(actions) do
    if action.is_undone then
      if not action.text then
        turn(action, false)
        require('segls.gathered').refresh(vim.api.nvim_get_current_buf())
        return
      end
      action.is_undone = false
      if turn_text(action, 'redo') then
        return
      end
    end
  end
  server.say('There is nothing to redo.', vim.log.levels.INFO)
end

return M
