--- Columns counted in UTF-32.
require('editing').check('utf-32', 'unix')
