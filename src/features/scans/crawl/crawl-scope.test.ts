import { describe, expect, it } from 'vitest'
import { CrawlScope } from './crawl-scope.ts'

const scope = new CrawlScope('https://shop.example/start', { include: [], exclude: [] })
const pathOf = (text: string): string | undefined =>
  scope.resolve(text, 'https://shop.example/dir/')?.path

describe('CrawlScope', () => {
  it.each([
    ['/a?b=c%20d&utm_source=x', '/a?b=c%20d'],
    ['/a?utm_source=x&b=c+d', '/a?b=c+d'],
    ['/a?flag&gclid=1', '/a?flag'],
    ['/a?flag=&utm%5fsource=1', '/a?flag='],
    ['/a?utm_source=x', '/a'],
    ['/a?fbclid=1&utm_medium=2#part', '/a'],
    ['/a?utm=1&other_utm_x=2', '/a?utm=1&other_utm_x=2'],
    ['/a?', '/a'],
  ])('an address loses tracking, and nothing else is written anew: %s', (text, wanted) => {
    expect(pathOf(text)).toBe(wanted)
  })

  it.each([
    ['/%7eu', '/~u'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['x?q=%e2%82%ac', '/dir/x?q=%E2%82%AC'],
  ])('an address has one spelling: %s', (text, wanted) => {
    expect(pathOf(text)).toBe(wanted)
  })

  it('an address has the origin that the site is read from', () => {
    const there = scope.at('https://www.shop.example')
    expect(there.resolve('http://shop.example/a?x=1')?.url).toBe('https://www.shop.example/a?x=1')
    expect(there.resolve('https://shop.example:8443/a')).toBeUndefined()
  })

  it('a canonical address is another one only where it leads elsewhere', () => {
    const other = (canonical: string | null) =>
      scope.other('https://shop.example/a', canonical)?.path
    expect(other(null)).toBeUndefined()
    expect(other('https://shop.example/a')).toBeUndefined()
    expect(other('http://www.shop.example/a?utm_source=x')).toBeUndefined()
    expect(other('https://elsewhere.example/a')).toBeUndefined()
    expect(other('https://shop.example/b')).toBe('/b')
  })
})
