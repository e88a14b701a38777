import { describe, expect, it } from 'vitest'
import { parseUrl } from './parse-url.ts'

describe('a text', () => {
  it('that is an address is read as one, however many were read before it', () => {
    for (let i = 0; i < 20_000; i++) parseUrl('https://example.com/')
    expect(parseUrl('https://münchen.example/tür')?.href).toBe(
      'https://xn--mnchen-3ya.example/t%C3%BCr',
    )
    expect(parseUrl('/tür', 'https://münchen.example/')?.pathname).toBe('/t%C3%BCr')
  })

  it.each(['', 'tea', '//example.com', 'https://', 'https://example.com:99999/'])(
    'that is none is undefined: %j',
    (text) => {
      expect(parseUrl(text)).toBeUndefined()
    },
  )
})
