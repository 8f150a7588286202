--- The subcommands of `:Segls`, as a tree of words.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

--- The count and range that a subcommand is run with.
---@class segls.Said
---@field count integer at least 1
---@field lines? { [1]: integer, [2]: integer } the selected rows, from zero

--- A subcommand: the end of a path of words.
---@class segls.Leaf
---@field run fun(text: string, said: segls.Said) text is the argument, empty if there is none
---@field executes? string the server command that it executes, without the prefix segls.
---@field takes? string its argument as the help writes it, such as {heading}
---@field complete? fun(said: string[]): string[] completions; said is the words before

--- The words that may follow, each with its own words or subcommand. The empty word is the subcommand of the path so far.
---@alias segls.Words table<string, segls.Words|segls.Leaf>

---@param at segls.Words|segls.Leaf
---@return boolean
local function is_leaf(at)
  return type(at.run) == 'function'
end

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

--- Asks the server to execute one of its commands at the cursor.
---@param name string without the prefix segls.
---@param more? table arguments besides the place
---@return boolean
local function execute(name, more)
  local argument = vim.tbl_extend('keep', more or {}, { position = server.cursor() })
  return server.execute(vim.api.nvim_get_current_buf(), name, argument)
end

--- Repeats an action count times as one undo step; stops at the first failure.
---@param said segls.Said
---@param act fun(): boolean
local function times(said, act)
  for i = 1, said.count do
    if i > 1 then
      pcall(vim.cmd.undojoin)
    end
    if not act() then
      return
    end
  end
end

--- A server command on the paragraph or section at the cursor.
---@param name string
---@param more? table arguments that it always gets
---@return segls.Leaf
local function command(name, more)
  return {
    executes = name,
    run = function(_, said)
      times(said, function()
        return execute(name, more)
      end)
    end,
  }
end

--- A server command on the fragment at the cursor, or on all selected ones.
---@param name string
---@param order? -1 to run it on the last one first
---@return segls.Leaf
local function on_fragment(name, order)
  return {
    executes = name,
    run = function(_, said)
      if not said.lines then
        times(said, function()
          local at = require('segls.fragment').at_cursor()
          return at ~= nil and execute(name, { id = at.id })
        end)
        return
      end
      local _, told = require('segls.fragment').at_cursor()
      local ids = {}
      for _, fragment in ipairs(told and told.fragments or {}) do
        if fragment.range.start.line <= said.lines[2] and fragment.range['end'].line >= said.lines[1] then
          table.insert(ids, order == -1 and 1 or #ids + 1, fragment.id)
        end
      end
      for i, id in ipairs(ids) do
        if i > 1 then
          pcall(vim.cmd.undojoin)
        end
        if not execute(name, { id = id }) then
          return
        end
      end
    end,
  }
end

--- The first and last row of the paragraphs around some rows: up to the blank lines.
---@param lines string[]
---@param first integer from one
---@param last integer
---@return integer, integer
local function around(lines, first, last)
  while first > 1 and lines[first - 1]:match('%S') do
    first = first - 1
  end
  while last < #lines and lines[last + 1]:match('%S') do
    last = last + 1
  end
  return first, last
end

--- The width at which lines are wrapped by hand: 'textwidth', or that of the longest line.
---@param lines string[]
---@param first integer from one
---@param last integer
---@return integer? nil where no paragraph has a second line, or the lines are more than plain paragraphs
local function wrapped_at(lines, first, last)
  local width, is_wrapped = 0, false
  for row = first, last do
    local line = lines[row]
    if line:match('^%s*[-*+#>|<=:%%\\]') or line:match('^%s*%d+[.)]%s') then
      return nil
    end
    is_wrapped = is_wrapped or row > first and line:match('%S') ~= nil and lines[row - 1]:match('%S') ~= nil
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  return is_wrapped and (vim.bo.textwidth > 0 and vim.bo.textwidth or width) or nil
end

--- Runs an action that changes paragraphs; hard-wrapped ones are wrapped again in the same undo step.
---@param act fun()
local function wrapping(act)
  local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  act()
  local after = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  local same, same_at_end = 0, 0
  while same < math.min(#before, #after) and before[same + 1] == after[same + 1] do
    same = same + 1
  end
  local most = math.min(#before, #after) - same
  while same_at_end < most and before[#before - same_at_end] == after[#after - same_at_end] do
    same_at_end = same_at_end + 1
  end
  if same == #before and same == #after then
    return
  end
  local width = wrapped_at(before, around(before, math.min(same + 1, #before), math.max(#before - same_at_end, 1)))
  local first, last = around(after, math.min(same + 1, #after), math.max(#after - same_at_end, 1))
  if not width or not wrapped_at(after, first, last) then
    return
  end
  local own = vim.bo.textwidth
  vim.bo.textwidth = width
  pcall(vim.cmd.undojoin)
  vim.cmd(('silent keepjumps normal! %dGgw%dG'):format(first, last))
  vim.bo.textwidth = own
end

--- A server command that changes paragraphs.
---@param name string
---@return segls.Leaf
local function on_paragraph(name)
  return {
    executes = name,
    run = function(_, said)
      times(said, function()
        local is_done
        wrapping(function()
          is_done = execute(name)
        end)
        return is_done
      end)
    end,
  }
end

--- Merges the paragraph at the cursor with the next, or all selected paragraphs into one.
---@type segls.Leaf
local merge_down = {
  executes = 'mergeParagraphWithNext',
  run = function(_, said)
    local count = said.count
    if said.lines then
      local buffer = vim.api.nvim_get_current_buf()
      local curve = server.wait(buffer, 'segls/curve', {})
      count = -1
      for _, paragraph in ipairs(curve and curve.paragraphs or {}) do
        local inside = paragraph.range.start.line <= said.lines[2] and paragraph.range['end'].line >= said.lines[1]
        count = inside and count + 1 or count
      end
      vim.api.nvim_win_set_cursor(0, { said.lines[1] + 1, 0 })
    end
    local place = server.cursor()
    wrapping(function()
      times({ count = count }, function()
        return execute('mergeParagraphWithNext', { position = place })
      end)
    end)
  end,
}

--- A command that creates a file, whose name can be given.
---@param name string
---@param fragment? boolean whether it is on a fragment, and not on a section
---@return segls.Leaf
local function extraction(name, fragment)
  return {
    executes = name,
    takes = '[file]',
    run = function(file)
      local more = { file = file ~= '' and file or nil }
      if fragment then
        local at = require('segls.fragment').at_cursor()
        if not at then
          return
        end
        more.id = at.id
      end
      execute(name, more)
    end,
  }
end

--- Begins a new file with the heading at the cursor, or with the fragment there.
---@type segls.Leaf
local split_file = {
  executes = 'splitFile',
  takes = '[file]',
  run = function(file)
    local fragment = require('segls.fragment')
    local at = fragment.at_cursor()
    if at then
      local section = fragment.section_at_cursor()
      local is_heading = section and section.range.start.line == vim.api.nvim_win_get_cursor(0)[1] - 1
      execute('splitFile', { id = is_heading and section.id or at.id, file = file ~= '' and file or nil })
    end
  end,
}

--- The sections whose title begins with some words; all of them if there are none.
---@param sections segls.Section[]
---@param title string
---@return segls.Section[]
local function called(sections, title)
  local exact, begun = {}, {}
  for _, section in ipairs(sections) do
    if section.title == title then
      table.insert(exact, section)
    elseif vim.startswith(section.title:lower(), title:lower()) then
      table.insert(begun, section)
    end
  end
  return #exact > 0 and exact or begun
end

--- A command that moves something under a heading: the one named, or one that the user picks.
---@param name string
---@return segls.Leaf
local function under(name)
  return {
    executes = name,
    takes = '[heading]',
    run = function(title)
      local buffer = vim.api.nvim_get_current_buf()
      if not server.demand(buffer) then
        return
      end
      local told = document.told_now(buffer)
      local fragment = name == 'moveFragmentUnder' and require('segls.fragment').at_cursor() or nil
      local from, candidates = server.cursor(), called(told and told.sections or {}, title)
      -- The text may change while the user picks, so the place goes with its version.
      local function go(section)
        if section then
          execute(name, { id = fragment and fragment.id, position = from, version = told.version, toId = section.id })
        end
      end
      if #candidates == 0 then
        vim.notify(('segls: there is no heading "%s"'):format(title), vim.log.levels.ERROR)
      elseif #candidates == 1 then
        go(candidates[1])
      else
        local options = {
          prompt = 'Under which heading?',
          format_item = function(section)
            return section.title
          end,
        }
        vim.ui.select(candidates, options, go)
      end
    end,
    complete = function(said)
      local told = #said == 0 and document.told_now(vim.api.nvim_get_current_buf())
      return told and vim.tbl_map(function(section)
        return section.title
      end, told.sections) or {}
    end,
  }
end

--- Moves what is at the cursor to another place of the work.
---@param unit 'Section'|'Fragment'
---@return segls.Leaf
local function move_to(unit)
  return {
    executes = 'move' .. unit .. 'To',
    takes = '[place]',
    run = function(said)
      local fragment = require('segls.fragment')
      local at = unit == 'Fragment' and fragment.at_cursor() or unit == 'Section' and fragment.section_at_cursor()
      if at then
        require('segls.work').move_to(vim.api.nvim_get_current_buf(), unit, { id = at.id }, said)
      end
    end,
  }
end

--- Swaps the fragment with the one after or before it.
---@param direction 1|-1
---@return segls.Leaf
local function swap(direction)
  return {
    executes = 'swapFragments',
    run = function(_, said)
      local at, told, index = require('segls.fragment').at_cursor()
      local other = told and told.fragments[index + direction * said.count]
      if at and other then
        execute('swapFragments', { id = at.id, toId = other.id })
      elseif at then
        server.say('There is no fragment to swap with.', vim.log.levels.WARN)
      end
    end,
  }
end

--- Moves the file in the order of its work.
---@param step 1|-1
---@return segls.Leaf
local function move_file(step)
  return {
    executes = 'moveFile',
    run = function(_, said)
      for _ = 1, said.count do
        require('segls.work').move_file(vim.api.nvim_get_current_buf(), step)
      end
    end,
  }
end

--- Renames the fragment at the cursor: asks for a title if none is given, and where to put it.
---@type segls.Leaf
local rename = {
  executes = 'renameFragment',
  takes = '[title]',
  run = function(title)
    local at = require('segls.fragment').at_cursor()
    if at then
      require('segls.fragment').rename(vim.api.nvim_get_current_buf(), at, title)
    end
  end,
}

--- Silences a rule in the document; completes the rules that have findings.
---@type segls.Leaf
local ignore_rule = {
  executes = 'ignoreInFile',
  takes = '{rule}',
  run = function(rule)
    execute('ignoreInFile', { rule = rule })
  end,
  complete = function(said)
    local client = server.of(vim.api.nvim_get_current_buf())
    if not client or #said > 0 then
      return {}
    end
    local rules = {}
    for _, diagnostic in ipairs(vim.diagnostic.get(0, { namespace = vim.lsp.diagnostic.get_namespace(client.id) })) do
      rules[diagnostic.code] = true
    end
    return vim.tbl_keys(rules)
  end,
}

--- Changes a setting; completes the settings, each with its value.
---@param scope 'file'|'project'
---@return segls.Leaf
local function set(scope)
  return {
    executes = 'setTarget',
    takes = '{setting} {value}',
    run = function(said)
      local setting, text = said:match('^(%S+)%s+(.+)$')
      if not setting then
        vim.notify('segls: say a setting and its value, such as preferred-words 300', vim.log.levels.ERROR)
        return
      end
      local fine, value = pcall(vim.json.decode, text) -- a number, true or false; everything else is a word
      execute('setTarget', { scope = scope, setting = setting, value = fine and value or text })
    end,
    complete = function(said)
      local told = server.wait(vim.api.nvim_get_current_buf(), 'segls/fragments', {})
      local settings = told and told.settings or {}
      if #said == 0 then
        return vim.tbl_keys(settings)
      end
      local value = settings[said[1]]
      return #said == 1 and value ~= nil and { tostring(value) } or {}
    end,
  }
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

--- Shows what the fragment at the cursor is about, and why it begins where it does.
---@type segls.Leaf
local preview = {
  run = function()
    require('segls.fragment').preview(vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1)
  end,
}

---@type segls.Words
local words = {
  explain = preview,
  curve = {
    [''] = {
      run = function()
        require('segls.curve').toggle()
      end,
    },
    work = {
      run = function()
        require('segls.curve_work').toggle()
      end,
    },
  },
  outline = {
    run = function()
      require('segls.outline').toggle()
    end,
  },
  work = {
    [''] = {
      run = function()
        require('segls.work').toggle()
      end,
    },
    folder = {
      run = function()
        require('segls.work').toggle(true)
      end,
    },
  },
  file = {
    split = split_file,
    merge = command('mergeFiles'),
    move = { up = move_file(-1), down = move_file(1) },
    section = command('fileToSection'),
    rename = {
      takes = '[name]',
      run = function(name)
        local buffer = vim.api.nvim_get_current_buf()
        require('segls.work').rename(buffer, vim.api.nvim_buf_get_name(buffer), name)
      end,
    },
    undo = {
      run = function()
        require('segls.files').undo()
      end,
    },
    redo = {
      run = function()
        require('segls.files').redo()
      end,
    },
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
  fragment = {
    next = {
      run = function()
        require('segls.fragment').go(1)
      end,
    },
    prev = {
      run = function()
        require('segls.fragment').go(-1)
      end,
    },
    select = {
      run = function()
        require('segls.fragment').select(false)
      end,
    },
    preview = preview,
    move = {
      up = on_fragment('moveFragmentUp'),
      down = on_fragment('moveFragmentDown', -1),
      under = under('moveFragmentUnder'),
      to = move_to('Fragment'),
    },
    swap = { next = swap(1), prev = swap(-1) },
    merge = on_fragment('mergeFragments'),
    rename = rename,
    extract = extraction('extractFragment', true),
  },
  section = {
    move = {
      up = { [''] = command('moveSectionUp'), level = command('moveSectionUp', { mendLevels = true }) },
      down = { [''] = command('moveSectionDown'), level = command('moveSectionDown', { mendLevels = true }) },
      under = under('moveSectionUnder'),
      to = move_to('Section'),
    },
    file = extraction('sectionToFile'),
    promote = command('promoteSection'),
    demote = command('demoteSection'),
    extract = extraction('extractSection'),
  },
  paragraph = {
    split = { [''] = on_paragraph('splitParagraph'), here = on_paragraph('splitParagraphHere') },
    merge = {
      [''] = on_paragraph('mergeParagraph'),
      up = on_paragraph('mergeParagraphWithPrevious'),
      down = merge_down,
    },
  },
  document = {
    split = {
      headings = command('splitDocument', { by = 'headings' }),
      fragments = command('splitDocument', { by = 'fragments' }),
    },
  },
  boundary = { pin = on_fragment('pinBoundary'), veto = on_fragment('vetoBoundary') },
  heading = { insert = on_fragment('insertHeading'), remove = command('removeHeading') },
  ['break'] = on_fragment('insertBreak'),
  inline = command('inlineFile'),
  ignore = { paragraph = command('ignoreHere'), rule = ignore_rule },
  set = { file = set('file'), project = set('project') },
  changes = {
    takes = '[revision]',
    run = function(revision)
      require('segls.changes').list(revision)
    end,
  },
  ['changes!'] = {
    run = function()
      require('segls.changes').close()
    end,
  },
  put = {
    back = {
      executes = 'putBack',
      run = function()
        require('segls.changes').put_back()
      end,
    },
  },
  release = on_fragment('release'),
  ['release!'] = command('release', { all = true }),
  report = report,
}

--- Walks the tree along the words.
---@param said string[]
---@return segls.Words|segls.Leaf|nil at nil if they lead nowhere
---@return string[] rest the words after a subcommand
local function follow(said)
  local at = words
  for i, word in ipairs(said) do
    if is_leaf(at) then
      return at, vim.list_slice(said, i)
    end
    at = word ~= '' and at[word] or nil
    if not at then
      return nil, {}
    end
  end
  return at, {}
end

--- What `.` repeats.
---@type { leaf: segls.Leaf, text: string, count: integer }?
local last

--- How many calls of 'operatorfunc' are still due that only make `.` remember it.
local due = 0

--- The 'operatorfunc': runs the last command again.
function M.again()
  if due > 0 then
    due = due - 1
  elseif last then
    last.leaf.run(last.text, { count = vim.v.count > 0 and vim.v.count or last.count })
  end
end

--- Makes `.` repeat a command. Vim repeats operators only, so an operator that does nothing follows the command.
---@param leaf segls.Leaf
---@param text string
---@param count integer
local function remember(leaf, text, count)
  if vim.api.nvim_get_mode().mode ~= 'n' or vim.bo.buftype ~= '' then
    return
  end
  last = { leaf = leaf, text = text, count = count }
  due = due + 1
  vim.go.operatorfunc = "v:lua.require'segls.command'.again"
  vim.api.nvim_feedkeys('g@l', 'ni', false)
end

--- Runs a subcommand. In a panel it acts on the text that the panel belongs to.
---@param words_said string[]
---@param said? { range: integer, line1: integer, line2: integer } as a user command gets it
function M.run(words_said, said)
  local at, rest = follow(words_said)
  if at and not is_leaf(at) then
    at = at['']
  end
  if not (at and (at.takes or #rest == 0)) then
    local line = table.concat(words_said, ' ')
    server.say(('There is no ":Segls %s", see :help segls-commands'):format(line), vim.log.levels.ERROR)
    return
  end
  local text = table.concat(rest, ' ')
  local beside = require('segls.panel').of(vim.api.nvim_get_current_buf())
  local window = beside and beside:text_window()
  local function run()
    local lines, count = nil, vim.v.count1
    if said and said.range == 2 then
      -- Vim turns a count before the colon into a range of that many lines.
      local is_count = said.line1 == vim.fn.line('.') and said.line2 == math.min(said.line1 + count - 1, vim.fn.line('$'))
      lines = not is_count and { said.line1 - 1, said.line2 - 1 } or nil
    elseif said and said.range == 1 then
      vim.api.nvim_win_set_cursor(0, { math.max(1, math.min(said.line1, vim.api.nvim_buf_line_count(0))), 0 })
    end
    at.run(text, { count = count, lines = lines })
    if at.executes and not lines then
      remember(at, text, count)
    end
  end
  if window then
    vim.api.nvim_win_call(window, run)
  else
    run()
  end
end

--- Completions for the word at the cursor, with blanks escaped: each must stay one word.
---@param beginning string of the word at the cursor
---@param line string
---@return string[]
function M.complete(beginning, line)
  local before = line:sub(1, #line - #beginning)
  local at, rest = follow(vim.split(vim.trim(before:match('^.-%f[%a]Se%a*%s(.*)$') or ''), '%s+', { trimempty = true }))
  local candidates = {}
  if at and is_leaf(at) then
    candidates = at.complete and at.complete(rest) or {}
  elseif at then
    candidates = vim.tbl_keys(at)
  end
  local found = {}
  for _, candidate in ipairs(candidates) do
    local word = candidate:gsub('[ \\]', '\\%0')
    if word ~= '' and vim.startswith(word:lower(), beginning:lower()) then
      table.insert(found, word)
    end
  end
  table.sort(found)
  return found
end

--- Every subcommand with its argument. The tests hold the help to this list.
---@return { line: string, takes?: string, executes?: string }[]
function M.all()
  local lines = {}
  local function walk(at, line)
    if is_leaf(at) then
      table.insert(lines, { line = line, takes = at.takes, executes = at.executes })
      return
    end
    for word, deeper in pairs(at) do
      walk(deeper, vim.trim(line .. ' ' .. word))
    end
  end
  walk(words, '')
  table.sort(lines, function(a, b)
    return a.line < b.line
  end)
  return lines
end

return M
