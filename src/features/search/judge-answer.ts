import type { PassageHit } from '../../../db/search/search-passages.ts'
import { FuzzyTerms } from './fuzzy-terms.ts'
import { sharesOf } from './rank-pages.ts'

/** How well the pages of a site answer a question, by its words. */
export interface JudgedAnswer {
  /** The share of the question's words, from 0 to 1, that the best passage has, with its heading and the page's title. */
  match: number
  /** The best passage; undefined where none has any of the words. */
  best: PassageHit | undefined
  /** Words of the question that no passage has, in any form. */
  missing: string[]
}

/** Words that are less similar are not the same word in another form. */
const SAME_WORD = 0.6

/** Judges what a search found for a question. Equal input gives equal output. */
export function judgeAnswer(terms: readonly string[], hits: readonly PassageHit[]): JudgedAnswer {
  const fuzzy = new FuzzyTerms(terms)
  const found = terms.map(() => 0)
  let [match, best]: [number, PassageHit | undefined] = [0, undefined]
  for (const hit of hits) {
    const shares = sharesOf(fuzzy, [hit.title ?? '', hit.path, hit.heading, hit.text].join('\n'))
    for (const [i, share] of shares.entries()) found[i] = Math.max(found[i] ?? 0, share)
    const own = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
    if (own > match) [match, best] = [own, hit]
  }
  return { match, best, missing: terms.filter((_, i) => (found[i] ?? 0) < SAME_WORD) }
}
