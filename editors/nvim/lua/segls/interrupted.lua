--- Finishes a save of several files during which Neovim was killed.
---
--- Before a save changes the first file, it writes the new text of each beside it, and a journal into the state folder.
--- With these the next Neovim completes the save. If a file has been changed since, those with their old text stay,
--- because only the writer can decide about them.
local M = {}

---@class segls.Replacement
---@field path string
---@field next string the file beside it with its new text; it no longer exists once it has replaced the old one
---@field before string a hash of its old text

---@return string
local function folder()
  return vim.fs.normalize(vim.fn.stdpath('state') .. '/segls/saves')
end

---@param path string
---@return string? bytes nil if the file cannot be read
local function read(path)
  local file = io.open(path, 'rb')
  local bytes = file and file:read('*a')
  if file then
    file:close()
  end
  return bytes
end

---@param bytes string
---@return string
local function hash(bytes)
  return vim.fn.sha256((bytes:gsub('%z', '\\0'))) -- a string with NUL would become a blob
end

--- Starts a journal, before the new texts are written.
---@param paths string[]
---@return string journal
---@return segls.Replacement[]
function M.begin(paths)
  local list = {}
  for _, path in ipairs(paths) do
    table.insert(list, { path = path, next = path .. '.segls~', before = hash(read(path) or '') })
  end
  local journal = ('%s/%d-%x'):format(folder(), vim.fn.getpid(), vim.uv.hrtime())
  vim.fn.mkdir(folder(), 'p', tonumber('700', 8))
  vim.fn.writefile({ vim.json.encode(list) }, journal, 's')
  return journal, list
end

--- Records that all new texts are beside their files: from now on, an interrupted save is finished.
---@param journal string
function M.commit(journal)
  vim.fn.writefile({ 'ready' }, journal, 'as')
end

--- Deletes a journal, and the new texts that are still beside their files.
---@param journal string
---@param list segls.Replacement[]
function M.close(journal, list)
  for _, file in ipairs(list) do
    os.remove(file.next)
  end
  os.remove(journal)
end

--- Replaces a file by its new text, unless that would change its owner or break a link.
---@param file segls.Replacement
---@return boolean
function M.replace(file)
  local stat, made = vim.uv.fs_lstat(file.path), vim.uv.fs_stat(file.next)
  return stat ~= nil
    and made ~= nil
    and stat.type == 'file'
    and stat.nlink == 1
    and made.uid == stat.uid
    and made.gid == stat.gid
    and vim.uv.fs_rename(file.next, file.path) == true
end

---@param file segls.Replacement
---@return 'new'|'old'|'part'|'other'
local function state_of(file)
  local now, new = read(file.path), read(file.next)
  if not new or now == new then
    return 'new'
  elseif vim.fn.bufloaded(file.path) == 1 and vim.bo[vim.fn.bufadd(file.path)].modified then
    return 'other'
  elseif now and hash(now) == file.before then
    return 'old'
  end
  return vim.startswith(new, now or '') and 'part' or 'other'
end

---@param list segls.Replacement[]
---@return segls.Replacement[] finished
---@return segls.Replacement[] others those changed since
---@return segls.Replacement[] failed those that cannot be written
local function finish(list)
  local by_state = { new = {}, old = {}, part = {}, other = {} }
  for _, file in ipairs(list) do
    table.insert(by_state[state_of(file)], file)
  end
  local files = #by_state.other == 0 and vim.list_extend(by_state.part, by_state.old) or by_state.part
  local finished, failed = {}, {}
  for _, file in ipairs(files) do
    local is_done = M.replace(file) or vim.uv.fs_copyfile(file.next, file.path)
    table.insert(is_done and finished or failed, file)
  end
  return finished, by_state.other, failed
end

--- Reports whether a Neovim that wrote a file is running. After a restart, another program may have its process ID.
---@param owner integer its process ID
---@param file string
---@return boolean
function M.is_running(owner, file)
  local stat, uptime = vim.uv.fs_stat(file), vim.uv.uptime()
  local is_older = stat ~= nil and uptime ~= nil and stat.mtime.sec < os.time() - uptime - 5 -- clocks are inexact
  return not is_older and vim.uv.kill(owner, 0) == 0
end

--- Finishes the saves of killed Neovims.
---@return segls.Replacement[] finished the files that have been written now
---@return segls.Replacement[] others those changed since; if there are any, old texts of their save were not replaced
---@return segls.Replacement[] failed those that cannot be written now: their journal stays, and their new texts
function M.finish()
  local finished, others, failed = {}, {}, {}
  for name in vim.fs.dir(folder()) do
    local journal, owner = folder() .. '/' .. name, tonumber(name:match('^%d+'))
    if owner and not M.is_running(owner, journal) then
      local lines = vim.fn.readfile(journal)
      local is_read, list = pcall(vim.json.decode, lines[1] or '')
      list = is_read and list or {}
      local before = #failed
      if lines[2] == 'ready' then
        local now, left, stuck = finish(list)
        vim.list_extend(finished, now)
        vim.list_extend(others, left)
        vim.list_extend(failed, stuck)
      end
      if #failed == before then
        M.close(journal, list)
      end
    end
  end
  return finished, others, failed
end

return M
