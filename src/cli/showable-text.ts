const MAX_CHARS = 8_000

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/**
 * Makes a hostile text of several lines fit for a terminal: characters that are invisible, move a cursor or turn the
 * direction are written as `\u{202e}`. At most 8,000 characters are shown.
 */
export function showableText(text: string): string {
  const shown = text.slice(0, MAX_CHARS)
  const cut = text.length > MAX_CHARS ? `… (${text.length - MAX_CHARS} characters more)` : ''
  const seen = shown.replace(UNSEEN, (char) =>
    char === '\n' ? char : `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`,
  )
  return seen + cut
}

/** Makes a hostile text fit for a terminal, in one line: line breaks become `⏎`. */
export const showableLine = (text: string): string => showableText(text).replaceAll('\n', ' ⏎ ')
