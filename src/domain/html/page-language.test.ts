import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

const SPANISH = `La oficina del puerto imprime una tabla de mareas para todo el año. En ella se ve cuándo sube el agua y si las
  cifras son exactas. Puede pedirla en la ventanilla o recibirla en su casa.`
const SHORT = 'Tabla de mareas'
const URL = 'https://coast.example/mareas'

function languageOf(html: string, headers: Record<string, string> = {}) {
  const source = { url: URL, contentType: 'text/html; charset=utf-8', headers }
  const { language, statedLanguage, textLanguage } = readPage(Buffer.from(html), source)
  return { language, statedLanguage, textLanguage }
}

const html = (lang: string, text: string, head = ''): string =>
  `<!doctype html><html${lang === '' ? '' : ` lang="${lang}"`}><head>${head}</head><body><main><p>${text}</p></main></body></html>`

describe('the language of a page', () => {
  it('is that of its text, whatever its theme says', () => {
    expect(languageOf(html('en', SPANISH))).toEqual({
      language: 'es',
      statedLanguage: 'en',
      textLanguage: 'es',
    })
  })

  it('keeps the region that the page states, where its text agrees', () => {
    expect(languageOf(html('es-MX', SPANISH)).language).toBe('es-MX')
    expect(languageOf(html('es_ES', SPANISH)).language).toBe('es-ES')
  })

  it.each([
    ['og:locale', '<meta property="og:locale" content="es_AR">'],
    ['hreflang', `<link rel="alternate" hreflang="es-AR" href="${URL}">`],
  ])('has the region of %s, where lang is another language or absent', (_, head) => {
    expect(languageOf(html('', SPANISH, head)).language).toBe('es-AR')
    expect(languageOf(html('en', SPANISH, head)).language).toBe('es-AR')
  })

  it.each([
    ['de-de', 'de-DE'],
    ['ZH-HANT-tw', 'zh-Hant-TW'],
    ['es_419', 'es-419'],
  ])('is written as tags are: %s as %s', (lang, tag) => {
    expect(languageOf(html(lang, '')).statedLanguage).toBe(tag)
  })

  it('has the region of a header, where lang is absent', () => {
    const headers = { 'content-language': 'es-AR' }
    expect(languageOf(html('', SPANISH), headers).language).toBe('es-AR')
  })

  it('is what the page states where its text tells nothing', () => {
    expect(languageOf(html('en', SHORT)).language).toBe('en')
    expect(languageOf(html('xx-', SHORT)).language).toBeNull()
    expect(languageOf(html('', '2018061702')).language).toBeNull()
    const head = '<meta property="og:locale" content="gl_ES">'
    expect(languageOf(html('', '2018061702', head)).language).toBe('gl-ES')
  })

  it('takes what the page states for one that texts hardly tell apart', () => {
    const text = `Havnekontoret trykker en tidevannstabell for hele året. Den viser når vannet er høyt, og om tallene er
      nøyaktige. Man kan spørre etter den i skranken eller få den sendt hjem til seg.`
    expect(languageOf(html('no', text)).language).toBe('no')
    expect(languageOf(html('nn-NO', text)).language).toBe('nn-NO')
    expect(languageOf(html('da', text)).language).toBe('nb')
  })

  it('is told by little where the page says the same', () => {
    const little = 'Cómo se lee la tabla de mareas'
    expect(languageOf(html('es-MX', little))).toMatchObject({
      language: 'es-MX',
      textLanguage: 'es',
    })
    expect(languageOf(html('en', little))).toMatchObject({ language: 'en', textLanguage: null })
  })

  it('is guessed from little, where nothing is stated', () => {
    expect(languageOf(html('', 'Cómo se lee la tabla de mareas'))).toEqual({
      language: 'es',
      statedLanguage: null,
      textLanguage: null,
    })
  })
})
