--- A panel: a window beside a text that shows something about it. There is at most one of each kind. A panel closes
--- with its text, or switches to another text if its kind does.
require('segls.highlights')
local server = require('segls.server')
local M = {}

--- A kind of panel. A kind also has the methods `refresh`, which requests and draws, `follow_text`, which moves the
--- panel's cursor to the text's cursor, `lead_text`, which does the reverse, and optional methods of `segls.Panel`.
---@class segls.PanelKind
---@field name string the last part of its filetype
---@field title string shown in the status line, or in the border of a floating window
---@field side 'below'|'right'
---@field size fun(panel: segls.Panel): integer the height or width
---@field is_entered boolean whether opening it moves the cursor into it
---@field turns? boolean whether it switches to the text that is entered
---@field options table<string, any> window options, besides those of every panel
---@field legend { [1]: string, [2]: string }[] the help on keys for `g?`
---@field in_visual? string the keys that also work in Visual mode
---@field keys table<string, fun(panel: segls.Panel, count: integer)>

---@class segls.Panel
---@field kind segls.PanelKind
---@field source integer the buffer of the text
---@field text integer the window of the text that last had the cursor
---@field buffer integer
---@field window integer
---@field group integer the autocommand group
---@field legend? integer the window of the help on keys, while it is shown
---@field written? { rows: segls.PanelRow[], width: integer } the rows in the buffer, if `write_rows` has written them
---@field placed? integer[] the cursor set by the panel, until CursorMoved reports it
---@field refresh fun(self: segls.Panel)
---@field follow_text fun(self: segls.Panel)
---@field lead_text fun(self: segls.Panel)
---@field draw? fun(self: segls.Panel) writes the present state
---@field resized? fun(self: segls.Panel)
---@field scrolled? fun(self: segls.Panel)
---@field work_updated? fun(self: segls.Panel) called when a work has been read or has changed
---@field is_ready? fun(self: segls.Panel): boolean whether its keys can be used
---@field turned? fun(self: segls.Panel) called after a switch to another text
local Panel = {}
Panel.__index = Panel

---@type table<string, segls.Panel?> by the kind's name
local open = {}

--- Returns the panel of a buffer.
---@param buffer integer
---@return segls.Panel?
function M.of(buffer)
  for _, panel in pairs(open) do
    if panel.buffer == buffer then
      return panel
    end
  end
end

--- Returns the open panel of a kind.
---@param name string
---@return segls.Panel?
function M.shown(name)
  return open[name]
end

--- Creates a kind, to which the caller adds methods.
---@param kind segls.PanelKind
---@return table
function M.kind(kind)
  local class = setmetatable({ kind = kind }, Panel)
  class.__index = class
  return class
end

local options = {
  wrap = false,
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  foldcolumn = '0',
  foldenable = false,
  list = false,
  spell = false,
  conceallevel = 0,
  statuscolumn = '',
  colorcolumn = '',
  scrollbind = false,
  cursorbind = false,
}

--- Returns the windows of the tab page that show texts, gathered ones too, except floating windows.
---@return integer[]
local function text_windows()
  return vim.tbl_filter(function(window)
    local buffer = vim.api.nvim_win_get_buf(window)
    local is_text = vim.bo[buffer].buftype == '' or vim.bo[buffer].buftype == 'acwrite'
    return vim.api.nvim_win_get_config(window).relative == '' and is_text
  end, vim.api.nvim_tabpage_list_wins(0))
end

--- Goes from the window of a panel or a list to that of a text. If no window has a text, it does nothing.
function M.enter_any_text()
  local windows = text_windows()
  if #windows > 0 and not vim.tbl_contains(windows, vim.api.nvim_get_current_win()) then
    vim.api.nvim_set_current_win(windows[1])
  end
end

--- Opens a panel for the current buffer, or closes it. A panel of another buffer is replaced.
---@param class table
function M.toggle(class)
  local kind, source = class.kind, vim.api.nvim_get_current_buf()
  local before, window = open[kind.name], vim.api.nvim_get_current_win()
  if before then
    before:close()
    if source == before.source or source == before.buffer then
      return
    end
    vim.api.nvim_set_current_win(window) -- not that of the other text
  end
  if not server.demand(source) then
    return
  end
  local panel = setmetatable({
    source = source,
    text = vim.api.nvim_get_current_win(),
    buffer = vim.api.nvim_create_buf(false, true),
    group = vim.api.nvim_create_augroup('segls.' .. kind.name, {}),
  }, class)
  vim.bo[panel.buffer].bufhidden = 'hide' -- give_away shows it again after another buffer was opened in its window
  pcall(vim.api.nvim_buf_set_name, panel.buffer, 'segls://' .. kind.name)
  vim.bo[panel.buffer].filetype = 'segls-' .. kind.name
  local placement = panel:placement()
  if placement.relative then
    panel:uncover(placement)
  end
  panel.window = vim.api.nvim_open_win(panel.buffer, kind.is_entered, placement)
  panel:set_options()
  open[kind.name] = panel
  panel:map_keys()
  panel:listen()
  panel:refresh()
end

--- Sets the options of the panel's window.
function Panel:set_options()
  local floats = vim.api.nvim_win_get_config(self.window).relative ~= ''
  local own = { statusline = not floats and ' ' .. self.kind.title or nil }
  for option, value in pairs(vim.tbl_extend('force', options, self.kind.options, own)) do
    vim.api.nvim_set_option_value(option, value, { scope = 'local', win = self.window })
  end
end

--- Moves a buffer that was opened in the panel's window, as by `:edit`, to the window of a text.
---@param buffer integer
function Panel:give_away(buffer)
  if not self:is_open() or not vim.api.nvim_buf_is_valid(buffer) or vim.api.nvim_win_get_buf(self.window) ~= buffer then
    return
  end
  local cursor = vim.api.nvim_win_get_cursor(self.window)
  vim.api.nvim_win_set_buf(self.window, self.buffer)
  self:set_options()
  local window = self:any_text_window()
  if not window then
    return
  end
  -- Keep the options of the window; Neovim would set those of the buffer's last window.
  local own = {}
  for option in pairs(vim.tbl_extend('force', options, self.kind.options)) do
    own[option] = vim.api.nvim_get_option_value(option, { win = window })
  end
  vim.api.nvim_set_current_win(window)
  vim.cmd.buffer(buffer)
  for option, value in pairs(own) do
    vim.api.nvim_set_option_value(option, value, { scope = 'local', win = window })
  end
  pcall(vim.api.nvim_win_set_cursor, window, cursor)
end

--- Returns the position of the window: at the edge of the screen or, if the text floats, as in a zen mode, over it.
---@return vim.api.keyset.win_config
function Panel:placement()
  local kind, size = self.kind, self.kind.size(self)
  local is_below = kind.side == 'below'
  local text = vim.api.nvim_win_get_config(self.text)
  if text.relative == '' then
    return { split = kind.side, win = -1, height = is_below and size or nil, width = not is_below and size or nil }
  end
  local rows, columns = vim.o.lines - vim.o.cmdheight, vim.o.columns
  return {
    relative = 'editor',
    anchor = 'SE',
    row = rows,
    col = columns,
    height = is_below and size or rows - 2,
    width = is_below and columns - 2 or size,
    border = 'single',
    title = (' %s '):format(kind.title),
    zindex = (text.zindex or 50) + 1,
  }
end

--- Scrolls the text so that a panel that floats in front of its lower part does not cover the cursor.
---@param placement vim.api.keyset.win_config
function Panel:uncover(placement)
  local row = vim.fn.win_screenpos(self.text)[1] + vim.fn.winline() - 1
  if self.kind.side == 'below' and row > placement.row - placement.height - 2 then
    vim.cmd('normal! zt')
  end
end

--- Reports whether the panel is open. An answer may arrive after it was closed.
---@return boolean
function Panel:is_open()
  return open[self.kind.name] == self and vim.api.nvim_win_is_valid(self.window)
end

--- Sends a request about the text. Calls back, with nil after an error, if the panel still shows that text.
---@param method string
---@param params table
---@param answered fun(result: any)
function Panel:ask(method, params, answered)
  local source = self.source
  server.ask(source, method, params, function(result)
    if self:is_open() and source == self.source then
      answered(result ~= vim.NIL and result or nil)
    end
  end, true)
end

--- Calls back with the newest answer about the text, if the panel still shows that text.
---@param fetch fun(buffer: integer, callback: fun(result: any)) a function of `segls.document`
---@param callback fun(result: any)
function Panel:newest(fetch, callback)
  local source = self.source
  fetch(source, function(result)
    if self:is_open() and source == self.source then
      callback(result)
    end
  end)
end

--- Returns a window of the text: the one that last had the cursor, if it still shows the text.
---@return integer? nil if the text has no window
function Panel:text_window()
  if vim.api.nvim_win_is_valid(self.text) and vim.api.nvim_win_get_buf(self.text) == self.source then
    return self.text
  end
  return vim.fn.win_findbuf(self.source)[1]
end

--- Returns a window of the text or, if it has none, one of another text.
---@return integer? nil if no text has a window
function Panel:any_text_window()
  return self:text_window() or text_windows()[1]
end

--- Shows a file in a window of a text, and switches the panel to it.
---@param path string
function Panel:show_file(path)
  local window = self:any_text_window()
  local buffer = vim.fn.bufadd(path)
  vim.bo[buffer].buflisted = true
  if window then
    vim.api.nvim_set_current_win(window)
    vim.cmd.buffer(buffer)
  else
    vim.cmd('leftabove vertical sbuffer ' .. buffer)
    vim.api.nvim_win_set_width(self.window, self.kind.size(self))
  end
  self:turn(buffer)
end

--- Switches to the text in the current window.
---@param buffer integer
function Panel:turn(buffer)
  if buffer == self.source then
    return
  end
  self.source, self.text = buffer, vim.api.nvim_get_current_win()
  if self.turned then
    self:turned()
  end
  self:refresh()
end

--- Returns the row of the text's cursor, from zero; nil if the text has no window.
---@return integer?
function Panel:text_row()
  local window = self:text_window()
  return window and vim.api.nvim_win_get_cursor(window)[1] - 1
end

--- Moves the cursor of the text to the start of a range and scrolls to it.
---@param range lsp.Range
---@param show 'zt'|'zz' its place in the window
function Panel:put_text(range, show)
  local window = self:text_window()
  if not window then
    return
  end
  local row, column = server.place(self.source, range.start)
  vim.api.nvim_win_set_cursor(window, { row + 1, column })
  vim.api.nvim_win_call(window, function()
    vim.cmd('normal! zv' .. show)
    if show == 'zt' then
      vim.cmd('normal! \25') -- scroll by one line for the preview above it
    end
  end)
end

--- Handles window/showDocument while the panel has the cursor: it shows the place, if that is in the panel's text.
---@param params lsp.ShowDocumentParams
function Panel:show(params)
  if params.selection and params.uri == vim.uri_from_bufnr(self.source) then
    self:put_text(params.selection, 'zz')
  end
end

--- Moves the panel's cursor without moving the text's.
---@param row integer from one
---@param column integer in bytes
function Panel:put_cursor(row, column)
  self.placed = { row, column }
  vim.api.nvim_win_set_cursor(self.window, self.placed)
end

--- Returns the selected rows, or the row at the cursor. Leaves Visual mode.
---@generic Row
---@param rows Row[] all rows
---@return Row[]
function M.chosen(rows)
  local first, last = vim.fn.line('v'), vim.fn.line('.')
  if first > last then
    first, last = last, first
  end
  if vim.fn.mode():match('[vV\22]') then
    vim.cmd('normal! \27')
  else
    first = last
  end
  return vim.list_slice(rows, first, last)
end

--- Goes to the window of the text.
function Panel:enter_text()
  local window = self:text_window()
  if window then
    vim.api.nvim_set_current_win(window)
  end
end

--- Shortens a text to a width, with an ellipsis.
---@param text string
---@param width integer
---@return string
function M.fit(text, width)
  if vim.fn.strdisplaywidth(text) <= width then
    return text
  end
  text = vim.fn.strcharpart(text, 0, width) -- each character takes at least one cell
  while text ~= '' and vim.fn.strdisplaywidth(text) >= width do
    text = vim.fn.strcharpart(text, 0, vim.fn.strchars(text) - 1)
  end
  return text .. '…'
end

---@class segls.PanelRow
---@field text string
---@field depth integer
---@field count? string shown at the right edge
---@field group string the highlight group

--- Reports whether two rows look the same.
---@param one? segls.PanelRow
---@param other? segls.PanelRow
---@return boolean
local function looks_alike(one, other)
  return one ~= nil
    and other ~= nil
    and one.text == other.text
    and one.count == other.count
    and one.depth == other.depth
    and one.group == other.group
end

--- Writes rows with counts, but only the range that has changed: a book has thousands.
---@param rows segls.PanelRow[] must not be changed afterwards
---@param namespace integer the namespace of their highlights
function Panel:write_rows(rows, namespace)
  local width = vim.api.nvim_win_get_width(self.window)
  local before = self.written and self.written.width == width and self.written.rows or {}
  local first, last, past = 1, #rows, #before -- past is the last row to be replaced
  while looks_alike(rows[first], before[first]) do
    first = first + 1
  end
  while last >= first and past >= first and looks_alike(rows[last], before[past]) do
    last, past = last - 1, past - 1
  end
  if #before == 0 then
    past = -1
  elseif last < first and past < first then
    return
  end
  local lines = {}
  for i = first, last do
    local row = rows[i]
    local room = width - (row.count and vim.fn.strdisplaywidth(row.count) + 1 or 0)
    table.insert(lines, M.fit(('  '):rep(row.depth) .. row.text, math.max(room, 8)))
  end
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, first - 1, past)
  self:write(lines, first - 1, past)
  self.written = { rows = rows, width = width }
  for i = first, last do
    local row = rows[i]
    vim.api.nvim_buf_set_extmark(self.buffer, namespace, i - 1, 0, {
      end_col = #lines[i - first + 1],
      hl_group = row.group,
      virt_text = row.count and { { row.count, 'SeglsSize' } } or nil,
      virt_text_pos = 'right_align',
    })
  end
end

---@param lines string[] the new contents
---@param first? integer the rows [first, last) to replace, from zero; by default all
---@param last? integer exclusive
function Panel:write(lines, first, last)
  self.written = nil
  vim.bo[self.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(self.buffer, first or 0, last or -1, false, lines)
  vim.bo[self.buffer].modifiable = false
end

--- Unregisters the panel and deletes its buffer.
function Panel:forget()
  if open[self.kind.name] == self then
    open[self.kind.name] = nil
    vim.api.nvim_del_augroup_by_id(self.group)
    vim.schedule(function() -- its window may be closing
      pcall(vim.api.nvim_buf_delete, self.buffer, { force = true })
    end)
  end
end

function Panel:close()
  self:forget()
  local left = self:text_window()
  if not pcall(vim.api.nvim_win_close, self.window, true) then
    -- It is the last window: show the text in it, or an empty buffer if the text is closed.
    local is_there = vim.api.nvim_buf_is_valid(self.source)
    vim.api.nvim_win_set_buf(self.window, is_there and self.source or vim.api.nvim_create_buf(true, false))
  elseif left and vim.api.nvim_win_is_valid(left) then
    vim.api.nvim_set_current_win(left)
  end
end

--- Shows the help on keys in a floating window until the cursor moves or leaves.
function Panel:show_legend()
  local keys, width = 0, 0
  for _, line in ipairs(self.kind.legend) do
    keys = math.max(keys, #line[1])
  end
  local lines = vim.tbl_map(function(line)
    local text = line[1] .. (' '):rep(keys - #line[1] + 2) .. line[2]
    width = math.max(width, vim.fn.strdisplaywidth(text))
    return text
  end, self.kind.legend)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
  width = math.min(width, vim.o.columns - 2)
  local window = vim.api.nvim_open_win(buffer, false, {
    relative = 'editor',
    row = 1,
    col = vim.o.columns - width - 2,
    width = width,
    height = math.min(#lines, vim.o.lines - 5),
    style = 'minimal',
    border = 'single',
    focusable = false,
    zindex = 70,
  })
  self:close_legend()
  self.legend = window
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'WinLeave', 'BufWipeout' }, {
    buffer = self.buffer,
    once = true,
    callback = function()
      self:close_legend()
    end,
  })
end

---@return boolean was_open
function Panel:close_legend()
  local window = self.legend
  self.legend = nil
  local was_open = window ~= nil and vim.api.nvim_win_is_valid(window)
  if was_open then
    vim.api.nvim_win_close(window --[[@as integer]], true)
  end
  return was_open
end

function Panel:map_keys()
  local function map(key, act)
    vim.keymap.set(self.kind.in_visual and self.kind.in_visual:find(key, 1, true) and { 'n', 'x' } or 'n', key, function()
      act(self, vim.v.count1)
    end, { buffer = self.buffer, nowait = true, desc = ('segls: the %s, g? for help'):format(self.kind.name) })
  end
  for key, act in pairs(self.kind.keys) do
    map(key, function(panel, count)
      if not panel.is_ready or panel:is_ready() then
        act(panel, count)
      end
    end)
  end
  map('q', function()
    if not self:close_legend() then
      self:close()
    end
  end)
  map('g?', self.show_legend)
end

function Panel:listen()
  local function on(events, where, action)
    where.group = self.group
    where.callback = action
    vim.api.nvim_create_autocmd(events, where)
  end
  on('User', { pattern = 'SeglsUpdate' }, function(event)
    if event.data.buf == self.source then
      self:refresh()
    end
  end)
  on('User', { pattern = 'SeglsUpdateWork' }, function()
    if self.work_updated then
      self:work_updated()
    end
  end)
  on('WinScrolled', { pattern = tostring(self.window) }, function()
    if self.scrolled then
      self:scrolled()
    end
  end)
  on({ 'CursorMoved', 'WinEnter' }, {}, function(event)
    if event.buf == self.source then
      self.text = vim.api.nvim_get_current_win()
      self:follow_text()
    end
  end)
  on({ 'BufEnter', 'LspAttach' }, {}, function(event)
    local is_text = self.kind.turns and event.buf == vim.api.nvim_get_current_buf() and vim.bo[event.buf].buftype == ''
    if is_text and server.of(event.buf) then
      self:turn(event.buf)
    end
  end)
  on('CursorMoved', { buffer = self.buffer }, function()
    local placed = self.placed
    self.placed = nil
    if not vim.deep_equal(placed, vim.api.nvim_win_get_cursor(self.window)) then
      self:lead_text()
    end
  end)
  on('BufReadCmd', { buffer = self.buffer }, function() -- `:e`
    self.written = nil
    if self.draw and (not self.is_ready or self:is_ready()) then
      self:draw()
    else
      self:refresh()
    end
  end)
  on('BufWinEnter', {}, function(event)
    local is_there = vim.api.nvim_win_is_valid(self.window) and vim.api.nvim_win_get_buf(self.window) == event.buf
    if is_there and event.buf ~= self.buffer then
      vim.schedule(function()
        self:give_away(event.buf)
      end)
    end
  end)
  on('WinResized', {}, function()
    if self.resized and vim.tbl_contains(vim.v.event.windows, self.window) then
      self:resized()
    end
  end)
  on('WinClosed', { pattern = tostring(self.window) }, function()
    self:forget()
  end)
  -- Closing the text closes the panel, unless it can switch to another text.
  on('QuitPre', {}, function(event)
    if event.buf ~= self.source or #vim.fn.win_findbuf(self.source) > 1 then
      return
    end
    local others = vim.tbl_filter(function(window)
      return vim.api.nvim_win_get_buf(window) ~= event.buf and server.of(vim.api.nvim_win_get_buf(window)) ~= nil
    end, text_windows())
    if not self.kind.turns or #others == 0 then
      self:close()
    end
  end)
  on('BufUnload', {}, function(event)
    if event.buf ~= self.source then
      return
    end
    vim.schedule(function()
      if not self:is_open() or vim.api.nvim_buf_is_loaded(self.source) then
        return
      end
      for _, window in ipairs(self.kind.turns and text_windows() or {}) do
        local buffer = vim.api.nvim_win_get_buf(window)
        if server.of(buffer) then
          vim.api.nvim_win_call(window, function()
            self:turn(buffer)
          end)
          return
        end
      end
      self:close()
    end)
  end)
end

return M
