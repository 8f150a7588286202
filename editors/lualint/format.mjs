// Formats Lua with stylua's WebAssembly package.
//
//   node format.mjs [--check] PATH...     folders are searched for *.lua
//
// With --check it writes nothing, and fails if a file is not formatted.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Config, IndentType, LuaVersion, OutputVerification, QuoteStyle, formatCode } from '@johnnymorganz/stylua'

const check = process.argv.includes('--check')
const paths = process.argv.slice(2).filter((argument) => argument !== '--check')

function files(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true })
    .filter((name) => name.endsWith('.lua'))
    .map((name) => join(path, name))
}

// The same as editors/nvim/.stylua.toml, which editors read.
function config() {
  const c = Config.new()
  c.syntax = LuaVersion.LuaJIT
  c.column_width = 128
  c.indent_type = IndentType.Spaces
  c.indent_width = 2
  c.quote_style = QuoteStyle.AutoPreferSingle
  return c
}

const wrong = paths.flatMap(files).filter((file) => {
  const before = readFileSync(file, 'utf8')
  const after = formatCode(before, config(), undefined, OutputVerification.Full)
  if (after !== before && !check) writeFileSync(file, after)
  return after !== before
})
if (check && wrong.length > 0) {
  console.error(`not formatted: ${wrong.join(' ')}`)
  process.exit(1)
}
