--- The tree of the subcommands of `:Segls`: those that execute a server command, and those of the plug-in itself.
local server = require('segls.server')

--- A tree of words: each leads to the words that may follow it, or to its subcommand. The empty word leads to a
--- subcommand that may end before them.
---@alias segls.Words table<string, segls.Words|segls.Leaf>

--- Returns a toggle: `on` and `off` set it; without either, it switches.
---@param is_on fun(buffer: integer): boolean
---@param show fun(buffer: integer, on: boolean)
---@return segls.Words
local function toggle(is_on, show)
  local function set(on)
    return {
      run = function()
        show(vim.api.nvim_get_current_buf(), on)
      end,
    }
  end
  local change = {
    run = function()
      local buffer = vim.api.nvim_get_current_buf()
      show(buffer, not is_on(buffer))
    end,
  }
  return { [''] = change, on = set(true), off = set(false) }
end

--- Returns a filter for the server's diagnostics of a buffer.
---@param buffer integer
---@param client vim.lsp.Client
---@return vim.diagnostic.Filter
local function diagnostics_of(buffer, client)
  return { bufnr = buffer, ns_id = vim.lsp.diagnostic.get_namespace(client.id) }
end

--- Returns a subcommand that calls a function of a module, which is loaded on first use.
---@param module string
---@param name string
---@param ... any arguments, before the text after the subcommand
---@return segls.Leaf
local function call(module, name, ...)
  local arguments = { ... }
  return {
    run = function(text)
      require('segls.' .. module)[name](unpack(vim.list_extend(vim.list_slice(arguments), { text })))
    end,
  }
end

--- Adds an argument to a subcommand.
---@param takes string the argument as in the help
---@param leaf segls.Leaf
---@return segls.Leaf
local function taking(takes, leaf)
  leaf.takes = takes
  return leaf
end

---@type segls.Words
local own = {
  explain = call('fragment', 'explain'),
  curve = { [''] = call('curve', 'toggle'), work = call('curve_work', 'toggle') },
  outline = call('outline', 'toggle'),
  work = { [''] = call('work', 'toggle', false), folder = call('work', 'toggle', true) },
  board = call('work', 'toggle_board'),
  file = {
    rename = taking('[name]', call('places', 'rename_file')),
    show = call('places', 'show'),
    undo = call('history', 'undo'),
    redo = call('history', 'redo'),
  },
  previews = toggle(function(buffer)
    return require('segls.previews').are_on(buffer)
  end, function(buffer, on)
    require('segls.previews').show(buffer, on)
  end),
  lenses = toggle(function(buffer)
    return require('segls.lenses').are_on(buffer)
  end, function(buffer, on)
    local lenses = require('segls.lenses')
    if on and not lenses.are_wanted() then
      server.say('vim.g.segls_codelens is false, so the server offers inlay hints instead', vim.log.levels.WARN)
    end
    lenses.show(buffer, on)
  end),
  diagnostics = toggle(function(buffer)
    local client = server.of(buffer)
    return client ~= nil and vim.diagnostic.is_enabled(diagnostics_of(buffer, client))
  end, function(buffer, on)
    local client = server.demand(buffer)
    if client then
      vim.diagnostic.enable(on, diagnostics_of(buffer, client))
    end
  end),
  fragment = {
    next = call('fragment', 'go', 1),
    prev = call('fragment', 'go', -1),
    select = call('fragment', 'select', false),
    preview = call('fragment', 'explain'),
  },
  scene = {
    next = call('fragment', 'go', 1, true),
    prev = call('fragment', 'go', -1, true),
    select = call('fragment', 'select', false, true),
  },
  changes = taking('[revision]', call('changes', 'list')),
  ['changes!'] = call('changes', 'close'),
  find = taking('[words]', call('passages', 'find')),
  rename = taking('[name]', call('headings', 'rename')),
  backlinks = { [''] = call('headings', 'backlinks', false), file = call('headings', 'backlinks', true) },
  pick = taking('[words]', call('pick', 'go')),
  ['pick!'] = taking('[words]', call('pick', 'list')),
  collect = {
    takes = '[words]',
    run = function(text, opts)
      require('segls.collection').collect(text, opts)
    end,
  },
  gather = {
    [''] = call('gathered', 'gather'),
    work = call('gathered', 'work'),
    label = taking('[label]', call('gathered', 'label')),
    again = call('gathered', 'again'),
  },
  related = call('passages', 'toggle', 'related', false),
  duplicates = {
    [''] = call('passages', 'toggle', 'duplicates', false),
    all = call('passages', 'toggle', 'duplicates', true),
  },
  misplaced = {
    [''] = call('passages', 'toggle', 'misplaced', false),
    work = call('passages', 'toggle', 'misplaced', true),
  },
}

return vim.tbl_deep_extend('error', require('segls.commands'), own)
