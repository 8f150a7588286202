--- The plug-in loads nothing of itself before it is used, and tells what it costs at startup.
local session = require('session')

for name in pairs(package.loaded) do
  assert(not vim.startswith(name, 'segls'), name .. ' is loaded before it is used')
end
local path = vim.api.nvim_get_runtime_file('plugin/segls.lua', false)[1]
local least = math.huge
for _ = 1, 20 do
  vim.g.loaded_segls = nil
  local start = vim.uv.hrtime()
  dofile(path)
  least = math.min(least, (vim.uv.hrtime() - start) / 1e6)
end
session.measured('%.2f ms at startup', least)
session.equal(vim.fn.exists(':Segls'), 2, ':Segls')

-- The runner wants to see a server end.
session.open_sample()
