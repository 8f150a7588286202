--- The words of `:Segls`, as a tree.
local action = require('segls.action')
local server = require('segls.server')

--- The words that may follow, each with its own words or subcommand. The empty word is the subcommand of the path so far.
---@alias segls.Words table<string, segls.Words|segls.Leaf>

--- A toggle: `on` and `off` set it; no word switches it.
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

--- The server's diagnostics of a buffer.
---@param buffer integer
---@param client vim.lsp.Client
---@return vim.diagnostic.Filter
local function diagnostics_of(buffer, client)
  return { bufnr = buffer, ns_id = vim.lsp.diagnostic.get_namespace(client.id) }
end

--- Opens the server's report on itself in a window, for bug reports.
---@type segls.Leaf
local report = {
  executes = 'report',
  run = function()
    server.ask(
      vim.api.nvim_get_current_buf(),
      'workspace/executeCommand',
      { command = 'segls.report', arguments = {} },
      function(text)
        local buffer = vim.api.nvim_create_buf(false, true)
        vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(text, '\n'))
        vim.bo[buffer].bufhidden = 'wipe'
        vim.cmd.sbuffer(buffer)
        vim.bo[buffer].syntax = 'markdown' -- the file type would start servers
      end
    )
  end,
}

--- A subcommand that calls a function of a module, which is loaded only then.
---@param module string
---@param name string
---@param ... any arguments; after them comes what the user says after the subcommand
---@return segls.Leaf
local function call(module, name, ...)
  local arguments = { ... }
  return {
    run = function(text)
      require('segls.' .. module)[name](unpack(vim.list_extend(vim.list_slice(arguments), { text })))
    end,
  }
end

--- A subcommand with something said after it.
---@param takes string as the help writes it
---@param leaf segls.Leaf
---@return segls.Leaf
local function taking(takes, leaf)
  leaf.takes = takes
  return leaf
end

---@type segls.Words
return {
  explain = call('fragment', 'explain'),
  curve = { [''] = call('curve', 'toggle'), work = call('curve_work', 'toggle') },
  outline = call('outline', 'toggle'),
  work = { [''] = call('work', 'toggle', false), folder = call('work', 'toggle', true) },
  board = call('work', 'toggle_board'),
  file = {
    split = action.split_file,
    merge = action.command('mergeFiles'),
    move = { up = action.move_file(-1), down = action.move_file(1) },
    section = action.command('fileToSection'),
    rename = taking('[name]', call('places', 'rename_file')),
    undo = call('files', 'undo'),
    redo = call('files', 'redo'),
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
      server.say('vim.g.segls_codelens is false: the server shows hints', vim.log.levels.WARN)
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
  -- On the selected paragraphs, or without a selection on the fragment at the cursor.
  move = {
    up = action.move('moveFragmentUp'),
    down = action.move('moveFragmentDown'),
    under = action.under('moveFragmentUnder', true),
    to = action.move_to('Fragment', true),
  },
  extract = action.extraction('extractFragment', 'passage'),
  merge = action.merge,
  title = action.rename(true),
  fragment = {
    next = call('fragment', 'go', 1),
    prev = call('fragment', 'go', -1),
    select = call('fragment', 'select', false),
    preview = call('fragment', 'explain'),
    move = {
      up = action.on_fragment('moveFragmentUp'),
      down = action.on_fragment('moveFragmentDown', -1),
      under = action.under('moveFragmentUnder'),
      to = action.move_to('Fragment'),
    },
    swap = { next = action.swap(1), prev = action.swap(-1) },
    merge = action.on_fragment('mergeFragments'),
    rename = action.rename(),
    split = action.command('splitFragment'),
    aside = action.on_fragment('setAside'),
    back = action.put_in,
    synopsis = action.note('synopsis'),
    ['synopsis!'] = action.note('synopsis', true),
    label = action.note('label'),
    ['label!'] = action.note('label', true),
    extract = action.extraction('extractFragment', 'fragment'),
  },
  section = {
    move = {
      up = { [''] = action.command('moveSectionUp'), level = action.command('moveSectionUp', { mendLevels = true }) },
      down = { [''] = action.command('moveSectionDown'), level = action.command('moveSectionDown', { mendLevels = true }) },
      under = action.under('moveSectionUnder'),
      to = action.move_to('Section'),
    },
    file = action.extraction('sectionToFile', 'section'),
    promote = action.command('promoteSection'),
    demote = action.command('demoteSection'),
    extract = action.extraction('extractSection', 'section'),
  },
  paragraph = {
    split = { [''] = action.on_paragraph('splitParagraph'), here = action.on_paragraph('splitParagraphHere') },
    merge = {
      [''] = action.on_paragraph('mergeParagraph'),
      up = action.on_paragraph('mergeParagraphWithPrevious'),
      down = action.merge_down,
    },
  },
  document = {
    split = {
      headings = action.command('splitDocument', { by = 'headings' }),
      fragments = action.command('splitDocument', { by = 'fragments' }),
    },
  },
  boundary = { pin = action.on_fragment('pinBoundary'), veto = action.on_fragment('vetoBoundary') },
  heading = { insert = action.on_fragment('insertHeading'), remove = action.command('removeHeading') },
  ['break'] = action.on_fragment('insertBreak'),
  inline = action.command('inlineFile'),
  ignore = { paragraph = action.command('ignoreHere'), rule = action.ignore_rule },
  set = { file = action.set('file'), project = action.set('project') },
  changes = taking('[revision]', call('changes', 'list')),
  ['changes!'] = call('changes', 'close'),
  put = { back = vim.tbl_extend('error', call('changes', 'put_back'), { executes = 'putBack' }) },
  related = call('passages', 'toggle', 'related', false),
  duplicates = {
    [''] = call('passages', 'toggle', 'duplicates', false),
    all = call('passages', 'toggle', 'duplicates', true),
    other = action.command('goToOther'),
    alike = action.command('makeAlike'),
    one = taking('[file]', {
      executes = 'makeOne',
      run = function(file)
        action.execute('makeOne', { file = file ~= '' and file or nil })
      end,
    }),
  },
  misplaced = {
    [''] = call('passages', 'toggle', 'misplaced', false),
    work = call('passages', 'toggle', 'misplaced', true),
  },
  release = action.on_fragment('release'),
  ['release!'] = action.command('release', { all = true }),
  report = report,
}
