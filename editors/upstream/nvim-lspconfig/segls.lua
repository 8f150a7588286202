---@brief
---
--- https://github.com/segls/segls
---
--- `segls`, a language server for the structure of long prose: where the topic changes, how long each fragment is, and
--- which paragraphs are too long.
---
--- The project's own plug-in adds previews, a window with the similarity curve, and an outline that reorders fragments.

---@type vim.lsp.Config
return {
  cmd = { 'segls', 'serve', '--stdio' },
  filetypes = {
    'markdown',
    'quarto',
    'rmd',
    'mdx',
    'text',
    'tex',
    'plaintex',
    'rst',
    'asciidoc',
    'asciidoctor',
    'org',
    'html',
    'xhtml',
    'typst',
  },
  root_markers = { '.segls.toml', '.git' },
  get_language_id = function(_, filetype)
    return filetype == 'text' and 'plaintext' or filetype
  end,
}
