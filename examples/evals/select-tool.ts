import type { CatalogueTool } from './catalogue.ts'

/** The way in which a selector reads. */
interface Reading {
  /** The weight of a word by its place; 0 leaves the place out. */
  weights: { name: number; title: number; description: number; arguments: number }
  /** The weight of the length of a text: `b` of BM25. */
  length: number
  wordsOf: (text: string) => string[]
}

const plainWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * A reading in which a name says more about a tool than an argument does. It compares the stems of words, and leaves
 * out words that say nothing.
 */
const BY_PLACE: Reading = {
  weights: { name: 4, title: 4, description: 1.5, arguments: 0.35 },
  length: 0.4,
  wordsOf,
}

/** BM25 as in a textbook, over descriptions alone: every word as it is written. */
export const PLAIN: Reading = {
  weights: { name: 0, title: 0, description: 1, arguments: 0 },
  length: 0.75,
  wordsOf: plainWords,
}

/** The usual constant of BM25. */
const SATURATION = 1.2

// English words that say nothing of a subject. They are of the language, not of any question or tool.
const STOP_WORDS = new Set(
  `a about am an and any are as at be been but by can could did do does every for from get give had has have he her him
  his how i if in into is it its just many me much my of off on or our out own please she should so some such tell than
  that the their them then there these they this those to too us was we were what whats when which while who whom whose
  will with would you your`.split(/\s+/),
)

/** Picks tools by their words alone: the offline stand-in for a model that reads the catalogue. */
export interface Selector {
  /** Names of tools, the likeliest first; of equals the one that is listed first. */
  rank(question: string): string[]
}

/** Reads the words of a catalogue once. A tool's words count by where they stand (BM25 over fields). */
export function createSelector(
  tools: readonly CatalogueTool[],
  reading: Reading = BY_PLACE,
): Selector {
  const documents = tools.map((tool) => ({ name: tool.name, counts: countsOf(tool, reading) }))
  const lengths = documents.map(({ counts }) => sum(counts.values()))
  const average = sum(lengths) / Math.max(1, lengths.length)
  const rarity = (word: string): number => {
    const having = documents.filter(({ counts }) => counts.has(word)).length
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
  }
  const scoreOf = (words: readonly string[], place: number): number => {
    const long = 1 - reading.length + reading.length * ((lengths[place] ?? 0) / average)
    return sum(
      words.map((word) => {
        const count = documents[place]?.counts.get(word) ?? 0
        return (rarity(word) * count * (SATURATION + 1)) / (count + SATURATION * long)
      }),
    )
  }
  return {
    rank(question) {
      const words = [...new Set(reading.wordsOf(question))]
      return documents
        .map(({ name }, place) => ({ name, place, score: scoreOf(words, place) }))
        .toSorted((a, b) => b.score - a.score || a.place - b.place)
        .map(({ name }) => name)
    },
  }
}

/** Counts the words of a tool, each by the weight of its place. */
function countsOf(tool: CatalogueTool, { weights, wordsOf: read }: Reading): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (texts: readonly string[], weight: number): void => {
    if (weight === 0) return
    for (const word of texts.flatMap(read)) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  add([tool.name], weights.name)
  add(tool.titles, weights.title)
  add(tool.descriptions, weights.description)
  add(tool.arguments, weights.arguments)
  return counts
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const number of numbers) total += number
  return total
}

/** Splits a text into the stems of its words, without those that say nothing. */
export function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const words = plain.replaceAll(/['’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !STOP_WORDS.has(word)).map(stemOf)
}

/** Takes off the commonest English endings, so that forms of a word meet. */
function stemOf(word: string): string {
  if (word.length < 4) return word
  for (const [ending, instead] of ENDINGS) {
    const stem = word.slice(0, -ending.length)
    if (word.endsWith(ending) && stem.length >= 3) return withoutDouble(stem) + instead
  }
  return word.replace(/e$/, '')
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ['ies', 'y'],
  ['sses', 'ss'],
  ['ing', ''],
  ['ed', ''],
  ['es', ''],
  ['ly', ''],
  ['s', ''],
]

/** `dropp` of `dropped` is `drop`; `less` and `roll` stay. */
const withoutDouble = (stem: string): string => stem.replace(/([bdgmnprt])\1$/, '$1')
