import { findHidden } from '../../protocol/lint/hidden-characters.ts'

/** Control characters except the end of a line, together with the separators of lines and paragraphs. */
const CONTROLS = /[^\P{Cc}\n]|[\u2028\u2029]/gu
/** Variation selectors of Han characters, each of which could carry a byte that readers do not see. */
const HAN_FORMS = /[\u{E0100}-\u{E01EF}]/gu
/** Matches texts that hide nothing: those of printable ASCII and ends of lines alone. */
const IS_PLAIN = /^[\n\x20-\x7e]*$/

/**
 * Blanks characters of an answer that a reader does not see, each by as many spaces as it has UTF-16 units, so that the
 * places of citations stay what they are.
 */
export function blankHidden(text: string): string {
  if (IS_PLAIN.test(text)) return text
  const plain = text.replaceAll(CONTROLS, ' ').replaceAll(HAN_FORMS, '  ')
  let seen = ''
  let end = 0
  for (const span of findHidden(plain)) {
    seen += plain.slice(end, span.start) + ' '.repeat(span.end - span.start)
    end = span.end
  }
  return seen + plain.slice(end)
}
