import { describe, expect, it } from 'vitest'
import { lintPrompt } from '../lint/lint-prompt.ts'
import {
  CLAUSE_LANGUAGES,
  citationClause,
  clauseLanguageOf,
  excerptClause,
} from './citation-clauses.ts'

describe('the clauses', () => {
  it('are of twelve languages, English first', () => {
    const languages = 'en de es fr pt ja zh nl pl sv ko tr'.split(' ')
    expect(CLAUSE_LANGUAGES).toEqual(languages)
  })

  it.each(CLAUSE_LANGUAGES)('are clean to the linter in %s', (language) => {
    const prompt = `${citationClause(language)}\n${excerptClause(language, 300)}`
    expect(lintPrompt(prompt, { sources: [], isTemplate: true })).toEqual([])
    expect(prompt).toContain('300')
  })

  it.each([
    ['de', 'de'],
    ['DE-ch-1996', 'de'],
    ['pt-BR', 'pt'],
    ['ja-x-kana', 'ja'],
    ['zh-Hant-TW', 'zh'],
    ['cy-GB', 'en'],
    ['constructor', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [`de-${'x'.repeat(100_000)}`, 'de'],
  ])('of the language %s are those of %s', (tag, language) => {
    expect(clauseLanguageOf(tag)).toBe(language)
  })
})
