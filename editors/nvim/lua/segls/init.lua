--- For a user's configuration. None of it is required: there is no setup.
local M = {}

--- Starts or reuses the server for a buffer: for Neovim 0.10, which has no `vim.lsp.enable`.
---@param buffer? integer
---@param overrides? table of the configuration in lsp/segls.lua, such as `{ settings = { segls = {} } }`
function M.start(buffer, overrides)
  buffer = buffer or vim.api.nvim_get_current_buf()
  if vim.bo[buffer].buftype ~= '' then
    return
  end
  local path = vim.api.nvim_get_runtime_file('lsp/segls.lua', false)[1]
  local config = vim.tbl_deep_extend('force', dofile(path), overrides or {})
  config.name = 'segls'
  config.root_dir = vim.fs.root(buffer, config.root_markers)
  vim.lsp.start(config, { bufnr = buffer })
end

---@type table<integer, boolean> the buffers whose counts are kept fresh for the statusline
local counted = {}

--- For 'statusline': which fragment the cursor is in and its size against the preferred size, such as `3/12 480/500w`.
--- Empty if there is nothing to say. It never waits: what it shows may be some keystrokes old.
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
      counted[buffer] = nil
    end)
    vim.schedule(count)
  end
  local told = document.last_known(buffer)
  if not told or #told.fragments == 0 then
    return ''
  end
  local index = document.last_before(told.fragments, vim.api.nvim_win_get_cursor(0)[1] - 1) or 1
  return ('%d/%d %d/%dw'):format(index, #told.fragments, told.fragments[index].words, told.target)
end

--- Called when the server has been attached to a buffer.
---@param client vim.lsp.Client
---@param buffer integer
function M.attached(client, buffer)
  require('segls.held') -- starts listening
  local previews = require('segls.previews')
  if vim.g.segls_previews or previews.are_on(buffer) then -- they stay on when the server is restarted
    previews.show(buffer, false)
    previews.show(buffer, true)
  else
    require('segls.lenses').show(buffer, true)
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
