--- Records which lines of the plug-in run.
local M = {}

--- Returns the lines of a file that have code.
---@param path string
---@return table<integer, boolean>
local function lines_of(path)
  local info, constant = require('jit.util').funcinfo, require('jit.util').funck
  local found = {}
  local function walk(proto)
    local whole = info(proto)
    for pc = 1, whole.bytecodes - 1 do
      found[info(proto, pc).currentline] = true
    end
    for i = -1, -whole.gcconsts, -1 do
      local child = constant(proto, i)
      if type(child) == 'proto' then
        walk(child)
      end
    end
  end
  walk(assert(loadfile(path)))
  return found
end

--- Starts recording.
---@param plugin string its folder
function M.start(plugin)
  jit.off()
  local ran = {} ---@type table<string, table<integer, boolean>>
  debug.sethook(function(_, line)
    local source = debug.getinfo(2, 'S').source
    local path = source:match('^@.*/editors/nvim/(.*)$')
    if path then
      ran[path] = ran[path] or {}
      ran[path][line] = true
    end
  end, 'l')
  return {
    --- Prints the coverage of each module, and the lines that did not run.
    report = function()
      debug.sethook()
      local all, done = 0, 0
      for _, path in ipairs(vim.fn.glob(plugin .. '/**/*.lua', true, true)) do
        local name = path:sub(#plugin + 2)
        local lines, own, missed = 0, 0, {}
        for line in pairs(lines_of(path)) do
          lines = lines + 1
          if ran[name] and ran[name][line] then
            own = own + 1
          else
            table.insert(missed, line)
          end
        end
        table.sort(missed)
        all, done = all + lines, done + own
        io.stdout:write(('%5.1f %%  %s  %s'):format(100 * own / lines, name, table.concat(missed, ' ')), '\n')
      end
      io.stdout:write(('%5.1f %%  of %d lines'):format(100 * done / all, all), '\n')
    end,
  }
end

return M
