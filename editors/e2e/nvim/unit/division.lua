--- Divides a text by the simple rules of the fake server:
---
---   `# Title`  begins a section; the next paragraph begins a fragment
---   `~ words`  begins a suggested fragment
local M = {}

--- Returns a range of rows.
---@param first integer row from zero
---@param last integer
---@param column? integer the column of the end
---@return lsp.Range
function M.range(first, last, column)
  return { start = { line = first, character = 0 }, ['end'] = { line = last, character = column or 0 } }
end

--- Returns the answer to `segls/fragments`, and the first rows of paragraphs.
---@param lines string[]
---@return segls.Fragments
---@return integer[]
function M.divide(lines)
  local sections, fragments, paragraphs, open, words = {}, {}, {}, {}, 0
  local begins = true
  for i, line in ipairs(lines) do
    local marks, title = line:match('^(#+) (.*)')
    if marks then
      while #open > 0 and open[#open].level >= #marks do
        table.remove(open).range['end'] = { line = i - 1, character = 0 }
      end
      local section = {
        id = 's ' .. title,
        title = title,
        level = #marks,
        range = M.range(i - 1, #lines),
        total = 0,
        wanted = tonumber(title:match('(%d+) wanted')) or 0,
      }
      table.insert(sections, section)
      table.insert(open, section)
      begins = true
    elseif line:match('%S') then
      local is_first = i == 1 or not lines[i - 1]:match('%S') or lines[i - 1]:match('^#')
      local suggested = is_first and vim.startswith(line, '~') and #fragments > 0
      if is_first then
        table.insert(paragraphs, i - 1)
      end
      if begins or suggested then
        local name = line:match('%w+') or ''
        table.insert(fragments, {
          id = 'f ' .. name,
          title = name,
          opening = line,
          range = M.range(i - 1, i - 1),
          words = 0,
          paragraphs = 0,
          terms = { name:lower() },
          suggested = suggested,
          sureness = suggested and 'sure' or '',
          pinned = false,
          held = false,
          synopsis = '',
          status = '',
          label = '',
          color = '',
        })
        begins = false
      end
      local count = select(2, line:gsub('%S+', ''))
      local at = fragments[#fragments]
      at.words, at.paragraphs = at.words + count, at.paragraphs + (is_first and 1 or 0)
      at.range['end'] = { line = i - 1, character = vim.fn.strchars(line) }
      words = words + count
      for _, section in ipairs(open) do
        section.total = section.total + count
      end
    end
  end
  return {
    version = 1,
    words = words,
    wanted = 0,
    target = 500,
    quiet = false,
    settings = { headings = 'hard', scaling = 0.5, ['preferred-words'] = 500 },
    fragments = fragments,
    sections = sections,
  },
    paragraphs
end

--- Returns the answer to `segls/curve`.
---@param lines string[]
function M.curve(lines)
  local structure, paragraphs = M.divide(lines)
  local answer = { lines = paragraphs, similarities = {}, boundaries = {}, headings = {} }
  for i = 1, #paragraphs - 1 do
    answer.similarities[i] = i % 4 / 4
    for _, fragment in ipairs(structure.fragments) do
      if fragment.range.start.line == paragraphs[i + 1] then
        table.insert(answer.boundaries, i)
        if not fragment.suggested then
          table.insert(answer.headings, i)
        end
      end
    end
  end
  return answer
end

return M
