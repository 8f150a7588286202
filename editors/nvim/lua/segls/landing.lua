--- Translates `dd` and `p` or `P` in the work window and the outline into server commands.
local M = {}

--- Returns the row below another if it is a section or fragment of the same file.
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
  local here = rows[at]
  if not here.inside.is_section then
    return { toId = here.inside.id, side = is_below and 'after' or 'before' }
  elseif not is_below then
    local above = rows[at - 1]
    return above and above.inside and above.uri == here.uri and fragment_place(rows, at - 1, true) or nil
  end
  local after = next_inside(rows, at)
  if after and not after.inside.is_section then
    return { toId = after.inside.id, side = 'before' }
  end
  return { toId = here.inside.id, side = 'under' }
end

---@param rows segls.WorkRow[]
---@param at integer
---@param is_below boolean
---@return { toId?: string, side?: string } the place of a section; empty for the end of the file
local function section_place(rows, at, is_below)
  local here = rows[at]
  if here.inside.is_section then
    return { toId = here.inside.id, side = is_below and 'after' or 'before' }
  end
  local row = next_inside(rows, at)
  while row and not row.inside.is_section do
    at = at + 1
    row = next_inside(rows, at)
  end
  return row and { toId = row.inside.id, side = 'before' } or {}
end

--- Reports whether a row is in the scene that another row begins.
---@param rows segls.WorkRow[]
---@param at integer
---@param scene segls.WorkRow
---@return boolean
local function is_in_scene(rows, at, scene)
  while at > 0 and rows[at].uri == scene.uri and rows[at].inside and rows[at].depth > scene.depth do
    at = at - 1
  end
  return at > 0 and rows[at].uri == scene.uri and rows[at].inside ~= nil and rows[at].inside.id == scene.inside.id
end

--- Returns the command that puts a row cut with `dd` below or above another row.
---@param rows segls.WorkRow[]
---@param taken segls.WorkRow
---@param at integer
---@param is_below boolean
---@return string? command without the prefix segls.; nil if the row cannot go there
---@return table? argument
function M.command(rows, taken, at, is_below)
  local here = rows[at]
  if not here or not here.uri or here.problem then
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
  -- If the cut row begins a scene, the whole scene moves. Within that scene, only its first fragment moves.
  local is_scene = taken.inside.is_scene and not is_in_scene(rows, at, taken)
  local unit = taken.inside.is_section and 'Section' or is_scene and 'Scene' or 'Fragment'
  return 'move' .. unit .. 'To', vim.tbl_extend('error', place, { uri = taken.uri, id = taken.inside.id, toUri = here.uri })
end

return M
