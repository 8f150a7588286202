--- The curve window: the similarity of the text before and after each gap between paragraphs, and the boundaries.
---
--- Each column is a gap, or with `z` several, in braille. The cursors of curve and text follow each other.
local document = require('segls.document')
local drawing = require('segls.drawing')
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local height = 6 -- rows of the curve
local namespace = vim.api.nvim_create_namespace('segls.curve')
local described = vim.api.nvim_create_namespace('segls.gap')

--- The help on `g?`.
local legend = {
  { 'h l', 'the gap before, the gap after; the text follows' },
  { '[g ]g', 'the boundary before, the boundary after' },
  { '<CR>', 'to the text, at the paragraph after the gap' },
  { '+ -', 'longer and shorter fragments: preferred length by a tenth' },
  { '> <', 'length counts more, less: 0.05 added to scaling, or taken off' },
  { '=', 'reset what + - > < have changed' },
  { 'z', 'the whole document in the window, or one column for each gap' },
  { 'q', 'close' },
}

---@type table<string, fun(view: segls.CurveView)>
local keys = {
  ['<CR>'] = function(self)
    self:lead_text()
    self:enter_text()
  end,
  ['+'] = function(self)
    self:set('preferred-words', function(words)
      return math.ceil(words * 1.1)
    end)
  end,
  ['-'] = function(self)
    self:set('preferred-words', function(words)
      return math.max(1, math.floor(words / 1.1))
    end)
  end,
  ['>'] = function(self)
    self:set('scaling', function(scaling)
      return math.floor((scaling + 0.05) * 100 + 0.5) / 100
    end)
  end,
  ['<'] = function(self)
    self:set('scaling', function(scaling)
      return math.max(0, math.floor((scaling - 0.05) * 100 + 0.5) / 100)
    end)
  end,
  ['='] = function(self)
    self:reset()
  end,
  z = function(self)
    self.whole = not self.whole
    self:draw()
  end,
  [']g'] = function(self)
    self:go_boundary(1)
  end,
  ['[g'] = function(self)
    self:go_boundary(-1)
  end,
}

---@class segls.CurveView: segls.Panel
---@field whole? boolean whether the whole document is shown in the width of the window
---@field columns integer
---@field curve? segls.Curve nil until the server has answered
---@field structure? segls.Fragments
local View = panel.kind({
  name = 'curve',
  title = 'segls: curve',
  side = 'below',
  size = function()
    return height + 3 -- with the settings above and the description below
  end,
  is_entered = false,
  options = {
    cursorline = false,
    cursorcolumn = true,
    winfixheight = true,
    sidescrolloff = 10,
  },
  legend = legend,
  keys = keys,
})

--- Returns the column of a gap, from zero.
---@param gap integer from one
---@return integer
function View:column(gap)
  return math.floor((gap - 1) * self.columns / #self.curve.gaps)
end

--- Returns the first and last gap of a column.
---@param column integer from zero
---@return integer, integer
function View:gaps_of(column)
  local count = #self.curve.gaps
  local first = math.ceil(column * count / self.columns) + 1
  local last = math.ceil((column + 1) * count / self.columns)
  return first, math.max(first, math.min(last, count))
end

--- Returns the gap shown in a column: the one with a boundary, if there is one.
---@param column integer from zero
---@return integer
function View:gap_at(column)
  local first, last = self:gaps_of(math.min(column, self.columns - 1))
  for gap = first, last do
    if self.curve.gaps[gap].boundary then
      return gap
    end
  end
  return first
end

--- Returns the row of marks below the curve: ┃ for the end of a file, # for a boundary at a heading, ◆ for other
--- boundaries. In a column with several, ┃ comes first, then ◆.
---@return string
function View:marks()
  local cells = {}
  for column = 1, self.columns do
    cells[column] = '·'
  end
  for gap, at in ipairs(self.curve.gaps) do
    if at.boundary then
      local column = self:column(gap) + 1
      local mark = at.constraint == 'file' and '┃' or at.constraint == 'heading' and '#' or '◆'
      cells[column] = mark ~= '┃' and vim.list_contains({ '◆', '┃' }, cells[column]) and cells[column] or mark
    end
  end
  return table.concat(cells)
end

---@return string
function View:settings_line()
  local settings = self.structure.settings
  local count = #self.structure.fragments
  return ('%d %s · preferred %d words (+ -) · scaling %.2f (> <) · = reset · z %s · g? keys%%<'):format(
    count,
    count == 1 and 'fragment' or 'fragments',
    self.structure.target,
    settings.scaling,
    self.whole and 'each gap' or 'whole'
  )
end

--- Returns the values of the curve, scaled so that the highest reaches the top.
---@return number[]
function View:values()
  local highest = 0
  for _, gap in ipairs(self.curve.gaps) do
    highest = math.max(highest, gap.similarity)
  end
  return vim.tbl_map(function(gap)
    return highest > 0 and gap.similarity / highest or 0
  end, self.curve.gaps)
end

---@return boolean
function View:is_ready()
  return self.curve ~= nil
end

--- Returns the rows of the curve and the row of marks.
---@return string[]
function View:lines()
  local values = self:values()
  local lines
  if #values == 0 then
    self.columns = 0
    return { 'There is no curve: a curve needs two paragraphs.' }
  elseif self.whole then
    local room = vim.api.nvim_win_get_width(self.window)
    local condensed = drawing.condense(values, room * 2)
    self.columns = math.ceil(#condensed / 2)
    lines = drawing.braille(condensed, height)
  else
    self.columns = #values
    lines = drawing.blocks(values, height)
  end
  table.insert(lines, self:marks())
  return lines
end

function View:draw()
  local lines = self:lines()
  self:write(lines)
  vim.wo[self.window].winbar = self:settings_line()
  self:highlight(lines)
  self:follow_text()
end

--- Highlights the curve and the marks of boundaries.
---@param lines string[]
function View:highlight(lines)
  local function colour(row, from, to, group, priority)
    vim.api.nvim_buf_set_extmark(self.buffer, namespace, row, from, { end_col = to, hl_group = group, priority = priority })
  end
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  for row, line in ipairs(lines) do
    colour(row - 1, 0, #line, 'SeglsCurve', 50)
  end
  if self.columns == 0 then
    return
  end
  local marks = lines[height + 1]
  local starts = vim.str_utf_pos(marks)
  for column, start in ipairs(starts) do
    local past = starts[column + 1] or #marks + 1
    local mark = marks:sub(start, past - 1)
    if mark ~= '·' then
      local group = mark == '┃' and 'SeglsFile' or mark == '#' and 'SeglsHeading' or 'SeglsBoundary'
      colour(height, start - 1, past - 1, group)
    end
  end
end

--- Shows text below a row. It is a virtual line, so that it stays in place when a long curve is scrolled sideways.
---@param words string
---@param row integer from zero
function View:show_words(words, row)
  vim.api.nvim_buf_set_extmark(self.buffer, described, row, 0, { id = 1, virt_lines = { { { words, 'Normal' } } } })
end

--- Shows a description of a gap below the marks.
---@param gap integer
function View:describe(gap)
  local at = self.curve.gaps[gap]
  local kind = at.constraint == 'heading' and 'heading' or at.boundary and 'boundary' or 'no boundary'
  local words = ('gap %d of %d · similarity %.2f · %s'):format(gap, #self.curve.gaps, at.similarity, kind)
  local index = document.last_before(self.structure.fragments, self.curve.lines[gap + 1])
  if index then
    local fragment = self.structure.fragments[index]
    words = ('%s · in "%s", %s'):format(words, fragment.title, document.length(fragment.words, 0))
  end
  self:show_words(words, height)
end

--- Puts the cursor on a gap and describes the gap.
---@param gap integer
function View:put_on(gap)
  local line = vim.api.nvim_buf_get_lines(self.buffer, height, height + 1, false)[1]
  self:put_cursor(height + 1, vim.str_byteindex(line, self:column(gap)))
  self:describe(gap)
end

--- Moves the cursor of the curve to the gap before the paragraph at the text's cursor.
function View:follow_text()
  local row = self:text_row()
  if not row or not self.curve or self.columns == 0 then
    return
  end
  local paragraph = document.last_before(self.curve.lines, row) or 1
  self:put_on(math.max(1, math.min(paragraph - 1, #self.curve.gaps)))
end

---@return integer the gap at the cursor of the curve
function View:cursor_gap()
  local row, column = unpack(vim.api.nvim_win_get_cursor(self.window))
  local line = vim.api.nvim_buf_get_lines(self.buffer, row - 1, row, false)[1]
  return self:gap_at(vim.fn.strchars(line:sub(1, column)))
end

--- Moves the cursor of the text to the paragraph after the gap at the curve's cursor.
function View:lead_text()
  if not self.curve or self.columns == 0 then
    return
  end
  local gap = self:cursor_gap()
  self:put_text({ start = { line = self.curve.lines[gap + 1], character = 0 } }, 'zz')
  self:describe(gap)
end

--- Moves the cursor of the curve to the next or previous boundary.
---@param step 1|-1
---@param constraint? 'file' only to the ends of files
function View:go_boundary(step, constraint)
  if self.columns == 0 then
    return
  end
  local gap = self:cursor_gap() + step
  while self.curve.gaps[gap] do
    local at = self.curve.gaps[gap]
    if at.boundary and (not constraint or at.constraint == constraint) then
      local row = vim.api.nvim_win_get_cursor(self.window)[1]
      local line = vim.api.nvim_buf_get_lines(self.buffer, row - 1, row, false)[1]
      vim.api.nvim_win_set_cursor(self.window, { row, vim.str_byteindex(line, self:column(gap)) })
      self:lead_text()
      return
    end
    gap = gap + step
  end
end

--- The settings changed here, by buffer, until the text is closed.
---@type table<integer, table<string, number>>
local sessions = {}

--- Changes a setting of this document until it is closed.
---@param name string
---@param change fun(value: number): number
function View:set(name, change)
  local source = self.source
  local settings = sessions[source] or {}
  -- For `auto`, use the number that it stands for.
  settings[name] = change(name == 'preferred-words' and self.structure.target or self.structure.settings[name])
  if not sessions[source] then
    vim.api.nvim_create_autocmd('BufUnload', {
      buffer = source,
      once = true,
      callback = function()
        sessions[source] = nil
      end,
    })
  end
  sessions[source] = settings
  server.ask(source, 'segls/setSession', { settings = settings }, function() end)
end

function View:reset()
  sessions[self.source] = nil
  server.ask(self.source, 'segls/setSession', { settings = vim.NIL }, function() end)
end

function View:refresh()
  self:newest(document.fragments, function(structure)
    self:newest(document.curve, function(curve)
      self.structure, self.curve = structure, curve
      self:draw()
    end)
  end)
end

function View:resized()
  if self.curve and self.whole then
    self:draw()
  end
end

--- Opens the curve of the current buffer below it, or closes it.
function M.toggle()
  panel.toggle(View)
end

M.View, M.height = View, height

return M
