import type { PageLead } from '../page/page-leads.ts'
import { cleanValue } from './clean-value.ts'
import { hasUnspaced } from './segment-words.ts'
import type { PromptPage } from './prompt-page.ts'
import { isGeneralTitle } from './title-rules.ts'

const MAX_CHARS = 100
/** Guillemets end a quotation where they began one. */
const SEPARATOR = / (?:[|–—•·›]|»(?<!«[^«»]{0,200}»)|- -|-) |｜/u

/**
 * The title of the text: the first-level heading of the main text where it shares a word with the title of the page, else
 * that title without the name of the site behind it. A page may have several such headings, one a section, or a slogan.
 */
export function subjectOf(
  { title, h1 }: Pick<PromptPage, 'title' | 'h1'>,
  leads: readonly PageLead[],
): string {
  const headings = leads.filter(({ level, text }) => level === 1 && text !== '')
  const [first = ''] = (title ?? '').split(SEPARATOR, 1)
  const named = isSure({ title, h1 }, first) ? undefined : namedBy(headings, title ?? '', first)
  const stated = isGeneralTitle(first) ? (headings[0]?.heading ?? h1 ?? first) : first
  return subjectLine(named ?? stated) || subjectLine(stated)
}

/** A title that asks is better than a heading, and one that the h1 outside of the main text repeats is the page's. */
function isSure({ title, h1 }: Pick<PromptPage, 'title' | 'h1'>, first: string): boolean {
  const whole = first.trim().toLowerCase()
  return whole === '' || /[?？]$/u.test((title ?? '').trim()) || h1?.trim().toLowerCase() === whole
}

/** The heading that a title is about. A call to the reader is no name. */
function namedBy(headings: readonly PageLead[], title: string, first: string): string | undefined {
  const whole = first.trim().toLowerCase()
  return headings.find(
    ({ heading }) =>
      !/[!！]$/u.test(heading) &&
      (headings.length === 1 ? isAlike(heading, title) : heading.toLowerCase().includes(whole)),
  )?.heading
}

/** The marks of themes before a heading, and the full stop of a sentence. */
const EDGES = /^[#¶§]+ ?|(?<=\p{Ll}{3})\.$/gu

/** Empty where it is too long to be asked about. */
function subjectLine(text: string): string {
  const line = cleanValue(lastOfTrail(text), MAX_CHARS + 1).replace(EDGES, '')
  return line.length > MAX_CHARS ? '' : line
}

const TRAIL = / (?:[>›→]|»(?<!«[^«»]{0,200}»)) /u
/** One arrow alone is mostly a writer's "and so". */
const AND_SO = /^[^→]* → [^→]*$/u

/** A heading may be the trail that leads to it: `Harbour > Tides > Neap tides`. */
function lastOfTrail(text: string): string {
  const last = AND_SO.test(text) ? '' : (text.split(TRAIL).at(-1)?.trim() ?? '')
  return /\p{L}{3}/u.test(last) ? last : text
}

/** Shorter words are mostly those of grammar. */
const MIN_WORD = 4
const MAX_LETTERS = 6

/** True for two texts with a word in common, but for its end; of scripts without spaces, with two letters in a row. */
function isAlike(one: string, other: string): boolean {
  const text = other.toLowerCase()
  const pieces = hasUnspaced(one)
    ? Array.from(one.matchAll(/(?=(\S\S))/gu), ([, pair = '']) => pair)
    : (one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(({ length }) => length >= MIN_WORD)
  return pieces.some((piece) => piece.length > 1 && text.includes(piece.slice(0, MAX_LETTERS)))
}
