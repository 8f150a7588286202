--- The lists of passages: found, related, repeated and loose ones. Entries of the last two also lead to a second place.
local document = require('segls.document')
local panel = require('segls.panel')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.passages')

---@class segls.Passage
---@field head string
---@field lines string[] the lines below the head
---@field marks? integer[][] byte ranges [from, to) of matches in the first line
---@field uri string its file
---@field range lsp.Range
---@field whole? lsp.Range the range of a found passage; `range` begins at the match
---@field other? { uri: string, range: lsp.Range } the other place of a repeated passage or loose paragraph
---@field id? string the ID of a repeated passage
---@field move? table the argument of the command that moves a loose paragraph

---@class segls.Passages: segls.Panel
---@field passages? segls.Passage[] nil until the server has answered
---@field rows integer[] the first row of each passage, from one
---@field whole? boolean whether the list covers all texts
---@field follows? boolean whether it follows the cursor of the text
---@field asked integer the number of requests so far
---@field is_all? boolean whether loose paragraphs are listed, not only counted
---@field about? integer the row of the text's cursor in the last request

---@class segls.PassagesKind
---@field name string
---@field title string
---@field none string|fun(answer: table): string the message if there are no passages
---@field request string
---@field list string the name of the list in the answer
---@field params fun(self: segls.Passages): table
---@field passage fun(entry: table): segls.Passage

--- Formats a place.
---@param uri string
---@param range lsp.Range
---@return string
local function place_of(uri, range)
  return ('%s:%d'):format(vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.'), range.start.line + 1)
end

--- Creates a kind of list.
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

  --- Requests the passages once, and after each analysis only while the list follows the text.
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
    local function received(answer)
      if not self:is_open() or turn ~= self.asked then
        return
      end
      self.passages = {}
      if not answer or answer == vim.NIL then
        self:draw('segls searches the folder or repository of a text, and this text is in none.')
        return
      end
      self.passages = vim.tbl_map(spec.passage, answer[spec.list])
      self:draw(type(spec.none) == 'function' and spec.none(answer) or spec.none)
    end
    server.ask(self.source, spec.request, spec.params(self), received, false, function(failure)
      if self:is_open() and turn == self.asked and not self.passages then
        self:draw(failure.message)
      end
    end)
  end

  ---@param none string shown if there are no passages
  function Passages:draw(none)
    local lines, marks, words = {}, {}, {}
    self.rows = {}
    for _, passage in ipairs(self.passages or {}) do
      table.insert(self.rows, #lines + 1)
      table.insert(marks, { #lines, 'Title' })
      table.insert(lines, passage.head)
      for i, line in ipairs(passage.lines) do
        table.insert(marks, { #lines, i == #passage.lines and 'Comment' or 'Normal' })
        table.insert(lines, '  ' .. line)
      end
      for _, mark in ipairs(passage.marks or {}) do
        table.insert(words, { self.rows[#self.rows], mark[1] + 2, mark[2] + 2 })
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
    for _, word in ipairs(words) do
      vim.api.nvim_buf_set_extmark(self.buffer, namespace, word[1], word[2], { end_col = word[3], hl_group = 'Search' })
    end
  end

  --- Returns the passage at the cursor.
  ---@return segls.Passage?
  function Passages:current()
    local row, found = vim.api.nvim_win_get_cursor(self.window)[1], nil
    for i, first in ipairs(self.rows or {}) do
      found = first <= row and self.passages[i] or found
    end
    return found
  end

  --- Shows a place in a window of a text, or in a new one beside it.
  ---@param place? { uri: string, range: lsp.Range }
  ---@param beside boolean
  function Passages:open(place, beside)
    local window = self:any_text_window()
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

  --- Inserts a link to the passage at the cursor, or a quotation, at the cursor of the text.
  ---@param command string the command, without the prefix segls.
  function Passages:insert(command)
    local passage, window = self:current(), self:text_window()
    if not window then
      server.say('The text of this list is in no window.', vim.log.levels.WARN)
    end
    if not passage or not window then
      return
    end
    local row, column = unpack(vim.api.nvim_win_get_cursor(window))
    local range = passage.whole or passage.range
    server.execute(self.source, command, {
      position = server.position(self.source, row - 1, column),
      toUri = passage.uri,
      to = range.start,
      ['end'] = range['end'],
    })
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

--- Returns the titles of the sections around a passage, and its own title.
---@param passage { section: string[], title: string }
local function headed(passage)
  local names = vim.list_slice(passage.section)
  if names[#names] ~= passage.title then
    table.insert(names, passage.title)
  end
  return table.concat(names, ' › ')
end

local Found = kind({
  name = 'found',
  title = 'found',
  none = 'No passage matches that.',
  request = 'segls/find',
  list = 'hits',
  params = function(self)
    return { query = self.query, top = 50 }
  end,
  passage = function(hit)
    local marks, at = {}, 0
    for i, part in ipairs(hit.answer) do
      if i % 2 == 0 then
        table.insert(marks, { at, at + #part })
      end
      at = at + #part
    end
    local details = { ('%.1f  %s'):format(hit.score, document.length(hit.words, 0)) }
    for _, copy in ipairs(hit.also) do
      table.insert(details, ('also in %s:%d'):format(copy.path, copy.line + 1))
    end
    return {
      head = ('%s:%d  %s'):format(hit.path, hit.at.start.line + 1, headed(hit)),
      lines = { table.concat(hit.answer), table.concat(details, ', ') },
      marks = marks,
      uri = hit.uri,
      range = { start = hit.at.start, ['end'] = hit.range['end'] },
      whole = hit.range,
    }
  end,
}, {
  { 'p', 'show or hide the preview' },
  { 'c', 'all into the quickfix list' },
  { 'gl', 'insert a link to it at the cursor of the text' },
  { 'gq', 'quote it there' },
}, {
  gl = function(self)
    self:insert('insertLink')
  end,
  gq = function(self)
    self:insert('quote')
  end,
  p = function(self)
    self.is_bare = not self.is_bare
    self:lead_text()
  end,
  c = function(self)
    self:quickfix()
  end,
})

--- Returns the lines of a passage, from its buffer or from disk.
---@param passage segls.Passage
---@return string[]
local function lines_of(passage)
  local first, last = passage.whole.start.line, passage.whole['end'].line
  local path = vim.uri_to_fname(passage.uri)
  if vim.fn.bufloaded(path) == 1 then
    return vim.api.nvim_buf_get_lines(vim.fn.bufadd(path), first, last + 1, false)
  end
  local is_there, lines = pcall(vim.fn.readfile, path, '', last + 1)
  return is_there and vim.list_slice(lines, first + 1) or {}
end

--- Previews the passage at the cursor in a window over the text, while the cursor is in the list.
function Found:lead_text()
  self:hide_preview()
  local passage, window = self:current(), self:any_text_window()
  local lines = passage and lines_of(passage) or {}
  if self.is_bare or not window or #lines == 0 or vim.api.nvim_get_current_win() ~= self.window then
    return
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
  local row = passage.range.start.line - passage.whole.start.line
  if row < #lines then
    vim.api.nvim_buf_set_extmark(buffer, namespace, row, 0, { line_hl_group = 'CursorLine' })
  end
  local width = math.max(10, vim.api.nvim_win_get_width(window) - 2)
  local height = 0
  for _, line in ipairs(lines) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / width))
  end
  self.preview = vim.api.nvim_open_win(buffer, false, {
    relative = 'win',
    win = window,
    row = 0,
    col = 0,
    width = width,
    height = math.max(1, math.min(height, vim.api.nvim_win_get_height(window) - 2)),
    style = 'minimal',
    border = 'rounded',
    focusable = false,
  })
  vim.wo[self.preview].wrap = true
  vim.wo[self.preview].linebreak = true
  vim.api.nvim_create_autocmd({ 'BufLeave', 'WinLeave', 'BufWipeout' }, {
    group = vim.api.nvim_create_augroup('segls.found.preview', {}), -- one at a time
    buffer = self.buffer,
    once = true,
    callback = function()
      self:hide_preview()
    end,
  })
end

function Found:hide_preview()
  if self.preview and vim.api.nvim_win_is_valid(self.preview) then
    vim.api.nvim_win_close(self.preview, true)
  end
  self.preview = nil
end

--- Puts all passages into the quickfix list and opens it.
function Found:quickfix()
  local client = server.of(self.source)
  if not client or not self.passages then
    return
  end
  local items = {}
  for _, passage in ipairs(self.passages) do
    local location = { uri = passage.uri, range = passage.range }
    local item = vim.lsp.util.locations_to_items({ location }, client.offset_encoding)[1]
    if item then
      item.text = passage.lines[1]
      table.insert(items, item)
    end
  end
  vim.fn.setqflist({}, ' ', { title = 'segls: ' .. self.query, items = items })
  vim.cmd('botright copen')
end

local Related = kind({
  name = 'related',
  title = 'related',
  none = 'Nothing in the other texts is clearly about that.',
  request = 'segls/related',
  list = 'related',
  params = function(self)
    local row = self:text_row()
    return { position = row and server.position(self.source, row, 0) or nil, top = 20 }
  end,
  passage = function(entry)
    return {
      head = ('%s:%d  %s'):format(entry.path, entry.range.start.line + 1, headed(entry)),
      lines = { entry.opening, ('%.1f  %s'):format(entry.score, table.concat(entry.shared, ', ')) },
      uri = entry.uri,
      range = entry.range,
    }
  end,
}, {
  { 'f', 'follow the cursor of the text, or stop doing so' },
  { 'gl', 'insert a link to it at the cursor of the text' },
  { 'gq', 'quote it there' },
}, {
  gl = function(self)
    self:insert('insertLink')
  end,
  gq = function(self)
    self:insert('quote')
  end,
  f = function(self)
    self.follows = not self.follows
    server.say(self.follows and 'The list follows the cursor.' or 'The list no longer follows the cursor.', vim.log.levels.INFO)
    if self.follows then
      self:ask()
    end
  end,
})

local Duplicates = kind({
  name = 'duplicates',
  title = 'repeated',
  none = 'No passage is repeated.',
  request = 'segls/duplicates',
  list = 'pairs',
  params = function(self)
    return { whole = self.whole or false }
  end,
  passage = function(pair)
    return {
      head = vim.trim(place_of(pair.here.uri, pair.here.range) .. '  ' .. table.concat(pair.here.section, ' › ')),
      lines = { pair.here.opening, ('%.0f  %s'):format(pair.score, pair.message) },
      uri = pair.here.uri,
      range = pair.here.range,
      other = pair.there,
      id = pair.id,
    }
  end,
}, {
  { 'O', 'open the other place beside the text' },
  { 'a', 'give it the wording of the other place' },
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

--- Executes a change of the passage at the cursor, and updates the list.
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
  none = function(answer)
    if answer.unlisted > 0 then
      local noun = answer.unlisted == 1 and 'paragraph' or 'paragraphs'
      return ('%d %s may fit better elsewhere; only a few such paragraphs are worth moving. Press a to show all.'):format(
        answer.unlisted,
        noun
      )
    end
    return 'Every paragraph seems to be where it belongs.'
  end,
  request = 'segls/misplaced',
  list = 'misplaced',
  params = function(self)
    return { whole = self.whole or false, minScore = self.is_all and 0 or nil }
  end,
  passage = function(loose)
    return {
      head = ('%s  %s'):format(place_of(loose.uri, loose.range), loose.section),
      lines = { loose.opening, ('%.1f  %s'):format(loose.score, loose.message) },
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
  { 'a', 'show all' },
  { 'O', 'open the place where it fits better, beside the text' },
  { 'm', 'move it there' },
}, {
  a = function(self)
    self.is_all = true
    self:ask()
  end,
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

--- Opens or closes a list for the current text.
---@param name 'related'|'duplicates'|'misplaced'
---@param whole? boolean whether it includes all texts of the folder, or all files of the work
function M.toggle(name, whole)
  local class = ({ related = Related, duplicates = Duplicates, misplaced = Misplaced })[name]
  class.whole = whole
  panel.toggle(class)
end

--- Lists the passages that match words or a question; asks for them if none are given.
---@param words? string
function M.find(words)
  if not words or vim.trim(words) == '' then
    vim.ui.input({ prompt = 'Find passages: ', default = Found.query }, function(typed)
      if typed and vim.trim(typed) ~= '' then
        M.find(typed)
      end
    end)
    return
  end
  Found.query = words
  local shown = panel.shown('found')
  if shown then
    local buffer = vim.api.nvim_get_current_buf()
    if server.of(buffer) then -- perhaps a text of another folder
      shown.source, shown.text = buffer, vim.api.nvim_get_current_win()
    end
    shown:ask()
  else
    panel.toggle(Found)
  end
end

return M
