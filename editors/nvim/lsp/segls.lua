---@brief
---
--- segls, a language server for the structure of long prose: where the topic changes, how long each fragment is, and
--- which paragraphs are too long.
---
--- Neovim 0.11 and later need this file on the 'runtimepath' and the program `segls` on the PATH:
---
--- ```lua
--- vim.lsp.enable('segls')
--- ```
---
--- The server shows a code lens above each suggested boundary. If `vim.g.segls_codelens` is false when it starts, it
--- offers inlay hints instead. Settings are under the key `segls`:
---
--- ```lua
--- vim.lsp.config('segls', { settings = { segls = { preferredWords = 300 } } })
--- ```

--- Corrects the client's capabilities. The plug-in applies an edit completely or not at all, asks the server before it
--- renames a file, and draws code lenses where Neovim, before 0.12, does not declare them.
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

--- Handles `window/showDocument`. Unlike Neovim's own handler it also selects the lines, so that an operator does not
--- join paragraphs. In a panel, it moves only the text's cursor.
---@type lsp.Handler
local function show_document(failure, params, context, config)
  if require('segls.places').is_staying() then
    require('segls.places').keep(params, context.client_id)
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

--- Handles the result of a command from a lens or a code action, because Neovim's own handler ignores some errors.
---@type lsp.Handler
local function executed(failure, _, context)
  if failure then
    require('segls.server').tell(context.bufnr or vim.api.nvim_get_current_buf(), failure)
  end
end

--- Executes a code action on paragraphs as `:Segls` does: hard-wrapped paragraphs are wrapped again.
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

--- Executes an extraction from a code action as `:Segls` does: it asks for the name of the file.
---@param command lsp.Command
---@param context { bufnr: integer }
local function extracting(command, context)
  local buffer = context.bufnr or vim.api.nvim_get_current_buf()
  require('segls.fragment').extract(buffer, command.command:gsub('^segls%.', ''), vim.deepcopy(command.arguments[1]))
end

--- Returns a function that runs a `:Segls` subcommand from a code action.
---@param words fun(): string[] the words after `:Segls`
local function own(words)
  return function()
    require('segls.command').run(words())
  end
end

--- Handles `segls/didUpdate`, which the server sends after each analysis because of init_options.
---@type lsp.Handler
local function updated(_, params, context)
  local buffers = require('segls.server').nameless(params.uri, context.client_id)
  if not buffers then
    local path = vim.uri_to_fname(params.uri) -- do not create an empty buffer for a deleted file
    buffers = vim.fn.bufloaded(path) == 1 and { vim.uri_to_bufnr(params.uri) } or {}
  end
  for _, buffer in ipairs(buffers) do
    require('segls.document').updated(buffer, params.version)
  end
end

--- Handles `segls/didUpdateWork`, which the server sends when a work has been read or has changed.
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
  -- Order files of works come last: they mark the root only if no other marker is found.
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
  -- LSP calls the filetype `text` plaintext.
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
    ['window/showMessage'] = function(_, params) -- Neovim's own handler shows a hit-enter prompt for a long message
      require('segls.server').say(params.message, vim.log.levels.ERROR - params.type + 1)
    end,
    ['window/showMessageRequest'] = function(failure, params, ...)
      if params.type == vim.lsp.protocol.MessageType.Info then -- the first line has been shown already, the rest are notes
        local notes = params.message:match('^[^\n]*\n(.+)$')
        if notes then
          vim.notify('segls: ' .. notes)
        end
        return vim.NIL
      elseif #params.actions == 1 then -- only to undo an edit of this text, which needs no answer
        require('segls.server').say(params.message .. '\nu takes it back.', vim.log.levels.WARN)
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
