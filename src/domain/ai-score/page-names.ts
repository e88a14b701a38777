import { hash } from 'node:crypto'
import * as z from 'zod'
import type { ParsedPage } from '../html/read-page.ts'
import type { CheckStatus } from './finding.ts'

const MAX_H1 = 10
const Mark = z.string().nullable()

/**
 * Marks of a page's title, description, headings and text, some characters each: enough to tell whether two pages of a
 * site have the same. A mark is null where the page has no such text.
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
  /** The address at which the redirects of the start page ended. */
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
 * The answers, for title, description and text, whether a page shares them with the start page; null where no start
 * page is known, or the page is that one.
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
 * Counts the headings of level 1 that are the page's own. If the start page has exactly one, that one counts as a
 * banner and is not counted here.
 */
export const ownH1 = (names: PageNames, home: PageNames | null): number => {
  const banner = home?.h1.length === 1 ? home.h1[0] : undefined
  return names.h1.filter((mark) => mark !== banner).length
}

const ORDER: readonly CheckStatus[] = ['pass', 'warn', 'fail']

/** Returns the worse of two statuses; a `found` of `na` or `error` is returned as it is. */
export const worseOf = (found: CheckStatus, other: CheckStatus): CheckStatus =>
  ORDER.includes(found) && ORDER.indexOf(other) > ORDER.indexOf(found) ? other : found

/** Returns the status for a number of own headings of level 1: only a page without one fails. */
export const statusOfH1 = (own: number): CheckStatus => (own === 0 ? 'fail' : 'pass')
