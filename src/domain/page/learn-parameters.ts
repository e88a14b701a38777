import { MAX_TOLD, toldQuery, writtenQuery } from '../../lib/web/told-query.ts'
import { hasDrifted } from '../prompts/content-sketch.ts'

/** A page that a site offers at an address of its own. */
export interface LearnedPage {
  /** The path with its query. */
  path: string
  /** The first heading of the page, else its title. */
  name: string | null
  /** The SHA-256 of the page's main text. */
  contentHash: string | null
  /** The sketch of the page's main text (`sketchOf`); undefined for a page without one. */
  sketch: string | undefined
}

export interface LearningRules {
  /** True for a path without a query that leads to a page. */
  isOther: (path: string) => boolean
  /** Parameters whose values are readers' own words, which may name a person; none of them is learned. */
  typed: readonly string[]
}

/** The most pages of one path that are compared, and the most pages in all. */
export const MAX_OF_PATH = 50
export const MAX_PAGES = 1_000
/** The most names of parameters that are tried; those of most pages come first. */
const MAX_NAMES = 32
/** The most parameters of a page from which something is learned. */
const MAX_PARAMETERS = 32

/** A page among those between which parameters have to distinguish. */
interface Told {
  /** The number of the group of pages that the parameters learned so far do not tell apart. */
  group: number
  /** The number of the page's text; pages of one path with equal numbers need no parameter between them. */
  text: number
  valueOf: ReadonlyMap<string, string>
}

/**
 * Finds the fewest parameters that tell the pages of each path apart: the one by which most pages become different,
 * then the next, to four at most. A parameter that no page needs, such as a way to sort a list, is not learned, and
 * neither is one that a browser would not report, or one whose values readers type.
 */
export function learnParameters(
  pages: readonly LearnedPage[],
  { isOther, typed }: LearningRules,
): string[] {
  let told = toTold(pages, isOther)
  const names = commonNames(told).filter((name) => !typed.includes(name))
  const learned: string[] = []
  let confused = confusedIn(told)
  while (confused > 0 && learned.length < MAX_TOLD) {
    const tries = names.map((name) => {
      const apart = splitBy(told, name)
      return { name, apart, confused: confusedIn(apart) }
    })
    const [best] = tries.toSorted((a, b) => a.confused - b.confused)
    if (!best || best.confused >= confused) break
    ;({ apart: told, confused } = best)
    learned.push(best.name)
  }
  return learned
}

function toTold(pages: readonly LearnedPage[], isOther: (path: string) => boolean): Told[] {
  const told: Told[] = []
  let texts = 0
  for (const [group, [path, same]] of [...byPathname(pages)].entries()) {
    const different: { page: LearnedPage; text: number }[] = []
    for (const page of same) {
      const known = different.find((other) => !areDifferent(other.page, page))
      const text = known?.text ?? (texts += 1)
      if (!known) different.push({ page, text })
      told.push({ group, text, valueOf: valuesOf(page.path) })
    }
    // Without its parameters a page would be taken for the one at the path alone, even if no page is there.
    const isBare = same.some((page) => page.path === path) || isOther(path)
    if (!isBare) told.push({ group, text: (texts += 1), valueOf: new Map() })
  }
  return told
}

/** Groups pages by their path, and leaves out paths of which no page has a query. */
function byPathname(pages: readonly LearnedPage[]): Map<string, LearnedPage[]> {
  const groups = new Map<string, LearnedPage[]>()
  for (const page of pages) {
    const path = pathnameOf(page.path)
    const group = groups.get(path)
    if (group) group.push(page)
    else groups.set(path, [page])
  }
  for (const [path, group] of groups) {
    if (group.every((page) => page.path === path)) groups.delete(path)
  }
  return groups
}

/** True for a path with few enough parameters for something to be learned from it. */
export const isTeaching = (path: string): boolean => path.split('&').length <= MAX_PARAMETERS

export const pathnameOf = (path: string): string => path.split('?', 1)[0] ?? path

/**
 * True for pages of different text and name, or of one name and very different text: views of one list have one name
 * and, however they are sorted, nearly one text.
 */
const areDifferent = (a: LearnedPage, b: LearnedPage): boolean =>
  a.contentHash !== b.contentHash &&
  (a.name !== b.name || hasDrifted(a.sketch ?? null, b.sketch ?? null))

/** Returns the query values of a path that a browser would report, by the names of their parameters. */
function valuesOf(path: string): Map<string, string> {
  const told = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(path.slice(pathnameOf(path).length))) {
    const pair = toldQuery(writtenQuery([[name, value]]), [name])
    const known = told.get(name) ?? []
    if (pair !== '' && known.length < MAX_TOLD) told.set(name, [...known, pair])
  }
  return new Map([...told].map(([name, pairs]) => [name, pairs.join('')]))
}

/** Lists the names of parameters, those of most pages first, then the shortest, then by their letters. */
function commonNames(told: readonly Told[]): string[] {
  const pagesOf = new Map<string, number>()
  for (const { valueOf } of told) {
    for (const name of valueOf.keys()) pagesOf.set(name, (pagesOf.get(name) ?? 0) + 1)
  }
  return [...pagesOf]
    .toSorted(([a, n], [b, m]) => m - n || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(([name]) => name)
}

/** Returns the pages with each group split by the values of a parameter. */
function splitBy(told: readonly Told[], name: string): Told[] {
  const groups = new Map<string, number>()
  return told.map((page) => {
    const key = `${page.group} ${page.valueOf.get(name) ?? ''}`
    const group = groups.get(key) ?? groups.size
    groups.set(key, group)
    return { ...page, group }
  })
}

/** Counts the pairs of pages of different text that share a group. */
function confusedIn(told: readonly Told[]): number {
  const groups = new Map<number, { pages: number; pagesOf: Map<number, number> }>()
  for (const { group, text } of told) {
    const known = groups.get(group) ?? { pages: 0, pagesOf: new Map<number, number>() }
    known.pages += 1
    known.pagesOf.set(text, (known.pagesOf.get(text) ?? 0) + 1)
    groups.set(group, known)
  }
  return [...groups.values()].reduce((sum, { pages, pagesOf }) => {
    const alike = [...pagesOf.values()].reduce((of, n) => of + n * n, 0)
    return sum + (pages * pages - alike) / 2
  }, 0)
}
