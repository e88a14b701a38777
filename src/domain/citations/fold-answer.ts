import { normaliseNfkc } from '../../protocol/lint/normalise-nfkc.ts'

/** A text with one spelling for what readers take as the same. */
export interface FoldedAnswer {
  text: string
  /** The place in the original of a place in the folded text, both in UTF-16 units. */
  placeOf: (place: number) => number
}

/**
 * Matches characters that are neither ASCII nor full-width ASCII; characters of those two kinds fold one by one and
 * keep their length.
 */
const RUN = /[^\0-\x7F\uFF01-\uFF5E]+/g
/** Characters whose length, or that of the character before, changes by the folding that follows normalising. */
const GROWING = /[\u0307ßẞİ]/
/** A character with its marks: of letters, of kana in half width, and the later parts of a syllable of Hangul. */
const CLUSTER = /[^][\p{M}\uFF9E\uFF9F\u1160-\u11FF]*/gu

/**
 * Trade marks, and numbers of footnotes, that stand behind a word; NFKC would turn them into letters and digits of it.
 */
const RAISED = /[™℠¹²³⁰⁴-⁹]/g
/**
 * From here on Unicode has characters for private use: normalising leaves them as they are, and they belong to no word.
 */
const PRIVATE = 0xe000

const apartFromWords = (text: string): string =>
  text.replaceAll(RAISED, (mark) => String.fromCharCode(PRIVATE + (mark.charCodeAt(0) & 0xff)))

/** Folds a text for comparison: compatibility forms (NFKC), case, the spellings of ß and sigma, apostrophes and hyphens. */
export function foldAnswer(raw: string): FoldedAnswer {
  const text = apartFromWords(raw)
  const whole = normaliseNfkc(text)
  if (isSteady(text, whole)) return { text: foldNormal(whole), placeOf: (place) => place }
  const pieces: Piece[] = [{ folded: 0, original: 0 }]
  // Scripts have few characters, and folding one by itself takes as long as folding a line.
  const plainOf = new Map<string, string>()
  let folded = ''
  let taken = 0
  for (const { 0: run, index } of text.matchAll(RUN)) {
    // It may be a mark of the character before.
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
