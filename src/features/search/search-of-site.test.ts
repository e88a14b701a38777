import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postToolCall } from '../../testing/mcp-post.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

const STEEPING = '<p>Let sencha steep for ninety seconds, and no longer than that.</p>'
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

let app: TestApp
let green: ScannedSite

beforeAll(async () => {
  app = await ScannedSite.startApp()
  green = await ScannedSite.startOn(app, {
    '/': page('House', '<a href="/sencha">Sencha</a> <a href="/sencha?print=1">Print</a>'),
    '/sencha': page('Sencha', STEEPING),
    '/sencha?print=1': page('Sencha', STEEPING),
    '/blog': page('Journal', `<h2>Sencha</h2><p>Let sencha steep, we wrote once.</p>`),
  })
  const other = await app.site(green.key, { url: 'https://assam.example/' })
  await app.collect(other, [{ kind: 'impression', url: '/', title: 'Sencha and Assam' }])
})
afterAll(async () => {
  await green[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

interface Found {
  url: string
  excerpt?: string
}

async function search(args: Record<string, unknown>, server = 'publisher') {
  const { content, isError } = await postToolCall(app, server, green.key, 'search', args)
  const text = content[0]!.text
  if (isError === true) return { text, results: [] }
  // @NOTE the form of the answer; a wrong one fails the expectations that read it.
  return { text, results: (JSON.parse(text) as { results: Found[] }).results }
}

describe('search', () => {
  it('shows the words of the page that fit, within a fence', async () => {
    const { results } = await search({ query: 'How long does sencha steep?', site: green.id })
    expect(results[0]!.excerpt).toMatch(
      /^<untrusted-[0-9a-f]{12}>\nLet sencha steep for ninety seconds, .*\n<\/untrusted-/,
    )
  })

  it('shows no text of pages on the data server', async () => {
    const { text, results } = await search({ query: 'sencha steep' }, 'data')
    expect(results.length).toBeGreaterThan(0)
    expect(text).not.toContain('excerpt')
  })

  it('finds the same text once, and the page about a thing before the list that mentions it', async () => {
    const { results } = await search({ query: 'How long does sencha steep?', site: green.id })
    const paths = results.map(({ url }) => url.slice(new URL(url).origin.length))
    expect(paths.filter((path) => path.startsWith('/sencha'))).toEqual(['/sencha'])
    expect(paths[0]).toBe('/sencha')
  })

  it('finds pages of the named site alone', async () => {
    const hostsOf = (results: Found[]) => new Set(results.map(({ url }) => new URL(url).hostname))
    const all = await search({ query: 'sencha' })
    expect(hostsOf(all.results)).toEqual(new Set(['127.0.0.1', 'assam.example']))
    const { results } = await search({ query: 'sencha', site: 'assam.example' })
    expect(hostsOf(results)).toEqual(new Set(['assam.example']))
    const unknown = await search({ query: 'sencha', site: 'nowhere.example' })
    expect(unknown.text).toMatch(/^NOT_FOUND/)
  })
})
