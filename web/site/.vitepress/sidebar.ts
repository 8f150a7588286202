// The documents, as they are listed beside each of them.

const pages = (folder: string, list: Record<string, string>) =>
  Object.entries(list).map(([link, text]) => ({ text, link: `${folder}${link}` }));

export const sidebar = {
  '/docs/': [
    {
      text: 'Writing',
      items: pages('/docs/', {
        tutorial: 'Tutorial',
        actions: 'Actions',
        directives: 'Directives',
        findings: 'Findings',
        works: 'Works of many files',
        find: 'Finding passages',
        links: 'Links',
        related: 'Related passages',
        differences: 'Differences',
        settings: 'Settings',
      }),
    },
    {
      text: 'Where it runs',
      items: [
        ...pages('/docs/editors/', {
          abilities: 'What each editor gets',
          neovim: 'Neovim',
          helix: 'Helix',
          emacs: 'Emacs',
          others: 'Other editors',
        }),
        ...pages('/docs/', {
          cli: 'Command line',
          agents: 'Agents',
          browser: 'In the browser',
          library: 'As a library',
        }),
      ],
    },
    {
      text: 'Reference',
      items: pages('/docs/', {
        formats: 'Formats',
        languages: 'Languages',
        methods: 'Methods',
        paper: 'The article',
        performance: 'Speed and memory',
        reliability: 'Reliability',
        extensions: 'Beyond LSP',
        licences: 'Licences',
        glossary: 'Glossary',
      }),
    },
    {
      text: 'Decisions',
      items: pages('/docs/decisions/', {
        README: 'Decisions',
        masks: 'Masks',
        formats: 'Formats',
        edits: 'Edits',
        notebooks: 'Notebooks',
        headings: 'Headings',
        exact: 'Arithmetic',
        dividing: 'Dividing',
        statistics: 'Statistics',
        explanations: 'Explanations',
        identity: 'Identity',
        titles: 'Titles',
        'checked-edits': 'Checked edits',
        changes: 'Changes of files',
        differences: 'Differences',
        library: 'Index',
        copies: 'Near copies',
        tokens: 'Tokens',
        'one-writer': 'One writer',
        adapters: 'Adapters',
        wire: 'The wire',
        memory: 'Memory',
        slices: 'Slices',
        sentences: 'Sentences',
      }),
    },
    {
      text: 'Research',
      items: pages('/docs/research/', {
        methods: 'Methods',
        titles: 'Titles',
        'titles-read': 'Titles, read',
        'way-in': 'The way in',
        differences: 'Differences',
        links: 'Links',
        find: 'Finding passages',
        related: 'Related passages',
        check: 'Rules for documentation',
        chunks: 'Chunks',
        headings: 'Headings in plain text',
        formats: 'Formats',
        performance: 'Speed',
        reliability: 'Reliability',
      }),
    },
  ],
};
