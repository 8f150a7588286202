--- In a section with several fragments, the fold at a fragment's first line contains exactly the fragment.
local session = require('session')
session.needs(vim.lsp.foldexpr, 'vim.lsp.foldexpr')

vim.o.foldmethod = 'expr'
vim.o.foldexpr = 'v:lua.vim.lsp.foldexpr()'
vim.o.foldlevel = 99
local buffer = session.open_sample()
local fragments = session.fragments(buffer)
session.go(fragments[1].range.start.line)
session.await_fold()
local folded = 0
for i, fragment in ipairs(fragments) do
  local following = fragments[i + 1]
  local has_siblings = fragment.suggested or (following and following.suggested)
  local first = fragment.range.start.line + 1
  local lines = session.lines_of(buffer, fragment.range)
  if has_siblings and #lines > 1 then
    folded = folded + 1
    vim.cmd('normal! zR')
    vim.cmd(first .. 'foldclose')
    session.equal(vim.fn.foldclosed(first), first, 'the first line of the fold')
    local covered = vim.api.nvim_buf_get_lines(buffer, first - 1, vim.fn.foldclosedend(first), false)
    while covered[#covered]:match('^%s*$') do
      table.remove(covered)
    end
    session.equal(covered, lines, 'the lines that are folded')
  end
end
assert(folded > 1, 'the sample has fragments that fold')
