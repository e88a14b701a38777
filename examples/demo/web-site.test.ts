import { describe, expect, it } from 'vitest'
import { demoPages } from './site.ts'
import { serveWebSite } from './web-site.ts'

const now = new Date('2025-06-30T18:00:00.000Z')

describe('serveWebSite', () => {
  it('serves every page on the loopback address, and nothing else', async () => {
    await using web = await serveWebSite(now)
    expect(web.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    for (const { path } of demoPages) {
      const answer = await fetch(web.origin + path)
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    expect((await fetch(`${web.origin}/tides/?utm_source=x`)).status).toBe(404)
    expect((await fetch(`${web.origin}/robots.txt?x=1`)).status).toBe(200)
  })

  it('shows what was added to the head of its pages, and of nothing else', async () => {
    await using web = await serveWebSite(now)
    const bodyOf = async (path: string) => (await fetch(web.origin + path)).text()
    const plain = await bodyOf('/')
    web.addToHead('<script src="$&"></script>')
    expect(await bodyOf('/')).toBe(
      plain.replace('</head>', () => '<script src="$&"></script></head>'),
    )
    expect(await bodyOf('/robots.txt')).not.toContain('script')
  })

  it('the site is gone once it is disposed', async () => {
    const web = await serveWebSite(now)
    await (await fetch(web.origin)).text()
    await web[Symbol.asyncDispose]()
    await expect(fetch(web.origin)).rejects.toThrow('fetch failed')
  })
})
