/** One line of history, as the import takes it. */
export interface EvalEvent {
  eventId: string
  at: string
  kind: 'impression' | 'pageview' | 'referral' | 'ai_click' | 'question' | 'share'
  /** Path of the page. */
  url: string
  /** The key of one reader on one day. */
  visitor: string
  country: string
  device: 'desktop' | 'mobile' | 'tablet'
  language: string
  referrer?: string
  /** The engine that was opened or asked. */
  target?: string
  question?: string
  method?: string
  promptKind?: string
}
