--- The outline window: sections and fragments with their counts, in which to move about and to reorder.
local document = require('segls.document')
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.outline')

---@class segls.OutlineRow
---@field range lsp.Range
---@field is_section boolean
---@field text string
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
  options = { cursorline = true, winfixwidth = true },
  legend = {
    { 'j k', 'the row below, the row above; the text follows' },
    { '<CR>', 'to the text' },
    { 'p', 'preview of the fragment' },
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
    J = function(self)
      self:move('Down')
    end,
    K = function(self)
      self:move('Up')
    end,
  },
})

--- Flattens the server's outline.
---@param rows segls.OutlineRow[]
---@param symbols lsp.DocumentSymbol[]
---@param depth integer
local function flatten(rows, symbols, depth)
  for _, symbol in ipairs(symbols) do
    table.insert(rows, {
      range = symbol.selectionRange,
      is_section = document.is_section(symbol),
      text = symbol.name,
      count = symbol.detail,
      depth = depth,
    })
    flatten(rows, symbol.children or {}, depth + 1)
  end
end

function Outline:draw()
  local lines = {}
  for _, row in ipairs(self.rows) do
    table.insert(lines, ('%s%s %s'):format(('  '):rep(row.depth), row.is_section and '#' or '◆', row.text))
  end
  if #lines == 0 then
    lines = { 'Nothing to outline.' }
  end
  self:write(lines)
  local is_narrow = vim.api.nvim_win_get_width(self.window) < 36
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  for i, row in ipairs(self.rows) do
    vim.api.nvim_buf_set_extmark(self.buffer, namespace, i - 1, 0, {
      end_col = #lines[i],
      hl_group = row.is_section and 'SeglsHeading' or 'Normal',
      virt_text = row.count and { { ' ' .. (is_narrow and row.count:match('%d+') or row.count), 'SeglsSize' } } or nil,
      virt_text_pos = 'right_align',
    })
  end
  self:follow_text()
end

function Outline:resized()
  if self.rows then
    self:draw()
  end
end

--- Puts the outline's cursor on the row of the text's cursor.
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

--- Shows in the text what the row at the cursor is about.
function Outline:lead_text()
  local row = self:current()
  if row then
    self:put_text(row.range, 'zt')
  end
end

--- Has the server move the row's fragment or section. The text's cursor goes with it, and the outline's follows that one when
--- the new outline is there.
---@param direction 'Up'|'Down'
function Outline:move(direction)
  local row = self:current()
  if not row then
    return
  end
  local command = (row.is_section and 'moveSection' or 'moveFragment') .. direction
  server.execute(self.source, command, { position = row.range.start }, function()
    if self:is_open() then
      vim.api.nvim_set_current_win(self.window)
    end
  end)
end

function Outline:refresh()
  server.ask(self.source, 'textDocument/documentSymbol', {}, function(symbols)
    if self:is_open() then
      local rows = {}
      flatten(rows, symbols or {}, 0)
      if not vim.deep_equal(rows, self.rows) then
        self.rows = rows
        self:draw()
      end
    end
  end, true)
end

--- Opens the outline of the current buffer at the right, or closes it.
function M.toggle()
  panel.toggle(Outline)
end

return M
