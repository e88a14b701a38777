import type { PassageHit } from '../../../db/search/search-passages.ts'
import { normalizedWords } from './fuzzy-terms.ts'

/** The share of its value that a page keeps where it lists what other pages are about. */
const LIST_SHARE = 0.7
/** The share that a start page keeps, which says a little of everything. */
const START_SHARE = 0.9

const LIST_TYPES: ReadonlySet<string> = new Set(['listing', 'category'])
/** Matches the addresses that programs give to the further pages of a list. */
const NEXT_PAGE = /\/page\/\d+\/?$/u
/** Characters of a heading without which it may be any page's: `Example`. */
const MIN_HEADING = 6

/** Text as a title and a heading are compared: letters and digits alone. */
const plain = (text: string): string => normalizedWords(text).join('')

/** Pages found by their titles, so that what another page names as one of its headings is known. */
export class FoundTitles {
  readonly #hits: readonly PassageHit[]
  #plain: readonly { id: string; title: string }[] | undefined

  constructor(hits: readonly PassageHit[]) {
    this.#hits = hits
  }

  /** @NOTE most searches find no heading that needs them. */
  get #titles(): readonly { id: string; title: string }[] {
    const byId = () => new Map(this.#hits.map(({ id, title }) => [id, title ?? '']))
    return (this.#plain ??= [...byId()].map(([id, title]) => ({ id, title: plain(title) })))
  }

  /**
   * The share of its value that a hit keeps: less for a list, whether its page is one by its type and address, or the
   * passage stands under the title of another page that was found.
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
