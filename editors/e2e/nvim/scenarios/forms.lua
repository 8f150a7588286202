--- Checks that the answers of the real server have the fields and types that the fake server of the unit tests uses.
local session = require('session')

local unit = vim.fs.dirname(vim.fs.dirname(vim.env.SEGLS_E2E_SCENARIO)) .. '/unit'
package.path = unit .. '/?.lua;' .. package.path
vim.fn.setenv('UNIT_FOLDER', vim.env.SEGLS_E2E_DIR)
local fake = require('fake')

vim.fn.mkdir(vim.env.SEGLS_E2E_DIR .. '/shelf', 'p')
session.write('shelf/.segls.toml', { '[work]', 'files = ["salt.md", "draft.md"]' })
local pans = 'The pans of the coast are shallow, and brine runs into them in spring; then the sun dries the brine until '
  .. 'crusts of salt stand on the clay.'
session.write('shelf/draft.md', { '# Draft', '', 'Camels cross the desert to the pans.', '', pans })
local text = vim.fn.readfile(session.sample)
vim.list_extend(text, { '', pans })
local buffer = session.open(session.write('shelf/salt.md', text))
local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)

--- Fails unless a value has at least the fields of another.
---@param real any
---@param expected any
---@param where string
local function alike(real, expected, where)
  assert(type(real) == type(expected), ('%s is a %s, not a %s'):format(where, type(real), type(expected)))
  if type(expected) ~= 'table' then
    return
  elseif vim.islist(expected) and #expected > 0 then
    assert(#real > 0, where .. ' is empty')
    alike(real[1], expected[1], where .. '[1]')
    return
  end
  for key, value in pairs(expected) do
    alike(real[key], value, where .. '.' .. key)
  end
end

local structure = fake.divide({ '# Book', '', 'One.', '', '~ Two.' })
alike(session.ask(buffer, 'segls/fragments'), structure, 'segls/fragments')
for _, case in ipairs({
  { 'segls/curve', { compact = true }, { lines = { 1 }, similarities = { 0.5 }, boundaries = { 1 }, headings = { 1 } } },
  { 'segls/held', {}, { hash = 'h', held = {} } },
  { 'textDocument/foldingRange', {}, { { startLine = 1, endLine = 2 } } },
  {
    'textDocument/selectionRange',
    { positions = { { line = #lines - 1, character = 0 } } },
    { { range = fake.range(0, 1) } },
  },
  {
    'textDocument/codeLens',
    {},
    { { range = fake.range(0, 0), command = { title = '', command = '', arguments = { { uri = '', id = '' } } } } },
  },
  {
    'segls/duplicates',
    { whole = false },
    {
      pairs = {
        {
          id = '',
          message = '',
          here = { uri = '', range = fake.range(0, 1), opening = '' },
          there = { uri = '', range = fake.range(0, 1) },
        },
      },
    },
  },
  { 'segls/misplaced', { whole = false }, { misplaced = {}, unlisted = 0 } },
}) do
  alike(session.ask(buffer, case[1], case[2]), case[3], case[1])
end
local entry = { title = '', uri = '', path = '', own = { words = 1, fragments = 1 }, wanted = 0, entries = {} }
local work = session.eventually('the work', function()
  local answer = session.ask(buffer, 'segls/work', {})
  return answer and answer ~= vim.NIL and answer.read and answer
end)
alike(work, {
  title = '',
  kind = '',
  folder = '',
  read = true,
  wanted = 0,
  total = { words = 1, fragments = 1 },
  entries = { entry },
  orphans = {},
  problems = {},
}, 'segls/work')
alike(session.ask(buffer, 'segls/workCurve', {}), {
  files = { { uri = '', title = '', words = { 1 }, gaps = { { after = 1, similarity = 0.5, boundary = true } } } },
}, 'segls/workCurve')
alike(session.ask(buffer, 'segls/places', { position = { line = 0, character = 0 } }), {
  places = { { uri = '', id = '', shared = {} } },
}, 'segls/places')
local below = { position = { line = #lines - 1, character = 0 }, top = 20, minScore = 0 }
alike(session.ask(buffer, 'segls/related', below), {
  related = { { title = '', path = '', opening = '', shared = {}, uri = '', range = fake.range(0, 1) } },
}, 'segls/related')

vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'A paragraph that was not there when the text was opened.', '' })
local place = { uri = '', range = fake.range(0, 1) }
alike(session.ask(buffer, 'segls/changes', { lenses = false }), {
  marked = 0,
  changes = { { id = '', message = '', before = '', to = { place }, inside = {} } },
}, 'segls/changes')
