import { TITLE_SEPARATOR } from './site-name.ts'

/** The least share of pages, and number of them, that have the same words as furniture of their site. */
const FURNITURE_SHARE = 0.25
const FURNITURE_PAGES = 3
/** Pages with a heading of their own each under one title, which then names the part of the site that they are in. */
const PART_PAGES = 3
/** Titles that end in the same words, which name the site or a part of it. */
const TAIL_PAGES = 8

/** The least share of pages with the same heading of a section, which then is a box of the site. */
const SECTION_SHARE = 0.5
const SECTION_PAGES = 5
/** The most parts of a title that are looked at behind its first one. */
export const MAX_TAILS = 3

interface HeadedPage {
  title: string | null
  h1: string | null
  headings?: readonly { level: number; text: string }[]
}

export const furnitureKey = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/**
 * Finds what names no page of its site: titles and headings of level 1 that so many pages have that they name the site, or
 * its banner; titles of several pages whose headings differ; what many titles end in; and headings of sections that stand
 * on most pages, or ask on many.
 */
export function furnitureOf(pages: readonly HeadedPage[]): Set<string> {
  const least = Math.max(FURNITURE_PAGES, pages.length * FURNITURE_SHARE)
  return new Set([...sharedNames(pages, least), ...sharedSections(pages, least)])
}

function sharedNames(pages: readonly HeadedPage[], least: number): string[] {
  const counts = new Map<string, number>()
  const headings = new Map<string, Set<string>>()
  const ends = new Map<string, Set<string>>()
  for (const page of pages) {
    const title = furnitureKey(page.title ?? '')
    const h1 = furnitureKey(page.h1 ?? '')
    const tails = tailsOf(title)
    count(counts, [title, h1, ...tails])
    if (title && h1 && title !== h1) keepFew(headings, PART_PAGES, title, h1)
    for (const tail of tails) keepFew(ends, TAIL_PAGES, tail, title)
  }
  const isShared = (key: string, times: number): boolean =>
    times >= least ||
    (headings.get(key)?.size ?? 0) >= PART_PAGES ||
    (ends.get(key)?.size ?? 0) >= TAIL_PAGES
  return [...counts].filter(([key, times]) => isShared(key, times)).map(([key]) => key)
}

function sharedSections(pages: readonly HeadedPage[], least: number): string[] {
  const counts = new Map<string, number>()
  for (const { headings = [] } of pages) {
    const sections = headings.filter(({ level }) => level > 1)
    count(
      counts,
      sections.map(({ text }) => furnitureKey(text)),
    )
  }
  const most = Math.max(SECTION_PAGES, pages.length * SECTION_SHARE)
  // A box of new posts shows the title of a page on all others.
  const own = new Set(pages.flatMap(ownNames))
  const isShared = (key: string, times: number): boolean =>
    !own.has(key) && (times >= most || (times >= least && /[?？]$/u.test(key)))
  return [...counts].filter(([key, times]) => isShared(key, times)).map(([key]) => key)
}

/** What a page is called: its heading, and its title with and without what stands behind it. */
const ownNames = ({ title, h1 }: HeadedPage): string[] =>
  [h1 ?? '', title ?? '', (title ?? '').split(TITLE_SEPARATOR, 1)[0] ?? ''].map(furnitureKey)

/** Counts each of the keys of a page once. */
function count(counts: Map<string, number>, keys: readonly string[]): void {
  for (const key of new Set(keys)) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The parts of a title behind its first one, of which the site or a part of it has some. */
const tailsOf = (title: string): string[] =>
  title
    .split(TITLE_SEPARATOR, MAX_TAILS + 1)
    .slice(1)
    .filter((tail) => tail !== '')

function keepFew(sets: Map<string, Set<string>>, max: number, key: string, value: string): void {
  const found = sets.get(key)
  if (!found) sets.set(key, new Set([value]))
  else if (found.size < max) found.add(value)
}
