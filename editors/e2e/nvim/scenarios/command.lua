--- The help names every command and every key, completion leads to each command, the server's commands are all there, and
--- unknown words are refused in words.
local session = require('session')

local command = require('segls.command')
local path = vim.api.nvim_get_runtime_file('doc/segls.txt', false)[1]
local help = table.concat(vim.fn.readfile(path), '\n')
-- The lines of the help and the lines of words are the same, each with what it takes.
local is_told, is_line = {}, {} ---@type table<string, boolean>, table<string, boolean> by line of words
for _, leaf in ipairs(command.all()) do
  is_told[':Segls ' .. leaf.line .. (leaf.takes and ' ' .. leaf.takes or '')] = false
  is_line[leaf.line] = true
  local said = vim.split(leaf.line, ' ')
  for i, word in ipairs(said) do
    local line = 'silent Segls ' .. table.concat(said, ' ', 1, i - 1) .. (i > 1 and ' ' or '')
    assert(vim.tbl_contains(vim.fn.getcompletion(line .. word:sub(1, 2), 'cmdline'), word), 'no completion to ' .. leaf.line)
  end
end
for line in help:gmatch('\n(:Segls [^\n]*)') do
  local longest = ''
  for usage in pairs(is_told) do
    if #usage > #longest and vim.startswith(line .. ' ', usage .. ' ') then
      longest = usage
    end
  end
  local key = line:match('^:Segls (.-)%s+%*<Plug>')
  assert(longest ~= '' or is_line[key], 'there is no ' .. line)
  is_told[longest] = true
end
for usage, told in pairs(is_told) do
  assert(told, 'the help does not tell of ' .. usage)
end
-- Every command that needs nothing said after it has a key to map, of the same words. Each key has a tag in the help, and each
-- tag a key; the suggested keymap names what is there.
local keys = {} ---@type table<string, boolean>
for _, mode in ipairs({ 'n', 'x', 'o' }) do
  for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
    local plug = map.lhs:match('^<Plug>%(segls%-[^)]*%)')
    if plug then
      keys[plug] = true
      assert(help:find('*' .. plug .. '*', 1, true), 'the help does not tell of ' .. plug)
      local words = map.rhs and map.rhs:match('Segls (.*)<CR>')
      assert(not words or is_line[words] and words:gsub(' ', '-') == plug:match('segls%-(.*)%)'), plug)
    end
  end
end
for plug in help:gmatch('%*(<Plug>%(segls%-[^)]*%))%*') do
  assert(keys[plug], 'there is no ' .. plug)
end
for name in help:match('A keymap to copy: >lua\n(.-)\n<'):gmatch("= '([%l-]+)'") do
  assert(keys[('<Plug>(segls-%s)'):format(name)], 'the keymap names ' .. name)
end
for _, leaf in ipairs(command.all()) do
  local plug = ('<Plug>(segls-%s)'):format(leaf.line:gsub(' ', '-'))
  if leaf.executes and not (leaf.takes or ''):match('^{') and not leaf.line:find('!', 1, true) then
    assert(keys[plug], 'there is no ' .. plug)
  end
end

local told = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(told, message)
end
vim.cmd('Segls fragment dance')
assert(told[1]:find('There is no ":Segls fragment dance"', 1, true), vim.inspect(told))
vim.cmd('Segls outline')
assert(told[2]:find('no server is attached', 1, true), vim.inspect(told))

-- The help's tags can be made, and no tag of it is another's.
vim.fn.mkdir(vim.env.SEGLS_E2E_DIR .. '/help/doc', 'p')
vim.fn.writefile(vim.fn.readfile(path), vim.env.SEGLS_E2E_DIR .. '/help/doc/segls.txt')
vim.cmd('helptags ' .. vim.env.SEGLS_E2E_DIR .. '/help/doc')
vim.opt.runtimepath:append(vim.env.SEGLS_E2E_DIR .. '/help')
vim.cmd('help segls-commands')
session.equal(vim.fs.basename(vim.api.nvim_buf_get_name(0)), 'segls.txt', 'the help')
vim.cmd('helpclose')

-- What the server cannot do it says.
local buffer, client = session.open_sample()
session.go(0)

-- Every command that the server offers is there, and none that it does not offer.
local executed = { ['segls.selectFragment'] = true } -- :Segls fragment select selects as the text object does
for _, leaf in ipairs(command.all()) do
  if leaf.executes then
    executed['segls.' .. leaf.executes] = true
  end
end
local reached = vim.tbl_keys(executed)
local offered = vim.deepcopy(client.server_capabilities.executeCommandProvider.commands)
table.sort(reached)
table.sort(offered)
session.equal(reached, offered, 'the commands that :Segls reaches')

-- Headings, settings with their values, and rules are completed.
---@param line string
---@param wanted string
local function completes(line, wanted)
  local found = vim.fn.getcompletion('Segls ' .. line, 'cmdline')
  assert(vim.tbl_contains(found, wanted), ('%s is not completed to %s: %s'):format(line, wanted, vim.inspect(found)))
end
completes('fragment move under a', [[A\ small\ cube]])
completes('section move under ', 'Salt')
completes('set file preferred', 'preferred-words')
completes('set project preferred-words ', '500')
session.eventually('a reported rule', function()
  return #vim.diagnostic.get(buffer) > 0
end)
completes('ignore rule ', 'paragraph-too-long')

local count = #told
vim.cmd('Segls section promote')
session.eventually('a refusal', function()
  return #told > count and told[#told]
end)
assert(vim.api.nvim_buf_get_changedtick(buffer) > 0)
vim.cmd('Segls diagnostics off')
vim.cmd('Segls diagnostics on')
vim.cmd('Segls lenses off')
session.eventually('no lenses', function()
  return #session.held_lenses(buffer) == 0
end)
vim.cmd('Segls lenses')
session.await_lenses(buffer)

-- The report of a bug opens in a window of its own, and brings no server.
vim.cmd('Segls report')
session.eventually('the report', function()
  return vim.api.nvim_get_current_buf() ~= buffer and vim.api.nvim_buf_get_lines(0, 0, -1, false)[1] ~= ''
end)
session.equal(session.client(vim.api.nvim_get_current_buf()), nil, 'the server of the report')
vim.cmd('close')
