--- The plug-in's own folds, on every Neovim: a closed fragment shows its title and its words.
local session = require('session')

vim.o.foldmethod = 'expr'
vim.o.foldexpr = "v:lua.require'segls.folds'.level()"
vim.o.foldtext = "v:lua.require'segls.folds'.text()"
vim.o.foldlevel = 99
local buffer = session.open_sample()
session.go(session.fragments(buffer)[1].range.start.line)
session.await_fold()

---@return integer how many folds have been looked at
local function check()
  local fragments, seen = session.fragments(buffer), 0
  for i, fragment in ipairs(fragments) do
    local following = fragments[i + 1]
    local first, lines = fragment.range.start.line + 1, session.lines_of(buffer, fragment.range)
    if (fragment.suggested or (following and following.suggested)) and #lines > 1 then
      seen = seen + 1
      vim.cmd('normal! zR')
      vim.cmd(first .. 'foldclose')
      session.equal(vim.fn.foldclosed(first), first, 'the first line of the fold')
      local covered = vim.api.nvim_buf_get_lines(buffer, first - 1, vim.fn.foldclosedend(first), false)
      while covered[#covered]:match('^%s*$') do
        table.remove(covered)
      end
      session.equal(covered, lines, 'the lines that are folded')
      session.eventually('the text of the fold', function()
        local text = vim.fn.foldtextresult(first)
        return text:find(fragment.title, 1, true) and text:find(fragment.words .. ' words', 1, true)
      end)
    end
  end
  return seen
end
assert(check() > 1, 'the sample has fragments that fold')

-- Lines typed above move the folds once the server has told of them.
vim.cmd('normal! zR')
vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'Typed 🌊.', '' })
session.eventually('the folds at their new lines', function()
  return pcall(check)
end)
