--- Random edits beside characters of every width, in every position encoding and with all line endings. The server's
--- answers after the edits must be the same as about a fresh buffer.
local session = require('session')
local M = {}

local wide = { '👩‍🚀', '🌊', '漢字', '塩', '𝔰𝔢𝔤', '\u{e9}', 'e\u{301}' }
local replacements = {
  {},
  { '🧂' },
  { '火山' },
  { ' salt 🧂 pans ' },
  { 'über 𝕊alz' },
  { '. New 🌊 sentence. ' },
  { '海', '', '潮 begins a paragraph 🌋' },
  { '🧭', '', '## 標題 🧭', '', '' },
  { '', '' },
}

---@param line string
---@return integer[] the byte offsets at which characters start, and that of the line's end
local function boundaries(line)
  local starts = {}
  for _, byte in ipairs(vim.str_utf_pos(line)) do
    table.insert(starts, byte - 1)
  end
  table.insert(starts, #line)
  return starts
end

--- Returns the sample with characters of every width inserted into its prose.
---@return string[]
local function strewn_sample()
  local lines = vim.fn.readfile(session.sample)
  for row, line in ipairs(lines) do
    if row % 2 == 1 and #line > 60 and not line:match('^[#|`]') then
      local starts = boundaries(line)
      for _ = 1, 3 do
        local at = starts[math.random(#starts)]
        if at <= #line then
          line = line:sub(1, at) .. wide[math.random(#wide)] .. line:sub(at + 1)
          starts = boundaries(line)
        end
      end
      lines[row] = line
    end
  end
  return lines
end

--- Replaces up to six characters, and perhaps the line break after them, preferably in a line with wide characters.
---@param buffer integer
local function edit(buffer)
  local count = vim.api.nvim_buf_line_count(buffer)
  local row
  for _ = 1, 200 do
    row = math.random(count) - 1
    local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
    if line:find('[\128-\255]') then
      break
    end
  end
  local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
  local starts = boundaries(line)
  local from = math.random(#starts)
  local to = math.min(#starts, from + math.random(0, 6))
  local last_row, last_column = row, starts[to]
  if to == #starts and row + 1 < count then
    last_row, last_column = row + 1, 0
  end
  vim.api.nvim_buf_set_text(buffer, row, starts[from], last_row, last_column, replacements[math.random(#replacements)])
end

--- Keys that are typed between the edits.
local keys = {
  'Atyped 🌊 字<Esc>',
  'yyp',
  'dd',
  'J',
  'u',
  '<C-R>',
  'O<CR>Paragraph 𝔄 typed.<CR><Esc>',
  'ggOfirst 🌋 line<Esc>',
  'Golast 字<Esc>',
}

---@param value any
---@param uri string
---@return any the value without the fields that differ between two documents with the same text
local function anonymous(value, uri)
  if type(value) == 'string' then
    return value == uri and 'the document' or value
  elseif type(value) ~= 'table' then
    return value
  end
  local copy = {}
  for key, item in pairs(value) do
    if key ~= 'version' and key ~= 'path' and key ~= 'id' then
      copy[key] = anonymous(item, uri)
    end
  end
  return copy
end

--- Returns the server's answers about the text of a buffer, except fragments, which depend on earlier fragments.
---@param buffer integer
---@return table
local function answers(buffer)
  local uri = vim.uri_from_bufnr(buffer)
  local diagnostics = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(
      diagnostics,
      vim.inspect({
        lines = { diagnostic.lnum, diagnostic.end_lnum },
        columns = { diagnostic.col, diagnostic.end_col },
        text = diagnostic.message,
        sent = anonymous(diagnostic.user_data, uri),
      })
    )
  end
  table.sort(diagnostics)
  return anonymous({
    hash = session.ask(buffer, 'segls/held').hash,
    paragraphs = session.ask(buffer, 'segls/curve').paragraphs,
    sections = session.ask(buffer, 'segls/fragments').sections,
    diagnostics = diagnostics,
  }, uri)
end

--- Compares the answers about a buffer with those about a new file with the same text. Diagnostics may arrive late.
---@param buffer integer
---@param name string the name of the new file, without its extension
local function compare_with_fresh(buffer, name)
  local format = vim.bo[buffer].fileformat
  local line_end = ({ unix = '\n', dos = '\r\n', mac = '\r' })[format]
  local path = session.write(name .. '.md', vim.api.nvim_buf_get_lines(buffer, 0, -1, false), line_end)
  local fresh = session.open(path, '++ff=' .. format)
  local expected = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  session.equal(vim.api.nvim_buf_get_lines(fresh, 0, -1, false), expected, 'the text of the two buffers')
  local edited_answers, fresh_answers
  vim.wait(session.patience, function()
    edited_answers, fresh_answers = answers(buffer), answers(fresh)
    return vim.deep_equal(edited_answers, fresh_answers)
  end, 100)
  session.equal(edited_answers, fresh_answers, name .. ': after edits, compared with a fresh buffer')
  assert(#edited_answers.paragraphs > 1, 'nothing to compare: ' .. vim.inspect(edited_answers))
  vim.cmd('buffer ' .. buffer)
  vim.cmd('bwipeout! ' .. fresh)
end

--- Edits a long document at random and compares repeatedly.
---@param encoding 'utf-8'|'utf-16'|'utf-32' the only encoding that the editor offers
---@param format 'unix'|'dos'|'mac'
function M.check(encoding, format)
  local make = vim.lsp.protocol.make_client_capabilities
  vim.lsp.protocol.make_client_capabilities = function()
    local capabilities = make()
    capabilities.general.positionEncodings = { encoding }
    return capabilities
  end
  math.randomseed(20)
  local path = session.write('edited.md', strewn_sample(), ({ unix = '\n', dos = '\r\n', mac = '\r' })[format])
  local buffer, client = session.open(path, '++ff=' .. format)
  session.equal(client.offset_encoding, encoding, 'the encoding agreed on')
  for round = 1, 80 do
    if round % 4 == 0 then
      session.go(math.random(vim.api.nvim_buf_line_count(buffer)) - 1)
      vim.cmd.normal({ vim.keycode(keys[math.random(#keys)]), bang = true })
    else
      edit(buffer)
    end
    local version = session.ask(buffer, 'segls/fragments').version
    session.equal(version, vim.lsp.util.buf_versions[buffer], 'the version that the answer is about')
    if round % 20 == 0 then
      compare_with_fresh(buffer, 'fresh-' .. round)
    end
  end
end

return M
