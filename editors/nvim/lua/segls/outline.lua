--- The outline window: navigates and reorders sections and fragments, and shows their lengths.
local document = require('segls.document')
local landing = require('segls.landing')
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.outline')

---@class segls.OutlineRow
---@field id string
---@field range lsp.Range
---@field whole lsp.Range the range of the whole section, scene or fragment
---@field is_section boolean
---@field is_scene? boolean whether it represents a scene of several fragments, and has the ID of the first
---@field text string
---@field title? string the title of a fragment
---@field opening? string the first words of a fragment
---@field is_headed? boolean whether a fragment is the first below a heading
---@field count? string
---@field depth integer

---@class segls.Outline: segls.Panel
---@field all? segls.OutlineRow[] nil until the server has answered
---@field rows? segls.OutlineRow[] the visible ones
---@field is_folded table<string, boolean> the folded sections, by ID
---@field hides table<string, boolean> the rows with hidden rows below them, by ID
---@field levels? integer the number of levels to show; nil for all
---@field filter? string only rows with these words are shown
---@field taken? segls.OutlineRow the row cut with `dd`, for `p`
local Outline = panel.kind({
  name = 'outline',
  title = 'segls: outline (g? keys)',
  side = 'right',
  size = function()
    return math.min(44, math.floor(vim.o.columns * 0.4))
  end,
  is_entered = true,
  turns = true,
  options = { cursorline = true, winfixwidth = true },
  legend = {
    { 'j k', 'the row below, the row above; the text follows' },
    { '<CR>', 'to the text' },
    { 'J K', 'move the fragments or sections down, up' },
    { 'dd p P', 'take, and put below or above this row' },
    { '> <', 'make the section deeper, less deep' },
    { 'r', 'rename the section or fragment' },
    { 'm', 'move to another place in the work' },
    { 'c', 'add to the quickfix list, for :Segls gather' },
    { 's', 'split the file here: a new file begins' },
    { 'za zR zM', 'fold the section, unfold all, fold all' },
    { 'zr zm', 'one more level, one less' },
    { 'f', 'rows that contain the words you type, with their sections' },
    { 'u <C-R>', 'undo, redo in the text' },
    { 'gp', 'preview of the fragment' },
    { 'q', 'close' },
  },
  in_visual = 'JK<>c',
  keys = {
    ['<CR>'] = function(self)
      self:lead_text()
      self:enter_text()
    end,
    gp = function(self)
      local row = self:current()
      if row then
        require('segls.fragment').preview(self.source, row.range.start.line)
      end
    end,
    r = function(self)
      local row = self:current()
      if row and row.is_section then
        require('segls.headings').rename_at(self.source, row.range.start, '')
      elseif row then
        require('segls.fragment').rename(self.source, 'renameFragment', { id = row.id }, '', row.title)
      end
    end,
    J = function(self, count)
      self:move('Down', count)
    end,
    K = function(self, count)
      self:move('Up', count)
    end,
    dd = function(self)
      self.taken = self:current()
      self:draw()
    end,
    p = function(self)
      self:put(true)
    end,
    P = function(self)
      self:put(false)
    end,
    ['>'] = function(self, count)
      self:level('demoteSection', count)
    end,
    ['<'] = function(self, count)
      self:level('promoteSection', count)
    end,
    m = function(self)
      local row = self:current()
      if row then
        require('segls.places').move_to(self.source, row.is_section and 'Section' or 'Fragment', { id = row.id }, '')
      end
    end,
    c = function(self)
      local uri = vim.uri_from_bufnr(self.source)
      M.collect(
        self.source,
        vim.tbl_map(function(row)
          return { uri = uri, whole = row.whole }
        end, panel.chosen(self.rows))
      )
    end,
    s = function(self)
      local row = self:current()
      if row then
        require('segls.fragment').split_file(self.source, row, function(title, force)
          self:execute('splitFile', { id = row.id, title = title, force = force })
        end)
      end
    end,
    za = function(self)
      self:fold()
    end,
    zM = function(self)
      for _, row in ipairs(self.all or {}) do
        self.is_folded[row.id] = row.is_section and row.depth > 0 or nil
      end
      self:draw()
    end,
    zR = function(self)
      self.is_folded, self.levels = {}, nil
      self:draw()
    end,
    zr = function(self, count)
      self:show_levels(count)
    end,
    zm = function(self, count)
      self:show_levels(-count)
    end,
    f = function(self)
      self:ask_filter()
    end,
    u = function(self)
      self:in_text('undo')
    end,
    ['<C-R>'] = function(self)
      self:in_text('redo')
    end,
  },
})

---@param words integer
---@return string
local function counted(words)
  return ('%d %s'):format(words, words == 1 and 'word' or 'words')
end

---@param fragment segls.Fragment
---@param depth integer
---@return segls.OutlineRow
local function row_of(fragment, depth)
  local count = counted(fragment.words)
  return {
    id = fragment.id,
    range = fragment.range,
    whole = { start = fragment.range.start, ['end'] = fragment.range['end'] },
    is_section = false,
    title = fragment.title,
    text = fragment.title ~= '' and fragment.title or fragment.opening,
    opening = fragment.opening,
    count = fragment.held and count .. ', held' or count,
    depth = depth,
  }
end

--- Returns the length of a section.
---@param structure segls.Fragments
---@param section segls.Section
---@return string
local function count_of(structure, section)
  local words = 0
  for _, fragment in ipairs(structure.fragments) do
    local is_before = document.precedes(fragment.range.start, section.range.start)
    if not is_before and document.precedes(fragment.range.start, section.range['end']) then
      words = words + fragment.words
    end
  end
  return counted(words)
end

--- Returns the rows of the outline: its sections for a quiet text, otherwise its fragments. If the setting `headings`
--- is `hard`, these are below their sections.
---@param structure segls.Fragments
---@param shows_all? boolean whether to include the fragments of a quiet text
---@return segls.OutlineRow[]
function M.rows_of(structure, shows_all)
  local rows, open = {}, {} ---@type segls.OutlineRow[], integer[] the levels of the enclosing sections
  local is_quiet = structure.quiet and not shows_all
  local sections = (is_quiet or structure.settings.headings == 'hard') and structure.sections or {}
  local next_section = 1
  --- Appends the sections that begin at or before a position, or all remaining ones.
  ---@param place? lsp.Position
  local function enter(place)
    local section = sections[next_section]
    while section and (not place or not document.precedes(place, section.range.start)) do
      while #open > 0 and open[#open] >= section.level do
        table.remove(open)
      end
      local title = section.title ~= '' and section.title or '(untitled)'
      local count = is_quiet and count_of(structure, section) or nil
      table.insert(rows, {
        id = section.id,
        range = section.range,
        whole = section.range,
        is_section = true,
        text = title,
        count = count,
        depth = #open,
      })
      table.insert(open, section.level)
      next_section = next_section + 1
      section = sections[next_section]
    end
  end
  local begun ---@type segls.OutlineRow? the row of the present scene
  local scenes = {} ---@type table<string, segls.Scene>
  for _, scene in ipairs(structure.scenes or {}) do
    scenes[scene.id] = scene.of > 1 and scene or nil
  end
  for _, fragment in ipairs(is_quiet and {} or structure.fragments) do
    enter(fragment.range.start)
    local row, scene = row_of(fragment, #open), scenes[fragment.id]
    row.is_headed = #rows > 0 and rows[#rows].is_section
    if scene then
      row.text = ('Scene %d: %s'):format(scene.number, row.text)
      row.is_scene = scene.fragments > 1
      begun = row
    elseif (fragment.scene or 0) > 0 then
      row.depth = row.depth + 1 -- a further fragment of the scene
      begun.whole['end'] = fragment.range['end']
    end
    table.insert(rows, row)
  end
  enter()
  return rows
end

--- Adds sections, scenes and fragments to the quickfix list, without those inside an earlier one.
---@param buffer integer a buffer with a server
---@param parts { uri: string, whole: lsp.Range }[]
function M.collect(buffer, parts)
  local places = {}
  for _, part in ipairs(parts) do
    local last = places[#places]
    if not last or last.uri ~= part.uri or document.precedes(last.range['end'], part.whole['end']) then
      table.insert(places, { uri = part.uri, range = part.whole })
    end
  end
  if #places > 0 then
    require('segls.collection').add(buffer, places)
  end
end

--- Returns rows in which a section with a single fragment has one row, which shows the length of the fragment.
---@param rows segls.OutlineRow[]
---@return segls.OutlineRow[]
function M.merged(rows)
  local merged = {}
  for i, row in ipairs(rows) do
    local section, after = rows[i - 1], rows[i + 1]
    local is_all = section and section.is_section and not row.is_section and not (after and after.depth > section.depth)
    if is_all then
      merged[#merged] = vim.tbl_extend('force', section, { count = row.count })
    else
      table.insert(merged, row)
    end
  end
  return merged
end

--- Reports whether a text contains all of some words, ignoring case.
---@param text string
---@param words string
---@return boolean
function M.has_words(text, words)
  local folded = vim.fn.tolower(text)
  for word in vim.fn.tolower(words):gmatch('%S+') do
    if not folded:find(word, 1, true) then
      return false
    end
  end
  return true
end

---@return boolean
function Outline:is_ready()
  return self.rows ~= nil
end

--- Selects the visible rows: with a filter, the matches and their sections; otherwise what is not folded or too deep.
function Outline:pick()
  self.is_folded = self.is_folded or {}
  self.rows, self.hides = {}, {}
  local all = M.merged(self.all)
  if self.filter then
    local around = {} ---@type segls.OutlineRow[] by depth
    local shown = {} ---@type table<segls.OutlineRow, boolean>
    for _, row in ipairs(all) do
      around[row.depth + 1] = row
      if M.has_words(row.text, self.filter) then
        for depth = 1, row.depth + 1 do
          local one = around[depth]
          if one and not shown[one] and (one == row or one.is_section) then
            shown[one] = true
            table.insert(self.rows, one)
          end
        end
      end
    end
    return
  end
  local hidden ---@type integer? the depth below which rows are folded
  for _, row in ipairs(all) do
    if hidden and row.depth > hidden then
      self.hides[self.rows[#self.rows].id] = true
    else
      hidden = (self.is_folded[row.id] or row.depth + 1 == self.levels) and row.depth or nil
      table.insert(self.rows, row)
    end
  end
end

--- Asks for words and shows only the rows that contain them.
function Outline:ask_filter()
  vim.ui.input({ prompt = 'Rows with the words: ', default = self.filter or '' }, function(words)
    if words and self:is_open() then
      self.filter = words:match('%S') and words or nil
      local about = self.filter and (' with "%s" (f without words shows all)'):format(self.filter:gsub('%%', '%%%%')) or nil
      vim.wo[self.window].statusline = about or ' ' .. self.kind.title
      self:draw()
    end
  end)
end

--- Shows more levels or fewer.
---@param by integer
function Outline:show_levels(by)
  local deepest = 1
  for _, row in ipairs(M.merged(self.all)) do
    deepest = math.max(deepest, row.depth + 1)
  end
  local levels = math.max(1, math.min((self.levels or deepest) + by, deepest))
  self.levels = levels < deepest and levels or nil
  self:draw()
end

function Outline:draw()
  if not self.all then
    return
  end
  self:pick()
  local is_narrow = vim.api.nvim_win_get_width(self.window) < 36
  local drawn = vim.tbl_map(function(row)
    return {
      text = (row.is_section and (self.hides[row.id] and '▸ ' or '# ') or '◆ ') .. row.text,
      depth = row.depth,
      count = row.count and (is_narrow and row.count:match('%d+') or row.count),
      group = self.taken and self.taken.id == row.id and 'SeglsTaken' or row.is_section and 'SeglsHeading' or 'Normal',
    }
  end, self.rows)
  if #drawn == 0 then
    drawn = { { text = self.filter and 'No row has these words.' or 'Nothing to outline.', depth = 0, group = 'Comment' } }
  end
  self:write_rows(drawn, namespace)
  self:follow_text()
end

function Outline:resized()
  self:draw()
end

--- Moves the cursor of the outline to the row of the text's cursor.
function Outline:follow_text()
  local at = self:text_row()
  if not at or not self.rows or #self.rows == 0 then
    return
  end
  local row = document.last_before(self.rows, at) or 1
  if vim.api.nvim_win_get_cursor(self.window)[1] ~= row then
    self:put_cursor(row, 0)
  end
end

---@return segls.OutlineRow?
function Outline:current()
  return self.rows and self.rows[vim.api.nvim_win_get_cursor(self.window)[1]]
end

--- Shows the text of the row at the cursor.
function Outline:lead_text()
  local row = self:current()
  if row then
    self:put_text(row.range, 'zt')
  end
end

--- Folds or unfolds the section at the cursor.
function Outline:fold()
  local at = self:current() and vim.api.nvim_win_get_cursor(self.window)[1] or 0
  while at > 0 and not self.rows[at].is_section do
    at = at - 1
  end
  if at > 0 then
    local id = self.rows[at].id
    self.is_folded[id] = not self.is_folded[id] or nil
    self:put_cursor(at, 0)
    self:draw()
  end
end

--- Undoes or redoes in the text.
---@param command 'undo'|'redo'
function Outline:in_text(command)
  vim.api.nvim_buf_call(self.source, function()
    vim.cmd('silent! ' .. command)
  end)
end

--- Executes a server command. The cursor stays in the window, although the server moves it to the text.
---@param command string
---@param argument table
---@return boolean
function Outline:execute(command, argument)
  local is_done = server.execute(self.source, command, argument)
  if self:is_open() then
    vim.api.nvim_set_current_win(self.window)
  end
  return is_done
end

--- Executes a command on rows, `count` times, as one undo step. Stops when it fails.
---@param rows segls.OutlineRow[]
---@param count integer
---@param command fun(row: segls.OutlineRow): string
function Outline:each(rows, count, command)
  local is_first = true
  for _ = 1, count do
    for _, row in ipairs(rows) do
      if not is_first then
        vim.api.nvim_buf_call(self.source, function()
          pcall(vim.cmd.undojoin)
        end)
      end
      is_first = false
      if not self:execute(command(row), { id = row.id }) then
        return
      end
    end
  end
end

--- Moves the selected fragments, scenes or sections. The text's cursor follows, the outline's after the next analysis.
---@param direction 'Up'|'Down'
---@param count integer
function Outline:move(direction, count)
  local rows = panel.chosen(self.rows)
  -- The contents of a section or a scene move with it.
  local inside
  rows = vim.tbl_filter(function(row)
    if inside and row.depth > inside then
      return false
    end
    inside = (row.is_section or row.is_scene) and row.depth or nil
    return true
  end, rows)
  if direction == 'Down' then
    local reversed = {}
    for i = #rows, 1, -1 do
      table.insert(reversed, rows[i])
    end
    rows = reversed
  end
  self:each(rows, count, function(row)
    return (row.is_section and 'moveSection' or row.is_scene and 'moveScene' or 'moveFragment') .. direction
  end)
end

--- Promotes or demotes the selected sections.
---@param command 'promoteSection'|'demoteSection'
---@param count integer
function Outline:level(command, count)
  local sections, inside = {}, nil
  for _, row in ipairs(panel.chosen(self.rows)) do
    if row.is_section and not (inside and row.depth > inside) then
      inside = row.depth
      table.insert(sections, row)
    end
  end
  self:each(sections, count, function()
    return command
  end)
end

--- Puts the row cut with `dd` below or above the row at the cursor.
---@param is_below boolean
function Outline:put(is_below)
  local taken = self.taken
  local at = vim.api.nvim_win_get_cursor(self.window)[1]
  if not taken then
    server.say('Nothing has been taken; dd takes a row.', vim.log.levels.INFO)
    return
  end
  local uri = vim.uri_from_bufnr(self.source)
  local function in_file(row)
    return { uri = uri, inside = row, depth = row.depth }
  end
  local command, argument = landing.command(vim.tbl_map(in_file, self.rows), in_file(taken), at, is_below)
  if not command then
    server.say('It cannot be put there.', vim.log.levels.INFO)
    return
  end
  self.taken = nil
  self:execute(command, argument)
  if self:is_open() then
    self:draw()
  end
end

--- Reports whether two outlines look the same and begin at the same lines. (`vim.deep_equal` is slow for a book.)
---@param some segls.OutlineRow[]
---@param others segls.OutlineRow[]
---@return boolean
local function are_alike(some, others)
  for i, one in ipairs(some) do
    local other = others[i]
    local is_same = other and one.id == other.id and one.text == other.text and one.count == other.count
    if not is_same or one.depth ~= other.depth or one.range.start.line ~= other.range.start.line then
      return false
    end
  end
  return #some == #others
end

function Outline:refresh()
  self:newest(document.fragments, function(structure)
    local rows = M.rows_of(structure)
    local is_shown = self.all ~= nil and are_alike(rows, self.all)
    self.all = rows
    if is_shown then
      self:pick()
    else
      self:draw()
    end
  end)
end

--- Opens the outline of the current buffer on the right, or closes it.
function M.toggle()
  panel.toggle(Outline)
end

return M
