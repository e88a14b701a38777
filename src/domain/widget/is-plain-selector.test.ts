import { describe, expect, it } from 'vitest'
import { isPlainSelector } from './is-plain-selector.ts'

describe('a place for the widget', () => {
  it.each([
    'main',
    '#content',
    'article.post > p:first-of-type',
    '.a.b #c + ul ~ li',
    '[data-ask]',
    'div[data-slot="ask ai"]',
    'a[href^=https]',
    '*',
    '#größe',
    'my-element',
    '#content>p',
  ])('may be %s', (selector) => {
    expect(isPlainSelector(selector)).toBe(true)
  })

  it.each([
    '',
    ' main',
    'main,',
    'main, footer',
    'a{}',
    '</style><script>',
    'p::before',
    ':has(p)',
    '#1',
    '[a="\\""]',
    '[a="b',
    'a >',
    'a > > b',
    '> a',
    'a\nb',
    '@import',
    'url(x)',
    '/*',
  ])('is not %j', (selector) => {
    expect(isPlainSelector(selector)).toBe(false)
  })

  it('is told in linear time', () => {
    const timeOf = (text: string): number => {
      const start = performance.now()
      expect(isPlainSelector(text)).toBe(false)
      return performance.now() - start
    }
    for (const piece of ['a', 'a ', '.a', '[a]', ' ', 'a>', ':first-child'])
      expect(timeOf(`a${piece.repeat(20_000)}{`)).toBeLessThan(500)
  })
})
