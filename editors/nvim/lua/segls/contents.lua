--- The rows of the work window: the files in order, and below each unfolded file its sections and fragments.
local order = require('segls.order')
local outline = require('segls.outline')
local M = {}

local given = order.given

---@class segls.WorkRow: segls.PanelRow
---@field key? string its key in `is_unfolded`; nil if it cannot be folded
---@field is_open? boolean whether it is unfolded
---@field uri? string
---@field entry? segls.WorkEntry set for a file, and for a title above several files
---@field siblings? segls.WorkEntry[] the entries of the same parent, including its own
---@field parent? segls.WorkRow
---@field inside? segls.OutlineRow set for a section or fragment
---@field problem? { uri: string, line: integer, message: string }

--- The input of the rows.
---@class segls.WorkContents
---@field work segls.Work
---@field structures table<string, segls.Fragments> by URI
---@field is_unfolded table<string, boolean> by key
---@field is_board boolean whether files are unfolded by default

--- Returns the number of words, with the target if one is set.
---@param lengths segls.Lengths
---@param wanted? integer
---@return string
local function progress(lengths, wanted)
  return (wanted or 0) > 0 and ('%d of %d'):format(lengths.words, wanted) or tostring(lengths.words)
end

--- Returns the words of an entry: its own and, if that is more, the total with all entries below it.
---@param entry segls.WorkEntry
---@return string? nil if they are not known yet
local function words(entry)
  local own, total = given(entry.own), given(entry.total)
  if own and total and total.words > own.words then
    return ('%s / %d'):format(progress(own, entry.wanted), total.words)
  elseif own then
    return progress(own, entry.wanted)
  end
  return total and not given(entry.uri) and tostring(total.words) or nil
end

---@param rows segls.WorkRow[] to append to
---@param from segls.WorkContents
---@param file segls.WorkRow
local function add_inside(rows, from, file)
  local structure = from.structures[file.uri]
  for _, inside in ipairs(structure and outline.rows_of(structure, from.is_board) or {}) do
    table.insert(rows, {
      text = (inside.is_section and '# ' or '◆ ') .. inside.text,
      depth = file.depth + 1 + inside.depth,
      count = inside.count and inside.count:match('%d+'),
      group = inside.is_section and 'SeglsHeading' or 'Normal',
      uri = file.uri,
      inside = inside,
      parent = file,
    })
  end
end

---@param rows segls.WorkRow[] to append to
---@param from segls.WorkContents
---@param entries segls.WorkEntry[]
---@param depth integer
---@param parent? segls.WorkRow
---@param prefix string the prefix of the keys of their rows
local function add_entries(rows, from, entries, depth, parent, prefix)
  for i, entry in ipairs(entries) do
    local uri = given(entry.uri)
    local key = uri or ('%s/%d %s'):format(prefix, i, entry.title)
    local is_open = from.is_unfolded[key]
    if is_open == nil then
      is_open = from.is_board or not uri -- a title above several files is unfolded at first
    end
    local row = {
      text = (is_open and '▾ ' or '▸ ') .. (entry.title ~= '' and entry.title or entry.path),
      depth = depth,
      count = words(entry),
      group = uri and 'SeglsFile' or 'SeglsPart',
      key = key,
      is_open = is_open,
      uri = uri,
      entry = entry,
      siblings = entries,
      parent = parent,
    }
    table.insert(rows, row)
    if uri and is_open then
      add_inside(rows, from, row)
    end
    if uri or is_open then
      add_entries(rows, from, entry.entries, depth + 1, row, key)
    end
  end
end

--- Returns all rows of a work.
---@param from segls.WorkContents
---@return segls.WorkRow[]
function M.rows(from)
  local rows, work = {}, from.work
  local total = given(work.total)
  local title = work.title ~= '' and work.title or vim.fn.fnamemodify(vim.uri_to_fname(work.folder), ':t')
  table.insert(rows, {
    text = title .. (work.read and '' or ' (reading …)'),
    depth = 0,
    count = total and ('%s words'):format(progress(total, work.wanted)),
    group = 'SeglsTerms',
  })
  add_entries(rows, from, work.entries, 0, nil, '')
  if #work.orphans > 0 then
    table.insert(rows, { text = 'Not in the order', depth = 0, group = 'SeglsOversize' })
    add_entries(rows, from, work.orphans, 1, nil, 'orphans')
  end
  for i, problem in ipairs(work.problems) do
    if i == 1 then
      table.insert(rows, { text = 'Problems', depth = 0, group = 'SeglsOversize' })
    end
    local at = ('%s:%d '):format(vim.fn.fnamemodify(vim.uri_to_fname(problem.uri), ':t'), problem.line + 1)
    table.insert(rows, { text = at .. problem.message, depth = 1, group = 'Normal', problem = problem })
  end
  return rows
end

--- Returns a text that belongs to no work as a work of one file.
---@param buffer integer
---@param structure? segls.Fragments
---@return segls.Work
function M.alone(buffer, structure)
  local uri = vim.uri_from_bufnr(buffer)
  local path = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':t')
  local lengths = structure and { words = structure.words, fragments = #structure.fragments } or vim.NIL
  local entry = { title = path, uri = uri, path = path, own = lengths, wanted = structure and structure.wanted, entries = {} }
  return {
    title = path,
    kind = '',
    folder = uri,
    read = structure ~= nil,
    total = lengths,
    wanted = entry.wanted,
    entries = { entry },
    orphans = {},
    problems = {},
  }
end

return M
