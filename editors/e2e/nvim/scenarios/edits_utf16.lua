--- Random edits with positions in UTF-16.
require('editing').check('utf-16', 'unix')
