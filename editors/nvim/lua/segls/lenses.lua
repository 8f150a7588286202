--- Shows and hides code lenses by buffer.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

--- Whether Neovim draws code lenses above their lines and refreshes them, as from 0.12 on. Earlier versions draw them
--- at the end of the line, where a long paragraph leaves no space, so the plug-in draws them.
M.are_drawn = vim.lsp.codelens.enable ~= nil

local namespace = vim.api.nvim_create_namespace('segls.lenses')

---@type table<integer, integer> the autocommand group of each buffer with lenses, before 0.12
local groups = {}

--- Reports whether the user wants lenses.
---@return boolean
function M.are_wanted()
  return vim.g.segls_codelens ~= false
end

---@param buffer integer
---@return boolean
function M.are_on(buffer)
  if M.are_drawn then
    return vim.lsp.codelens.is_enabled({ bufnr = buffer })
  end
  return groups[buffer] ~= nil
end

--- Returns the width for text of the narrowest window of a buffer.
---@param buffer integer
---@return integer
function M.room(buffer)
  local room = vim.o.columns
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local about = vim.fn.getwininfo(window)[1]
    room = math.min(room, about.width - about.textoff)
  end
  return room
end

--- Breaks a line above a text at ` · ` into lines that fit in its windows.
---@param buffer integer
---@param chunks { [1]: string, [2]: string }[] text with highlights
---@return { [1]: string, [2]: string }[][] lines
function M.broken(buffer, chunks)
  local room, lines, width = M.room(buffer), { {} }, 0
  for _, chunk in ipairs(chunks) do
    for i, part in ipairs(vim.split(chunk[1], ' · ', { plain = true })) do
      part = i > 1 and ' · ' .. part or part
      if width > 0 and width + vim.fn.strdisplaywidth(part) > room and part ~= ' · ' then
        part = '   ' .. part:gsub('^ · ', '')
        table.insert(lines, {})
        width = 0
      end
      width = width + vim.fn.strdisplaywidth(part)
      if part ~= '' then
        table.insert(lines[#lines], { part, chunk[2] })
      end
    end
  end
  return lines
end

--- Returns a handler that shortens lenses to the width of the windows: Neovim draws each on one line.
---@param buffer integer
---@param answer lsp.Handler
---@return lsp.Handler
function M.fitting(buffer, answer)
  return function(failure, lenses, ...)
    local room = M.room(buffer)
    for _, lens in ipairs(lenses or {}) do
      local title = lens.command and lens.command.title
      while title and vim.fn.strdisplaywidth(title) > room and title:find(' · ', 1, true) do
        title = title:gsub('^(.*) · .*$', '%1')
      end
      if title then
        lens.command.title = require('segls.panel').fit(title, room - 1)
      end
    end
    return answer(failure, lenses, ...)
  end
end

--- Redraws the lenses of a client when a window is resized.
---@param client_id integer
function M.follow_windows(client_id)
  vim.api.nvim_create_autocmd('WinResized', {
    group = vim.api.nvim_create_augroup('segls.lenses.windows.' .. client_id, {}),
    callback = function()
      if not vim.lsp.get_client_by_id(client_id) then
        return true
      end
      local context = { client_id = client_id }
      if M.are_drawn then
        vim.lsp.handlers['workspace/codeLens/refresh'](nil, nil, context)
      else
        M.refresh(nil, nil, context)
      end
    end,
  })
end

--- Requests and draws the lenses of a buffer. Saving them makes `vim.lsp.codelens.run` work.
---@param buffer integer
local function draw(buffer)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  server.ask(buffer, 'textDocument/codeLens', {}, function(lenses)
    local client = server.of(buffer)
    if not (groups[buffer] and client and lenses and tick == vim.api.nvim_buf_get_changedtick(buffer)) then
      return
    end
    vim.lsp.codelens.save(lenses, buffer, client.id)
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    for _, lens in ipairs(lenses) do
      vim.api.nvim_buf_set_extmark(buffer, namespace, lens.range.start.line, 0, {
        virt_lines = M.broken(buffer, { { lens.command.title, 'LspCodeLens' } }),
        virt_lines_above = true,
      })
    end
  end, true)
end

--- Shows and updates the lenses of a buffer, or hides them.
---@param buffer integer
---@param on boolean
function M.show(buffer, on)
  if on and not M.are_wanted() then
    return
  elseif M.are_drawn then
    vim.lsp.codelens.enable(on, { bufnr = buffer })
    return
  end
  if groups[buffer] then
    vim.api.nvim_del_augroup_by_id(groups[buffer])
    groups[buffer] = nil
  end
  if not on then
    vim.lsp.codelens.clear(nil, buffer)
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    return
  end
  groups[buffer] = document.follow(buffer, 'lenses', function()
    draw(buffer)
  end, function()
    groups[buffer] = nil
  end)
  draw(buffer)
end

--- Handles `workspace/codeLens/refresh` before 0.12.
---@type lsp.Handler
function M.refresh(_, _, context)
  for buffer in pairs(vim.lsp.get_client_by_id(context.client_id).attached_buffers) do
    if groups[buffer] then
      draw(buffer)
    end
  end
  return vim.NIL
end

return M
