import type { Span } from './span.ts'

const SUSPECT =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]|(?![\t\n\r\u0085])\p{Cc}/u
/** Format characters that are seen: they enclose the numbers behind them. */
const SEEN = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u
const JOINER = /[\u200C\u200D]/
/** Scripts in which joiners decide how letters are drawn. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]|[\u064B-\u065F]/u
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u
/** Selectors of the coloured or the plain form of a picture, and of the variant of a Han character. */
const PICTURE_STYLE = /[\uFE0E\uFE0F]/
const HAN_STYLE = /[\u{E0100}-\u{E01EF}\uFE00-\uFE02]/u
const HAN = /\p{Script=Han}/u
/** Flags of England, Scotland and Wales: the only tags that a text needs. */
const FLAG =
  /^\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/u
const FLAG_CHARS = 7

/** Runs of characters that nobody sees, except where emoji and scripts need them. */
export function findHidden(text: string): Span[] {
  // Almost all texts have none, and one look tells.
  if (!SUSPECT.test(text)) return []
  const chars = Array.from(text)
  const spans: Span[] = []
  let at = 0
  let flagUntil = -1
  for (const [i, char] of chars.entries()) {
    const start = at
    at += char.length
    if (char === '\u{1F3F4}' && FLAG.test(chars.slice(i, i + FLAG_CHARS).join(''))) {
      flagUntil = i + FLAG_CHARS
    }
    if (i < flagUntil || !SUSPECT.test(char) || isNeeded(chars, i)) continue
    const last = spans.at(-1)
    if (last !== undefined && last.end === start) spans[spans.length - 1] = { ...last, end: at }
    else spans.push({ start, end: at })
  }
  return spans
}

function isNeeded(chars: readonly string[], i: number): boolean {
  const [before = '', char = '', after = ''] = [chars[i - 1], chars[i], chars[i + 1]]
  if (SEEN.test(char)) return true
  if (PICTURE_STYLE.test(char)) return /[\p{Emoji}\p{So}]/u.test(before)
  if (HAN_STYLE.test(char)) return HAN.test(before)
  return JOINER.test(char) && (joinsPictures(before, char, after) || JOINING.test(before))
}

const joinsPictures = (before: string, char: string, after: string): boolean =>
  char === '\u200D' && PICTURE.test(before) && /\p{Emoji}/u.test(after)
