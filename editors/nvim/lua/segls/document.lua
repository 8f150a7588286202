--- The server's latest answers about each buffer, and callbacks for new ones.
---
--- After each analysis the server sends segls/didUpdate, which becomes the autocommand `User SeglsUpdate`. Its data are
--- `buf` and `version`.
local server = require('segls.server')
local M = {}

---@class segls.Fragment
---@field id string stays the same when the fragment moves
---@field range lsp.Range
---@field paragraphs integer
---@field words integer
---@field terms string[]
---@field title string
---@field opening string its first words, without markup
---@field suggested boolean whether it begins at a suggested boundary
---@field sureness 'sure'|'fairly sure'|'perhaps'|'' how likely the suggested boundary is
---@field pinned boolean
---@field held boolean whether it stays whole because it has been moved
---@field scene integer the number of its scene, from 1 after each heading; 0 if no break divides the section
---@field similarity? number the similarity of the text before and after its start

---@class segls.Section
---@field id string
---@field title string
---@field level integer 1 is the highest
---@field range lsp.Range
---@field total integer its words with all subsections
---@field wanted integer the target for total; 0 if none is set

---@class segls.Scene the text from a scene break, a heading or the start to the next break or heading or the end
---@field id string the ID of its first fragment
---@field fragments integer
---@field number integer the number of the scene, from 1 after each heading
---@field of integer the number of scenes before the next heading
---@field words integer
---@field wanted integer the target in words; 0 if none is set

---@class segls.Fragments
---@field version integer
---@field words integer
---@field wanted integer the target in words; 0 if none is set
---@field own string says that the preferred length is that of the author's own sections or scenes; otherwise empty
---@field target integer the preferred length in words; for `auto`, the number it stands for
---@field quiet boolean whether nothing is suggested in the document
---@field settings table<string, any>
---@field fragments segls.Fragment[]
---@field sections segls.Section[]
---@field scenes segls.Scene[] empty without scene breaks

---@class segls.Gap
---@field after integer the number of paragraphs before it
---@field similarity number
---@field boundary boolean
---@field constraint? 'heading'|'scene-break'|'break'|'no-break'|'file' 'file' is the end of a file in a work

---@class segls.Curve
---@field lines integer[] the rows where the paragraphs begin
---@field gaps segls.Gap[]

---@class segls.Kept an answer and the changedtick it belongs to
---@field tick integer
---@field result any

---@type table<integer, table<string, segls.Kept>> by buffer and method
local kept = {}

--- A pending request and its callbacks.
---@class segls.Asked
---@field tick integer
---@field waiting fun(result: any)[]

---@type table<string, segls.Asked> by method and buffer
local asked = {}

local fetch

--- Calls back with the newest answer about a buffer: at once if it is cached, otherwise after a request, which several
--- callbacks may share. If the text changes meanwhile or there is no answer, it does not call back.
---@param buffer integer
---@param method 'segls/fragments'|'segls/curve'
---@param callback fun(result: any)
---@param params? table
---@param read? fun(result: any): any converts an answer before it is cached
function fetch(buffer, method, callback, params, read)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local known = kept[buffer] and kept[buffer][method]
  if known and known.tick == tick then
    callback(known.result)
    return
  end
  local key = method .. buffer
  local question = asked[key]
  if question and question.tick == tick then
    table.insert(question.waiting, callback)
    return
  end
  question = { tick = tick, waiting = { callback } }
  asked[key] = question
  server.ask(buffer, method, params or {}, function(result)
    local is_newest = asked[key] == question
    if is_newest then
      asked[key] = nil
    end
    if result == nil or result == vim.NIL or not vim.api.nvim_buf_is_valid(buffer) then
      return
    end
    if vim.api.nvim_buf_get_changedtick(buffer) ~= tick then
      return -- the text has changed; the next analysis leads to another request
    end
    if not is_newest then -- the text is the same, but a new analysis has changed the answer
      for _, wait in ipairs(question.waiting) do
        fetch(buffer, method, wait, params, read)
      end
      return
    end
    kept[buffer] = kept[buffer] or {}
    result = read and read(result) or result
    kept[buffer][method] = { tick = tick, result = result }
    for i, wait in ipairs(question.waiting) do
      if i == 1 then
        wait(result)
      else -- spread out, so that the editor can handle keys in between
        vim.defer_fn(function()
          if vim.api.nvim_buf_is_valid(buffer) and vim.api.nvim_buf_get_changedtick(buffer) == tick then
            wait(result)
          end
        end, 30 * (i - 1))
      end
    end
  end, true)
end

---@param buffer integer
---@param callback fun(result: segls.Fragments)
function M.fragments(buffer, callback)
  fetch(buffer, 'segls/fragments', callback)
end

--- Converts the compact answer into gaps.
---@param answer { lines: integer[], similarities: number[], boundaries: integer[], headings: integer[] }
---@return segls.Curve
local function unfold(answer)
  local gaps = {}
  for i, similarity in ipairs(answer.similarities) do
    gaps[i] = { after = i, similarity = similarity, boundary = false }
  end
  for _, after in ipairs(answer.boundaries) do
    gaps[after].boundary = true
  end
  for _, after in ipairs(answer.headings) do
    gaps[after].constraint = 'heading'
  end
  return { lines = answer.lines, gaps = gaps }
end

---@param buffer integer
---@param callback fun(result: segls.Curve)
function M.curve(buffer, callback)
  fetch(buffer, 'segls/curve', callback, { compact = true }, unfold)
end

--- Returns the server's answer about the current text of a buffer. Blocks if necessary.
---@param buffer integer
---@return segls.Fragments? nil without a server, or without an answer in time
function M.structure_now(buffer)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local known = kept[buffer] and kept[buffer]['segls/fragments']
  if not known or known.tick ~= tick then
    local result = server.wait(buffer, 'segls/fragments', {})
    if not result then
      return nil
    end
    known = { tick = tick, result = result }
    kept[buffer] = kept[buffer] or {}
    kept[buffer]['segls/fragments'] = known
  end
  return known.result
end

---@param buffer integer
---@return segls.Fragment[] none without an answer
function M.fragments_now(buffer)
  local structure = M.structure_now(buffer)
  return structure and structure.fragments or {}
end

--- Returns the last answer about a buffer's fragments, perhaps some keystrokes old, at once: for the statusline.
---@param buffer integer
---@return segls.Fragments?
function M.last_known(buffer)
  local known = kept[buffer] and kept[buffer]['segls/fragments']
  return known and known.result
end

--- Invalidates the answers about a buffer, even if its text is the same, and fires `User SeglsUpdate`.
---@param buffer integer
---@param version integer
function M.updated(buffer, version)
  asked['segls/fragments' .. buffer], asked['segls/curve' .. buffer] = nil, nil
  for _, known in pairs(kept[buffer] or {}) do
    known.tick = -1
  end
  vim.api.nvim_exec_autocmds('User', { pattern = 'SeglsUpdate', modeline = false, data = { buf = buffer, version = version } })
end

---@param buffer integer
function M.forget(buffer)
  kept[buffer] = nil
  asked['segls/fragments' .. buffer], asked['segls/curve' .. buffer] = nil, nil
end

--- Returns the setting `max-words`; 0 means no limit.
---@param structure segls.Fragments
---@return integer
function M.most(structure)
  return structure.settings['max-words'] or 0
end

--- Formats a number of words, with the target if there is one.
---@param words integer
---@param wanted integer 0 if there is none
---@return string
function M.length(words, wanted)
  return wanted > 0 and ('%d of %d words'):format(words, wanted) or ('%d %s'):format(words, words == 1 and 'word' or 'words')
end

--- Formats a number of words, with the limit if there is one.
---@param words integer
---@param most integer 0 if there is none
---@return string
function M.limited_length(words, most)
  return M.length(words, 0) .. (most > 0 and (' (limit: %d)'):format(most) or '')
end

--- Reports whether a position comes before another.
---@param one lsp.Position
---@param other lsp.Position
---@return boolean
function M.precedes(one, other)
  return one.line < other.line or one.line == other.line and one.character < other.character
end

--- Returns the index of the last item that begins at or above a row, by binary search.
---@param items ({ range: lsp.Range }|integer)[] in the order of the text; a number is the row where an item begins
---@param row integer from zero
---@return integer?
function M.last_before(items, row)
  local low, high = 0, #items
  while low < high do
    local middle = math.ceil((low + high) / 2)
    local item = items[middle]
    if (type(item) == 'number' and item or item.range.start.line) <= row then
      low = middle
    else
      high = middle - 1
    end
  end
  return low > 0 and low or nil
end

--- Calls back after each analysis of a buffer, until the group is cleared.
---@param group integer the autocommand group
---@param buffer integer
---@param callback fun()
function M.on_update(group, buffer, callback)
  vim.api.nvim_create_autocmd('User', {
    group = group,
    pattern = 'SeglsUpdate',
    callback = function(event)
      if event.data.buf == buffer then
        callback()
      end
    end,
  })
end

--- Calls back when a work has been read or has changed.
---@param group integer the autocommand group
---@param callback fun()
function M.on_work_update(group, callback)
  vim.api.nvim_create_autocmd('User', { group = group, pattern = 'SeglsUpdateWork', callback = callback })
end

--- Calls back after each analysis of a buffer, until it is unloaded.
---@param buffer integer
---@param name string used in the name of the autocommand group
---@param callback fun()
---@param unloaded fun()
---@return integer the autocommand group, which can be deleted to stop earlier
function M.follow(buffer, name, callback, unloaded)
  local group = vim.api.nvim_create_augroup(('segls.%s.%d'):format(name, buffer), {})
  M.on_update(group, buffer, callback)
  vim.api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = buffer,
    callback = function()
      unloaded()
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
  return group
end

return M
