import { compileGlob } from './glob.ts'
import type { ReadFacts } from './page-facts.ts'
import type { RuleMatch } from './rule-input.ts'

/** A set of rules by their numbers, 32 to a word. */
type Bits = Uint32Array

interface Facet {
  keyOf: (facts: ReadFacts) => string | null
  /** The rules that a page with this key may match; they include those that do not ask. */
  bitsByKey: ReadonlyMap<string, Bits>
  /** The rules that do not ask: all that a page with another key may match. */
  others: Bits
}

/**
 * Rules that a page cannot match are left out at the cost of a few look-ups a page, however many they are: each facet
 * knows by its own key which rules remain, and what remains in all facets is tested.
 */
export interface RuleIndex {
  facets: readonly Facet[]
  words: number
}

interface Question {
  keyOf: (facts: ReadFacts) => string | null
  /** The keys that a rule admits, or null if it admits any. */
  keysOf: (match: RuleMatch) => readonly string[] | null
}

const QUESTIONS: readonly Question[] = [
  {
    keyOf: ({ path }) => path.segments[1] ?? null,
    keysOf: ({ path }) => (path === undefined ? null : compileGlob(path).firstSegments),
  },
  { keyOf: ({ type }) => type, keysOf: ({ type }) => (type === undefined ? null : [type]) },
  {
    keyOf: ({ language }) => (language === null ? null : primary(language)),
    keysOf: ({ language }) => (language === undefined ? null : [primary(language.toLowerCase())]),
  },
  {
    keyOf: ({ status }) => status,
    keysOf: ({ status }) => (status === undefined ? null : [status]),
  },
]

const primary = (language: string): string => language.split('-', 1)[0] ?? language

/** Numbers the rules as they stand, and notes which of them each key leaves. */
export function indexRules(matches: readonly RuleMatch[]): RuleIndex {
  const words = Math.ceil(matches.length / 32)
  return { facets: QUESTIONS.map((question) => facetOf(question, matches, words)), words }
}

function facetOf({ keyOf, keysOf }: Question, matches: readonly RuleMatch[], words: number): Facet {
  const keys = matches.map(keysOf)
  const others = new Uint32Array(words)
  keys.forEach((own, n) => {
    if (own === null) add(others, n)
  })
  const bitsByKey = new Map<string, Bits>()
  keys.forEach((own, n) => {
    for (const key of own ?? []) {
      const bits = bitsByKey.get(key) ?? others.slice()
      add(bits, n)
      bitsByKey.set(key, bits)
    }
  })
  return { keyOf, bitsByKey, others }
}

function add(bits: Bits, n: number): void {
  bits[n >> 5] = (bits[n >> 5] ?? 0) | (1 << (n & 31))
}

/** Calls `visit` with the number of each rule that the facts may match, ascending, until it answers `true`. */
export function visitCandidates(
  { facets, words }: RuleIndex,
  facts: ReadFacts,
  visit: (n: number) => boolean,
): void {
  const sets = facets.map((facet) => bitsFor(facet, facts))
  for (let word = 0; word < words; word++) {
    let left = 0xffffffff
    for (const bits of sets) left &= bits[word] ?? 0
    while (left !== 0) {
      const lowest = left & -left
      if (visit(word * 32 + 31 - Math.clz32(lowest))) return
      left ^= lowest
    }
  }
}

function bitsFor({ keyOf, bitsByKey, others }: Facet, facts: ReadFacts): Bits {
  const key = keyOf(facts)
  return key === null ? others : (bitsByKey.get(key) ?? others)
}
