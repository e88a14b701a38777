import type { Command } from '../command.ts'

export const ASK_AI_COMMANDS: readonly Command[] = [
  {
    words: ['ask-ai', 'validate'],
    summary: 'Check a manifest of the Ask AI Protocol, and tell the level of its publisher',
    arguments: [
      {
        name: 'FILE',
        meaning: 'a file, the address of a manifest or page, or - for standard input',
      },
    ],
    load: async () => (await import('../ask-ai/validate-manifest.ts')).validateManifestCommand,
  },
  {
    words: ['ask-ai', 'lint'],
    summary: 'Say whether a prompt steers an assistant, and where',
    arguments: [
      { name: 'PROMPT', meaning: 'the prompt; without it, standard input', isOptional: true },
    ],
    options: {
      file: { value: 'FILE', meaning: 'a file that has the prompt, or - for standard input' },
      source: {
        value: 'URL',
        meaning: 'an address or host of the site; by default those of its lines Source:',
        isRepeated: true,
      },
      name: { value: 'NAME', meaning: 'a name of the site', isRepeated: true },
      template: { meaning: 'the prompt is not rendered yet, so it has no line Source:' },
    },
    load: async () => (await import('../ask-ai/lint-prompt-command.ts')).lintPromptCommand,
  },
  {
    words: ['ask-ai', 'link'],
    summary: 'Build the link that takes a prompt of a page to an assistant, or print what to copy',
    arguments: [
      {
        name: 'FILE',
        meaning: 'a manifest or one Cited Ask: a file, an address, or - for standard input',
      },
    ],
    options: {
      'page-url': { value: 'URL', meaning: 'the canonical address of the page', isRequired: true },
      title: { value: 'TITLE', meaning: 'the title of the page' },
      ask: { value: 'ID', meaning: 'which prompt of the manifest, if several are for the page' },
      target: { value: 'ID', meaning: 'the assistant; by default the first that the site names' },
      site: { value: 'NAME', meaning: 'the name of the site; by default the manifest’s' },
      language: { value: 'TAG', meaning: 'the language of the page, such as de' },
      set: { value: 'NAME=VALUE', meaning: 'an input of the reader', isRepeated: true },
    },
    load: async () => (await import('../ask-ai/build-ask-link.ts')).buildAskLinkCommand,
  },
  {
    words: ['ask-ai', 'verify'],
    summary:
      'Say whether the site that a link speaks for publishes its prompt; fails if it does not',
    arguments: [{ name: 'HREF', meaning: 'the link' }],
    options: {
      manifest: {
        value: 'FILE',
        meaning: 'the manifest to look in; by default that of the site is fetched',
      },
    },
    load: async () => (await import('../ask-ai/verify-ask-link.ts')).verifyAskLinkCommand,
  },
]
