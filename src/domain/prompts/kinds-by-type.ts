import type { PageType } from '../page/page-types.ts'
import type { GeneratedKind } from './prompt-page.ts'

/** The kinds of prompt for each type of page, most wanted first: the first is the primary kind. */
export const KINDS_BY_TYPE: Readonly<Record<PageType, readonly GeneratedKind[]>> = {
  article: ['summarize', 'key_takeaways', 'ask', 'critique', 'cite'],
  docs: ['ask', 'explain', 'apply', 'summarize'],
  howto: ['apply', 'ask', 'explain', 'summarize'],
  faq: ['ask', 'summarize', 'explain', 'key_takeaways'],
  product: ['ask', 'compare', 'summarize', 'key_takeaways'],
  category: ['summarize', 'compare', 'ask', 'key_takeaways'],
  listing: ['summarize', 'compare', 'key_takeaways', 'explain'],
  pricing: ['compare', 'ask', 'summarize', 'key_takeaways'],
  landing: ['summarize', 'ask', 'compare', 'key_takeaways'],
  event: ['ask', 'summarize', 'key_takeaways', 'explain'],
  recipe: ['apply', 'ask', 'summarize', 'key_takeaways'],
  profile: ['summarize', 'ask', 'key_takeaways', 'cite'],
  legal: ['summarize', 'explain', 'ask', 'critique'],
  other: ['summarize', 'ask', 'explain', 'key_takeaways'],
}
