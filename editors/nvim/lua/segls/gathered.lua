--- Passages gathered into one text: a buffer whose `:write` writes the passages back to their files.
---
--- The buffer's file is in the state folder, beside the server's answer, so that its swap file can be recovered.
local interrupted = require('segls.interrupted')
local server = require('segls.server')
local M = {}

---@class segls.Gathered
---@field text string
---@field markup string
---@field places { uri: string, range: lsp.Range, line: integer }[]
---@field notes string[]

--- The versions that a buffer may be based on; the last one matches the files. An undo can restore the earlier ones.
---@type table<integer, segls.Gathered[]>
local versions = {}

local most_versions = 8

---@return string
local function folder()
  return vim.fs.normalize(vim.fn.stdpath('state') .. '/segls/gathered')
end

--- Returns the key in the markers of a text.
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

--- Saves the last version of a text to its file, and the last two beside that. An unsaved edit is based on one of them.
---@param path string
---@param list segls.Gathered[]
local function keep(path, list)
  vim.fn.mkdir(vim.fs.dirname(path), 'p', tonumber('700', 8))
  vim.fn.writefile({ vim.json.encode(vim.list_slice(list, math.max(1, #list - 1))) }, path .. '.json')
  vim.fn.writefile(vim.split(list[#list].text:gsub('\n$', ''), '\n'), path)
end

--- The path of each text, by buffer. After `:saveas` the buffer has the name of a copy.
---@type table<integer, string>
local paths = {}

---@param buffer integer
---@param version segls.Gathered
---@param is_writers? boolean whether to join it to the writer's last undo step
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
    local first, last = 0, 0 -- the numbers of equal lines at the start and at the end
    while first < math.min(#now, #lines) and now[first + 1] == lines[first + 1] do
      first = first + 1
    end
    while last < math.min(#now, #lines) - first and now[#now - last] == lines[#lines - last] do
      last = last + 1
    end
    vim.api.nvim_buf_call(buffer, function()
      if is_writers then
        pcall(vim.cmd.undojoin) -- fails after an undo
      end
      vim.api.nvim_buf_set_lines(buffer, first, #now - last, false, vim.list_slice(lines, first + 1, #lines - last))
    end)
  end
  vim.bo[buffer].modified = false
end

--- Returns a buffer with the server. If there is none, loads the file of the first passage and waits for its server.
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
  vim.wait(5000, function()
    return server.of(buffer) ~= nil
  end, 20)
  return buffer
end

--- Writes a copy for `:write file` or `:saveas`.
---@param buffer integer
---@param path string
local function write_copy(buffer, path)
  if pcall(vim.fn.writefile, vim.api.nvim_buf_get_lines(buffer, 0, -1, false), path) then
    vim.bo[buffer].modified = vim.bo[buffer].modified and vim.api.nvim_buf_get_name(buffer) == paths[buffer]
    server.say('The copy has been written. The files of the pieces have not changed.', vim.log.levels.INFO)
  else
    server.say('The copy cannot be written.', vim.log.levels.WARN)
  end
end

--- Returns the names of the files that are open with unwritten changes.
---@param places { uri: string }[]
---@return string[]
local function unwritten(places)
  local names, seen = {}, {}
  for _, place in ipairs(places) do
    local path = vim.uri_to_fname(place.uri)
    if not seen[path] and vim.fn.bufloaded(path) == 1 and vim.bo[vim.fn.bufadd(path)].modified then
      table.insert(names, vim.fs.basename(path))
    end
    seen[path] = true
  end
  return names
end

---@param buffer integer
---@param path string the path to write to
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
    vim.cmd('silent preserve') -- in case Neovim is killed before all files are written
  end
  for _, place in ipairs(from.places) do -- a hidden buffer that is older than its file would refuse the change
    require('segls.files').read_again(vim.uri_to_fname(place.uri))
  end
  local params = { text = from.text, places = from.places, edited = edited }
  local is_done, result = require('segls.files').as_save(function()
    return server.perform(buffer_with_server(from.places), 'segls/scatter', params, function(failure)
      server.say(failure.message, vim.log.levels.WARN) -- an error would show the autocommand and a hit-enter prompt
      return false
    end)
  end)
  if is_done and vim.api.nvim_buf_is_valid(buffer) then
    put(buffer, result, true)
    local left = unwritten(result.places)
    if #left > 0 then
      server.say(
        ('Not written yet, because of other changes there: %s. :wall writes them all.'):format(table.concat(left, ', ')),
        vim.log.levels.INFO
      )
    end
    for _, note in ipairs(result.notes) do
      server.say(note, vim.log.levels.WARN)
    end
  end
end

--- Gathers the passages of a buffer again, unless it has unsaved edits: a file may have changed.
---@param buffer integer
function M.refresh(buffer)
  local list = versions[buffer]
  local newest = list and list[#list]
  if not newest or vim.bo[buffer].modified or #vim.lsp.get_clients({ name = 'segls' }) == 0 then
    return
  end
  -- An undo of a move restores places that only an older version has.
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

--- Fills a buffer that is read again, as by `:edit!`, from the files.
---@param buffer integer
local function read(buffer)
  local list = versions[buffer]
  put(buffer, list[#list])
  M.refresh(buffer)
end

--- Forgets a closed buffer and deletes its files. Unsaved changes are lost, as in any buffer.
---@param buffer integer
---@param path string
local function forget(buffer, path)
  versions[buffer], paths[buffer] = nil, nil
  vim.fn.delete(path)
  vim.fn.delete(path .. '.json')
  vim.fn.delete(vim.fs.dirname(path), 'd')
end

local filetypes = { asciidoc = 'asciidoc', html = 'html', latex = 'tex', org = 'org', typst = 'typst', rst = 'rst' }

--- Shows a text from the state folder. Neovim offers to recover it if there is a swap file.
---@param path string
---@param list segls.Gathered[]
local function show(path, list)
  require('segls.panel').enter_any_text()
  -- A swap file raises an error even after the writer has decided what to do.
  pcall(vim.cmd, 'noautocmd edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  if vim.fs.normalize(vim.api.nvim_buf_get_name(buffer)) ~= vim.fs.normalize(path) then
    return -- the writer has chosen to quit
  end
  versions[buffer], paths[buffer] = list, vim.fs.normalize(path)
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].buflisted = true
  vim.wo[0][0].wrap = true
  -- Set after 'buftype', so that no server attaches.
  local markup = list[#list].markup
  vim.bo[buffer].filetype = filetypes[markup] or markup ~= '' and markup or 'text'
  vim.api.nvim_buf_call(buffer, function()
    vim.fn.matchadd('Title', '^━━━ .* ━━━$')
  end)
  local group = vim.api.nvim_create_augroup('segls_gathered_' .. buffer, {})
  local function on(events, run)
    -- Nested, so that loading a file attaches a server and detects its swap file.
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buffer, callback = run, nested = true })
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
      vim.schedule(function() -- a deleted buffer has lost its lines, so wipe it out
        pcall(vim.api.nvim_buf_delete, buffer, { force = true })
      end)
    end
  end)
end

--- Returns the document whose work to use: the current text or, in a gathered one, the file of the first passage.
---@return { uri: string }
local function here()
  local list = versions[vim.api.nvim_get_current_buf()]
  return { uri = list and list[#list].places[1].uri or vim.uri_from_bufnr(0) }
end

--- Gathers a selection and shows it.
---@param name? string by default the number of passages
---@param selection table
local function open(name, selection)
  local buffer = vim.api.nvim_get_current_buf()
  if #vim.lsp.get_clients({ bufnr = buffer, name = 'segls' }) == 0 and (selection.places or versions[buffer]) then
    buffer = buffer_with_server(selection.places or versions[buffer][1].places)
  end
  local is_done, result = server.perform(buffer, 'segls/gather', selection)
  if is_done then
    local count = #result.places
    name = name or ('%d passage%s'):format(count, count == 1 and '' or 's')
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
  open(nil, { places = places })
end

--- Gathers all files of the work.
function M.work()
  open('Work', { textDocument = here(), whole = true })
end

--- Gathers the fragments with a label in the work.
---@param label string empty to ask
function M.label(label)
  local function gather(typed)
    if typed and typed:match('%S') then
      typed = vim.trim(typed)
      open(typed, { textDocument = here(), label = typed })
    end
  end
  if label ~= '' then
    gather(label)
  else
    vim.ui.input({ prompt = 'Label: ' }, gather)
  end
end

--- Returns the last gathered text: one that is open, or one left by a killed Neovim.
---@return string? path nil if there is none
---@return integer? the buffer, if it is open
local function newest()
  local found, when, buffer
  for name in vim.fs.dir(folder(), { depth = 2 }) do
    local file = folder() .. '/' .. name
    local path = file:gsub('%.json$', '')
    local owner = tonumber(vim.fs.basename(vim.fs.dirname(path)):match('^(%d+)%-'))
    local stat = vim.uv.fs_stat(file)
    local at = stat and stat.mtime.sec + stat.mtime.nsec / 1e9
    local own
    for shown, its_path in pairs(paths) do
      own = its_path == path and shown or own
    end
    local is_left = not own and not (owner and owner ~= vim.fn.getpid() and interrupted.is_running(owner, file))
    if path ~= file and at and (own or is_left) and (not when or at >= when) then
      found, when, buffer = path, at, own
    end
  end
  return found, buffer
end

--- Finishes a save during which Neovim was killed.
---@return string[] messages
local function finish_save()
  local finished, others, failed = interrupted.finish()
  local messages = {}
  local function add(message, files)
    if #files > 0 then
      local names = vim.tbl_map(function(file)
        return vim.fs.basename(file.path)
      end, files)
      table.insert(messages, message:format(table.concat(names, ', ')))
    end
  end
  add('Neovim was closed in the middle of a save; segls has now finished it: %s.', finished)
  add(
    'Neovim was closed in the middle of a save. Not saved, because changed since: %s. :Segls gather again shows what you wrote.',
    others
  )
  add(
    'Neovim was closed in the middle of a save. These files cannot be written now: %s. '
      .. 'What you wrote is beside each, in a file that ends with .segls~; the next Neovim tries again.',
    failed
  )
  if #finished > 0 then
    server.notify('workspace/didChangeWatchedFiles', {
      changes = vim.tbl_map(function(file)
        return { uri = vim.uri_from_fname(file.path), type = 2 }
      end, finished),
    })
    vim.cmd('silent! checktime')
  end
  return messages
end

---@param messages string[]
local function tell(messages)
  if #messages > 0 then
    server.say(table.concat(messages, ' '), vim.log.levels.WARN)
  end
end

--- Shows the last gathered text again, even after Neovim was killed.
function M.again()
  tell(finish_save())
  local path, buffer = newest()
  if not path then
    server.say('There is no gathered text: see :Segls gather', vim.log.levels.WARN)
  elseif buffer then
    vim.cmd.buffer(buffer)
  else
    show(path, vim.json.decode(table.concat(vim.fn.readfile(path .. '.json'), '\n')))
  end
end

--- Shows a message if a killed Neovim has left a text. Finishes its save first.
function M.tell_left()
  local messages = finish_save()
  local path, buffer = newest()
  if path and not buffer then
    table.insert(messages, '“' .. vim.fs.basename(path) .. '” was not closed: see :Segls gather again')
  end
  tell(messages)
end

return M
