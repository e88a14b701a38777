/** The most characters of a path; a longer one is cut. Scans and the dry run take no longer ones. */
const MAX_PATH = 1_024

/** A path or a host as globs compare it: readable, and cut at its slashes. */
export interface PathText {
  text: string
  segments: readonly string[]
  /** The characters of the text as bits; see `characterBitsOf`. */
  characterBits: number
}

/** Reads the path of an address, without its query. Percent-encoded and plain letters become the same text. */
export function pathText(path: string): PathText {
  const text = decodeEscapes(path.slice(0, MAX_PATH))
  return { text, segments: text.split('/'), characterBits: characterBitsOf(text) }
}

/**
 * Returns the characters of a text as 32 bits, each for several characters: if a bit of a piece is missing here, the
 * text lacks that piece.
 */
export function characterBitsOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

const ENCODED_RUN = /(?:%[0-9a-f]{2})+/gi

/** Matches escapes that are not decoded: of the slash, of the percent sign and of the signs of glob syntax. */
const KEPT_ESCAPE = /(%(?:2f|25|2a|3f|5c|7b|7d|2c))/i

/** Decodes percent escapes, in patterns and in paths alike; bytes that are no UTF-8 stay escapes, in capitals. */
export function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(ENCODED_RUN, (run) =>
    run
      .split(KEPT_ESCAPE)
      .map((part, i) => (i % 2 === 1 ? part.toUpperCase() : decoded(part)))
      .join(''),
  )
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch (error) {
    if (error instanceof URIError) return escapes.toUpperCase() // how it says that bytes are no UTF-8
    throw error
  }
}
