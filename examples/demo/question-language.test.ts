import { describe, expect, it } from 'vitest'
import { questionLanguage } from './question-language.ts'
import { demoPages } from './site.ts'

describe('questionLanguage', () => {
  it.each([
    ['What is chart datum?', 'en'],
    ['Wann ist Stauwasser am Harrow Head?', 'de'],
    ['¿Se puede acampar en Gannet Isle?', 'es'],
    ['潮汐表はどうやって読むのですか？', 'ja'],
  ])('the language of “%s” is %s', (question, language) => {
    expect(questionLanguage(question)).toBe(language)
  })

  it('takes no question with an umlaut for English', () => {
    const withUmlaut = demoPages.flatMap((page) => page.questions).filter((q) => /[äöüß]/.test(q))
    expect(withUmlaut.length).toBeGreaterThan(5)
    expect(withUmlaut.filter((question) => questionLanguage(question) !== 'de')).toEqual([])
  })
})
