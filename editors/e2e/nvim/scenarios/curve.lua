--- The curve window: one column for each gap, boundaries marked, both cursors follow each other, keys change the settings
--- of the document, and nothing is left behind when it closes.
local session = require('session')

local buffer = session.open_sample()
local text = vim.api.nvim_get_current_win()
local function curve()
  return session.ask(buffer, 'segls/curve')
end
local before = #session.fragments(buffer)
vim.cmd('Segls curve')
session.equal(vim.api.nvim_get_current_win(), text, 'the window after opening the curve')
local window = session.eventually('the window of the curve', function()
  return session.panel('curve')
end)
local drawn = vim.api.nvim_win_get_buf(window)

---@return string[]
local function lines()
  return vim.api.nvim_buf_get_lines(drawn, 0, -1, false)
end

--- Waits until the marks are those of the server's curve.
local function await_marks()
  session.eventually('the marks of the curve', function()
    local marks = {}
    for _, gap in ipairs(curve().gaps) do
      table.insert(marks, gap.boundary and (gap.constraint == 'heading' and '#' or '◆') or '·')
    end
    return lines()[7] == table.concat(marks)
  end)
end
await_marks()

-- Each column is as high as its gap is similar, the highest as high as there is room.
local eighths =
  { ['▁'] = 1, ['▂'] = 2, ['▃'] = 3, ['▄'] = 4, ['▅'] = 5, ['▆'] = 6, ['▇'] = 7, ['█'] = 8, [' '] = 0 }
local highest = 0
for _, gap in ipairs(curve().gaps) do
  highest = math.max(highest, gap.similarity)
end
for i, gap in ipairs(curve().gaps) do
  local height = 0
  for row = 1, 6 do
    height = height + eighths[vim.fn.strcharpart(lines()[row], i - 1, 1)]
  end
  session.equal(height, math.max(1, math.floor(gap.similarity / highest * 48 + 0.5)), 'the height of gap ' .. i)
end

-- The text's cursor leads.
local gaps, paragraphs = curve().gaps, curve().paragraphs
local target
for i, gap in ipairs(gaps) do
  target = gap.boundary and gap.constraint ~= 'heading' and i or target
end
session.go(paragraphs[target + 1].range.start.line)
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = buffer })
local function column()
  local at = vim.api.nvim_win_get_cursor(window)
  return vim.fn.strchars(lines()[at[1]]:sub(1, at[2]))
end
session.equal(column(), target - 1, 'the column of the curve')
assert(
  session.screen():find(('gap %d of %d · similarity %.2f · boundary'):format(target, #gaps, gaps[target].similarity), 1, true),
  session.screen()
)

-- The curve's cursor leads, and <CR> goes to the text.
vim.api.nvim_set_current_win(window)
vim.cmd('normal ' .. vim.keycode('[g'))
local previous
for i = 1, target - 1 do
  previous = gaps[i].boundary and i or previous
end
session.equal(column(), previous - 1, 'the column after [g')
session.equal(vim.api.nvim_win_get_cursor(text)[1] - 1, paragraphs[previous + 1].range.start.line, 'the row of the text')
vim.cmd('normal! 0')
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = drawn })
vim.cmd('normal ' .. vim.keycode('<CR>'))
session.equal(vim.api.nvim_get_current_win(), text, 'the window after <CR>')
session.equal(vim.api.nvim_win_get_cursor(text)[1] - 1, paragraphs[2].range.start.line, 'the row after <CR>')

-- Keys change the settings, live.
vim.api.nvim_set_current_win(window)
for _ = 1, 8 do
  local words = session.ask(buffer, 'segls/fragments').settings['preferred-words']
  vim.cmd('normal -')
  session.eventually('a smaller preferred length in the title', function()
    local now = session.ask(buffer, 'segls/fragments').settings['preferred-words']
    return now < words and vim.wo[window].winbar:find(now .. ' words (+ -)', 1, true)
  end)
end
assert(#session.fragments(buffer) > before, 'no more fragments with a smaller preferred length')
await_marks()
vim.cmd('normal >')
session.eventually('a larger scaling', function()
  return session.ask(buffer, 'segls/fragments').settings.scaling == 0.55
end)
vim.cmd('normal =')
session.eventually('the settings as they were', function()
  return #session.fragments(buffer) == before
end)
await_marks()

-- The whole document in braille.
vim.cmd('normal z')
local braille = lines()[1]
assert(vim.fn.char2nr(braille) >= 0x2800 and vim.fn.char2nr(braille) < 0x2900, 'no braille: ' .. braille)
assert(vim.fn.strchars(braille) <= vim.api.nvim_win_get_width(window), 'wider than the window')
vim.cmd('normal z')
await_marks()

-- It follows edits and goes when it is told to, or with its document.
vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'A 🌊 paragraph that was not there.', '' })
await_marks()
vim.cmd('normal q')
session.equal(#vim.api.nvim_list_wins(), 1, 'windows after q')
vim.cmd('Segls curve')
session.equal(#vim.api.nvim_list_wins(), 2, 'windows after opening it again')
vim.cmd('bwipeout! ' .. buffer)
session.eventually('the curve to go with its document', function()
  return not session.panel('curve')
end)
