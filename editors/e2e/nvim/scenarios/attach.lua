--- The server starts automatically: once for a project, whose root has .segls.toml, and without a root.
local session = require('session')

local folder = vim.env.SEGLS_E2E_DIR .. '/project'
vim.fn.mkdir(folder .. '/chapters', 'p')
vim.fn.writefile({}, folder .. '/.segls.toml')
vim.fn.writefile({ '# One' }, folder .. '/chapters/one.md')
vim.fn.writefile({ 'Two.' }, folder .. '/chapters/two.txt')

local _, first = session.open(folder .. '/chapters/one.md')
session.equal(first.config.root_dir, folder, 'the root of the project')
local _, second = session.open(folder .. '/chapters/two.txt')
session.equal(second.id, first.id, 'the server of a second file')
session.equal(second.config.get_language_id(0, 'text'), 'plaintext', 'the language of a plain text')
session.equal(second.config.get_language_id(0, 'markdown'), 'markdown', 'the language of a Markdown file')

local buffer, alone = session.open_sample()
assert(alone.id ~= first.id, 'a file outside the project got the server of the project')
assert(#session.fragments(buffer) > 1, 'no fragments without a project')

-- Every command of the server has a subcommand of :Segls, and each subcommand has its command.
local reached = {
  ['segls.selectFragment'] = true, -- :Segls fragment select is the text object
  ['segls.insertBreak'] = true, -- segls.newScene under its old name
  ['segls.insertLink'] = true, -- a key in the lists of passages
  ['segls.quote'] = true,
}
for _, leaf in ipairs(require('segls.command').all()) do
  if leaf.executes then
    reached['segls.' .. leaf.executes] = true
  end
end
local offered = vim.deepcopy(alone.server_capabilities.executeCommandProvider.commands)
reached = vim.tbl_keys(reached)
table.sort(reached)
table.sort(offered)
session.equal(reached, offered, 'the commands that :Segls reaches')

vim.cmd('syntax off') -- in 0.10 the syntax file of reStructuredText sets v:errmsg
local names = {
  latex = 'tex',
  restructuredtext = 'rst',
  asciidoc = 'adoc',
  org = 'org',
  html = 'html',
  typst = 'typ',
  text = 'txt',
  markdown = 'md',
}
for markup, ending in pairs(names) do
  local named = session.open(session.write('text.' .. ending, { 'A text.' }))
  session.equal(session.ask(named, 'segls/fragments').markup, markup, 'the markup of .' .. ending)
end
