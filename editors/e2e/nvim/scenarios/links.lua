--- Links lead where they lead: by Neovim's own key for a definition, to a heading of another file; and they are told as links.
local menu = require('menu')
local session = require('session')

vim.fn.mkdir(vim.env.SEGLS_E2E_DIR .. '/book', 'p')
session.write('book/.segls.toml', { '[work]', 'files = ["salt.md", "bees.md"]' })
session.write('book/bees.md', { '# Bees', '', 'Bees 🐝 build.', '', '## Wax', '', 'Wax burns.' })
local path = session.write('book/salt.md', { '# Salt', '', 'Salt 🧂 keeps fish, as [wax](bees.md#wax) keeps light.' })
local buffer = session.open(path)
menu.go(buffer, 'bees.md#wax')
vim.lsp.buf.definition()
session.eventually('the heading in the other file', function()
  return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'bees.md' and vim.api.nvim_get_current_line() == '## Wax'
end)
local links = session.eventually('links', function()
  local told = session.ask(buffer, 'textDocument/documentLink')
  return #told > 0 and told
end)
session.equal(#links, 1, 'links')
assert(links[1].target:find('bees.md#L5', 1, true), vim.inspect(links))
