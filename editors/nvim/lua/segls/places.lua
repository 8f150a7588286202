--- Moves text and files within a work, and renames files.
local choice = require('segls.choice')
local files = require('segls.files')
local order = require('segls.order')
local pick = require('segls.pick')
local server = require('segls.server')
local M = {}

--- Moves a file one place up or down in the order of its work.
---@param buffer integer
---@param step 1|-1
---@return boolean whether it has moved
function M.move_file(buffer, step)
  local is_answered, work = server.work_of(buffer)
  if not is_answered then
    return false
  end
  local here = work and order.find(work.entries, vim.uri_from_bufnr(buffer))
  if not here then
    server.say('This text is not part of a work of several files, or its order does not name it.', vim.log.levels.WARN)
    return false
  end
  local other, side = order.neighbour(here, step)
  if other then
    return server.execute(buffer, 'moveFile', { toUri = other.uri, side = side })
  end
  server.say('This cannot be moved any further.', vim.log.levels.INFO)
  return false
end

---@class segls.Place a destination
---@field uri string
---@field id? string the ID of a section; nil for the end of the file
---@field text string
---@field reason? string the terms that it shares with the text

--- Returns the destinations in a work: below each heading, and at the end of each file.
---@param buffer integer
---@return segls.Place[]? nil without an answer; then a message has been shown
local function places_of(buffer)
  local entries, structures = pick.texts(buffer)
  if not entries then
    return nil
  end
  local places = {}
  for _, entry in ipairs(entries) do
    local around = {} ---@type segls.Section[]
    for _, section in ipairs(structures[entry.uri] and structures[entry.uri].sections or {}) do
      while #around > 0 and around[#around].level >= section.level do
        table.remove(around)
      end
      table.insert(around, section)
      local titles = vim.tbl_map(function(heading)
        return heading.title
      end, around)
      table.insert(places, { uri = entry.uri, id = section.id, text = entry.path .. ' › ' .. table.concat(titles, ' › ') })
    end
    table.insert(places, { uri = entry.uri, text = entry.path .. ' (at its end)' })
  end
  return places
end

--- The text of the last destination.
---@type string?
local last

--- Whether the cursor must stay, even if the server asks to show another place.
local stays = false

---@return boolean
function M.is_staying()
  return stays
end

--- The last place to which text was moved in another file, from the server's request to show it.
---@type { params: lsp.ShowDocumentParams, client_id: integer }?
local destination

--- Remembers the place that the server asks to show, for `:Segls file show`.
---@param params lsp.ShowDocumentParams
---@param client_id integer
function M.keep(params, client_id)
  destination = { params = params, client_id = client_id }
end

--- Shows the text that was last moved to another file.
function M.show()
  local client = destination and vim.lsp.get_client_by_id(destination.client_id)
  if not client then
    server.say('Nothing has moved to another file.', vim.log.levels.INFO)
    return
  end
  client.handlers['window/showDocument'](nil, destination.params, { client_id = client.id, method = 'window/showDocument' })
end

--- Sorts places by fit, after the last destination, and sets their reasons.
---@param buffer integer
---@param what { uri?: string, id?: string, position?: lsp.Position }
---@param places segls.Place[]
local function by_fit(buffer, what, places)
  local answer, is_answered
  local params = { textDocument = { uri = what.uri }, id = what.id, position = what.position }
  server.ask(buffer, 'segls/places', params, function(result)
    answer, is_answered = order.given(result), true
  end, true)
  vim.wait(5000, function()
    return is_answered
  end, 20)
  local ranks, offers = {}, {}
  for i, offer in ipairs(answer and answer.places or {}) do
    local key = offer.uri .. '#' .. offer.id
    ranks[key], offers[key] = offer.here and math.huge or i, offer
  end
  local positions = {}
  for i, place in ipairs(places) do
    local key = place.uri .. '#' .. (place.id or '')
    local offer = offers[key]
    place.reason = offer and #offer.shared > 0 and table.concat(offer.shared, ', ') or nil
    local is_last = place.text == last
    place.reason = is_last and 'chosen last' or place.reason
    positions[place] = { is_last and 0 or ranks[key] or math.huge, i }
  end
  table.sort(places, function(a, b)
    local x, y = positions[a], positions[b]
    return x[1] < y[1] or x[1] == y[1] and x[2] < y[2]
  end)
end

--- Moves text to a place. The cursor follows to another file only if `follows` is set.
---@param buffer integer
---@param command string
---@param what table
---@param place segls.Place
---@param follows? boolean
local function move(buffer, command, what, place, follows)
  last = place.text
  what.toUri, what.toId, what.side = place.uri, place.id, place.id and 'under' or nil
  stays = not follows and place.uri ~= what.uri
  files.has_announced = false
  local fine, is_done = pcall(server.execute, buffer, command, what)
  local has_stayed = stays
  stays = false
  if not fine then
    error(is_done, 0)
  elseif is_done and has_stayed and not files.has_announced then
    server.say(('Moved to %s; :Segls file show, :Segls file undo'):format(place.text), vim.log.levels.INFO)
  end
end

--- Moves a section, a scene, a fragment or selected paragraphs below a heading or to the end of a file.
---@param buffer integer
---@param unit 'Section'|'Scene'|'Fragment'
---@param what { uri?: string, id?: string, position?: lsp.Position, end?: lsp.Position }
---@param text string a part of the place's name; empty to pick among all
---@param how? { follows?: boolean, again?: boolean } follow to another file; use the last destination
function M.move_to(buffer, unit, what, text, how)
  local all = places_of(buffer)
  if not all then
    return
  end
  what.uri = what.uri or vim.uri_from_bufnr(buffer)
  local wanted = how and how.again and text == '' and last or nil
  local places = vim.tbl_filter(function(place)
    local is_meant = wanted and place.text == wanted
      or not wanted and vim.fn.tolower(place.text):find(vim.fn.tolower(text), 1, true)
    return is_meant and not (place.id and place.id == what.id)
  end, all)
  local function go(place)
    if place then
      move(buffer, 'move' .. unit .. 'To', what, place, how and how.follows)
    end
  end
  if #places == 0 then
    server.say(('There is no place "%s" to move to.'):format(wanted or text), vim.log.levels.ERROR)
  elseif #places == 1 then
    go(places[1])
  else
    by_fit(buffer, what, places)
    local options = {
      prompt = what['end'] and 'Move the paragraphs to:' or ('Move the %s to:'):format(unit:lower()),
      kind = 'segls.place',
      format_item = function(place)
        return place.reason and ('%s  (%s)'):format(place.text, place.reason) or place.text
      end,
    }
    choice.among(places, options, go)
  end
end

--- Renames a file, and updates the links to it and its entry in the order.
---@param buffer integer a buffer with a server
---@param path string
---@param name string the new path, absolute or relative to the folder of the file; empty to ask
function M.rename(buffer, path, name)
  local function go(text)
    if not text or text == '' or text == vim.fn.fnamemodify(path, ':t') then
      return
    end
    local to = vim.fs.normalize((text:match('^/') or text:match('^%a:[/\\]')) and text or vim.fs.dirname(path) .. '/' .. text)
    files.rename(buffer, path, to)
  end
  if name ~= '' then
    go(name)
  else
    vim.ui.input({ prompt = 'New name: ', default = vim.fn.fnamemodify(path, ':t') }, go)
  end
end

--- Renames the file of the current buffer.
---@param name string as in `rename`
function M.rename_file(name)
  local buffer = vim.api.nvim_get_current_buf()
  M.rename(buffer, vim.api.nvim_buf_get_name(buffer), name)
end

return M
