--- The configuration for nvim-lspconfig works without the plug-in.
local session = require('session')
session.needs(vim.lsp.enable, 'vim.lsp.enable')

local upstream = vim.fs.joinpath(
  vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(vim.env.SEGLS_E2E_SCENARIO)))),
  'upstream/nvim-lspconfig'
)
local folder = vim.env.SEGLS_E2E_DIR .. '/upstream'
vim.fn.mkdir(folder .. '/lsp', 'p')
vim.fn.writefile(vim.fn.readfile(upstream .. '/segls.lua'), folder .. '/lsp/segls.lua')
vim.fn.delete(vim.env.SEGLS_E2E_DIR .. '/data/nvim/site/pack', 'rf')
vim.api.nvim_del_augroup_by_name('segls.missing') -- the plug-in was loaded at startup
vim.opt.runtimepath:append(folder)
session.equal(vim.api.nvim_get_runtime_file('lsp/segls.lua', true), { folder .. '/lsp/segls.lua' }, 'the files that are found')

local buffer, client = session.open_sample()
session.equal(client.config.cmd, { 'segls', 'serve', '--stdio' }, 'the command')
session.equal(client.config.init_options, nil, 'the options')
assert(#session.fragments(buffer) > 1, 'no fragments')
local _, text = session.open(session.write('plain.txt', { 'Text.' }))
session.equal(text.config.get_language_id(0, 'text'), 'plaintext', 'the language of a plain text')
