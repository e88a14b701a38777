import { truncate } from '../html/text.ts'
import { DATE_FIRST } from '../prompts/list-page.ts'
import { typeOfPath } from '../prompts/path-type.ts'
import { sentencesOf } from '../prompts/sentences.ts'
import { foldTitle } from './site-wide-titles.ts'
import { isAddressName, isGenericName, TITLE_SEPARATOR, titleWithoutSite } from './site-name.ts'

/** The names that a page gives itself. */
export interface TitledPage {
  path: string
  /** The title of the document. */
  title: string | null
  /** The first headings of the page and of its main text. */
  headings: readonly string[]
  /** The beginning of the text; empty where it is not known. */
  opening?: string
  /** The BCP 47 tag of the page's language; two languages of one page may have the same title. */
  language?: string | null
}

/** The parts that the titles of a site's pages have in common; all texts are folded (`foldTitle`). */
export interface TitledSite {
  name: string
  startPath: string
  /** Titles of documents that several pages of one language have, with that language. */
  shared: ReadonlySet<string>
  /** Last parts of titles that many pages have, as they have the name of their site. */
  ends: ReadonlySet<string>
  /** First parts of titles that most pages have. A part that fewer have is of a series: `The Daily News — 7 March`. */
  starts: ReadonlySet<string>
  /** Headings that enough pages have to be banners of the site. */
  banners: ReadonlySet<string>
}

/**
 * The numbers and shares of pages that must have a part of a title in common for that part to name the site or a
 * section of it.
 */
const END_PAGES = 8
const LEAST_END_PAGES = 3
const END_SHARE = 0.25
const START_SHARE = 0.5
/** The most headings of a page that are looked at. */
export const MAX_TITLE_HEADINGS = 5
const MAX_CUTS = 3

/** Finds what the titles of a site have in common. */
export function titledSite(
  site: Pick<TitledSite, 'name' | 'startPath'>,
  pages: readonly TitledPage[],
): TitledSite {
  const titles = new Counter()
  const shared = new Counter()
  const ends = new Counter()
  const starts = new Counter()
  const headings = new Counter()
  for (const page of pages) {
    titles.add([foldTitle(page.title ?? '')])
    shared.add([titleKey(page)])
    headings.add(page.headings.map(foldTitle))
  }
  for (const title of titles.keys()) {
    const parts = title.split(TITLE_SEPARATOR)
    if (parts.length < 2) continue
    starts.add([parts[0] ?? ''])
    ends.add(parts.slice(-MAX_CUTS + 1))
  }
  const many = Math.max(LEAST_END_PAGES, pages.length * END_SHARE)
  return {
    ...site,
    shared: shared.atLeast(2),
    ends: ends.atLeast(Math.min(END_PAGES, many)),
    starts: starts.atLeast(Math.max(LEAST_END_PAGES, pages.length * START_SHARE)),
    banners: headings.atLeast(many),
  }
}

const titleKey = ({ title, language }: TitledPage): string =>
  `${language ?? ''} ${foldTitle(title ?? '')}`

/** Counts in how many pages each text occurs. */
class Counter {
  readonly #counts = new Map<string, number>()

  add(keys: readonly string[]): void {
    for (const key of new Set(keys)) {
      if (key !== '') this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    }
  }

  keys = (): Iterable<string> => this.#counts.keys()

  atLeast(least: number): Set<string> {
    return new Set([...this.#counts].flatMap(([key, times]) => (times >= least ? [key] : [])))
  }
}

/**
 * Returns the title of a page: the title of its document without the name of the site; where several pages have that
 * title, or it is the name of the site, its first heading, else the beginning of its text. A start page that shares its
 * title gets the name of its site, and a list of pages keeps its own title, since its headings are those of the listed
 * pages.
 */
export function ownTitle(page: TitledPage, site: TitledSite): string | null {
  const alone = titleAlone(page.title ?? '', site)
  const isNamed = alone !== '' && !isOf(alone, site) && !isGenericName(alone)
  if (isNamed && isOwn(page, alone, site)) return alone
  if (page.path === site.startPath && hasName(site)) return site.name
  const heading = headingOf(page, site)
  if (heading !== undefined) return titleAlone(heading, site)
  return (isNamed ? '' : openingOf(page)) || alone || page.title
}

const isOwn = (page: TitledPage, alone: string, { shared }: TitledSite): boolean =>
  !shared.has(titleKey(page)) || isHeadedBy(alone, page) || isListOfPages(page)

const headingOf = ({ headings }: TitledPage, site: TitledSite): string | undefined =>
  headings.find((text) => text !== '' && !site.banners.has(foldTitle(text)) && !isOf(text, site))

const hasName = ({ name }: TitledSite): boolean => name !== '' && !isAddressName(name)

const isHeadedBy = (alone: string, { headings }: TitledPage): boolean =>
  headings.some((heading) => foldTitle(heading) === foldTitle(alone))

const isListOfPages = ({ path }: TitledPage): boolean => typeOfPath(path, false) === 'listing'

/**
 * Returns the first sentence of a page's text, at most about 80 characters: feeds name a note without a title by it.
 */
function openingOf({ opening = '' }: TitledPage): string {
  const sentence = sentencesOf(opening.replace(DATE_FIRST, '').trimStart(), 1)[0] ?? ''
  if (sentence.length <= MAX_OPENING_CHARS) return sentence
  const cut = truncate(sentence, MAX_OPENING_CHARS)
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : undefined)}…`
}

const MAX_OPENING_CHARS = 80

const isOf = (text: string, { name }: TitledSite): boolean =>
  foldTitle(text.replace(TAIL_SEPARATOR, '')) === foldTitle(name)

/** Returns a title without the name of its site, and without the parts at its ends that many titles have. */
function titleAlone(title: string, site: TitledSite): string {
  let own = titleWithoutSite(title, site.name).trim()
  for (let cuts = 0; cuts < MAX_CUTS; cuts += 1) {
    const rest = withoutEnd(own, site)
    // A number is no title.
    if (rest === own || !/\p{L}/u.test(rest)) return own
    own = rest
  }
  return own
}

function withoutEnd(title: string, { ends, starts }: TitledSite): string {
  const parts = title.split(TITLE_SEPARATOR)
  const [first = '', second, last = ''] = [parts[0], parts[1], parts.at(-1)]
  if (second === undefined) return title
  if (ends.has(foldTitle(last))) {
    return title.slice(0, title.lastIndexOf(last)).replace(TAIL_SEPARATOR, '')
  }
  return starts.has(foldTitle(first)) ? title.slice(title.indexOf(second, first.length)) : title
}

const TAIL_SEPARATOR = /\s*[|–—•·»›‹«:：｜-]+\s*$/u

/** Returns a page without the headings and questions that it shares with many pages of its site. */
export function withoutFurniture<
  P extends {
    h1: string | null
    headings: readonly { level: number; text: string }[]
    leads: readonly { heading: string; level: number; text: string }[]
    asked: readonly string[]
  },
>(page: P, { name, siteWideTitles }: { name: string; siteWideTitles: ReadonlySet<string> }): P {
  const isShared = (text: string): boolean => siteWideTitles.has(foldTitle(text))
  const ownHeading = ({ heading, level }: { heading: string; level: number }): string => {
    if (isShared(heading)) return ''
    return level === 1 ? titleWithoutSite(heading, name) : heading
  }
  return {
    ...page,
    h1: page.h1 === null || isShared(page.h1) ? null : titleWithoutSite(page.h1, name),
    headings: page.headings.filter(({ text }) => !isShared(text)),
    asked: page.asked.filter((text) => !isShared(text)),
    leads: page.leads.map((lead) => ({ ...lead, heading: ownHeading(lead) })),
  }
}
