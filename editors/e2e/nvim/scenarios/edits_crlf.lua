--- Lines end with CR LF.
require('editing').check('utf-16', 'dos')
