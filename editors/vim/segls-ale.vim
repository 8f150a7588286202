" segls in Vim 8 and 9 by ALE: source it after ALE has been put on the 'runtimepath'.
"
" Diagnostics come by themselves; :ALEHover on the first line of a fragment says why it begins there, :ALECodeAction lists
" what can be done at the cursor. ALE applies what a server changes, but says that it does not, so applyEdit says it.

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
