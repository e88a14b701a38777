import type { CatalogueTool } from './catalogue.ts'

/** What a word weighs by where it stands: a name says more of a tool than one of its arguments. */
const WEIGHTS = { name: 4, title: 4, description: 1.5, arguments: 0.35 }
/** The usual constants of BM25. */
const SATURATION = 1.2
const LENGTH = 0.4

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
export function createSelector(tools: readonly CatalogueTool[]): Selector {
  const documents = tools.map((tool) => ({ name: tool.name, counts: countsOf(tool) }))
  const lengths = documents.map(({ counts }) => sum(counts.values()))
  const average = sum(lengths) / Math.max(1, lengths.length)
  const rarity = (word: string): number => {
    const having = documents.filter(({ counts }) => counts.has(word)).length
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
  }
  const scoreOf = (words: readonly string[], place: number): number => {
    const long = 1 - LENGTH + LENGTH * ((lengths[place] ?? 0) / average)
    return sum(
      words.map((word) => {
        const count = documents[place]?.counts.get(word) ?? 0
        return (rarity(word) * count * (SATURATION + 1)) / (count + SATURATION * long)
      }),
    )
  }
  return {
    rank(question) {
      const words = [...new Set(wordsOf(question))]
      return documents
        .map(({ name }, place) => ({ name, place, score: scoreOf(words, place) }))
        .toSorted((a, b) => b.score - a.score || a.place - b.place)
        .map(({ name }) => name)
    },
  }
}

/** Counts the words of a tool, each by the weight of its place. */
function countsOf(tool: CatalogueTool): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (texts: readonly string[], weight: number): void => {
    for (const word of texts.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  add([tool.name], WEIGHTS.name)
  add(tool.titles, WEIGHTS.title)
  add(tool.descriptions, WEIGHTS.description)
  add(tool.arguments, WEIGHTS.arguments)
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
