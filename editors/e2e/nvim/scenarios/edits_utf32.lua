--- Random edits with positions in UTF-32.
require('editing').check('utf-32', 'unix')
