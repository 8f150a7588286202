--- Reads and writes files through their buffers, if loaded, so that Neovim keeps their undo history and encoding.
local interrupted = require('segls.interrupted')
local M = {}

---@param buffer integer
---@return string[]
function M.lines_of(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

---@param path string
---@return integer? buffer nil if it is not loaded
function M.loaded(path)
  return vim.fn.bufloaded(path) == 1 and vim.fn.bufadd(path) or nil
end

--- Returns the encoding of a buffer's file; nil if it is UTF-8.
---@param buffer integer
---@return string?
local function encoding_of(buffer)
  local encoding = vim.bo[buffer].fileencoding
  return encoding ~= '' and encoding ~= 'utf-8' and encoding or nil
end

local line_ends = { dos = '\r\n', mac = '\r', unix = '\n' }

--- Returns the lines of a file on disk, decoded like its buffer if it is loaded; nil if it cannot be read.
---@param path string
---@return string[]?
function M.lines_on_disk(path)
  local file = io.open(path, 'rb')
  if not file then
    return nil
  end
  local text = file:read('*a') or ''
  file:close()
  local buffer = M.loaded(path)
  local encoding = buffer and encoding_of(buffer)
  if encoding then
    text = vim.iconv(text, encoding, 'utf-8') or text
  end
  text = text:gsub('^\239\187\191', '')
  local format = buffer and vim.bo[buffer].fileformat or ('\n' .. text):find('[^\r]\n') and 'unix' or 'dos'
  text = text:gsub(line_ends[format], '\n'):gsub('\n$', '')
  return vim.split(text, '\n')
end

--- Returns the lines of a file: of its buffer if it is loaded, or else on disk.
---@param path string
---@return string[]?
function M.lines_now(path)
  local buffer = M.loaded(path)
  if buffer then
    return M.lines_of(buffer)
  end
  return M.lines_on_disk(path)
end

---@param path string
---@return string
function M.name_of(path)
  return vim.fn.fnamemodify(path, ':t')
end

--- Says why a swap file prevents a change: another Neovim has the file open, or changes have not been recovered.
---@param path string
---@param swap string
---@return string?
local function swap_hindrance(path, swap)
  local info = vim.fn.swapinfo(swap)
  if (info.pid or 0) > 0 and vim.uv.kill(info.pid, 0) == 0 then
    return ('%s is open in another Neovim'):format(M.name_of(path))
  elseif info.dirty ~= 0 then
    return ('%s has a swap file with changes that have not been recovered; open it and recover or delete them'):format(
      M.name_of(path)
    )
  end
end

--- Loads a file, unless it is loaded, without autocommands: it gets no server and no formatting on write. It gets no
--- swap file either, because changes are written at once.
---@param path string
---@return integer buffer no longer valid after a failure
---@return string? failure
function M.load(path)
  local buffer = vim.fn.bufadd(path)
  if vim.api.nvim_buf_is_loaded(buffer) then
    return buffer
  end
  local failure
  local ignored = vim.o.eventignore
  local watch = vim.api.nvim_create_autocmd('SwapExists', {
    callback = function()
      failure = swap_hindrance(path, vim.v.swapname)
      vim.v.swapchoice = failure and 'q' or 'e'
    end,
  })
  vim.opt.eventignore = vim.tbl_filter(function(event)
    return event ~= 'SwapExists'
  end, vim.fn.getcompletion('', 'event'))
  local fine, why = pcall(vim.fn.bufload, buffer)
  vim.o.eventignore = ignored
  vim.api.nvim_del_autocmd(watch)
  if not failure and not fine then
    failure = ('%s cannot be read: %s'):format(M.name_of(path), tostring(why):match('E%d+:[^\n]*') or tostring(why))
  end
  if failure then
    vim.cmd(('noautocmd silent! bwipeout! %d'):format(buffer))
  else
    vim.bo[buffer].swapfile = false
  end
  return buffer, failure
end

--- Says why the encoding of a file cannot represent the text of its buffer; nil if it can.
---@param buffer integer
---@return string?
function M.lacks_letters(buffer)
  local encoding = encoding_of(buffer)
  if encoding then -- Neovim would replace a character that the encoding does not have
    local text = table.concat(M.lines_of(buffer), '\n')
    if vim.iconv(vim.iconv(text, 'utf-8', encoding) or '', encoding, 'utf-8') ~= text then
      return ('the encoding %s lacks some characters of the text; use :set fileencoding=utf-8 there'):format(encoding)
    end
  end
end

--- Runs `:write` without adding a missing newline at the end.
---@param buffer integer
---@param command string
---@return boolean is_done
---@return any failure
local function run_write(buffer, command)
  local fixes_end = vim.bo[buffer].fixendofline
  vim.bo[buffer].fixendofline = false
  local is_done, failure = pcall(vim.api.nvim_buf_call, buffer, function()
    vim.cmd(command)
  end)
  vim.bo[buffer].fixendofline = fixes_end
  return is_done, failure
end

--- Writes the text of a buffer to `file.next`, a new file beside its own and with the same permissions.
---@param buffer integer
---@param file segls.Replacement
---@return boolean
function M.write_beside(buffer, file)
  local stat = vim.uv.fs_stat(file.path)
  local is_done = stat
    and run_write(buffer, 'noautocmd silent keepalt lockmarks write! ' .. vim.fn.fnameescape(file.next))
    and vim.uv.fs_chmod(file.next, stat.mode % 4096)
  if not is_done then
    os.remove(file.next)
  end
  return is_done == true
end

--- Writes a buffer. With `quietly` and `is_compared`, a new file replaces the old one, if possible, so that a kill
--- leaves either text whole: `:write` empties the file first.
---@param buffer integer
---@param quietly boolean whether to skip autocommands, for a buffer that is wiped afterwards
---@param is_compared boolean whether the file is known to have the buffer's earlier text: a newer time is ignored
---@param beside? segls.Replacement the new text, if it is already beside the file
---@return string? failure
function M.write(buffer, quietly, is_compared, beside)
  local path = vim.api.nvim_buf_get_name(buffer)
  local failure = M.lacks_letters(buffer)
  if failure then
    return failure
  end
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  local bang = is_compared and not vim.bo[buffer].readonly and vim.uv.fs_access(path, 'W') and '!' or ''
  if quietly and bang == '!' then
    local file = beside or { path = path, next = path .. '.segls~' }
    if (beside or M.write_beside(buffer, file)) and interrupted.replace(file) then
      vim.bo[buffer].modified = false
      return nil
    elseif not beside then
      os.remove(file.next)
    end
  end
  local is_done, why = run_write(buffer, (quietly and 'noautocmd ' or '') .. 'silent keepalt lockmarks write' .. bang)
  if not is_done then
    return tostring(why):match('E%d+:[^\n]*') or tostring(why)
  elseif vim.bo[buffer].modified then -- Neovim has asked the writer
    return 'it has changed on disk'
  end
end

---@param buffer integer
function M.wipe(buffer)
  require('segls.lenses').show(buffer, false) -- Neovim may be about to request them
  vim.api.nvim_buf_delete(buffer, { force = true })
end

--- Ends the undo block of a buffer. A typed key ends only that of the current buffer, which may be a panel.
---@param buffer integer
function M.end_undo_block(buffer)
  vim.bo[buffer].undolevels = vim.bo[buffer].undolevels
end

--- Replaces the lines of a file, on disk too unless the buffer has unsaved changes.
---@param path string
---@param lines? string[] nil to delete the file and its buffer
---@return boolean whether it succeeded
function M.put(path, lines)
  local buffer = M.loaded(path)
  if not lines then
    if buffer then
      M.wipe(buffer)
    end
    return M.lines_on_disk(path) == nil or os.remove(path) ~= nil
  end
  local is_quiet = buffer == nil
  local failure
  if not buffer then
    buffer, failure = M.load(path)
  end
  if failure then
    return false
  end
  local was_modified = vim.bo[buffer].modified
  if not pcall(vim.api.nvim_buf_set_lines, buffer, 0, -1, false, lines) then
    return false
  end
  M.end_undo_block(buffer)
  local is_written = was_modified or not M.write(buffer, is_quiet, true)
  if is_quiet then
    M.wipe(buffer)
  end
  return is_written
end

return M
