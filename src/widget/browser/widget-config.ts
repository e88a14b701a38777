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
  /** Every text that the widget shows, in the language of the page. */
  strings: Readonly<Record<WidgetText, string>>
  /** The paths of our own signs, 24 by 24. */
  signs: Readonly<Record<Sign, string>>
  /** In the order that they are shown in. */
  targets: readonly ShownTarget[]
  actions: readonly ('ask' | WidgetAction)[]
  question: { enabled: boolean; maxLength: number; placeholder: string; mark: string }
  /** At most three questions that readers are invited to ask, by the prompt that has the mark. */
  questions: readonly { text: string; origin: string }[]
  /** The prompts of the page that was asked for. One has the mark where a question goes, if questions are allowed. */
  prompts: { default: readonly PagePrompt[] }
  /** The parameters that tell pages of the site apart. */
  query?: readonly string[]
  page: { markdownUrl: string | null } | null
  consent: { required: boolean; respectGpc: boolean }
  /** Share of page loads that report events, 0 to 1. */
  sampleRate: number
  endpoint: string
  boot: string
  showPromptPreview: boolean
}

export type WidgetAction = 'copy_prompt' | 'copy_markdown' | 'copy_link' | 'share'

/**
 * An assistant to which a reader may take a prompt; `before` and `after` stand around the prompt in its address.
 * `before` is null where the reader pastes the prompt.
 */
export interface ShownTarget {
  id: string
  label: string
  /** The path of its mark, 24 by 24. */
  icon: string | null
  strategy: 'link' | 'copy'
  before: string | null
  after: string
  home: string
  /** 0 where the reader pastes the prompt. */
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
