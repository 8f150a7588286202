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

--- Tells the server the truth about code lenses: versions before 0.12 show them without saying so, and whoever has switched
--- them off does not see them.
---@param params lsp.InitializeParams
local function declare_lenses(params)
  local capabilities = params.capabilities
  local lenses = require('segls.lenses')
  if not lenses.are_wanted() then
    capabilities.textDocument.codeLens = nil
    capabilities.workspace.codeLens = nil
  elseif not lenses.are_drawn then
    capabilities.textDocument.codeLens = { dynamicRegistration = false }
    capabilities.workspace.codeLens = { refreshSupport = true }
  end
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

--- Takes the answer to a command of a lens or of the menu of code actions. Neovim's own says nothing of a text that has changed.
---@type lsp.Handler
local function executed(failure, _, context)
  if failure then
    require('segls.server').tell(context.bufnr or vim.api.nvim_get_current_buf(), failure)
  end
end

--- Takes `segls/didUpdate`, which the server sends after each analysis because init_options ask for it.
---@type lsp.Handler
local function updated(_, params)
  local buffer = vim.uri_to_bufnr(params.uri)
  if vim.api.nvim_buf_is_loaded(buffer) then
    require('segls.document').updated(buffer, params.version)
  end
end

---@type vim.lsp.Config
return {
  cmd = { 'segls', 'serve', '--stdio' },
  filetypes = {
    'markdown',
    'quarto',
    'rmd',
    'mdx',
    'text',
    'tex',
    'plaintex',
    'rst',
    'asciidoc',
    'asciidoctor',
    'org',
    'html',
    'xhtml',
  },
  root_markers = { '.segls.toml', '.git' },
  -- LSP's name for what Neovim calls text.
  get_language_id = function(_, filetype)
    return filetype == 'text' and 'plaintext' or filetype
  end,
  before_init = declare_lenses,
  init_options = { didUpdate = true },
  on_attach = function(client, buffer)
    require('segls').attached(client, buffer)
  end,
  handlers = {
    ['window/showDocument'] = show_document,
    ['workspace/executeCommand'] = executed,
    ['workspace/applyEdit'] = function(...)
      return require('segls.files').apply(...)
    end,
    ['workspace/codeLens/refresh'] = vim.lsp.codelens.enable == nil and function(...)
      return require('segls.lenses').refresh(...)
    end or nil,
    ['segls/didUpdate'] = updated,
  },
}
