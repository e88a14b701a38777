import { attributeOf, findIn, nearestAround, type HtmlNode } from './html-node.ts'
import { cleanLine, textOf } from './text.ts'
import { parseWebDate } from './web-date.ts'
import { readDay } from './written-day.ts'

/** Classes by which programs mark the day that a page was last changed. */
const CHANGE_DATE =
  /(?:^|[\s_-])(?:git-revision-date|revision[_-]date|(?:date|time)[_-](?:modified|updated)|(?:modified|updated)[_-](?:date|time|at|on)|last[_-]?(?:modified|updated?|mod))(?=$|[\s_-])/i

/** True for the value of `class` of an element that shows when the page was changed. */
export const isChangeDate = (value: string): boolean =>
  (value.includes('mod') || value.includes('date') || value.includes('Mod')) &&
  CHANGE_DATE.test(value.slice(0, 500))

/** More elements are those of a list: each is about another page. */
const MAX_OWN = 6
const MAX_STEPS = 8
const MAX_TEXT = 80
/** Entries of lists and tables are about other things. */
const ENTRIES: ReadonlySet<string> = new Set(['li', 'td', 'th', 'nav', 'menu'])

/** The newest day that a page shows, by the classes of its markup, as that of its last change (ISO 8601); null without one. */
export function readChangeDate(marked: readonly HtmlNode[]): string | null {
  if (marked.length > MAX_OWN) return null
  const dates = marked.flatMap((node) => (isEntry(node) ? [] : (dateOf(node) ?? [])))
  return dates.toSorted().at(-1) ?? null
}

const isEntry = (node: HtmlNode): boolean =>
  nearestAround(node, MAX_STEPS, ({ name }) => ENTRIES.has(name)) !== undefined

/** Reads the machine's form of a date where there is one, else the text. */
function dateOf(node: HtmlNode): string | null {
  const holder = findIn(node, 20, (inner) => attributeOf(inner, 'datetime') !== undefined)
  const stated = parseWebDate((holder && attributeOf(holder, 'datetime')) ?? '')
  if (stated !== null) return stated
  const text = cleanLine(textOf(node, MAX_TEXT), MAX_TEXT)
  const start = text.search(/\p{L}{3,12}\.? \d{1,2}, \d{4}|\d/u)
  return start === -1 ? null : parseWebDate(readDay(text.slice(start)) ?? '')
}
