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

--- Tells the server what Neovim does not say of itself. The plug-in applies an edit whole or not at all, and asks before it
--- renames a file. Versions before 0.12 show code lenses without saying so, and whoever has switched them off does not see them.
---@param params lsp.InitializeParams
local function declare(params)
  local capabilities = params.capabilities
  capabilities.workspace.workspaceEdit.failureHandling = 'transactional'
  capabilities.workspace.fileOperations = { willRename = true }
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
--- at that; a person who runs a lens wants the fragment selected, ready for an operator: by lines, so that deleting it and putting
--- it elsewhere keeps the paragraphs apart.
---@type lsp.Handler
local function show_document(failure, params, context, config)
  if require('segls.places').is_staying() then
    return { success = true }
  end
  local panel = require('segls.panel').of(vim.api.nvim_get_current_buf())
  if panel then
    panel:show(params)
    return { success = true }
  end
  local nameless = require('segls.server').nameless(params.uri, context.client_id)
  local answer
  if nameless and params.selection then
    local window = vim.fn.win_findbuf(nameless[1] or -1)[1]
    answer = { success = window ~= nil }
    if window then
      vim.api.nvim_set_current_win(window)
      local row, column = require('segls.server').place(nameless[1], params.selection.start)
      vim.api.nvim_win_set_cursor(window, { row + 1, column })
    end
  else
    answer = vim.lsp.handlers['window/showDocument'](failure, params, context, config)
  end
  local selection = params.selection
  if not (answer.success and selection) or params.takeFocus == false then
    return answer
  end
  local first, last = selection.start, selection['end']
  if first.line == last.line and first.character == last.character then
    return answer
  end
  vim.cmd.normal({ vim.keycode('<Esc>'), bang = true })
  vim.cmd.normal({ 'V', bang = true })
  local count = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_win_set_cursor(0, { math.min(last.character == 0 and last.line or last.line + 1, count), 0 })
  return answer
end

--- Takes the answer to a command of a lens or of the menu of code actions. Neovim's own says nothing of a text that has changed.
---@type lsp.Handler
local function executed(failure, _, context)
  if failure then
    require('segls.server').tell(context.bufnr or vim.api.nvim_get_current_buf(), failure)
  end
end

--- Executes a command of the menu of code actions that changes paragraphs as `:Segls` does: those that are wrapped by hand are
--- wrapped again.
---@param command lsp.Command
---@param context { bufnr: integer }
local function rewrapping(command, context)
  local buffer = context.bufnr or vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_call(buffer, function()
    require('segls.wrapping').keep(function()
      local params = { command = command.command, arguments = command.arguments }
      return require('segls.server').perform(buffer, 'workspace/executeCommand', params)
    end)
  end)
end

--- Executes an extraction of the menu of code actions as `:Segls` does: it asks for the name of the file.
---@param command lsp.Command
---@param context { bufnr: integer }
local function extracting(command, context)
  local buffer = context.bufnr or vim.api.nvim_get_current_buf()
  require('segls.fragment').extract(buffer, command.command:gsub('^segls%.', ''), vim.deepcopy(command.arguments[1]))
end

--- A command of the menu of code actions that is the plug-in's own.
---@param words fun(): string[] those after `:Segls`
local function own(words)
  return function()
    require('segls.command').run(words())
  end
end

--- Takes `segls/didUpdate`, which the server sends after each analysis because init_options ask for it.
---@type lsp.Handler
local function updated(_, params, context)
  local buffers = require('segls.server').nameless(params.uri, context.client_id)
  if not buffers then
    local path = vim.uri_to_fname(params.uri) -- if it is gone, it must not come back as an empty buffer
    buffers = vim.fn.bufloaded(path) == 1 and { vim.uri_to_bufnr(params.uri) } or {}
  end
  for _, buffer in ipairs(buffers) do
    require('segls.document').updated(buffer, params.version)
  end
end

--- Takes `segls/didUpdateWork`: a work has been read, or has changed.
---@type lsp.Handler
local function work_updated(_, params)
  vim.api.nvim_exec_autocmds('User', { pattern = 'SeglsUpdateWork', modeline = false, data = { root = params.root } })
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
    'typst',
  },
  -- The files that say the order of a work of many files come last: its folder counts where nothing else says a root.
  root_markers = {
    '.segls.toml',
    '.git',
    'book.toml',
    '_quarto.yml',
    '_bookdown.yml',
    'mkdocs.yml',
    'myst.yml',
    '_toc.yml',
    'sidebars.json',
    'Book.txt',
  },
  -- LSP's name for what Neovim calls text.
  get_language_id = function(_, filetype)
    return filetype == 'text' and 'plaintext' or filetype
  end,
  before_init = declare,
  init_options = {
    didUpdate = true,
    undoesFiles = true,
    menu = { most = 8, moveTo = 'segls.client.moveTo', related = 'segls.client.related' },
  },
  on_attach = function(client, buffer)
    require('segls').attached(client, buffer)
  end,
  on_exit = function(...)
    require('segls.program').ended(...)
  end,
  commands = {
    ['segls.splitParagraph'] = rewrapping,
    ['segls.splitParagraphHere'] = rewrapping,
    ['segls.mergeParagraph'] = rewrapping,
    ['segls.mergeParagraphWithPrevious'] = rewrapping,
    ['segls.mergeParagraphWithNext'] = rewrapping,
    ['segls.extractFragment'] = extracting,
    ['segls.extractSection'] = extracting,
    ['segls.client.moveTo'] = own(function()
      return { require('segls.fragment').heading_at_cursor() and 'section' or 'fragment', 'move', 'to' }
    end),
    ['segls.client.related'] = own(function()
      return { 'related' }
    end),
  },
  handlers = {
    ['window/showDocument'] = show_document,
    ['workspace/executeCommand'] = executed,
    ['window/showMessage'] = function(_, params) -- Neovim's own answer stops and asks for a key where the message is long
      require('segls.server').say(params.message, vim.log.levels.ERROR - params.type + 1)
    end,
    ['window/showMessageRequest'] = function(failure, params, ...)
      if params.type == vim.lsp.protocol.MessageType.Info then -- where something has gone, which has been said; and notes
        local notes = params.message:match('^[^\n]*\n(.+)$')
        if notes then
          vim.notify('segls: ' .. notes)
        end
        return vim.NIL
      end
      return vim.lsp.handlers['window/showMessageRequest'](failure, params, ...)
    end,
    ['textDocument/rename'] = function(failure, result, context)
      if failure then
        require('segls.server').tell(context.bufnr or vim.api.nvim_get_current_buf(), failure)
      else
        require('segls.headings').apply(context.client_id, result, context.params.newName)
      end
    end,
    ['workspace/applyEdit'] = function(...)
      return require('segls.files').apply(...)
    end,
    ['workspace/codeLens/refresh'] = vim.lsp.codelens.enable == nil and function(...)
      return require('segls.lenses').refresh(...)
    end or nil,
    ['segls/didUpdate'] = updated,
    ['segls/didUpdateWork'] = work_updated,
  },
}
