import { pathText, type PathText } from './path-text.ts'
import type { PageStatus, PageType } from './vocabulary.ts'

/** The most characters of a text that are compared; no honest title or name is longer. */
const MAX_TEXT = 1_000
/** The most tags, and the most types, of one page that are compared; a scan reads no more. */
const MAX_WORDS = 50
/** Matches texts in which folding has to change more than the case of letters. */
const UNEVEN = /[^ -~]|^ | $| {2}/

/** A page as rules see it. A fact that is not known is `null`, and meets no condition. */
export interface RuleSubject {
  /** The path of the address, without its query. */
  path: string
  host: string
  type: PageType | null
  /** The language of the page, a BCP 47 tag. */
  language: string | null
  title: string | null
  tags: readonly string[]
  /** Types of the page's structured data, such as `Article`; an address before the name does not count. */
  schemaTypes: readonly string[]
  wordCount: number | null
  /** The time of publication in epoch milliseconds. */
  publishedAt: number | null
  author: string | null
  status: PageStatus | null
}

/** Makes the subject of a page of which no more than its address is known. */
export const subjectOfAddress = (path: string, host: string): RuleSubject => ({
  path,
  host,
  type: null,
  language: null,
  title: null,
  tags: [],
  schemaTypes: [],
  wordCount: null,
  publishedAt: null,
  author: null,
  status: null,
})

/**
 * A page as rules see it, in the form that conditions compare; it is made once for each page, for any number of rules.
 */
export interface ComparableSubject extends Omit<
  RuleSubject,
  'path' | 'host' | 'tags' | 'schemaTypes'
> {
  path: PathText
  host: PathText
  tags: ReadonlySet<string>
  schemaTypes: ReadonlySet<string>
}

/** Makes texts comparable: compatibility forms, case and white space no longer count. */
export function foldForComparison(text: string): string {
  const cut = text.slice(0, MAX_TEXT)
  if (!UNEVEN.test(cut)) return cut.toLowerCase()
  return cut
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .join(' ')
}

export const toComparable = (page: RuleSubject): ComparableSubject => ({
  ...page,
  path: pathText(page.path),
  host: pathText(page.host.toLowerCase()),
  language: page.language?.toLowerCase() ?? null,
  title: foldOrNull(page.title),
  tags: foldAll(page.tags),
  schemaTypes: foldAll(page.schemaTypes.map(nameOf)),
  author: foldOrNull(page.author),
})

const nameOf = (schemaType: string): string =>
  schemaType.slice(Math.max(schemaType.lastIndexOf('/'), schemaType.lastIndexOf('#')) + 1)

const foldOrNull = (text: string | null): string | null =>
  text === null ? null : foldForComparison(text)

const foldAll = (texts: readonly string[]): Set<string> =>
  new Set(texts.slice(0, MAX_WORDS).map(foldForComparison))
