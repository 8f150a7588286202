--- Motions, text objects, the preview of a fragment, and prompts of commands on fragments.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

---@return integer row of the cursor, from zero
local function cursor_row()
  return vim.api.nvim_win_get_cursor(0)[1] - 1
end

---@param row integer from zero
---@return string
local function line_at(row)
  return vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1] or ''
end

---@type table<segls.Fragments, { range: lsp.Range }[]> cached with the answer
local known_beginnings = setmetatable({}, { __mode = 'k' })

--- Returns where each fragment begins, including the headings directly above it.
---@param structure segls.Fragments
---@return { range: lsp.Range }[] one for each fragment; only the start of the range counts
local function beginnings(structure)
  local found, next_section = known_beginnings[structure], 1
  if found then
    return found
  end
  found = {}
  known_beginnings[structure] = found
  for i, fragment in ipairs(structure.fragments) do
    local first = fragment.range
    local section = structure.sections[next_section]
    while section and not document.precedes(fragment.range.start, section.range.start) do
      local before = structure.fragments[i - 1]
      local is_above = not before or not document.precedes(section.range.start, before.range['end'])
      if is_above and document.precedes(section.range.start, first.start) then
        first = section.range
      end
      next_section = next_section + 1
      section = structure.sections[next_section]
    end
    found[i] = { range = first }
  end
  return found
end

--- Returns the index of the last fragment that begins at or above a row, with its headings; the first if none does.
---@param structure segls.Fragments
---@param row integer from zero
---@return integer
function M.index_at(structure, row)
  return document.last_before(beginnings(structure), row) or 1
end

--- Returns the index of the fragment at a row. The headings and blank lines above a fragment belong to it.
---@param begins { range: lsp.Range }[]
---@param row integer
---@return integer? nil above the first
local function index_at(begins, row)
  local below, count = row, vim.api.nvim_buf_line_count(0)
  while below < count and line_at(below):match('^%s*$') do
    below = below + 1
  end
  local index = document.last_before(begins, below)
  if index and below > row and begins[index].range.start.line < below then
    return document.last_before(begins, row)
  end
  return index
end

--- Returns the server's answer about the current text.
---@return segls.Fragments? nil if there is none; then a message has been shown
function M.structure_here()
  local buffer = vim.api.nvim_get_current_buf()
  if not server.demand(buffer) then
    return nil
  end
  local structure = document.structure_now(buffer)
  if not structure then
    server.say('The server does not read this text, or has not read it yet.', vim.log.levels.WARN)
  end
  return structure
end

--- Returns the fragment at the cursor and the server's answer.
---@return segls.Fragment? nil if there is none; then a message has been shown
---@return segls.Fragments? structure
---@return integer? index
function M.at_cursor()
  local structure = M.structure_here()
  if not structure then
    return nil
  elseif #structure.fragments == 0 then
    server.say('There is no fragment here.', vim.log.levels.WARN)
    return nil
  end
  local index = index_at(beginnings(structure), cursor_row()) or 1
  return structure.fragments[index], structure, index
end

--- Returns the innermost section at the cursor.
---@return segls.Section? nil if there is none; then a message has been shown
function M.section_at_cursor()
  local structure = M.structure_here()
  local index = structure and document.last_before(structure.sections, cursor_row())
  if structure and not index then
    server.say('There is no section here.', vim.log.levels.WARN)
  end
  return index and structure.sections[index]
end

--- Returns the section whose heading begins on the line of the cursor.
---@return segls.Section?
function M.heading_at_cursor()
  local structure = document.structure_now(vim.api.nvim_get_current_buf())
  local index = structure and document.last_before(structure.sections, cursor_row())
  local section = index and structure.sections[index]
  return section and section.range.start.line == cursor_row() and section or nil
end

--- Returns the answer with scenes as fragments. Shows a message and returns nil if there are none.
---@param structure segls.Fragments
---@return segls.Fragments?
local function by_scenes(structure)
  if #structure.scenes == 0 then
    server.say('This text has no scene breaks.', vim.log.levels.WARN)
    return nil
  end
  local scenes, at = {}, 1
  for _, scene in ipairs(structure.scenes) do
    while structure.fragments[at].id ~= scene.id do -- the fragments of a title page are in no scene
      at = at + 1
    end
    local first, last = structure.fragments[at], structure.fragments[at + scene.fragments - 1]
    table.insert(scenes, { id = scene.id, range = { start = first.range.start, ['end'] = last.range['end'] } })
    at = at + scene.fragments
  end
  return vim.tbl_extend('force', structure, { fragments = scenes })
end

--- Moves to the start, heading included, of the fragment `v:count1` fragments away, also as a motion with operators.
---@param direction 1|-1
---@param by_scene? boolean whether to move by scenes
function M.go(direction, by_scene)
  local buffer, structure = vim.api.nvim_get_current_buf(), M.structure_here()
  if structure and by_scene == true then
    structure = by_scenes(structure)
  end
  if not structure then
    return
  end
  local begins = beginnings(structure)
  local row = cursor_row()
  local at = document.last_before(begins, row) or 0
  if direction < 0 and at > 0 and begins[at].range.start.line < row then
    at = at + 1 -- inside a fragment, the first step back goes to its start
  end
  local target = begins[math.max(1, math.min(at + direction * vim.v.count1, #begins))]
  local line, column = -1, 0
  if target then
    line, column = server.place(buffer, target.range.start)
  end
  if not target or direction > 0 and line <= row or direction < 0 and line >= row then
    local part = by_scene == true and 'scene' or 'fragment'
    server.say(('No %s begins %s here.'):format(part, direction > 0 and 'below' or 'above'))
    return
  end
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
  vim.cmd('normal! zv')
end

--- Returns the visual selection, if it is larger than the character at the cursor.
---@return integer[]? first row and column from zero
---@return integer[]? last
local function selected()
  if not vim.fn.mode():match('[vV\22]') then
    return nil
  end
  local one, other = vim.fn.getpos('v'), vim.fn.getpos('.')
  if one[2] == other[2] and one[3] == other[3] then
    return nil
  elseif one[2] > other[2] or one[2] == other[2] and one[3] > other[3] then
    one, other = other, one
  end
  return { one[2] - 1, one[3] - 1 }, { other[2] - 1, other[3] - 1 }
end

--- Selects text, replacing any selection.
---@param mode 'v'|'V'
---@param first_row integer from zero
---@param first_column integer
---@param last_row integer the last row that is selected
---@param last_column integer exclusive; in mode V, it does not matter
local function select(mode, first_row, first_column, last_row, last_column)
  if vim.fn.mode():match('[vV\22]') then
    vim.cmd('normal! \27')
  end
  vim.api.nvim_win_set_cursor(0, { first_row + 1, first_column })
  vim.cmd('normal! ' .. mode)
  local line = line_at(last_row)
  local before = vim.fn.strcharpart(line:sub(1, last_column), 0, math.max(0, vim.fn.strchars(line:sub(1, last_column)) - 1))
  vim.api.nvim_win_set_cursor(0, { last_row + 1, #before })
end

--- Returns the rows of some scenes and of one break, so that deleting them leaves one break between the scenes around
--- them. It is preferably the break after them; between two headings there is none.
---@param structure segls.Fragments with scenes as fragments
---@param first integer index
---@param last integer index
---@param last_row fun(index: integer): integer
---@return integer first_row
---@return integer last_row
---@return boolean? is_before whether the break before them is included
local function with_break(structure, first, last, last_row)
  --- Reports whether a break, not a heading, separates a scene from the next.
  local function is_followed(index)
    local next = structure.fragments[index + 1]
    if index < 1 or not next then
      return false
    end
    for _, section in ipairs(structure.sections) do
      local row = section.range.start.line
      if row > last_row(index) and row <= next.range.start.line then
        return false
      end
    end
    return true
  end
  local from, to = structure.fragments[first].range.start.line, last_row(last)
  if is_followed(last) then
    local beyond, is_in_break = structure.fragments[last + 1].range.start.line, false
    while to + 1 < beyond and not (is_in_break and line_at(to + 1):match('^%s*$')) do -- comments after the break belong to the next scene
      to = to + 1
      is_in_break = line_at(to):match('%S') ~= nil
    end
  elseif is_followed(first - 1) then
    return last_row(first - 1) + 1, to, true
  end
  return from, to
end

--- Selects the lines of the fragment at the cursor, `v:count1` of them, or extends a selection. `around` adds the
--- headings above and the blank lines after it, or for a scene one of its breaks.
---@param around boolean
---@param by_scene? boolean whether to select scenes
function M.select(around, by_scene)
  local buffer, structure = vim.api.nvim_get_current_buf(), M.structure_here()
  if structure and by_scene == true then
    structure = by_scenes(structure)
  end
  if not structure then
    return
  elseif #structure.fragments == 0 then
    server.say('There is no fragment here.', vim.log.levels.WARN)
    return
  end
  local begins = beginnings(structure)
  --- Returns the last row of a fragment.
  local function last_row(index)
    local last, column = server.place(buffer, structure.fragments[index].range['end'])
    return column == 0 and last > structure.fragments[index].range.start.line and last - 1 or last
  end
  local from, to = selected()
  local index = index_at(begins, to and to[1] or cursor_row()) or 1
  local first = (around and begins[index] or structure.fragments[index]).range.start.line
  if to and to[1] >= last_row(index) then
    index = index + 1
  end
  local last_index = math.min(index + vim.v.count1 - 1, #structure.fragments)
  local last, is_before = last_row(last_index), nil
  if around and by_scene == true then
    first, last, is_before = with_break(structure, math.min(index, #structure.fragments), last_index, last_row)
  end
  first = from and from[1] or first
  if around and not is_before then
    local count = vim.api.nvim_buf_line_count(buffer)
    while last + 1 < count and line_at(last + 1):match('^%s*$') do
      last = last + 1
    end
  end
  select('V', first, 0, last, 0)
end

--- Selects sentences at the cursor by the server's rules, which unlike `is` handle abbreviations, ordinals and quotes.
--- `around` adds the spaces after them.
---@param around boolean
function M.select_sentence(around)
  local buffer = vim.api.nvim_get_current_buf()
  local from, to = selected()
  local row, column
  if to then
    row, column = to[1], to[2] + 1
  else
    row, column = cursor_row(), vim.api.nvim_win_get_cursor(0)[2]
  end
  local count = vim.api.nvim_buf_line_count(buffer)
  local last_row, last_column
  for i = 1, vim.v.count1 do
    if to or i > 1 then -- skip spaces to the next sentence
      while row < count and line_at(row):sub(column + 1):match('^%s*$') do
        row, column = row + 1, 0
      end
      column = column + #line_at(row):sub(column + 1):match('^%s*')
    end
    local ranges = row < count
      and server.wait(buffer, 'textDocument/selectionRange', { positions = { server.position(buffer, row, column) } })
    local range = ranges and ranges[1] and ranges[1].range
    if not range then
      break
    end
    from = from or { server.place(buffer, range.start) }
    last_row, last_column = server.place(buffer, range['end'])
    row, column = last_row, last_column
  end
  if not last_row then
    return
  end
  if around then
    last_column = last_column + #line_at(last_row):sub(last_column + 1):match('^%s*')
  end
  select('v', from[1], from[2], last_row, last_column)
end

--- The places where a title can be written.
local namings = {
  { as = 'heading', text = 'A heading, which readers see' },
  { as = 'comment', text = 'A comment, not shown to readers' },
}

--- Sets the title of a fragment or of selected paragraphs, asking for what is not given: the title, and where it goes.
---@param buffer integer
---@param name 'renameFragment'|'insertHeading'
---@param what { id?: string, position?: lsp.Position, end?: lsp.Position, version?: integer }
---@param title string empty to ask
---@param proposed string
function M.rename(buffer, name, what, title, proposed)
  -- The text may change meanwhile: the ID or the version identifies the target.
  local function choose(typed)
    if not typed or typed:match('^%s*$') then
      return
    end
    if name == 'insertHeading' then
      server.execute(buffer, name, vim.tbl_extend('error', what, { title = typed }))
      return
    end
    local options = {
      prompt = 'Where should the title go?',
      format_item = function(naming)
        return naming.text
      end,
    }
    vim.ui.select(namings, options, function(naming)
      if naming then
        server.execute(buffer, name, vim.tbl_extend('error', what, { title = typed, as = naming.as }))
      end
    end)
  end
  if title ~= '' then
    choose(title)
  else
    vim.ui.input({ prompt = 'Title: ', default = proposed }, choose)
  end
end

--- Splits a file at a fragment or a heading. It asks for the title of the new file unless a heading is the title.
---@param buffer integer a buffer with a server
---@param row segls.OutlineRow
---@param split fun(title?: string, force?: boolean)
---@param uri? string the URI of the file, if the buffer shows another
function M.split_file(buffer, row, split, uri)
  if row.is_section or row.is_headed then
    split()
    return
  end
  local places = server.trial(buffer, 'splitFile', { uri = uri, id = row.id, title = row.title })
  if not places then
    return
  end
  local prompt = table.concat(vim.list_extend(places, { 'Title of the new file: ' }), '\n')
  vim.ui.input({ prompt = prompt, default = row.title }, function(typed)
    if typed and typed:match('%S') then
      split(typed, #places > 1 or nil)
    end
  end)
end

--- Extracts text to a new file; asks for its name if none is given. The server proposes one that fits the order.
---@param buffer integer a buffer with a server
---@param name string the command, without the prefix segls.
---@param argument { id?: string, position?: lsp.Position, version?: integer, file?: string }
function M.extract(buffer, name, argument)
  local places, proposed = {}, nil ---@type string[]?, string?
  if not argument.file then
    places, proposed = server.trial(buffer, name, argument)
  end
  if not places then
    return
  elseif not proposed then -- a name was given
    server.execute(buffer, name, argument)
    return
  end
  -- The text may change meanwhile: the ID or the version identifies the target.
  argument.version = argument.version or not argument.id and vim.lsp.util.buf_versions[buffer] or nil
  local prompt = table.concat(vim.list_extend(places, { 'Name of the new file: ' }), '\n')
  vim.ui.input({ prompt = prompt, default = proposed, completion = 'file' }, function(file)
    if file and file:match('%S') then
      argument.file, argument.force = vim.trim(file), #places > 1 or nil
      server.execute(buffer, name, argument)
    end
  end)
end

--- Writes a note on a fragment as a comment in the text; asks for it if none is given.
---@param buffer integer
---@param fragment { id: string, synopsis: string, label: string, color: string, status: string }
---@param as 'synopsis'|'label'|'status'
---@param words string empty to ask
---@param removes? boolean whether to remove the note
function M.note(buffer, fragment, as, words, removes)
  local function write(typed)
    if typed then
      server.execute(buffer, 'annotateFragment', { id = fragment.id, as = as, note = typed })
    end
  end
  if words ~= '' or removes then
    write(removes and '' or words)
    return
  end
  local known = as == 'label' and vim.trim(fragment.color .. ' ' .. fragment.label) or fragment[as]
  local prompts = {
    synopsis = 'Synopsis: ',
    label = 'Label, with or without a colour before it: ',
    status = 'Status, such as "first draft": ',
  }
  vim.ui.input({ prompt = prompts[as], default = known }, write)
end

--- Shows the fragment at a row in a floating window: its title, size and terms, and the reason for its boundary.
---@param buffer integer
---@param row integer from zero
function M.preview(buffer, row)
  document.fragments(buffer, function(structure)
    local index = M.index_at(structure, row)
    local fragment = structure.fragments[index]
    if not fragment then
      server.say('There is no fragment here.', vim.log.levels.INFO)
      return
    end
    local about = ('%d %s'):format(fragment.paragraphs, fragment.paragraphs == 1 and 'paragraph' or 'paragraphs')
    if #fragment.terms > 0 then
      about = about .. ' about ' .. table.concat(fragment.terms, ', ')
    end
    local lines = { ('**%s**'):format(fragment.title), '', about, '' }
    local function show(hover)
      if hover then
        vim.list_extend(lines, vim.lsp.util.convert_input_to_markdown_lines(hover.contents))
      else
        local length = document.limited_length(fragment.words, document.most(structure))
        table.insert(lines, ('fragment %d of %d, %s'):format(index, #structure.fragments, length))
      end
      vim.lsp.util.open_floating_preview(lines, 'markdown', { focus_id = 'segls.fragment', border = 'single' })
    end
    local function ask(position, otherwise)
      server.ask(buffer, 'textDocument/hover', { position = position }, function(hover)
        if hover and hover ~= vim.NIL then
          show(hover)
        else
          otherwise()
        end
      end, true)
    end
    ask(fragment.range.start, function()
      local above = vim.api.nvim_buf_call(buffer, function()
        return vim.fn.prevnonblank(fragment.range.start.line) - 1
      end)
      if above < 0 then
        show()
      else -- if this line is a heading or a scene break, the server describes the fragment below
        ask({ line = above, character = 0 }, show)
      end
    end)
  end)
end

--- Shows the preview of the fragment at the cursor.
function M.explain()
  local buffer = vim.api.nvim_get_current_buf()
  if server.demand(buffer) then
    M.preview(buffer, cursor_row())
  end
end

return M
