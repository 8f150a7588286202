" segls in Vim 8 and 9 with ALE. Source this file after ALE has been added to the 'runtimepath'.
"
" Diagnostics are shown automatically. :ALEHover on the first line of a fragment explains its boundary, and
" :ALECodeAction lists the actions at the cursor. ALE applies the server's edits without declaring it, so
" applyEdit is declared here.

function! s:Root(buffer) abort
  for l:mark in ['.segls.toml', '.git']
    let l:found = ale#path#FindNearestFile(a:buffer, l:mark)
    let l:found = empty(l:found) ? ale#path#FindNearestDirectory(a:buffer, l:mark) : l:found
    if !empty(l:found)
      return fnamemodify(substitute(l:found, '[\/]$', '', ''), ':h')
    endif
  endfor
  return expand('#' . a:buffer . ':p:h')
endfunction

for s:language in ['markdown', 'text', 'tex', 'plaintex', 'rst', 'asciidoc', 'org', 'html', 'typst']
  call ale#linter#Define(s:language, {
  \   'name': 'segls',
  \   'lsp': 'stdio',
  \   'executable': 'segls',
  \   'command': '%e serve --stdio',
  \   'language': get({'text': 'plaintext', 'plaintex': 'tex'}, s:language, s:language),
  \   'project_root': function('s:Root'),
  \   'initialization_options': {'applyEdit': v:true},
  \ })
endfor
