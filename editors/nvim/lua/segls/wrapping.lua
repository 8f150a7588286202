--- Keeps hard-wrapped paragraphs wrapped when an action splits or merges them.
local M = {}

--- Extends a range of rows to whole paragraphs, up to the blank lines around them.
---@param lines string[]
---@param first integer from one
---@param last integer
---@return integer, integer
function M.around(lines, first, last)
  while first > 1 and lines[first - 1]:match('%S') do
    first = first - 1
  end
  while last < #lines and lines[last + 1]:match('%S') do
    last = last + 1
  end
  return first, last
end

--- Whether a line must not be joined with the next one, because of a hard break or a comment to the end of the line.
---@param line string
---@return boolean
local function must_end(line)
  local is_tex = vim.bo.filetype:find('tex', 1, true) ~= nil
  return line:match('  $') ~= nil
    or line:match('\\$') ~= nil
    or line:match(' %+$') ~= nil
    or is_tex and (' ' .. line):match('[^\\]%%') ~= nil
    or vim.bo.filetype == 'typst' and line:match('%s//') ~= nil
end

--- Returns the width of hard-wrapped lines: 'textwidth', or that of the longest line.
---@param lines string[]
---@param first integer from one
---@param last integer
---@return integer? nil if no line breaks off within a sentence, or if the lines contain more than plain paragraphs
local function wrapped_at(lines, first, last)
  local width, is_wrapped = 0, false
  for row = first, last do
    local line = lines[row]
    if line:match('^%s*[-*+#>|<=:%%\\]') or line:match('^%s*%d+[.)]%s') or must_end(line) then
      return nil
    end
    local before = row > first and lines[row - 1] or ''
    local is_within = before:match('%S') ~= nil and not before:match('[.!?][^%w%s]*$')
    is_wrapped = is_wrapped or is_within and line:match('%S') ~= nil
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  return is_wrapped and (vim.bo.textwidth > 0 and vim.bo.textwidth or width) or nil
end

--- Runs an action that changes paragraphs. Hard-wrapped ones are wrapped again in the same undo step.
---@generic T
---@param act fun(): T
---@return T result of the action
function M.keep(act)
  local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  local result = act()
  local after = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  local same, same_at_end = 0, 0
  while same < math.min(#before, #after) and before[same + 1] == after[same + 1] do
    same = same + 1
  end
  local most = math.min(#before, #after) - same
  while same_at_end < most and before[#before - same_at_end] == after[#after - same_at_end] do
    same_at_end = same_at_end + 1
  end
  if same == #before and same == #after then
    return result
  end
  local width = wrapped_at(before, M.around(before, math.min(same + 1, #before), math.max(#before - same_at_end, 1)))
  local first, last = M.around(after, math.min(same + 1, #after), math.max(#after - same_at_end, 1))
  if not width or not wrapped_at(after, first, last) then
    return result
  end
  local own = vim.bo.textwidth
  vim.bo.textwidth = width
  pcall(vim.cmd.undojoin)
  vim.cmd(('silent keepjumps normal! %dGgw%dG'):format(first, last))
  vim.bo.textwidth = own
  return result
end

return M
