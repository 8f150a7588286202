--- Draws numbers between 0 and 1 as lines of text.
local M = {}

local eighths = { '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█' }

--- Draws bars of block characters, one column for each value.
---@param values number[]
---@param height integer rows
---@return string[] the rows, from the top
function M.blocks(values, height)
  local rows = {}
  for row = height, 1, -1 do
    local cells = {}
    for i, value in ipairs(values) do
      local filled = math.floor(value * height * 8 + 0.5) - (row - 1) * 8
      cells[i] = filled <= 0 and (row == 1 and '▁' or ' ') or eighths[math.min(filled, 8)]
    end
    table.insert(rows, table.concat(cells))
  end
  return rows
end

--- The bits of the dots in a braille character: its left and its right column, each from the bottom.
local dots = { { 0x40, 0x04, 0x02, 0x01 }, { 0x80, 0x20, 0x10, 0x08 } }

--- Draws a line of braille dots, two columns of four dots per character. Steep parts are connected vertically.
---@param values number[]
---@param height integer rows
---@return string[] the rows, from the top
function M.braille(values, height)
  local levels = height * 4
  local cells = {} ---@type table<integer, table<integer, integer>> by row from the bottom and column
  local function set(x, level)
    local row, column = math.floor(level / 4), math.floor(x / 2)
    cells[row] = cells[row] or {}
    cells[row][column] = bit.bor(cells[row][column] or 0, dots[x % 2 + 1][level % 4 + 1])
  end
  local before
  for i, value in ipairs(values) do
    local level = math.min(levels - 1, math.floor(value * levels))
    for between = math.min(before or level, level), math.max(before or level, level) do
      if between ~= before or level == before then
        set(i - 1, between)
      end
    end
    before = level
  end
  local rows = {}
  for row = height - 1, 0, -1 do
    local line = {}
    for column = 0, math.ceil(#values / 2) - 1 do
      table.insert(line, vim.fn.nr2char(0x2800 + (cells[row] and cells[row][column] or 0)))
    end
    table.insert(rows, table.concat(line))
  end
  return rows
end

--- Reduces numbers to at most `count`. It keeps minima, because boundaries are minima and must stay visible.
---@param values number[]
---@param count integer
---@return number[]
function M.condense(values, count)
  if #values <= count then
    return values
  end
  local condensed = {}
  for i = 1, count do
    local least = 1
    for j = math.floor((i - 1) * #values / count) + 1, math.floor(i * #values / count) do
      least = math.min(least, values[j])
    end
    condensed[i] = least
  end
  return condensed
end

return M
