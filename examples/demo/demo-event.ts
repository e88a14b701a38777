/** Assistants that the demo's widget offers. */
export type DemoEngine = 'chatgpt' | 'claude' | 'perplexity' | 'gemini' | 'copilot'

/** An event that a reader's browser reported; the field names are those of the NDJSON import. */
export type DemoEvent = {
  eventId: string
  /** ISO 8601 in UTC with milliseconds. */
  at: string
  kind: 'impression' | 'ai_click' | 'share' | 'question' | 'referral'
  /** Absolute. */
  url: string
  title: string
  /** Opaque key of one person on one day. */
  visitor: string
  /** Absolute; absent when the browser sent none. */
  referrer?: string
  /** Present with `ai_click` and `question`. */
  target?: DemoEngine
  /** Present with `share`. */
  method?: 'copy_link' | 'copy_prompt' | 'native'
  /** Present with `question`; it is one of the page's questions. */
  question?: string
  /** ISO 3166-1 alpha-2; absent when unknown. */
  country?: string
  device: 'desktop' | 'mobile' | 'tablet'
}

/** Writes one line of NDJSON, with its line break. */
export function toNdjson(event: DemoEvent): string {
  return `${JSON.stringify(event)}\n`
}
