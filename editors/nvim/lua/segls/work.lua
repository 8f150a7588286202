--- The window of a work of many files, and what moves pieces between its files.
local document = require('segls.document')
local files = require('segls.files')
local outline = require('segls.outline')
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.work')

---@class segls.Lengths
---@field words integer
---@field fragments integer

---@class segls.WorkEntry
---@field title string
---@field uri? string nil for a title over several files
---@field path string in the folder of the work
---@field own? segls.Lengths
---@field total? segls.Lengths including everything below
---@field wanted? integer the target for its own words, 0 if none is set
---@field entries segls.WorkEntry[]

---@class segls.Work
---@field title string
---@field kind string
---@field folder string
---@field order? string
---@field read boolean
---@field total? segls.Lengths
---@field wanted? integer its target in words, 0 if none is set
---@field entries segls.WorkEntry[]
---@field orphans segls.WorkEntry[]
---@field problems { uri: string, line: integer, message: string }[]

---@class segls.WorkRow: segls.PanelRow
---@field key? string identifies it while it is unfolded
---@field uri? string
---@field entry? segls.WorkEntry of a file or a title over several
---@field siblings? segls.WorkEntry[] of a file: the entries among which it stands
---@field parent? segls.WorkRow
---@field inside? segls.OutlineRow of a section or fragment
---@field problem? { uri: string, line: integer, message: string }

---@class segls.WorkPanel: segls.Panel
---@field work? segls.Work nil until the server has answered, and of a text that is of no work
---@field rows segls.WorkRow[]
---@field takes_folder? boolean whether a folder without an order counts as a work
---@field has_asked boolean
---@field is_placed boolean whether its cursor has been put where the text's is
---@field seeks? string the URI or id of what was moved, for the cursor to follow
---@field is_unfolded table<string, boolean> by key
---@field told table<string, segls.Fragments> by URI
local Work

--- A value of JSON, nil for null.
---@generic T
---@param value T
---@return T?
local function given(value)
  if value ~= vim.NIL then
    return value
  end
end

---@param uri string
---@return integer? buffer if the file is loaded
local function loaded(uri)
  local path = vim.uri_to_fname(uri)
  return vim.fn.bufloaded(path) == 1 and vim.fn.bufadd(path) or nil
end

--- Words, and the target if one is set.
---@param lengths segls.Lengths
---@param wanted? integer
---@return string
local function progress(lengths, wanted)
  return (wanted or 0) > 0 and ('%d of %d'):format(lengths.words, wanted) or tostring(lengths.words)
end

--- The words of an entry: its own, and including everything below where that is more.
---@param entry segls.WorkEntry
---@return string?
local function words(entry)
  local own, total = given(entry.own), given(entry.total)
  if own and total and total.words > own.words then
    return ('%s / %d'):format(progress(own, entry.wanted), total.words)
  elseif own then
    return progress(own, entry.wanted)
  end
  return total and not given(entry.uri) and tostring(total.words) or nil
end

---@param entry segls.WorkEntry
---@return string
local function name_of(entry)
  return entry.title ~= '' and entry.title or entry.path
end

Work = panel.kind({
  name = 'work',
  title = 'segls: work (g? keys)',
  side = 'right',
  size = function()
    return math.min(50, math.floor(vim.o.columns * 0.4))
  end,
  is_entered = true,
  turns = true,
  options = { cursorline = true, winfixwidth = true },
  legend = {
    { '<CR>', 'to the file, section, fragment or problem' },
    { '<Tab> za', 'unfold or fold the file or part' },
    { 'zM zR', 'fold all, unfold all' },
    { 'J K', 'move the file, section or fragment down, up' },
    { '>', 'put the file below the one before it' },
    { '<', 'put the file after the one that it is below' },
    { 'm', 'move the section or fragment to another place of the work' },
    { 's', 'split the file here: a new file begins' },
    { 'M', 'append the next file to this one' },
    { 'o', 'make the section a file' },
    { 'i', 'make the file a section of the one before' },
    { 'R', 'rename the file; links follow' },
    { 'u <C-R>', 'take back what was done to files, do it again' },
    { 'q', 'close' },
  },
  keys = {
    ['<CR>'] = function(self)
      self:go()
    end,
    ['<Tab>'] = function(self)
      self:fold()
    end,
    za = function(self)
      self:fold()
    end,
    zo = function(self)
      self:fold(true)
    end,
    zc = function(self)
      self:fold(false)
    end,
    zM = function(self)
      self.is_unfolded = {}
      self:draw()
    end,
    zR = function(self)
      for _, row in ipairs(self.rows) do
        if row.key then
          self.is_unfolded[row.key] = true
        end
      end
      self:refresh()
    end,
    J = function(self, count)
      self:move('Down', count)
    end,
    K = function(self, count)
      self:move('Up', count)
    end,
    ['>'] = function(self)
      self:nest()
    end,
    ['<'] = function(self)
      self:lift()
    end,
    m = function(self)
      local row = self:current()
      if row and row.inside then
        M.move_to(self.source, row.inside.is_section and 'Section' or 'Fragment', { uri = row.uri, id = row.inside.id }, '')
      end
    end,
    s = function(self)
      local row = self:current()
      if row and row.inside then
        self:execute('splitFile', { uri = row.uri, id = row.inside.id })
      end
    end,
    M = function(self)
      self:on_file('mergeFiles')
    end,
    o = function(self)
      local row = self:current()
      if row and row.inside and row.inside.is_section then
        self:execute('sectionToFile', { uri = row.uri, id = row.inside.id })
      end
    end,
    i = function(self)
      self:on_file('fileToSection')
    end,
    R = function(self)
      local row = self:current()
      if row and row.entry and row.uri then
        M.rename(self.source, vim.uri_to_fname(row.uri), '')
      end
    end,
    u = function()
      files.undo()
    end,
    ['<C-R>'] = function()
      files.redo()
    end,
  },
})

--- The rows of the sections and fragments of a file.
---@param row segls.WorkRow of the file
function Work:add_inside(row)
  local told = self.told[row.uri]
  for _, inside in ipairs(told and outline.rows_of(loaded(row.uri), told) or {}) do
    table.insert(self.rows, {
      text = (inside.is_section and '# ' or '◆ ') .. inside.text,
      depth = row.depth + 1 + inside.depth,
      count = inside.count and inside.count:match('%d+'),
      group = inside.is_section and 'SeglsHeading' or 'Normal',
      uri = row.uri,
      inside = inside,
      parent = row,
    })
  end
end

--- The rows of entries, with what is unfolded below them.
---@param entries segls.WorkEntry[]
---@param depth integer
---@param parent? segls.WorkRow
---@param prefix string of their keys
function Work:add_entries(entries, depth, parent, prefix)
  for i, entry in ipairs(entries) do
    local uri = given(entry.uri)
    local key = uri or ('%s/%d %s'):format(prefix, i, entry.title)
    -- A title over several files is open at first, a file is not.
    local is_open = self.is_unfolded[key] or not uri and self.is_unfolded[key] == nil
    local row = {
      text = (is_open and '▾ ' or '▸ ') .. name_of(entry),
      depth = depth,
      count = words(entry),
      group = uri and 'SeglsFile' or 'SeglsPart',
      key = key,
      uri = uri,
      entry = entry,
      siblings = entries,
      parent = parent,
    }
    table.insert(self.rows, row)
    if uri and is_open then
      self:add_inside(row)
    end
    if uri or is_open then
      self:add_entries(entry.entries, depth + 1, row, key)
    end
  end
end

--- What the window shows without a work.
local no_work = {
  'This text is in no work of several files.',
  '',
  ':Segls work folder takes all texts of its',
  'folder for one, by the order of their names.',
}

function Work:draw()
  self.rows = {}
  local work = self.work
  if not work then
    for _, line in ipairs(self.has_asked and no_work or { 'Reading …' }) do
      table.insert(self.rows, { text = line, depth = 0, group = 'Comment' })
    end
    self:write_rows(self.rows, namespace)
    return
  end
  local total = given(work.total)
  local title = work.title ~= '' and work.title or vim.fn.fnamemodify(vim.uri_to_fname(work.folder), ':t')
  table.insert(self.rows, {
    text = title .. (work.read and '' or ' (reading …)'),
    depth = 0,
    count = total and ('%s words'):format(progress(total, work.wanted)),
    group = 'SeglsTerms',
  })
  self:add_entries(work.entries, 0, nil, '')
  if #work.orphans > 0 then
    table.insert(self.rows, { text = 'Not in the order', depth = 0, group = 'SeglsOversize' })
    self:add_entries(work.orphans, 1, nil, 'orphans')
  end
  for i, problem in ipairs(work.problems) do
    if i == 1 then
      table.insert(self.rows, { text = 'Problems', depth = 0, group = 'SeglsOversize' })
    end
    local at = ('%s:%d '):format(vim.fn.fnamemodify(vim.uri_to_fname(problem.uri), ':t'), problem.line + 1)
    table.insert(self.rows, { text = at .. problem.message, depth = 1, group = 'Normal', problem = problem })
  end
  local at = vim.api.nvim_win_get_cursor(self.window)
  self:write_rows(self.rows, namespace)
  if self.seeks then
    self:seek()
  elseif self.is_placed and vim.api.nvim_get_current_win() == self.window then
    self:put_cursor(math.min(at[1], #self.rows), 0)
  else
    self.is_placed = true
    self:follow_text()
  end
end

function Work:turned()
  self.is_placed = false
end

--- Puts the cursor back on what has just been moved.
function Work:seek()
  for i, row in ipairs(self.rows) do
    local id = row.inside and row.inside.id or row.uri
    if id and id == self.seeks and (row.entry or row.inside) then
      self:put_cursor(i, 0)
      return
    end
  end
end

function Work:resized()
  if self.rows then
    self:draw()
  end
end

--- Puts the cursor on the file of the text, or on the part of it that the text's cursor is in.
function Work:follow_text()
  local at, uri = self:text_row(), vim.uri_from_bufnr(self.source)
  local found
  for i, row in ipairs(self.rows or {}) do
    if row.uri == uri and (row.entry or at and row.inside and row.inside.range.start.line <= at) then
      found = i
    end
  end
  if found and vim.api.nvim_win_get_cursor(self.window)[1] ~= found then
    self:put_cursor(found, 0)
  end
end

--- Moving onto a row of the current text moves its cursor too; rows of other files wait for <CR>.
function Work:lead_text()
  self.seeks = nil
  local row = self:current()
  if row and row.inside and row.uri == vim.uri_from_bufnr(self.source) then
    self:put_text(row.inside.range, 'zt')
  end
end

---@return segls.WorkRow?
function Work:current()
  return self.rows and self.rows[vim.api.nvim_win_get_cursor(self.window)[1]]
end

--- Goes to what the row at the cursor stands for.
function Work:go()
  local row = self:current()
  local place = row and (row.problem or row)
  if not place or not place.uri then
    return self:fold()
  end
  self:show_file(vim.uri_to_fname(place.uri))
  if row.inside then
    self:put_text(row.inside.range, 'zt')
  elseif row.problem then
    pcall(vim.api.nvim_win_set_cursor, 0, { row.problem.line + 1, 0 })
  end
end

--- Folds or unfolds the row at the cursor, or what it stands in.
---@param open? boolean nil to toggle
function Work:fold(open)
  local row = self:current()
  while row and not row.key do
    row = row.parent
  end
  if not row then
    return
  end
  local was_open = vim.startswith(vim.trim(row.text), '▾')
  if open == nil then
    open = not was_open
  end
  self.is_unfolded[row.key] = open
  for i, other in ipairs(self.rows) do
    if other == row then
      self:put_cursor(i, 0)
    end
  end
  self:draw()
  if open and row.uri then
    self:read(row.uri)
  end
end

--- Reads the sections and fragments of a file, open or not.
---@param uri string
function Work:read(uri)
  server.ask(self.source, 'segls/fragments', { textDocument = { uri = uri } }, function(told)
    if told and told ~= vim.NIL and self:is_open() and not vim.deep_equal(told, self.told[uri]) then
      self.told[uri] = told
      self:draw()
    end
  end, true)
end

function Work:refresh()
  self.is_unfolded, self.told = self.is_unfolded or {}, self.told or {}
  if not self.rows then
    self:draw()
  end
  local source = self.source
  server.ask(source, 'segls/work', { folder = self.takes_folder }, function(work)
    if not self:is_open() or source ~= self.source then
      return
    end
    local is_first = not self.has_asked
    self.has_asked = true
    if not vim.deep_equal(given(work), self.work) or is_first then
      self.work = given(work)
      self:draw()
    end
    for _, row in ipairs(vim.list_slice(self.rows)) do
      if row.entry and row.uri and self.is_unfolded[row.uri] then
        self:read(row.uri)
      end
    end
  end, true)
end

--- Executes a server command over files, and stays in the window.
---@param command string
---@param argument table
---@param seeks? string the URI or id of what the cursor goes to afterwards
---@return boolean
function Work:execute(command, argument, seeks)
  local is_done = server.execute(self.source, command, argument)
  if self:is_open() then
    vim.api.nvim_set_current_win(self.window)
    self.seeks = seeks
    self:refresh()
  end
  return is_done
end

--- A command on the file of the row at the cursor.
---@param command string
function Work:on_file(command)
  local row = self:current()
  if row and row.uri then
    self:execute(command, { uri = row.uri })
  end
end

--- The neighbour of a file among its siblings, or of the part it is in.
---@param row { entry: segls.WorkEntry, siblings: segls.WorkEntry[], parent?: table }
---@param step 1|-1
---@return segls.WorkEntry? neighbour
---@return 'before'|'after' side
local function neighbour(row, step)
  local siblings = row.siblings
  for i, entry in ipairs(siblings) do
    if entry == row.entry then
      local next = siblings[i + step]
      while next and not given(next.uri) do -- into a part
        siblings = next.entries
        next = siblings[step > 0 and 1 or #siblings]
        if next and given(next.uri) then
          return next, step > 0 and 'before' or 'after'
        end
      end
      if next or not row.parent then
        return next, step > 0 and 'after' or 'before'
      elseif given(row.parent.entry.uri) then
        return row.parent.entry, step > 0 and 'after' or 'before'
      end
      return neighbour(row.parent, step) -- out of a part
    end
  end
end

--- Moves the file in the order, or the section or fragment within its file and past its ends.
---@param direction 'Up'|'Down'
---@param count integer
function Work:move(direction, count)
  for _ = 1, count do
    local row = self:current()
    if not row or not row.uri then
      return
    elseif row.inside then
      local command = (row.inside.is_section and 'moveSection' or 'moveFragment') .. direction
      if not loaded(row.uri) then
        server.say('Open the file first, with <CR>.', vim.log.levels.INFO)
        return
      elseif not self:execute(command, { uri = row.uri, id = row.inside.id }, row.inside.id) then
        return
      end
    else
      local other, side = neighbour(row, direction == 'Down' and 1 or -1)
      if not other then
        server.say('It cannot be moved any further.', vim.log.levels.INFO)
        return
      elseif not self:execute('moveFile', { uri = row.uri, toUri = other.uri, side = side }, row.uri) then
        return
      end
    end
    self:await()
  end
end

--- Waits until the work has been read again, so that a count goes on from the new places.
function Work:await()
  local before = self.work
  vim.wait(1500, function()
    return not vim.deep_equal(self.work, before)
  end, 20)
end

--- Puts the file below the one before it.
function Work:nest()
  local row = self:current()
  if row and row.entry and row.uri then
    for i, entry in ipairs(row.siblings) do
      local above = entry == row.entry and row.siblings[i - 1]
      if above and given(above.uri) then
        self:execute('moveFile', { uri = row.uri, toUri = above.uri, side = 'below' }, row.uri)
      end
    end
  end
end

--- Puts the file after its parent.
function Work:lift()
  local row = self:current()
  local parent = row and row.entry and row.uri and row.parent
  if parent and parent.uri then
    self:execute('moveFile', { uri = row.uri, toUri = parent.uri, side = 'after' }, row.uri)
  end
end

--- Where a file stands in the tree of a work.
---@param entries segls.WorkEntry[]
---@param uri string
---@param parent? table
---@return { entry: segls.WorkEntry, siblings: segls.WorkEntry[], parent?: table }?
local function locate(entries, uri, parent)
  for _, entry in ipairs(entries) do
    local here = { entry = entry, siblings = entries, parent = parent }
    local found = entry.uri == uri and here or locate(entry.entries, uri, here)
    if found then
      return found
    end
  end
end

--- Moves a file over the one before or after it in the order of its work.
---@param buffer integer
---@param step 1|-1
function M.move_file(buffer, step)
  if not server.demand(buffer) then
    return
  end
  local uri = vim.uri_from_bufnr(buffer)
  local work = server.wait(buffer, 'segls/work', {})
  local here = work and locate(work.entries, uri)
  if not here then
    server.say('This text is in no work of several files, or its order does not name it.', vim.log.levels.WARN)
    return
  end
  local other, side = neighbour(here, step)
  if other then
    server.execute(buffer, 'moveFile', { toUri = other.uri, side = side })
  else
    server.say('It cannot be moved any further.', vim.log.levels.INFO)
  end
end

--- Opens the work of the current text at the right, or closes it.
---@param takes_folder? boolean whether a folder without an order counts as a work
function M.toggle(takes_folder)
  Work.takes_folder = takes_folder
  panel.toggle(Work)
end

---@class segls.Place a place that something can be moved to
---@field uri string
---@field id? string of a section; nil for the end of the file
---@field text string

--- The places of a work: the headings of all its files with their paths, and the ends of files.
---@param buffer integer
---@return segls.Place[]? nil if the text is in no work
local function places_of(buffer)
  local work = server.wait(buffer, 'segls/work', {})
  local entries = {}
  local function walk(list)
    for _, entry in ipairs(list) do
      if given(entry.uri) then
        table.insert(entries, entry)
      end
      walk(entry.entries)
    end
  end
  if work then
    walk(work.entries)
    walk(work.orphans)
  else
    local path = vim.api.nvim_buf_get_name(buffer)
    entries = { { uri = vim.uri_from_bufnr(buffer), path = vim.fn.fnamemodify(path, ':t') } }
  end
  local told, waiting = {}, #entries
  for _, entry in ipairs(entries) do
    server.ask(buffer, 'segls/fragments', { textDocument = { uri = entry.uri } }, function(answer)
      told[entry.uri], waiting = given(answer) or {}, waiting - 1
    end, true)
  end
  vim.wait(20000, function()
    return waiting == 0
  end, 20)
  local places = {}
  for _, entry in ipairs(entries) do
    local around = {} ---@type segls.Section[]
    for _, section in ipairs(told[entry.uri] and told[entry.uri].sections or {}) do
      while #around > 0 and around[#around].level >= section.level do
        table.remove(around)
      end
      table.insert(around, section)
      local titles = vim.tbl_map(function(heading)
        return heading.title
      end, around)
      table.insert(places, { uri = entry.uri, id = section.id, text = entry.path .. ' › ' .. table.concat(titles, ' › ') })
    end
    table.insert(places, { uri = entry.uri, text = entry.path .. ' (at its end)' })
  end
  return places
end

--- Moves a section or fragment to another place of its work: under a heading, or to the end of a file.
---@param buffer integer
---@param unit 'Section'|'Fragment'
---@param what { uri?: string, id: string }
---@param said string part of the place's name; empty to pick among all
function M.move_to(buffer, unit, what, said)
  if not server.demand(buffer) then
    return
  end
  what.uri = what.uri or vim.uri_from_bufnr(buffer)
  local places = vim.tbl_filter(function(place)
    return place.text:lower():find(said:lower(), 1, true) and not (place.id and place.id == what.id)
  end, places_of(buffer))
  local function go(place)
    if place then
      what.toUri, what.toId, what.side = place.uri, place.id, place.id and 'under' or nil
      server.execute(buffer, 'move' .. unit .. 'To', what)
    end
  end
  if #places == 0 then
    server.say(('There is no place "%s" in the work.'):format(said), vim.log.levels.ERROR)
  elseif #places == 1 then
    go(places[1])
  else
    local options = {
      prompt = ('Move the %s to'):format(unit:lower()),
      kind = 'segls.place',
      format_item = function(place)
        return place.text
      end,
    }
    vim.ui.select(places, options, go)
  end
end

--- Renames a file; the links to it and the order of its work follow.
---@param buffer integer of a text with a server
---@param path string
---@param name string new path, relative to the folder of the file; empty to ask
function M.rename(buffer, path, name)
  local function go(said)
    if not said or said == '' or said == vim.fn.fnamemodify(path, ':t') then
      return
    end
    local to = vim.fs.normalize(said:sub(1, 1) == '/' and said or vim.fs.dirname(path) .. '/' .. said)
    files.rename(buffer, path, to)
  end
  if name ~= '' then
    go(name)
  else
    vim.ui.input({ prompt = 'New name: ', default = vim.fn.fnamemodify(path, ':t') }, go)
  end
end

document.on_work_update(vim.api.nvim_create_augroup('segls.work.updates', {}), function()
  local shown = panel.shown('work')
  if shown then
    shown:refresh()
  end
end)

return M
