import lintRules from '../data/lint-rules.json' with { type: 'json' }
import { ALNUM, classesAt } from './char-classes.ts'
import { foldText, type FoldedText } from './fold-text.ts'
import { findSpacedLetters } from './spaced-letters.ts'
import { letterOfSymbol } from './confusables.ts'
import type { Span } from './span.ts'

/**
 * Matches the places where an obfuscation may begin: markup, an escape, a placeholder, or a symbol or flag that passes
 * for a letter.
 */
const MAY_BE_OBFUSCATED = /[<&%\\{€£$@¢¥℮!|]|\uD83C[\uDDE6-\uDDFF]|[[(]\s?(?:\.|dot)/i
/** Matches a "defanged" dot of an address that is not to be clicked: `evil[.]com`, `evil (dot) com`. */
const DOT = /\s{0,2}[[({]\s?(?:\.|dot)\s?[\])}]\s{0,2}(?=[a-z0-9])/iy
/** Matches the spaced-out letters of a word of four or more: `i g n o r e`. Two spaces end a word. */
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L}[ \t]){3,}\p{L}(?![\p{L}\p{N}])/gu
const TAG = /<\/?[a-z][a-z0-9-]{0,20}(?:[\s/][^<>]{0,100})?>/iy
const COMMENT = /<!--[^<>]{0,200}-->/y
const ENTITY = /&(?:#(\d{1,7});?|#x([0-9a-f]{1,6});?|([a-z]{2,20});)/iy
const PERCENT = /(?:%[0-9a-f]{2})+/iy
/** Matches a run of percent-encoded octets, of which one at least is above 7F. */
const SPELLED = /(?:%[0-7][0-9a-f])*%[89a-f][0-9a-f](?:%[0-9a-f]{2})*/gi
const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|[nrt])/iy
const PLACEHOLDER = /\{\{[^{}]{0,300}\}\}/y
const DEFAULT = /\|\s*default\s*:\s*"([^"]*)"/
const LETTER_FLAGS = /(?:\uD83C[\uDDE6-\uDDFF]){3,}/y
const FIRST_FLAG_UNIT = 0xdde6

/** The HTML entities that are decoded, with their characters; others stay as they are. */
const NAMED: Readonly<Record<string, string>> = lintRules.entities

/** The text that replaces a part of the original. */
interface Replacement {
  readonly text: string
  /** The end of the replaced part in the original (exclusive), in UTF-16 units. */
  readonly end: number
}

/**
 * Undoes the obfuscation of a text and folds it: tags and comments are removed, entities, percent signs and escapes
 * decoded, symbols and flags read as letters, spaced-out letters joined, placeholders replaced by their default text.
 * Undefined when the text has nothing of the kind. Offsets refer to the original text. The paths of `urls` keep letters
 * outside ASCII as they are written: the path of a page spells its title, and is no part of what is asked.
 */
export function deobfuscate(text: string, urls: readonly Span[]): FoldedText | undefined {
  const words = new Map(
    findSpacedLetters(text, SPACED).map(({ 0: spaced, index }) => [index, spaced] as const),
  )
  if (words.size === 0 && !MAY_BE_OBFUSCATED.test(text)) return undefined
  const starts: number[] = []
  const ends: number[] = []
  const spelled = spelledLetters(text, urls)
  let plain = ''
  for (let at = 0; at < text.length;) {
    const found = joined(words.get(at), at) ?? spelled.get(at) ?? replacementAt(text, at)
    const end = found?.end ?? at + 1
    const instead = found?.text ?? text.charAt(at)
    plain += instead
    for (let i = 0; i < instead.length; i++) {
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  if (plain === text) return undefined
  const folded = foldText(plain)
  const length = folded.text.length
  return {
    text: folded.text,
    starts: Array.from({ length }, (_, i) => starts[folded.starts[i] ?? 0] ?? 0),
    ends: Array.from({ length }, (_, i) => ends[(folded.ends[i] ?? 1) - 1] ?? text.length),
  }
}

/**
 * Finds the runs of percent signs in paths of addresses that spell letters outside ASCII, and makes a replacement of
 * each by itself.
 */
function spelledLetters(text: string, urls: readonly Span[]): ReadonlyMap<number, Replacement> {
  const found = new Map<number, Replacement>()
  for (const { start, end } of urls) {
    const [path = ''] = text.slice(start, end).split(/[?#]/, 1)
    for (const { 0: run, index } of path.matchAll(SPELLED)) {
      found.set(start + index, { text: run, end: start + index + run.length })
    }
  }
  return found
}

const joined = (spaced: string | undefined, at: number): Replacement | undefined =>
  spaced === undefined
    ? undefined
    : { text: spaced.replaceAll(/[ \t]/g, ''), end: at + spaced.length }

type Reader = (text: string, at: number) => Replacement | undefined

/**
 * Makes a reader of a pattern, which returns the replacement of what it finds at a place; undefined where it finds
 * nothing, or nothing that stands for something else.
 */
const reads =
  (
    pattern: RegExp,
    plainOf: (found: RegExpExecArray, text: string) => string | undefined,
  ): Reader =>
  (text, at) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    const plain = found === null ? undefined : plainOf(found, text)
    return found === null || plain === undefined
      ? undefined
      : { text: plain, end: at + found[0].length }
  }

const MAX_CODE_POINT = 0x10_ffff
const charOf = (code: number): string => (code > MAX_CODE_POINT ? '' : String.fromCodePoint(code))

const utf8 = new TextDecoder()

const tag = reads(TAG, () => '')
const comment = reads(COMMENT, () => '')

const entity = reads(ENTITY, ([, decimal, hex, name = '']) => {
  if (decimal !== undefined) return charOf(Number(decimal))
  if (hex !== undefined) return charOf(Number.parseInt(hex, 16))
  return Object.hasOwn(NAMED, name.toLowerCase()) ? NAMED[name.toLowerCase()] : undefined
})

const percent = reads(PERCENT, ([run]) =>
  utf8.decode(Uint8Array.from(run.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))),
)

const escape = reads(ESCAPE, ([, braced, long, short]) => {
  const code = braced ?? long ?? short
  return code === undefined ? ' ' : charOf(Number.parseInt(code, 16))
})

/** Reads a placeholder. One inside a word obfuscates it; one that stands alone stays, unless it has a default text. */
const placeholder = reads(PLACEHOLDER, ({ 0: whole, index }, text) => {
  const own = DEFAULT.exec(whole)?.[1]
  const isInWord = isLetter(text, index - 1) || isLetter(text, index + whole.length)
  return own ?? (isInWord ? '' : undefined)
})

const dot = reads(DOT, ({ index }, text) => (isAlnum(text, index - 1) ? '.' : undefined))

/** Reads three or more regional indicators as letters; two of them would be the flag of a country. */
const flags = reads(LETTER_FLAGS, ([run]) => {
  let letters = ''
  for (let i = 1; i < run.length; i += 2) {
    letters += String.fromCharCode(0x61 + run.charCodeAt(i) - FIRST_FLAG_UNIT)
  }
  return letters
})

/** The readers by the first UTF-16 unit of an obfuscated part. */
const readers = new Map<string, Reader>([
  ['<', (text, at) => tag(text, at) ?? comment(text, at)],
  ['&', entity],
  ['%', percent],
  ['\\', escape],
  ['{', (text, at) => placeholder(text, at) ?? dot(text, at)],
  ['[', dot],
  ['(', dot],
  [' ', dot],
  ['\uD83C', flags],
])

function replacementAt(text: string, at: number): Replacement | undefined {
  const char = text.charAt(at)
  const read = readers.get(char)
  return read === undefined ? symbol(text, at, char) : read(text, at)
}

/** Reads a symbol as a letter, inside a word or at its beginning: `rem€mber`, `!gnore`, but not `Stop!` or `$5`. */
function symbol(text: string, at: number, char: string): Replacement | undefined {
  const look = letterOfSymbol(char)
  if (look === undefined || !isLetter(text, at + 1)) return undefined
  const isInside = isLetter(text, at - 1)
  const isFirst = at === 0 || /\s/.test(text.charAt(at - 1))
  return isInside || isFirst ? { text: look, end: at + 1 } : undefined
}

const isAlnum = (text: string, at: number): boolean =>
  at >= 0 && (classesAt(text, at) & ALNUM) !== 0

const isLetter = (text: string, at: number): boolean =>
  isAlnum(text, at) && !/\d/.test(text.charAt(at))
