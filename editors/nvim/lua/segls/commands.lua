--- The subcommands of `:Segls` that execute commands of the server. Written by `make golden` from internal/command/table.go.
local action = require('segls.action')

---@type segls.Words
return {
  assemble = action.assemble('assemble'),
  boundary = {
    pin = action.on_fragment('pinBoundary'),
    veto = action.on_fragment('vetoBoundary'),
  },
  ['break'] = action.command('newScene'),
  divide = action.command('divideAnew'),
  document = {
    split = {
      fragments = action.command('splitDocument', { by = 'fragments' }),
      headings = action.command('splitDocument', { by = 'headings' }),
      scenes = action.command('splitDocument', { by = 'scenes' }),
    },
  },
  duplicates = {
    alike = action.command('makeAlike'),
    one = action.into_file('makeOne'),
    other = action.command('goToOther'),
  },
  extract = action.extraction('extractFragment', 'passage'),
  file = {
    merge = action.command('mergeFiles'),
    move = {
      down = action.move_file(1),
      up = action.move_file(-1),
    },
    section = action.command('fileToSection'),
    split = action.split_file,
  },
  fragment = {
    aside = action.on_fragment('setAside'),
    back = action.put_in,
    extract = action.extraction('extractFragment', 'fragment'),
    label = action.note('label'),
    ['label!'] = action.note('label', true),
    merge = action.on_fragment('mergeFragments'),
    move = {
      down = action.on_fragment('moveFragmentDown', -1),
      to = action.move_to('Fragment'),
      ['to!'] = action.move_to('Fragment', false, true),
      under = action.under('moveFragmentUnder'),
      up = action.on_fragment('moveFragmentUp'),
    },
    rename = action.rename('renameFragment'),
    split = action.command('splitFragment'),
    status = action.note('status'),
    ['status!'] = action.note('status', true),
    swap = {
      next = action.swap(1),
      prev = action.swap(-1),
    },
    synopsis = action.note('synopsis'),
    ['synopsis!'] = action.note('synopsis', true),
  },
  heading = {
    insert = action.rename('insertHeading'),
    remove = action.command('removeHeading'),
  },
  ignore = {
    paragraph = action.command('ignoreHere'),
    rule = action.ignore_rule,
  },
  inline = action.command('inlineFile'),
  merge = action.merge,
  move = {
    down = action.move('moveFragmentDown'),
    to = action.move_to('Fragment', true),
    ['to!'] = action.move_to('Fragment', true, true),
    under = action.under('moveFragmentUnder', true),
    up = action.move('moveFragmentUp'),
  },
  order = {
    write = action.command('writeOrder'),
  },
  paragraph = {
    merge = {
      [''] = action.on_paragraph('mergeParagraph'),
      down = action.merge_down,
      up = action.on_paragraph('mergeParagraphWithPrevious'),
    },
    split = {
      [''] = action.on_paragraph('splitParagraph'),
      here = action.on_paragraph('splitParagraphHere'),
    },
  },
  put = {
    back = action.put_back,
  },
  release = action.on_fragment('release'),
  ['release!'] = action.command('release', { all = true }),
  report = action.report,
  scene = {
    move = {
      down = action.on_fragment('moveSceneDown', -1),
      to = action.move_to('Scene'),
      ['to!'] = action.move_to('Scene', false, true),
      up = action.on_fragment('moveSceneUp'),
    },
    new = action.command('newScene'),
  },
  section = {
    demote = action.command('demoteSection'),
    extract = action.extraction('extractSection', 'section'),
    file = action.into_file('sectionToFile'),
    move = {
      down = {
        [''] = action.command('moveSectionDown'),
        level = action.command('moveSectionDown', { mendLevels = true }),
      },
      to = action.move_to('Section'),
      ['to!'] = action.move_to('Section', false, true),
      under = action.under('moveSectionUnder'),
      up = {
        [''] = action.command('moveSectionUp'),
        level = action.command('moveSectionUp', { mendLevels = true }),
      },
    },
    promote = action.command('promoteSection'),
  },
  set = {
    file = action.set('file'),
    project = action.set('project'),
  },
  title = action.rename('renameFragment', true),
}
