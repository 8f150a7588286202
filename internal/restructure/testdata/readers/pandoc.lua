-- A filter that makes pandoc a long-running reader. It reads requests from standard input, a line "FORMAT LENGTH"
-- followed by as many bytes of text, and answers each with a line "WORD PLACE HEADING" for every word, or "! ERROR",
-- and an empty line.

local function places(doc)
  local out, heading = {}, '-'
  local function words(text, place, under)
    for word in text:gmatch('%a%a%a%d+') do
      local kind = word:sub(1, 3):lower()
      if kind == 'zaq' or kind == 'hed' or kind == 'lab' or kind == 'nte' then
        out[#out + 1] = word:lower() .. ' ' .. place .. ' ' .. (kind == 'nte' and '-' or under)
      end
    end
  end
  local function named(attr)
    local id = attr.identifier or ''
    return '(' .. (id:match('^lab') and id or '') .. '|' .. table.concat(attr.classes, '.') .. ')'
  end
  local blocks
  local function inlines(list, place)
    for _, x in ipairs(list) do
      local t = x.t
      if t == 'Str' then
        words(x.text, place, heading)
      elseif t == 'Code' or t == 'Math' or t == 'RawInline' then
        words(x.text, place .. '/' .. t, heading)
      elseif t == 'Note' then
        blocks(x.content, '/Note', true)
      elseif t == 'Link' or t == 'Image' then
        if x.attr and x.attr.identifier:match('^lab') then words(x.attr.identifier, place, heading) end
        inlines(x.content or x.caption, place)
      elseif x.content then
        if x.attr and x.attr.identifier:match('^lab') then words(x.attr.identifier, place, heading) end
        inlines(x.content, place)
      end
    end
  end
  local function items(list, place, inNote)
    for _, item in ipairs(list) do blocks(item, place, inNote) end
  end
  -- Returns the raw markup of a block that only names what follows it; nil or false for any other block.
  local function anchor(b)
    local text = ''
    if b.t == 'RawBlock' then
      text = b.text
    elseif b.t == 'Para' or b.t == 'Plain' then
      for _, x in ipairs(b.content) do
        if x.t == 'RawInline' then
          text = text .. x.text
        elseif x.t ~= 'SoftBreak' and x.t ~= 'Space' then
          return nil
        end
      end
    end
    return (text:match('^<a id') or text:match('^\\phantomsection') or text:match('^\\addcontentsline') or text:match('^\\hypertarget')) and text
  end
  local function headingBelow(list, i)
    repeat i = i + 1 until not list[i] or not anchor(list[i])
    return list[i] and list[i].t == 'Header' and pandoc.utils.stringify(list[i]):match('hed%d+')
  end
  blocks = function(list, place, inNote)
    for i, b in ipairs(list) do
      local t = b.t
      local below = anchor(b) and headingBelow(list, i)
      if below then
        words(anchor(b), place .. '/anchor', below)
      elseif t == 'Header' then
        local text = pandoc.utils.stringify(b)
        heading = text:match('hed%d+') or text:gsub('%s', '_')
        words(text, place .. '/Header', '-')
        words(b.attr.identifier, place .. '/id', heading)
        for _, value in pairs(b.attr.attributes) do words(value, place .. '/attribute', heading) end
      elseif t == 'Para' or t == 'Plain' then
        inlines(b.content, place .. '/Para')
      elseif t == 'CodeBlock' or t == 'RawBlock' then
        words(b.text, place .. '/' .. t, heading)
      elseif t == 'BulletList' or t == 'OrderedList' then
        items(b.content, place .. '/' .. t, inNote)
      elseif t == 'DefinitionList' then
        for _, item in ipairs(b.content) do
          inlines(item[1], place .. '/Term')
          items(item[2], place .. '/Definition', inNote)
        end
      elseif t == 'BlockQuote' then
        blocks(b.content, place .. '/BlockQuote', inNote)
      elseif t == 'Div' then
        blocks(b.content, place .. '/Div' .. named(b.attr), inNote)
      elseif t == 'LineBlock' then
        for _, line in ipairs(b.content) do inlines(line, place .. '/LineBlock') end
      elseif t == 'Table' then
        local all = pandoc.utils.stringify(pandoc.utils.to_simple_table(b).caption or {})
        words(all, place .. '/Caption', heading)
        local simple = pandoc.utils.to_simple_table(b)
        for _, cell in ipairs(simple.headers) do blocks(cell, place .. '/Table', inNote) end
        for _, row in ipairs(simple.rows) do
          for _, cell in ipairs(row) do blocks(cell, place .. '/Table', inNote) end
        end
      end
    end
  end
  blocks(doc.blocks, '', false)
  return out
end

function Pandoc(_)
  while true do
    local line = io.stdin:read('l')
    if not line then break end
    local format, length = line:match('^(%S+) (%d+)$')
    local text = tonumber(length) > 0 and io.stdin:read(tonumber(length)) or ''
    local ok, doc = pcall(pandoc.read, text, format)
    if ok then
      for _, found in ipairs(places(doc)) do io.stdout:write(found, '\n') end
    else
      io.stdout:write('! ', (tostring(doc):gsub('\n', ' ')), '\n')
    end
    io.stdout:write('\n')
    io.stdout:flush()
  end
  os.exit(0)
end
