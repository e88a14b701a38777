import { hash } from 'node:crypto'
import * as z from 'zod'
import type { ParsedPage } from '../html/read-page.ts'
import type { CheckStatus } from './finding.ts'

const MAX_H1 = 10
const Mark = z.string().nullable()

/**
 * Marks of what a page calls itself and of its text, some characters each: enough to tell whether two pages of a site
 * have the same. Null where the page has none.
 */
export const PageNames = z.object({
  title: Mark,
  description: Mark,
  /** Marks of the first headings of level 1. */
  h1: z.array(z.string()),
  text: Mark,
})
export type PageNames = z.output<typeof PageNames>

/** The start page of a site, to which its other pages are compared. */
export interface HomePage {
  /** The address at which its redirects ended. */
  url: string
  names: PageNames
  /** Value of the Last-Modified header. */
  lastModified: string | null
}

const markOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 8)
const markOrNull = (text: string | null): string | null =>
  text === null || text === '' ? null : markOf(text)

export const namesOf = ({
  title,
  description,
  headings,
  mainText,
  contentHash,
}: ParsedPage): PageNames => ({
  title: markOrNull(title),
  description: markOrNull(description),
  h1: headings
    .filter(({ level }) => level === 1)
    .slice(0, MAX_H1)
    .map(({ text }) => markOf(text)),
  text: mainText === '' ? null : contentHash.slice(0, 8),
})

/**
 * Whether a page shares its title, description and text with the start page; null where no start page is known to
 * compare it to, or the page is that one.
 */
export type SharedNames = Record<'title' | 'description' | 'text', boolean> | null

export const sharedNames = (names: PageNames, home: PageNames | null): SharedNames =>
  home && {
    title: isSame(names.title, home.title),
    description: isSame(names.description, home.description),
    text: isSame(names.text, home.text),
  }

const isSame = (one: string | null, other: string | null): boolean => one !== null && one === other

/**
 * Headings of level 1 that are the page's own: the only one of the start page is a banner where another page has it too.
 * A start page with several of them names its pages by them.
 */
export const ownH1 = (names: PageNames, home: PageNames | null): number => {
  const banner = home?.h1.length === 1 ? home.h1[0] : undefined
  return names.h1.filter((mark) => mark !== banner).length
}

const ORDER: readonly CheckStatus[] = ['pass', 'warn', 'fail']

/** The worse of two statuses; one that does not count stays. */
export const worseOf = (found: CheckStatus, other: CheckStatus): CheckStatus =>
  ORDER.includes(found) && ORDER.indexOf(other) > ORDER.indexOf(found) ? other : found

/** How the number of own headings of level 1 is judged; several divide a text as others do. */
export const statusOfH1 = (own: number): CheckStatus => (own === 0 ? 'fail' : 'pass')
