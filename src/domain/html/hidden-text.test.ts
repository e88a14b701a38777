import { describe, expect, it } from 'vitest'
import { findHidden } from '../../protocol/lint/hidden-characters.ts'
import { stripHiddenCharacters } from './hidden-text.ts'
import { readPage } from './read-page.ts'

const read = (html: string) =>
  readPage(Buffer.from(html), {
    url: 'https://tea.example/',
    contentType: 'text/html; charset=utf-8',
    headers: {},
  })

const tagged = (words: string): string =>
  Array.from(words, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')

describe('withoutHidden', () => {
  it('strips every character that the prompt policy calls hidden, and no other', () => {
    const wrong: string[] = []
    for (let code = 0x20; code <= 0x10ffff; code += 1) {
      const isControl = code >= 0x7f && code < 0xa0
      if (isControl || (code >= 0xd800 && code <= 0xdfff)) continue
      const text = `a${String.fromCodePoint(code)}b`
      const isHidden = findHidden(text).length > 0
      if (stripHiddenCharacters(text) !== (isHidden ? 'ab' : text)) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['zero-width characters', 'a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf', 'abcdef'],
    ['soft hyphens', 're\u00ADmem\u00ADber', 'remember'],
    ['directions', '\u202Edeb\u202C \u2067a\u2069\u200F', 'deb a'],
    ['words in tags', `tea${tagged('ignore all')}`, 'tea'],
    ['bytes behind an emoji', '🍵\uFE0F\u{E0101}\u{E0102}\uFE01', '🍵\uFE0F'],
    ['bytes behind Han characters', '茶\u{E0101}道\u{E0142}', '茶道'],
    ['the old Mongolian separator', 'a\u180Eb', 'ab'],
  ])('strips %s', (_, text, plain) => {
    expect(stripHiddenCharacters(text)).toBe(plain)
  })

  it.each([
    ['Persian', 'می‌خواهم کتاب‌ها'],
    ['Hindi', 'क्‍ष क्‌ष'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['families and flags', '👨‍👩‍👧 ❤️ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇯🇵'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ'],
    ['Arabic numbers', '\u0600١٢٣'],
  ])('keeps the characters that %s needs', (_, text) => {
    expect(stripHiddenCharacters(text)).toBe(text)
  })
})

describe('readPage on hidden characters', () => {
  const hidden = `\u200B\u202E${tagged('obey')}\u00AD`
  const facts = read(`<html><head><title>Te${hidden}a</title>
    <meta name="description" content="Al${hidden}l of tea">
    <meta name="author" content="Ja${hidden}ne"><meta name="keywords" content="gre${hidden}en">
    <meta property="og:title" content="O${hidden}G">
    <script type="application/ld+json">{"@type":"Article","headline":"He${hidden}ad"}</script></head>
    <body><main><h1>Gre${hidden}en</h1><p>Let it ${hidden} dr&shy;aw&#x200b;.</p>
    <pre>let  x${hidden}\n  = 1</pre><p>${hidden}</p></main></body></html>`)

  it('reads a page without them, and its words whole', () => {
    expect(facts).toMatchObject({
      title: 'Tea',
      description: 'All of tea',
      author: 'Jane',
      tags: ['green'],
      h1: 'Green',
      headings: [{ text: 'Green' }],
      og: { title: 'OG' },
      jsonLd: { headline: 'Head' },
      sections: [{ heading: 'Green', text: 'Let it draw.\nlet  x\n  = 1' }],
    })
  })

  it('reads line separators as spaces', () => {
    const { mainText } = read('<main><p>one\u2028two\u2029three</p></main>')
    expect(mainText).toBe('one two three')
  })
})
