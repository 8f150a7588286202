std = 'luajit'
max_line_length = 140
globals = { 'vim.g', 'vim.o', 'vim.bo', 'vim.wo', 'vim.notify', 'vim.ui', 'vim.lsp', 'vim.opt', 'vim.go', 'vim.fn', 'vim.v' }
read_globals = { 'vim' }
files['**/unit/*.lua'] = { globals = { 'vim' } }
