--- All sections, scenes and fragments of a work, to pick from or as a quickfix list.
local choice = require('segls.choice')
local order = require('segls.order')
local outline = require('segls.outline')
local server = require('segls.server')
local M = {}

---@class segls.Part a section, scene or fragment of a work
---@field uri string
---@field range lsp.Range
---@field text string its file, the titles around it and its own title

--- Returns the files of a text's work and the server's answers about them; for a text without a work, only that text.
---@param buffer integer
---@return { uri: string, path: string }[]? entries the files; nil without an answer, and then a message has been shown
---@return table<string, segls.Fragments> structures by URI
function M.texts(buffer)
  local is_answered, work = server.work_of(buffer)
  if not is_answered then
    return nil, {}
  end
  local entries
  if work then
    entries = order.files(work.orphans, order.files(work.entries))
  else
    local path = vim.api.nvim_buf_get_name(buffer)
    entries = { { uri = vim.uri_from_bufnr(buffer), path = vim.fn.fnamemodify(path, ':t') } }
  end
  local structures, waiting = {}, #entries
  for _, entry in ipairs(entries) do
    server.ask(buffer, 'segls/fragments', { textDocument = { uri = entry.uri } }, function(answer)
      structures[entry.uri], waiting = order.given(answer), waiting - 1
    end, true)
  end
  vim.wait(20000, function()
    return waiting == 0
  end, 20)
  return entries, structures
end

---@param buffer integer
---@param words string only parts with these words; empty for all
---@return segls.Part[]
local function parts_of(buffer, words)
  local parts = {}
  local entries, structures = M.texts(buffer)
  if not entries then
    return parts
  end
  for _, entry in ipairs(entries) do
    local around = {} ---@type string[] by depth
    for _, row in ipairs(structures[entry.uri] and outline.merged(outline.rows_of(structures[entry.uri], true)) or {}) do
      around[row.depth + 1] = row.text
      local titles = vim.list_slice(around, 1, row.depth + 1)
      local text = ('%s › %s'):format(entry.path, table.concat(titles, ' › '))
      if outline.has_words(text, words) then
        table.insert(parts, { uri = entry.uri, range = row.range, text = row.count and text .. ' · ' .. row.count or text })
      end
    end
  end
  if #parts == 0 then
    local nothing = 'There is nothing to choose from in this text.'
    server.say(words == '' and nothing or ('No title contains "%s".'):format(words), vim.log.levels.WARN)
  end
  return parts
end

--- Goes to a part, opening its file if necessary.
---@param part segls.Part
local function show(part)
  vim.cmd("normal! m'")
  local buffer = vim.uri_to_bufnr(part.uri)
  if buffer ~= vim.api.nvim_get_current_buf() then
    vim.bo[buffer].buflisted = true
    vim.cmd.buffer(buffer)
  end
  local row, column = server.place(buffer, part.range.start)
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
  vim.cmd('normal! zvzz')
end

--- Lets the user pick a part of the work and goes there.
---@param words string only parts with these words; if there is only one, goes there without asking
function M.go(words)
  local buffer = vim.api.nvim_get_current_buf()
  local parts = parts_of(buffer, words)
  if #parts == 1 then
    show(parts[1])
  elseif #parts > 1 then
    local function text_of(part)
      return part.text
    end
    choice.among(parts, { prompt = 'Go to:', kind = 'segls.part', format_item = text_of }, function(part)
      if part then
        show(part)
      end
    end)
  end
end

--- Puts the parts of the work into the quickfix list.
---@param words string only parts with these words
function M.list(words)
  local buffer = vim.api.nvim_get_current_buf()
  local items = vim.tbl_map(function(part)
    return { filename = vim.uri_to_fname(part.uri), lnum = part.range.start.line + 1, text = part.text }
  end, parts_of(buffer, words))
  if #items > 0 then
    vim.fn.setqflist({}, ' ', { title = 'segls: parts of the work', items = items })
    vim.cmd('botright copen')
  end
end

return M
