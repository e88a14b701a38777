/** The whole configuration of a page, as the service answers it. */
export interface WidgetAnswer {
  [field: string]: unknown
  locale: string
}

export const QUESTION_MARK = '\uE000'

const CLAUSE =
  'Answer from the sources listed above, cite each one you use by its URL, and say so if you cannot open one.'

const about = (question: string, path: string): string =>
  `${question}\n\nSource: https://example.com${path}\n${CLAUSE}`

export const TARGETS = [
  target('chatgpt', 'ChatGPT', 'https://chatgpt.com/', {
    after: '&hints=search',
    submits: 'unknown',
  }),
  target('claude', 'Claude', 'https://claude.ai/new', { submits: 'never', mobile: 'works' }),
  target('perplexity', 'Perplexity', 'https://www.perplexity.ai/search', { submits: 'always' }),
  {
    ...target('gemini', 'Gemini', 'https://gemini.google.com/app'),
    strategy: 'copy',
    icon: null,
    before: null,
    maxUrlBytes: 0,
  },
]

/** The widget's signs, all with the same drawing, as their look does not matter to these tests. */
const SIGNS = Object.fromEntries(
  'ask turn out close copy link markdown share done fills sends paste'
    .split(' ')
    .map((name) => [name, 'M4 4h16']),
)

function target(id: string, label: string, home: string, more: object = {}) {
  return {
    id,
    label,
    icon: 'M4 4h16v16H4z',
    strategy: 'link',
    before: `${home}?q=`,
    after: '',
    home,
    maxUrlBytes: 2_000,
    submits: 'unknown',
    mobile: 'unknown',
    enabled: true,
    order: 1,
    ...more,
  }
}

/** Makes the configuration of a page. */
export function widgetSettings(
  origin: string,
  strings: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, unknown>> = {},
  path = '/tea',
): WidgetAnswer {
  return {
    siteId: 'site_widget',
    version: 1,
    etag: 'W/"1"',
    enabled: true,
    mode: 'bar',
    placement: { selector: null, position: 'end' },
    theme: { scheme: 'auto', accent: null, radius: null },
    locale: 'en',
    strings,
    signs: SIGNS,
    targets: TARGETS,
    actions: ['ask', 'copy_prompt', 'copy_markdown', 'copy_link', 'share'],
    question: { enabled: true, maxLength: 300, placeholder: 'What else?', mark: QUESTION_MARK },
    questions: [],
    prompts: {
      default: [
        {
          kind: 'summarize',
          label: 'Summarize',
          text: about('Summarize “Tea at noon” (briefly)!', path),
          promptId: 'prompt_1',
        },
        {
          kind: 'key_takeaways',
          label: 'Key points',
          text: about('List the key points of “Tea at noon”.', path),
          promptId: 'prompt_2',
        },
        { kind: 'ask', label: 'Ask', text: about(QUESTION_MARK, path) },
      ],
    },
    promptsUrl: `${origin}/ask-ai.json`,
    page: { path, title: 'Tea at noon', markdownUrl: null },
    consent: { required: false, respectGpc: true },
    sampleRate: 1,
    endpoint: `${origin}/api/v1/collect`,
    boot: 'boot_1',
    showPromptPreview: true,
    ...changes,
  }
}
