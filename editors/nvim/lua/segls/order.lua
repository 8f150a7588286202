--- The order of a work: a tree of files, and of titles above several files.
local M = {}

---@class segls.Lengths
---@field words integer
---@field fragments integer

---@class segls.WorkEntry
---@field title string
---@field uri? string nil for a title above several files
---@field path string relative to the folder of the work
---@field own? segls.Lengths
---@field total? segls.Lengths including everything below
---@field wanted? integer the target for its own words, 0 if none is set
---@field entries segls.WorkEntry[]

---@class segls.Work
---@field title string
---@field kind string
---@field folder string
---@field order? string
---@field read boolean
---@field total? segls.Lengths
---@field wanted? integer its target in words, 0 if none is set
---@field entries segls.WorkEntry[]
---@field orphans segls.WorkEntry[]
---@field problems { uri: string, line: integer, message: string }[]

--- The position of an entry in the tree.
---@class segls.TreePosition
---@field entry segls.WorkEntry
---@field siblings segls.WorkEntry[] the entries of the same parent
---@field parent? segls.TreePosition

--- Converts JSON null to nil.
---@generic T
---@param value T
---@return T?
function M.given(value)
  if value ~= vim.NIL then
    return value
  end
end
local given = M.given

--- Returns the files among entries and below them, in order.
---@param entries segls.WorkEntry[]
---@param files? segls.WorkEntry[] to append to
---@return segls.WorkEntry[]
function M.files(entries, files)
  files = files or {}
  for _, entry in ipairs(entries) do
    if given(entry.uri) then
      table.insert(files, entry)
    end
    M.files(entry.entries, files)
  end
  return files
end

--- Returns the position of a file in the tree.
---@param entries segls.WorkEntry[]
---@param uri string
---@param parent? segls.TreePosition
---@return segls.TreePosition?
function M.find(entries, uri, parent)
  for _, entry in ipairs(entries) do
    local here = { entry = entry, siblings = entries, parent = parent }
    local found = entry.uri == uri and here or M.find(entry.entries, uri, here)
    if found then
      return found
    end
  end
end

--- Returns the file beside which a file belongs after one step, which may lead into a part (a title above several
--- files), or out of a part or of the entries under a file.
---@param at segls.TreePosition
---@param step 1|-1
---@param is_leaving? boolean whether the step has led out of a part: then a file that comes next is not passed
---@return segls.WorkEntry? neighbour nil at the end of the order
---@return 'before'|'after' the side of the neighbour to which the file moves
function M.neighbour(at, step, is_leaving)
  local siblings = at.siblings
  for i, entry in ipairs(siblings) do
    if entry == at.entry then
      local next = siblings[i + step]
      while next and not given(next.uri) do -- move into a part
        siblings = next.entries
        next = siblings[step > 0 and 1 or #siblings]
        if next and given(next.uri) then
          return next, step > 0 and 'before' or 'after'
        end
      end
      if next and is_leaving then
        return next, step > 0 and 'before' or 'after'
      elseif next or not at.parent then
        return next, step > 0 and 'after' or 'before'
      elseif given(at.parent.entry.uri) then
        return at.parent.entry, step > 0 and 'after' or 'before'
      end
      return M.neighbour(at.parent, step, true) -- move out of a part
    end
  end
end

return M
