--- Defines the highlight groups by links to groups that every colour scheme has.
local function define()
  for name, link in pairs({
    SeglsRule = 'NonText',
    SeglsTopic = 'Comment',
    SeglsSize = 'Number',
    SeglsOversize = 'DiagnosticWarn',
    SeglsTerms = 'Title',
    SeglsPinned = 'Special',
    SeglsCurve = 'Comment',
    SeglsBoundary = 'Title',
    SeglsHeading = 'Special',
    SeglsFile = 'Directory',
    SeglsPart = 'Title',
    SeglsTaken = 'DiagnosticWarn',
    SeglsOpening = 'Comment',
  }) do
    vim.api.nvim_set_hl(0, name, { link = link, default = true })
  end
end
define()
vim.api.nvim_create_autocmd('ColorScheme', { group = vim.api.nvim_create_augroup('segls.highlights', {}), callback = define })
