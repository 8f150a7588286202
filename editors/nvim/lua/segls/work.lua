--- The work window: the order of a work and the contents of its files; as a board, all fragments with their first words.
local contents = require('segls.contents')
local document = require('segls.document')
local history = require('segls.history')
local landing = require('segls.landing')
local order = require('segls.order')
local outline = require('segls.outline')
local panel = require('segls.panel')
local places = require('segls.places')
local server = require('segls.server')
local M = {}

local given = order.given
local namespace = vim.api.nvim_create_namespace('segls.work')
local openings = vim.api.nvim_create_namespace('segls.openings')

---@class segls.WorkPanel: segls.Panel
---@field work? segls.Work nil until the server has answered, and for a text that belongs to no work
---@field rows segls.WorkRow[]
---@field hint? { message: string, canWrite: boolean } what would make the folder a work
---@field takes_folder? boolean whether a folder without an order counts as a work
---@field is_board? boolean
---@field has_asked boolean
---@field is_placed boolean whether its cursor has been put on the row of the text's cursor
---@field seeks? segls.WorkRow the moved row, which the cursor follows
---@field taken? segls.WorkRow the row cut with `dd`, for `p`
---@field is_unfolded table<string, boolean> by key
---@field structures table<string, segls.Fragments> by URI
---@field is_fresh table<string, boolean> the URIs whose newest version has been requested
---@field has_opening table<integer, boolean> the rows whose first words are shown
local Work

---@type lsp.Range
local whole_file = { start = { line = 0, character = 0 }, ['end'] = { line = 2 ^ 31 - 1, character = 0 } }

---@param uri string
---@return integer? buffer if the file is loaded
local function loaded(uri)
  local path = vim.uri_to_fname(uri)
  return vim.fn.bufloaded(path) == 1 and vim.fn.bufadd(path) or nil
end

Work = panel.kind({
  name = 'work',
  title = 'segls: work (g? keys)',
  side = 'right',
  size = function(self)
    return self.is_board and math.floor(vim.o.columns / 2) or math.min(50, math.floor(vim.o.columns * 0.4))
  end,
  is_entered = true,
  turns = true,
  options = { cursorline = true, winfixwidth = true },
  in_visual = 'c',
  legend = {
    { '<CR>', 'to the file, section, fragment or problem' },
    { '<Tab> za', 'unfold or fold the file or part' },
    { 'zM zR', 'fold all, unfold all' },
    { 'J K', 'move the file, section or fragment down, up' },
    { '>', 'move the file down a level, under the one before it' },
    { '<', 'move the file up a level, after the one it is under' },
    { 'dd p P', 'take it, and put it below or above this row; on a file, at its end' },
    { 'b', 'the board, with the first words of all fragments, and back' },
    { 'm', 'move the section or fragment to another place in the work' },
    { 'c', 'add to the quickfix list, for :Segls gather' },
    { 's', 'split the file here: a new file begins' },
    { 'M', 'append the next file to this one' },
    { 'o', 'make the section a file' },
    { 'i', 'make the file a section of the one before' },
    { 'R', 'rename the file; links follow' },
    { 'u <C-R>', 'undo and redo the last change' },
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
      self:fold_all(false)
    end,
    zR = function(self)
      self:fold_all(true)
    end,
    b = function(self)
      self:set_board(not self.is_board)
    end,
    dd = function(self)
      local row = self:current()
      self.taken = row and row.uri and not row.problem and row or nil
      self:draw()
    end,
    p = function(self)
      self:put(true)
    end,
    P = function(self)
      self:put(false)
    end,
    J = function(self, count)
      self:move(1, count)
    end,
    K = function(self, count)
      self:move(-1, count)
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
        places.move_to(
          self.source,
          row.inside.is_section and 'Section' or 'Fragment',
          { uri = row.uri, id = row.inside.id },
          ''
        )
      end
    end,
    c = function(self)
      local parts = {}
      for _, row in ipairs(panel.chosen(self.rows)) do
        if row.uri and not row.problem then
          table.insert(parts, { uri = row.uri, whole = row.inside and row.inside.whole or whole_file })
        end
      end
      outline.collect(self.source, parts)
    end,
    s = function(self)
      local row = self:current()
      if row and row.inside then
        require('segls.fragment').split_file(self.source, row.inside, function(title, force)
          self:execute('splitFile', { uri = row.uri, id = row.inside.id, title = title, force = force })
        end, row.uri)
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
        places.rename(self.source, vim.uri_to_fname(row.uri), '')
      end
    end,
    u = function()
      history.undo()
    end,
    ['<C-R>'] = function()
      history.redo()
    end,
  },
})

--- Breaks a sentence into lines of at most 42 columns.
---@param text string
---@return string[]
local function wrapped(text)
  local lines = { '' }
  for word in text:gmatch('%S+') do
    local longer = vim.trim(lines[#lines] .. ' ' .. word)
    if vim.fn.strdisplaywidth(longer) > 42 then
      table.insert(lines, word)
    else
      lines[#lines] = longer
    end
  end
  return lines
end

--- The text of the window if there is no work.
local no_work = {
  'This text is not part of a work',
  'of several files.',
  '',
  ':Segls work folder shows all texts of its',
  'folder as one work, ordered by name;',
  'b shows a board of this text alone.',
}

--- Returns the work to show. The board of a text without a work shows that text alone.
---@return segls.Work?
function Work:shown_work()
  if self.work or not (self.is_board and self.has_asked) then
    return self.work
  end
  return contents.alone(self.source, self.structures[vim.uri_from_bufnr(self.source)])
end

function Work:draw()
  local work = self:shown_work()
  self.rows = {}
  if not work then
    local lines = vim.list_extend({}, self.has_asked and no_work or { 'Reading …' })
    if self.has_asked and self.hint then
      vim.list_extend(lines, { '' })
      vim.list_extend(lines, wrapped(self.hint.message))
      vim.list_extend(lines, self.hint.canWrite and { 'To write the order down:', ':Segls order write' } or {})
    end
    for _, line in ipairs(lines) do
      table.insert(self.rows, { text = line, depth = 0, group = 'Comment' })
    end
    self:write_rows(self.rows, namespace)
    return
  end
  self.rows = contents.rows({
    work = work,
    structures = self.structures,
    is_unfolded = self.is_unfolded,
    is_board = self.is_board or false,
  })
  local taken = self.taken and self:row_of(self.taken)
  if taken then
    self.rows[taken].group = 'SeglsTaken'
  end
  local at = vim.api.nvim_win_get_cursor(self.window)
  self:write_rows(self.rows, namespace)
  vim.api.nvim_buf_clear_namespace(self.buffer, openings, 0, -1)
  self.has_opening = {}
  if self.seeks then
    local row = self:row_of(self.seeks)
    if row then
      self:put_cursor(row, 0)
    end
  elseif self.is_placed and vim.api.nvim_get_current_win() == self.window then
    self:put_cursor(math.min(at[1], #self.rows), 0)
  else
    self.is_placed = true
    self:follow_text()
  end
  self:scrolled()
end

--- Shows the first words of fragments below their rows.
---@param first integer row
---@param last integer
function Work:write_openings(first, last)
  local width = vim.api.nvim_win_get_width(self.window)
  for i = first, math.min(last, #self.rows) do
    local row = self.rows[i]
    if row.inside and not row.inside.is_section and not self.has_opening[i] then
      self.has_opening[i] = true
      local margin = ('  '):rep(row.depth + 1)
      local words = panel.fit(row.inside.opening, math.max(8, width - #margin))
      vim.api.nvim_buf_set_extmark(
        self.buffer,
        openings,
        i - 1,
        0,
        { virt_lines = { { { margin .. words, 'SeglsOpening' } } } }
      )
    end
  end
end

--- Returns the new index of a row. In another file a fragment gets another ID, but its title and length stay the same.
---@param sought segls.WorkRow
---@return integer?
function Work:row_of(sought)
  local alike
  for i, row in ipairs(self.rows) do
    if sought.entry and row.entry and row.uri == sought.uri then
      return i
    elseif sought.inside and row.inside then
      if row.inside.id == sought.inside.id and row.uri == sought.uri then
        return i
      elseif row.inside.text == sought.inside.text and row.count == sought.count then
        alike = alike or i
      end
    end
  end
  return alike
end

--- Switches to the board, or back to the order.
---@param on boolean
function Work:set_board(on)
  self.is_board, self.is_unfolded = on, {}
  if vim.api.nvim_win_get_config(self.window).relative == '' then
    vim.api.nvim_win_set_width(self.window, self.kind.size(self))
  end
  self:draw()
end

--- Requests the contents of the visible files that are unfolded, and on the board shows the first words of fragments.
function Work:scrolled()
  local first, last = vim.fn.line('w0', self.window), vim.fn.line('w$', self.window)
  if self.is_board then
    self:write_openings(first, last + vim.api.nvim_win_get_height(self.window))
  end
  for _, row in ipairs(vim.list_slice(self.rows, first, last)) do
    local file = row.entry and row or row.parent
    if file and file.uri and file.is_open then
      self:read(file.uri)
    end
  end
end

function Work:turned()
  self.is_placed = false
end

function Work:resized()
  if self.rows then
    self:draw()
  end
end

--- Moves the cursor to the file of the text, or to the section or fragment at the text's cursor.
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

--- Moves the text's cursor to the row at the cursor, if the row belongs to the current text; <CR> goes to other files.
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

--- Goes to the place of the row at the cursor.
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

--- Folds or unfolds the row at the cursor or its parent.
---@param open? boolean nil to toggle
function Work:fold(open)
  local row = self:current()
  while row and not row.key do
    row = row.parent
  end
  if not row then
    return
  end
  if open == nil then
    open = not row.is_open
  end
  self.is_unfolded[row.key] = open
  for i, other in ipairs(self.rows) do
    if other == row then
      self:put_cursor(i, 0)
    end
  end
  self:draw()
end

--- Folds or unfolds all rows that are listed now.
---@param open boolean
function Work:fold_all(open)
  for _, row in ipairs(self.rows) do
    if row.key then
      self.is_unfolded[row.key] = open
    end
  end
  self:draw()
end

--- Requests the sections and fragments of a file, loaded or not.
---@param uri string
function Work:read(uri)
  if self.is_fresh[uri] then
    return
  end
  self.is_fresh[uri] = true
  local function received(answer)
    local known = self.structures[uri]
    local is_new = answer and answer ~= vim.NIL and (not known or answer.version ~= known.version or answer.version == 0)
    if self:is_open() and is_new and (answer.version > 0 or not vim.deep_equal(answer, known)) then
      self.structures[uri] = answer
      self:draw()
    end
  end
  if uri == vim.uri_from_bufnr(self.source) then
    document.fragments(self.source, received)
  else
    server.ask(self.source, 'segls/fragments', { textDocument = { uri = uri } }, received, true)
  end
end

function Work:refresh()
  if not self.rows then
    self.is_unfolded, self.structures, self.is_fresh = {}, {}, {}
    self:draw()
  end
  self:ask('segls/work', { folder = self.takes_folder }, function(work)
    local is_first = not self.has_asked
    self.has_asked, self.is_fresh = true, {}
    if is_first or not vim.deep_equal(work, self.work) then
      self.work, self.hint = work, nil
      self:draw()
      if not work or work == vim.NIL then
        self:ask('segls/workHint', {}, function(hint)
          self.hint = hint ~= vim.NIL and hint or nil
          self:draw()
        end)
      end
    else
      self:scrolled()
    end
  end)
end

Work.work_updated = Work.refresh

--- Loads the file of a command's argument, so that the server can change it, and updates the IDs in the argument: those
--- in a loaded file differ.
---@param argument { uri: string, id?: string, toId?: string }
function Work:load(argument)
  local buffer = vim.fn.bufadd(vim.uri_to_fname(argument.uri))
  vim.fn.bufload(buffer)
  vim.wait(5000, function()
    return server.of(buffer) ~= nil
  end, 20)
  local before, now = self.structures[argument.uri], document.structure_now(buffer)
  for _, list in ipairs({ 'fragments', 'sections' }) do
    for i, one in ipairs(now and before and before[list] or {}) do
      local id = now[list][i] and now[list][i].id
      argument.id = argument.id == one.id and id or argument.id
      argument.toId = argument.toId == one.id and id or argument.toId
    end
  end
end

--- Executes a server command on files; the cursor stays in the window.
---@param command string
---@param argument table
---@param seeks? segls.WorkRow the row that the cursor follows
---@return boolean
function Work:execute(command, argument, seeks)
  if argument.toUri == argument.uri and not loaded(argument.uri) then
    self:load(argument)
  end
  local is_done = server.execute(self.source, command, argument)
  if self:is_open() then
    vim.api.nvim_set_current_win(self.window)
    self.seeks = seeks
    self:refresh()
  end
  return is_done
end

--- Executes a command on the file of the row at the cursor.
---@param command string
function Work:on_file(command)
  local row = self:current()
  if row and row.uri then
    self:execute(command, { uri = row.uri })
  end
end

--- Returns the command that moves a row by one step, by which parts of a file may also go to an adjacent file.
---@param row segls.WorkRow
---@param step 1|-1
---@return string? command
---@return table? argument
function Work:step(row, step)
  if row.entry then
    local other, side = order.neighbour(row, step)
    return other and 'moveFile', other and { uri = row.uri, toUri = other.uri, side = side }
  end
  local argument = { uri = row.uri, id = row.inside.id }
  if not loaded(row.uri) then
    self:load(argument)
  end
  local unit = row.inside.is_section and 'Section' or row.inside.is_scene and 'Scene' or 'Fragment'
  return 'move' .. unit .. (step > 0 and 'Down' or 'Up'), argument
end

--- Moves the row at the cursor.
---@param step 1|-1
---@param count integer
function Work:move(step, count)
  for _ = 1, count do
    local row = self:current()
    if not row or not row.uri or row.problem then
      return
    end
    local command, argument = self:step(row, step)
    if not command then
      server.say('This cannot be moved any further.', vim.log.levels.INFO)
      return
    elseif not self:execute(command, argument, row) then
      return
    end
    self:await()
  end
end

--- Waits briefly until the work has been read again, so that a command with a count continues from the new positions.
function Work:await()
  local before, structures = self.work, self.structures
  local texts = vim.tbl_extend('force', {}, structures)
  vim.wait(1500, function()
    return not vim.deep_equal(self.work, before) or not vim.deep_equal(self.structures, texts)
  end, 20)
end

--- Puts the row cut with `dd` below or above the row at the cursor.
---@param is_below boolean
function Work:put(is_below)
  local taken = self.taken
  if not taken then
    server.say('Nothing has been taken; dd takes a row.', vim.log.levels.INFO)
    return
  end
  local command, argument = landing.command(self.rows, taken, vim.api.nvim_win_get_cursor(self.window)[1], is_below)
  if not command then
    server.say('It cannot be put there.', vim.log.levels.INFO)
    return
  end
  self.taken = nil
  self:execute(command, argument, taken)
end

--- Moves the file at the cursor a level down, under the entry before it.
function Work:nest()
  local row = self:current()
  if row and row.entry and row.uri then
    for i, entry in ipairs(row.siblings) do
      local above = entry == row.entry and row.siblings[i - 1]
      if above and given(above.uri) then
        self:execute('moveFile', { uri = row.uri, toUri = above.uri, side = 'below' }, row)
      end
    end
  end
end

--- Moves the file at the cursor a level up, after its parent.
function Work:lift()
  local row = self:current()
  local parent = row and row.entry and row.uri and row.parent
  if parent and parent.uri then
    self:execute('moveFile', { uri = row.uri, toUri = parent.uri, side = 'after' }, row)
  end
end

--- Opens the work of the current text on the right, or closes it.
---@param takes_folder boolean whether a folder without an order counts as a work
function M.toggle(takes_folder)
  Work.takes_folder, Work.is_board = takes_folder, false
  panel.toggle(Work)
end

--- Opens the board of the work, or of a text without a work, or closes it.
function M.toggle_board()
  local shown = panel.shown('work')
  if shown and not shown.is_board then
    shown:set_board(true)
    return
  end
  Work.takes_folder, Work.is_board = false, true
  panel.toggle(Work)
end

return M
