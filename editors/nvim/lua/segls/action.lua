--- Subcommands of `:Segls` that execute a server command: their targets, counts and prompts.
local document = require('segls.document')
local history = require('segls.history')
local fragment = require('segls.fragment')
local server = require('segls.server')
local wrapping = require('segls.wrapping')
local M = {}

--- The count and range of a subcommand.
---@class segls.CommandOpts
---@field count integer at least 1
---@field lines? { [1]: integer, [2]: integer } the selected rows, from zero
---@field again? boolean whether it is repeated by `.`

--- A subcommand: a leaf of the tree of words.
---@class segls.Leaf
---@field run fun(text: string, opts: segls.CommandOpts) text is the argument, empty if none is given
---@field executes? string the server command, without the prefix segls.
---@field takes? string its argument as in the help, such as {heading}
---@field complete? fun(words: string[]): string[] completions of a word, given the words of the argument before it

--- Asks the server to execute a command at the cursor.
---@param name string the command, without the prefix segls.
---@param more? table further arguments, which may include a position
---@return boolean
function M.execute(name, more)
  local argument = vim.tbl_extend('keep', more or {}, { position = server.cursor() })
  return server.execute(vim.api.nvim_get_current_buf(), name, argument)
end
local execute = M.execute

--- Repeats an action `count` times as one undo step. Stops when it fails.
---@param count integer
---@param act fun(): boolean
local function times(count, act)
  history.as_one(function()
    for i = 1, count do
      if i > 1 then
        pcall(vim.cmd.undojoin)
      end
      if not act() then
        return
      end
    end
  end)
end

--- Returns the paragraphs of some rows, as arguments for the server.
---@param first integer from zero
---@param last integer
---@return { position: lsp.Position, end: lsp.Position, version: integer }
local function passage(first, last)
  local buffer = vim.api.nvim_get_current_buf()
  return {
    position = server.position(buffer, first, 0),
    ['end'] = server.position(buffer, last, vim.v.maxcol),
    version = vim.lsp.util.buf_versions[buffer],
  }
end

--- Returns a server command with the position of the cursor.
---@param name string
---@param more? table further arguments
---@return segls.Leaf
function M.command(name, more)
  return {
    executes = name,
    run = function(_, opts)
      times(opts.count, function()
        return execute(name, more)
      end)
    end,
  }
end

--- Returns a server command on the fragment at the cursor, or on all selected ones.
---@param name string
---@param order? -1 to begin with the last one
---@return segls.Leaf
function M.on_fragment(name, order)
  return {
    executes = name,
    run = function(_, opts)
      if not opts.lines or opts.lines[1] == opts.lines[2] then
        times(opts.count, function()
          local at = fragment.at_cursor()
          return at ~= nil and execute(name, { id = at.id })
        end)
        return
      end
      local _, structure = fragment.at_cursor()
      local ids = {}
      for _, one in ipairs(structure and structure.fragments or {}) do
        if one.range.start.line <= opts.lines[2] and one.range['end'].line >= opts.lines[1] then
          table.insert(ids, order == -1 and 1 or #ids + 1, one.id)
        end
      end
      times(#ids, function()
        return execute(name, { id = table.remove(ids, 1) })
      end)
    end,
  }
end

--- Returns a server command that moves the selected paragraphs, which `gv` then selects again, or else the fragment.
---@param name string
---@return segls.Leaf
function M.move(name)
  return {
    executes = name,
    run = function(text, opts)
      if not opts.lines then
        M.on_fragment(name).run(text, opts)
        return
      end
      local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      local first, last = wrapping.around(lines, opts.lines[1] + 1, opts.lines[2] + 1)
      times(opts.count, function()
        local is_done = execute(name, passage(first - 1, last - 1))
        if is_done then -- the server puts the cursor on the moved text
          local row = vim.api.nvim_win_get_cursor(0)[1]
          first, last = row, row + last - first
        end
        return is_done
      end)
      vim.api.nvim_buf_set_mark(0, '<', first, 0, {})
      vim.api.nvim_buf_set_mark(0, '>', math.min(last, vim.api.nvim_buf_line_count(0)), 0, {})
    end,
  }
end

--- Returns a server command on the paragraph at the cursor. Hard-wrapped paragraphs stay wrapped.
---@param name string
---@return segls.Leaf
function M.on_paragraph(name)
  return {
    executes = name,
    run = function(_, opts)
      times(opts.count, function()
        return wrapping.keep(function()
          return execute(name)
        end)
      end)
    end,
  }
end

--- Merges the paragraph at the cursor with the next one, count times.
---@type segls.Leaf
M.merge_down = {
  executes = 'mergeParagraphWithNext',
  run = function(_, opts)
    local place = server.cursor() -- the start of the paragraph stays the same
    wrapping.keep(function()
      times(opts.count, function()
        return execute('mergeParagraphWithNext', { position = place })
      end)
    end)
  end,
}

--- Merges the selected paragraphs, or else the fragment at the cursor with the next one.
---@type segls.Leaf
M.merge = {
  executes = 'mergeParagraph',
  run = function(text, opts)
    if not opts.lines then
      M.on_fragment('mergeFragments').run(text, opts)
      return
    end
    wrapping.keep(function()
      execute('mergeParagraph', passage(unpack(opts.lines)))
    end)
  end,
}

--- Returns a command that extracts text into a file. It asks for a name if none is given.
---@param name 'extractFragment'|'extractSection'
---@param what 'section'|'fragment'|'passage' what to extract; a passage is the selected paragraphs, or else the fragment
---@return segls.Leaf
function M.extraction(name, what)
  return {
    executes = name,
    takes = '[file]',
    run = function(file, opts)
      local more = {}
      if what == 'passage' and opts.lines then
        more = passage(unpack(opts.lines))
      elseif what ~= 'section' then
        local at = fragment.at_cursor()
        if not at then
          return
        end
        more.id = at.id
      end
      more.position = more.position or server.cursor()
      more.file = file ~= '' and file or nil
      fragment.extract(vim.api.nvim_get_current_buf(), name, more)
    end,
  }
end

--- Returns a command that creates a document from the passages in the quickfix list.
---@param name string
---@return segls.Leaf
function M.assemble(name)
  return {
    executes = name,
    takes = '{file}',
    run = function(file)
      require('segls.collection').assemble(file)
    end,
  }
end

--- Splits the file at the heading or fragment at the cursor.
---@type segls.Leaf
M.split_file = {
  executes = 'splitFile',
  takes = '[file]',
  run = function(file)
    local function split(id, title, force)
      execute('splitFile', { id = id, title = title, force = force, file = file ~= '' and file or nil })
    end
    local section, at = fragment.heading_at_cursor(), fragment.at_cursor()
    local structure = document.structure_now(vim.api.nvim_get_current_buf())
    if section then
      return split(section.id)
    elseif not at or not structure then
      return
    end
    for _, row in ipairs(require('segls.outline').rows_of(structure, true)) do
      if row.id == at.id then
        fragment.split_file(vim.api.nvim_get_current_buf(), row, function(title, force)
          split(at.id, title, force)
        end)
      end
    end
  end,
}

--- Returns the sections with a title, or else those whose titles begin with it, ignoring case.
---@param sections segls.Section[]
---@param title string empty for all sections
---@return segls.Section[]
local function called(sections, title)
  local exact, begun = {}, {}
  for _, section in ipairs(sections) do
    if section.title == title and title ~= '' then
      table.insert(exact, section)
    elseif vim.startswith(vim.fn.tolower(section.title), vim.fn.tolower(title)) then
      table.insert(begun, section)
    end
  end
  return #exact > 0 and exact or begun
end

--- Returns a command that moves text under a heading, given or picked by the user.
---@param name string
---@param takes_passage? boolean whether it moves the selected paragraphs, if there are any
---@return segls.Leaf
function M.under(name, takes_passage)
  return {
    executes = name,
    takes = '[heading]',
    run = function(title, opts)
      local structure = fragment.structure_here()
      if not structure then
        return
      end
      local what = takes_passage and opts.lines and passage(unpack(opts.lines)) or { position = server.cursor() }
      if name == 'moveFragmentUnder' and not what['end'] then
        local at = fragment.at_cursor()
        what.id = at and at.id
      end
      local candidates = called(structure.sections, title)
      -- The text may change while the user picks, so the version is sent too.
      local function go(section)
        if section then
          execute(name, vim.tbl_extend('force', what, { version = structure.version, toId = section.id }))
        end
      end
      if #candidates == 0 then
        server.say(('There is no heading "%s".'):format(title), vim.log.levels.ERROR)
      elseif #candidates == 1 then
        go(candidates[1])
      else
        local options = {
          prompt = 'Under which heading:',
          format_item = function(section)
            return section.title
          end,
        }
        require('segls.choice').among(candidates, options, go)
      end
    end,
    complete = function(words)
      local structure = #words == 0 and document.structure_now(vim.api.nvim_get_current_buf())
      return structure and vim.tbl_map(function(section)
        return section.title
      end, structure.sections) or {}
    end,
  }
end

--- Returns a command that moves text at the cursor to another place in the work.
---@param unit 'Section'|'Scene'|'Fragment'
---@param takes_passage? boolean whether it moves the selected paragraphs, if there are any
---@param follows? boolean whether the cursor follows to another file
---@return segls.Leaf
function M.move_to(unit, takes_passage, follows)
  return {
    executes = 'move' .. unit .. 'To',
    takes = '[place]',
    run = function(place, opts)
      local what = takes_passage and opts.lines and passage(unpack(opts.lines)) or nil
      if not what then
        local at = unit ~= 'Section' and fragment.at_cursor() or unit == 'Section' and fragment.section_at_cursor()
        what = at and { id = at.id } or nil
      end
      if what then
        require('segls.places').move_to(
          vim.api.nvim_get_current_buf(),
          unit,
          what,
          place,
          { follows = follows, again = opts.again }
        )
      end
    end,
  }
end

--- Returns a command that swaps the fragment at the cursor with the one `count` fragments after or before it.
---@param direction 1|-1
---@return segls.Leaf
function M.swap(direction)
  return {
    executes = 'swapFragments',
    run = function(_, opts)
      local at, structure, index = fragment.at_cursor()
      local other = structure and structure.fragments[index + direction * opts.count]
      if at and other then
        execute('swapFragments', { id = at.id, toId = other.id })
      elseif at then
        server.say('There is no fragment to swap with.', vim.log.levels.WARN)
      end
    end,
  }
end

--- Returns a command that moves the file in the order of its work.
---@param step 1|-1
---@return segls.Leaf
function M.move_file(step)
  return {
    executes = 'moveFile',
    run = function(_, opts)
      for _ = 1, opts.count do
        if not require('segls.places').move_file(vim.api.nvim_get_current_buf(), step) then
          return
        end
      end
    end,
  }
end

--- Returns a command that gives a title to text at the cursor. It asks for the title if none is given.
---@param name 'renameFragment'|'insertHeading'
---@param takes_passage? boolean whether it applies to the selected paragraphs, if there are any
---@return segls.Leaf
function M.rename(name, takes_passage)
  return {
    executes = name,
    takes = '[title]',
    run = function(title, opts)
      local what = takes_passage and opts.lines and passage(unpack(opts.lines)) or nil
      local at = fragment.at_cursor()
      if what or at then
        fragment.rename(vim.api.nvim_get_current_buf(), name, what or { id = at.id }, title, at and at.title or '')
      end
    end,
  }
end

--- Returns the files of the tray of the current text, relative to its folder.
---@return string[]
local function in_tray()
  local names = {}
  for name in vim.fs.dir(vim.fs.dirname(vim.api.nvim_buf_get_name(0)) .. '/tray') do
    if not vim.startswith(name, '.') then
      table.insert(names, 'tray/' .. name)
    end
  end
  table.sort(names)
  return names
end

--- Inserts a file of the tray, given or picked by the user, before the fragment at the cursor.
---@type segls.Leaf
M.put_in = {
  executes = 'putIn',
  takes = '[file]',
  complete = in_tray,
  run = function(given)
    local at = fragment.at_cursor()
    local function go(file)
      if at and file and execute('putIn', { file = file, toId = at.id }) then
        server.say(file .. ' is in the text again. The file stays until you delete it.')
      end
    end
    local names = in_tray()
    if given ~= '' or not at then
      go(given)
    elseif #names == 0 then
      server.say('There is nothing in the tray.', vim.log.levels.WARN)
    else
      require('segls.choice').among(names, { prompt = 'Put back:', format_item = tostring }, go)
    end
  end,
}

--- Returns a command that writes or removes a note on the fragment at the cursor. A note is a comment in the text.
---@param as 'synopsis'|'label'|'status'
---@param removes? boolean
---@return segls.Leaf
function M.note(as, removes)
  return {
    executes = 'annotateFragment',
    takes = not removes and '[words]' or nil,
    run = function(words)
      local at = fragment.at_cursor()
      if at then
        fragment.note(vim.api.nvim_get_current_buf(), at, as, words, removes)
      end
    end,
  }
end

--- Silences a rule in the document. It completes the rules that have findings.
---@type segls.Leaf
M.ignore_rule = {
  executes = 'ignoreInFile',
  takes = '{rule}',
  run = function(rule)
    execute('ignoreInFile', { rule = rule })
  end,
  complete = function(words)
    local client = server.of(vim.api.nvim_get_current_buf())
    if not client or #words > 0 then
      return {}
    end
    local rules = {}
    for _, diagnostic in ipairs(vim.diagnostic.get(0, { namespace = vim.lsp.diagnostic.get_namespace(client.id) })) do
      rules[diagnostic.code] = true
    end
    return vim.tbl_keys(rules)
  end,
}

--- Returns a command that changes a setting. It completes settings and their values.
---@param scope 'file'|'project'
---@return segls.Leaf
function M.set(scope)
  return {
    executes = 'setTarget',
    takes = '{setting} {value}',
    run = function(argument)
      local setting, text = argument:match('^(%S+)%s+(.+)$')
      if not setting then
        server.say('Give a setting and its value, such as preferred-words 300.', vim.log.levels.ERROR)
        return
      end
      local fine, value = pcall(vim.json.decode, text) -- JSON, or else a string
      if not fine or value == vim.NIL then
        value = text
      end
      execute('setTarget', { scope = scope, setting = setting, value = value })
    end,
    complete = function(words)
      local structure = server.wait(vim.api.nvim_get_current_buf(), 'segls/fragments', {})
      local settings = structure and structure.settings or {}
      if #words == 0 then
        return vim.tbl_keys(settings)
      end
      local value = settings[words[1]]
      return #words == 1 and value ~= nil and { tostring(value) } or {}
    end,
  }
end

--- Reverts one of the listed changes.
---@type segls.Leaf
M.put_back = {
  executes = 'putBack',
  run = function(text)
    require('segls.changes').put_back(text)
  end,
}

--- Returns a command that moves text to a file. The server chooses the name if none is given.
---@param name string
---@return segls.Leaf
function M.into_file(name)
  return {
    executes = name,
    takes = '[file]',
    run = function(file)
      execute(name, { file = file ~= '' and file or nil })
    end,
  }
end

--- Opens the server's report about itself, for bug reports.
---@type segls.Leaf
M.report = {
  executes = 'report',
  run = function()
    local request = { command = 'segls.report', arguments = {} }
    server.ask(vim.api.nvim_get_current_buf(), 'workspace/executeCommand', request, function(text)
      local buffer = vim.api.nvim_create_buf(false, true)
      vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(text, '\n'))
      vim.bo[buffer].bufhidden = 'wipe'
      vim.cmd.sbuffer(buffer)
      vim.bo[buffer].syntax = 'markdown' -- setting the filetype would start servers
    end)
  end,
}

return M
