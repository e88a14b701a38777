/** The kinds of request that a prompt makes; the intent fixes the use that a policy must not deny. */
export const ASK_INTENTS = ['ask', 'explain', 'compare', 'summarize', 'translate', 'quote'] as const
export type AskIntent = (typeof ASK_INTENTS)[number]

/** The names of the values that every page has; no variable may have such a name. */
export const BUILT_IN_VALUES = ['url', 'title', 'site', 'language'] as const
export type BuiltInValue = (typeof BUILT_IN_VALUES)[number]

export const isBuiltInValue = (name: string): name is BuiltInValue =>
  BUILT_IN_VALUES.some((one) => one === name)

export const ASK_AUTHORS = ['human', 'machine', 'machine-reviewed'] as const

/** An input that the reader may give. Where the reader gives none, the default of the variable is used. */
export interface AskVariable {
  readonly label?: string
  readonly default?: string
  /** The most characters that the cleaned value may have; 500 where it is absent. */
  readonly maxLength?: number
}

export interface AskSource {
  readonly url: string
  readonly title?: string
  readonly license?: string
}

/** A question that a site suggests, with its sources. Members that are not listed here are kept for the digest. */
export interface CitedAsk {
  readonly id: string
  readonly intent: AskIntent
  readonly template: string
  readonly label?: string
  readonly language?: string
  /** The one page that this question is offered on; never together with `path`. */
  readonly url?: string
  /** The pattern of the pages that this question is offered on, written as in robots.txt; never together with `url`. */
  readonly path?: string
  readonly variables?: Readonly<Record<string, AskVariable>>
  readonly sources?: readonly AskSource[]
  readonly targets?: readonly string[]
  readonly provenance?: {
    readonly author?: (typeof ASK_AUTHORS)[number]
    readonly tool?: string
    readonly updated?: string
  }
  readonly digest?: string
}

/** The bounds of a Cited Ask; lengths of texts are counted in code points. */
export const ASK_LIMITS = {
  template: 2_000,
  label: 120,
  url: 2_048,
  path: 1_024,
  variables: 20,
  value: 500,
  maxLength: 2_000,
  sources: 10,
  sourceTitle: 300,
  targets: 50,
  tool: 100,
  /** The most levels of lists and objects within each other, so that no document exhausts the stack. */
  depth: 16,
} as const

/** Returns the use of the content that a policy must not deny for a prompt with this intent. */
export function useOfIntent(intent: AskIntent): 'answer' | 'summarize' | 'quote' {
  if (intent === 'summarize' || intent === 'translate') return 'summarize'
  return intent === 'quote' ? 'quote' : 'answer'
}
