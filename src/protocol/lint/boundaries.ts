import { KnownValues } from './known-values.ts'

/** What lies between two words, as bits of `boundaryOf`. */
export const NEW_SENTENCE = 1
/** A command may begin here. */
export const NEW_CLAUSE = 2

const CLAUSE_MARK = /[,;:!?…–—([“«‘„「『、。•·*#>|¿¡\n]/
const CLAUSE_BREAK = /\.\s|\s-\s|\s["']$|\p{So}/u
const SENTENCE_END = /[.!?…][^.]*\s|[。!?;]|\n\s*\n/
/** Only this many characters behind a word are looked at. */
const MAX_CHARS = 40
const MAX_KNOWN = 1_000
const MAX_KNOWN_CHARS = 4

const known = new KnownValues<number>(MAX_KNOWN)

/** Classifies the characters between two words of a folded text: do they end a sentence or a clause? */
export function boundaryOf(between: string): number {
  if (between === '' || between === ' ') return 0
  // Most separators are one of a few dozen short ones, so those are cached.
  if (between.length > MAX_KNOWN_CHARS) return classifyBoundary(between.slice(0, MAX_CHARS))
  return known.getOrMake(between, classifyBoundary)
}

function classifyBoundary(between: string): number {
  const isClause = CLAUSE_MARK.test(between) || CLAUSE_BREAK.test(between)
  return (SENTENCE_END.test(between) ? NEW_SENTENCE : 0) | (isClause ? NEW_CLAUSE : 0)
}
