--- Started by a test: saves a gathered text of three files, and kills itself around one of the calls that change files.
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
vim.opt.runtimepath:prepend(vim.fs.normalize(here .. '/../../../nvim'))
package.path = here .. '/?.lua;' .. package.path
local fake = require('fake')
local names = { 'one.md', 'two.md', 'three.md' }

local function run()
  fake.reset()
  vim.o.hidden = true
  for _, name in ipairs(names) do
    fake.write(name, { 'Old.' })
  end
  fake.open({ 'Old.' }, 'one.md')
  local text = ''
  for i, name in ipairs(names) do
    text = text .. ('━━━ %d · %s · aaaa ━━━\n\nOld.\n\n'):format(i, name)
  end
  fake.answers['segls/gather'] = function()
    return {
      text = text,
      markup = 'markdown',
      places = { { uri = fake.uri('one.md'), range = fake.range(0, 0, 4), line = 0 } },
      notes = {},
    }
  end
  vim.cmd('Segls gather work')
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'New.' })
  local changes = vim.tbl_map(function(name)
    local buffer = vim.fn.bufloaded(fake.path(name)) == 1 and vim.fn.bufadd(fake.path(name)) or -1
    local document = { uri = fake.uri(name), version = vim.lsp.util.buf_versions[buffer] or vim.NIL }
    return { textDocument = document, edits = { { range = fake.range(0, 1), newText = 'New.\n' } } }
  end, names)
  fake.answers['segls/scatter'] = function()
    assert(fake.send.server_request('workspace/applyEdit', { label = 'Save', edit = { documentChanges = changes } }).applied)
    return { text = text:gsub('Old', 'New'), markup = 'markdown', places = {}, notes = {} }
  end
  local left = tonumber(vim.env.CALLS)
  local function kill()
    left = left - 1
    if left < 0 then
      vim.uv.kill(vim.fn.getpid(), 'sigkill')
    end
  end
  for _, call in ipairs({
    { vim.uv, 'fs_rename' },
    { vim.uv, 'fs_chmod' },
    { os, 'remove' },
    { vim.fn, 'writefile' },
    { vim.api, 'nvim_buf_call' },
    { vim.api, 'nvim_buf_set_lines' },
  }) do
    local place, name = unpack(call)
    local own = place[name]
    place[name] = function(...)
      kill()
      local results = { own(...) }
      kill()
      return unpack(results)
    end
  end
  vim.cmd('silent write')
end

local fine, failure = xpcall(run, debug.traceback)
if not fine then
  io.stderr:write(failure, '\n')
end
vim.cmd(fine and 'qall!' or 'cquit')
