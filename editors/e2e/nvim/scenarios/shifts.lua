--- Quick fixes of headings without a topic change, of topic changes without a heading, and of long fragments.
local menu = require('menu')

local _, fix = menu.open_findings('shifts.md', {
  '<!-- segls: preferred-words = 6 -->',
  '<!-- segls: scaling = 1 -->',
  '<!-- segls: window-paragraphs = 1 -->',
  '<!-- segls: heading-min-shift = 0.3 -->',
  '<!-- segls: boundary-max-shift = 0.3 -->',
  '',
  'Salt keeps fish and salt keeps meat.',
  '',
  '## More 🧂 salt',
  '',
  'Salt keeps fish and salt keeps meat.',
  '',
  'Ferries 🌊 cross a river. Ferries carry mules and tolls.',
}, 2)
fix('Remove the heading', 'More 🧂', 'meat.\n\nSalt keeps')
fix('Demote section', 'More 🧂', '\n### More 🧂')
fix('Ignore this heading', 'More 🧂', 'salt\n\n<!-- segls: ignore-next -->\n\nSalt')
fix('Ignore heading-without-topic-shift in this file', 'More 🧂', '<!-- segls: ignore heading-without-topic-shift -->\n')
fix('Insert heading “', 'Ferries 🌊', 'meat.\n\n### ')
fix('Ignore this boundary', 'Ferries 🌊', '<!-- segls: ignore-next -->\n\nFerries')

local long, fix_length = menu.open_findings('long.md', {
  '<!-- segls: preferred-words = 6 -->',
  '<!-- segls: max-words = 9 -->',
  '',
  'Ferries 🌊 cross a river on long ropes, and toll is paid.',
  '',
  'Salt keeps fish and salt keeps meat.',
}, 1)
fix_length('Allow fragments of 50 words in this file', 'Ferries', '<!-- segls: max-words = 50 -->')
fix_length('Ignore this fragment', 'Ferries', '<!-- segls: ignore-next -->\n\nFerries')
menu.go(long, 'Ferries')
menu.choose('Allow fragments of 50 words in this project', 'quickfix')
menu.file('.segls.toml', 'max-words = 50')
