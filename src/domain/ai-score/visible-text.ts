import type { ParsedPage } from '../html/read-page.ts'
import { trimSigns } from '../../lib/text/trim-signs.ts'

const MAX_TEXT = 100_000
const MAX_WORDS = 30
const SHARE = 0.5
const NUMBER = /\d[\d.,'’\u00A0\u202F]{0,20}/g

/** Matches white space other than single spaces. */
const SPACES = /[^\S ]\s*| \s+/g

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(SPACES, ' ')

/** Returns the text of a page that a visitor reads, folded for comparison: title, first heading and main text. */
export const visibleText = ({ title, h1, mainText }: ParsedPage): string =>
  fold(`${title ?? ''}\n${h1 ?? ''}\n${mainText.slice(0, MAX_TEXT)}`)

/** True when at least half of the words of a name occur in a `visibleText`. */
export function isVisibleName(name: string, visible: string): boolean {
  const plain = fold(name.slice(0, 300)).trim()
  if (visible.includes(plain)) return true
  const all = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
  // Short words occur in every text.
  const long = all.filter((word) => word.length > 3)
  const words = long.length > 0 ? long : all
  const found = words.filter((word) => visible.includes(word))
  return found.length >= words.length * SHARE
}

/** True when a sentence occurs in a `visibleText`, regardless of white space. */
export const isVisibleSentence = (sentence: string, visible: string): boolean =>
  visible.includes(fold(sentence.slice(0, 500)).trim())

/** True when a price occurs in a `visibleText`, in any number format. */
export function isVisiblePrice(price: string, visible: string): boolean {
  const value = numberOf(price)
  if (value === undefined) return true
  return [...visible.matchAll(NUMBER)].some(([text]) => numberOf(text) === value)
}

/** Parses a number: `1.299,00`, `1,299` and `1299.00` are 1299; undefined for a text that is not a number. */
function numberOf(text: string): number | undefined {
  const trimmed = trimSigns(text, (char) => !/\d/.test(char), 'end').trim()
  const [, whole = trimmed, cents = ''] = /^(.*)[.,](\d{1,2})$/.exec(trimmed) ?? []
  const digits = whole.replace(/[^\d]/g, '')
  return digits === '' ? undefined : Number(`${digits}.${cents || '0'}`)
}
