import { describe, expect, it } from 'vitest'
import { WIDGET_TEXT_KEYS, widgetTexts } from './widget-texts.ts'

const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'nl', 'pl', 'sv', 'ko', 'tr']

describe('the texts of the widget', () => {
  it.each(LANGUAGES)('are all there in %s, in words of its own', (language) => {
    const found = widgetTexts(language)
    expect(found.language).toBe(language)
    expect(Object.keys(found.texts)).toEqual([...WIDGET_TEXT_KEYS])
    expect(new Set(Object.values(found.texts)).size).toBe(WIDGET_TEXT_KEYS.length)
    const others = LANGUAGES.filter((other) => other !== language)
    const titles = others.map((other) => widgetTexts(other).texts.title)
    expect(titles).not.toContain(found.texts.title)
  })

  it('are found by any tag of a language', () => {
    expect(widgetTexts('pt-BR').language).toBe('pt')
    expect(widgetTexts('DE-at').language).toBe('de')
  })

  it.each(['ar', '', 'constructor', 'x-unknown'])('are English for %j', (tag) => {
    expect(widgetTexts(tag)).toEqual(widgetTexts('en'))
  })
})
