import { classesAt, HIDDEN, widthAt } from './char-classes.ts'
import type { Span } from './span.ts'

/** Matches format characters that are visible: they enclose the numbers behind them. */
const SEEN = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u
const JOINER = /[\u200C\u200D]/
/** Matches characters of scripts in which joiners change how letters are drawn. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]|[\u064B-\u065F]/u
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u
/** Matches the variation selectors of the plain or coloured form of an emoji. */
const PICTURE_STYLE = /[\uFE0E\uFE0F]/
const HAN_STYLE = /[\u{E0100}-\u{E01EF}\uFE00-\uFE02]/u
const HAN = /\p{Script=Han}/u
/** Matches the flags of England, Scotland and Wales, which have the only tag characters that a text needs. */
const FLAG =
  /^\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/u
/** The length of a flag made of tag characters, in UTF-16 units. */
const FLAG_CHARS = 14
/** The first UTF-16 unit of a flag made of tag characters. */
const FLAG_UNIT = 0xd83c

/** Finds runs of hidden characters, except those that emoji and scripts need. */
export function findHidden(text: string): Span[] {
  const spans: Span[] = []
  let start = -1
  for (let at = 0; at < text.length;) {
    const flag = endOfFlag(text, at)
    const end = flag > at ? flag : at + widthAt(text, at)
    const isHidden = flag === at && (classesAt(text, at) & HIDDEN) !== 0 && !isNeeded(text, at, end)
    if (isHidden && start < 0) start = at
    if (!isHidden && start >= 0) {
      spans.push({ start, end: at })
      start = -1
    }
    at = end
  }
  if (start >= 0) spans.push({ start, end: text.length })
  return spans
}

/** Returns the end of the flag made of tag characters that begins here; `at` itself where none begins. */
function endOfFlag(text: string, at: number): number {
  if (text.charCodeAt(at) !== FLAG_UNIT) return at
  return at + (FLAG.exec(text.slice(at, at + FLAG_CHARS))?.[0].length ?? 0)
}

/** True when the hidden character from `at` to `end` changes how its neighbours look. */
function isNeeded(text: string, at: number, end: number): boolean {
  if (!JOINABLE_RANGES.some(([first, last]) => isWithin(text.codePointAt(at) ?? 0, first, last))) {
    return false
  }
  const char = text.slice(at, end)
  const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
  const after = text.slice(end, end + widthAt(text, end))
  if (SEEN.test(char)) return true
  if (PICTURE_STYLE.test(char)) return /[\p{Emoji}\p{So}]/u.test(before)
  if (HAN_STYLE.test(char)) return HAN.test(before)
  return JOINER.test(char) && (joinsPictures(before, char, after) || JOINING.test(before))
}

const isWithin = (code: number, first: number, last: number): boolean =>
  code >= first && code <= last

/** The ranges that contain all needed code points; a character outside of them needs no closer look. */
const JOINABLE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x600, 0x8e2],
  [0x200c, 0x200d],
  [0xfe00, 0xfe0f],
  [0x1_10bd, 0x1_10cd],
  [0xe_0100, 0xe_01ef],
]

const joinsPictures = (before: string, char: string, after: string): boolean =>
  char === '\u200D' && PICTURE.test(before) && /\p{Emoji}/u.test(after)
