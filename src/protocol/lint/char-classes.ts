/** A character that matching ignores. Each of these constants is the bit of one class, as `classesOf` returns them. */
export const IGNORED = 2
/** A combining mark, which belongs to the character before it. */
export const MARK = 4
/** A character that may be part of a word. */
export const WORD = 8
/** A letter or a digit, which may begin a word. */
export const ALNUM = 16
/** A Chinese or Japanese character, which counts as a word of its own. */
export const SINGLE = 32
export const SPACE = 64
/** A character that is not visible when rendered. */
export const HIDDEN = 128
export const LATIN = 256
export const CYRILLIC = 512
export const GREEK = 1_024
/** A letter of a script that writes words without spaces. */
export const UNSPACED = 2_048

const KNOWN = 1

const PATTERNS: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [IGNORED, /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]+/gu],
  [MARK, /[\p{M}\uFF9E\uFF9F]+/gu],
  [WORD, /[\p{L}\p{N}\p{M}]+/gu],
  [ALNUM, /[\p{L}\p{N}]+/gu],
  [SINGLE, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu],
  [SPACE, /\s+/gu],
  [HIDDEN, /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]+/gu],
  [HIDDEN, /(?:(?![\t\n\r\u0085])\p{Cc})+/gu],
  [LATIN, /\p{Script=Latin}+/gu],
  [CYRILLIC, /\p{Script=Cyrillic}+/gu],
  [GREEK, /\p{Script=Greek}+/gu],
  [
    UNSPACED,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu,
  ],
]

const BLOCK = 128
const ASTRAL_BLOCK = 4_096
/**
 * The classes of each UTF-16 unit, filled block by block: Unicode patterns are slow on single characters, so each block
 * of neighbours is classified once.
 */
const basic = new Uint16Array(0x1_0000)
const astral: (Uint16Array | undefined)[] = []

/** Returns the classes of a code point, as bits. */
export function classesOf(code: number): number {
  if (code > 0xffff) return astralClasses(code)
  const known = basic[code] ?? 0
  if (known !== 0) return known
  fillBlock(code - (code % BLOCK))
  return basic[code] ?? 0
}

/** Returns the classes of the character that begins at a UTF-16 unit of a text; 0 behind the end of the text. */
export function classesAt(text: string, at: number): number {
  if (at >= text.length) return 0
  const code = text.charCodeAt(at)
  if ((code & 0xf800) === 0xd800) return classesOf(text.codePointAt(at) ?? 0)
  const known = basic[code] ?? 0
  return known !== 0 ? known : classesOf(code)
}

/** Returns the union of the classes of all characters of a text. */
export function classesIn(text: string): number {
  let found = 0
  for (let at = 0; at < text.length; at++) {
    if (isPair(text, at)) found |= classesAt(text, at++)
    else found |= classesAt(text, at)
  }
  return found
}

/** Returns the width, in UTF-16 units, of the character that begins here: 1 or 2. */
export const widthAt = (text: string, at: number): number => (isPair(text, at) ? 2 : 1)

const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00

function fillBlock(first: number): void {
  let block = ''
  for (let code = first; code < first + BLOCK; code++) block += String.fromCharCode(code)
  basic.fill(KNOWN, first, first + BLOCK)
  for (const [bit, pattern] of PATTERNS) {
    // `matchAll` would copy the pattern each time.
    pattern.lastIndex = 0
    for (let run = pattern.exec(block); run !== null; run = pattern.exec(block)) {
      for (let at = first + run.index; at < first + pattern.lastIndex; at++) {
        basic[at] = (basic[at] ?? 0) | bit
      }
    }
  }
}

function astralClasses(code: number): number {
  const block = (astral[Math.floor(code / ASTRAL_BLOCK)] ??= new Uint16Array(ASTRAL_BLOCK))
  const known = block[code % ASTRAL_BLOCK] ?? 0
  if (known !== 0) return known
  const found = KNOWN | (isUnassigned(code) ? 0 : patternsOf(code))
  block[code % ASTRAL_BLOCK] = found
  return found
}

/** The first code point of the private-use planes, whose characters have no defined shape. */
const PRIVATE_PLANES = 0xf_0000

/**
 * True for a code point of a plane without characters, and for the last two of each plane, which are never characters.
 */
const isUnassigned = (code: number): boolean =>
  (code >= 0x4_0000 && code < 0xe_0000) || (code & 0xfffe) === 0xfffe

function patternsOf(code: number): number {
  if (code >= PRIVATE_PLANES) return IGNORED | HIDDEN
  const char = String.fromCodePoint(code)
  let bits = 0
  for (const [bit, pattern] of PATTERNS) {
    pattern.lastIndex = 0
    if (pattern.test(char)) bits |= bit
  }
  return bits
}
