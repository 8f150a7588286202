--- The outline window: sections and fragments with their counts, in which to move about and to reorder.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.outline')

---@class segls.OutlineRow
---@field range lsp.Range
---@field is_section boolean
---@field text string
---@field count? string
---@field depth integer

---@class segls.Outline
---@field source integer the buffer that it is of
---@field buffer integer
---@field window integer
---@field group integer of autocommands
---@field rows? segls.OutlineRow[] nil until the server has answered
local Outline = {}
Outline.__index = Outline

---@type segls.Outline? there is one at a time
local open

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

---@param window integer
---@return integer row of its cursor, from zero
local function cursor_row(window)
  return vim.api.nvim_win_get_cursor(window)[1] - 1
end

function Outline:draw()
  local lines = {}
  for _, row in ipairs(self.rows) do
    table.insert(lines, ('%s%s %s'):format(('  '):rep(row.depth), row.is_section and '#' or '◆', row.text))
  end
  if #lines == 0 then
    lines = { 'Nothing to outline.' }
  end
  vim.bo[self.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(self.buffer, 0, -1, false, lines)
  vim.bo[self.buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  for i, row in ipairs(self.rows) do
    vim.api.nvim_buf_set_extmark(self.buffer, namespace, i - 1, 0, {
      end_col = #lines[i],
      hl_group = row.is_section and 'SeglsHeading' or 'Normal',
      virt_text = row.count and { { ' ' .. row.count, 'SeglsSize' } } or nil,
      virt_text_pos = 'right_align',
    })
  end
  self:follow_text()
end

--- Puts the outline's cursor on the row of the text's cursor.
function Outline:follow_text()
  local window = vim.fn.win_findbuf(self.source)[1]
  if not window or not self.rows or #self.rows == 0 then
    return
  end
  local row = document.last_before(self.rows, cursor_row(window)) or 1
  if vim.api.nvim_win_get_cursor(self.window)[1] ~= row then
    vim.api.nvim_win_set_cursor(self.window, { row, 0 })
  end
end

---@return segls.OutlineRow?
function Outline:current()
  return self.rows and self.rows[vim.api.nvim_win_get_cursor(self.window)[1]]
end

--- Shows in the text what the row at the cursor is about.
function Outline:show()
  local row, window = self:current(), vim.fn.win_findbuf(self.source)[1]
  if not row or not window then
    return
  end
  local line, column = server.place(self.source, row.range.start)
  vim.api.nvim_win_set_cursor(window, { line + 1, column })
  vim.api.nvim_win_call(window, function()
    vim.cmd('normal! zvzt')
  end)
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
    if open == self then
      vim.api.nvim_set_current_win(self.window)
    end
  end)
end

function Outline:refresh()
  server.ask(self.source, 'textDocument/documentSymbol', {}, function(symbols)
    if open == self and vim.api.nvim_win_is_valid(self.window) then
      local rows = {}
      flatten(rows, symbols or {}, 0)
      if not vim.deep_equal(rows, self.rows) then
        self.rows = rows
        self:draw()
      end
    end
  end, true)
end

function Outline:close()
  open = nil
  vim.api.nvim_del_augroup_by_id(self.group)
  if vim.api.nvim_win_is_valid(self.window) then
    vim.api.nvim_win_close(self.window, true)
  end
end

local help = {
  'j k   the row below, the row above; the text follows',
  '<CR>  to the text',
  'p     preview of the fragment',
  'J K   move the fragment or section down, up',
  'q     close',
}

function Outline:map_keys()
  local function map(key, description, action)
    vim.keymap.set('n', key, action, { buffer = self.buffer, nowait = true, desc = 'segls: ' .. description })
  end
  map('<CR>', 'go to the text', function()
    self:show()
    vim.api.nvim_set_current_win(vim.fn.win_findbuf(self.source)[1] or self.window)
  end)
  map('p', 'preview', function()
    local row = self:current()
    if row then
      require('segls.fragment').preview(self.source, row.range.start.line)
    end
  end)
  map('J', 'move down', function()
    self:move('Down')
  end)
  map('K', 'move up', function()
    self:move('Up')
  end)
  map('q', 'close', function()
    self:close()
  end)
  map('g?', 'help', function()
    vim.lsp.util.open_floating_preview(help, 'text', { border = 'single' })
  end)
end

function Outline:listen()
  local function on(events, options, action)
    options.group = self.group
    options.callback = action
    vim.api.nvim_create_autocmd(events, options)
  end
  document.on_update(self.group, self.source, function()
    self:refresh()
  end)
  on('CursorMoved', { buffer = self.source }, function()
    self:follow_text()
  end)
  on('CursorMoved', { buffer = self.buffer }, function()
    self:show()
  end)
  on('WinClosed', { pattern = tostring(self.window) }, function()
    self:close()
  end)
  on('BufUnload', { buffer = self.source }, function()
    vim.schedule(function()
      if open == self then
        self:close()
      end
    end)
  end)
end

--- Opens the outline of the current buffer at the right, or closes it.
function M.toggle()
  if open then
    local source = open.source
    open:close()
    if vim.api.nvim_get_current_buf() == source then
      return
    end
  end
  local source = vim.api.nvim_get_current_buf()
  if not server.of(source) then
    vim.notify('segls: no server is attached to this buffer, see :checkhealth segls', vim.log.levels.WARN)
    return
  end
  require('segls.previews') -- for the highlights
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'segls-outline'
  vim.cmd(('noautocmd botright %dvsplit'):format(math.min(44, math.floor(vim.o.columns * 0.4))))
  local window = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_buf(window, buffer)
  for option, value in pairs({
    wrap = false,
    number = false,
    relativenumber = false,
    signcolumn = 'no',
    foldcolumn = '0',
    foldenable = false,
    list = false,
    spell = false,
    cursorline = true,
    winfixwidth = true,
    conceallevel = 0,
    statuscolumn = '',
    statusline = ' segls: outline (g? keys)',
    colorcolumn = '',
  }) do
    vim.api.nvim_set_option_value(option, value, { scope = 'local', win = window })
  end
  open = setmetatable({
    source = source,
    buffer = buffer,
    window = window,
    group = vim.api.nvim_create_augroup('segls.outline', {}),
  }, Outline)
  open:map_keys()
  open:listen()
  open:refresh()
end

return M
