--- Quick fixes of findings, and actions that read or create files, from the menu.
local menu = require('menu')
local session = require('session')

session.write('.segls.toml', { 'preferred-words = 8', 'scaling = 1', 'paragraph-max-words = 12' })
local findings, fix = menu.open_findings('findings.md', {
  '# Findings 🧂',
  '',
  'Ferries 🌊 cross a river on long ropes, and toll is paid.',
  '',
  'Ropes 🌊 rot. Ferries sink.',
  '',
  'Bees build wax cells for honey and bees. Bees feed on wax and on honey. Salt keeps fish and salt keeps meat.',
}, 2)
fix('Split paragraph at its weakest point', 'Bees build', 'on honey.\n\nSalt keeps')
fix('Merge paragraph with the more similar neighbour', 'Ropes 🌊', 'is paid. Ropes 🌊')
menu.act(findings, 'Ignore this paragraph', 'Ropes 🌊', '<!-- segls: ignore-next -->\n\nRopes 🌊')
local top = ' -->\n\n# Findings'
for _, step in ipairs({
  { 'Ignore paragraph-too-short in this file', 'Ropes 🌊', '<!-- segls: ignore paragraph-too-short' },
  { 'Allow paragraphs of 4 words in this file', 'Ropes 🌊', '<!-- segls: paragraph-min-words = 4' },
  { 'Allow paragraphs of 50 words in this file', 'Bees build', '<!-- segls: paragraph-max-words = 50' },
}) do
  local title, part, comment = unpack(step)
  menu.act(findings, title, part, comment .. top)
end

-- A setting for the project: the settings file changes on disk, and the finding disappears.
menu.go(findings, 'Bees build')
menu.choose('Allow paragraphs of 50 words in this project')
menu.file('.segls.toml', 'preferred-words = 8\nscaling = 1\nparagraph-max-words = 50')
session.eventually('one finding', function()
  local left = vim.diagnostic.get(findings)
  return #left == 1 and left[1].code == 'paragraph-too-short'
end)

-- A linked file is inlined into the text.
session.write('tides.md', { '# Tides', '', 'The moon 🌙 draws the sea.' })
local sea = session.open(
  session.write('sea.md', { '# Sea', '', '## Tides', '', '[Tides](tides.md)', '', '## Boats', '', 'A boat ⛵ floats.' })
)
menu.act(sea, 'Put the text of tides.md here', '[Tides]', '## Tides\n\nThe moon 🌙 draws the sea.\n\n## Boats')

-- The whole document is split into files, in one step.
menu.act(sea, 'Split the document into files by fragments', '# Sea', '## Boats\n\n[')
menu.act(sea, 'Split the document into files by headings', '# Sea', '## Boats\n\n[Boats](boats.md)')
menu.file('boats.md', '# Boats\n\nA boat ⛵ floats.')
