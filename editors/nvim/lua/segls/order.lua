--- The order of a work of many files, as the server tells it: a tree of files and of titles over several files.
local M = {}

---@class segls.Lengths
---@field words integer
---@field fragments integer

---@class segls.WorkEntry
---@field title string
---@field uri? string nil for a title over several files
---@field path string in the folder of the work
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

--- The place of an entry in the tree.
---@class segls.Standing
---@field entry segls.WorkEntry
---@field siblings segls.WorkEntry[] the entries among which it stands
---@field parent? segls.Standing

--- A value of JSON, nil for null.
---@generic T
---@param value T
---@return T?
function M.given(value)
  if value ~= vim.NIL then
    return value
  end
end
local given = M.given

--- The files of entries and of all below them, in their order.
---@param entries segls.WorkEntry[]
---@param files? segls.WorkEntry[] to add to
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

--- The place of a file in the tree.
---@param entries segls.WorkEntry[]
---@param uri string
---@param parent? segls.Standing
---@return segls.Standing?
function M.find(entries, uri, parent)
  for _, entry in ipairs(entries) do
    local here = { entry = entry, siblings = entries, parent = parent }
    local found = entry.uri == uri and here or M.find(entry.entries, uri, here)
    if found then
      return found
    end
  end
end

--- The neighbour of a file among its siblings, or of the part it is in.
---@param at segls.Standing
---@param step 1|-1
---@return segls.WorkEntry? neighbour
---@return 'before'|'after' side on which the file goes past it
function M.neighbour(at, step)
  local siblings = at.siblings
  for i, entry in ipairs(siblings) do
    if entry == at.entry then
      local next = siblings[i + step]
      while next and not given(next.uri) do -- into a part
        siblings = next.entries
        next = siblings[step > 0 and 1 or #siblings]
        if next and given(next.uri) then
          return next, step > 0 and 'before' or 'after'
        end
      end
      if next or not at.parent then
        return next, step > 0 and 'after' or 'before'
      elseif given(at.parent.entry.uri) then
        return at.parent.entry, step > 0 and 'after' or 'before'
      end
      return M.neighbour(at.parent, step) -- out of a part
    end
  end
end

return M
