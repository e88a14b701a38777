import { expect, it } from 'vitest'
import { readRefresh } from './meta-refresh.ts'
import { LinkResolver } from './page-links.ts'
import { readPage } from './read-page.ts'

const PAGE = 'https://kilns.example/old/'
const read = (content: string): string | null =>
  readRefresh(content, new LinkResolver(PAGE, undefined))

it.each([
  ['0; url=/new', '/new'],
  ['0;URL=/new', '/new'],
  [" 3 ; url = '/new' ", '/new'],
  ['0; url="new?a=b;c"', '/old/new?a=b;c'],
  ['1.5, https://kilns.example/new#part', '/new'],
  ['0 /new', '/new'],
])('a refresh leads on: %s', (content, path) => {
  expect(read(content)).toBe(`https://kilns.example${path}`)
})

it.each([
  '0',
  '30; url=/new',
  '300',
  'url=/new',
  '',
  '0; url=',
  '0; url=javascript:alert(1)',
  '-1; url=/new',
  `0; url=/${'a'.repeat(9_000)}`,
])('a refresh that leads nowhere at once: %s', (content) => {
  expect(read(content)).toBeNull()
})

it('one for readers without scripts counts for nothing', () => {
  const html = (head: string): Uint8Array =>
    new TextEncoder().encode(`<head>${head}</head><p>Kilns`)
  const meta = '<meta http-equiv="Refresh" content="0; url=/plain">'
  const source = { url: PAGE, contentType: 'text/html', headers: {} }
  expect(readPage(html(meta), source).refreshUrl).toBe('https://kilns.example/plain')
  expect(readPage(html(`<noscript>${meta}</noscript>`), source).refreshUrl).toBeNull()
})
