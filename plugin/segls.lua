--- For plug-in managers, which clone the whole repository; the plug-in is in editors/nvim.
local plugin = vim.fs.dirname(vim.fs.dirname(vim.fs.normalize(debug.getinfo(1, 'S').source:sub(2)))) .. '/editors/nvim'
vim.opt.runtimepath:append(plugin)
local help, tags = vim.uv.fs_stat(plugin .. '/doc/segls.txt'), vim.uv.fs_stat(plugin .. '/doc/tags')
if help and (not tags or tags.mtime.sec < help.mtime.sec) then
  pcall(vim.cmd.helptags, plugin .. '/doc') -- the folder may be read-only
end
vim.cmd.source(vim.fn.fnameescape(plugin .. '/plugin/segls.lua'))
