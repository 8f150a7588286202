--- Lines that end with a lone CR.
require('editing').check('utf-16', 'mac')
