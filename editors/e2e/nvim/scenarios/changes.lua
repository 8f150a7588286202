--- `:Segls changes` lists what has changed since the text was opened and since a revision, with a lens above each change.
local session = require('session')

local pans = { '## Pans', '', 'The pans lie in rows along the shore, and the sun does the rest of the work.', '' }
local mules = { '## Mules', '', 'Mules carry more than horses and complain less. They were bought in the hills.', '' }
local drivers = { 'The drivers slept under the sacks and knew all the wells by name.', '' }
local function joined(...)
  return vim.iter({ { '# Road', '' }, ... }):flatten():totable()
end
local path = session.write('road.md', joined(pans, mules, drivers))
local buffer = session.open(path)
local text = vim.api.nvim_get_current_win()

local function listed()
  return vim
    .iter(vim.fn.getloclist(text))
    :map(function(entry)
      return entry.lnum .. ' ' .. entry.text
    end)
    :totable()
end

vim.api.nvim_buf_set_lines(buffer, 0, -1, false, joined(mules, drivers, pans))
vim.cmd.Segls('changes')
session.eventually('a list of changes', function()
  return #listed() > 0
end)
session.equal(listed(), { '9 section “Pans” moved within “Road”' }, 'what has changed since the text was opened')
session.equal(#vim.api.nvim_list_wins(), 2, 'windows')
vim.api.nvim_set_current_win(text)
session.await_shown('moved here', 8)

-- In the list: the text before in a window beside it, and the change put back in one step, which undo takes back.
local was = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
vim.cmd.lopen()
vim.api.nvim_feedkeys('K', 'xt', false)
local float = vim.iter(vim.api.nvim_list_wins()):find(function(window)
  return vim.api.nvim_win_get_config(window).relative ~= ''
end)
local before = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false)
session.equal(vim.trim(table.concat(before, '\n')), '## Pans\n\n' .. pans[3], 'the text before')
vim.api.nvim_win_close(float, true)
vim.api.nvim_feedkeys('u', 'xt', false)
session.equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), joined(pans, mules, drivers), 'the text put back')
session.eventually('an empty list', function()
  return #listed() == 0
end)
vim.api.nvim_set_current_win(text)
vim.cmd.undo()
session.equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), was, 'the text after undo')
vim.cmd.Segls('changes!')
session.equal(#vim.api.nvim_list_wins(), 1, 'windows after changes!')

if vim.fn.executable('git') == 1 then
  local function git(...)
    local run =
      vim.system({ 'git', '-C', vim.fs.dirname(path), '-c', 'user.name=A', '-c', 'user.email=a@example.com', ... }):wait()
    assert(run.code == 0, run.stderr)
  end
  git('init', '-q')
  git('add', 'road.md')
  git('commit', '-qm', 'one')
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, joined(pans, mules))
  vim.cmd.Segls({ args = { 'changes', 'HEAD' } })
  session.eventually('a list of changes since HEAD', function()
    return (listed()[1] or ''):find('removed', 1, true)
  end)
end
