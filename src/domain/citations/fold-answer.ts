import { normaliseNfkc } from '../../protocol/lint/normalise-nfkc.ts'

/** A text folded to one spelling for what readers take as the same. */
export interface FoldedAnswer {
  text: string
  /** Converts a place in the folded text into its place in the original, both in UTF-16 units. */
  placeOf: (place: number) => number
}

/**
 * Matches characters that are neither ASCII nor full-width ASCII; characters of those two kinds fold one by one and
 * keep their length.
 */
const RUN = /[^\0-\x7F\uFF01-\uFF5E]+/g
/** Matches characters that make a text longer or shorter when it is folded after NFKC. */
const GROWING = /[\u0307ßẞİ]/
/**
 * Matches a character together with its marks: accents, marks of kana in half width, and the later parts of a syllable
 * of Hangul.
 */
const CLUSTER = /[^][\p{M}\uFF9E\uFF9F\u1160-\u11FF]*/gu

/** Matches trade marks and raised digits of footnotes, which NFKC would make letters and digits of the word before. */
const RAISED = /[™℠¹²³⁰⁴-⁹]/g
/**
 * The first character that Unicode leaves to private use: normalising keeps those characters, and they belong to no
 * word.
 */
const PRIVATE = 0xe000

const apartFromWords = (text: string): string =>
  text.replaceAll(RAISED, (mark) => String.fromCharCode(PRIVATE + (mark.charCodeAt(0) & 0xff)))

/**
 * Folds a text for comparison: compatibility forms (NFKC), case, the spellings of ß and sigma, apostrophes and hyphens.
 */
export function foldAnswer(raw: string): FoldedAnswer {
  const text = apartFromWords(raw)
  const whole = normaliseNfkc(text)
  if (isSteady(text, whole)) return { text: foldNormal(whole), placeOf: (place) => place }
  const pieces: Piece[] = [{ folded: 0, original: 0 }]
  // Foldings of characters by themselves, each kept: one takes as long as the folding of a line, and a text has few
  // different ones.
  const plainOf = new Map<string, string>()
  let folded = ''
  let taken = 0
  for (const { 0: run, index } of text.matchAll(RUN)) {
    // The run may begin with a mark of the character before.
    const start = Math.max(index - 1, taken)
    const part = text.slice(start, index + run.length)
    if (isSteady(part, normaliseNfkc(part))) continue
    folded += foldedForm(text.slice(taken, start))
    taken = start
    for (const [cluster] of part.matchAll(CLUSTER)) {
      const plain = plainOf.get(cluster) ?? foldedForm(cluster)
      plainOf.set(cluster, plain)
      folded += plain
      taken += cluster.length
      if (plain.length !== cluster.length) pieces.push({ folded: folded.length, original: taken })
    }
  }
  folded += foldedForm(text.slice(taken))
  return { text: folded, placeOf: (place) => placeIn(pieces, place) }
}

/** True for a text of which each unit folds to one unit. */
const isSteady = (text: string, normal: string): boolean => text === normal && !GROWING.test(text)

/** Folds a name, or another text whose places do not matter. */
export const foldedForm = (text: string): string => foldNormal(normaliseNfkc(apartFromWords(text)))

const foldNormal = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll(/[\u2018\u2019\u02BC]/g, "'")
    .replaceAll('\u2010', '-')
    // A capital I with a dot, as Turkish has it.
    .replaceAll('i\u0307', 'i')

/** A place from which on folded and original places move in step. */
interface Piece {
  folded: number
  original: number
}

function placeIn(pieces: readonly Piece[], place: number): number {
  let [low, high] = [0, pieces.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pieces[middle]?.folded ?? 0) <= place) low = middle
    else high = middle - 1
  }
  const { folded, original } = pieces[low] ?? { folded: 0, original: 0 }
  const next = pieces[low + 1]?.original ?? Number.POSITIVE_INFINITY
  // A place within a cluster that became longer has no place of its own in the original.
  return Math.min(original + place - folded, next)
}
