--- The plug-in's previews stand above each suggested boundary, take the place of the lenses, follow the text, and go.
local session = require('session')

local buffer = session.open_sample()
session.await_lenses(buffer)
vim.cmd('Segls previews on')

---@return table[] the extmarks with virtual lines, in the order of the text
local function rules()
  local namespace = vim.api.nvim_get_namespaces()['segls.previews']
  return vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })
end

--- The rows at which previews are to stand.
---@return integer[]
local function boundaries()
  local rows = {}
  for _, fragment in ipairs(session.fragments(buffer)) do
    if fragment.suggested then
      table.insert(rows, fragment.range.start.line)
    end
  end
  return rows
end

local function rows_of(marks)
  return vim.tbl_map(function(mark)
    return mark[2]
  end, marks)
end

local function await_previews()
  session.eventually('previews at the boundaries', function()
    local wanted = boundaries()
    return #wanted > 0 and vim.deep_equal(rows_of(rules()), wanted)
  end)
end

await_previews()
if vim.lsp.codelens.is_enabled then
  session.equal(vim.lsp.codelens.is_enabled({ bufnr = buffer }), false, 'lenses beside previews')
else
  session.equal(session.held_lenses(buffer), {}, 'lenses beside previews')
end

local first = rules()[1]
local text = ''
for _, chunk in ipairs(first[4].virt_lines[1]) do
  text = text .. chunk[1]
  assert(vim.fn.hlexists(chunk[2]) == 1, 'no highlight group ' .. chunk[2])
end
local fragment
for _, candidate in ipairs(session.fragments(buffer)) do
  fragment = candidate.range.start.line == first[2] and candidate or fragment
end
assert(text:find('new topic', 1, true), 'nothing about the topic in: ' .. text)
assert(text:find(('%d of 500 words'):format(fragment.words), 1, true), 'no size in: ' .. text)
assert(text:find(fragment.terms[1], 1, true), 'no term in: ' .. text)
session.await_shown(text:sub(1, 20), first[2])

-- Lines typed above move them; a fragment that is taken away takes its own with it.
vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '🌊 typed', '' })
session.equal(rules()[1][2], first[2] + 2, 'the row of a preview right after typing above it')
await_previews()
local count = #rules()
vim.api.nvim_buf_set_lines(buffer, first[2] + 2, -1, false, {})
session.eventually('fewer previews', function()
  return #rules() < count
end)

vim.cmd('silent undo')
await_previews()
vim.cmd('Segls previews off')
session.equal(rules(), {}, 'previews that are off')
session.await_lenses(buffer)

-- On from the start.
vim.g.segls_previews = true
local second = session.open(session.write('second.md', vim.fn.readfile(session.sample)))
buffer = second
await_previews()
