--- The curve window of a whole work: the curves of its files joined into one, with lines at the ends of files.
local curve = require('segls.curve')
local document = require('segls.document')
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local height = curve.height
local namespace = vim.api.nvim_create_namespace('segls.curve.files')

---@class segls.FileCurve
---@field uri string
---@field title string
---@field words integer[] the words of each paragraph
---@field gaps segls.Gap[]
---@field first? integer the index of its first paragraph in the work, from one

---@class segls.WorkCurveView: segls.CurveView
---@field files? segls.FileCurve[]
---@field lines_of_text? integer[] the rows where the paragraphs of the window's text begin
---@field is_known boolean whether the curve is up to date
local View = panel.kind({
  name = 'curve-work',
  title = 'segls: curve of the work (g? keys)',
  side = 'below',
  size = function()
    return height + 4 -- one row more than for a single text, for the titles of files
  end,
  is_entered = false,
  turns = true,
  options = curve.View.kind.options,
  legend = {
    { 'h l', 'the gap before, the gap after' },
    { '[g ]g', 'the boundary before, the boundary after' },
    { '[f ]f', 'the file before, the file after' },
    { '<CR>', 'to the text, at the paragraph after the gap' },
    { 'z', 'the whole work in the window, or one column for each gap' },
    { 'q', 'close' },
  },
  keys = {
    ['<CR>'] = function(self)
      self:go()
    end,
    z = curve.View.kind.keys.z,
    [']g'] = curve.View.kind.keys[']g'],
    ['[g'] = curve.View.kind.keys['[g'],
    [']f'] = function(self)
      self:go_boundary(1, 'file')
    end,
    ['[f'] = function(self)
      self:go_boundary(-1, 'file')
    end,
  },
})
setmetatable(View, curve.View)

--- Returns the file that contains a paragraph of the work.
---@param paragraph integer from one
---@return segls.FileCurve
function View:file_of(paragraph)
  local found = self.files[1]
  for _, file in ipairs(self.files) do
    if file.first > paragraph then
      break
    end
    found = file
  end
  return found
end

--- Joins the curves of files, with a gap of similarity 0 between two files. Leaves out files without paragraphs.
---@param files segls.FileCurve[]
function View:join(files)
  local gaps, paragraphs = {}, 0
  self.files = {}
  for _, file in ipairs(files) do
    if #file.words > 0 then
      if paragraphs > 0 then
        table.insert(gaps, { after = paragraphs, similarity = 0, boundary = true, constraint = 'file' })
      end
      for _, gap in ipairs(file.gaps) do
        table.insert(gaps, vim.tbl_extend('force', gap, { after = paragraphs + gap.after }))
      end
      file.first = paragraphs + 1
      paragraphs = paragraphs + #file.words
      table.insert(self.files, file)
    end
  end
  self.curve = { gaps = gaps }
end

---@return string
function View:settings_line()
  local boundaries = 0
  for _, gap in ipairs(self.curve.gaps) do
    boundaries = boundaries + (gap.boundary and 1 or 0)
  end
  local shown = self.whole and 'each gap' or 'whole'
  return ('%d files · %d fragments · z %s · g? keys%%<'):format(#self.files, boundaries + 1, shown)
end

--- Returns the row of titles, each at the start of its file if there is space.
---@return string
function View:titles()
  local row, width = {}, 0
  for i, file in ipairs(self.files) do
    local next = self.files[i + 1]
    -- The gap before the first paragraph of a file is the end of the previous file.
    local from = i == 1 and 0 or self:column(file.first - 1) + 1
    local past = next and self:column(next.first - 1) or self.columns
    local title = panel.fit(file.title, past - from)
    if past - from >= 3 and from >= width then
      table.insert(row, (' '):rep(from - width) .. title)
      width = from + vim.fn.strdisplaywidth(title)
    end
  end
  return table.concat(row)
end

--- Draws a vertical line through the rows of the curve at the end of each file.
---@param lines string[]
---@return string[]
function View:with_ends(lines)
  local ends = {}
  for gap, at in ipairs(self.curve.gaps) do
    if at.constraint == 'file' then
      table.insert(ends, self:column(gap))
    end
  end
  return vim.tbl_map(function(line)
    local parts, done = {}, 0
    for _, column in ipairs(ends) do
      if column >= done then
        table.insert(parts, vim.fn.strcharpart(line, done, column - done) .. '┃')
        done = column + 1
      end
    end
    return table.concat(parts) .. vim.fn.strcharpart(line, done)
  end, lines)
end

function View:draw()
  if #self.curve.gaps == 0 then
    return curve.View.draw(self)
  end
  local lines = self:with_ends(self:lines())
  table.insert(lines, self:titles())
  self:write(lines)
  vim.wo[self.window].winbar = self:settings_line()
  self:highlight(lines)
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  vim.api.nvim_buf_set_extmark(self.buffer, namespace, height + 1, 0, { end_col = #lines[height + 2], hl_group = 'SeglsFile' })
  self:follow_text()
end

---@param gap integer
function View:describe(gap)
  local at = self.curve.gaps[gap]
  local file = self:file_of(at.after + 1)
  local words
  if at.constraint == 'file' then
    words = ('"%s" begins'):format(file.title)
  else
    local kind = at.constraint == 'heading' and 'heading' or at.boundary and 'boundary' or 'no boundary'
    local number = at.after + 1 - file.first
    words = ('"%s", gap %d of %d · similarity %.2f · %s'):format(file.title, number, #file.gaps, at.similarity, kind)
  end
  self:show_words(words, height + 1)
end

--- Moves the cursor of the curve to the gap before the paragraph at the text's cursor.
function View:follow_text()
  local row = self:text_row()
  if not row or not self.files or not self.lines_of_text or self.columns == 0 then
    return
  end
  local uri = vim.uri_from_bufnr(self.source)
  for _, file in ipairs(self.files) do
    if file.uri == uri then
      local paragraph = file.first - 1 + (document.last_before(self.lines_of_text, row) or 1)
      self:put_on(math.max(1, math.min(paragraph - 1, #self.curve.gaps)))
    end
  end
end

--- Describes the gap at the cursor. The text moves only on <CR>, because the gap may be in another file.
function View:lead_text()
  if self.curve and self.columns > 0 then
    self:describe(self:cursor_gap())
  end
end

--- Goes to the paragraph after the gap at the cursor.
function View:go()
  if self.columns == 0 then
    return
  end
  local paragraph = self.curve.gaps[self:cursor_gap()].after + 1
  local file = self:file_of(paragraph)
  local at = server.wait_for(self.source, 'segls/curve', { textDocument = { uri = file.uri }, compact = true })
  local line = at and at.lines[paragraph - file.first + 1]
  self:show_file(vim.uri_to_fname(file.uri))
  if line then
    self:put_text({ start = { line = line, character = 0 } }, 'zz')
  end
end

function View:turned()
  self.lines_of_text = nil
  local uri = vim.uri_from_bufnr(self.source)
  local is_here = vim.iter(self.files or {}):any(function(file)
    return file.uri == uri
  end)
  if not is_here then -- another work
    self.is_known, self.files, self.curve = false, nil, nil
  end
end

function View:refresh()
  self:newest(document.curve, function(answer)
    self.lines_of_text = answer.lines
    self:follow_text()
  end)
  if self.is_known then
    return
  end
  self:ask('segls/workCurve', {}, function(answer)
    self.is_known = answer ~= nil or self.files ~= nil
    if answer then
      self:join(answer.files)
      self:draw()
    elseif not self.files then
      self:write({ 'This text is not part of a work of several files, or they are still being read.' })
    end
  end)
end

function View:work_updated()
  self.is_known = false
  self:refresh()
end

--- Opens the curve of the current buffer's work below it, or closes it.
function M.toggle()
  panel.toggle(View)
end

return M
