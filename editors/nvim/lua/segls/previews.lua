--- A line above each suggested boundary that describes it and its fragment, instead of the code lens.
require('segls.highlights')
local document = require('segls.document')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.previews')

---@type table<integer, integer> the autocommand group of each buffer with previews
local groups = {}

--- Describes how a fragment begins and how certain that is.
---@param fragment segls.Fragment
---@return string
local function topic(fragment)
  if fragment.pinned then
    return 'pinned'
  elseif fragment.sureness == 'perhaps' then
    return 'perhaps a new topic'
  end
  return fragment.sureness == 'fairly sure' and 'new topic, fairly sure' or 'new topic'
end

---@param fragment segls.Fragment
---@param most integer the setting max-words, 0 for no limit
---@param terms string
---@return { [1]: string, [2]: string }[] virtual text with highlights
local function rule(fragment, most, terms)
  local oversize = most > 0 and fragment.words > most
  local chunks = {
    { '── ', 'SeglsRule' },
    { topic(fragment), fragment.pinned and 'SeglsPinned' or 'SeglsTopic' },
  }
  table.insert(chunks, { ' · ', 'SeglsTopic' })
  table.insert(chunks, { document.limited_length(fragment.words, most), oversize and 'SeglsOversize' or 'SeglsSize' })
  if terms ~= '' then
    table.insert(chunks, { ' · ', 'SeglsTopic' })
    table.insert(chunks, { terms, 'SeglsTerms' })
  end
  return chunks
end

--- The previews of each buffer, by the fragment's ID: the extmark and its contents.
---@type table<integer, table<string, { mark: integer, shows: string }>>
local drawn = {}

--- Updates only the previews that have changed: a book has a thousand, and extmarks move with the text.
---@param buffer integer
local function draw(buffer)
  document.fragments(buffer, function(structure)
    if not groups[buffer] then
      return
    end
    if not drawn[buffer] then
      vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    end
    local before, now = drawn[buffer] or {}, {}
    for _, fragment in ipairs(structure.quiet and {} or structure.fragments) do
      if fragment.suggested then
        local row, was = fragment.range.start.line, before[fragment.id]
        local terms = table.concat(fragment.terms, ', ', 1, math.min(4, #fragment.terms))
        local room = require('segls.lenses').room(buffer)
        local shows = ('%s %d/%d %s %d'):format(topic(fragment), fragment.words, document.most(structure), terms, room)
        local is_there = was and vim.api.nvim_buf_get_extmark_by_id(buffer, namespace, was.mark, {})[1] == row
        local mark = was and was.mark
        if not is_there or was.shows ~= shows then
          mark = vim.api.nvim_buf_set_extmark(buffer, namespace, row, 0, {
            id = mark,
            virt_lines = require('segls.lenses').broken(buffer, rule(fragment, document.most(structure), terms)),
            virt_lines_above = true,
          })
        end
        now[fragment.id], before[fragment.id] = { mark = mark, shows = shows }, nil
      end
    end
    for _, gone in pairs(before) do
      vim.api.nvim_buf_del_extmark(buffer, namespace, gone.mark)
    end
    drawn[buffer] = now
  end)
end

--- Removes the previews of a buffer.
---@param buffer integer
local function clear(buffer)
  drawn[buffer] = nil
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
end

---@param buffer integer
---@return boolean
function M.are_on(buffer)
  return groups[buffer] ~= nil
end

--- Shows or hides the previews of a buffer, in place of the code lenses.
---@param buffer integer
---@param on boolean
function M.show(buffer, on)
  if on == M.are_on(buffer) or on and not server.demand(buffer) then
    return
  end
  require('segls.lenses').show(buffer, not on)
  if not on then
    vim.api.nvim_del_augroup_by_id(groups[buffer])
    groups[buffer] = nil
    clear(buffer)
    return
  end
  groups[buffer] = document.follow(buffer, 'previews', function()
    draw(buffer)
  end, function()
    groups[buffer], drawn[buffer] = nil, nil
  end)
  vim.api.nvim_create_autocmd('WinResized', {
    group = groups[buffer],
    callback = function()
      draw(buffer)
    end,
  })
  draw(buffer)
end

return M
