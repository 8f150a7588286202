--- `:Segls`: what it can be told, as a tree of words. A leaf is a function or the name of a command of the server.
local server = require('segls.server')
local M = {}

--- A toggle: without a word it changes, `on` and `off` set.
---@param is_on fun(buffer: integer): boolean
---@param show fun(buffer: integer, on: boolean)
---@return table<string, fun()>
local function toggle(is_on, show)
  local function set(on)
    local buffer = vim.api.nvim_get_current_buf()
    if on == nil then
      on = not is_on(buffer)
    end
    show(buffer, on)
  end
  return {
    [''] = function()
      set()
    end,
    on = function()
      set(true)
    end,
    off = function()
      set(false)
    end,
  }
end

--- The namespace of the server's diagnostics in a buffer.
---@param buffer integer
---@return vim.diagnostic.Filter
local function diagnostics_of(buffer)
  local client = assert(server.of(buffer), 'segls: no server is attached to this buffer')
  return { bufnr = buffer, ns_id = vim.lsp.diagnostic.get_namespace(client.id) }
end

local diagnostics = toggle(function(buffer)
  return vim.diagnostic.is_enabled(diagnostics_of(buffer))
end, function(buffer, on)
  vim.diagnostic.enable(on, diagnostics_of(buffer))
end)

---@alias segls.Word string|fun()|table<string, segls.Word>

---@type table<string, segls.Word>
local words = {
  curve = function()
    require('segls.curve').toggle()
  end,
  outline = function()
    require('segls.outline').toggle()
  end,
  previews = toggle(function(buffer)
    return require('segls.previews').are_on(buffer)
  end, function(buffer, on)
    require('segls.previews').show(buffer, on)
  end),
  lenses = toggle(function(buffer)
    return require('segls.lenses').are_on(buffer)
  end, function(buffer, on)
    require('segls.lenses').show(buffer, on)
  end),
  diagnostics = diagnostics,
  fragment = {
    next = function()
      require('segls.fragment').go(1)
    end,
    prev = function()
      require('segls.fragment').go(-1)
    end,
    select = function()
      require('segls.fragment').select(false)
    end,
    preview = function()
      require('segls.fragment').preview(vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1)
    end,
    move = { up = 'moveFragmentUp', down = 'moveFragmentDown' },
    merge = 'mergeFragments',
    extract = 'extractFragment',
  },
  section = {
    move = { up = 'moveSectionUp', down = 'moveSectionDown' },
    promote = 'promoteSection',
    demote = 'demoteSection',
    extract = 'extractSection',
  },
  paragraph = {
    split = { [''] = 'splitParagraph', here = 'splitParagraphHere' },
    merge = { [''] = 'mergeParagraph', up = 'mergeParagraphWithPrevious', down = 'mergeParagraphWithNext' },
  },
  boundary = { pin = 'pinBoundary', veto = 'vetoBoundary' },
  heading = { insert = 'insertHeading', remove = 'removeHeading' },
  ['break'] = 'insertBreak',
  inline = 'inlineFile',
}

--- Does what a line of words says.
---@param said string[]
function M.run(said)
  local at = words ---@type segls.Word
  for _, word in ipairs(said) do
    at = type(at) == 'table' and word ~= '' and at[word] or nil
    if not at then
      break
    end
  end
  if type(at) == 'table' then
    at = at['']
  end
  if type(at) == 'function' then
    at()
  elseif type(at) == 'string' then
    server.execute(vim.api.nvim_get_current_buf(), at, server.cursor())
  else
    vim.notify(
      ('segls: there is no ":Segls %s", see :help segls-commands'):format(table.concat(said, ' ')),
      vim.log.levels.ERROR
    )
  end
end

--- The words that can follow those before the cursor.
---@param beginning string of the word at the cursor
---@param line string
---@return string[]
function M.complete(beginning, line)
  local said = vim.split(vim.trim(line:sub(1, #line - #beginning)), '%s+')
  local at = words ---@type segls.Word
  for i = 2, #said do
    at = type(at) == 'table' and at[said[i]] or nil
  end
  if type(at) ~= 'table' then
    return {}
  end
  local found = vim.tbl_filter(function(word)
    return word ~= '' and vim.startswith(word, beginning)
  end, vim.tbl_keys(at))
  table.sort(found)
  return found
end

--- Every line of words, for the tests and the help: they hold each other.
---@return string[]
function M.all()
  local lines = {}
  local function walk(at, said)
    if type(at) ~= 'table' then
      table.insert(lines, said)
      return
    end
    for word, deeper in pairs(at) do
      walk(deeper, word == '' and said or vim.trim(said .. ' ' .. word))
    end
  end
  walk(words, '')
  table.sort(lines)
  return lines
end

return M
