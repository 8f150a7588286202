--- `:Segls`: finds, runs, repeats and completes its subcommands.
local server = require('segls.server')
local words = require('segls.words')
local M = {}

---@param at segls.Words|segls.Leaf
---@return boolean
local function is_leaf(at)
  return type(at.run) == 'function'
end

--- Follows words through the tree.
---@param typed string[]
---@return segls.Words|segls.Leaf|nil at where the words lead; nil if there is no such subcommand
---@return string[] rest the words after a subcommand
local function follow(typed)
  local at = words
  for i, word in ipairs(typed) do
    if is_leaf(at) then
      return at, vim.list_slice(typed, i)
    end
    at = word ~= '' and at[word] or nil
    if not at then
      return nil, {}
    end
  end
  return at, {}
end

--- The command that `.` repeats.
---@type { leaf: segls.Leaf, text: string, count: integer }?
local last

--- The number of pending calls of 'operatorfunc' whose only purpose is that `.` repeats the last command.
local due = 0

--- The 'operatorfunc': runs the last command again.
function M.again()
  if due > 0 then
    due = due - 1
  elseif last then
    last.leaf.run(last.text, { count = vim.v.count > 0 and vim.v.count or last.count, again = true })
  end
end

--- Makes `.` repeat a command. Vim repeats only operators, so an operator that does nothing follows the command.
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

--- Runs a subcommand. In a panel it acts on the panel's text.
---@param typed string[]
---@param opts? { range: integer, line1: integer, line2: integer } as passed to a user command
function M.run(typed, opts)
  if #typed == 0 then
    vim.cmd.help('segls-commands')
    return
  end
  local at, rest = follow(typed)
  if at and not is_leaf(at) then
    at = at['']
  end
  if not (at and (at.takes or #rest == 0)) then
    local line = table.concat(typed, ' ')
    server.say(('There is no ":Segls %s", see :help segls-commands'):format(line), vim.log.levels.ERROR)
    return
  end
  local text = table.concat(rest, ' ')
  local beside = require('segls.panel').of(vim.api.nvim_get_current_buf())
  local window = beside and beside:text_window()
  local function run()
    local lines, count = nil, vim.v.count1
    if opts and opts.range == 2 then
      -- Vim turns a count before the colon into a range of that many lines.
      local is_count = vim.v.count > 0
        and opts.line1 == vim.fn.line('.')
        and opts.line2 == math.min(opts.line1 + count - 1, vim.fn.line('$'))
      lines = not is_count and { opts.line1 - 1, opts.line2 - 1 } or nil
    elseif opts and opts.range == 1 then
      vim.api.nvim_win_set_cursor(0, { math.max(1, math.min(opts.line1, vim.api.nvim_buf_line_count(0))), 0 })
    end
    at.run(text, { count = count, lines = lines })
    if at.executes and not lines then
      remember(at, text, count)
    end
  end
  if window then
    local buffer = vim.api.nvim_win_get_buf(window)
    vim.api.nvim_win_call(window, run)
    if vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) ~= buffer then
      vim.api.nvim_set_current_win(window) -- the command has opened another text
    end
  else
    run()
  end
end

--- Runs `:Segls`, and a command after a bar. `-bar` would take a quotation mark in a title for the start of a comment.
---@param command { args: string, range: integer, line1: integer, line2: integer } as passed to a user command
function M.run_line(command)
  local own, next_command = (' ' .. command.args):match('^(.-[^\\])|(.*)$')
  local typed = vim.api.nvim_parse_cmd('Segls' .. (own or ' ' .. command.args), {}).args
  M.run(
    vim.tbl_map(function(word)
      return (word:gsub('\\|', '|'))
    end, typed),
    command
  )
  if next_command then
    vim.cmd(next_command)
  end
end

--- Returns the completions of the word at the cursor, escaped, because each must stay one word.
---@param beginning string the beginning of the word at the cursor
---@param line string
---@return string[]
function M.complete(beginning, line)
  local before = line:sub(1, #line - #beginning):gsub('^.*[^\\]|', '')
  local at, rest = follow(vim.split(vim.trim(before:match('^.-%f[%a]Se%a*%s(.*)$') or ''), '%s+', { trimempty = true }))
  local candidates = {}
  if at and is_leaf(at) then
    candidates = at.complete and at.complete(rest) or {}
  elseif at then
    candidates = vim.tbl_keys(at)
  end
  local found = {}
  for _, candidate in ipairs(candidates) do
    local word = candidate:gsub('[ \\|]', '\\%0')
    if word ~= '' and vim.startswith(word:lower(), beginning:lower()) then
      table.insert(found, word)
    end
  end
  table.sort(found)
  return found
end

--- Returns all subcommands with their arguments. Tests compare the help with them.
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
