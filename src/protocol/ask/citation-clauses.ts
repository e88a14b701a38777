import clauses from '../data/clauses.json' with { type: 'json' }

export type ClauseLanguage = keyof typeof clauses.languages

// @NOTE `Object.keys` forgets the keys of the file.
/** The languages that the clauses are written in. */
export const CLAUSE_LANGUAGES = Object.keys(clauses.languages) as readonly ClauseLanguage[]

const isClauseLanguage = (tag: string): tag is ClauseLanguage =>
  Object.hasOwn(clauses.languages, tag)

/**
 * Returns the language of the clauses for a language tag, by the lookup of BCP 47 (RFC 4647, 3.4); English where it
 * finds none.
 */
export function clauseLanguageOf(tag: unknown): ClauseLanguage {
  let range = (typeof tag === 'string' ? tag : '').slice(0, 100).toLowerCase()
  while (range !== '' && !isClauseLanguage(range)) {
    // A single letter or digit begins an extension, which goes with the subtag behind it.
    range = range.slice(0, Math.max(0, range.lastIndexOf('-'))).replace(/-[a-z0-9]$/, '')
  }
  return isClauseLanguage(range) ? range : 'en'
}

/** Returns the sentence that asks an assistant to cite the sources above it. */
export const citationClause = (language: ClauseLanguage): string =>
  clauses.languages[clauseLanguageOf(language)].citation

/** Returns the sentence that bounds quotations to a number of characters of one source. */
export const excerptClause = (language: ClauseLanguage, characters: number): string =>
  // Callers without types may give anything.
  clauses.languages[clauseLanguageOf(language)].excerpt.replace(
    '{n}',
    String(typeof characters === 'number' ? characters : 0),
  )
