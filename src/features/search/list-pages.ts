import type { PassageHit } from '../../../db/search/search-passages.ts'
import { normalizedWords } from './fuzzy-terms.ts'

/** The share of its value that a hit keeps where its page lists what other pages are about. */
const LIST_SHARE = 0.7
/** The share of its value that a hit on a start page keeps, since a start page says a little of everything. */
const START_SHARE = 0.9

const LIST_TYPES: ReadonlySet<string> = new Set(['listing', 'category'])
/** Matches the paths that programs give to the second and further pages of a list. */
const NEXT_PAGE = /\/page\/\d+\/?$/u
/**
 * The least characters of a heading that is looked for among titles; a shorter one, such as `Example`, may be any
 * page's.
 */
const MIN_HEADING = 6

/** Returns the letters and digits of a text alone, as titles and headings are compared. */
const plain = (text: string): string => normalizedWords(text).join('')

/** The titles of the pages that a search found, by which a heading is known to name another page. */
export class FoundTitles {
  readonly #hits: readonly PassageHit[]
  #plain: readonly { id: string; title: string }[] | undefined

  constructor(hits: readonly PassageHit[]) {
    this.#hits = hits
  }

  /**
   * Returns the titles as they are compared. @NOTE they are made when first needed, since most searches need none of
   * them.
   */
  get #titles(): readonly { id: string; title: string }[] {
    const byId = () => new Map(this.#hits.map(({ id, title }) => [id, title ?? '']))
    return (this.#plain ??= [...byId()].map(([id, title]) => ({ id, title: plain(title) })))
  }

  /**
   * Returns the share of its value that a hit keeps, from 0 to 1. A hit keeps less on a start page, on a list by type
   * or path, and under a heading that is the title of another found page.
   */
  shareOf({ id, path, title, pageType, heading }: PassageHit): number {
    if (path === '/') return START_SHARE
    if (NEXT_PAGE.test(path) || LIST_TYPES.has(pageType ?? '')) return LIST_SHARE
    if (heading === '' || title?.startsWith(heading) === true) return 1
    const named = plain(heading)
    if (named.length < MIN_HEADING) return 1
    const isOther = this.#titles.some((one) => one.id !== id && one.title.startsWith(named))
    const isOwn = this.#titles.some((one) => one.id === id && one.title.startsWith(named))
    return isOther && !isOwn ? LIST_SHARE : 1
  }
}
