--- Motions, text objects and the preview of a fragment.
local document = require('segls.document')
local server = require('segls.server')
local M = {}

---@return integer row of the cursor, from zero
local function cursor_row()
  return vim.api.nvim_win_get_cursor(0)[1] - 1
end

--- Moves to the first line of another fragment, `v:count1` fragments away. As a motion it works with operators and
--- selections.
---@param direction 1|-1
function M.go(direction)
  local buffer = vim.api.nvim_get_current_buf()
  local fragments = document.fragments_now(buffer)
  local row = cursor_row()
  local at = document.last_before(fragments, row) or 0
  if direction < 0 and at > 0 and fragments[at].range.start.line < row then
    at = at + 1 -- from inside a fragment, its own beginning is the first one back
  end
  local target = fragments[math.max(1, math.min(at + direction * vim.v.count1, #fragments))]
  if not target then
    return
  end
  local line, column = server.place(buffer, target.range.start)
  if direction > 0 and line <= row or direction < 0 and line >= row then
    return
  end
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
  vim.cmd('normal! zv')
end

--- Selects from one place to another, end exclusive, whatever is selected already.
---@param mode 'v'|'V'
---@param first_row integer from zero
---@param first_column integer
---@param last_row integer
---@param last_column integer
local function select(mode, first_row, first_column, last_row, last_column)
  if vim.fn.mode():match('[vV\22]') then
    vim.cmd('normal! \27')
  end
  vim.api.nvim_win_set_cursor(0, { first_row + 1, first_column })
  vim.cmd('normal! ' .. mode)
  local line = vim.api.nvim_buf_get_lines(0, last_row, last_row + 1, false)[1] or ''
  local before = vim.fn.strcharpart(line:sub(1, last_column), 0, math.max(0, vim.fn.strchars(line:sub(1, last_column)) - 1))
  vim.api.nvim_win_set_cursor(0, { last_row + 1, #before })
end

--- Selects the lines of the fragment at the cursor, `around` with the blank lines after it.
---@param around boolean
function M.select(around)
  local buffer = vim.api.nvim_get_current_buf()
  local fragments = document.fragments_now(buffer)
  local fragment = fragments[document.last_before(fragments, cursor_row()) or 1]
  if not fragment then
    return
  end
  local first = fragment.range.start.line
  local last, column = server.place(buffer, fragment.range['end'])
  if column == 0 and last > first then
    last = last - 1
  end
  if around then
    local count = vim.api.nvim_buf_line_count(buffer)
    while last + 1 < count and vim.api.nvim_buf_get_lines(buffer, last + 1, last + 2, false)[1]:match('^%s*$') do
      last = last + 1
    end
  end
  select('V', first, 0, last, 0)
end

--- Selects the sentence at the cursor by the server's rules, `around` with the blanks after it. Unlike `is`, it is not
--- misled by abbreviations, ordinals and quotes.
---@param around boolean
function M.select_sentence(around)
  local buffer = vim.api.nvim_get_current_buf()
  local ranges = server.wait(buffer, 'textDocument/selectionRange', { positions = { server.cursor() } })
  local range = ranges and ranges[1] and ranges[1].range
  if not range then
    return
  end
  local first_row, first_column = server.place(buffer, range.start)
  local last_row, last_column = server.place(buffer, range['end'])
  if around then
    local line = vim.api.nvim_buf_get_lines(buffer, last_row, last_row + 1, false)[1]
    last_column = last_column + #line:sub(last_column + 1):match('^%s*')
  end
  select('v', first_row, first_column, last_row, last_column)
end

--- Where a title can stand, for a person to choose.
local namings = {
  { as = 'heading', text = 'A heading, which readers see' },
  { as = 'comment', text = 'A comment, which only you see' },
}

--- Gives a fragment a title: the one that is given, or one that the person is asked for. It always asks where to put
--- it.
---@param buffer integer
---@param fragment { id: string, title: string }
---@param title string empty to ask
function M.rename(buffer, fragment, title)
  --- The text may change while a person types and chooses: the id says which fragment is meant.
  local function choose(said)
    if not said or said:match('^%s*$') then
      return
    end
    local options = {
      prompt = 'Where does the title stand?',
      format_item = function(naming)
        return naming.text
      end,
    }
    vim.ui.select(namings, options, function(naming)
      if naming then
        server.execute(buffer, 'renameFragment', { id = fragment.id, title = said, as = naming.as })
      end
    end)
  end
  if title ~= '' then
    choose(title)
  else
    vim.ui.input({ prompt = 'Title: ', default = fragment.title }, choose)
  end
end

--- Shows a fragment in a floating window: its title and size, its terms, and why it begins where it does.
---@param buffer integer
---@param row integer from zero
function M.preview(buffer, row)
  document.fragments(buffer, function(told)
    local index = document.last_before(told.fragments, row) or 1
    local fragment = told.fragments[index]
    if not fragment then
      vim.notify('segls: there is no fragment here')
      return
    end
    local about = ('%d %s'):format(fragment.paragraphs, fragment.paragraphs == 1 and 'paragraph' or 'paragraphs')
    if #fragment.terms > 0 then
      about = about .. ' about ' .. table.concat(fragment.terms, ', ')
    end
    local lines = { ('**%s**'):format(fragment.title), '', about, '' }
    server.ask(buffer, 'textDocument/hover', { position = fragment.range.start }, function(hover)
      if hover and hover ~= vim.NIL then
        vim.list_extend(lines, vim.lsp.util.convert_input_to_markdown_lines(hover.contents))
      else
        local size = 'fragment %d of %d, %d words (target %d)'
        table.insert(lines, size:format(index, #told.fragments, fragment.words, told.target))
      end
      vim.lsp.util.open_floating_preview(lines, 'markdown', { focus_id = 'segls.fragment', border = 'single' })
    end, true)
  end)
end

return M
