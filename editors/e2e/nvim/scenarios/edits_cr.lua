--- Random edits of a text whose lines end with CR.
require('editing').check('utf-16', 'mac')
