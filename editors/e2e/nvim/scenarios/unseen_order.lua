--- An order in a file that is not for the server: it is edited only as it is on disk. And what the statusline says of targets.
local session = require('session')

local folder = vim.env.SEGLS_E2E_DIR .. '/site'
vim.fn.mkdir(folder .. '/docs', 'p')
session.write('site/.segls.toml', { '[work]', 'target-words = 400', '[work.targets]', '"docs/pans.md" = 50' })
session.write('site/mkdocs.yml', { 'site_name: Salt', 'nav:', '  - pans.md', '  - road.md' })
session.write('site/docs/pans.md', { '# Pans', '', 'Brine stands in the pans until the sun has dried them all.' })
session.write('site/docs/road.md', { '# Road', '', 'Mules carry the salt along the road to the coast.' })

local function order()
  return table.concat(vim.fn.readfile(folder .. '/mkdocs.yml'), '\n')
end
local told = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(told, message)
end

session.open(folder .. '/docs/pans.md')
local text = vim.api.nvim_get_current_win()
session.eventually('the target of the file in the statusline', function()
  return require('segls').statusline():find(' 24%% of 50w, 38 to go$')
end)

vim.cmd.split(folder .. '/mkdocs.yml')
vim.api.nvim_buf_set_lines(0, 0, 0, true, { '# mine' })
local site = vim.api.nvim_get_current_buf()
vim.api.nvim_set_current_win(text)
local before = order()
vim.cmd('Segls file move down')
session.eventually('the reason', function()
  return table.concat(told, '\n'):find('mkdocs.yml has changes that are not written', 1, true)
end)
session.equal(order(), before, 'the order on disk')
session.equal(vim.api.nvim_buf_get_lines(site, 0, 1, true)[1], '# mine', 'the order in the editor')

vim.api.nvim_buf_call(site, function()
  vim.cmd('silent write')
end)
vim.cmd('Segls file move down')
session.eventually('the file in another place', function()
  return order():find('  - road.md\n  - pans.md', 1, true)
end)
session.equal(vim.bo[site].modified, false, 'whether the order is unwritten')
session.equal(order():sub(1, 6), '# mine', 'the first line of the order')

vim.cmd.edit(folder .. '/docs/road.md')
session.eventually('the target of the work in the statusline', function()
  return require('segls').statusline():find(' work %d%% of 400w, %d+ to go$')
end)
