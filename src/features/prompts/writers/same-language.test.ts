import { describe, expect, it } from 'vitest'
import { PROMPT_LOCALES, type PromptLanguage } from '../../../domain/prompts/locales.ts'
import { areInLanguage } from './same-language.ts'

// @NOTE `Object.keys` forgets the keys of the record.
const LANGUAGES = Object.keys(PROMPT_LOCALES) as PromptLanguage[]

/** Returns the generator's texts in a language, without placeholders. */
const sentencesOf = (language: PromptLanguage): string[] =>
  Object.values(PROMPT_LOCALES[language].kinds).map(({ sentence }) =>
    sentence.replaceAll(/\{\{[^}]*\}\}/g, ' '),
  )

const pairs = LANGUAGES.flatMap((own) =>
  LANGUAGES.filter((other) => other !== own).map((other): [string, string] => [own, other]),
) as [PromptLanguage, PromptLanguage][]

describe('areInLanguage', () => {
  it.each(LANGUAGES)('texts in %s are recognised', (language) => {
    expect(areInLanguage(sentencesOf(language), language)).toBe(true)
  })

  it.each(pairs)('texts in %s are not in %s', (own, other) => {
    expect(areInLanguage(sentencesOf(own), other)).toBe(false)
  })

  it.each([
    ['in Italian', 'Riassumi la pagina in cinque punti, e dimmi che cosa non è chiaro per me.'],
    ['in Russian', 'Назови главное на этой странице и объясни, почему это важно для меня.'],
    ['in Chinese', '请用五个要点总结这个页面，并告诉我哪些内容对我最重要。'],
    ['without small words', 'Lorem ipsum dolor sit amet consectetur adipiscing elit'],
  ])('the texts %s are not in English', (_, text) => {
    expect(areInLanguage([text], 'en')).toBe(false)
  })

  it('texts may hold names of another language, and one of them may be too short to tell', () => {
    const text = 'Explain what Le Monde de la Mer says of 昆布 and of the sea to me, and why.'
    expect(areInLanguage([text, 'Quels prix?'], 'en')).toBe(true)
    expect(
      areInLanguage([text, 'Quels sont les prix de la mer et pourquoi sont-ils là?'], 'en'),
    ).toBe(false)
  })
})
