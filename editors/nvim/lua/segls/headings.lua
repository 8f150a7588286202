--- Renames headings, labels, footnotes and notes together with all links to them, and lists these links.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

--- Returns the cursor and the heading of its section.
---@param buffer integer
---@return lsp.Position[]
local function places(buffer)
  local structure = document.structure_now(buffer)
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local index = structure and document.last_before(structure.sections, row)
  return { server.cursor(), index and structure.sections[index].range.start or nil }
end

--- Applies the edit of a rename. Undo reverts it in all files.
---@param client_id integer
---@param edit? lsp.WorkspaceEdit
---@param name string
function M.apply(client_id, edit, name)
  if not edit or edit == vim.NIL then
    server.say('Nothing has been renamed.', vim.log.levels.INFO)
    return
  end
  local params = { label = ('Rename to %s'):format(name), edit = edit }
  local answer = require('segls.files').apply(nil, params, { client_id = client_id })
  if not answer.applied then
    server.say(('Nothing has been renamed: %s'):format(answer.failureReason or ''), vim.log.levels.ERROR)
  end
end

--- Renames the element at a position.
---@param buffer integer
---@param position lsp.Position
---@param name string empty to ask
---@return boolean is_handled false if nothing at the position can be renamed
function M.rename_at(buffer, position, name)
  local about = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = position }
  local is_answered, prepared = server.perform(buffer, 'textDocument/prepareRename', about)
  if not is_answered then
    return true -- perform has shown the reason
  elseif not prepared or prepared == vim.NIL then
    return false
  end
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local function rename(typed)
    if not typed or not typed:match('%S') or typed == prepared.placeholder then
      return
    elseif vim.api.nvim_buf_get_changedtick(buffer) ~= tick then
      server.say('The text has changed; look at it and try again.', vim.log.levels.WARN)
      return
    end
    local client = assert(server.of(buffer))
    local is_done, edit = server.perform(buffer, 'textDocument/rename', vim.tbl_extend('error', about, { newName = typed }))
    if is_done then
      M.apply(client.id, edit, typed)
    end
  end
  if name ~= '' then
    rename(name)
  else
    vim.ui.input({ prompt = 'New name: ', default = prepared.placeholder }, rename)
  end
  return true
end

--- Renames the element at the cursor, or else the heading of the section.
---@param name string empty to ask
function M.rename(name)
  local buffer = vim.api.nvim_get_current_buf()
  if not server.demand(buffer) then
    return
  end
  for _, position in ipairs(places(buffer)) do
    if M.rename_at(buffer, position, name) then
      return
    end
  end
  server.say('Nothing here has a name.', vim.log.levels.WARN)
end

--- Puts the links to an element into the quickfix list, each with the titles of its sections.
---@param buffer integer
---@param answer { name: string, links: { uri: string, range: lsp.Range, section: string[], text: string }[] }
local function list(buffer, answer)
  local client = server.of(buffer)
  if #answer.links == 0 or not client then
    server.say(('No link leads to "%s".'):format(answer.name), vim.log.levels.INFO)
    return
  end
  local items = {}
  for _, link in ipairs(answer.links) do
    local item = vim.lsp.util.locations_to_items({ { uri = link.uri, range = link.range } }, client.offset_encoding)[1]
    local section = table.concat(link.section, ' › ')
    item.text = section ~= '' and ('%s: %s'):format(section, link.text) or link.text
    table.insert(items, item)
  end
  vim.fn.setqflist({}, ' ', { title = ('segls: links to "%s"'):format(answer.name), items = items })
  vim.cmd('botright copen')
end

--- Lists the links to the element at the cursor, or else to the heading of the section; or all links into the file.
---@param of_file boolean
function M.backlinks(of_file)
  local buffer = vim.api.nvim_get_current_buf()
  if not server.demand(buffer) then
    return
  end
  local about = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
  for _, position in ipairs(of_file and { false } or places(buffer)) do
    about.position = position or nil
    local is_answered, answer = server.perform(buffer, 'segls/backlinks', about)
    if not is_answered then
      return
    elseif answer and answer ~= vim.NIL then
      list(buffer, answer)
      return
    end
  end
  server.say('Nothing here has a name.', vim.log.levels.WARN)
end

return M
