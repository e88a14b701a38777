import { foldLetter } from './look-alikes.ts'

/** A text as the rules read it; the three lists run in parallel. */
export interface FoldedText {
  /** One UTF-16 unit or surrogate pair each: compatibility forms, case and diacritics folded, invisible ones left out. */
  readonly chars: readonly string[]
  /** Where each began in the original, in UTF-16 units. */
  readonly starts: readonly number[]
  /** Where each ended in the original (exclusive). */
  readonly ends: readonly number[]
}

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]/u
const CONTROL = /\p{Cc}/u
const MARK = /[\p{M}\uFF9E\uFF9F]/u
const MARKS = /\p{M}/gu
/** Alphabets whose accents may go without making other words. Kana keep theirs: `か` and `が` differ. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
/** Some single characters decompose into whole phrases; no rule needs those, and they would stretch the text. */
const MAX_EXPANSION = 6

/** Folds a text for matching: NFKC, ignorable characters removed, lower case, accents of European alphabets removed. */
export function foldText(text: string): FoldedText {
  const chars: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const push = (folded: string, start: number, end: number) => {
    for (const char of folded) {
      chars.push(char)
      starts.push(start)
      ends.push(end)
    }
  }
  const foldedClusters = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (isPlain(code) && !(text.charCodeAt(at + 1) >= 0x80)) {
      push(String.fromCharCode(code).toLowerCase(), at, at + 1)
      at += 1
      continue
    }
    if (isKanaOrHan(code) && !mayBeMark(text.charCodeAt(at + 1))) {
      push(foldLetter(text.charAt(at)), at, at + 1)
      at += 1
      continue
    }
    const end = endOfCluster(text, at)
    const cluster = text.slice(at, end)
    const known = foldedClusters.get(cluster) ?? foldCluster(cluster)
    if (cluster.length <= 2) foldedClusters.set(cluster, known)
    push(known, at, end)
    at = end
  }
  return { chars, starts, ends }
}

const isPlain = (code: number): boolean => (code >= 0x20 && code < 0x7f) || code === 0x0a

/** Characters that folding leaves alone, except for traditional ones. */
const isKanaOrHan = (code: number): boolean =>
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x30a1 && code <= 0x30fa) ||
  (code >= 0x4e00 && code <= 0x9fff)

const mayBeMark = (code: number): boolean => code >= 0x80 && code !== 0x3002 && !isKanaOrHan(code)

/** A character with the marks and the invisible characters behind it, which belong to its shape. */
function endOfCluster(text: string, start: number): number {
  let end = start + charAt(text, start).length
  while (end < text.length && text.charCodeAt(end) >= 0x80) {
    const next = charAt(text, end)
    if (!MARK.test(next) && !IGNORED.test(next)) break
    end += next.length
  }
  return end
}

function charAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}

function foldCluster(cluster: string): string {
  const visible = Array.from(cluster)
    .filter((char) => !IGNORED.test(char))
    .join('')
  if (visible === '') return ''
  if (CONTROL.test(visible)) return /\s/.test(visible) ? (visible.includes('\n') ? '\n' : ' ') : ''
  if (/[\u2028\u2029\u0085]/.test(visible)) return '\n'
  const composed = visible.normalize('NFKC')
  const kept = composed.length > MAX_EXPANSION ? charAt(composed, 0) : composed
  const lower = squared(kept).toLowerCase()
  const bare = ACCENTED.test(lower) ? lower.normalize('NFKD').replace(MARKS, '') : lower
  let folded = ''
  for (const char of bare) folded += foldLetter(char)
  return folded.replace(/\s/g, ' ')
}

/** White-on-black letters, which compatibility forms do not know: 🅰 is read as A. */
function squared(text: string): string {
  const code = text.codePointAt(0) ?? 0
  const letter = code >= 0x1f150 && code <= 0x1f169 ? code - 0x1f150 : code - 0x1f170
  return code >= 0x1f150 && letter >= 0 && letter < 26 ? String.fromCharCode(0x41 + letter) : text
}
