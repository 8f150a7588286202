--- Windows that list passages: what is related to the paragraph at the cursor, what is said twice, and paragraphs that fit
--- another place better. Each row leads to a place, and most to a second one.
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.passages')

---@class segls.Passage
---@field head string
---@field lines string[] below it
---@field uri string where it stands
---@field range lsp.Range
---@field other? { uri: string, range: lsp.Range } what it is compared with
---@field id? string of something that is said twice
---@field move? table what moves a loose paragraph to where it fits better

---@class segls.Passages: segls.Panel
---@field passages? segls.Passage[] nil until the server has answered
---@field rows integer[] the row of each passage, from one
---@field whole? boolean whether all texts are asked about
---@field follows? boolean whether it follows the cursor of the text
---@field asked integer how often the server has been asked
---@field about? integer the row of the text that was asked about

---@class segls.PassagesKind
---@field name string
---@field title string
---@field none string said if there is nothing
---@field request string
---@field list string the answer's list
---@field params fun(self: segls.Passages): table
---@field passage fun(entry: table): segls.Passage

--- A place as a person reads it.
---@param uri string
---@param range lsp.Range
---@return string
local function place_of(uri, range)
  return ('%s:%d'):format(vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.'), range.start.line + 1)
end

--- Makes a kind of window.
---@param spec segls.PassagesKind
---@param legend { [1]: string, [2]: string }[] further keys
---@param keys table<string, fun(self: segls.Passages)>
---@return table
local function kind(spec, legend, keys)
  local all = {
    { '<CR>', 'to the passage' },
    { 'o', 'open it beside the text' },
    { 'r', 'ask again' },
  }
  vim.list_extend(all, legend)
  table.insert(all, { 'q', 'close' })
  local Passages = panel.kind({
    name = spec.name,
    title = ('segls: %s (g? keys)'):format(spec.title),
    side = 'right',
    size = function()
      return math.min(60, math.floor(vim.o.columns * 0.45))
    end,
    is_entered = true,
    options = { cursorline = true, winfixwidth = true, wrap = true, linebreak = true, breakindent = true },
    legend = all,
    keys = vim.tbl_extend('force', {
      ['<CR>'] = function(self)
        self:open(self:current(), false)
      end,
      o = function(self)
        self:open(self:current(), true)
      end,
      r = function(self)
        self:ask()
      end,
    }, keys),
  })

  --- Asks once, and again after each analysis only while it follows the text.
  function Passages:refresh()
    if not self.passages or self.follows then
      self:ask()
    end
  end

  function Passages:ask()
    self.asked = (self.asked or 0) + 1
    local turn = self.asked
    self.about = self:text_row()
    if not self.passages then
      self:draw('Reading the texts of the folder…')
    end
    server.ask(self.source, spec.request, spec.params(self), function(answer)
      if not self:is_open() or turn ~= self.asked then
        return
      end
      self.passages = {}
      if not answer or answer == vim.NIL then
        self:draw('This text is in no folder that segls may read.')
        return
      end
      self.passages = vim.tbl_map(spec.passage, answer[spec.list])
      self:draw(spec.none)
    end)
  end

  ---@param none string shown if there are no passages
  function Passages:draw(none)
    local lines, marks = {}, {}
    self.rows = {}
    for _, passage in ipairs(self.passages or {}) do
      table.insert(self.rows, #lines + 1)
      table.insert(marks, { #lines, 'Title' })
      table.insert(lines, passage.head)
      for i, line in ipairs(passage.lines) do
        table.insert(marks, { #lines, i == #passage.lines and 'Comment' or 'Normal' })
        table.insert(lines, '  ' .. line)
      end
    end
    if #lines == 0 then
      lines = { none }
    end
    vim.bo[self.buffer].modifiable = true
    vim.api.nvim_buf_set_lines(self.buffer, 0, -1, true, lines)
    vim.bo[self.buffer].modifiable = false
    vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
    for _, mark in ipairs(marks) do
      vim.api.nvim_buf_set_extmark(self.buffer, namespace, mark[1], 0, { line_hl_group = mark[2] })
    end
  end

  --- The passage at the cursor of the window.
  ---@return segls.Passage?
  function Passages:current()
    local row, found = vim.api.nvim_win_get_cursor(self.window)[1], nil
    for i, first in ipairs(self.rows or {}) do
      found = first <= row and self.passages[i] or found
    end
    return found
  end

  --- Shows a place in a window of a text, or in one of its own beside that.
  ---@param place? { uri: string, range: lsp.Range }
  ---@param beside boolean
  function Passages:open(place, beside)
    local window = self:text_window()
    if not place or not window then
      return
    end
    vim.api.nvim_set_current_win(window)
    vim.cmd("normal! m'")
    if beside then
      vim.cmd('rightbelow vsplit')
    end
    local buffer = vim.fn.bufadd(vim.uri_to_fname(place.uri))
    vim.bo[buffer].buflisted = true
    vim.cmd.buffer(buffer)
    local row, column = server.place(buffer, place.range.start)
    vim.api.nvim_win_set_cursor(0, { row + 1, column })
    vim.cmd('normal! zvzz')
  end

  function Passages:follow_text()
    if self.follows and self:text_row() ~= self.about then
      local turn = self.asked
      vim.defer_fn(function()
        if self:is_open() and self.follows and turn == self.asked and self:text_row() ~= self.about then
          self:ask()
        end
      end, 300)
    end
  end

  function Passages.lead_text() end

  return Passages
end

local Related = kind({
  name = 'related',
  title = 'related',
  none = 'Nothing in the other texts is about that.',
  request = 'segls/related',
  list = 'related',
  params = function(self)
    local row = self:text_row()
    return { position = row and server.position(self.source, row, 0) or nil, top = 20 }
  end,
  passage = function(entry)
    return {
      head = ('%s  %s:%d'):format(entry.title, entry.path, entry.range.start.line + 1),
      lines = { entry.opening, table.concat(entry.shared, ', ') },
      uri = entry.uri,
      range = entry.range,
    }
  end,
}, { { 'f', 'follow the cursor of the text, or stop doing so' } }, {
  f = function(self)
    self.follows = not self.follows
    server.say(self.follows and 'The list follows the cursor.' or 'The list stays as it is.', vim.log.levels.INFO)
    if self.follows then
      self:ask()
    end
  end,
})

local Duplicates = kind({
  name = 'duplicates',
  title = 'said twice',
  none = 'Nothing is said twice.',
  request = 'segls/duplicates',
  list = 'pairs',
  params = function(self)
    return { whole = self.whole or false }
  end,
  passage = function(pair)
    return {
      head = place_of(pair.here.uri, pair.here.range),
      lines = { pair.here.opening, pair.message },
      uri = pair.here.uri,
      range = pair.here.range,
      other = pair.there,
      id = pair.id,
    }
  end,
}, {
  { 'O', 'open the other place beside the text' },
  { 'a', 'write it as in the other place' },
  { 'i', 'put it into one file that both places include' },
}, {
  O = function(self)
    local passage = self:current()
    self:open(passage and passage.other, true)
  end,
  a = function(self)
    self:change('makeAlike')
  end,
  i = function(self)
    self:change('makeOne')
  end,
})

--- Changes what the row at the cursor tells, and looks again.
---@param command string
function Duplicates:change(command)
  local passage = self:current()
  if passage and server.execute(self.source, command, { uri = passage.uri, id = passage.id }) then
    self:ask()
  end
end

local Misplaced = kind({
  name = 'misplaced',
  title = 'loose paragraphs',
  none = 'Every paragraph seems to stand where it belongs.',
  request = 'segls/misplaced',
  list = 'misplaced',
  params = function(self)
    return { whole = self.whole or false }
  end,
  passage = function(loose)
    return {
      head = ('%s  %s'):format(place_of(loose.uri, loose.range), loose.section),
      lines = { loose.opening, loose.message },
      uri = loose.uri,
      range = loose.range,
      other = { uri = loose.there.uri, range = loose.at },
      move = {
        uri = loose.uri,
        position = loose.range.start,
        ['end'] = loose.range['end'],
        toUri = loose.there.uri,
        toId = loose.there.id ~= '' and loose.there.id or nil,
        side = loose.there.id ~= '' and 'under' or nil,
      },
    }
  end,
}, {
  { 'O', 'open the place that it fits better beside the text' },
  { 'm', 'move it there' },
}, {
  m = function(self)
    local passage = self:current()
    if passage and server.execute(self.source, 'moveFragmentTo', vim.deepcopy(passage.move)) then
      self:ask()
    end
  end,
  O = function(self)
    local passage = self:current()
    self:open(passage and passage.other, true)
  end,
})

--- Opens a list for the current text, or closes it.
---@param name 'related'|'duplicates'|'misplaced'
---@param whole? boolean whether it is about all texts of the folder, or files of the work
function M.toggle(name, whole)
  local class = ({ related = Related, duplicates = Duplicates, misplaced = Misplaced })[name]
  class.whole = whole
  panel.toggle(class)
end

return M
