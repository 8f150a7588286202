--- Runs with other plug-ins: render-markdown, Telescope, which picks destinations, aerial, and lualine's statusline.
local menu = require('menu')
local session = require('session')

local plugins = vim.env.CACHE .. '/plugins/'
local names = { 'render-markdown.nvim', 'lualine.nvim' }
local is_new = vim.fn.has('nvim-0.11') == 1 -- required by Telescope and aerial
if is_new then
  vim.list_extend(names, { 'plenary.nvim', 'telescope.nvim', 'aerial.nvim' })
end
for _, name in ipairs(names) do
  if not vim.uv.fs_stat(plugins .. name) then
    session.skip(name .. ' is not installed, see editors/e2e/install-plugins.sh')
  end
  vim.opt.runtimepath:append(plugins .. name)
  for _, file in ipairs(vim.fn.glob(plugins .. name .. '/plugin/*', true, true)) do
    vim.cmd.source(file)
  end
end
if is_new then
  require('telescope').setup({})
  require('aerial').setup({ backends = { 'lsp', 'markdown' } })
end
require('render-markdown').setup({ latex = { enabled = false } })
require('lualine').setup({
  options = { icons_enabled = false },
  sections = {
    lualine_x = {
      function()
        return require('segls').statusline()
      end,
    },
  },
})
vim.o.columns, vim.o.lines = 160, 50

local buffer = session.open_sample()
pcall(vim.treesitter.start, buffer, 'markdown')
local fragments = session.fragments(buffer)

-- The statusline.
session.eventually('the statusline in lualine', function()
  require('lualine').refresh({ force = true })
  return session.screen():find(('1/%d %d/500w'):format(#fragments, fragments[1].words), 1, true)
end)

-- Headings are rendered, and lenses and previews are on the screen.
local rendered = vim.api.nvim_get_namespaces()['render-markdown.nvim']
session.eventually('rendered headings', function()
  return #vim.api.nvim_buf_get_extmarks(buffer, rendered, 0, -1, {}) > 0
end)
local suggested = session.suggested(buffer)[1]
session.go(suggested.range.start.line)
vim.cmd('normal! zz')
session.eventually('a lens on the screen', function()
  return session.screen():find('[Nn]ew topic.* words')
end)
vim.cmd('Segls previews on')
session.eventually('a preview on the screen', function()
  return session.screen():find('── .*new topic.* words')
end)
assert(#vim.api.nvim_buf_get_extmarks(buffer, rendered, 0, -1, {}) > 0, 'the headings are not rendered any more')

if not is_new then
  return
end

-- Both outlines are shown, and that of segls moves a section.
vim.cmd('AerialOpen!')
vim.cmd('Segls outline')
local window = vim.api.nvim_get_current_win()
session.eventually('the outline', function()
  return session.screen():find('◆ ')
end)
session.eventually('aerial', function()
  return session.screen():find('A small cube.*A small cube')
end)
local before = menu.text(buffer)
vim.api.nvim_win_set_cursor(window, { 3, 0 })
vim.cmd('normal J')
assert(menu.text(buffer) ~= before, 'J did not move anything')
vim.cmd('normal u')
session.equal(menu.text(buffer), before, 'the text after u')
vim.cmd('normal q')
vim.cmd('AerialClose')

-- Move to… uses Telescope.
menu.go(buffer, '## A small cube')
vim.ui.select = dofile(vim.env.VIMRUNTIME .. '/lua/vim/ui.lua').select -- menu.lua has replaced it
vim.cmd('Segls section move to')
local prompt = session.eventually('the prompt of Telescope', function()
  return vim.bo.filetype == 'TelescopePrompt' and vim.api.nvim_get_current_buf()
end)
require('telescope.actions.state').get_current_picker(prompt):set_prompt('end')
session.eventually('the places in Telescope', function()
  return session.screen():find('(at its end)', 1, true)
end)
vim.wait(500)
vim.api.nvim_buf_call(prompt, function()
  require('telescope.actions').select_default(prompt)
end)
session.eventually('the section at the end', function()
  local lines = menu.text(buffer)
  return lines ~= before and lines:find('In excess.*A small cube')
end)
