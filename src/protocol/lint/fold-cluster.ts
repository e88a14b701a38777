import { KnownValues } from './known-values.ts'
import { classesOf, IGNORED } from './char-classes.ts'
import { foldLetter } from './confusables.ts'

/** The mark of a unit that does not fold to exactly one unit. */
export const MULTIPLE_UNITS = 0xffff

const CONTROL = /\p{Cc}/u
const MARKS = /\p{M}/gu
/**
 * Matches letters of the alphabets in which words stay the same without accents. Kana keep theirs: `か` and `が` differ.
 */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
/**
 * The most characters that one may decompose into. Some decompose into whole phrases, which no rule needs and which
 * would stretch the text.
 */
const MAX_EXPANSION = 6
/** The most characters of a cluster; a longer one is obfuscation, and ordering its marks would take quadratic time. */
const MAX_CLUSTER_CHARS = 16
const MAX_DISTINCT_MARKS = 64
const MAX_KNOWN = 20_000
const MAX_KNOWN_CHARS = 4

/** The folded unit of each UTF-16 unit; 0 when it is not computed yet. */
const units = new Uint16Array(0x1_0000)
const clusters = new KnownValues<string>(MAX_KNOWN)

/**
 * Returns the folded form of a UTF-16 unit that stands alone; `MULTIPLE_UNITS` when it folds to none or several, or is
 * half of a surrogate pair.
 */
export function foldedUnit(code: number): number {
  const known = units[code] ?? 0
  if (known !== 0) return known
  const folded = isInvisible(code) ? '' : fold(String.fromCharCode(code))
  const unit = folded.length === 1 ? folded.charCodeAt(0) : MULTIPLE_UNITS
  units[code] = unit
  return unit
}

const isInvisible = (code: number): boolean => (classesOf(code) & IGNORED) !== 0

/** Returns the folded form of a character with the marks and invisible characters behind it. */
export function foldedCluster(cluster: string): string {
  const visible = visibleOf(cluster)
  if (visible.length <= 1) return foldedVisible(visible)
  // Characters of the higher planes have no confusables, and there are far too many to cache.
  if (visible.length === 2 && (visible.codePointAt(0) ?? 0) >= UNKNOWN_PLANES) return visible
  return visible.length > MAX_KNOWN_CHARS ? fold(visible) : foldedOnce(visible)
}

const UNKNOWN_PLANES = 0x4_0000

function foldedVisible(char: string): string {
  if (char === '') return ''
  const unit = foldedUnit(char.charCodeAt(0))
  return unit === MULTIPLE_UNITS ? foldedOnce(char) : String.fromCharCode(unit)
}

const foldedOnce = (visible: string): string => clusters.getOrMake(visible, fold)

/** Folds a text that has no invisible characters. */
function fold(visible: string): string {
  if (CONTROL.test(visible)) return /\s/.test(visible) ? (visible.includes('\n') ? '\n' : ' ') : ''
  if (/[\u2028\u2029\u0085]/.test(visible)) return '\n'
  const lower = squared(composed(visible)).toLowerCase()
  const bare = ACCENTED.test(lower) ? lower.normalize('NFKD').replace(MARKS, '') : lower
  let folded = ''
  for (const char of bare) folded += foldLetter(char)
  return folded.replace(/\s/g, ' ')
}

function visibleOf(cluster: string): string {
  let visible = ''
  for (const char of cluster) {
    if ((classesOf(char.codePointAt(0) ?? 0) & IGNORED) === 0) visible += char
  }
  return visible
}

function composed(visible: string): string {
  if (visible.length > MAX_CLUSTER_CHARS) {
    // Only the first of equal marks on one letter can be composed with it.
    const distinct = [...new Set(visible)].slice(0, MAX_DISTINCT_MARKS)
    return firstOf(distinct.join('').normalize('NFKC'))
  }
  const form = visible.normalize('NFKC')
  return form.length > MAX_EXPANSION ? firstOf(form) : form
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0)

/** Reads white-on-black letters, such as 🅰, as letters: they have no compatibility form. */
function squared(text: string): string {
  const code = text.codePointAt(0) ?? 0
  const letter = code >= 0x1f150 && code <= 0x1f169 ? code - 0x1f150 : code - 0x1f170
  return code >= 0x1f150 && letter >= 0 && letter < 26 ? String.fromCharCode(0x41 + letter) : text
}
