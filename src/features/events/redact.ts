import { SECRET_RULES, type SecretRule } from './secret-rules.ts'

const MAX_QUESTION_CHARS = 300

// The number of characters in which secrets are searched, before the text is capped, so that the cap cannot cut a
// secret in half. A body has 64 KiB of such text, and searching takes a microsecond a character at worst.
const WINDOW_CHARS = 800

// The window itself can cut a secret, so nothing that starts this close to its end is kept: enough of a longer
// secret is left to be recognised.
const CUT_CHARS = 100

/**
 * Returns a text clean for storing and showing: well-formed Unicode without control, bidi-control, zero-width and tag
 * characters, white space collapsed, trimmed, at most `maxChars` code points.
 */
export function cleanVisitorText(text: string, maxChars: number): string {
  const visible = text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\uFEFF|(?![\s\u0085])[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
  if (visible.length <= maxChars) return visible
  return Array.from(visible).slice(0, maxChars).join('').trimEnd()
}

/**
 * Matches the white space and invisible characters at the beginning, which could fill the examined characters alone.
 */
const NO_BEGINNING = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/u

/**
 * Returns a question cut to 300 code points, with `[email]`, `[ip]`, `[iban]`, `[token]`, `[card]` and `[phone]` in
 * place of what could identify a person or open an account.
 */
export function redactQuestion(asked: string): string {
  const text = asked.replace(NO_BEGINNING, '')
  const clean = cleanVisitorText(text.slice(0, WINDOW_CHARS), WINDOW_CHARS)
  const keptChars = text.length > WINDOW_CHARS ? clean.length - CUT_CHARS : clean.length
  return cleanVisitorText(maskSecrets(clean, Math.max(0, keptChars)), MAX_QUESTION_CHARS)
}

interface Span {
  start: number
  end: number
  mask: string
}

/** Masks the secrets in the first `keptChars` of the text; a secret that starts in them is found to its end. */
function maskSecrets(text: string, keptChars: number): string {
  let rest = foldText(text)
  const spans: Span[] = []
  for (const rule of SECRET_RULES) {
    const found = findSpans(rest, rule)
    spans.push(...found.filter(({ mask, start }) => mask !== '' && start < keptChars))
    rest = replaceSpans(rest, found, ({ start, end }) => '\0'.repeat(end - start))
  }
  spans.sort((a, b) => a.start - b.start)
  const end = Math.max(keptChars, spans.at(-1)?.end ?? 0)
  return replaceSpans(text.slice(0, end), spans, ({ mask }) => mask)
}

function findSpans(text: string, { pattern, measure, mask = '' }: SecretRule): Span[] {
  const spans: Span[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const length = measure ? measure(match[0]) : match[0].length
    if (length > 0) spans.push({ start: match.index, end: match.index + length, mask })
    pattern.lastIndex = match.index + Math.max(1, length)
  }
  return spans
}

function replaceSpans(text: string, spans: readonly Span[], by: (span: Span) => string): string {
  let replaced = ''
  let done = 0
  for (const span of spans) {
    replaced += text.slice(done, span.start) + by(span)
    done = span.end
  }
  return replaced + text.slice(done)
}

const ZERO_DIGITS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** Returns a text with dashes, digits and full-width forms of other scripts as ASCII; every index stays valid. */
function foldText(text: string): string {
  return text.replace(/[^\0-\x7F]/g, (char) => {
    const code = char.charCodeAt(0)
    const zero = ZERO_DIGITS.find((first) => code >= first && code < first + 10)
    if (zero !== undefined) return String(code - zero)
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
    return /[\u2010-\u2015\u2212]/.test(char) ? '-' : char
  })
}
