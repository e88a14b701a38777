import type { PageLead } from '../page/page-leads.ts'
import { cleanValue } from './clean-value.ts'
import { hasUnspaced } from './own-questions.ts'
import type { PromptPage } from './prompt-page.ts'
import { isGeneralTitle } from './title-rules.ts'

const MAX_CHARS = 100
const SEPARATOR = / (?:[|–—•·»›]|- -|-) |｜/u

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
  const whole = first.trim().toLowerCase()
  // A call to the reader is no name.
  const isNamed = ({ heading }: PageLead): boolean =>
    !/[!！]$/u.test(heading) &&
    (headings.length === 1 ? isAlike(heading, title ?? '') : heading.toLowerCase().includes(whole))
  const named = whole === '' ? undefined : headings.find(isNamed)?.heading
  const stated = isGeneralTitle(first) ? (headings[0]?.heading ?? h1 ?? first) : first
  const text = lastOfTrail(named ?? stated)
  const line = cleanValue(text, MAX_CHARS + 1).replace(/^[#¶§]+ ?/u, '')
  return line.length > MAX_CHARS ? '' : line
}

const TRAIL = / [>›»→] /u
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
