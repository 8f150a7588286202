--- The outline window: sections and fragments with their counts, to move around in and to reorder.
local document = require('segls.document')
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.outline')

---@class segls.OutlineRow
---@field id string
---@field range lsp.Range
---@field is_section boolean
---@field text string
---@field title? string of a fragment
---@field count? string
---@field depth integer

---@class segls.Outline: segls.Panel
---@field rows? segls.OutlineRow[] nil until the server has answered
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
    { 'p', 'preview of the fragment' },
    { 'r', 'rename the fragment' },
    { 'J K', 'move the fragment or section down, up' },
    { 'q', 'close' },
  },
  keys = {
    ['<CR>'] = function(self)
      self:lead_text()
      self:enter_text()
    end,
    p = function(self)
      local row = self:current()
      if row then
        require('segls.fragment').preview(self.source, row.range.start.line)
      end
    end,
    r = function(self)
      local row = self:current()
      if row and not row.is_section then
        require('segls.fragment').rename(self.source, { id = row.id, title = row.title }, '')
      end
    end,
    J = function(self)
      self:move('Down')
    end,
    K = function(self)
      self:move('Up')
    end,
  },
})

--- The name of a fragment without a title: how it begins.
---@param buffer? integer nil of a file that is not open
---@param fragment segls.Fragment
---@return string
local function opening(buffer, fragment)
  if not buffer then
    return '…'
  end
  local row, column = server.place(buffer, fragment.range.start)
  local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
  return vim.fn.strcharpart(line:sub(column + 1), 0, 40)
end

---@param words integer
---@return string
local function counted(words)
  return ('%d %s'):format(words, words == 1 and 'word' or 'words')
end

---@param buffer? integer
---@param fragment segls.Fragment
---@param depth integer
---@return segls.OutlineRow
local function row_of(buffer, fragment, depth)
  local count = counted(fragment.words)
  return {
    id = fragment.id,
    range = fragment.range,
    is_section = false,
    title = fragment.title,
    text = fragment.title ~= '' and fragment.title or opening(buffer, fragment),
    count = fragment.held and count .. ', held' or count,
    depth = depth,
  }
end

--- The words of a section. Where its fragments have rows of their own nobody needs the sum.
---@param told segls.Fragments
---@param section segls.Section
---@return string?
local function count_of(told, section)
  if not told.quiet then
    return nil
  end
  local words = 0
  for _, fragment in ipairs(told.fragments) do
    local is_before = document.precedes(fragment.range.start, section.range.start)
    if not is_before and document.precedes(fragment.range.start, section.range['end']) then
      words = words + fragment.words
    end
  end
  return counted(words)
end

--- The rows of the outline: sections and the fragments in them. If headings are ignored, fragments stand alone; in a
--- quiet text sections do.
---@param buffer? integer nil of a file that is not open
---@param told segls.Fragments
---@return segls.OutlineRow[]
function M.rows_of(buffer, told)
  local rows, open = {}, {} ---@type segls.OutlineRow[], integer[] the levels of the sections around a place
  local sections = (told.quiet or told.settings.headings == 'hard') and told.sections or {}
  local next_section = 1
  --- Adds the sections that begin at a place or before it; without one all that are left.
  ---@param place? lsp.Position
  local function enter(place)
    local section = sections[next_section]
    while section and (not place or not document.precedes(place, section.range.start)) do
      while #open > 0 and open[#open] >= section.level do
        table.remove(open)
      end
      local title = section.title ~= '' and section.title or '(untitled)'
      local count = count_of(told, section)
      table.insert(
        rows,
        { id = section.id, range = section.range, is_section = true, text = title, count = count, depth = #open }
      )
      table.insert(open, section.level)
      next_section = next_section + 1
      section = sections[next_section]
    end
  end
  for _, fragment in ipairs(told.quiet and {} or told.fragments) do
    enter(fragment.range.start)
    table.insert(rows, row_of(buffer, fragment, #open))
  end
  enter()
  return rows
end

function Outline:draw()
  local is_narrow = vim.api.nvim_win_get_width(self.window) < 36
  local drawn = vim.tbl_map(function(row)
    return {
      text = (row.is_section and '# ' or '◆ ') .. row.text,
      depth = row.depth,
      count = row.count and (is_narrow and row.count:match('%d+') or row.count),
      group = row.is_section and 'SeglsHeading' or 'Normal',
    }
  end, self.rows)
  if #drawn == 0 then
    drawn = { { text = 'Nothing to outline.', depth = 0, group = 'Comment' } }
  end
  self:write_rows(drawn, namespace)
  self:follow_text()
end

function Outline:resized()
  if self.rows then
    self:draw()
  end
end

--- Moves the outline's cursor to the row of the text's cursor.
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

--- Shows the place in the text that the row at the cursor stands for.
function Outline:lead_text()
  local row = self:current()
  if row then
    self:put_text(row.range, 'zt')
  end
end

--- Asks the server to move the row's fragment or section. The text's cursor goes with it, and the outline's follows
--- once the new outline is there.
---@param direction 'Up'|'Down'
function Outline:move(direction)
  local row = self:current()
  if not row then
    return
  end
  local command = (row.is_section and 'moveSection' or 'moveFragment') .. direction
  server.execute(self.source, command, { id = row.id })
  if self:is_open() then
    vim.api.nvim_set_current_win(self.window) -- the server has the cursor put into the text
  end
end

function Outline:refresh()
  local source = self.source
  document.fragments(source, function(told)
    if self:is_open() and source == self.source then
      local rows = M.rows_of(self.source, told)
      if not vim.deep_equal(rows, self.rows) then
        self.rows = rows
        self:draw()
      end
    end
  end)
end

--- Opens the outline of the current buffer at the right, or closes it.
function M.toggle()
  panel.toggle(Outline)
end

return M
