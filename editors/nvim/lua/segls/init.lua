--- Functions for the user's configuration. There is no setup: all of them are optional.
local M = {}

local has_reported = false

--- Starts or reuses the server for a buffer. Neovim 0.10 needs this, because it has no `vim.lsp.enable`.
---@param buffer? integer
---@param overrides? table overrides of the configuration in lsp/segls.lua, such as `{ settings = { segls = {} } }`
function M.start(buffer, overrides)
  buffer = buffer or vim.api.nvim_get_current_buf()
  if vim.bo[buffer].buftype ~= '' then
    return
  end
  local path = vim.api.nvim_get_runtime_file('lsp/segls.lua', false)[1]
  local config = vim.tbl_deep_extend('force', dofile(path), overrides or {})
  config.name = 'segls'
  local missing = require('segls.program').missing(config.cmd)
  if missing then
    if not has_reported then
      has_reported = true
      require('segls.server').say(missing, vim.log.levels.ERROR)
    end
    return
  end
  config.root_dir = vim.fs.root(buffer, config.root_markers)
  vim.lsp.start(config, { bufnr = buffer })
end

---@type table<integer, boolean> the buffers whose counts are updated for the statusline
local counted = {}

---@type table<integer, segls.Work|false> by buffer; false if it belongs to no work
local works = {}

---@param buffer integer
local function ask_work(buffer)
  require('segls.server').ask(buffer, 'segls/work', {}, function(work)
    works[buffer] = work and work ~= vim.NIL and work or false
    vim.cmd('redrawstatus!')
  end, true)
end

--- Returns the target of a file according to its work, in words; 0 if none is set.
---@param entries segls.WorkEntry[]
---@param uri string
---@return integer
local function wanted_of(entries, uri)
  for _, entry in ipairs(entries) do
    local wanted = entry.uri == uri and entry.wanted or wanted_of(entry.entries, uri)
    if wanted > 0 then
      return wanted
    end
  end
  return 0
end

--- Returns the progress, such as `81% of 1000w, 190 to go`: of the text or, if it has no target, of the innermost
--- section at a line that has one, or else of the work. Empty without a target.
---@param structure segls.Fragments
---@param buffer integer
---@param line integer from zero
---@return string
local function progress(structure, buffer, line)
  local work = works[buffer] or nil
  local wanted = structure.wanted > 0 and structure.wanted or work and wanted_of(work.entries, vim.uri_from_bufnr(buffer)) or 0
  local words, name = structure.words, ''
  if wanted == 0 then
    for _, section in ipairs(structure.sections) do
      if section.wanted > 0 and section.range.start.line <= line and line <= section.range['end'].line then
        wanted, words, name = section.wanted, section.total, section.title .. ' '
      end
    end
  end
  if wanted == 0 and work and work.total ~= vim.NIL then
    wanted, words, name = work.wanted, work.total.words, 'work '
  end
  if wanted == 0 then
    return ''
  end
  local left = words <= wanted and ('%d to go'):format(wanted - words) or ('%d over'):format(words - wanted)
  return (' %s%d%% of %dw, %s'):format(name, math.floor(100 * words / wanted + 0.5), wanted, left)
end

--- For 'statusline': the index and size of the fragment at the cursor, such as `3/12 480w`, and the progress, such as
--- `81% of 1000w, 190 to go`. It never blocks, so it may be empty at first, and later some keystrokes old.
---@return string
function M.statusline()
  local document = require('segls.document')
  local buffer = vim.api.nvim_get_current_buf()
  if not counted[buffer] then
    if not require('segls.server').of(buffer) then
      return ''
    end
    counted[buffer] = true
    local function count()
      document.fragments(buffer, function()
        vim.cmd('redrawstatus!')
      end)
    end
    document.follow(buffer, 'statusline', count, function()
      counted[buffer], works[buffer] = nil, nil
    end)
    vim.schedule(function()
      count()
      ask_work(buffer)
    end)
    document.on_work_update(vim.api.nvim_create_augroup('segls.statusline.works', {}), function()
      for one in pairs(counted) do
        ask_work(one)
      end
    end)
  end
  local structure = document.last_known(buffer)
  if not structure or #structure.fragments == 0 then
    return ''
  end
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local index = require('segls.fragment').index_at(structure, line)
  local most = document.most(structure)
  local length = tostring(structure.fragments[index].words) .. (most > 0 and '/' .. most or '')
  local size = ('%d/%d %sw'):format(index, #structure.fragments, length)
  return size .. progress(structure, buffer, line)
end

local has_reported_left = false

--- Called when the server attaches to a buffer.
---@param client vim.lsp.Client
---@param buffer integer
function M.attached(client, buffer)
  require('segls.held') -- registers its autocommands
  require('segls.beside').watch(client)
  require('segls.lenses').follow_windows(client.id)
  require('segls.folds').offer(buffer)
  local previews = require('segls.previews')
  if vim.g.segls_previews or previews.are_on(buffer) then -- they stay on after a restart of the server
    previews.show(buffer, false)
    previews.show(buffer, true)
  else
    require('segls.lenses').show(buffer, true)
  end
  if not has_reported_left then
    has_reported_left = true
    require('segls.gathered').tell_left()
  end
  vim.api.nvim_create_autocmd('LspDetach', {
    group = vim.api.nvim_create_augroup('segls.detach.' .. buffer, {}),
    buffer = buffer,
    callback = function(event)
      if event.data.client_id == client.id then
        require('segls.document').forget(buffer)
        vim.api.nvim_del_augroup_by_name('segls.detach.' .. buffer)
      end
    end,
  })
end

return M
