--- Runs the tests in the files beside this one, cleans up after each, and quits.
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local plugin = vim.fs.normalize(here .. '/../../../nvim')
vim.opt.runtimepath:prepend(plugin)
package.path = here .. '/?.lua;' .. package.path
vim.o.swapfile, vim.o.hidden = false, true

local function run()
  local coverage = vim.env.COVERAGE and require('coverage').start(plugin)
  local fake = require('fake')

  local names = vim.split(vim.env.UNIT_TESTS or '', ' ', { trimempty = true })
  if #names == 0 then
    for _, path in ipairs(vim.fn.glob(here .. '/*_test.lua', true, true)) do
      table.insert(names, (vim.fs.basename(path):gsub('_test%.lua$', '')))
    end
  end

  local passed, failures = 0, {}
  for _, name in ipairs(names) do
    for _, test in ipairs(dofile(('%s/%s_test.lua'):format(here, name))) do
      io.stderr:write('# ', name, ': ', test[1], '\n') -- shows where it hangs
      fake.reset()
      local fine, failure = xpcall(test[2], debug.traceback)
      if fine and vim.v.errmsg ~= '' then
        fine, failure = false, 'Neovim reported: ' .. vim.v.errmsg
      end
      if fine then
        passed = passed + 1
      else
        table.insert(failures, ('not ok - %s: %s\n%s'):format(name, test[1], failure))
      end
    end
  end
  fake.reset()
  if coverage then
    coverage.report()
  end
  local version = vim.version()
  table.insert(failures, ('Neovim %d.%d: %d passed, %d failed'):format(version.major, version.minor, passed, #failures))
  io.stdout:write(table.concat(failures, '\n'), '\n')
  vim.cmd(#failures > 1 and 'cquit' or 'qall!')
end

local fine, failure = xpcall(run, debug.traceback)
if not fine then
  io.stdout:write(failure, '\n')
  vim.cmd('cquit')
end
