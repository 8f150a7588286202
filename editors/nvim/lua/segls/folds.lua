--- Folds of sections and fragments. `vim.lsp.foldexpr` came with Neovim 0.11, and its fold text does not describe
--- fragments.
---
--- Unless `vim.g.segls_folds` is false, windows whose 'foldmethod' is still manual get these folds, all open unless
--- 'foldlevelstart' is set. To use them in other windows:
---
--- ```vim
--- set foldmethod=expr foldexpr=v:lua.require'segls.folds'.level() foldtext=v:lua.require'segls.folds'.text()
--- ```
local document = require('segls.document')
local server = require('segls.server')
local M = {}

---@type table<integer, string[]> the values of 'foldexpr', for each line of a buffer
local levels = {}

---@type table<integer, boolean> the buffers whose folds are updated
local watched = {}

--- Returns the fold level of each line. Ranges are nested and in the order of the text.
---@param ranges lsp.FoldingRange[]
---@param count integer the number of lines
---@return string[]
local function levels_of(ranges, count)
  local depth, result = {}, {}
  for line = 1, count do
    depth[line] = 0
  end
  for _, range in ipairs(ranges) do
    for line = range.startLine + 1, math.min(range.endLine + 1, count) do
      depth[line] = depth[line] + 1
    end
  end
  for line = 1, count do
    result[line] = tostring(depth[line])
  end
  for _, range in ipairs(ranges) do
    local line = range.startLine + 1
    if result[line] then
      result[line] = '>' .. depth[line]
    end
  end
  return result
end

--- Recomputes the folds of the windows that show a buffer and use the folds of this module.
---@param buffer integer
local function fold_again(buffer)
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    if vim.wo[window].foldmethod == 'expr' and vim.wo[window].foldexpr:find('segls', 1, true) then
      vim.api.nvim_win_call(window, function()
        vim.cmd('setlocal foldmethod=expr')
      end)
    end
  end
end

---@param buffer integer
local function fetch(buffer)
  server.ask(buffer, 'textDocument/foldingRange', {}, function(ranges)
    if not ranges or not vim.api.nvim_buf_is_loaded(buffer) then
      return
    end
    local fresh = levels_of(ranges ~= vim.NIL and ranges or {}, vim.api.nvim_buf_line_count(buffer))
    if not vim.deep_equal(levels[buffer], fresh) then
      levels[buffer] = fresh
      fold_again(buffer)
    end
    document.fragments(buffer, function() end) -- for 'foldtext'
  end, true)
end

---@param buffer integer
local function watch(buffer)
  watched[buffer] = true
  document.follow(buffer, 'folds', function()
    fetch(buffer)
  end, function()
    watched[buffer], levels[buffer] = nil, nil
  end)
  fetch(buffer)
end

--- For 'foldexpr': returns the level of the line `v:lnum`.
---@return string
function M.level()
  local buffer = vim.api.nvim_get_current_buf()
  if not watched[buffer] then
    watch(buffer)
  end
  return levels[buffer] and levels[buffer][vim.v.lnum] or '0'
end

--- For 'foldtext': returns the heading, or the fragment's title and words, and the number of lines.
---@return string
function M.text()
  local buffer = vim.api.nvim_get_current_buf()
  local lines = ('%d lines'):format(vim.v.foldend - vim.v.foldstart + 1)
  local structure = document.last_known(buffer)
  local fragments = structure and structure.fragments or {}
  local fragment = fragments[document.last_before(fragments, vim.v.foldstart - 1) or 0]
  if fragment and fragment.range.start.line == vim.v.foldstart - 1 then
    return ('◆ %s · %s · %s '):format(fragment.title, document.length(fragment.words, 0), lines)
  end
  return ('%s · %s '):format(vim.fn.getline(vim.v.foldstart), lines)
end

--- Sets up folds in a window that uses Neovim's default.
---@param window integer
local function set_up(window)
  if vim.wo[window].foldmethod ~= 'manual' then
    return
  end
  local start = vim.o.foldlevelstart
  for option, value in pairs({
    foldmethod = 'expr',
    foldexpr = "v:lua.require'segls.folds'.level()",
    foldtext = "v:lua.require'segls.folds'.text()",
    foldlevel = start >= 0 and start or 99,
  }) do
    vim.api.nvim_set_option_value(option, value, { win = window, scope = 'local' })
  end
end

--- Sets up folds in the windows of a buffer, present and future.
---@param buffer integer
function M.offer(buffer)
  if vim.g.segls_folds == false then
    return
  end
  vim.tbl_map(set_up, vim.fn.win_findbuf(buffer))
  vim.api.nvim_create_autocmd('BufWinEnter', {
    group = vim.api.nvim_create_augroup('segls.folds.offer.' .. buffer, {}),
    buffer = buffer,
    callback = function()
      set_up(vim.api.nvim_get_current_win())
    end,
  })
end

return M
