--- Implements `:checkhealth segls`.
local M = {}

local health = vim.health

local function check_neovim()
  local version = vim.version()
  if vim.fn.has('nvim-0.10') == 0 then
    health.error(('Neovim %s is too old'):format(tostring(version)), '0.10 or later')
  elseif vim.fn.has('nvim-0.11') == 0 then
    health.ok(('Neovim %s: the server is started by an autocommand, see :help segls-0.10'):format(tostring(version)))
  else
    health.ok(('Neovim %s'):format(tostring(version)))
  end
end

--- Returns the program in the configuration of the server; by default `segls`.
---@return string
local function program()
  local cmd = vim.lsp.config and (vim.lsp.config.segls or {}).cmd
  return type(cmd) == 'table' and cmd[1] or 'segls'
end

---@return string? the version of the program; nil if it does not run
local function check_program()
  local path = vim.fn.exepath(program())
  if path == '' then
    local where = program() == 'segls' and 'on the PATH' or 'there'
    health.error(('the program "%s" is not %s'):format(program(), where), require('segls.program').missing({ program() }))
    return nil
  end
  local result = vim.system({ path, 'version' }, { text = true }):wait(5000)
  if result.code ~= 0 then
    local said = vim.trim(result.stderr or '')
    health.error(('"%s version" failed: %s'):format(path, said ~= '' and said or 'exit code ' .. result.code))
    return nil
  end
  local version = vim.split(vim.trim(result.stdout), '\n')[1]
  health.ok(('%s: %s'):format(path, version))
  return version
end

local function check_enabled()
  if vim.lsp.is_enabled then
    if vim.lsp.is_enabled('segls') then
      health.ok("vim.lsp.enable('segls') has been called")
    else
      health.warn('the server is not enabled', "vim.lsp.enable('segls') in init.lua")
    end
  end
end

--- Returns a loaded buffer that the server would be attached to; nil if there is none.
---@return integer?
local function open_text()
  local filetypes = vim.lsp.config and (vim.lsp.config.segls or {}).filetypes or {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(filetypes, vim.bo[buffer].filetype) then
      return buffer
    end
  end
end

--- Reports why no server is running: it is starting, it has exited, or no text is open.
local function check_absence()
  if #vim.lsp.get_clients({ name = 'segls', _uninitialized = true }) > 0 then
    health.info('a server is starting')
    return
  end
  local buffer = open_text()
  if buffer then
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':~:.')
    health.warn(
      ('no server is running for %s'):format(name),
      '`:edit` there starts one; the log is at ' .. vim.lsp.get_log_path()
    )
    return
  end
  health.info('no server is running: open a text, such as a Markdown file')
end

---@param version string the version of the program
local function check_servers(version)
  local clients = vim.lsp.get_clients({ name = 'segls' })
  if #clients == 0 then
    check_absence()
  end
  for _, client in ipairs(clients) do
    local root = client.config.root_dir
    root = root and 'root ' .. root or 'no root folder, so each text has its own'
    health.ok(('server %d: %s, position encoding %s'):format(client.id, root, client.offset_encoding))
    local status
    if vim.fn.has('nvim-0.11') == 1 then
      status = client:request_sync('segls/status', vim.empty_dict(), 2000)
    else
      status = client.request_sync('segls/status', vim.empty_dict(), 2000, 0)
    end
    if not status or not status.result then
      health.error('the server does not answer', 'the log is at ' .. vim.lsp.get_log_path())
    else
      if not version:find(status.result.version, 1, true) then
        local advice = 'restart it: `:lsp restart` from 0.12 on, else quit Neovim and start it again'
        health.warn(
          ('the server is version %s, but the installed program is another version'):format(status.result.version),
          advice
        )
      end
      for _, document in ipairs(status.result.documents) do
        local own = (document.own or '') == '' and '' or ', ' .. document.own
        local name = vim.startswith(document.uri, 'file:') and vim.fn.fnamemodify(vim.uri_to_fname(document.uri), ':~:.')
          or document.uri
        health.info(('%s: %d bytes, analysed in %.1f ms%s'):format(name, document.bytes, document.milliseconds, own))
      end
    end
  end
end

--- Reports what `segls doctor` says about a text or the working directory, except about the program.
local function check_text()
  local about = vim.fn.getcwd()
  local open = open_text()
  if open and vim.uv.fs_stat(vim.api.nvim_buf_get_name(open)) then
    about = vim.api.nvim_buf_get_name(open)
  end
  for _, client in ipairs(vim.lsp.get_clients({ name = 'segls' })) do
    for buffer in pairs(client.attached_buffers) do
      local name = vim.api.nvim_buf_get_name(buffer)
      about = vim.uv.fs_stat(name) and name or about
    end
  end
  local result = vim.system({ program(), 'doctor', '--format', 'json', '--', about }, { text = true }):wait(15000)
  local is_read, sections = pcall(vim.json.decode, result.stdout or '')
  if not is_read then
    local output = vim.split(vim.trim(result.stderr or ''), '\n')[1]
    local problem = ('the program is too old for this plug-in, or broken; segls doctor says: %s'):format(output)
    health.error(problem, 'build it again: :help segls-start')
    return
  end
  for _, section in ipairs(sections) do
    for _, line in ipairs(section.name ~= 'program' and section.lines or {}) do
      local place = line.file and ('%s:%d: '):format(line.file, line.line) or ''
      local text = ('%s: %s%s'):format(line.name or section.name, place, line.text)
      if line.problem then
        health.warn(text)
      else
        health.info(('%s: %s'):format(section.name, vim.trim((line.name or '') .. ' ' .. place .. line.text)))
      end
    end
  end
end

local function check_choices()
  for _, name in ipairs({ 'segls_codelens', 'segls_previews' }) do
    local value = vim.g[name]
    health.info(('vim.g.%s: %s'):format(name, value == nil and 'not set' or vim.inspect(value)))
  end
  if vim.g.segls_previews and vim.g.segls_codelens ~= false then
    health.ok('previews replace the code lenses')
  end
end

function M.check()
  health.start('segls')
  check_neovim()
  local version = check_program()
  if version then
    check_enabled()
    check_servers(version)
    check_text()
  end
  check_choices()
end

return M
