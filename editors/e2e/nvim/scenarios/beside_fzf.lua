--- Runs with fzf-lua: destinations are found by a few letters, whether or not it has replaced `vim.ui.select`.
local menu = require('menu')
local session = require('session')

local plugin = vim.env.CACHE .. '/plugins/fzf-lua'
if not vim.uv.fs_stat(plugin) or vim.fn.executable('fzf') == 0 then
  session.skip('fzf-lua or fzf is not installed, see editors/e2e/install-plugins.sh')
end
vim.opt.runtimepath:append(plugin)
vim.o.columns, vim.o.lines = 160, 50

local buffer = session.open_sample()
session.fragments(buffer)
local before = menu.text(buffer)
vim.ui.select = dofile(vim.env.VIMRUNTIME .. '/lua/vim/ui.lua').select -- menu.lua has replaced it

--- Moves the section at the cursor to the end by a choice in fzf, and undoes it.
---@param what string
local function move(what)
  menu.go(buffer, '## A small cube')
  vim.cmd('Segls section move to')
  local terminal = session.eventually('the terminal of fzf, ' .. what, function()
    return vim.bo.buftype == 'terminal' and vim.api.nvim_get_current_buf()
  end)
  local function shows(text)
    session.eventually(text .. ' in fzf, ' .. what, function()
      return menu.text(terminal):find(text, 1, true)
    end)
  end
  shows('Move the section to> ')
  shows('In excess')
  vim.api.nvim_chan_send(vim.bo[terminal].channel, 'itsend')
  shows('itsend')
  session.eventually('nothing but the end, ' .. what, function()
    local text = menu.text(terminal)
    return text:find('(at its end)', 1, true) and not text:find('In excess', 1, true)
  end)
  vim.api.nvim_chan_send(vim.bo[terminal].channel, '\r')
  session.eventually('the section at the end, ' .. what, function()
    local text = menu.text(buffer)
    return text ~= before and text:find('In excess.*A small cube')
  end)
  vim.cmd('buffer ' .. buffer)
  vim.cmd('silent undo')
  session.equal(menu.text(buffer), before, 'the text after undo, ' .. what)
end

move('as one of several')
require('fzf-lua').register_ui_select()
move('as vim.ui.select')
