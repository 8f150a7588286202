---@brief
---
--- segls, a language server that shows the structure of long prose: where the topic turns, how long each fragment is, and
--- which paragraphs are too long.
---
--- On Neovim 0.11 and later, with this file on the 'runtimepath' and the program `segls` on the PATH:
---
--- ```lua
--- vim.lsp.enable('segls')
--- ```
---
--- Code lenses stand above each suggested boundary. Set `vim.g.segls_codelens = false` before the server starts to do
--- without them; the server then offers its previews as inlay hints instead. Settings go under the key `segls`:
---
--- ```lua
--- vim.lsp.config('segls', { settings = { segls = { preferredWords = 300 } } })
--- ```

--- From 0.12 on Neovim draws and refreshes code lenses by itself once they are enabled. Before, it draws them when told.
local draws_lenses = vim.lsp.codelens.enable ~= nil

---@return boolean
local function wants_lenses()
  return vim.g.segls_codelens ~= false
end

--- Tells the server the truth about code lenses: versions before 0.12 show them without saying so, and whoever has switched
--- them off does not see them.
---@param params lsp.InitializeParams
local function declare_lenses(params)
  local capabilities = params.capabilities
  if not wants_lenses() then
    capabilities.textDocument.codeLens = nil
    capabilities.workspace.codeLens = nil
  elseif not draws_lenses then
    capabilities.textDocument.codeLens = { dynamicRegistration = false }
    capabilities.workspace.codeLens = { refreshSupport = true }
  end
end

--- Shows the buffer's code lenses and keeps them shown.
---@param client vim.lsp.Client
---@param buffer integer
local function show_lenses(client, buffer)
  if not wants_lenses() then
    return
  end
  if draws_lenses then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  vim.lsp.codelens.refresh({ bufnr = buffer })
  -- Changing a line takes its lens away, even if the server has nothing new to say about it.
  vim.api.nvim_create_autocmd({ 'InsertLeave', 'TextChanged' }, {
    group = vim.api.nvim_create_augroup(('segls.codelens.%d.%d'):format(client.id, buffer), {}),
    buffer = buffer,
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end,
  })
end

--- Answers `workspace/codeLens/refresh` where Neovim does not.
---@type lsp.Handler
local function refresh_lenses(_, _, context)
  for buffer in pairs(vim.lsp.get_client_by_id(context.client_id).attached_buffers) do
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
  return vim.NIL
end

--- Answers `window/showDocument`. Neovim's own answer puts the cursor on the first character of the selection and leaves it
--- at that; a person who runs a lens wants the fragment selected, ready for an operator. Whole lines become a selection by
--- lines, so that deleting a fragment and putting it elsewhere keeps the paragraphs apart.
---@type lsp.Handler
local function show_document(failure, params, context, config)
  local answer = vim.lsp.handlers['window/showDocument'](failure, params, context, config)
  local selection = params.selection
  if not (answer.success and selection) or params.takeFocus == false then
    return answer
  end
  local first, last = selection.start, selection['end']
  if first.line == last.line and first.character == last.character then
    return answer
  end
  vim.cmd.normal({ vim.keycode('<Esc>'), bang = true })
  if last.character == 0 then
    vim.cmd.normal({ 'V', bang = true })
    vim.api.nvim_win_set_cursor(0, { last.line, 0 })
    return answer
  end
  local encoding = vim.lsp.get_client_by_id(context.client_id).offset_encoding
  local past = vim.lsp.util.locations_to_items({ { uri = params.uri, range = { start = last, ['end'] = last } } }, encoding)[1]
  vim.cmd.normal({ 'v', bang = true })
  vim.api.nvim_win_set_cursor(0, { past.lnum, math.max(past.col - 2, 0) })
  return answer
end

--- What `:Segls` can be told to do at the cursor. All of it is in the menu of code actions too.
local actions = {
  'moveFragmentUp',
  'moveFragmentDown',
  'moveSectionUp',
  'moveSectionDown',
  'promoteSection',
  'demoteSection',
  'splitParagraph',
  'splitParagraphHere',
  'mergeParagraph',
  'mergeFragments',
  'insertHeading',
  'insertBreak',
  'pinBoundary',
  'vetoBoundary',
  'extractFragment',
  'extractSection',
  'inlineFile',
}

--- Has the server execute one of its commands at the cursor. The server changes the buffer; what cannot be done it says.
---@param client vim.lsp.Client
---@param buffer integer
---@param action string
local function act(client, buffer, action)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_buf_get_lines(buffer, row - 1, row, false)[1]
  local character = column
  if client.offset_encoding ~= 'utf-8' then
    local utf32, utf16 = vim.str_utfindex(line, column)
    character = client.offset_encoding == 'utf-32' and utf32 or utf16
  end
  local argument = { uri = vim.uri_from_bufnr(buffer), position = { line = row - 1, character = character } }
  local params = { command = 'segls.' .. action, arguments = { argument } }
  local function tell(failure)
    if failure then
      vim.notify(failure.message, vim.log.levels.WARN)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request('workspace/executeCommand', params, tell, buffer)
  else
    client.request('workspace/executeCommand', params, tell, buffer)
  end
end

--- Makes `:Segls ACTION`, to bind keys to: `vim.keymap.set('n', '<M-Up>', '<Cmd>Segls moveFragmentUp<CR>')`.
---@param client vim.lsp.Client
---@param buffer integer
local function make_command(client, buffer)
  vim.api.nvim_buf_create_user_command(buffer, 'Segls', function(command)
    act(client, buffer, command.args)
  end, {
    nargs = 1,
    desc = 'Change the structure of the text at the cursor',
    complete = function(beginning)
      return vim.tbl_filter(function(action)
        return vim.startswith(action, beginning)
      end, actions)
    end,
  })
end

---@type vim.lsp.Config
return {
  cmd = { 'segls', 'serve', '--stdio' },
  filetypes = { 'markdown', 'text' },
  root_markers = { '.segls.toml', '.git' },
  -- LSP's name for what Neovim calls text.
  get_language_id = function(_, filetype)
    return filetype == 'text' and 'plaintext' or filetype
  end,
  before_init = declare_lenses,
  on_attach = function(client, buffer)
    show_lenses(client, buffer)
    make_command(client, buffer)
  end,
  handlers = {
    ['window/showDocument'] = show_document,
    ['workspace/codeLens/refresh'] = not draws_lenses and refresh_lenses or nil,
  },
}
