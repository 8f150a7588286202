--- Lines end with CR.
require('editing').check('utf-16', 'mac')
