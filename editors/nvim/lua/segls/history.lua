--- Undo and redo of actions that change files: in a buffer they also restore the other files.
local disk = require('segls.disk')
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

--- Shows a message with at most three names of files, or only their number if the names would cause a hit-enter prompt.
---@param message string a format with %s for the files
---@param names string[]
function M.say_of(message, names)
  table.sort(names)
  local rest = #names > 3 and (' and %d more'):format(#names - 3) or ''
  local named = message:format(table.concat(names, ', ', 1, math.min(3, #names)) .. rest)
  local number = ('%d file%s'):format(#names, #names == 1 and '' or 's')
  server.say(server.fits(named) and named or message:format(number), vim.log.levels.INFO)
end

--- Notifies the servers of changes on disk. Otherwise they would miss changes of files that are not open.
---@param touched segls.Touched[]
---@param is_undone boolean
function M.announce(touched, is_undone)
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
function M.growing_first(touched, growth)
  local order = vim.list_slice(touched)
  table.sort(order, function(a, b)
    return growth(a) > growth(b)
  end)
  return order
end

---@param lines? string[]
---@return integer
function M.size(lines)
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
  elseif buffer and M.size(to) > M.size(from) and not vim.deep_equal(disk.lines_on_disk(file.path), now) then
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
    return M.size(file[to]) - M.size(file[from])
  end
  local left, is_stuck = {}, false
  for _, file in ipairs(M.growing_first(action.touched, growth)) do
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
  M.announce(action.touched, is_undone)
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
    M.say_of((is_undone and 'Undone in %s' or 'Redone in %s') .. (buffer and ' too.' or '.'), others)
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
  group = vim.api.nvim_create_augroup('segls.history', {}),
  callback = function(event)
    if #actions > 0 and vim.bo[event.buf].buftype == '' then
      renew(event.buf)
    end
  end,
})

--- The files that the actions of one command have changed so far, in order; nil if each action is undone separately.
---@type segls.Touched[]?
local touched_by_command

--- Remembers an action for undo.
---@param touched segls.Touched[]
function M.remember(touched)
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
    M.remember(touched)
  end
  if not is_ok then
    error(failure, 0)
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

--- Undoes or redoes an action that is not in the text of one buffer.
---@param action segls.Action
---@param is_undone boolean
local function turn_files(action, is_undone)
  turn(action, is_undone)
  require('segls.gathered').refresh(vim.api.nvim_get_current_buf())
end

--- Undoes the last action that can be undone: for panels that show files and have no undo of their own.
function M.undo()
  for i = #actions, 1, -1 do
    local action = actions[i]
    if not action.is_undone then
      if not action.text then
        return turn_files(action, true)
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
        return turn_files(action, false)
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
