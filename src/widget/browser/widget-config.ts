export type WidgetText =
  | 'title'
  | 'question'
  | 'copy_prompt'
  | 'copy_markdown'
  | 'copy_link'
  | 'share'
  | 'copied'
  | 'opened'
  | 'failed'
  | 'preview'
  | 'sends'
  | 'paste'
  | 'short'
  | 'go'
  | 'fills'
  | 'close'
  | 'tasks'
  | 'who'

export type Sign =
  | 'ask'
  | 'turn'
  | 'out'
  | 'close'
  | 'copy'
  | 'link'
  | 'markdown'
  | 'share'
  | 'done'
  | 'fills'
  | 'sends'
  | 'paste'

/** The configuration that the server sends for one page of a site; the server checks each value before it stores it. */
export interface WidgetConfig {
  siteId: string
  enabled: boolean
  mode: 'bar' | 'button' | 'inline' | 'headless'
  placement: {
    selector: string | null
    position: 'before' | 'after' | 'start' | 'end' | 'float'
  }
  theme: { scheme: 'auto' | 'light' | 'dark'; accent: string | null; radius: number | null }
  locale: string
  /** The texts that the widget shows, in the language of the page. */
  strings: Readonly<Record<WidgetText, string>>
  /** The path data of the widget's signs, for drawings of 24 by 24. */
  signs: Readonly<Record<Sign, string>>
  /** The assistants in the order in which they are shown. */
  targets: readonly ShownTarget[]
  actions: readonly ('ask' | WidgetAction)[]
  question: { enabled: boolean; maxLength: number; placeholder: string; mark: string }
  /** At most three questions that readers are invited to ask. Each is put into the prompt that has the mark. */
  questions: readonly { text: string; origin: string }[]
  /** The prompts of the page that was asked for. If readers may ask, one of them has the mark where a question goes. */
  prompts: { default: readonly PagePrompt[] }
  /** The names of the query parameters that tell pages of the site apart. */
  query?: readonly string[]
  page: { markdownUrl: string | null } | null
  consent: { required: boolean; respectGpc: boolean }
  /** The share of page loads that report events, from 0 to 1. */
  sampleRate: number
  endpoint: string
  boot: string
  showPromptPreview: boolean
}

export type WidgetAction = 'copy_prompt' | 'copy_markdown' | 'copy_link' | 'share'

/**
 * An assistant to which a reader may take a prompt. Its address is `before`, the prompt, `after`; `before` is null
 * where the reader pastes the prompt.
 */
export interface ShownTarget {
  id: string
  label: string
  /** The path data of the assistant's icon, for a drawing of 24 by 24; null where it has none. */
  icon: string | null
  strategy: 'link' | 'copy'
  before: string | null
  after: string
  home: string
  /** The most bytes of the address; 0 where the reader pastes the prompt. */
  maxUrlBytes: number
  submits: 'always' | 'never' | 'unknown'
  mobile: 'works' | 'ignored' | 'unknown'
  enabled: boolean
  order: number
}

export interface PagePrompt {
  kind: string
  label: string
  text: string
  promptId?: string
}
