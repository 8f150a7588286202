--- A line above each suggested boundary: how similar the two sides are, the size of the fragment that begins there
--- against the preferred size, and its terms. It replaces the code lens.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

local namespace = vim.api.nvim_create_namespace('segls.previews')

---@type table<integer, integer> the group of autocommands of each buffer that has previews
local groups = {}

--- Highlights, linked to groups that every colour scheme has.
local function define_highlights()
  for name, link in pairs({
    SeglsRule = 'NonText',
    SeglsSimilarity = 'Comment',
    SeglsSize = 'Number',
    SeglsOversize = 'DiagnosticWarn',
    SeglsTerms = 'Title',
    SeglsPinned = 'Special',
    SeglsCurve = 'Comment',
    SeglsBoundary = 'Title',
    SeglsHeading = 'Special',
    SeglsFile = 'Directory',
    SeglsPart = 'Title',
    SeglsTaken = 'DiagnosticWarn',
  }) do
    vim.api.nvim_set_hl(0, name, { link = link, default = true })
  end
end
define_highlights()
vim.api.nvim_create_autocmd(
  'ColorScheme',
  { group = vim.api.nvim_create_augroup('segls.highlights', {}), callback = define_highlights }
)

--- How a fragment begins, and how sure that is.
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
---@param similarity? number of the two sides of the boundary
---@param preferred integer words
---@return { [1]: string, [2]: string }[] text with highlights, as extmarks take it
local function rule(fragment, similarity, preferred)
  local oversize = fragment.words > 1.5 * preferred
  local chunks = {
    { '── ', 'SeglsRule' },
    { topic(fragment), fragment.pinned and 'SeglsPinned' or 'SeglsSimilarity' },
  }
  if similarity then
    table.insert(chunks, { (' · similarity %.2f'):format(similarity), 'SeglsSimilarity' })
  end
  table.insert(chunks, { ' · ', 'SeglsSimilarity' })
  table.insert(chunks, { ('%d of %d words'):format(fragment.words, preferred), oversize and 'SeglsOversize' or 'SeglsSize' })
  if #fragment.terms > 0 then
    table.insert(chunks, { ' · ', 'SeglsSimilarity' })
    table.insert(chunks, { table.concat(fragment.terms, ', ', 1, math.min(4, #fragment.terms)), 'SeglsTerms' })
  end
  table.insert(chunks, { ' ' .. ('─'):rep(8), 'SeglsRule' })
  return chunks
end

---@param buffer integer
local function draw(buffer)
  document.fragments(buffer, function(told)
    if not groups[buffer] then
      return
    end
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    if told.quiet then
      return
    end
    for _, fragment in ipairs(told.fragments) do
      if fragment.suggested then
        local similarity = fragment.similarity ~= vim.NIL and fragment.similarity or nil
        vim.api.nvim_buf_set_extmark(buffer, namespace, fragment.range.start.line, 0, {
          virt_lines = { rule(fragment, similarity, told.target) },
          virt_lines_above = true,
        })
      end
    end
  end)
end

---@param buffer integer
---@return boolean
function M.are_on(buffer)
  return groups[buffer] ~= nil
end

--- Shows or hides the previews of a buffer; with them the code lenses go or come back.
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
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    return
  end
  groups[buffer] = document.follow(buffer, 'previews', function()
    draw(buffer)
  end, function()
    groups[buffer] = nil
  end)
  draw(buffer)
end

return M
