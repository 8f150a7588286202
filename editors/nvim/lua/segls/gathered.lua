--- Several pieces as one text: a buffer that the server makes, and whose `:write` puts it back into the files of the pieces.
---
--- Its file lies in the state folder, with what was gathered beside it, so that a swap file brings back what Neovim has not
--- written when it is killed.
local server = require('segls.server')
local M = {}

---@class segls.Gathered
---@field text string
---@field markup string
---@field places { uri: string, range: lsp.Range, line: integer }[]
---@field notes string[]

--- The texts from which the lines of a buffer may come, the last of them as the files are: undo reaches the others.
---@type table<integer, segls.Gathered[]>
local versions = {}

local most_versions = 8

---@return string
local function folder()
  return vim.fs.normalize(vim.fn.stdpath('state') .. '/segls/gathered')
end

--- The key in the marks of a text.
---@param text string
---@return string
local function key_of(text)
  return text:match('^━━━ %d+ · [^\n]* · (%w+) ━━━\n') or ''
end

---@param buffer integer
---@return string
local function text_of(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n'
end

--- Keeps the newest versions on disk: what is not written is an edit of one of these.
---@param path string
---@param list segls.Gathered[]
local function keep(path, list)
  vim.fn.mkdir(vim.fs.dirname(path), 'p', tonumber('700', 8))
  vim.fn.writefile({ vim.json.encode(vim.list_slice(list, math.max(1, #list - 1))) }, path .. '.json')
  vim.fn.writefile(vim.split(list[#list].text:gsub('\n$', ''), '\n'), path)
end

--- Where each text lies on disk, by its buffer: another name, as `:saveas` gives it, is that of a copy.
---@type table<integer, string>
local paths = {}

---@param buffer integer
---@param version segls.Gathered
---@param is_writers? boolean whether one undo takes it back with what the writer did last
local function put(buffer, version, is_writers)
  local list = vim.tbl_filter(function(other)
    return other.text ~= version.text
  end, versions[buffer] or {})
  table.insert(list, version)
  versions[buffer] = vim.list_slice(list, math.max(1, #list - most_versions + 1))
  keep(paths[buffer], versions[buffer])
  local lines = vim.split(version.text:gsub('\n$', ''), '\n')
  if text_of(buffer) ~= version.text then
    local now = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    local first, last = 0, 0 -- the lines that both have at their ends
    while first < math.min(#now, #lines) and now[first + 1] == lines[first + 1] do
      first = first + 1
    end
    while last < math.min(#now, #lines) - first and now[#now - last] == lines[#lines - last] do
      last = last + 1
    end
    vim.api.nvim_buf_call(buffer, function()
      if is_writers then
        pcall(vim.cmd.undojoin) -- not allowed after undo
      end
      vim.api.nvim_buf_set_lines(buffer, first, #now - last, false, vim.list_slice(lines, first + 1, #lines - last))
    end)
  end
  vim.bo[buffer].modified = false
end

--- A buffer with the server: one of the pieces' own texts, which is loaded if there is no other.
---@param places { uri: string }[]
---@return integer
local function buffer_with_server(places)
  for _, client in ipairs(vim.lsp.get_clients({ name = 'segls' })) do
    local buffer = next(client.attached_buffers)
    if buffer then
      return buffer
    end
  end
  local buffer = vim.uri_to_bufnr(places[1].uri)
  vim.fn.bufload(buffer)
  return buffer
end

--- Writes a copy, as `:write file` and `:saveas` ask for one.
---@param buffer integer
---@param path string
local function write_copy(buffer, path)
  if pcall(vim.fn.writefile, vim.api.nvim_buf_get_lines(buffer, 0, -1, false), path) then
    vim.bo[buffer].modified = vim.bo[buffer].modified and vim.api.nvim_buf_get_name(buffer) == paths[buffer]
    server.say('A copy is written. The files of the pieces are as they were.', vim.log.levels.INFO)
  else
    server.say('The copy cannot be written.', vim.log.levels.WARN)
  end
end

---@param buffer integer
---@param path string the name that was asked for
local function write(buffer, path)
  if vim.fs.normalize(path) ~= paths[buffer] then
    write_copy(buffer, path)
    return
  end
  local edited = text_of(buffer)
  local list = versions[buffer]
  local from = list[#list]
  for _, version in ipairs(list) do
    if edited:find('· ' .. key_of(version.text) .. ' ━━━', 1, true) then
      from = version
    end
  end
  if vim.fn.swapname(buffer) ~= '' then
    vim.cmd('silent preserve') -- Neovim may be killed before all files are written
  end
  local params = { text = from.text, places = from.places, edited = edited }
  local is_done, result = server.perform(buffer_with_server(from.places), 'segls/scatter', params, function(failure)
    server.say(failure.message, vim.log.levels.WARN) -- as an error Neovim would name the autocommand and ask for a key
    return false
  end)
  if is_done and vim.api.nvim_buf_is_valid(buffer) then
    put(buffer, result, true)
    for _, note in ipairs(result.notes) do
      server.say(note, vim.log.levels.WARN)
    end
  end
end

--- Gathers the pieces of a buffer again if the writer has not edited them: a file may have changed.
---@param buffer integer
function M.refresh(buffer)
  local list = versions[buffer]
  local newest = list and list[#list]
  if not newest or vim.bo[buffer].modified or #vim.lsp.get_clients({ name = 'segls' }) == 0 then
    return
  end
  -- If undo has reverted a move, an older text has the place of the piece. A piece without a
  -- place is reported on writing.
  for i = #list, 1, -1 do
    local params = { text = list[i].text, places = list[i].places }
    local is_done, result = server.perform(buffer_with_server(newest.places), 'segls/gather', params, function()
      return false
    end)
    if is_done then
      if vim.api.nvim_buf_is_valid(buffer) and not vim.bo[buffer].modified then
        put(buffer, result)
      end
      return
    end
  end
end

--- Puts the text as the files have it into a buffer that is read again: `:edit!` gives up what is not written.
---@param buffer integer
local function read(buffer)
  local list = versions[buffer]
  put(buffer, list[#list])
  M.refresh(buffer)
end

--- Forgets a buffer that is closed. Unwritten changes are discarded, as in any buffer.
---@param buffer integer
---@param path string
local function forget(buffer, path)
  versions[buffer], paths[buffer] = nil, nil
  vim.fn.delete(path)
  vim.fn.delete(path .. '.json')
  vim.fn.delete(vim.fs.dirname(path), 'd')
end

local filetypes = { asciidoc = 'asciidoc', html = 'html', latex = 'tex', org = 'org', typst = 'typst', rst = 'rst' }

--- Shows a text that lies in the state folder. Neovim offers to recover it if there is a swap file.
---@param path string
---@param list segls.Gathered[]
local function show(path, list)
  -- A swap file is an error too, after the writer has chosen what to do with it.
  pcall(vim.cmd, 'noautocmd edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  if vim.fs.normalize(vim.api.nvim_buf_get_name(buffer)) ~= vim.fs.normalize(path) then
    return -- the writer has quit there
  end
  versions[buffer], paths[buffer] = list, vim.fs.normalize(path)
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].buflisted = true
  vim.wo[0][0].wrap = true
  -- Set behind 'buftype', so that no server takes it for a text of its own.
  local markup = list[#list].markup
  vim.bo[buffer].filetype = filetypes[markup] or markup ~= '' and markup or 'text'
  vim.api.nvim_buf_call(buffer, function()
    vim.fn.matchadd('Title', '^━━━ .* ━━━$')
  end)
  local group = vim.api.nvim_create_augroup('segls_gathered_' .. buffer, {})
  local function on(events, run)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buffer, callback = run })
  end
  on('BufWriteCmd', function(event)
    write(buffer, vim.fn.fnamemodify(event.file, ':p'))
  end)
  on('BufReadCmd', function()
    read(buffer)
  end)
  on({ 'BufEnter', 'FocusGained' }, function()
    M.refresh(buffer)
  end)
  on('BufUnload', function()
    if vim.v.exiting ~= vim.NIL then
      forget(buffer, path)
    end
  end)
  on({ 'BufDelete', 'BufWipeout' }, function()
    if versions[buffer] then
      forget(buffer, path)
      vim.schedule(function() -- its lines are gone, so nobody comes back to it
        pcall(vim.api.nvim_buf_delete, buffer, { force = true })
      end)
    end
  end)
end

--- Where to search for a work: at the text in the window or, if this is a gathered one, at its
--- first piece.
---@return { uri: string }
local function here()
  local list = versions[vim.api.nvim_get_current_buf()]
  return { uri = list and list[#list].places[1].uri or vim.uri_from_bufnr(0) }
end

--- Gathers a selection and shows it.
---@param name string
---@param selection table
local function open(name, selection)
  local buffer = vim.api.nvim_get_current_buf()
  if #vim.lsp.get_clients({ bufnr = buffer, name = 'segls' }) == 0 and (selection.places or versions[buffer]) then
    buffer = buffer_with_server(selection.places or versions[buffer][1].places)
  end
  local is_done, result = server.perform(buffer, 'segls/gather', selection)
  if is_done then
    local unique = ('%d-%x'):format(vim.fn.getpid(), vim.uv.hrtime())
    local path = ('%s/%s/%s'):format(folder(), unique, name:gsub('[/\\%c]+', ' '))
    keep(path, { result })
    show(path, { result })
  end
end

--- Gathers the passages in the quickfix list.
function M.gather()
  local places = require('segls.collection').places()
  if #places == 0 then
    server.say(
      'The quickfix list has no passages: fill it with :Segls collect, or with c in the list of :Segls find',
      vim.log.levels.WARN
    )
    return
  end
  open(('%d passage%s'):format(#places, #places == 1 and '' or 's'), { places = places })
end

--- Gathers all files of the work.
function M.work()
  open('Work', { textDocument = here(), whole = true })
end

--- Gathers the fragments with a label in the work.
---@param label string
function M.label(label)
  if label == '' then
    server.say('Which label? Write it after :Segls gather label', vim.log.levels.WARN)
    return
  end
  open(label, { textDocument = here(), label = label })
end

--- The last gathered text, shown in this Neovim or left by one that was killed.
---@return string? path
---@return integer? buffer that shows it
local function newest()
  local found, when, buffer
  for _, file in ipairs(vim.fn.glob(folder() .. '/*/*.json', true, true)) do
    local path = file:gsub('%.json$', '')
    local owner = tonumber(vim.fs.basename(vim.fs.dirname(path)):match('^(%d+)%-'))
    local stat = vim.uv.fs_stat(file)
    local own
    for shown, at in pairs(paths) do
      own = at == path and shown or own
    end
    local is_left = not own and not (owner and owner ~= vim.fn.getpid() and vim.uv.kill(owner, 0) == 0)
    if stat and (own or is_left) and (not when or stat.mtime.sec >= when) then
      found, when, buffer = path, stat.mtime.sec, own
    end
  end
  return found, buffer
end

--- Shows again what was gathered last and is not closed, also before Neovim was killed.
function M.again()
  local path, buffer = newest()
  if not path then
    server.say('Nothing is gathered: see :Segls gather', vim.log.levels.WARN)
  elseif buffer then
    vim.cmd.buffer(buffer)
  else
    show(path, vim.json.decode(table.concat(vim.fn.readfile(path .. '.json'), '\n')))
  end
end

--- Reports that a Neovim that was killed has left a text.
function M.tell_left()
  local path, buffer = newest()
  if path and not buffer then
    server.say('“' .. vim.fs.basename(path) .. '” was not closed: see :Segls gather again', vim.log.levels.WARN)
  end
end

return M
