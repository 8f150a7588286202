std = 'luajit'
max_line_length = 140
globals = { 'vim.g', 'vim.o', 'vim.bo', 'vim.wo', 'vim.notify', 'vim.ui', 'vim.lsp', 'vim.opt' }
read_globals = { 'vim' }
