/** The faults of a page that a scan reports, because an owner would want to correct them. */
export const PAGE_ISSUE_NAMES = [
  'no_title',
  'no_description',
  'no_h1',
  'no_language',
  'no_text',
  'needs_javascript',
  'canonical_elsewhere',
  'broken_json_ld',
  'poisoned_link',
  'duplicate',
] as const

export type PageIssue = (typeof PAGE_ISSUE_NAMES)[number]

/** The words by which people ask for an issue. */
export const PAGE_ISSUE_WORDS: Readonly<Record<PageIssue, readonly string[]>> = {
  no_title: ['title'],
  no_description: ['description'],
  no_h1: ['h1', 'heading'],
  no_language: ['language', 'lang'],
  no_text: ['text', 'content'],
  needs_javascript: ['javascript', 'js'],
  canonical_elsewhere: ['canonical'],
  broken_json_ld: ['json', 'jsonld', 'ld'],
  poisoned_link: ['poisoned', 'poisoning', 'manipulative', 'assistant'],
  duplicate: ['duplicate', 'duplicates', 'same'],
}
