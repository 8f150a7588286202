--- Translates `dd` and `p` or `P` in the work window into server commands. All functions are pure.
local M = {}

--- Returns the row of the section that contains a row.
---@param rows segls.WorkRow[]
---@param at integer
---@param depth? integer only sections above this depth
---@return segls.WorkRow?
local function section_above(rows, at, depth)
  local uri = rows[at].uri
  for i = at, 1, -1 do
    local row = rows[i]
    if not row.inside or row.uri ~= uri then
      return nil
    elseif row.inside.is_section and (not depth or row.depth < depth) then
      return row
    end
  end
end

--- Returns the row after another, if it is in the same file.
---@param rows segls.WorkRow[]
---@param at integer
---@return segls.WorkRow?
local function next_inside(rows, at)
  local row = rows[at + 1]
  return row and row.inside and row.uri == rows[at].uri and row or nil
end

---@param rows segls.WorkRow[]
---@param at integer
---@param is_below boolean
---@return { toId?: string, side?: string }? nil if a fragment cannot go there
local function fragment_place(rows, at, is_below)
  local here, after = rows[at], next_inside(rows, at)
  if not is_below and not here.inside.is_section then
    return { toId = here.inside.id }
  elseif not is_below then
    local above = rows[at - 1]
    return above and above.inside and above.uri == here.uri and fragment_place(rows, at - 1, true) or nil
  elseif after and not after.inside.is_section then
    return { toId = after.inside.id }
  end
  local section = section_above(rows, at)
  if section then
    return { toId = section.inside.id, side = 'under' }
  end
  return not after and {} or nil
end

---@param rows segls.WorkRow[]
---@param at integer
---@param is_below boolean
---@return { toId?: string, side?: string } the place of a section
local function section_place(rows, at, is_below)
  local here = rows[at]
  if here.inside.is_section and not is_below then
    return { toId = here.inside.id, side = 'before' }
  end
  local depth = here.inside.is_section and here.depth or math.huge
  local row, i = next_inside(rows, at), at
  while row do
    if row.inside.is_section and row.depth <= depth then
      if row.depth == depth or depth == math.huge then
        return { toId = row.inside.id, side = 'before' }
      end
      break
    end
    i = i + 1
    row = next_inside(rows, i)
  end
  local parent = depth < math.huge and section_above(rows, at, depth)
  return parent and { toId = parent.inside.id, side = 'under' } or {}
end

--- Returns the command that puts a taken row below or above another. A section or fragment put on a file goes to its
--- end.
---@param rows segls.WorkRow[]
---@param taken segls.WorkRow
---@param at integer
---@param is_below boolean
---@return string? command without the prefix segls.; nil if the row cannot go there
---@return table? argument
function M.command(rows, taken, at, is_below)
  local here = rows[at]
  if not here.uri or here.problem then
    return nil
  elseif taken.entry then
    if here.uri ~= taken.uri then
      return 'moveFile', { uri = taken.uri, toUri = here.uri, side = is_below and 'after' or 'before' }
    end
    return nil
  end
  local place = {}
  if here.inside and taken.inside.is_section then
    place = section_place(rows, at, is_below)
  elseif here.inside then
    place = fragment_place(rows, at, is_below)
  end
  if not place or place.toId == taken.inside.id then
    return nil
  end
  local unit = taken.inside.is_section and 'Section' or 'Fragment'
  return 'move' .. unit .. 'To', vim.tbl_extend('error', place, { uri = taken.uri, id = taken.inside.id, toUri = here.uri })
end

--- Returns the row beside which to put one that moves by a step, in a file that is not loaded.
---@param rows segls.WorkRow[]
---@param at integer
---@param step 1|-1
---@return integer? row nil at the start or end of the file
---@return boolean? is_below
function M.step(rows, at, step)
  local moving = rows[at]
  local i = at + step
  while rows[i] and rows[i].inside and rows[i].uri == moving.uri do
    local is_section = rows[i].inside.is_section
    if not moving.inside.is_section then
      if step > 0 or not is_section then
        return i, step > 0
      end
      local above = rows[i - 1] -- across a heading, to the end of the section above
      if above and above.inside and above.uri == moving.uri then
        return i - 1, true
      end
      return nil
    elseif is_section and rows[i].depth <= moving.depth then
      if rows[i].depth == moving.depth then
        return i, step > 0
      end
      return nil
    end
    i = i + step
  end
end

return M
