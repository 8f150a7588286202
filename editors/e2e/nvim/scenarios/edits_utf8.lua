--- Random edits with positions in UTF-8.
require('editing').check('utf-8', 'unix')
