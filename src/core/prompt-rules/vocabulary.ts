/** What a prompt may do; a page has one template of each kind at most. */
export const PROMPT_KINDS = [
  'summarize',
  'key_takeaways',
  'explain',
  'ask',
  'compare',
  'apply',
  'critique',
  'cite',
  'translate',
  'custom',
] as const
export type PromptKind = (typeof PROMPT_KINDS)[number]

export const PAGE_TYPES = [
  'article',
  'docs',
  'howto',
  'faq',
  'product',
  'category',
  'pricing',
  'landing',
  'event',
  'recipe',
  'profile',
  'legal',
  'other',
] as const
export type PageType = (typeof PAGE_TYPES)[number]

/** What the last scan found at the page's address. */
export const PAGE_STATUSES = [
  'active',
  'redirected',
  'noindex',
  'gone',
  'error',
  'excluded',
] as const
export type PageStatus = (typeof PAGE_STATUSES)[number]

/** Placeholders that state facts of the page or the site, so no rule may give them another value. */
export const FACT_PLACEHOLDERS: ReadonlySet<string> = new Set([
  'url',
  'canonical_url',
  'markdown_url',
  'title',
  'site_name',
  'domain',
  'author',
  'published',
  'updated',
  'language',
  'language_name',
  'type',
])
