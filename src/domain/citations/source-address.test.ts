import { describe, expect, it } from 'vitest'
import { readSourceAddress, readSourceHost } from './source-address.ts'

describe('the address of a source', () => {
  it('is one for all spellings of a page', () => {
    const spellings = [
      'https://example.com/a?b=2&c=1',
      'http://EXAMPLE.com:80/a/?c=1&b=2',
      'https://www.example.com:443/a?utm_source=openai&c=1&b=2&gclid=x',
      'https://example.com./a//?fbclid=1&srsltid=2&b=2&c=1&UTM_campaign=z#top',
      ' https://example.com/%61?b=2&c=1#:~:text=grinders ',
    ]
    expect(new Set(spellings.map((text) => readSourceAddress(text)?.pageUrl))).toEqual(
      new Set(['https://example.com/a?b=2&c=1']),
    )
    expect(readSourceAddress('https://www.bücher.example/')).toEqual({
      url: 'https://www.xn--bcher-kva.example/',
      pageUrl: 'https://xn--bcher-kva.example/',
      host: 'xn--bcher-kva.example',
    })
  })

  it('keeps apart what may be two pages', () => {
    const pages = ['/a', '/A', '/a?b=1', '/a?b=2', '/a.html', ':8443/a', '/a%2Fb'].map(
      (rest) => readSourceAddress(`https://example.com${rest}`)?.pageUrl,
    )
    expect(new Set(pages).size).toBe(pages.length)
  })

  it('is none where a text is not one of the web, names a user or is too long', () => {
    const texts = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com/',
      '//example.com/a',
      'example.com',
      '',
      'https://user:secret@example.com/',
      'https://example.com@evil.io/',
      'https://.example.com/',
      `https://example.com/${'a'.repeat(8_000)}`,
      `https://example.com/${'é'.repeat(900)}`,
      `https://example.com/?${'a&'.repeat(900)}`,
      `https://${'a.'.repeat(200)}com/`,
    ]
    expect(texts.filter((text) => readSourceAddress(text))).toEqual([])
  })

  it('may name its host apart, if that is a host', () => {
    expect(readSourceHost(' WWW.Example.com ')).toBe('example.com')
    const titles = [
      'Example',
      'Best grinders of 2026',
      'example.com/a',
      'a:1@example.com',
      'e.com:8',
    ]
    expect(titles.filter((title) => readSourceHost(title))).toEqual([])
  })
})
