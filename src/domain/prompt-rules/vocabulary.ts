import { PAGE_TYPES, type PageType } from '../page/page-types.ts'
import { GENERATED_KINDS } from '../prompts/prompt-page.ts'

export { PAGE_TYPES, type PageType }

/** The kinds of prompts; a page has one template of each kind at most. */
export const PROMPT_KINDS = [...GENERATED_KINDS, 'custom'] as const
export type PromptKind = (typeof PROMPT_KINDS)[number]

/** The states that a scan may find at a page's address. */
export const PAGE_STATUSES = [
  'active',
  'redirected',
  'noindex',
  'gone',
  'error',
  'excluded',
  'duplicate',
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
