import { attributeOf, findIn, nearestAround, type HtmlNode } from './html-node.ts'
import { cleanLine, textOf } from './text.ts'
import { parseWebDate } from './web-date.ts'
import { readDay } from './written-day.ts'

/** Matches the classes by which programs mark the day that a page was last changed. */
const CHANGE_DATE =
  /(?:^|[\s_-])(?:git-revision-date|revision[_-]date|(?:date|time)[_-](?:modified|updated)|(?:modified|updated)[_-](?:date|time|at|on)|last[_-]?(?:modified|updated?|mod))(?=$|[\s_-])/i

/** True for the value of `class` of an element that shows when the page was changed. */
export const isChangeDate = (value: string): boolean =>
  (value.includes('mod') || value.includes('date') || value.includes('Mod')) &&
  CHANGE_DATE.test(value.slice(0, 500))

/**
 * The most elements marked as the day of the last change on a page; more of them are those of a list, each about
 * another page.
 */
const MAX_OWN = 6
const MAX_STEPS = 8
const MAX_TEXT = 80
/** Elements inside of which a date is about something else than the page, such as entries of lists and tables. */
const ENTRIES: ReadonlySet<string> = new Set(['li', 'td', 'th', 'nav', 'menu'])

/**
 * Returns the newest date (ISO 8601) that elements of these classes show as that of the last change; null without one.
 */
export function readChangeDate(marked: readonly HtmlNode[]): string | null {
  if (marked.length > MAX_OWN) return null
  const dates = marked.flatMap((node) => (isEntry(node) ? [] : (dateOf(node) ?? [])))
  return dates.toSorted().at(-1) ?? null
}

const isEntry = (node: HtmlNode): boolean =>
  nearestAround(node, MAX_STEPS, ({ name }) => ENTRIES.has(name)) !== undefined

/** Reads a date from the `datetime` of an element or of one inside it, else from its text. */
function dateOf(node: HtmlNode): string | null {
  const holder = findIn(node, 20, (inner) => attributeOf(inner, 'datetime') !== undefined)
  const stated = parseWebDate((holder && attributeOf(holder, 'datetime')) ?? '')
  if (stated !== null) return stated
  const text = cleanLine(textOf(node, MAX_TEXT), MAX_TEXT)
  const start = text.search(/\p{L}{3,12}\.? \d{1,2}, \d{4}|\d/u)
  return start === -1 ? null : parseWebDate(readDay(text.slice(start)) ?? '')
}
