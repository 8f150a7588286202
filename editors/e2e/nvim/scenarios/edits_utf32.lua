--- Positions are in UTF-32.
require('editing').check('utf-32', 'unix')
