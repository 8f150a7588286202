--- Random edits of a text whose lines end with CR LF.
require('editing').check('utf-16', 'dos')
