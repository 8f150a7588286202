--- Choices among many items, with the fuzzy search of Telescope or fzf-lua if `vim.ui.select` is Neovim's own.
local M = {}

--- Reports whether `vim.ui.select` is Neovim's own.
---@return boolean
local function is_plain()
  return debug.getinfo(vim.ui.select, 'S').source:find('vim/ui', 1, true) ~= nil
end

---@generic T
---@param items T[]
---@param options { prompt: string, format_item: fun(item: T): string }
---@param choose fun(item: T?)
---@return boolean whether Telescope is installed
local function by_telescope(items, options, choose)
  local is_there, pickers = pcall(require, 'telescope.pickers')
  if not is_there then
    return false
  end
  local actions = require('telescope.actions')
  pickers
    .new({}, {
      prompt_title = options.prompt,
      finder = require('telescope.finders').new_table({
        results = items,
        entry_maker = function(item)
          local text = options.format_item(item)
          return { value = item, display = text, ordinal = text }
        end,
      }),
      sorter = require('telescope.config').values.generic_sorter({}),
      attach_mappings = function(prompt)
        actions.select_default:replace(function()
          local entry = require('telescope.actions.state').get_selected_entry()
          actions.close(prompt)
          choose(entry and entry.value)
        end)
        return true
      end,
    })
    :find()
  return true
end

--- Lets the user choose an item.
---@generic T
---@param items T[]
---@param options { prompt: string, kind?: string, format_item: fun(item: T): string }
---@param choose fun(item: T?) called with nil if none is chosen, or not at all
function M.among(items, options, choose)
  if is_plain() then
    if by_telescope(items, options, choose) then
      return
    end
    local is_there, fzf = pcall(require, 'fzf-lua.providers.ui_select')
    if is_there then
      fzf.ui_select(items, options, choose)
      return
    end
  end
  vim.ui.select(items, options, choose)
end

return M
