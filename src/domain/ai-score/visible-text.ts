import type { ParsedPage } from '../html/read-page.ts'

const MAX_TEXT = 100_000
const MAX_WORDS = 30
const SHARE = 0.5
const NUMBER = /\d[\d.,'’\u00A0\u202F]{0,20}/g

/** White space, but for the single spaces that stand everywhere and stay. */
const SPACES = /[^\S ]\s*| \s+/g

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(SPACES, ' ')

/** What a visitor reads, for comparing. */
export const visibleText = ({ title, h1, mainText }: ParsedPage): string =>
  fold(`${title ?? ''}\n${h1 ?? ''}\n${mainText.slice(0, MAX_TEXT)}`)

/** Whether at least half of the words of a name stand in a visible text (of `visibleText`). */
export function isVisibleName(name: string, visible: string): boolean {
  const plain = fold(name.slice(0, 300)).trim()
  if (visible.includes(plain)) return true
  const all = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
  // Short words stand in every text.
  const long = all.filter((word) => word.length > 3)
  const words = long.length > 0 ? long : all
  const found = words.filter((word) => visible.includes(word))
  return found.length >= words.length * SHARE
}

/** Whether the very words of a sentence stand in a visible text, but for white space. */
export const isVisibleSentence = (sentence: string, visible: string): boolean =>
  visible.includes(fold(sentence.slice(0, 500)).trim())

/** Whether a price stands in a visible text, however its thousands and cents are set off. */
export function isVisiblePrice(price: string, visible: string): boolean {
  const value = numberOf(price)
  if (value === undefined) return true
  return [...visible.matchAll(NUMBER)].some(([text]) => numberOf(text) === value)
}

/** `1.299,00`, `1,299` and `1299.00` are 1299; undefined for what is no number. */
function numberOf(text: string): number | undefined {
  const trimmed = text.trim().replace(/[^\d]+$/, '')
  const [, whole = trimmed, cents = ''] = /^(.*)[.,](\d{1,2})$/.exec(trimmed) ?? []
  const digits = whole.replace(/[^\d]/g, '')
  return digits === '' ? undefined : Number(`${digits}.${cents || '0'}`)
}
